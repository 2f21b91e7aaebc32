import { decide, type Viewer } from '@octavo/core/access'
import type { ColumnDetails, ColumnDetailsRequest } from '@octavo/core/contract'
import {
  aggregatingColumns,
  type BaseElement,
  choicesSource,
  columnNames,
  columnsOf,
  elementName,
  findColumn,
  findElement,
  isDataElement,
  type WorkbookDocument,
} from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import { printReference } from '@octavo/core/formula'
import { type Cell, formulaTypeOf, type LevelName, type ValueType, valueTypeToText } from '@octavo/core/types'
import type { DraftReaderQuery, DraftReaders, Reader } from '../documents/draft-readers.ts'
import { shownContent } from '../documents/shown-content.ts'
import type { QueriedDocument } from '../queries/element-compiler.ts'
import { queriedDocument } from '../queries/element-descriptions.ts'
import type { OfferedValues } from '../queries/offered-values.ts'
import type { Queries } from '../queries/queries.ts'
import { serviceOf } from '../service/service.ts'
import type { ViewReader, ViewSelection } from '../views/view-reader.ts'
import { type RequestedColumn, type TableQuestion, withQuestions } from './table-questions.ts'

type Described = NonNullable<ColumnDetails['column']>
type Match = NonNullable<ColumnDetailsRequest['match']>

export type ColumnDetailsReader = ReturnType<typeof createColumnDetails>

const question = 'octavo-column'
const usualTop = 20
const usualBins = 20
const repeatedShown = 5

/** The table, in a workbook or data model. */
type ColumnPlace = { elementId: string } & ({ workbookId: string } | { dataModelId: string })

interface Asking {
  viewer: Viewer
  document: QueriedDocument
  controls: Readonly<Record<string, string>>
  signal: AbortSignal
}

/** Statistics of a table's column, and how well the keys of two tables match, over all rows that the viewer may see. */
export function createColumnDetails(parts: Parts) {
  return serviceOf(parts, { read })
}

interface Parts {
  viewReader: ViewReader
  draftReaders: DraftReaders
  queries: Queries
  offeredValues: OfferedValues
}

async function open(
  { draftReaders, viewReader }: Parts,
  viewer: Viewer,
  { elementId, ...place }: ColumnPlace,
  selection: Pick<ViewSelection, 'draft' | 'tag' | 'exploreKey' | 'bookmarkId'> & DraftReaderQuery,
  request: ColumnDetailsRequest,
): Promise<Pick<Asking, 'viewer' | 'document' | 'controls'>> {
  const { edits = [], columnId, match } = request
  const {
    open: found,
    controls,
    unsaved,
  } = 'dataModelId' in place
    ? await viewReader.readModelWith(viewer, place.dataModelId, selection, edits)
    : await viewReader.readWith(viewer, place.workbookId, selection, edits)
  const reader = await draftReaders.readerOf(viewer, found, selection, { hasEdits: edits.length > 0 })
  const queried = queriedDocument(found)
  const document = unsaved
    ? { ...queried, content: unsaved.content, versionKey: `${queried.versionKey} with ${unsaved.fingerprint}` }
    : queried
  const own = [columnId, ...(match?.keys.map((key) => key.columnId) ?? [])]
  requireColumns(reader, document.content, elementId, own, { isTable: match !== undefined })
  if (match) {
    requireColumns(
      reader,
      document.content,
      match.elementId,
      match.keys.map((key) => key.otherColumnId),
      { isTable: true },
    )
  }
  if (request.choices && (edits.length > 0 || selection.exploreKey !== undefined || selection.bookmarkId !== undefined))
    requireShownChoices(reader, document.content, elementId, columnId)
  return {
    viewer: reader.viewer,
    document: withRowsOf(document, elementId),
    controls: { ...controls, ...request.controls },
  }
}

/** Readers may change a column in their own view; such a change must not make choices of a column that is hidden from them. */
function requireShownChoices(
  reader: Reader,
  content: WorkbookDocument,
  elementId: string,
  columnId: string | undefined,
): void {
  const source = choicesSourceOf(content, elementId, columnId)
  if (source) requireColumns(reader, content, source.element, [source.column], { isTable: false })
}

function choicesSourceOf(content: WorkbookDocument, elementId: string, columnId: string | undefined) {
  const element = findElement(content, elementId)
  const column = element && columnId !== undefined ? findColumn(element, columnId) : undefined
  return column ? choicesSource(column) : null
}

