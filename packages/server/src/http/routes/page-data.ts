import { readColumnDetails, readPageData } from '@octavo/core/contract'
import type { ColumnDetailsReader } from '../../services/pages/column-details.ts'
import { type PageData, pageDataLine } from '../../services/pages/page-data.ts'
import type { PageReader } from '../../services/pages/page-reader.ts'
import { handle, type Route, streamLines } from '../handle.ts'

export const pageDataRoutes = ({
  pageReader,
  pageData,
  columnDetails,
}: {
  pageReader: PageReader
  pageData: PageData
  columnDetails: ColumnDetailsReader
}): Route[] => [
  handle(readPageData, async ({ viewer, params, query, body, request }) => {
    const page = await pageReader.open(viewer, params.workbookId, params.pageId, query, body ?? {})
    return streamLines(readPageData, pageData.run(viewer, page, request.signal), pageDataLine)
  }),
  handle(readColumnDetails, ({ viewer, params, query, body, request }) =>
    columnDetails.read(viewer, params, query, body, request.signal),
  ),
]
