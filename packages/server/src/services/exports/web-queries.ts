import { namedConnection, type Viewer } from '@octavo/core/access'
import type { AuditVerb, CreatedWebQuery, CreateWebQueryRequest, WebQuery } from '@octavo/core/contract'
import { elementLabel, findElement } from '@octavo/core/document'
import { AppError, conflict } from '@octavo/core/errors'
import type { Access } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import { hashToken, newToken } from '../../secrets/index.ts'
import { isUuid, newKeyUuid, type ObjectChange, type Store } from '../../store/index.ts'
import {
  deleteWebQueryRow,
  findWebQueriesOf,
  findWebQuery,
  insertWebQuery,
  type WebQueryRow,
} from '../../store/web-queries.ts'
import { type Slice, sliceOfList, type Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import type { Documents } from '../documents/documents.ts'
import { shownContent } from '../documents/shown-content.ts'
import type { OrganizationSettingsReader } from '../organization/settings/organization-settings.ts'
import { compiledOrThrow, type ElementCompiler } from '../queries/element-compiler.ts'
import { queriedDocument } from '../queries/element-descriptions.ts'
import { serviceOf } from '../service/service.ts'
import { exportOrder, exportZone } from './export-requests.ts'
import { requireWholeColumns } from './exported-rows.ts'

/** Maximum web queries of one workbook. */
const mostQueries = 500

export type WebQueries = ReturnType<typeof createWebQueries>

/** Manages web queries, addresses that return the rows of an element. `web-query-reads.ts` serves them. */
export function createWebQueries(parts: Parts) {
  return serviceOf(parts, { list, create, remove })
}

interface Parts {
  store: Store
  clock: Clock
  access: Access
  documents: Documents
  compiler: ElementCompiler
  settings: OrganizationSettingsReader
}

async function list(parts: Parts, viewer: Viewer, workbookId: string, window: Window): Promise<Slice<WebQuery>> {
  const { content, record } = await parts.documents.read(viewer, 'workbook', workbookId)
  const shown = shownContent(viewer, record.facts, content)
  const rows = await findWebQueriesOf(parts.store.db, viewer.organizationId, record.inode.id)
  const mayEdit = await editsIt(parts, viewer, record.inode.id)
  return sliceOfList(
    rows
      .filter((row) => mayEdit || row.created_by === viewer.memberId)
      .map((row) => {
        const element = findElement(shown, row.element_id)
        return {
          webQueryId: row.id,
          elementId: row.element_id,
          elementName: element ? elementLabel(element) : null,
          format: row.format,
          parameters: JSON.parse(row.parameters) as Record<string, string>,
          createdBy: row.created_by,
          createdAt: timestamp(row.created_at),
          lastReadAt: row.last_read_at === null ? null : timestamp(row.last_read_at),
        }
      }),
    window,
  )
}

const editsIt = async ({ access }: Parts, viewer: Viewer, documentId: string): Promise<boolean> =>
  (await access.decideInode(viewer, documentId, 'edit'))?.allowed === true

/** Throws `invalid_request` in an embed session that reads another connection: the address would return rows of the document's own. */
function requireOwnConnection(viewer: Viewer): void {
  if (namedConnection(viewer) === undefined) return
  throw new AppError('invalid_request', {
    reason: 'This session reads another connection (eval_connection_id), and a web query would not.',
    hint: 'Export the element, or schedule an export of it.',
  })
}

/** Refuse an element that its creator cannot read now, instead of failing later in a spreadsheet. */
async function create(
  parts: Parts,
  viewer: Viewer,
  workbookId: string,
  request: CreateWebQueryRequest,
  baseUrl: string,
  signal: AbortSignal,
): Promise<CreatedWebQuery> {
  const { clock, compiler, documents, settings, store } = parts
  requireOwnConnection(viewer)
  const open = await documents.read(viewer, 'workbook', workbookId)
  const { elementId, format, parameters = {} } = request
  const shown = shownContent(viewer, open.record.facts, open.content)
  const asked = { elementId, format: { type: format }, parameters }
  exportOrder(asked, shown, viewer, await settings.read(viewer.organizationId))
  const scope = await compiler.begin(viewer, queriedDocument(open), parameters, exportZone)
  const kind = findElement(shown, elementId)?.kind ?? 'unknown'
  const compiled = compiledOrThrow(await compiler.compile(scope, elementId, [], signal), elementId, kind)
  requireWholeColumns(compiled, compiled.flat)
  const token = newToken()
  const row: WebQueryRow = {
    organization_id: viewer.organizationId,
    id: newKeyUuid(),
    document_id: open.record.inode.id,
    element_id: elementId,
    format,
    parameters: JSON.stringify(parameters),
    token_hash: hashToken(token.reveal()),
    created_by: viewer.memberId,
    created_at: clock.now(),
    last_read_at: null,
  }
  await store.write(event(viewer, row, 'CREATED', { before: null, after: factsOf(row) }), async (tx) => {
    const present = await findWebQueriesOf(tx, viewer.organizationId, row.document_id)
    if (present.length >= mostQueries) {
      throw conflict({ rule: 'web_queries_full', most: mostQueries })
    }
    await insertWebQuery(tx, row)
  })
  return { webQueryId: row.id, url: `${baseUrl}/v2/web-queries/${row.id}?token=${token.reveal()}` }
}

/** Throws `not_found` for a missing web query, one of another workbook, and another member's when the viewer may only read. */
async function remove(parts: Parts, viewer: Viewer, workbookId: string, webQueryId: string): Promise<void> {
  const { documents, store } = parts
  const { inode } = await documents.find(viewer, 'workbook', workbookId)
  const missing = new AppError('not_found', { kind: 'web query', id: webQueryId })
  const row = isUuid(webQueryId) ? await findWebQuery(store.db, webQueryId.toLowerCase()) : undefined
  if (row?.organization_id !== viewer.organizationId || row.document_id !== inode.id) throw missing
  if (row.created_by !== viewer.memberId && !(await editsIt(parts, viewer, inode.id))) throw missing
  await store.write(event(viewer, row, 'REVOKED', { before: factsOf(row), after: null }), async (tx) => {
    if (!(await deleteWebQueryRow(tx, row))) throw missing
  })
}

function event(viewer: Viewer, { document_id }: WebQueryRow, word: AuditVerb<'WEB_QUERY'>, change: ObjectChange) {
  return eventOf(viewer, {
    category: 'EXPORTS',
    action: `WEB_QUERY_${word}`,
    object: { kind: 'workbook', id: document_id },
    change,
  })
}

const factsOf = ({ id, element_id, format, created_by }: WebQueryRow) => ({
  webQueryId: id,
  elementId: element_id,
  format,
  createdBy: created_by,
})
