import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../forms/index.ts'
import { useAction } from '../data/use-action.ts'
import { FormDialog } from '../frame/dialogs.tsx'

interface PublishDialogProps {
  /** Renames and publishes; throws the server's error. */
  onPublish: (name: string) => Promise<void>
  onClose: () => void
}

/** Asks for the name of a workbook that has none yet, before its first readers see it. */
export function PublishDialog({ onPublish, onClose }: PublishDialogProps) {
  const { t } = useTranslation('editor')
  const [typed, setTyped] = useState('')
  const action = useAction(async () => {
    await onPublish(typed.trim())
    onClose()
  })
  return (
    <FormDialog
      title={t('publishNamed.title')}
      submit={t('publish')}
      action={action}
      isReady={typed.trim() !== ''}
      onClose={onClose}
    >
      <TextField label={t('pageField.name')} value={typed} onChange={setTyped} maxLength={255} autoComplete="off" />
    </FormDialog>
  )
}
