import type { Viewer } from '@octavo/core/access'
import { cancelQuery, downloadQuery, type ExportProgress, exportWorkbook } from '@octavo/core/contract'
import { isAppError } from '@octavo/core/errors'
import type { Documents } from '../../services/documents/documents.ts'
import { openExported } from '../../services/exports/exported-document.ts'
import type { Exports } from '../../services/exports/exports.ts'
import type { DeliveryCancels } from '../../services/schedules/delivery-cancels.ts'
import type { ViewReader } from '../../services/views/view-reader.ts'
import { download, handle, noContent, type Route } from '../handle.ts'

export const exportRoutes = ({
  documents,
  exports,
  deliveryCancels,
  viewReader,
}: {
  documents: Documents
  exports: Exports
  deliveryCancels: DeliveryCancels
  viewReader: ViewReader
}): Route[] => [
  handle(exportWorkbook, async ({ viewer, params, body, request }) => {
    const asked = await openExported({ documents, viewReader }, viewer, params.workbookId, body)
    return exports.create(viewer, asked.document, asked.request, request.signal)
  }),
  handle(downloadQuery, async ({ viewer, params }) => {
    const found = await exports.download(viewer, params.queryId)
    if (found.state === 'pending') return noContent({ 'retry-after': '1', ...headersOf(found.progress) })
    const { stream, mediaType, fileName, sizeBytes, rowCount, isTruncated, rowLimit, sheetCount, checksum } = found
    const { pageCount, leftOut, missingLetters } = found
    return download({
      content: stream,
      mediaType,
      fileName,
      sizeBytes,
      headers: {
        'x-octavo-rows': String(rowCount),
        'x-octavo-truncated': String(isTruncated),
        ...(rowLimit === null ? {} : { 'x-octavo-row-limit': String(rowLimit) }),
        ...(sheetCount === null ? {} : { 'x-octavo-sheets': String(sheetCount) }),
        ...(pageCount === null ? {} : { 'x-octavo-pages': String(pageCount) }),
        ...(leftOut.length === 0 ? {} : { 'x-octavo-left-out': encoded(leftOut.join(' ')) }),
        ...(missingLetters.length === 0 ? {} : { 'x-octavo-missing-letters': encoded(missingLetters.join('')) }),
        'x-octavo-sha256': checksum,
      },
    })
  }),
  handle(cancelQuery, async ({ viewer, params }) => {
    await cancelExportOrDelivery({ exports, deliveryCancels }, viewer, params.queryId)
    return {}
  }),
]

interface Cancels {
  exports: Pick<Exports, 'cancel'>
  deliveryCancels: DeliveryCancels
}

/** Throws `not_found` for the export when the id is of neither. */
async function cancelExportOrDelivery({ exports, deliveryCancels }: Cancels, viewer: Viewer, id: string) {
  try {
    await exports.cancel(viewer, id)
  } catch (missing) {
    if (!isAppError(missing, 'not_found')) throw missing
    await deliveryCancels.cancel(viewer, id).catch((error: unknown) => {
      throw isAppError(error, 'not_found') ? missing : error
    })
  }
}

function headersOf({ step, done, total, rows, rowTotal }: ExportProgress): Record<string, string> {
  return {
    'x-octavo-step': step,
    'x-octavo-done': String(done),
    ...(total === null ? {} : { 'x-octavo-total': String(total) }),
    ...(rows === null ? {} : { 'x-octavo-rows': String(rows) }),
    ...(typeof rowTotal === 'number' ? { 'x-octavo-row-total': String(rowTotal) } : {}),
  }
}

/** Any text as a header value: percent-encoded, at most its first 500 characters. */
function encoded(text: string): string {
  return encodeURIComponent([...text.toWellFormed()].slice(0, 500).join(''))
}
