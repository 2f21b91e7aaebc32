import {
  columnKey,
  modelElementOf,
  type OutsideRead,
  outsideReads,
  outsideSources,
  readsOfChanges,
  type WorkbookDocument,
} from '@octavo/core/document'
import type { Selectable } from 'kysely'
import { foldCase } from './like.ts'
import type { DocumentReadTable, ViewReadTable } from './schema.ts'

/** One thing that a document reads; see `DocumentReadTable`. */
export type DocumentRead = Pick<Selectable<DocumentReadTable>, 'source_key' | 'path' | 'column_key'>

/** One thing that a view reads; see `ViewReadTable`. */
export type ViewRead = DocumentRead & Pick<Selectable<ViewReadTable>, 'is_own'>

/** The source as a whole. */
export const wholeSource = ''
/** Columns that are not known one by one. */
export const anyColumn = '*'

export const tableKeyOf = (connectionId: string, path: readonly string[]): string =>
  `table ${connectionId} ${foldCase(path.at(-1) ?? '')}`
export const modelKeyOf = (dataModelId: string, elementId: string): string => `model ${dataModelId} ${elementId}`
export const unreadSqlKeyOf = (connectionId: string): string => `sql ${connectionId}`

/** A table and one of its columns, or all that is known of it. */
export function tableRead(connectionId: string, path: readonly string[], column: string): DocumentRead {
  return { source_key: tableKeyOf(connectionId, path), path: JSON.stringify(path.map(foldCase)), column_key: column }
}

/** What a document reads of tables and data models. Tables in custom SQL need the SQL parser and are not among them. */
export function readRowsOf(document: WorkbookDocument): DocumentRead[] {
  return outsideReads(document).flatMap((read) => readRowOf(read) ?? [])
}

/** Null for what is neither a table, nor a data model or dataset. */
export function readRowOf({ source, column }: OutsideRead): DocumentRead | null {
  const read = modelElementOf(source)
  if (read) {
    const key = modelKeyOf(read.dataModelId, read.elementId)
    return { source_key: key, path: '[]', column_key: column ?? wholeSource }
  }
  if (source.kind !== 'warehouse-table' || !Array.isArray(source.path)) return null
  const name = column === null ? wholeSource : columnKey(column)
  return tableRead(String(source.connectionId), source.path.map(String), name)
}

/** Custom SQL of a document that nobody has parsed: it may read any table of its connection. */
export function unreadStatements(document: WorkbookDocument): DocumentRead[] {
  return Object.values(document.elements).flatMap((element) =>
    outsideSources(element).flatMap(({ source }) =>
      source.kind === 'sql' ? [unreadSql(String(source.connectionId))] : [],
    ),
  )
}

/** What a view reads, without parsing its custom SQL. A view that follows its document reads what that reads, beside its own. */
export function unparsedViewReads(
  base: WorkbookDocument,
  shown: WorkbookDocument,
  { follows }: { follows: boolean },
): ViewRead[] {
  const own = readsOfChanges(base, shown).flatMap(
    (read) => readRowOf(read) ?? (read.source.kind === 'sql' ? [unreadSql(String(read.source.connectionId))] : []),
  )
  return viewReadsOf(own, follows ? [] : [...readRowsOf(shown), ...unreadStatements(shown)])
}

/** Each read once: as one of the view's own where it is one. */
export function viewReadsOf(own: readonly DocumentRead[], others: readonly DocumentRead[]): ViewRead[] {
  const marked = [
    ...others.map((read): ViewRead => ({ ...read, is_own: 0 })),
    ...own.map((read): ViewRead => ({ ...read, is_own: 1 })),
  ]
  return [
    ...new Map(marked.map((read) => [JSON.stringify([read.source_key, read.path, read.column_key]), read])).values(),
  ]
}

export function unreadSql(connectionId: string): DocumentRead {
  return { source_key: unreadSqlKeyOf(connectionId), path: '[]', column_key: anyColumn }
}

/** Paths under which a table may be written: whole, or without what holds it. */
export function writtenPaths(path: readonly string[]): string[] {
  const folded = path.map(foldCase)
  return folded.map((_, index) => JSON.stringify(folded.slice(index)))
}

/** The data model that a key of `modelKeyOf` is about; null for other keys. */
export function modelIdOfKey(key: string): string | null {
  const [kind, id] = key.split(' ')
  return kind === 'model' ? (id ?? null) : null
}