async function rowsOf(
  { queries }: Parts,
  { viewer, document, controls, signal }: Asking,
  questions: readonly TableQuestion[],
  elementId: string,
  level: LevelName,
  limit: number,
) {
  const query = {
    document: withQuestions(document, questions),
    elementId,
    level,
    controls,
    window: { offset: 0, limit },
    purpose: 'worksheet' as const,
  }
  const { columns, batches, truncated } = await queries.run(viewer, query, signal)
  const rows = batches.flatMap((batch) =>
    Array.from({ length: batch.rowCount }, (_, row) =>
      Object.fromEntries(columns.map(({ id }, at) => [id, batch.columns[at]?.values[row] ?? null])),
    ),
  )
  return { columns, rows, truncated }
}

async function describe(
  parts: Parts,
  asking: Asking,
  elementId: string,
  request: ColumnDetailsRequest,
): Promise<Described> {
  const { columnId = '', top = usualTop, bins = usualBins, search } = request
  const source = { kind: 'table', elementId } as const
  const value: RequestedColumn = { id: 'Value', from: { elementId, columnId } }
  const base = await rowsOf(parts, asking, [{ id: question, source, columns: [value] }], question, 'base', 1)
  const type = base.columns[0]?.type ?? { kind: 'text' }
  const measures = measuresOf(type)
  const summary: TableQuestion = {
    id: question,
    source,
    columns: [value, ...measures],
    fields: { summary: measures.map(({ id }) => id) },
  }
  const wanted = { columnId: 'Value', kind: 'text-match', mode: 'contains', case: 'sensitive', id: 'search' }
  const list: TableQuestion = {
    id: question,
    source,
    columns: [value, { id: 'Count', formula: 'Count()' }],
    fields: {
      groupings: [{ id: 'each', groupBy: ['Value'], calculations: ['Count'], sort: mostFirst }],
      ...(search && type.kind === 'text' ? { filters: [{ ...wanted, value: search }] } : {}),
    },
  }
  const [totals, values] = await Promise.all([
    rowsOf(parts, asking, [summary], question, 'summary', 1),
    rowsOf(parts, asking, [list], question, 'g1', top),
  ])
  const [total = {}] = totals.rows
  const element = findElement(asking.document.content, elementId)
  return {
    name: (element && columnNames(columnsOf(element)).get(columnId)) ?? columnId,
    type: valueTypeToText(type),
    rows: Number(total.Rows ?? 0),
    nulls: Number(total.Nulls ?? 0),
    distinct: Number(total.Distinct ?? 0),
    statistics: measures
      .filter(({ id }) => id in statisticNames)
      .map(({ id }) => ({ name: statisticNames[id as keyof typeof statisticNames], value: total[id] ?? null })),
    values: values.rows.map((row) => ({ value: row.Value ?? null, count: Number(row.Count) })),
    hasMoreValues: values.truncated,
    histogram: await histogramOf(parts, asking, elementId, value, { type, total, bins }),
  }
}

async function histogramOf(
  parts: Parts,
  asking: Asking,
  elementId: string,
  value: RequestedColumn,
  { type, total, bins }: { type: ValueType; total: Record<string, Cell>; bins: number },
): Promise<Described['histogram']> {
  if (formulaTypeOf(type) !== 'number' || total.Min == null || total.Max == null) return []
  const [min, max] = [Number(total.Min), Number(total.Max)]
  if (!Number.isFinite(min) || !Number.isFinite(max)) return []
  if (min === max) return [{ from: min, to: max, count: Number(total.Rows) - Number(total.Nulls) }]
  const bin = { id: 'Bin', formula: `BinFixed([Value], ${min}, ${max}, ${bins})` }
  const table: TableQuestion = {
    id: question,
    source: { kind: 'table', elementId },
    columns: [value, bin, { id: 'Count', formula: 'Count()' }],
    fields: { groupings: [{ id: 'each', groupBy: ['Bin'], calculations: ['Count'] }] },
  }
  const { rows } = await rowsOf(parts, asking, [table], question, 'g1', bins + 3)
  const counts = new Array<number>(bins).fill(0)
  for (const row of rows) {
    if (row.Bin === null) continue
    // The highest value is the end of the last bin, so it is counted in that bin.
    const at = Math.min(bins, Math.max(1, Number(row.Bin))) - 1
    counts[at] = (counts[at] ?? 0) + Number(row.Count)
  }
  const step = (max - min) / bins
  return counts.map((count, at) => ({
    from: min + at * step,
    to: at === bins - 1 ? max : min + (at + 1) * step,
    count,
  }))
}

