import type { Viewer } from '@octavo/core/access'
import { maxChartPoints } from '@octavo/core/chart'
import type { PageDataEvent, PageDataWindow } from '@octavo/core/contract'
import { LevelCollector, type LevelRows, layoutOfPage } from '@octavo/core/display'
import {
  categoryList,
  computedFormulas,
  elementLabel,
  findElement,
  isCardsId,
  isDataElement,
  type LayoutNode,
  type WorkbookDocument,
} from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import { type LevelName, valueTypeFromText } from '@octavo/core/types'
import { isDrawn } from '../../render/index.ts'
import type { PageData, PageQuery } from '../pages/page-data.ts'
import type { QueriedDocument } from '../queries/element-compiler.ts'
import type { QueryPurpose } from '../queries/statement-comment.ts'

export type ReportData = Map<string, Map<LevelName, LevelRows>>

/** The visible elements of the pages: for a container with tabs, the elements of its first tab. */
export function shownElementIds(document: WorkbookDocument, pageIds: readonly string[]): string[] {
  const below = (nodes: readonly LayoutNode[]): string[] =>
    nodes.flatMap((node) => {
      if (node.tag === 'Container') return [node.elementId, ...below(node.children)]
      if (node.tag === 'TabbedContainer') return [node.elementId, ...below(node.tabs[0]?.children ?? [])]
      return [node.elementId]
    })
  return pageIds.flatMap((pageId) => {
    const page = document.pages.find(({ id }) => id === pageId)
    return page ? below(layoutOfPage(document, page).children) : []
  })
}

/** The elements with rows that a report shows. */
export function drawnElementIds(document: WorkbookDocument, elementIds: readonly string[]): string[] {
  return elementIds.filter((id) => {
    const element = findElement(document, id)
    return element !== undefined && isDataElement(element) && isDrawn(element.kind)
  })
}

interface Wanted {
  viewer: Viewer
  document: QueriedDocument
  purpose: QueryPurpose
  /** All elements that the report shows. */
  elementIds: readonly string[]
  /** Control values as text; times are in the organization's zone. */
  controls: Readonly<Record<string, string>>
  /** Maximum rows of a table. */
  tableRows: number
  /** Accept cached rows that were read for this viewer recently. */
  acceptsKnown?: boolean
  /** Take colours from the shown values only, because the workbook's color lists contain rows that the viewer may not see. */
  withoutColorLists?: boolean
  /** Receives how many queries have been read, of those known so far. */
  onRead?: (done: number, total: number) => void
}

/**
 * Rows of everything that a report shows, read anew with the queries of a page. Throws `element_invalid` for an element that cannot be
 * computed or lacks a column: a report without it would look complete.
 */
export async function reportData(pageData: PageData, wanted: Wanted, signal: AbortSignal): Promise<ReportData> {
  const { document, elementIds } = wanted
  const { content } = document
  const shown = elementIds.flatMap((id) => findElement(content, id) ?? [])
  const computed = new Set(
    shown.flatMap((element) => [...computedFormulas(content, element).values()].map(({ elementId }) => elementId)),
  )
  const lists = wanted.withoutColorLists
    ? []
    : shown.flatMap((element) => categoryList(content, element)?.elementId ?? [])
  const asked = [...new Set([...drawnElementIds(content, elementIds), ...computed, ...lists])]
  const data: ReportData = new Map()
  let windows: PageDataWindow[] = [...computed]
    .filter((id) => !isCardsId(id))
    .map((elementId) => ({
      elementId,
      level: 'summary',
      offset: 0,
      limit: 1,
    }))
  let before = { done: 0, total: 0 }
  let queries = before
  const onResults = (done: number, total: number) => {
    queries = { done: before.done + done, total: before.total + total }
    wanted.onRead?.(queries.done, queries.total)
  }
  let next: readonly string[] = asked
  while (next.length > 0) {
    await read(pageData, wanted, { elementIds: next, windows, onResults }, data, signal)
    before = queries
    windows = moreOf(content, data, wanted.tableRows)
    next = [...new Set(windows.map(({ elementId }) => elementId))]
  }
  return data
}

