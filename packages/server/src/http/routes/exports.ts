import { cancelQuery, downloadQuery, exportWorkbook } from '@octavo/core/contract'
import type { Documents } from '../../services/documents/documents.ts'
import { shownContent } from '../../services/documents/shown-content.ts'
import type { Exports } from '../../services/exports/exports.ts'
import { queriedDocument } from '../../services/queries/element-descriptions.ts'
import { download, handle, noContent, type Route } from '../handle.ts'

export const exportRoutes = ({ documents, exports }: { documents: Documents; exports: Exports }): Route[] => [
  handle(exportWorkbook, async ({ viewer, params, body, request }) => {
    const open = await documents.read(viewer, 'workbook', params.workbookId, { tag: body.tag })
    const shown = shownContent(viewer, open.record.facts, open.content)
    const document = { ...queriedDocument(open), name: open.record.inode.name, shown }
    return exports.create(viewer, document, body, request.signal)
  }),
  handle(downloadQuery, async ({ viewer, params }) => {
    const found = await exports.download(viewer, params.queryId)
    if (found.state === 'pending') return noContent({ 'retry-after': '1' })
    const { stream, mediaType, fileName, sizeBytes, rowCount, isTruncated, rowLimit, sheetCount, checksum } = found
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
        'x-octavo-sha256': checksum,
      },
    })
  }),
  handle(cancelQuery, async ({ viewer, params }) => {
    await exports.cancel(viewer, params.queryId)
    return {}
  }),
]
