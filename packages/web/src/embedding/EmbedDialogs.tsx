import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../api.ts'
import { SwitchRow, TextField } from '../forms/index.ts'
import { useAction } from '../pages/data/use-action.ts'
import { useSaveAs } from '../pages/data/use-save-as.ts'
import { Confirm, FormDialog } from '../pages/frame/dialogs.tsx'
import { notify } from '../ui/index.ts'
import type { EmbedBarProps, EmbedDialog } from './embed-bar-props.ts'
import { sendToHost } from './host-channel.ts'
import { useSavedViews } from './use-saved-views.ts'

type EmbedDialogsProps = EmbedBarProps & { dialog: EmbedDialog; onClose: () => void }

/** What the menu of an embed opens. */
export function EmbedDialogs(props: EmbedDialogsProps) {
  switch (props.dialog) {
    case 'saveAs':
      return <SaveAs {...props} />
    case 'saveView':
      return <SaveView {...props} />
    case 'delete':
      return <Delete {...props} />
  }
}

/** A workbook of one's own of what is shown, which is then opened. */
function SaveAs({ workbookId, name, view, onClose }: EmbedDialogsProps) {
  const { t } = useTranslation('embedding')
  const saveAs = useSaveAs()
  const navigate = useNavigate()
  const [typed, setTyped] = useState(t('copyOf', { name }))
  const action = useAction(async () => {
    const params = await saveAs({ workbookId, name: typed, query: { ...view?.query } })
    if (!params) return
    onClose()
    await navigate({ to: '/$org/workbook/$slug', params })
  })
  return (
    <FormDialog
      title={t('saveAsTitle')}
      submit={t('saveAsSave')}
      action={action}
      isReady={typed.trim() !== ''}
      onClose={onClose}
    >
      <TextField label={t('saveAsName')} value={typed} onChange={setTyped} maxLength={255} autoComplete="off" />
      <p className="text-xs text-muted">{t('saveAsText')}</p>
    </FormDialog>
  )
}

function SaveView(props: EmbedDialogsProps) {
  const { t } = useTranslation('embedding')
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const savedViews = useSavedViews(props)
  const action = useAction(async () => {
    await savedViews.create({ name: name.trim(), isShared, isDefault: false })
    props.onClose()
  })
  return (
    <FormDialog
      title={t('saveViewTitle')}
      submit={t('saveViewSave')}
      action={action}
      isReady={name.trim() !== ''}
      onClose={props.onClose}
    >
      <TextField label={t('saveViewName')} value={name} onChange={setName} maxLength={255} autoComplete="off" />
      {props.mayCreate && (
        <SwitchRow label={t('saveViewShared')} text={t('saveViewSharedText')} isOn={isShared} onChange={setShared} />
      )}
    </FormDialog>
  )
}

function Delete({ workbookId, name, file, onClose }: EmbedDialogsProps) {
  const { t } = useTranslation('embedding')
  const queries = useQueryClient()
  const action = useAction(async () => {
    await send(`/v2/files/${encodeURIComponent(file?.id ?? workbookId)}`, { method: 'DELETE' })
    sendToHost('workbook:ondelete', { id: workbookId })
    notify({ title: t('deleted'), tone: 'done' })
    onClose()
    await queries.invalidateQueries()
  })
  return (
    <Confirm title={t('deleteTitle', { name })} confirm={t('deleteConfirm')} action={action} onClose={onClose}>
      {t('deleteText')}
    </Confirm>
  )
}
