import {
  columnsOf,
  type DocumentColumn,
  type ElementSource,
  findElement,
  scanReferences,
  type TableRef,
  type WorkbookDocument,
} from '@octavo/core/document'
import { parseFormula, printReference } from '@octavo/core/formula'
import { isTableRef } from '../join/join-plan.ts'
import type { SideColumn } from '../join/join-source.ts'

/** A table whose rows are in a union. */
export interface UnionLeg {
  /** Distinguishes the sources of a draft, which may contain one table twice. */
  id: string
  ref: TableRef
  name: string
}

/** A column of a union with the column that each leg has for it, in the order of the legs; null where it has none. */
export interface UnionRow {
  name: string
  columns: readonly (string | null)[]
  /** Whether the column is part of the union; others are only offered. */
  isTaken: boolean
}

export interface UnionDraft {
  /** The name of the source in formulas of the element, before the slash. */
  prefix: string
  legs: readonly UnionLeg[]
  rows: readonly UnionRow[]
}

export const emptyUnion: UnionDraft = { prefix: 'Union', legs: [], rows: [] }

/** Reads the union of an element; undefined if its source is not a union. All of its columns are selected. */
export function readUnion(source: unknown, nameOf: (ref: TableRef) => string): UnionDraft | undefined {
  if (!isRecord(source) || source.kind !== 'union' || !Array.isArray(source.sources)) return undefined
  const refs: unknown[] = source.sources
  if (!refs.every(isTableRef)) return undefined
  const matches = (Array.isArray(source.matches) ? source.matches : []).filter(isRecord)
  return {
    prefix: typeof source.name === 'string' ? source.name : `Union of ${refs.length} Sources`,
    legs: refs.map((ref, at) => ({ id: `leg-${at}`, ref, name: nameOf(ref) })),
    rows: matches.map(({ outputColumnName, sourceColumns }) => {
      const written: unknown[] = Array.isArray(sourceColumns) ? sourceColumns : []
      return { name: String(outputColumnName), columns: refs.map((_, at) => columnRead(written[at])), isTaken: true }
    }),
  }
}

function columnRead(written: unknown): string | null {
  if (typeof written !== 'string') return null
  const { tree } = written.startsWith('[') ? parseFormula(written) : { tree: null }
  return tree?.kind === 'reference' ? (tree.segments.at(-1) ?? written) : written
}

/** The source for a draft, with its selected columns. */
export function unionSource({ prefix, legs, rows }: UnionDraft): ElementSource {
  return {
    kind: 'union',
    name: prefix,
    sources: legs.map(({ ref }) => ref),
    matches: rows
      .filter(({ isTaken }) => isTaken)
      .map(({ name, columns }) => ({
        outputColumnName: name,
        sourceColumns: columns.map((column) => (column === null ? null : columnWritten(column))),
      })),
  }
}

/** The name in brackets; a name that needs escaping is returned unchanged. */
function columnWritten(name: string): string {
  const reference = printReference([name])
  return reference === `[${name}]` ? reference : name
}

/** Columns of the legs of a draft, in the order of the legs; undefined where they are unknown. */
export type LegColumns = readonly (readonly SideColumn[] | undefined)[]

/**
 * A draft with one more leg. Columns with equal names are matched if their types are equal, or one type is unknown; the
 * others become separate rows, which are selected if `takesNew` is true.
 */
export function withLeg(
  draft: UnionDraft,
  leg: { ref: TableRef; name: string },
  columns: readonly SideColumn[],
  { known, takesNew }: { known: LegColumns; takesNew: boolean },
): UnionDraft {
  const at = draft.legs.length
  const free = Math.max(-1, ...draft.legs.map(({ id }) => Number(id.slice('leg-'.length)))) + 1
  const used = new Set<string>()
  const rows = draft.rows.map((row) => {
    const names = new Set([row.name, ...row.columns].map((name) => name?.toLowerCase()))
    const [type] = typesOfRow(row, known)
    const found = columns.find(
      (column) =>
        !used.has(column.name) &&
        names.has(column.name.toLowerCase()) &&
        (type === undefined || column.type === undefined || column.type === type),
    )
    if (found) used.add(found.name)
    return { ...row, columns: [...row.columns, found?.name ?? null] }
  })
  const legs = [...draft.legs, { ...leg, id: `leg-${free}` }]
  const rest = columns.filter(({ name }) => !used.has(name)).map(({ name }) => name)
  return withRows({ ...draft, legs, rows }, at, rest, takesNew)
}

/** Adds the columns of a leg that no row has, without selecting them. */
export function withOffered(draft: UnionDraft, at: number, columns: readonly SideColumn[]): UnionDraft {
  const rest = columns.map(({ name }) => name).filter((name) => !draft.rows.some((row) => row.columns[at] === name))
  return withRows(draft, at, rest, false)
}

function withRows(draft: UnionDraft, at: number, names: readonly string[], isTaken: boolean): UnionDraft {
  const rows = [...draft.rows]
  for (const name of names) {
    rows.push({
      name: freeName(name, draft.legs[at]?.name ?? '', rows),
      columns: draft.legs.map((_, leg) => (leg === at ? name : null)),
      isTaken: isTaken && !name.startsWith('_'),
    })
  }
  return { ...draft, rows }
}

function freeName(name: string, leg: string, rows: readonly UnionRow[]): string {
  const taken = new Set(rows.map((row) => row.name.toLowerCase()))
  const own = [name, `${name} (${leg})`].find((each) => !taken.has(each.toLowerCase()))
  if (own !== undefined) return own
  for (let count = 2; ; count += 1) {
    const tried = `${name} (${leg}) ${count}`
    if (!taken.has(tried.toLowerCase())) return tried
  }
}

