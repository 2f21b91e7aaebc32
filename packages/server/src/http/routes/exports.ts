import { cancelQuery, downloadQuery, type ExportProgress, exportWorkbook } from '@octavo/core/contract'
import type { Documents } from '../../services/documents/documents.ts'
import { openExported } from '../../services/exports/exported-document.ts'
import type { Exports } from '../../services/exports/exports.ts'
import type { ViewReader } from '../../services/views/view-reader.ts'
import { download, handle, noContent, type Route } from '../handle.ts'

export const exportRoutes = ({
  documents,
  exports,
  viewReader,
}: {
  documents: Documents
  exports: Exports
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
    await exports.cancel(viewer, params.queryId)
    return {}
  }),
]

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