async function matchOf(parts: Parts, asking: Asking, elementId: string, { elementId: other, keys }: Match) {
  const own = keys.map((key, at): RequestedColumn => ({ id: `Key ${at}`, from: { elementId, columnId: key.columnId } }))
  const names = referencesTo(
    asking.document.content,
    other,
    keys.map((key) => key.otherColumnId),
  )
  const bound = Object.fromEntries(
    keys.map((key, at) => [names[at] ?? '', { elementId: other, columnId: key.otherColumnId }]),
  )
  const pairs = keys.map((_, at) => `[Key ${at}], ${names[at]}`).join(', ')
  const hits: TableQuestion = {
    id: question,
    source: { kind: 'table', elementId },
    columns: [
      ...own,
      { id: 'Hits', formula: `Rollup(Count(${names[0]}), ${pairs})`, bound },
      { id: 'Rows', formula: 'Count()' },
      { id: 'Matched', formula: 'CountIf([Hits] > 0)' },
    ],
    fields: { summary: ['Rows', 'Matched'] },
  }
  const others = keys.map(
    (key, at): RequestedColumn => ({ id: `Key ${at}`, from: { elementId: other, columnId: key.otherColumnId } }),
  )
  const each: TableQuestion = {
    id: `${question}-keys`,
    source: { kind: 'table', elementId: other },
    columns: [...others, { id: 'Count', formula: 'Count()' }],
    fields: {
      groupings: [{ id: 'each', groupBy: others.map(({ id }) => id), calculations: ['Count'], sort: mostFirst }],
    },
  }
  const repeated: TableQuestion = {
    id: `${question}-repeated`,
    source: { kind: 'table', elementId: each.id, groupingId: 'each' },
    columns: [
      { id: 'Count', from: { elementId: each.id, columnId: 'Count' } },
      { id: 'Keys', formula: 'Count()' },
      { id: 'Repeated', formula: 'CountIf([Count] > 1)' },
    ],
    fields: { summary: ['Keys', 'Repeated'] },
  }
  const [matched, counted, most] = await Promise.all([
    rowsOf(parts, asking, [hits], hits.id, 'summary', 1),
    rowsOf(parts, asking, [each, repeated], repeated.id, 'summary', 1),
    rowsOf(parts, asking, [each], each.id, 'g1', repeatedShown),
  ])
  return {
    rows: Number(matched.rows[0]?.Rows ?? 0),
    matched: Number(matched.rows[0]?.Matched ?? 0),
    keys: Number(counted.rows[0]?.Keys ?? 0),
    repeatedKeys: Number(counted.rows[0]?.Repeated ?? 0),
    mostRepeated: most.rows
      .filter(({ Count }) => Number(Count) > 1)
      .map((row) => ({ key: others.map(({ id }) => row[id] ?? null), count: Number(row.Count) })),
  }
}

/** Throws `not_found` for columns that the viewer may not see, including hidden columns for viewers who may not write formulas. */
async function read(
  parts: Parts,
  viewer: Viewer,
  place: ColumnPlace,
  selection: Pick<ViewSelection, 'draft' | 'tag' | 'exploreKey' | 'bookmarkId'> & DraftReaderQuery,
  request: ColumnDetailsRequest,
  signal: AbortSignal,
): Promise<ColumnDetails> {
  const { elementId } = place
  const asking = { ...(await open(parts, viewer, place, selection, request)), signal }
  const { columnId, choices: wantsChoices = false } = request
  const [column, choices, match, rows] = await Promise.all([
    columnId === undefined || wantsChoices ? undefined : describe(parts, asking, elementId, request),
    columnId !== undefined && wantsChoices ? choicesOf(parts, asking, { elementId, columnId }, request) : undefined,
    request.match ? matchOf(parts, asking, elementId, request.match) : undefined,
    request.countRows === true ? countRows(parts, asking, elementId) : undefined,
  ])
  return {
    ...(rows === undefined ? {} : { rows }),
    ...(column ? { column } : {}),
    ...(choices ? { choices } : {}),
    ...(match ? { match } : {}),
  }
}

/** The values that a column of an input table accepts from another column. */
async function choicesOf(
  { offeredValues }: Parts,
  { viewer, document, signal }: Asking,
  { elementId, columnId }: { elementId: string; columnId: string },
  { search, top = usualTop }: ColumnDetailsRequest,
): Promise<NonNullable<ColumnDetails['choices']>> {
  const source = choicesSourceOf(document.content, elementId, columnId)
  if (source === null) {
    throw new AppError('invalid_request', {
      reason: `/body/choices: the column "${columnId}" has no choices that come from another column.`,
    })
  }
  return offeredValues.list(viewer, document, source, { search, most: top }, signal)
}

