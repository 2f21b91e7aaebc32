import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SwitchRow, TextField } from '../../forms/index.ts'
import { notify } from '../../ui/index.ts'
import { useAction } from '../data/use-action.ts'
import { FormDialog } from '../frame/dialogs.tsx'

interface SaveViewDialogProps {
  /** Members who can create workbooks can also share saved views. */
  mayShare: boolean
  /** Saves the view and shows it as readers see it. */
  save: (view: { name: string; isShared: boolean }) => Promise<void>
  onClose: () => void
}

/** Asks for the name of a saved view. */
export function SaveViewDialog({ mayShare, save, onClose }: SaveViewDialogProps) {
  const { t } = useTranslation('explore')
  const [typed, setTyped] = useState('')
  const [isShared, setShared] = useState(false)
  const name = typed.trim()
  const action = useAction(async () => {
    await save({ name, isShared })
    notify({ title: t('saveView.saved', { name }), tone: 'done' })
    onClose()
  })
  return (
    <FormDialog
      title={t('saveView.title')}
      submit={t('saveView.save')}
      action={action}
      isReady={name !== ''}
      onClose={onClose}
    >
      <TextField label={t('saveView.name')} value={typed} onChange={setTyped} maxLength={255} autoComplete="off" />
      {mayShare && (
        <SwitchRow
          label={t('saveView.isShared')}
          text={t('saveView.isSharedText')}
          isOn={isShared}
          onChange={setShared}
        />
      )}
      <p className="text-xs text-muted">{t('saveView.text')}</p>
    </FormDialog>
  )
}
