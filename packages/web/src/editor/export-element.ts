import type { ExportJob, ExportRequest } from '@octavo/core/contract'
import { call, send } from '../api.ts'

export interface FinishedExport {
  queryId: string
  rows: number | undefined
  /** Why rows are missing; undefined when the file holds them all. */
  truncated: string | undefined
}

interface ExportWatch {
  signal: AbortSignal
  onStarted: (queryId: string) => void
  /** Receives how far the export has come, as headers of the answer that it is not ready. */
  onPending?: (headers: Headers) => void
}

const firstPauseMs = 250
const longestPauseMs = 2000

/**
 * Starts an export and waits until its file is ready. The file itself is not read here: the browser saves it from
 * `downloadAddress`. Throws `ApiError` when the export fails. An abort ends the work on the server too, and is thrown.
 */
export async function exportElement(
  workbookId: string,
  request: ExportRequest,
  pause: (ms: number, signal: AbortSignal) => Promise<void>,
  { signal, onStarted, onPending }: ExportWatch,
): Promise<FinishedExport> {
  const { queryId } = await call<ExportJob>(`/v2/workbooks/${workbookId}/export`, { method: 'POST', body: request })
  onStarted(queryId)
  for (let wait = firstPauseMs; ; wait = Math.min(longestPauseMs, wait * 1.5)) {
    if (signal.aborted) {
      await send(`/v2/query/${encodeURIComponent(queryId)}`, { method: 'DELETE' })
      throw signal.reason
    }
    const controller = new AbortController()
    const answer = await send(downloadAddress(queryId), { accept: '*/*', signal: controller.signal })
    if (answer.status === 204) {
      onPending?.(answer.headers)
      await pause(wait, signal)
    }
    // A cancelled export is not downloaded.
    if (answer.status === 204 || signal.aborted) continue
    const rows = answer.headers.get('x-octavo-rows')
    const truncated = answer.headers.get('x-octavo-truncated')
    controller.abort()
    return {
      queryId,
      rows: rows === null ? undefined : Number(rows),
      truncated: truncated === null || truncated === 'false' ? undefined : truncated,
    }
  }
}

export function downloadAddress(queryId: string): string {
  return `/v2/query/${encodeURIComponent(queryId)}/download`
}
