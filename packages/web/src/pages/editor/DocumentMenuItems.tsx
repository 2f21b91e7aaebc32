import { badges } from '@octavo/core/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../api.ts'
import { useEditor } from '../../editor/index.ts'
import { explain } from '../../explain.ts'
import { lazyPart, MenuCheck, MenuItem, MenuSeparator, notify, Submenu } from '../../ui/index.ts'
import { useMay } from '../data/people.ts'
import { FileDialogs } from '../frame/FileDialogs.tsx'
import { urlIdOfSlug } from '../workbook-address.ts'
import type { DocumentDialog, DocumentMenuProps } from './document-menu-props.ts'
import { PauseActionsItems } from './PauseActions.tsx'
import { usePause } from './use-pause.ts'

const SaveTemplateDialog = lazyPart(async () => {
  const [{ SaveTemplateDialog }] = await Promise.all([
    import('../home/SaveTemplateDialog.tsx'),
    import('../../i18n/organization.ts'),
  ])
  return { default: SaveTemplateDialog }
})
const DeleteDialog = lazyPart(async () => ({ default: (await import('./DeleteDialog.tsx')).DeleteDialog }))
const SaveAsDialog = lazyPart(async () => ({ default: (await import('./SaveAsDialog.tsx')).SaveAsDialog }))
const SwapSourcesDialog = lazyPart(async () => ({
  default: (await import('./swap/SwapSourcesDialog.tsx')).SwapSourcesDialog,
}))

const EmbedsDialog = lazyPart(async () => {
  const [{ EmbedsDialog }] = await Promise.all([
    import('../embeds/EmbedsDialog.tsx'),
    import('../../i18n/embeds.ts'),
    // Words of the pages whose parts it is made of.
    import('../../i18n/organization.ts'),
  ])
  return { default: EmbedsDialog }
})

const TranslationsDialog = lazyPart(async () => {
  const [{ TranslationsDialog }] = await Promise.all([
    import('../translations/TranslationsDialog.tsx'),
    import('../../i18n/organization.ts'),
  ])
  return { default: TranslationsDialog }
})

const SchedulesDialog = lazyPart(async () => {
  const [{ SchedulesDialog }] = await Promise.all([
    import('../schedules/SchedulesDialog.tsx'),
    import('../../i18n/schedules.ts'),
    // Words of the pages whose parts it is made of.
    import('../../i18n/organization.ts'),
  ])
  return { default: SchedulesDialog }
})

const FollowedTemplateDialog = lazyPart(async () => {
  const [{ FollowedTemplateDialog }] = await Promise.all([
    import('./FollowedTemplateDialog.tsx'),
    import('../../i18n/organization.ts'),
  ])
  return { default: FollowedTemplateDialog }
})

interface DocumentMenuItemsProps extends DocumentMenuProps {
  /** The workbook follows a template. */
  isFollowing: boolean
  onOpen: (dialog: DocumentDialog) => void
}