/** A draft without one of its legs, and without the rows that only this leg had columns for. */
export function withoutLeg({ prefix, legs, rows }: UnionDraft, at: number): UnionDraft {
  return {
    prefix,
    legs: legs.filter((_, leg) => leg !== at),
    rows: rows
      .map((row) => ({ ...row, columns: row.columns.filter((_, leg) => leg !== at) }))
      .filter(({ columns }) => columns.some((column) => column !== null)),
  }
}

/**
 * Moves a column of a source into a row, or clears the row. Its previous row is removed when it becomes empty; a column that was in this
 * row gets a separate one.
 */
export function withMatch(draft: UnionDraft, name: string, at: number, column: string | null): UnionDraft {
  const row = draft.rows.find((each) => each.name === name)
  const before = row?.columns[at] ?? null
  if (!row || before === column) return draft
  const rows = draft.rows
    .map((each) => {
      if (each === row) return { ...each, columns: replaced(each.columns, at, column) }
      return column !== null && each.columns[at] === column
        ? { ...each, columns: replaced(each.columns, at, null) }
        : each
    })
    .filter((each) => each.columns.some((one) => one !== null))
  return before === null ? { ...draft, rows } : withRows({ ...draft, rows }, at, [before], row.isTaken)
}

function replaced(columns: readonly (string | null)[], at: number, column: string | null) {
  return columns.map((each, leg) => (leg === at ? column : each))
}

export function withTaken(draft: UnionDraft, name: string, isTaken: boolean): UnionDraft {
  return { ...draft, rows: draft.rows.map((row) => (row.name === name ? { ...row, isTaken } : row)) }
}

/** The known types of the columns in a row; a row with more than one type cannot be read. */
export function typesOfRow({ columns }: UnionRow, known: LegColumns): string[] {
  const types = columns.map((name, at) => known[at]?.find((column) => column.name === name)?.type)
  return [...new Set(types.filter((type) => type !== undefined))]
}

export function isComplete({ legs, rows }: UnionDraft, known: LegColumns): boolean {
  const taken = rows.filter(({ isTaken }) => isTaken)
  return legs.length > 1 && taken.length > 0 && taken.every((row) => typesOfRow(row, known).length < 2)
}

/**
 * The draft for an element that becomes the first leg of a union: rows have the names that its columns use, and the
 * rows that it reads are selected.
 */
export function withReadNames(draft: UnionDraft, document: WorkbookDocument, elementId: string): UnionDraft {
  const written = new Map<string, string>()
  for (const { name } of readsOf(document, elementId, draft.prefix)) {
    if (!written.has(shownName(name))) written.set(shownName(name), name)
  }
  const rows = draft.rows.map((row) => {
    const name = written.get(shownName(row.name))
    return { ...row, name: name ?? row.name, isTaken: name !== undefined }
  })
  return { ...draft, rows }
}

/** New formulas, by id, of columns that use other names for an output of the union than its present one. */
export function respelled(draft: UnionDraft, document: WorkbookDocument, elementId: string): Map<string, string> {
  const names = new Map(draft.rows.map(({ name }) => [shownName(name), name]))
  const formulas = new Map<string, string>()
  for (const { column, name, start, end } of readsOf(document, elementId, draft.prefix).reverse()) {
    const now = names.get(shownName(name))
    if (now === undefined || now === name) continue
    const formula = formulas.get(column.id) ?? column.formula
    formulas.set(column.id, formula.slice(0, start) + printReference([draft.prefix, now]) + formula.slice(end))
  }
  return formulas
}

/** Ids of an element's columns that read an output which the union no longer has. */
export function lostIds(
  document: WorkbookDocument,
  elementId: string,
  before: UnionDraft,
  after: UnionDraft,
): string[] {
  const taken = ({ rows }: UnionDraft) => new Set(rows.filter((row) => row.isTaken).map((row) => shownName(row.name)))
  const [had, has] = [taken(before), taken(after)]
  const lost = readsOf(document, elementId, before.prefix).filter(
    ({ name }) => had.has(shownName(name)) && !has.has(shownName(name)),
  )
  return [...new Set(lost.map(({ column }) => column.id))]
}

/**
 * Columns that an element gets: the selected ones that it does not read yet; `column` returns the id and style of each.
 */
export function addedColumns(
  after: UnionDraft,
  read: ReadonlySet<string>,
  column: (row: UnionRow) => Pick<DocumentColumn, 'id' | 'format'>,
): DocumentColumn[] {
  return after.rows
    .filter(({ isTaken, name }) => isTaken && !read.has(shownName(name)))
    .map((row) => ({ ...column(row), formula: printReference([after.prefix, row.name]) }))
}

/** The outputs that columns of an element read, by their normalized names. */
export function readNames(document: WorkbookDocument, elementId: string, prefix: string): Set<string> {
  return new Set(readsOf(document, elementId, prefix).map(({ name }) => shownName(name)))
}

/** Every place in text order where a column of an element reads a column of its source by this prefix. */
export function readsOf(document: WorkbookDocument, elementId: string, prefix: string) {
  const element = findElement(document, elementId)
  return (element ? columnsOf(element) : []).flatMap((column) =>
    scanReferences(column.formula, 0, column.formula.length).flatMap(({ segments: [first, name], start, end }) =>
      name !== undefined && first?.toLowerCase() === prefix.toLowerCase() ? [{ column, name, start, end }] : [],
    ),
  )
}

/** Names are compared without case, and `ORDER_ID` equals `Order Id`. */
function shownName(name: string): string {
  return name.replaceAll('_', ' ').toLowerCase()
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