/** Levels with more rows than were read, up to what a report shows. */
function moreOf(content: WorkbookDocument, data: ReportData, tableRows: number): PageDataWindow[] {
  return [...data].flatMap(([elementId, levels]) => {
    const kind = findElement(content, elementId)?.kind
    const most = kind === 'table' ? tableRows : maxChartPoints
    return [...levels].flatMap(([level, { hasMore, rowCount }]): PageDataWindow[] =>
      hasMore && level !== 'summary' && rowCount > 0 && rowCount < most
        ? [{ elementId, level, offset: rowCount, limit: Math.min(10_000, most - rowCount) }]
        : [],
    )
  })
}

/** Runs one query and appends its rows to those already read. */
async function read(
  pageData: PageData,
  { viewer, document, purpose, controls, acceptsKnown = false }: Wanted,
  asked: Pick<PageQuery, 'elementIds' | 'windows' | 'onResults'>,
  data: ReportData,
  signal: AbortSignal,
): Promise<void> {
  const open = new Map<string, { elementId: string; level: LevelName; rows: LevelCollector }[]>()
  let isWhole = false
  const events = pageData.run(viewer, { document, purpose, controls, refresh: !acceptsKnown, ...asked }, signal)
  for await (const event of events) {
    if (event.event === 'error') throw failureOf(document.content, event)
    if (event.event === 'schema') open.set(event.resultId, collectorsOf(document.content, event, data))
    else if (event.event === 'batch') {
      for (const { rows } of open.get(event.resultId) ?? []) rows.add(event.columns, statesOf(event))
    } else if (event.event === 'done') {
      for (const { elementId, level, rows } of open.get(event.resultId) ?? []) {
        rows.finish(event.truncated)
        const levels = data.get(elementId) ?? new Map<LevelName, LevelRows>()
        data.set(elementId, levels.set(level, rows.snapshot()))
      }
    } else if (event.event === 'end') isWhole = true
  }
  signal.throwIfAborted()
  if (!isWhole) throw new AppError('export_failed', { reason: 'The data ended too early.' })
}

type SchemaEvent = Extract<PageDataEvent, { event: 'schema' }>

/** A collector for each element that shows the result; it starts with the rows already read. */
function collectorsOf(content: WorkbookDocument, schema: SchemaEvent, data: ReportData) {
  // The contract's pattern admits only names of levels.
  const level = schema.level as LevelName
  return schema.elements.map((elementId) => {
    const [broken] = schema.columnErrors?.[elementId] ?? []
    if (broken) throw invalid(content, elementId, `The column "${broken.name}" has an error: ${broken.message}`)
    const ownIds = schema.columnIds?.[elementId]
    const columns = schema.columns.map(({ id, name, type, nullable }, index) => ({
      id: ownIds?.[index] ?? id,
      name,
      type: valueTypeFromText(type),
      nullable,
    }))
    const rows = new LevelCollector(columns)
    const known = data.get(elementId)?.get(level)
    if (known && schema.offset > 0) rows.addAll(known)
    return { elementId, level, rows }
  })
}

type BatchEvent = Extract<PageDataEvent, { event: 'batch' }>
const statesOf = ({ states }: BatchEvent) => states as Parameters<LevelCollector['add']>[1]

function failureOf(
  content: WorkbookDocument,
  { elementId, message, hint }: Extract<PageDataEvent, { event: 'error' }>,
) {
  return invalid(content, elementId, [message, hint].filter(Boolean).join(' '))
}

function invalid(content: WorkbookDocument, elementId: string, reason: string): AppError {
  const element = findElement(content, elementId)
  return new AppError('element_invalid', { elementId: element ? elementLabel(element) : elementId, reason })
}
