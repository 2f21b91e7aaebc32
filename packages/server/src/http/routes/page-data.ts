import {
  type PageDataSteps,
  readColumnDetails,
  readDataModelColumnDetails,
  readDataModelPageData,
  readPageData,
} from '@octavo/core/contract'
import type { ColumnDetailsReader } from '../../services/pages/column-details.ts'
import { type PageData, pageDataLine } from '../../services/pages/page-data.ts'
import type { PageReader, ReadPage } from '../../services/pages/page-reader.ts'
import { handle, type Reply, type RequestFacts, type Route, streamLines } from '../handle.ts'

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
    const read = await pageReader.open(viewer, params.workbookId, params.pageId, query, body ?? {})
    return rowsOfPage(pageData, read, request)
  }),
  handle(readDataModelPageData, async ({ viewer, params, query, body, request }) => {
    const read = await pageReader.openModel(viewer, params.dataModelId, params.pageId, query, body ?? {})
    return rowsOfPage(pageData, read, request)
  }),
  handle(readColumnDetails, ({ viewer, params, query, body, request }) =>
    columnDetails.read(viewer, params, query, body, request.signal),
  ),
  handle(readDataModelColumnDetails, ({ viewer, params, query, body, request }) =>
    columnDetails.read(viewer, params, query, body, request.signal),
  ),
]

function rowsOfPage(pageData: PageData, { reader, page }: ReadPage, request: RequestFacts): Reply {
  const authorization = performance.now() - request.startedAt
  const events = pageData.run(reader, page, request.signal, {
    authorization,
    onSteps: (steps) => request.setHeaders({ 'server-timing': serverTiming(steps) }),
  })
  return streamLines(readPageData, events, pageDataLine)
}

/** The header Server-Timing (https://www.w3.org/TR/server-timing/): names with milliseconds. */
function serverTiming(steps: Partial<PageDataSteps>): string {
  return Object.entries(steps)
    .map(([name, ms]) => `${name};dur=${ms}`)
    .join(', ')
}
