import type { Bookmark } from '@octavo/core/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call, send } from '../api.ts'
import { type OpenPage, OpenPageProvider } from '../editor/index.ts'
import { useSavedViews, type ViewedWorkbook } from '../embedding/use-saved-views.ts'
import { explain } from '../explain.ts'
import { useSession } from '../session.ts'
import { MenuCheck, MenuItem, MenuSeparator, notify } from '../ui/index.ts'
import '../i18n/looks.ts'

/** The open workbook, whose reader can choose and save views. */
export interface ReaderViews extends ViewedWorkbook {
  open: OpenPage
  canEdit: boolean
  onSave: () => void
  onDelete: () => void
}

interface SavedViewsProps {
  views: ReaderViews
  /** Renders the menu around the items. */
  children: (items: ReactNode) => ReactNode
}

/**
 * The saved views of a workbook as items of a menu: those that the reader may open, and commands for the chosen one. The choice is stored
 * outside of the menu, because its reader may explore from it.
 */
export function SavedViews(props: SavedViewsProps) {
  return (
    <OpenPageProvider value={props.views.open}>
      <ChosenView {...props} />
    </OpenPageProvider>
  )
}

function ChosenView({ views, children }: SavedViewsProps) {
  const savedViews = useSavedViews(views)
  return children(<Items {...views} savedViews={savedViews} />)
}

function Items(props: ReaderViews & { savedViews: ReturnType<typeof useSavedViews> }) {
  const { canEdit, onDelete, onSave, savedViews, view, workbookId } = props
  const { t } = useTranslation('looks')
  const memberId = useSession()?.member.memberId
  const queries = useQueryClient()
  const entries = useListedViews(workbookId)
  const shown = entries.find(({ bookmarkId }) => bookmarkId === savedViews.selected)
  const isOwn = shown !== undefined && shown.ownerId === memberId
  const run = (action: Promise<void>) =>
    void action.catch((error: unknown) => {
      const { message, hint } = explain(error)
      notify({ title: t('views.failed'), text: [message, hint].filter(Boolean).join(' '), tone: 'danger' })
    })
  const saveTo = async (name: string) => {
    await savedViews.update()
    notify({ title: t('views.savedTo', { name }), tone: 'done' })
  }
  /** Every reader of the workbook sees the default view first. */
  const setDefault = async ({ bookmarkId, isDefault }: Bookmark) => {
    const path = `/v2/workbooks/${encodeURIComponent(workbookId)}/bookmarks/${encodeURIComponent(bookmarkId)}`
    await send(path, { method: 'PATCH', body: { isDefault: !isDefault } })
    await queries.invalidateQueries({ queryKey: ['bookmarks', workbookId] })
  }
  return (
    <>
      <MenuCheck closes isOn={view === undefined} onChange={() => run(savedViews.select(null))}>
        {t('views.published')}
      </MenuCheck>
      {entries.map(({ bookmarkId, name, isShared, isDefault }) => (
        <MenuCheck
          key={bookmarkId}
          closes
          isOn={view?.query.bookmarkId === bookmarkId}
          onChange={() => run(savedViews.select(bookmarkId))}
        >
          <span className="max-w-64 min-w-0 grow truncate">{name}</span>
          {isShared && (
            <span className="pl-4 text-2xs text-muted">{t(isDefault ? 'views.default' : 'views.shared')}</span>
          )}
        </MenuCheck>
      ))}
      <MenuSeparator />
      {shown && isOwn && savedViews.isChanged() && (
        <MenuItem onSelect={() => run(saveTo(shown.name))}>{t('views.saveTo', { name: shown.name })}</MenuItem>
      )}
      <MenuItem onSelect={onSave}>{t('views.save')}</MenuItem>
      {shown?.isShared && canEdit && (
        <MenuItem onSelect={() => run(setDefault(shown))}>
          {t(shown.isDefault ? 'views.endDefault' : 'views.makeDefault')}
        </MenuItem>
      )}
      {shown && (isOwn || canEdit) && (
        <MenuItem isDanger onSelect={onDelete}>
          {t('views.delete', { name: shown.name })}
        </MenuItem>
      )}
    </>
  )
}

function useListedViews(workbookId: string): readonly Bookmark[] {
  const listed = useQuery({
    queryKey: ['bookmarks', workbookId],
    queryFn: ({ signal }) =>
      call<{ entries: Bookmark[] }>(`/v2/workbooks/${encodeURIComponent(workbookId)}/bookmarks`, {
        signal,
        query: { limit: 1000 },
      }),
  })
  return listed.data?.entries ?? []
}
