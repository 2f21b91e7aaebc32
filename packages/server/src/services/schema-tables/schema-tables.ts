import { createReadStream } from 'node:fs'
import { AppError, isAppError } from '@octavo/core/errors'
import { printQuery } from '@octavo/core/sql'
import { type Statement, uploadedRow, type ValueType } from '@octavo/core/types'
import type { Clock } from '../../config/index.ts'
import {
  type EngineWriter,
  type OwnTable,
  RowRefused,
  roleAttributeOf,
  type Sessions,
  uploadedTable,
  usesOwnSignIns,
  WriteUncertain,
} from '../../connectors/index.ts'
import { findConnection } from '../../store/connections.ts'
import { isDryRun, newUuid, type Queryable, type Store } from '../../store/index.ts'
import {
  deleteRetiredTable,
  insertRetiredTable,
  listRetiredTables,
  postponeRetiredTable,
  type RetiredTableName,
} from '../../store/retired-tables.ts'
import { writeSchemaOf } from '../connections/published-settings.ts'

/** Time limit for writing a table. */
const writeMs = 10 * 60_000
const dropMs = 20_000
/**
 * A new table that is still unused after this time was left by a dead process or a broken connection, and is dropped.
 */
const unfinishedMs = 3_600_000
/** Longer than any statement runs: replaced tables are kept this long for statements that started with them. */
const readMs = 11 * 60_000
/** A failed drop is retried after this time, so that a platform that does not respond does not delay other drops. */
const againMs = 6 * 3_600_000
const droppedAtOnce = 200

interface Parts {
  store: Store
  sessions: Sessions
  clock: Clock
  reportBug: (error: unknown) => void
}

/** A table with the rows of a file in the write schema of a connection. */
export type SchemaTable = RetiredTableName

export interface NewSchemaTable {
  organizationId: string
  connectionId: string
  schema: string
  revision: number
  types: readonly ValueType[]
  /** The table with the rows that come before those of the file; null for none. */
  before: SchemaTable | null
  /** Path of the file with the rows as lines. */
  lines: string
  onBytes: (bytes: number) => void
  signal: AbortSignal
}

export type SchemaTables = ReturnType<typeof createSchemaTables>

/**
 * Creates and drops our own tables in write schemas. A table is created completely or not at all, never changed, and
 * dropped when no row of the store refers to it any more.
 */
export function createSchemaTables(parts: Parts) {
  const { store, clock } = parts
  return {
    make: (given: NewSchemaTable) => make(parts, given),
    /** Marks a created table as used. Call it in the transaction that stores its name. */
    keep: (tx: Queryable, table: SchemaTable) => deleteRetiredTable(tx, table),
    /** Marks a table as unused, to be dropped later. Call it in the transaction that removes its name. */
    retire: (tx: Queryable, table: SchemaTable, { isUnread = false } = {}) =>
      insertRetiredTable(tx, { ...table, drop_after: clock.now() + (isUnread ? 0 : readMs) }),
    /** Drops a retired table now; if the platform does not respond, `clean` drops it later. */
    dropNow: (table: SchemaTable) => (isDryRun() ? undefined : drop(parts, table)),
    /** Drops retired tables whose time has come. Call it periodically; failed drops are retried later. */
    async clean(): Promise<void> {
      for (const { drop_after: _, ...table } of await listRetiredTables(store.db, clock.now(), droppedAtOnce)) {
        await drop(parts, table)
      }
    },
  }
}

async function drop(parts: Parts, table: SchemaTable): Promise<void> {
  const { store, clock, reportBug } = parts
  try {
    const { writer } = await writerOf(parts, table.organization_id, table)
    await writer.write((tx) => tx.drop(table.table_name), dropMs)
    await store.maintain('dropped table', (tx) => deleteRetiredTable(tx, table))
  } catch (error) {
    if (!isAppError(error) && !(error instanceof WriteUncertain)) reportBug(error)
    const drop_after = clock.now() + againMs
    await store.maintain('table that is dropped later', (tx) => postponeRetiredTable(tx, { ...table, drop_after }))
  }
}

