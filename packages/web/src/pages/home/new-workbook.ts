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

/** Creates an empty workbook in the person's documents and opens it in the editor. */
export function useNewWorkbook() {
  const { t } = useTranslation('organization')
  const common = useTranslation().t
  const queries = useQueryClient()
  const navigate = useNavigate()
  const session = useSession()
  const [isBusy, setBusy] = useState(false)
  async function create(contents?: { name: string; contents: Record<string, unknown> }) {
    if (!session || isBusy) return
    setBusy(true)
    try {
      const folderId = await queries.ensureQueryData(myHomeQuery(session.member.memberId))
      const workbook = await call<Workbook>('/v2/workbooks', {
        method: 'POST',
        body: { folderId, name: common('workbook.untitled'), ...contents },
      })
      void refreshFiles(queries)
      const slug = slugOf(workbook.name, workbook.workbookUrlId)
      await navigate({ to: '/$org/workbook/$slug/edit', params: { org: session.organization.slug, slug } })
    } catch (error) {
      notify({ title: t('newDocument.failed'), text: explain(error).message, tone: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  return { create: () => void create(), createWith: create, isBusy }
}
