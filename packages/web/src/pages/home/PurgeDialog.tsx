import type { FileEntry } from '@octavo/core/contract'
import { useTranslation } from 'react-i18next'
import { Confirm } from '../../forms/index.ts'
import { isHolder } from '../data/files.ts'
import { useDeed } from '../data/use-deed.ts'
import { useFileMoves } from './file-moves.tsx'

interface PurgeDialogProps {
  files: readonly FileEntry[]
  onClose: () => void
  onPurged: () => void
}

/** Asks before something is removed from the archive for good. */
export function PurgeDialog({ files, onClose, onPurged }: PurgeDialogProps) {
  const { t } = useTranslation('organization')
  const { purge } = useFileMoves()
  const deed = useDeed(async () => {
    onClose()
    await purge(files)
    onPurged()
  })
  const [only] = files
  return (
    <Confirm
      title={t('archive.purgeTitle', { count: files.length, name: only?.name ?? '' })}
      confirm={t('archive.purge')}
      cancel={t('common.cancel', { ns: 'translation' })}
      closeLabel={t('common.close', { ns: 'translation' })}
      isBusy={deed.isBusy}
      failure={deed.failure}
      onConfirm={() => deed.run()}
      onClose={onClose}
    >
      <p>{t('archive.purgeText')}</p>
      {files.some(isHolder) && <p>{t('archive.purgeFolders')}</p>}
    </Confirm>
  )
}
