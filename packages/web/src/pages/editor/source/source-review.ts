import {
  changeElement,
  columnNames,
  columnsOf,
  type DocumentColumn,
  type DocumentEdit,
  type ElementSource,
  type FormulaField,
  findElement,
  formulaFields,
  friendlyName,
  metricPrefix,
  nameInSource,
  scanReferences,
  setAtPath,
  type WorkbookDocument,
  type WrittenReference,
} from '@octavo/core/document'
import { printReference } from '@octavo/core/formula'
import { namesOfLost } from '../data/change-source.ts'

/** A column of the present source that formulas of an element refer to. */
export interface SourceRead {
  key: string
  /** The name that people see. */
  name: string
  segments: readonly string[]
  /** Columns of the element whose formulas refer to it. */
  columnIds: readonly string[]
}

/** A column of a source that can replace another one. */
export interface Candidate {
  name: string
  /** The type as formulas see it; undefined where it is unknown. */
  type?: string | undefined
  column: Pick<DocumentColumn, 'formula'>
}

export type ReadState = 'missing' | 'mapped' | 'differs' | 'found'

export interface ReviewedRead extends SourceRead {
  state: ReadState
  /** Type in the present source. */
  type: string | undefined
  /** Null: the reference stays broken. */
  to: Candidate | null
  /** Columns of the new source, those with the same type first. */
  offered: readonly Candidate[]
}

/**
 * The columns of its source that formulas of an element refer to, each once; `sourceName` is the name before the slash.
 */
export function readsOfSource(document: WorkbookDocument, elementId: string, sourceName: string): SourceRead[] {
  const element = findElement(document, elementId)
  if (!element) return []
  const prefixes = prefixesOf(columnsOf(element), sourceName)
  const found = new Map<string, SourceRead & { columnIds: string[] }>()
  for (const field of ownFields(formulaFields(element))) {
    const at = /^columns\[(\d+)\]/.exec(field.path)?.[1]
    const columnId = at === undefined ? undefined : columnsOf(element)[Number(at)]?.id
    for (const { segments } of referencesOf(field, prefixes)) {
      const key = readKey(segments)
      const read = found.get(key) ?? {
        key,
        name: segments.slice(1).map(friendlyName).join('/'),
        segments,
        columnIds: [],
      }
      if (columnId !== undefined && !read.columnIds.includes(columnId)) read.columnIds.push(columnId)
      found.set(key, read)
    }
  }
  return [...found.values()]
}

/** The reads that refer to a metric. */
export const metricsRead = (reads: readonly SourceRead[]) => reads.filter(({ segments }) => isMetric(segments))

export interface NewSource {
  columns: readonly Candidate[]
  /** Types of the read metrics that both sources have, by the key of the read. */
  metrics: ReadonlyMap<string, string>
}

/**
 * Maps each read to the column that replaces it: the one chosen by hand, otherwise the one with the same name. A metric
 * is replaced only by a metric: a column with its name has a value for each row and is not an aggregate.
 */
export function reviewReads(
  reads: readonly SourceRead[],
  { columns, metrics }: NewSource,
  types: ReadonlyMap<string, string>,
  chosen: ReadonlyMap<string, string | null>,
): ReviewedRead[] {
  const names = columns.map(({ name }) => name)
  return reads.map((read) => {
    const type = types.get(read.key)
    const found = nameInSource([], names, read.name)
    const same = isPlainRead(read)
      ? columns.find(({ name }) => shown(name) === shown(found))
      : metricOf(read, metrics.get(read.key))
    const candidates = same && !columns.includes(same) ? [same, ...columns] : columns
    const choice = chosen.get(read.key)
    const to = choice === undefined ? (same ?? null) : (candidates.find(({ name }) => name === choice) ?? null)
    const offered = [...candidates].sort((a, b) => Number(b.type === type) - Number(a.type === type))
    return { ...read, type, to, offered, state: stateOf(type, to, to === (same ?? null)) }
  })
}

/** Whether a read refers to a column of the source itself, not to a metric or a column of a related table. */
export const isPlainRead = ({ segments }: Pick<SourceRead, 'segments'>) => segments.length === 2 && !isMetric(segments)

/** The metric of the new source with the same name; undefined if there is none. */
function metricOf({ segments }: SourceRead, type: string | undefined): Candidate | undefined {
  if (type === undefined) return undefined
  return { name: segments.join('/'), type, column: { formula: printReference([...segments]) } }
}

function stateOf(type: string | undefined, to: Candidate | null, isByName: boolean): ReadState {
  if (to === null) return 'missing'
  if (type !== undefined && to.type !== undefined && type !== to.type) return 'differs'
  return isByName ? 'found' : 'mapped'
}

/** Rows of the review in the order in which they are looked at; choices by hand do not move them. */
export function inReviewOrder(reads: readonly ReviewedRead[], atFirst: readonly ReviewedRead[]): ReviewedRead[] {
  const ranks = { missing: 0, differs: 1, mapped: 2, found: 3 }
  const rank = new Map(atFirst.map(({ key, state }) => [key, ranks[state]]))
  return [...reads].sort((a, b) => (rank.get(a.key) ?? 0) - (rank.get(b.key) ?? 0))
}

