import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../api.ts'
import { TextField } from '../../forms/index.ts'
import { notify } from '../../ui/index.ts'
import { refreshFiles } from '../data/files.ts'
import { useAction } from '../data/use-action.ts'
import { FormDialog } from '../frame/dialogs.tsx'

/** Creates a template from the published version of a workbook, or from a custom view, in the user's own documents. */
export function SaveTemplateDialog({
  workbook,
  exploreKey,
  onClose,
}: {
  workbook: { id: string; name: string }
  exploreKey?: string
  onClose: () => void
}) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const [typed, setTyped] = useState(workbook.name)
  const name = typed.trim()
  const action = useAction(async () => {
    const body = { name, ...(exploreKey === undefined ? {} : { exploreKey }) }
    await send(`/v2/workbooks/${encodeURIComponent(workbook.id)}/saveTemplate`, { method: 'POST', body })
    void refreshFiles(queries)
    notify({ title: t('templates.saved', { name }), tone: 'done' })
    onClose()
  })
  return (
    <FormDialog
      title={t('templates.saveTitle')}
      submit={t('common.save')}
      action={action}
      isReady={name !== ''}
      onClose={onClose}
    >
      <TextField label={t('files.name')} value={typed} onChange={setTyped} maxLength={255} autoComplete="off" />
      <p className="text-xs text-muted">
        {t(exploreKey === undefined ? 'templates.saveText' : 'templates.saveViewText')}
      </p>
    </FormDialog>
  )
}
