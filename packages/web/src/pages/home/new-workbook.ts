import type { Workbook } from '@octavo/core/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { explain } from '../../explain.ts'
import { useSession } from '../../session.ts'
import { notify } from '../../ui/index.ts'
import { myHomeQuery, refreshFiles } from '../data/files.ts'
import { slugOf } from '../workbook-address.ts'

/** Creates a workbook in the user's own documents, empty or from a template, and opens it in the editor. */
export function useNewWorkbook() {
  const { t } = useTranslation('organization')
  const common = useTranslation().t
  const queries = useQueryClient()
  const navigate = useNavigate()
  const session = useSession()
  const [isBusy, setBusy] = useState(false)
  /** Whether it was created; a failure is shown. */
  async function make(request: (folderId: string) => Promise<Workbook>): Promise<boolean> {
    if (!session || isBusy) return false
    setBusy(true)
    try {
      const folderId = await queries.ensureQueryData(myHomeQuery(session.member.memberId))
      const workbook = await request(folderId)
      void refreshFiles(queries)
      const slug = slugOf(workbook.name, workbook.workbookUrlId)
      await navigate({ to: '/$org/workbook/$slug/edit', params: { org: session.organization.slug, slug } })
      return true
    } catch (error) {
      const { message, hint } = explain(error)
      notify({ title: t('newDocument.failed'), text: [message, hint].filter(Boolean).join(' '), tone: 'danger' })
      return false
    } finally {
      setBusy(false)
    }
  }
  const create = () =>
    make((folderId) =>
      call<Workbook>('/v2/workbooks', { method: 'POST', body: { folderId, name: common('workbook.untitled') } }),
    )
  const createWith = (name: string, pages: readonly unknown[]) =>
    make(async (folderId) => {
      const body = { name, folderId, schemaVersion: 1, pages }
      const { workbookId } = await call<{ workbookId: string }>('/v2/workbooks/spec', { method: 'POST', body })
      return call<Workbook>(`/v2/workbooks/${workbookId}`)
    })
  const createFrom = (templateId: string, choice: { name: string; updateAutomatically: boolean }) =>
    make(async (folderId) => {
      const body = { templateId, folderId, ...choice }
      const path = '/v2/templates/save_workbook'
      const { workbookId } = await call<{ workbookId: string }>(path, { method: 'POST', body })
      return call<Workbook>(`/v2/workbooks/${workbookId}`)
    })
  return {
    create: () => void create(),
    createWith,
    createFrom,
    isBusy,
  }
}
