import { columnKey, type OutsideRead, outsideReads, type WorkbookDocument } from '@octavo/core/document'
import { type Sessions, type SqlReferences, sqlReferences } from '../../connectors/index.ts'
import { findConnection } from '../../store/connections.ts'
import type { Store } from '../../store/index.ts'
import { anyColumn, type DocumentRead, readRowOf, tableRead, unreadSql, wholeSource } from '../../store/read-rows.ts'
import { serviceOf } from '../service/service.ts'

export type DocumentReads = ReturnType<typeof createDocumentReads>

/** Tables and data models that a document reads, for the index of where they are used. */
export function createDocumentReads(parts: Parts) {
  return serviceOf(parts, { of, ofReads, ofStatement })
}

interface Parts {
  store: Store
  sessions: Sessions
}

/** Call it before the transaction that stores the document, because parsing custom SQL takes time. */
async function of(parts: Parts, organizationId: string, content: WorkbookDocument): Promise<DocumentRead[]> {
  return ofReads(parts, organizationId, outsideReads(content))
}

/** As `of`, for some of the reads of a document. */
async function ofReads(parts: Parts, organizationId: string, reads: readonly OutsideRead[]): Promise<DocumentRead[]> {
  const rows = reads.flatMap((read) => readRowOf(read) ?? [])
  const statements = reads.flatMap(({ source, column }) => (source.kind === 'sql' && column === null ? [source] : []))
  for (const { connectionId, statement } of statements) {
    rows.push(...(await ofStatement(parts, organizationId, String(connectionId), String(statement))))
  }
  return rows
}

/** As `of`, for custom SQL alone. */
async function ofStatement(
  { store, sessions }: Parts,
  organizationId: string,
  connectionId: string,
  statement: string,
): Promise<DocumentRead[]> {
  const connection = await findConnection(store.db, organizationId, connectionId)
  const dialect = sessions.connector(connection?.type ?? '')?.dialect
  return readsOfSql(connectionId, dialect ? await referencesOf(statement, dialect) : null)
}

/** Null for SQL that the parser cannot read, or not in time: the document is stored all the same. */
async function referencesOf(statement: string, dialect: string): Promise<SqlReferences | null> {
  try {
    return await sqlReferences(statement, dialect)
  } catch {
    return null
  }
}

/** Every column that the SQL names counts for each of its tables, because only the platform knows which table it belongs to. */
export function readsOfSql(connectionId: string, references: SqlReferences | null): DocumentRead[] {
  if (!references) return [unreadSql(connectionId)]
  const columns = references.columns.flatMap((parts) => parts.at(-1)?.name ?? []).filter((name) => name !== anyColumn)
  const keys = [wholeSource, ...columns.map(columnKey), ...(references.hasStar ? [anyColumn] : [])]
  return references.tables.flatMap(({ parts }) => {
    const path = parts.map(({ name }) => name)
    return keys.map((key) => tableRead(connectionId, path, key))
  })
}
