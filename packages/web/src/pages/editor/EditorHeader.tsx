import type { FileEntry } from '@octavo/core/contract'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, Frame, RefreshCw } from '../../ui/index.ts'
import { DocumentMenu } from './DocumentMenu.tsx'
import { PublishButton } from './PublishButton.tsx'
import { SaveStateText } from './SaveStateText.tsx'

const AccessDialog = lazy(async () => {
  const [{ AccessDialog }] = await Promise.all([
    import('../sharing/AccessDialog.tsx'),
    import('../../i18n/organization.ts'),
  ])
  return { default: AccessDialog }
})

interface EditorHeaderProps {
  name: string
  file: FileEntry | undefined
  onRefresh: () => void
  arePanelsShown: boolean
  onTogglePanels: () => void
}

export function EditorHeader({ name, file, onRefresh, arePanelsShown, onTogglePanels }: EditorHeaderProps) {
  const { t } = useTranslation('editor')
  const common = useTranslation().t
  const [isSharing, setSharing] = useState(false)
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line bg-surface px-3">
      <Link to="/" aria-label={common('shell.home')} className="shrink-0 rounded-md">
        <img src="/favicon.svg" alt="" className="size-6" />
      </Link>
      <DocumentMenu name={name} file={file} />
      <span className="shrink-0 rounded bg-warning-soft px-1.5 py-0.5 text-2xs font-medium text-warning">
        {t('draft')}
      </span>
      <SaveStateText />
      <div className="grow" />
      {file && <Button onClick={() => setSharing(true)}>{t('share')}</Button>}
      <Button look="quiet" isIcon aria-label={t('refresh')} title={t('refresh')} onClick={onRefresh}>
        <RefreshCw className="size-4" />
      </Button>
      <Button
        look="quiet"
        isIcon
        aria-label={arePanelsShown ? t('hidePanels') : t('showPanels')}
        title={arePanelsShown ? t('hidePanels') : t('showPanels')}
        onClick={onTogglePanels}
      >
        <Frame className="size-4" />
      </Button>
      <PublishButton name={name} />
      {isSharing && file && (
        <Suspense>
          <AccessDialog target={file} onClose={() => setSharing(false)} />
        </Suspense>
      )}
    </header>
  )
}