async function writerOf(
  { sessions }: Parts,
  organizationId: string,
  { connection_id: connectionId, write_schema: schema }: Pick<SchemaTable, 'connection_id' | 'write_schema'>,
): Promise<{ writer: EngineWriter; dialect: string; connectionName: string }> {
  const { session, row, dialect } = await sessions.openOwn(organizationId, connectionId)
  const writer = writeSchemaOf(row) === schema ? session.writer?.(schema) : undefined
  if (writer) return { writer, dialect, connectionName: row.name }
  throw unavailable(row.name, `It does not write into the schema "${schema}" any more.`)
}

const unavailable = (name: string, reason: string, cause?: unknown) =>
  new AppError('source_unavailable', { source: `connection "${name}"`, reason }, { cause })

/**
 * Creates a table with a new name. It counts as retired until `keep` is called. Throws `source_unavailable` when the
 * platform refuses the table, and `RowRefused` for a row that it refuses.
 */
async function make(parts: Parts, given: NewSchemaTable): Promise<SchemaTable> {
  const { store, clock } = parts
  const { organizationId, connectionId, schema, before } = given
  const place = { organization_id: organizationId, connection_id: connectionId, write_schema: schema }
  const { writer, dialect, connectionName } = await writerOf(parts, organizationId, place)
  const table = ownTable(given)
  const made = { ...place, table_name: table.name }
  const drop_after = clock.now() + unfinishedMs
  await store.maintain('table that is being made', (tx) => insertRetiredTable(tx, { ...made, drop_after }))
  try {
    await writer.write(async (tx) => {
      await tx.ensure(table)
      if (before) await tx.fill(table, rowsOf(before, table, dialect))
      await tx.load(table, bytesOf(given))
      given.signal.throwIfAborted()
    }, writeMs)
    return made
  } catch (error) {
    if (writer.leavesTables) await drop(parts, made)
    // Otherwise the platform has rolled everything back.
    else if (!(error instanceof WriteUncertain)) {
      await store.maintain('table that was not made', (tx) => deleteRetiredTable(tx, made))
    }
    if (given.signal.aborted) throw new AppError('query_cancelled', {}, { cause: error })
    if (error instanceof RowRefused || isAppError(error, 'source_unavailable')) throw error
    const isOfPlatform = error instanceof WriteUncertain || error instanceof AppError
    if (!isOfPlatform) throw error
    throw unavailable(connectionName, `Its schema "${schema}" did not take the table: ${reasonOf(error)}`, error)
  }
}

function reasonOf(error: AppError | WriteUncertain): string {
  return isAppError(error, 'query_failed') ? error.details.reason : error.message
}

function ownTable({ revision, types }: NewSchemaTable): OwnTable {
  return {
    // Each table has a new name, so that concurrent changes of the rows never use the same table.
    name: uploadedTable(newUuid(), revision),
    columns: [
      { name: uploadedRow, type: { kind: 'int64' } },
      ...types.map((type, index) => ({ name: `c_${index + 1}`, type, nullable: true })),
    ],
    key: [uploadedRow],
  }
}

function rowsOf({ write_schema, table_name }: SchemaTable, { columns }: OwnTable, dialect: string): Statement {
  const path = [write_schema, table_name]
  return printQuery(
    {
      kind: 'query',
      ctes: [],
      body: {
        kind: 'select',
        columns: columns.map(({ name }) => ({ expression: { kind: 'column', name }, alias: name })),
        from: { kind: 'table', path, alias: 'before', isUpload: true },
      },
    },
    dialect,
  )
}

async function* bytesOf({ lines, onBytes, signal }: NewSchemaTable): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of createReadStream(lines, { signal })) {
    yield chunk as Buffer
    bytes += (chunk as Buffer).length
    onBytes(bytes)
  }
}

/** The write schema for uploaded tables. Null without write access, and when readers have their own role or sign-in. */
export async function schemaForUploads(
  { store, sessions }: Pick<Parts, 'store' | 'sessions'>,
  organizationId: string,
  connectionId: string,
): Promise<string | null> {
  const row = await findConnection(store.db, organizationId, connectionId)
  const schema = row && writeSchemaOf(row)
  if (!row || !schema || sessions.connector(row.type)?.capabilities.write !== true) return null
  const settings = JSON.parse(row.settings) as Record<string, unknown>
  // Readers with their own role or sign-in may not be able to read tables of the connection's account.
  return usesOwnSignIns(settings) || roleAttributeOf(settings) !== undefined ? null : schema
}