/** What can be done with the workbook as a document. */
export function DocumentMenuItems({ file, isFollowing, onOpen: setOpen, ...props }: DocumentMenuItemsProps) {
  const { t } = useTranslation('editor')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const may = useMay()
  const pause = usePause()
  const { org, slug } = useParams({ from: '/inside/$org/workbook/$slug/edit' })
  const isWorkbook = file?.type === 'workbook'

  async function setBadge(badge: (typeof badges)[number] | null) {
    if (!file) return
    try {
      await send(`/v2/files/${file.id}`, { method: 'PATCH', body: { badge } })
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['file', urlIdOfSlug(slug)] }),
        queries.invalidateQueries({ queryKey: ['files'] }),
      ])
    } catch (error) {
      const { message, hint } = explain(error)
      notify({ title: t('badge.failed'), text: [message, hint].filter(Boolean).join(' '), tone: 'danger' })
    }
  }

  return (
    <>
      {file && <MenuItem onSelect={() => setOpen('rename')}>{t('rename')}</MenuItem>}
      <MenuItem onSelect={() => setOpen('saveAs')}>{t('saveAs.open')}</MenuItem>
      {file && file.type !== 'template' && (
        <MenuItem onSelect={() => setOpen('saveTemplate')}>{t('saveAs.template')}</MenuItem>
      )}
      {isFollowing && <MenuItem onSelect={() => setOpen('followed')}>{t('followed')}</MenuItem>}
      {file && <MenuItem onSelect={() => setOpen('move')}>{t('move')}</MenuItem>}
      <MenuItem onSelect={props.onSettings}>{t('showSettings')}</MenuItem>
      <MenuItem onSelect={props.onLineage}>{t('lineage')}</MenuItem>
      <MenuItem onSelect={props.onHistory}>{t('versionHistory')}</MenuItem>
      {file && <MenuItem onSelect={() => setOpen('tag')}>{t('tags')}</MenuItem>}
      <MenuItem onSelect={props.onComments}>{t('comments')}</MenuItem>
      {file && file.type !== 'template' && <MenuItem onSelect={() => setOpen('embeds')}>{t('embeds')}</MenuItem>}
      {isWorkbook && <MenuItem onSelect={() => setOpen('translations')}>{t('translations')}</MenuItem>}
      {isWorkbook && may('schedule-exports') && (
        <MenuItem onSelect={() => setOpen('schedule')}>{t('scheduleExports')}</MenuItem>
      )}
      <MenuItem onSelect={() => setOpen('swap')}>{t('swapSources')}</MenuItem>
      <MenuItem onSelect={props.onQueries}>{t('queryHistory')}</MenuItem>
      <MenuItem onSelect={pause.toggle}>{pause.label}</MenuItem>
      <PauseActionsItems />
      {file && may('manage-badges') && (
        <Submenu label={t('badge.set')}>
          {badges.map((badge) => (
            <MenuCheck key={badge} isOn={file.badge === badge} onChange={(isOn) => void setBadge(isOn ? badge : null)}>
              {badge}
            </MenuCheck>
          ))}
        </Submenu>
      )}
      <MenuSeparator />
      <MenuItem onSelect={() => void navigate({ to: '/$org/workbook/$slug', params: { org, slug } })}>
        {t('goToPublished')}
      </MenuItem>
      {file && (
        <MenuItem isDanger onSelect={() => setOpen('delete')}>
          {t('delete.open')}
        </MenuItem>
      )}
    </>
  )
}

interface DocumentDialogsProps extends Pick<DocumentMenuProps, 'name' | 'file'> {
  open: DocumentDialog
  onClose: () => void
}

/** The dialog that the menu of the document has opened. */
export function DocumentDialogs({ name, file, open, onClose: close }: DocumentDialogsProps) {
  const editor = useEditor()
  const { org, slug } = useParams({ from: '/inside/$org/workbook/$slug/edit' })
  return (
    <Suspense>
      {file && <FileDialogs open={open} file={file} onClose={close} />}
      {open === 'saveAs' && <SaveAsDialog name={name} onClose={close} />}
      {open === 'saveTemplate' && file && <SaveTemplateDialog workbook={file} onClose={close} />}
      {open === 'followed' && file && <FollowedTemplateDialog workbook={file} onClose={close} />}
      {open === 'embeds' && file && <EmbedsDialog workbookId={file.id} name={name} onClose={close} />}
      {open === 'translations' && (
        <TranslationsDialog
          workbookId={editor.workbookId}
          name={name}
          document={editor.state.document}
          pathname={`/${org}/workbook/${slug}`}
          onClose={close}
        />
      )}
      {open === 'schedule' && (
        <SchedulesDialog
          workbookId={editor.workbookId}
          name={name}
          document={editor.state.document}
          view={undefined}
          canEdit
          onClose={close}
        />
      )}
      {open === 'swap' && <SwapSourcesDialog onClose={close} />}
      {open === 'delete' && file && <DeleteDialog file={file} onClose={close} />}
    </Suspense>
  )
}
