import type {
  DraftChanges,
  DraftPublished,
  DraftReaderRequest,
  DraftSaved,
  DraftViewAs,
  WorkbookDraft,
} from '@octavo/core/contract'
import { ApiError, call, send, unreachable } from '../../api.ts'
import type { DraftFailure, DraftTransport } from '../../editor/index.ts'
import { explain } from '../../explain.ts'

const pathOf = (workbookId: string) => `/v2/workbooks/${encodeURIComponent(workbookId)}/draft`

export function readDraft(workbookId: string, signal?: AbortSignal): Promise<WorkbookDraft> {
  return call<WorkbookDraft>(pathOf(workbookId), signal ? { signal } : {})
}

/** Somebody else, or another window, has saved since; the second one is that of custom views. */
const conflictCodes: ReadonlySet<string> = new Set(['draft_conflict', 'precondition_failed'])

/** The requests that the open draft makes by itself. */
export function draftTransport(workbookId: string): DraftTransport {
  const path = pathOf(workbookId)
  return {
    read: () => readDraft(workbookId),
    save: (edits, baseRevision) => call<DraftSaved>(`${path}/edits`, { method: 'POST', body: { edits, baseRevision } }),
    since: (revision) => call<DraftChanges>(`${path}/edits`, { query: { since: revision } }),
    failureOf,
  }
}

/** What a failed request about the open document means for the edits. */
export const failureOf = (error: unknown): DraftFailure => ({ kind: kindOf(error), failure: explain(error) })

function kindOf(error: unknown): DraftFailure['kind'] {
  if (!(error instanceof ApiError)) return 'refused'
  if (error.code === unreachable || error.status >= 502) return 'offline'
  if (error.status === 401) return 'signed-out'
  if (error.status === 403 || error.status === 404) return 'forbidden'
  return conflictCodes.has(error.code) ? 'conflict' : 'refused'
}

export function publishDraft(workbookId: string): Promise<DraftPublished> {
  return call<DraftPublished>(`${pathOf(workbookId)}/publish`, { method: 'POST', body: {} })
}

export async function discardDraft(workbookId: string): Promise<void> {
  await send(pathOf(workbookId), { method: 'DELETE' })
}

/** What of the draft a member or a team sees. */
export function viewDraftAs(workbookId: string, reader: DraftReaderRequest): Promise<DraftViewAs> {
  return call<DraftViewAs>(`${pathOf(workbookId)}/viewAs`, { method: 'POST', body: reader })
}
