import { readPageData } from '@octavo/core/contract'
import { type PageData, pageDataLine } from '../../services/pages/page-data.ts'
import type { PageReader } from '../../services/pages/page-reader.ts'
import { handle, type Route, streamLines } from '../handle.ts'

export const pageDataRoutes = ({ pageReader, pageData }: { pageReader: PageReader; pageData: PageData }): Route[] => [
  handle(readPageData, async ({ viewer, params, query, body, request }) => {
    const page = await pageReader.open(viewer, params.workbookId, params.pageId, query, body ?? {})
    return streamLines(readPageData, pageData.run(viewer, page, request.signal), pageDataLine)
  }),
]
