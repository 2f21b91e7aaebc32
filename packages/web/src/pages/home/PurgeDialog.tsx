import type { FileEntry } from '@octavo/core/contract'
import { useTranslation } from 'react-i18next'
import { isHolder } from '../data/files.ts'
import { useAction } from '../data/use-action.ts'
import { Confirm } from '../frame/dialogs.tsx'
import { useFileMoves } from './file-moves.tsx'

interface PurgeDialogProps {
  files: readonly FileEntry[]
  onClose: () => void
  onPurged: () => void
}

/** Asks before something is deleted from the archive permanently. */
export function PurgeDialog({ files, onClose, onPurged }: PurgeDialogProps) {
  const { t } = useTranslation('organization')
  const { purge } = useFileMoves()
  const action = useAction(async () => {
    onClose()
    await purge(files)
    onPurged()
  })
  const [only] = files
  return (
    <Confirm
      title={t('archive.purgeTitle', { count: files.length, name: only?.name ?? '' })}
      confirm={t('archive.purge')}
      action={action}
      onClose={onClose}
    >
      <p>{t('archive.purgeText')}</p>
      {files.some(isHolder) && <p>{t('archive.purgeFolders')}</p>}
    </Confirm>
  )
}
