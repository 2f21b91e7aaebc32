import type { FileEntry } from '@octavo/core/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DraftEditor, useEditorState } from '../../editor/index.ts'
import { explain } from '../../explain.ts'
import { Badge } from '../../forms/index.ts'
import {
  Button,
  ChevronDown,
  Eye,
  IconButton,
  lazyPart,
  Menu,
  MenuItem,
  MenuSeparator,
  notify,
  RefreshCw,
} from '../../ui/index.ts'
import { discardDraft } from '../editor/draft-requests.ts'
import { SaveStateText } from '../editor/SaveStateText.tsx'
import type { Ask } from '../editor/use-editor-actions.tsx'
import { ModelMenu } from './ModelMenu.tsx'

const OtherEditors = lazyPart(async () => ({ default: (await import('../editor/OtherEditors.tsx')).OtherEditors }))
const AccessDialog = lazyPart(async () => {
  const [{ AccessDialog }] = await Promise.all([
    import('../sharing/AccessDialog.tsx'),
    import('../../i18n/organization.ts'),
  ])
  return { default: AccessDialog }
})

interface ModelHeaderProps {
  editor: DraftEditor
  name: string
  file: FileEntry | undefined
  params: { org: string; slug: string }
  publish: () => void
  isPublishing: boolean
  ask: Ask
  onHistory: () => void
  onRefresh: () => void
  onViewAs: () => void
}

/** The name of the data model, the state of its edits, and publishing. */
export function ModelHeader(props: ModelHeaderProps) {
  const { editor, name, file, params, publish, isPublishing, ask, onHistory, onRefresh, onViewAs } = props
  const { t } = useTranslation('editor')
  const common = useTranslation().t
  const navigate = useNavigate()
  const [isSharing, setSharing] = useState(false)
  const hasChanges = useEditorState((state) => state.hasChanges)
  const hasOthers = useEditorState((state) => state.others.length > 0)

  async function discard() {
    const isSure = await ask({
      title: t('discard.title'),
      text: t('discard.text'),
      confirm: t('discard.confirm'),
    })
    if (!isSure) return
    try {
      await discardDraft(editor)
      await editor.reload()
    } catch (error) {
      notify({ title: t('discard.failed'), text: explain(error).message, tone: 'danger' })
    }
  }

  return (
    <header data-region className="flex h-12 shrink-0 items-center gap-2 border-b border-line bg-surface px-3">
      <Link to="/" aria-label={common('shell.home')} className="shrink-0 rounded-md">
        <img src="/favicon.svg" alt="" className="size-6" />
      </Link>
      <ModelMenu name={name} file={file} params={params} onHistory={onHistory} />
      <Badge tone="warning">{t('draft')}</Badge>
      <SaveStateText />
      <div className="grow" />
      {hasOthers && (
        <Suspense>
          <OtherEditors />
        </Suspense>
      )}
      <Button icon={Eye} onClick={onViewAs}>
        {t('preview.as')}
      </Button>
      {file && <Button onClick={() => setSharing(true)}>{t('share')}</Button>}
      <IconButton label={t('refresh')} icon={RefreshCw} shortcut="Ctrl+Shift+R" onClick={onRefresh} />
      <span className="flex shrink-0 gap-px">
        <Button
          look="primary"
          className="rounded-r-none"
          disabled={!hasChanges}
          isBusy={isPublishing}
          onClick={publish}
        >
          {t('publish')}
        </Button>
        <Menu
          label={t('publishMenu')}
          triggerClass="grid h-control w-7 place-items-center rounded-r-md bg-accent text-on-accent hover:bg-accent-hover"
          trigger={<ChevronDown className="size-4" />}
        >
          <MenuItem onSelect={() => void navigate({ to: '/$org/data-model/$slug', params })}>
            {t('goToPublished')}
          </MenuItem>
          <MenuSeparator />
          <MenuItem isDanger isDisabled={!hasChanges} onSelect={() => void discard()}>
            {t('discard.open')}
          </MenuItem>
        </Menu>
      </span>
      {isSharing && file && (
        <Suspense>
          <AccessDialog target={file} onClose={() => setSharing(false)} />
        </Suspense>
      )}
    </header>
  )
}
