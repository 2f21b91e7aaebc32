import { AppError } from '@octavo/core/errors'
import { dialectOf } from '@octavo/core/sql'
import type { Statement, ValueType } from '@octavo/core/types'
import type { EngineColumn, EngineObject, EngineSession, QueryBudget } from '../api.ts'
import { assertRoleName } from '../settings.ts'
import { whyUnread } from '../sql-reader.ts'
import type { Client } from './client.ts'
import { openCursor } from './cursor.ts'
import { isMissing, label } from './engine-errors.ts'
import { createRowTables, tryWrite } from './row-tables.ts'
import { type GuardOptions, systemCatalogs, whyRefused } from './statement-guard.ts'
import { readType, valueTypeOf } from './type-text.ts'

const usualCatalogTimeoutMs = 30_000
/** Bytes of the longest name of a role. */
const longestName = 512

/** A session over a coordinator. The guard checks only statements of people. */
export function createSession(
  client: Client,
  guard: GuardOptions,
  catalogTimeoutMs = usualCatalogTimeoutMs,
): EngineSession {
  const catalog: CatalogState = { client, budget: { timeoutMs: catalogTimeoutMs, maxRows: null } }
  return {
    async query(statement, budget, signal) {
      assertAllowed(statement, guard)
      return openCursor(client, statement, budget, signal)
    },
    async describe(statement, signal) {
      assertAllowed(statement, guard)
      return describe(catalog, statement, signal)
    },
    describeTable: (path, signal) => describeTable(catalog, path, signal),
    list: (path, signal) => list(catalog, path, signal),
    as(role) {
      assertRoleName(label, role, longestName)
      return { ...createSession(client.as(role), {}, catalogTimeoutMs), close: async () => {} }
    },
    tryWrite: (schema, signal, catalogName = '') => tryWrite(client, catalogName, schema, signal),
    rowTables: (catalogName, schema) => createRowTables(client, guard, catalogName, schema),
    async close() {
      client.close()
    },
  }
}

interface CatalogState {
  client: Client
  budget: QueryBudget
}

function assertAllowed({ text }: Pick<Statement, 'text'>, guard: GuardOptions): void {
  const refused = whyRefused(text, guard)
  if (refused !== null) throw new AppError('query_failed', { reason: refused })
}

async function describe(
  { client, budget }: CatalogState,
  { text, values }: Statement,
  signal: AbortSignal,
): Promise<EngineColumn[]> {
  const unread = await whyUnread(text, 'trino')
  if (unread !== null) throw new AppError('query_failed', { reason: unread })
  const described = `SELECT * FROM (\n${text.replace(/;\s*$/, '')}\n) AS described LIMIT 0`
  const cursor = await openCursor(client, { text: described, values }, { ...budget, maxRows: 0 }, signal)
  cursor.close()
  return cursor.columns
}

/** Rows of texts; empty where the catalog, the schema or the table does not exist. */
async function rowsOf(
  { client, budget }: CatalogState,
  text: string,
  values: readonly string[],
  signal: AbortSignal,
): Promise<string[][]> {
  const bound = values.map((value) => ({ type: { kind: 'text' } satisfies ValueType, value }))
  const rows: string[][] = []
  try {
    const cursor = await openCursor(client, { text, values: bound }, budget, signal)
    for await (const { rowCount, columns } of cursor.batches) {
      for (let row = 0; row < rowCount; row += 1) rows.push(columns.map(({ values: cells }) => String(cells[row])))
    }
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
  return rows
}

/** A table of the information schema of a catalog. */
const informationSchema = (catalog: string, table: string): string =>
  `${dialectOf('trino').quoteIdentifier(catalog)}.information_schema.${table}`

async function describeTable(
  state: CatalogState,
  path: readonly string[],
  signal: AbortSignal,
): ReturnType<EngineSession['describeTable']> {
  const [catalog, ...within] = path
  if (catalog === undefined || within.length !== 2 || systemCatalogs.has(catalog)) return null
  const rows = await rowsOf(
    state,
    `SELECT column_name, data_type, is_nullable FROM ${informationSchema(catalog, 'columns')}
     WHERE table_schema = ? AND table_name = ? ORDER BY ordinal_position`,
    within,
    signal,
  )
  if (rows.length === 0) return null
  return {
    columns: rows.map(([name = '', type = '', nullable]) => ({
      name,
      type: valueTypeOf(readType(type)),
      nullable: nullable !== 'NO',
    })),
  }
}

async function list(state: CatalogState, path: readonly string[], signal: AbortSignal): Promise<EngineObject[]> {
  const [catalog, schema, ...deeper] = path
  if (deeper.length > 0 || (catalog !== undefined && systemCatalogs.has(catalog))) return []
  if (catalog === undefined) {
    const rows = await rowsOf(state, 'SHOW CATALOGS', [], signal)
    return rows
      .filter(([name = '']) => !systemCatalogs.has(name))
      .map(([name = '']) => ({ path: [name], kind: 'database' }))
  }
  if (schema === undefined) {
    const rows = await rowsOf(
      state,
      `SELECT schema_name FROM ${informationSchema(catalog, 'schemata')} WHERE schema_name <> 'information_schema' ORDER BY 1`,
      [],
      signal,
    )
    return rows.map(([name = '']) => ({ path: [catalog, name], kind: 'schema' }))
  }
  const rows = await rowsOf(
    state,
    `SELECT table_name, table_type FROM ${informationSchema(catalog, 'tables')} WHERE table_schema = ? ORDER BY 1`,
    [schema],
    signal,
  )
  return rows.map(([name = '', type]) => ({
    path: [catalog, schema, name],
    kind: type?.endsWith('VIEW') ? 'view' : 'table',
  }))
}
