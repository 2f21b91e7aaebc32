import { isChartKind, maxChartPoints } from '@octavo/core/chart'
import type { DocumentEdit, DocumentElement, DocumentPage, Modification, WorkbookDocument } from '@octavo/core/document'
import {
  categoryList,
  computedFormulas,
  elementsOfPage,
  findControl,
  findElement,
  isControl,
} from '@octavo/core/document'
import { inWords, send } from '../api.ts'
import {
  documentPath,
  type Failure,
  largestWindow,
  type OpenPage,
  PageData,
  type PageDataEvent,
  type PageDataRequest,
  readLines,
  selectionOf,
} from '../editor/index.ts'
import { explain } from '../explain.ts'
import { i18n } from '../i18n/index.ts'
import type { ViewQuery } from './view-address.ts'

type ShownPage = Pick<DocumentPage, 'id' | 'elementIds'>

/** The data of one page of a workbook or data model, asked for over the page data stream. */
export function openPageData(
  workbookId: string,
  document: WorkbookDocument,
  page: ShownPage,
  selection: Pick<OpenPage, 'isDraft' | 'seenAs' | 'isEmbed' | 'language'> & {
    view?: ViewQuery | undefined
    /** Changes of the draft that are not saved, with which its rows are asked for. */
    edits?: readonly DocumentEdit[] | undefined
    /** Steps of sequences that changed elements for this reader. */
    modifications?: readonly Modification[] | undefined
    /** Only some elements of the page are shown. */
    isPart?: boolean | undefined
    /** The same page as it was shown before. */
    previous?: PageData | undefined
    /** Why rows are not asked for now. */
    hold?: (() => Failure | undefined) | undefined
  } = {},
): PageData {
  const isDataModel = document.kind === 'data-model'
  const isEmbed = selection.isEmbed === true
  const path = `${documentPath({ workbookId, isDataModel, isEmbed })}/pages/${encodeURIComponent(page.id)}/data`
  const query = selectionOf(selection)
  const changes = {
    ...(selection.edits?.length ? { edits: [...selection.edits] } : {}),
    ...(selection.modifications?.length ? { modifications: selection.modifications } : {}),
  }
  const asked = askedOf(document, page)
  const wanted = selection.isPart ? { elementIds: asked.elementIds } : {}
  return new PageData({
    ...asked,
    previous: selection.previous,
    hold: selection.hold,
    async *transport(request, signal) {
      const response = await send(path, {
        method: 'POST',
        query,
        // Readers without an account cannot bypass the cache.
        body: isEmbed ? { ...request, refresh: undefined } : { ...wanted, ...request, ...changes },
        signal,
        accept: 'application/x-ndjson',
      })
      if (!response.body) return
      // The contract declares the lines; the server checks them in its tests.
      for await (const line of readLines(response.body)) yield await worded(line as PageDataEvent)
    },
    toFailure: explain,
    broken: {
      code: 'stream_broken',
      message: i18n.t('tile.streamBroken'),
      hint: i18n.t('tile.streamBrokenHint'),
      isPassing: true,
    },
  })
}

/** A failure has the words of the reader's language, and the text of the server in `sent`. */
async function worded(line: PageDataEvent): Promise<PageDataEvent & Pick<Failure, 'sent'>> {
  return line.event === 'error' ? { ...line, ...(await inWords(line)), sent: line.message } : line
}

/** The request for a page: its elements, and how many rows of them at first. */
export function askedOf(document: WorkbookDocument, page: ShownPage) {
  const own = page.elementIds.map((id) => primaryOf(document, id))
  return {
    elementIds: [...new Set([...own, ...computedOf(document, page)])],
    firstWindows: firstWindows(document, page),
  }
}

/** The primary control of a synced copy, on any page; the copy always has the same value. */
function primaryOf(document: WorkbookDocument, id: string): string {
  const element = findElement(document, id)
  const isCopy = element !== undefined && isControl(element) && element.controlType === 'synced'
  return (isCopy && findControl(document, element.controlId)?.id) || id
}

/** What the server computes for titles, texts, reference marks and colours of the page. */
function computedOf(document: WorkbookDocument, page: ShownPage): string[] {
  return elementsOfPage(document, page.id).flatMap((element) => [
    ...[...computedFormulas(document, element).values()].map(({ elementId }) => elementId),
    ...listOf(document, element),
  ])
}

function listOf(document: WorkbookDocument, element: DocumentElement): string[] {
  const list = categoryList(document, element)
  return list ? [list.elementId] : []
}

/**
 * Charts need all their points at once. For other elements the server sends the levels that are shown at first; the
 * client cannot name a level of a table here, since it does not exist while the formulas of all its columns have
 * errors.
 */
function firstWindows(document: WorkbookDocument, page: ShownPage): NonNullable<PageDataRequest['windows']> {
  const limit = Math.min(largestWindow, maxChartPoints)
  return elementsOfPage(document, page.id).flatMap(({ id, kind }) =>
    isChartKind(kind) ? [{ elementId: id, level: 'base', offset: 0, limit }] : [],
  )
}
