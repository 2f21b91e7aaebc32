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
import { type Language, phrasesFor, translatedEvents } from '../../services/translations/shown-translations.ts'
import type { Translations } from '../../services/translations/translations.ts'
import { handle, type Reply, type RequestFacts, type Route, streamLines } from '../handle.ts'

export const pageDataRoutes = ({
  pageReader,
  pageData,
  columnDetails,
  translations,
}: {
  pageReader: PageReader
  pageData: PageData
  columnDetails: ColumnDetailsReader
  translations: Translations
}): Route[] => [
  handle(readPageData, async ({ viewer, params, query, body, request }) => {
    const read = await pageReader.open(viewer, params.workbookId, params.pageId, query, body ?? {})
    return rowsOfPage({ pageData, translations }, read, request, query)
  }),
  handle(readDataModelPageData, async ({ viewer, params, query, body, request }) => {
    const read = await pageReader.openModel(viewer, params.dataModelId, params.pageId, query, body ?? {})
    return rowsOfPage({ pageData, translations }, read, request, {})
  }),
  handle(readColumnDetails, ({ viewer, params, query, body, request }) =>
    columnDetails.read(viewer, params, query, body, request.signal),
  ),
  handle(readDataModelColumnDetails, ({ viewer, params, query, body, request }) =>
    columnDetails.read(viewer, params, query, body, request.signal),
  ),
]

interface RowParts {
  pageData: PageData
  translations: Translations
}

async function rowsOfPage(
  { pageData, translations }: RowParts,
  { reader, page }: ReadPage,
  request: RequestFacts,
  language: Language,
): Promise<Reply> {
  const place = { organizationId: reader.organizationId, documentId: page.document.id }
  const phrases = await phrasesFor(translations, place, language)
  const authorization = performance.now() - request.startedAt
  const events = pageData.run(reader, page, request.signal, {
    authorization,
    onSteps: (steps) => request.setHeaders({ 'server-timing': serverTiming(steps) }),
  })
  return streamLines(readPageData, phrases.size === 0 ? events : translatedEvents(events, phrases), pageDataLine)
}

/** The header Server-Timing (https://www.w3.org/TR/server-timing/): names with milliseconds. */
function serverTiming(steps: Partial<PageDataSteps>): string {
  return Object.entries(steps)
    .map(([name, ms]) => `${name};dur=${ms}`)
    .join(', ')
}