/** Names of what shows or reads a column of the source: calculated columns, other elements, and the element itself. */
export function usesOfRead(document: WorkbookDocument, elementId: string, { columnIds }: SourceRead) {
  const element = findElement(document, elementId)
  if (!element) return { names: [], isShown: false }
  const { columns: _columns, order: _order, source: _source, ...settings } = element as Record<string, unknown>
  const pointed = textsIn(settings)
  const names = columnNames(columnsOf(element))
  const calculated = columnsOf(element).filter(({ id, formula }) => columnIds.includes(id) && !isPlain(formula))
  const used = namesOfLost(document, elementId, columnIds).flatMap(({ usedBy }) => usedBy)
  return {
    names: [...new Set([...calculated.map(({ id }) => names.get(id) ?? id), ...used])],
    isShown: columnIds.some((id) => pointed.has(id)),
  }
}

/** All texts anywhere in a value, without names of fields. */
function textsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string') found.add(value)
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) textsIn(part, found)
  return found
}

export interface ReviewedChange {
  source: ElementSource
  /** The name before the slash in formulas, for the present source and for the new one. */
  before: string
  after: string
  reads: readonly ReviewedRead[]
}

/**
 * Changes the source and the formulas that refer to it, in one step. Columns keep their ids and the names that are
 * shown.
 */
export function reviewedEdits(document: WorkbookDocument, elementId: string, change: ReviewedChange): DocumentEdit[] {
  const found = findElement(document, elementId)
  if (!found) return []
  const prefixes = prefixesOf(columnsOf(found), change.before)
  const reads = new Map(change.reads.map((read) => [read.key, read]))
  const names = columnNames(columnsOf(found))
  return changeElement(document, elementId, (element) => {
    let next = { ...element, source: change.source }
    for (const field of ownFields(formulaFields(element))) {
      const text = rewritten(field, prefixes, (segments) =>
        segmentsIn(segments, reads.get(readKey(segments)), change.after),
      )
      if (text !== field.text) next = setAtPath(next, field.path, text)
    }
    return { ...next, columns: withNames(columnsOf(next), names) }
  })
}

/** Ids of columns that show these names, whatever their formulas read now. */
export function withNames(columns: readonly DocumentColumn[], names: ReadonlyMap<string, string>): DocumentColumn[] {
  const now = columnNames(columns)
  return columns.map((column) => {
    const name = names.get(column.id)
    return name === undefined || now.get(column.id) === name ? column : { ...column, name }
  })
}

function segmentsIn(segments: readonly string[], read: ReviewedRead | undefined, after: string): string[] {
  const [column] = read?.to ? scanReferences(read.to.column.formula) : []
  if (column) return column.segments
  return isMetric(segments) ? [...segments] : [after, ...segments.slice(1)]
}

function rewritten(
  field: FormulaField,
  prefixes: ReadonlySet<string>,
  change: (segments: readonly string[]) => string[],
): string {
  let { text } = field
  for (const { start, end, segments } of referencesOf(field, prefixes).sort((a, b) => b.start - a.start)) {
    text = text.slice(0, start) + printReference(change(segments)) + text.slice(end)
  }
  return text
}

function referencesOf({ text, spans }: FormulaField, prefixes: ReadonlySet<string>): WrittenReference[] {
  return spans
    .flatMap(({ start, end }) => scanReferences(text, start, end))
    .filter(({ segments: [first = '', column] }) => column !== undefined && prefixes.has(first.toLowerCase()))
}

/**
 * Texts that refer to columns of the element or of its source. Texts inside the source are replaced together with it.
 */
function ownFields(fields: readonly FormulaField[]): FormulaField[] {
  return fields.filter(({ path, scope, isName }) => !scope && !isName && !/^source\b/.test(path))
}

/** The prefixes that plain references to a column of the source use, and the name of the source. */
function prefixesOf(columns: readonly DocumentColumn[], sourceName: string): ReadonlySet<string> {
  const plain = columns.flatMap(({ formula }) => (isPlain(formula) ? scanReferences(formula) : []))
  const written = plain.flatMap(({ segments: [first, column] }) => (first && column !== undefined ? [first] : []))
  return new Set([...written, sourceName].filter((prefix) => prefix !== '').map((prefix) => prefix.toLowerCase()))
}

function isPlain(formula: string): boolean {
  const [only, more] = scanReferences(formula)
  return only !== undefined && more === undefined && formula.trim().length === only.end - only.start
}

const isMetric = ([first]: readonly string[]) => first?.toLowerCase() === metricPrefix.toLowerCase()

/** The same for every spelling of one column. */
export function readKey(segments: readonly string[]): string {
  const [first = '', ...rest] = segments.map(shown)
  return JSON.stringify(isMetric(segments) ? [first, ...rest] : rest)
}

/** Names are compared without case, and `ORDER_ID` equals `Order Id`. */
function shown(name: string): string {
  return friendlyName(name).toLowerCase()
}
