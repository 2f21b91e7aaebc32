import type {
  DataModelDraft,
  DraftChanges,
  DraftPublished,
  DraftReaderRequest,
  DraftSaved,
  DraftViewAs,
  WorkbookDraft,
} from '@octavo/core/contract'
import { ApiError, call, send, unreachable } from '../../api.ts'
import { type DraftFailure, type DraftTransport, documentPath, type OpenPage } from '../../editor/index.ts'
import { explain } from '../../explain.ts'

/** The open document: a workbook, or a data model where that is said. */
type OpenDocument = Pick<OpenPage, 'workbookId' | 'isDataModel'>

const pathOf = (open: OpenDocument) => `${documentPath(open)}/draft`

export function readDraft(workbookId: string, signal?: AbortSignal): Promise<WorkbookDraft> {
  return call<WorkbookDraft>(pathOf({ workbookId }), signal ? { signal } : {})
}

/** The draft of a data model, as the editor holds drafts. */
export async function readModelDraft(id: string, signal?: AbortSignal): Promise<WorkbookDraft> {
  const path = pathOf({ workbookId: id, isDataModel: true })
  const { dataModelId, ...draft } = await call<DataModelDraft>(path, signal ? { signal } : {})
  return { workbookId: dataModelId, ...draft }
}

/** Another editor or window has saved since; the second code is for custom views. */
const conflictCodes: ReadonlySet<string> = new Set(['draft_conflict', 'precondition_failed'])

/** The requests that the open draft makes by itself. */
export function draftTransport(open: OpenDocument): DraftTransport {
  const path = pathOf(open)
  return {
    read: () => (open.isDataModel ? readModelDraft(open.workbookId) : readDraft(open.workbookId)),
    save: (edits, baseRevision) => call<DraftSaved>(`${path}/edits`, { method: 'POST', body: { edits, baseRevision } }),
    since: (revision) => call<DraftChanges>(`${path}/edits`, { query: { since: revision } }),
    failureOf,
  }
}

/** Classifies a failed request about the open document by what has to happen with the edits. */
export function failureOf(error: unknown): DraftFailure {
  const problems = error instanceof ApiError ? error.problems.map(({ message }) => message) : []
  return { kind: kindOf(error), failure: { ...explain(error), ...(problems.length > 0 ? { problems } : {}) } }
}

function kindOf(error: unknown): DraftFailure['kind'] {
  if (!(error instanceof ApiError)) return 'refused'
  if (error.code === unreachable || error.status >= 502) return 'offline'
  if (error.status === 401) return 'signed-out'
  if (error.status === 403 || error.status === 404) return 'forbidden'
  return conflictCodes.has(error.code) ? 'conflict' : 'refused'
}

export function publishDraft(open: OpenDocument): Promise<Pick<DraftPublished, 'documentVersion'>> {
  return call<Pick<DraftPublished, 'documentVersion'>>(`${pathOf(open)}/publish`, { method: 'POST', body: {} })
}

export async function discardDraft(open: OpenDocument): Promise<void> {
  await send(pathOf(open), { method: 'DELETE' })
}

/** The parts of the draft that a member or a team can see. */
export function viewDraftAs(open: OpenDocument, reader: DraftReaderRequest): Promise<DraftViewAs> {
  return call<DraftViewAs>(`${pathOf(open)}/viewAs`, { method: 'POST', body: reader })
}
