import { AppError } from '@octavo/core/errors'
import type { RelationToStore } from '@octavo/core/plan'
import { type Statement, uploadedRow } from '@octavo/core/types'
import {
  type EngineTables,
  type EngineWriter,
  type OpenConnection,
  type OwnTable,
  type QueryBudget,
  type RowTables,
  storedRevision,
  type UploadFolder,
  uploadedTable,
} from '../../connectors/index.ts'
import type { ConnectionRow } from '../../store/connections.ts'
import { newUuid } from '../../store/index.ts'
import type { StoredRelation } from '../../store/materializations.ts'
import { writePlaceOf } from '../connections/published-settings.ts'

/** A table that contains a relation. */
export type PlacedTable = Omit<StoredRelation, 'identity'>

/** Where the rows of an element are stored. */
export interface StoringPlace {
  /** A key of the state of the underlying data; null when it is unknown, so that rows are stored again each time. */
  dataState(): string | null
  /** Creates a table with a new name, completely or not at all. More rows than `mostRows` are an error. */
  store(
    relation: RelationToStore,
    mostRows: number,
    budget: QueryBudget,
    signal: AbortSignal,
  ): Promise<{ placed: PlacedTable; rows: number; bytes: number }>
  /** Removes a table that has never been read. */
  remove(table: PlacedTable): Promise<void>
}

const dropMs = 20_000

/** The engine's own write place, or the write schema of the connection; null without either. */
export function storingPlaceOf(
  { session, row }: Pick<OpenConnection, 'session' | 'row'>,
  uploadFolder: UploadFolder,
  now: () => number,
): StoringPlace | null {
  if (session.tables) return placeOfEngine(session.tables, uploadFolder)
  const place = writeTargetOf(row)
  if (!place) return null
  const tables = place.catalog === undefined ? undefined : session.rowTables?.(place.catalog, place.schema)
  if (tables) return placeInCatalog(tables, place, now)
  const writer = session.writer?.(place.schema)
  return writer ? placeInSchema(writer, place.schema, now) : null
}

interface WriteTarget {
  schema: string
  /** Absent when the settings of the connection name none. */
  catalog?: string
}

/** The write schema of a connection, and its catalog; null without write access. */
function writeTargetOf({ settings }: Pick<ConnectionRow, 'settings'>): WriteTarget | null {
  const write = writePlaceOf(JSON.parse(settings))
  if (!write?.isOn || write.schema === '') return null
  return { schema: write.schema, ...(write.database === '' ? {} : { catalog: write.database }) }
}

/** The write schema of a connection whose tables of stored rows can be listed and dropped. */
export interface StoredSchema {
  path: string[]
  drop(name: string): Promise<void>
}

/** Null without write access. */
export function storedSchemaOf({ session, row }: Pick<OpenConnection, 'session' | 'row'>): StoredSchema | null {
  const place = writeTargetOf(row)
  if (!place) return null
  const { catalog, schema } = place
  const tables = catalog === undefined ? undefined : session.rowTables?.(catalog, schema)
  if (catalog !== undefined && tables) return { path: [catalog, schema], drop: (name) => tables.drop(name) }
  const writer = session.writer?.(schema)
  return writer ? { path: [schema], drop: (name) => dropOver(writer, name) } : null
}

const dropOver = (writer: EngineWriter, name: string) => writer.write((tx) => tx.drop(name), dropMs)

function placeOfEngine(tables: EngineTables, uploadFolder: UploadFolder): StoringPlace {
  return {
    dataState: () => tables.dataState(),
    async store(relation, mostRows, budget, signal) {
      const tableId = newUuid()
      const statement = relation.statement(mostRows + 1)
      const made = await tables.store(uploadedTable(tableId, storedRevision), statement, budget, signal)
      if (made.rowCount > mostRows) {
        uploadFolder.remove(tableId)
        throw tooMany(mostRows)
      }
      return { placed: { tableId }, rows: made.rowCount, bytes: made.sizeBytes }
    },
    remove: async ({ tableId }) => uploadFolder.remove(tableId),
  }
}

/** One transaction creates and fills a table, so that an interrupted process leaves nothing behind. */
function placeInSchema(writer: EngineWriter, schema: string, now: () => number): StoringPlace {
  const remove = (name: string) => dropOver(writer, name)
  return {
    dataState: () => null,
    async store(relation, mostRows, { timeoutMs }, signal) {
      const table = tableOf(relation, now())
      const rows = await writer
        .write(async (tx) => {
          if (signal.aborted) throw new AppError('query_cancelled', {})
          await tx.ensure(table)
          const count = await tx.fill(table, numbered(relation.statement(mostRows + 1)))
          if (count > mostRows) throw tooMany(mostRows)
          if (signal.aborted) throw new AppError('query_cancelled', {})
          return count
        }, timeoutMs)
        .catch(async (error: unknown) => {
          // A table that cannot be dropped now is dropped by the sweep.
          if (writer.leavesTables) await remove(table.name).catch(() => {})
          throw error
        })
      return { placed: { tableId: table.name, schema }, rows, bytes: 0 }
    },
    remove: ({ tableId }) => remove(tableId),
  }
}

/** One statement creates a table with its rows. */
function placeInCatalog(tables: RowTables, place: WriteTarget, now: () => number): StoringPlace {
  return {
    dataState: () => null,
    async store(relation, mostRows, budget, signal) {
      const name = newName(now())
      const rows = await tables.create(name, relation.types, relation.statement(mostRows + 1), budget, signal)
      if (rows > mostRows) {
        await tables.drop(name).catch(() => {})
        throw tooMany(mostRows)
      }
      return { placed: { tableId: name, ...place }, rows, bytes: 0 }
    },
    remove: ({ tableId }) => tables.drop(tableId),
  }
}

const newName = (now: number): string => `octavo_mat_${now.toString(36)}_${newUuid().replaceAll('-', '')}`

const ownName = /^octavo_mat_([0-9a-z]+)_[0-9a-f]{32}$/

/** Creation time of a table of stored rows, read from its name; null for any other table. */
export function storedSince(name: string): number | null {
  const [, since] = ownName.exec(name) ?? []
  return since === undefined ? null : Number.parseInt(since, 36)
}

function tableOf({ types }: RelationToStore, now: number): OwnTable {
  return {
    name: newName(now),
    columns: [
      ...types.map((type, index) => ({ name: `c_${index + 1}`, type, nullable: true })),
      { name: uploadedRow, type: { kind: 'int64' } },
    ],
    key: [uploadedRow],
  }
}

/** Adds row numbers in the order of the statement's result. */
function numbered({ text, ...beside }: Statement): Statement {
  return { ...beside, text: `SELECT t.*, row_number() OVER () FROM (\n${text}\n) AS t` }
}

const tooMany = (rows: number) => new AppError('query_over_budget', { budget: 'rows', limit: `${rows} rows` })
