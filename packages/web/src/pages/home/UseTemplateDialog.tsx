import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox, TextField } from '../../forms/index.ts'
import { useAction } from '../data/use-action.ts'
import { FormDialog } from '../frame/dialogs.tsx'
import { useNewWorkbook } from './new-workbook.ts'

/**
 * Creates a workbook from a template in the user's own documents and opens it; it can follow later versions of the
 * template.
 */
export function UseTemplateDialog({
  template,
  onClose,
}: {
  template: { id: string; name: string }
  onClose: () => void
}) {
  const { t } = useTranslation('organization')
  const { createFrom } = useNewWorkbook()
  const [typed, setTyped] = useState(template.name)
  const [updateAutomatically, setUpdateAutomatically] = useState(false)
  const name = typed.trim()
  const action = useAction(async () => {
    if (await createFrom(template.id, { name, updateAutomatically })) onClose()
  })
  return (
    <FormDialog
      title={t('templates.useTitle', { name: template.name })}
      submit={t('templates.create')}
      action={action}
      isReady={name !== ''}
      onClose={onClose}
    >
      <TextField label={t('files.name')} value={typed} onChange={setTyped} maxLength={255} autoComplete="off" />
      <Checkbox isChecked={updateAutomatically} onChange={setUpdateAutomatically}>
        <span>{t('templates.follow')}</span>
        <span className="block text-xs text-muted">{t('templates.followHint')}</span>
      </Checkbox>
    </FormDialog>
  )
}
