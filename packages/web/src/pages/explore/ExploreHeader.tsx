import type { Bookmark, CustomViewContents, FileEntry } from '@octavo/core/contract'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { useEditor } from '../../editor/index.ts'
import { isEmbedded } from '../../embedded.ts'
import { Badge, PanelRight } from '../../forms/index.ts'
import { useSession } from '../../session.ts'
import {
  Button,
  buttonLook,
  ChevronDown,
  IconButton,
  lazyPart,
  Menu,
  MenuItem,
  MenuSeparator,
  RefreshCw,
} from '../../ui/index.ts'
import type { FrameParts } from '../editor/EditorFrame.tsx'
import { SaveStateText } from '../editor/SaveStateText.tsx'
import { savedViewKey } from '../view-address.ts'
import { ChangesButton } from './ChangesButton.tsx'
import type { ViewStore } from './view-store.ts'

const LinkDialog = lazyPart(async () => ({ default: (await import('./LinkDialog.tsx')).LinkDialog }))
const SaveViewDialog = lazyPart(async () => ({ default: (await import('./SaveViewDialog.tsx')).SaveViewDialog }))
const SaveAsDialog = lazyPart(async () => ({ default: (await import('../editor/SaveAsDialog.tsx')).SaveAsDialog }))
const SaveTemplateDialog = lazyPart(async () => {
  const [{ SaveTemplateDialog }] = await Promise.all([
    import('../home/SaveTemplateDialog.tsx'),
    import('../../i18n/organization.ts'),
  ])
  return { default: SaveTemplateDialog }
})
const MergeDialog = lazyPart(async () => ({ default: (await import('./MergeDialog.tsx')).MergeDialog }))

interface ExploreHeaderProps extends FrameParts {
  store: ViewStore
  file: FileEntry
}

/** The bar above a custom view: its changes, and commands to save them. */
export function ExploreHeader(props: ExploreHeaderProps) {
  const { store, file, onRefresh, arePanelsShown, onTogglePanels } = props
  const { t } = useTranslation('explore')
  const editorWords = useTranslation('editor').t
  const common = useTranslation().t
  const editor = useEditor()
  const navigate = useNavigate()
  const session = useSession()
  const params = useParams({ from: '/inside/$org/workbook/$slug/explore' })
  const [open, setOpen] = useState<'link' | 'view' | 'workbook' | 'template' | 'merge'>()
  const close = () => setOpen(undefined)
  const mayCreate =
    session !== null && (session.member.isAdmin || session.member.permissions.includes('edit-workbooks'))
  const place = { workbookId: editor.workbookId, exploreKey: store.exploreKey }

  /** Dialogs read the view from the server, so everything is sent first. */
  async function openSaved(name: typeof open) {
    await editor.settled()
    setOpen(name)
  }

  async function saveView(view: { name: string; isShared: boolean }) {
    const path = `/v2/workbooks/${encodeURIComponent(place.workbookId)}`
    const { exploreKey } = place
    const { workbookVersion } = await call<CustomViewContents>(`${path}/customViews/${encodeURIComponent(exploreKey)}`)
    const body = { ...view, exploreKey, workbookVersion }
    const { bookmarkId } = await call<Bookmark>(`${path}/bookmarks`, { method: 'POST', body })
    await navigate({ to: '/$org/workbook/$slug', params, search: { [savedViewKey]: bookmarkId } })
  }

  async function closeView() {
    await editor.settled()
    // The empty name is the published version, also where another view is the default.
    await navigate({ to: '/$org/workbook/$slug', params, search: { [savedViewKey]: '' } })
  }

  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-b border-accent-line bg-accent-soft px-3">
      {!isEmbedded && (
        <Link to="/" aria-label={common('shell.home')} className="shrink-0 rounded-md">
          <img src="/favicon.svg" alt="" className="size-6" />
        </Link>
      )}
      <h1 className="min-w-0 truncate px-2 font-semibold">{file.name}</h1>
      <Badge tone="success">{t('customView')}</Badge>
      <span className="min-w-0 truncate text-xs text-ink max-xl:hidden">{t('private')}</span>
      <SaveStateText />
      <div className="grow" />
      <ChangesButton base={store.base} />
      <IconButton label={editorWords('refresh')} icon={RefreshCw} shortcut="Ctrl+Shift+R" onClick={onRefresh} />
      <IconButton
        label={arePanelsShown ? editorWords('hidePanels') : editorWords('showPanels')}
        icon={PanelRight}
        shortcut="Ctrl+\\"
        isPressed={arePanelsShown}
        onClick={onTogglePanels}
      />
      <Button look="quiet" onClick={() => void closeView()}>
        {t('closeView')}
      </Button>
      <Menu
        label={t('saveAs')}
        triggerClass={buttonLook()}
        trigger={
          <>
            {t('saveAs')}
            <ChevronDown />
          </>
        }
      >
        <MenuItem onSelect={() => void openSaved('view')}>{t('saveAsView')}</MenuItem>
        {mayCreate && <MenuItem onSelect={() => void openSaved('workbook')}>{t('saveAsWorkbook')}</MenuItem>}
        {mayCreate && <MenuItem onSelect={() => void openSaved('template')}>{t('saveAsTemplate')}</MenuItem>}
        {file.permission === 'edit' && (
          <>
            <MenuSeparator />
            <MenuItem onSelect={() => void openSaved('merge')}>{t('merge.open')}</MenuItem>
          </>
        )}
      </Menu>
      <Button look="primary" onClick={() => void openSaved('link')}>
        {t('shareLink')}
      </Button>
      <Suspense>
        {open === 'link' && <LinkDialog {...place} onClose={close} />}
        {open === 'view' && <SaveViewDialog mayShare={mayCreate} save={saveView} onClose={close} />}
        {open === 'workbook' && <SaveAsDialog name={file.name} onClose={close} />}
        {open === 'template' && <SaveTemplateDialog workbook={file} exploreKey={store.exploreKey} onClose={close} />}
        {open === 'merge' && <MergeDialog {...place} name={file.name} onClose={close} />}
      </Suspense>
    </header>
  )
}
