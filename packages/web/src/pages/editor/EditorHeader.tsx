import type { FileEntry } from '@octavo/core/contract'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditorState } from '../../editor/index.ts'
import { isEmbedded } from '../../embedded.ts'
import { Badge, MessageSquare, PanelRight } from '../../forms/index.ts'
import { Button, IconButton, lazyPart, RefreshCw } from '../../ui/index.ts'
import { DocumentMenu } from './DocumentMenu.tsx'
import type { PreviewStart, PreviewWidth } from './Preview.tsx'
import { PublishButton } from './PublishButton.tsx'
import { SaveStateText } from './SaveStateText.tsx'

const OtherEditors = lazyPart(async () => ({ default: (await import('./OtherEditors.tsx')).OtherEditors }))
const ExportsTray = lazyPart(async () => ({ default: (await import('../ExportsTray.tsx')).ExportsTray }))
const AccessDialog = lazyPart(async () => {
  const [{ AccessDialog }] = await Promise.all([
    import('../sharing/AccessDialog.tsx'),
    import('../../i18n/organization.ts'),
  ])
  return { default: AccessDialog }
})

interface EditorHeaderProps {
  name: string
  file: FileEntry | undefined
  publish: () => void
  isPublishing: boolean
  onDiscard: () => void
  /** The menu of the document was opened. */
  onMenu: () => void
  onHistory: () => void
  onLineage: () => void
  onComments: () => void
  onQueries: () => void
  onSettings: () => void
  onPreview: (width: PreviewWidth, start?: PreviewStart) => void
  onRefresh: () => void
  arePanelsShown: boolean
  onTogglePanels: () => void
}

export function EditorHeader(props: EditorHeaderProps) {
  const { name, file, onRefresh, arePanelsShown, onTogglePanels } = props
  const navigate = useNavigate()
  const params = useParams({ from: '/inside/$org/workbook/$slug/edit' })
  const { t } = useTranslation('editor')
  const common = useTranslation().t
  const [isSharing, setSharing] = useState(false)
  const hasOthers = useEditorState((state) => state.others.length > 0)
  return (
    <header data-region className="flex h-12 shrink-0 items-center gap-2 border-b border-line bg-surface px-3">
      {!isEmbedded && (
        <Link to="/" aria-label={common('shell.home')} className="shrink-0 rounded-md">
          <img src="/favicon.svg" alt="" className="size-6" />
        </Link>
      )}
      <DocumentMenu
        name={name}
        file={file}
        onMenu={props.onMenu}
        onHistory={props.onHistory}
        onLineage={props.onLineage}
        onComments={props.onComments}
        onQueries={props.onQueries}
        onSettings={props.onSettings}
      />
      <Badge tone="warning">{t('draft')}</Badge>
      <SaveStateText />
      <div className="grow" />
      {hasOthers && (
        <Suspense>
          <OtherEditors />
        </Suspense>
      )}
      <Suspense>
        <ExportsTray />
      </Suspense>
      {file && <Button onClick={() => setSharing(true)}>{t('share')}</Button>}
      <IconButton label={t('command.comments')} icon={MessageSquare} onClick={props.onComments} />
      <IconButton label={t('refresh')} icon={RefreshCw} shortcut="Ctrl+Shift+R" onClick={onRefresh} />
      <IconButton
        label={arePanelsShown ? t('hidePanels') : t('showPanels')}
        icon={PanelRight}
        shortcut="Ctrl+\\"
        isPressed={arePanelsShown}
        onClick={onTogglePanels}
      />
      <PublishButton
        publish={props.publish}
        isBusy={props.isPublishing}
        onDiscard={props.onDiscard}
        onReview={props.onHistory}
        onPreview={props.onPreview}
        onGoToPublished={() => void navigate({ to: '/$org/workbook/$slug', params })}
      />
      {isSharing && file && (
        <Suspense>
          <AccessDialog target={file} onClose={() => setSharing(false)} />
        </Suspense>
      )}
    </header>
  )
}
