import type { Workbook } from '@octavo/core/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { useEditor } from '../../editor/index.ts'
import { tellOfSaveAs } from '../../embedding/tell-of-save-as.ts'
import { TextField } from '../../forms/index.ts'
import { useSession } from '../../session.ts'
import { myHomeQuery, refreshFiles } from '../data/files.ts'
import { useAction } from '../data/use-action.ts'
import { FormDialog } from '../frame/dialogs.tsx'
import { slugOf } from '../workbook-address.ts'

/** Makes a workbook of one's own of what is open as it is now, in one's documents, and opens it. */
export function SaveAsDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const session = useSession()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [typed, setTyped] = useState(t('copyOf', { name }))
  const action = useAction(async () => {
    if (!session) return
    await editor.settled()
    const path = `/v2/workbooks/${encodeURIComponent(editor.workbookId)}/spec`
    const spec = await call<Record<string, unknown>>(path, { query: { ...editor.stored } })
    const folderId = await queries.ensureQueryData(myHomeQuery(session.member.memberId))
    const body = { ...spec, name: typed.trim(), folderId, ownerId: session.member.memberId }
    const { workbookId } = await call<{ workbookId: string }>('/v2/workbooks/spec', { method: 'POST', body })
    const made = await call<Workbook>(`/v2/workbooks/${workbookId}`)
    void refreshFiles(queries)
    tellOfSaveAs(editor.workbookId, workbookId)
    const slug = slugOf(made.name, made.workbookUrlId)
    await navigate({ to: '/$org/workbook/$slug/edit', params: { org: session.organization.slug, slug } })
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