async function countRows(parts: Parts, asking: Asking, elementId: string): Promise<number> {
  const count: TableQuestion = {
    id: question,
    source: { kind: 'table', elementId },
    columns: [{ id: 'Rows', formula: 'Count()' }],
    fields: { summary: ['Rows'] },
  }
  const { rows } = await rowsOf(parts, asking, [count], question, 'summary', 1)
  return Number(rows[0]?.Rows ?? 0)
}

const mostFirst = [{ columnId: 'Count', direction: 'descending' as const }]

const statisticNames = {
  Min: 'min',
  Max: 'max',
  Sum: 'sum',
  Average: 'average',
  Median: 'median',
  Deviation: 'deviation',
} as const

/** References to columns of another table, as formulas write them. */
function referencesTo(document: WorkbookDocument, elementId: string, columnIds: readonly string[]): string[] {
  const element = findElement(document, elementId)
  const columns = element ? columnNames(columnsOf(element)) : new Map<string, string>()
  const prefix = (element && elementName(element)) ?? elementId
  return columnIds.map((id) => printReference([prefix, columns.get(id) ?? id]))
}

/** Statistics that apply to values of a type, as columns of a summary. */
function measuresOf(type: ValueType): { id: string; formula: string }[] {
  const counts = [
    { id: 'Rows', formula: 'Count()' },
    { id: 'Nulls', formula: 'CountIf(IsNull([Value]))' },
  ]
  const kind = formulaTypeOf(type)
  if (kind !== 'number' && kind !== 'text' && kind !== 'date' && kind !== 'logical') return counts
  const distinct = { id: 'Distinct', formula: 'CountDistinct([Value])' }
  if (kind === 'logical') return [...counts, distinct]
  const range = [
    { id: 'Min', formula: 'Min([Value])' },
    { id: 'Max', formula: 'Max([Value])' },
  ]
  if (kind !== 'number') return [...counts, distinct, ...range]
  return [
    ...counts,
    distinct,
    ...range,
    { id: 'Sum', formula: 'Sum([Value])' },
    { id: 'Average', formula: 'Avg([Value])' },
    { id: 'Median', formula: 'Median([Value])' },
    { id: 'Deviation', formula: 'StdDev([Value])' },
  ]
}

/** `isTable`: the element must be a table. Otherwise it may be a chart or pivot table for viewers who may write formulas. */
function requireColumns(
  { viewer, facts }: Reader,
  content: WorkbookDocument,
  elementId: string,
  columnIds: readonly (string | undefined)[],
  { isTable }: { isTable: boolean },
): void {
  const element = findElement(shownContent(viewer, facts, content), elementId)
  if (!element) throw new AppError('not_found', { kind: 'element', id: elementId })
  const seesAll = decide(viewer, facts, 'writeFormulas').allowed
  const hasRows = isOfTableKind(element) || (!isTable && seesAll && isDataElement(element))
  const isAggregate = isOfTableKind(element) ? () => false : aggregatingColumns(columnsOf(element))
  const asked = columnIds.filter((id) => id !== undefined)
  // The values of an aggregate depend on the groups of its chart.
  if (!hasRows || asked.some(isAggregate)) throw new AppError('element_has_no_data', { elementId, kind: element.kind })
  for (const id of asked) {
    const column = columnsOf(element).find((each) => each.id === id)
    if (!column || (column.hidden === true && !seesAll)) throw new AppError('not_found', { kind: 'column', id })
  }
}

const isOfTableKind = ({ kind }: BaseElement) => kind === 'table' || kind === 'input-table'

/** The document with a chart or pivot table replaced by a table of the same rows and columns, which questions can read. */
function withRowsOf(document: QueriedDocument, elementId: string): QueriedDocument {
  const element = findElement(document.content, elementId)
  if (!element || isOfTableKind(element) || !isDataElement(element)) return document
  const { id, name, source, columns, filters } = element
  const table = {
    id,
    kind: 'table',
    source,
    columns,
    ...(name === undefined ? {} : { name }),
    ...(filters && { filters }),
  }
  const elements = { ...document.content.elements, [id]: table }
  return {
    ...document,
    versionKey: `${document.versionKey} rows of ${id}`,
    content: { ...document.content, elements },
  }
}
