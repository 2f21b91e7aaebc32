import type { Workbook } from '@octavo/core/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api.ts'
import { reportSaveAs } from '../../embedding/report-save-as.ts'
import { useSession } from '../../session.ts'
import { slugOf } from '../workbook-address.ts'
import { myHomeQuery, refreshFiles } from './files.ts'

interface SaveAsRequest {
  workbookId: string
  name: string
  /** The state of the workbook that is copied: the draft, a version, or a view; the published version when empty. */
  query: Readonly<Record<string, string | number | boolean | undefined>>
}

/** Copies a workbook to the documents of the signed-in member; returns the parameters of its address. Notifies the host of an embed. */
export function useSaveAs(): (request: SaveAsRequest) => Promise<{ org: string; slug: string } | undefined> {
  const session = useSession()
  const queries = useQueryClient()
  return async ({ workbookId, name, query }) => {
    if (!session) return undefined
    const spec = await call<Record<string, unknown>>(`/v2/workbooks/${encodeURIComponent(workbookId)}/spec`, {
      query: { ...query },
    })
    const folderId = await queries.ensureQueryData(myHomeQuery(session.member.memberId))
    const body = { ...spec, name: name.trim(), folderId, ownerId: session.member.memberId }
    const made = await call<{ workbookId: string }>('/v2/workbooks/spec', { method: 'POST', body })
    const opened = await call<Workbook>(`/v2/workbooks/${made.workbookId}`)
    void refreshFiles(queries)
    reportSaveAs(workbookId, made.workbookId)
    return { org: session.organization.slug, slug: slugOf(opened.name, opened.workbookUrlId) }
  }
}
