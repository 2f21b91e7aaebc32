import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../editor/index.ts'
import { TextField } from '../../forms/index.ts'
import { useAction } from '../data/use-action.ts'
import { useSaveAs } from '../data/use-save-as.ts'
import { FormDialog } from '../frame/dialogs.tsx'

/** Creates a workbook in the user's own documents from the current state of the open one, and opens it. */
export function SaveAsDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const saveAs = useSaveAs()
  const navigate = useNavigate()
  const [typed, setTyped] = useState(t('copyOf', { name }))
  const action = useAction(async () => {
    await editor.settled()
    const params = await saveAs({ workbookId: editor.workbookId, name: typed, query: { ...editor.stored } })
    if (!params) return
    await navigate({ to: '/$org/workbook/$slug/edit', params })
    onClose()
  })
  return (
    <FormDialog
      title={t('saveAs.title')}
      submit={t('saveAs.save')}
      action={action}
      isReady={typed.trim() !== ''}
      onClose={onClose}
    >
      <TextField label={t('pageField.name')} value={typed} onChange={setTyped} maxLength={255} autoComplete="off" />
      <p className="text-xs text-muted">{t('saveAs.text')}</p>
    </FormDialog>
  )
}
