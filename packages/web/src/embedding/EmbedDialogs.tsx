import type { Workbook } from '@octavo/core/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, send } from '../api.ts'
import { SwitchRow, TextField } from '../forms/index.ts'
import { myHomeQuery, refreshFiles } from '../pages/data/files.ts'
import { useAction } from '../pages/data/use-action.ts'
import { Confirm, FormDialog } from '../pages/frame/dialogs.tsx'
import { slugOf } from '../pages/workbook-address.ts'
import { useSession } from '../session.ts'
import { notify } from '../ui/index.ts'
import type { EmbedBarProps, EmbedDialog } from './EmbedBar.tsx'
import { tellHost } from './host-channel.ts'
import { tellOfSaveAs } from './tell-of-save-as.ts'
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
  const session = useSession()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [typed, setTyped] = useState(t('copyOf', { name }))
  const action = useAction(async () => {
    if (!session) return
    const path = `/v2/workbooks/${encodeURIComponent(workbookId)}/spec`
    const spec = await call<Record<string, unknown>>(path, { query: { ...view?.query } })
    const folderId = await queries.ensureQueryData(myHomeQuery(session.member.memberId))
    const body = { ...spec, name: typed.trim(), folderId, ownerId: session.member.memberId }
    const made = await call<{ workbookId: string }>('/v2/workbooks/spec', { method: 'POST', body })
    const opened = await call<Workbook>(`/v2/workbooks/${made.workbookId}`)
    void refreshFiles(queries)
    tellOfSaveAs(workbookId, made.workbookId)
    onClose()
    const params = { org: session.organization.slug, slug: slugOf(opened.name, opened.workbookUrlId) }
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
    tellHost('workbook:ondelete', { id: workbookId })
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
