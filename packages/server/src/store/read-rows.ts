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

/** Means the source as a whole. */
export const wholeSource = ''
/** Means columns that are not known individually. */
export const anyColumn = '*'

export const tableKeyOf = (connectionId: string, path: readonly string[]): string =>
  `table ${connectionId} ${foldCase(path.at(-1) ?? '')}`
export const modelKeyOf = (dataModelId: string, elementId: string): string => `model ${dataModelId} ${elementId}`
export const unreadSqlKeyOf = (connectionId: string): string => `sql ${connectionId}`

/** A read of a table's column, or of a table whose columns are not known. */
export function tableRead(connectionId: string, path: readonly string[], column: string): DocumentRead {
  return { source_key: tableKeyOf(connectionId, path), path: JSON.stringify(path.map(foldCase)), column_key: column }
}

/** Tables and data models that a document reads. Tables in custom SQL need the SQL parser and are not included. */
export function readRowsOf(document: WorkbookDocument): DocumentRead[] {
  return outsideReads(document).flatMap((read) => readRowOf(read) ?? [])
}

/** Null for sources other than tables, data models and datasets. */
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

/** Reads for unparsed custom SQL of a document: it may read any table of its connection. */
export function unreadStatements(document: WorkbookDocument): DocumentRead[] {
  return Object.values(document.elements).flatMap((element) =>
    outsideSources(element).flatMap(({ source }) =>
      source.kind === 'sql' ? [unreadSql(String(source.connectionId))] : [],
    ),
  )
}

/** Reads of a view, without parsing its custom SQL. A view that follows its document has the document's reads besides its own. */
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

/** Each read once, marked as the view's own when it is one. */
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

/** The ways in which a table's path may be written: complete, or without its leading parts. */
export function writtenPaths(path: readonly string[]): string[] {
  const folded = path.map(foldCase)
  return folded.map((_, index) => JSON.stringify(folded.slice(index)))
}

/** The data model of a key made by `modelKeyOf`; null for other keys. */
export function modelIdOfKey(key: string): string | null {
  const [kind, id] = key.split(' ')
  return kind === 'model' ? (id ?? null) : null
}
