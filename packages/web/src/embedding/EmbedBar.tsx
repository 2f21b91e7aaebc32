import type { Bookmark } from '@octavo/core/contract'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { embedParameters } from '../embedded.ts'
import { explain } from '../explain.ts'
import {
  buttonLook,
  ChevronDown,
  Copy,
  copyText,
  lazyPart,
  Menu,
  MenuCheck,
  MenuItem,
  MenuSeparator,
  notify,
  Submenu,
} from '../ui/index.ts'
import type { EmbedBarProps, EmbedDialog } from './embed-bar-props.ts'
import { FolderMenu } from './FolderMenu.tsx'
import { useSharingLink } from './sharing-link.ts'
import { useSavedViews } from './use-saved-views.ts'
import '../i18n/embedding.ts'

const EmbedDialogs = lazyPart(async () => ({ default: (await import('./EmbedDialogs.tsx')).EmbedDialogs }))

/** The bar of an embed: its menu, the saved view that is shown, and the way to other workbooks. */
export function EmbedBar(props: EmbedBarProps) {
  const { name, view } = props
  const menuSide = embedParameters.menuPosition === 'top' ? 'bottom' : 'top'
  const [dialog, setDialog] = useState<EmbedDialog>()
  return (
    <div className="flex h-10 shrink-0 items-center gap-1 border-line bg-surface px-2 not-last:border-b last:border-t">
      <WorkbookMenu {...props} menuSide={menuSide} onDialog={setDialog} />
      {view?.name !== undefined && <span className="min-w-0 truncate text-xs text-muted">{view.name}</span>}
      <span className="grow" />
      {!embedParameters.hidesFolderNavigation && <FolderMenu side={menuSide} />}
      {dialog && (
        <Suspense>
          <EmbedDialogs {...props} name={name} dialog={dialog} onClose={() => setDialog(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

interface WorkbookMenuProps extends EmbedBarProps {
  menuSide: 'top' | 'bottom'
  onDialog: (dialog: EmbedDialog) => void
}

function WorkbookMenu(props: WorkbookMenuProps) {
  const { name, file, menuSide, onDialog, onEdit, onCustomize, onShare, mayCreate, mayDelete } = props
  const { t } = useTranslation('embedding')
  return (
    <Menu
      label={t('menu')}
      align="start"
      side={menuSide}
      triggerClass={`${buttonLook('quiet')} min-w-0`}
      trigger={
        <>
          <span className="truncate">{name}</span>
          <ChevronDown />
        </>
      }
    >
      {mayCreate && file && <MenuItem onSelect={() => onDialog('saveAs')}>{t('saveAs')}</MenuItem>}
      {onEdit && <MenuItem onSelect={onEdit}>{t('edit')}</MenuItem>}
      {onShare && <MenuItem onSelect={onShare}>{t('share')}</MenuItem>}
      <LinkItem isCustomView={props.view?.query.exploreKey !== undefined} />
      <ExportItems {...props} />
      {!embedParameters.hidesBookmarks && <SavedViewItems {...props} />}
      {onCustomize && !embedParameters.hidesExploreToggle && (
        <MenuItem onSelect={onCustomize}>{t('customize')}</MenuItem>
      )}
      {mayDelete && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => onDialog('delete')}>{t('delete')}</MenuItem>
        </>
      )}
    </Menu>
  )
}

/** The link that the host wants to be shared. */
function LinkItem({ isCustomView }: { isCustomView: boolean }) {
  const { t } = useTranslation('embedding')
  const link = useSharingLink(isCustomView)
  if (link === null) return null
  const copy = () => copyText(link).then(() => notify({ title: t('linkCopied'), tone: 'done' }))
  return (
    <MenuItem onSelect={() => void copy()}>
      <Copy aria-hidden /> {t('copyLink')}
    </MenuItem>
  )
}

function ExportItems({ onSchedule, onSend, onPdf, onPng }: EmbedBarProps) {
  const { t } = useTranslation('embedding')
  const { hidesSchedule, hidesSend } = embedParameters
  return (
    <>
      {onSchedule && !hidesSchedule && <MenuItem onSelect={onSchedule}>{t('schedule')}</MenuItem>}
      {onSend && !hidesSend && <MenuItem onSelect={onSend}>{t('send')}</MenuItem>}
      {(onPdf || onPng) && !hidesSend && (
        <Submenu label={t('download')}>
          {onPdf && <MenuItem onSelect={onPdf}>{t('pdf')}</MenuItem>}
          {onPng && <MenuItem onSelect={onPng}>{t('png')}</MenuItem>}
        </Submenu>
      )}
    </>
  )
}

function SavedViewItems({ onDialog, ...viewed }: WorkbookMenuProps) {
  const { t } = useTranslation('embedding')
  const { workbookId, view, onCustomize } = viewed
  const savedViews = useSavedViews(viewed)
  const listed = useQuery({
    queryKey: ['bookmarks', workbookId],
    queryFn: ({ signal }) =>
      call<{ entries: Bookmark[] }>(`/v2/workbooks/${encodeURIComponent(workbookId)}/bookmarks`, {
        signal,
        query: { limit: 1000 },
      }),
  })
  const entries = listed.data?.entries ?? []
  const run = (action: Promise<void>) =>
    action.catch((error: unknown) => {
      const { message, hint } = explain(error)
      notify({ title: t('failed'), text: [message, hint].filter(Boolean).join(' '), tone: 'danger' })
    })
  return (
    <Submenu label={t('savedViews')}>
      <MenuCheck isOn={view === undefined} onChange={() => void run(savedViews.select(null))}>
        {t('published')}
      </MenuCheck>
      {entries.map(({ bookmarkId, name }) => (
        <MenuCheck
          key={bookmarkId}
          isOn={view?.query.bookmarkId === bookmarkId}
          onChange={() => void run(savedViews.select(bookmarkId))}
        >
          {name}
        </MenuCheck>
      ))}
      {onCustomize && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => onDialog('saveView')}>{t('saveView')}</MenuItem>
        </>
      )}
    </Submenu>
  )
}
