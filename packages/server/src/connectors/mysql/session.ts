import { AppError } from '@octavo/core/errors'
import { dialects } from '@octavo/core/sql'
import type { Statement } from '@octavo/core/types'
import type { EngineColumn, EngineObject, EngineSession, QueryBudget } from '../api.ts'
import { mysqlPlan, tablesByAlias } from '../engine-plan.ts'
import { isUploadedTable } from '../ingest/upload-folder.ts'
import { isHiddenTable } from '../own-names.ts'
import { assertRoleName } from '../settings.ts'
import { whyUnread } from '../sql-reader.ts'
import { openCursor, type SessionState } from './cursor.ts'
import { isMissing } from './engine-errors.ts'
import { closeLinks, type Links } from './links.ts'
import { roleOf } from './role.ts'
import { labels } from './server-version.ts'
import { type GuardOptions, whyRefused } from './statement-guard.ts'
import { tryWrite } from './write-test.ts'
import { createWriter } from './writer.ts'

const usualCatalogTimeoutMs = 30_000
/** Bytes of the longest name of a role. */
const longestName = 512
/** Schemas of the server itself. */
const ownSchemas = ['information_schema', 'performance_schema', 'mysql', 'sys']

/** A session over these connections. Only statements of people are checked by the guard. */
export function createSession(
  links: Links,
  guard: GuardOptions,
  catalogTimeoutMs = usualCatalogTimeoutMs,
): EngineSession {
  const state: CatalogState = {
    links,
    knowsZones: false,
    catalogBudget: { timeoutMs: catalogTimeoutMs, maxRows: null },
  }
  return {
    get dialect() {
      return links.flavour
    },
    async query(statement, budget, signal) {
      assertAllowed(statement, guard)
      return openCursor(state, statement, budget, signal)
    },
    async describe(statement, signal) {
      assertAllowed(statement, guard)
      return describe(state, statement, signal)
    },
    async explain(statement, signal) {
      assertAllowed(statement, guard)
      return explain(state, statement, signal)
    },
    describeTable: (path, signal) => describeTable(state, path, signal),
    list: (path, signal) => list(state, path, signal),
    async role(signal) {
      return roleOf((await rowsOf(state, 'SHOW GRANTS', [], signal)).map(([grant = '']) => grant))
    },
    as(role) {
      assertRoleName(labels[links.flavour], role, longestName)
      return { ...createSession({ ...links, role }, {}, catalogTimeoutMs), close: async () => {} }
    },
    tryWrite: (schema, signal) => tryWrite(links, schema, signal),
    writer: (schema) => createWriter(links, guard, schema),
    close: () => closeLinks(links),
  }
}

interface CatalogState extends SessionState {
  catalogBudget: QueryBudget
}

function assertAllowed({ text, uploads }: Statement, guard: GuardOptions): void {
  const refused = whyRefused(text, guard, uploads)
  if (refused !== null) throw new AppError('query_failed', { reason: refused })
}

async function columnsOf(state: CatalogState, statement: Statement, signal: AbortSignal): Promise<EngineColumn[]> {
  const cursor = await openCursor(state, statement, state.catalogBudget, signal)
  for await (const _ of cursor.batches) {
    // A statement without rows; its end returns the connection to the pool.
  }
  return cursor.columns
}

async function rowsOf(
  state: CatalogState,
  text: string,
  values: readonly string[],
  signal: AbortSignal,
): Promise<string[][]> {
  const bound = values.map((value) => ({ type: { kind: 'text' } as const, value }))
  const cursor = await openCursor(state, { text, values: bound }, state.catalogBudget, signal)
  const rows: string[][] = []
  for await (const { rowCount, columns } of cursor.batches) {
    for (let row = 0; row < rowCount; row += 1) rows.push(columns.map(({ values: cells }) => String(cells[row])))
  }
  return rows
}

async function describe(
  state: CatalogState,
  { text, values }: Statement,
  signal: AbortSignal,
): Promise<EngineColumn[]> {
  const unread = await whyUnread(text)
  if (unread !== null) throw new AppError('query_failed', { reason: unread })
  const described = `SELECT * FROM (\n${text.replace(/;\s*$/, '')}\n) AS described LIMIT 0`
  return columnsOf(state, { text: described, values }, signal)
}

/** The plan of a statement without running it. */
async function explain(state: CatalogState, statement: Statement, signal: AbortSignal) {
  const cursor = await openCursor(state, statement, state.catalogBudget, signal, 'EXPLAIN FORMAT=JSON ')
  let json = 'null'
  for await (const { columns } of cursor.batches) json = String(columns[0]?.values[0] ?? json)
  return mysqlPlan(json, tablesByAlias(statement.text))
}

async function describeTable(
  state: CatalogState,
  path: readonly string[],
  signal: AbortSignal,
): ReturnType<EngineSession['describeTable']> {
  if (path.length !== 2 || isUploadedTable(path[1] ?? '')) return null
  const name = path.map(dialects[state.links.flavour].quoteIdentifier).join('.')
  try {
    const columns = await columnsOf(state, { text: `SELECT * FROM ${name} LIMIT 0`, values: [] }, signal)
    const key = (await rowsOf(state, PRIMARY_KEY, path, signal)).filter(
      ([, schema, table]) => schema === path[0] && table === path[1],
    )
    return {
      columns,
      ...(key.length > 0 ? { rowOrder: { kind: 'key', columns: key.map(([column = '']) => column) } } : {}),
    }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function list(state: CatalogState, path: readonly string[], signal: AbortSignal): Promise<EngineObject[]> {
  const [schema] = path
  if (path.length > 1) return []
  if (schema === undefined) {
    const names = await rowsOf(state, 'SELECT schema_name FROM information_schema.schemata ORDER BY 1', [], signal)
    return names
      .filter(([name = '']) => !ownSchemas.includes(name.toLowerCase()))
      .map(([name = '']) => ({ path: [name], kind: 'schema' }))
  }
  // The server's catalog may compare without case although names are case-sensitive.
  const tables = await rowsOf(
    state,
    `SELECT table_name, table_type, table_schema FROM information_schema.tables
     WHERE table_schema = ? AND table_type <> 'SEQUENCE' ORDER BY 1`,
    [schema],
    signal,
  )
  return tables
    .filter(([name = '', , within]) => within === schema && !isHiddenTable(name))
    .map(([name = '', type]) => ({ path: [schema, name], kind: type?.endsWith('VIEW') ? 'view' : 'table' }))
}

/** Columns of the primary key in order. The server's catalog may compare without case although names are case-sensitive. */
const PRIMARY_KEY = `SELECT column_name, table_schema, table_name FROM information_schema.key_column_usage
  WHERE constraint_name = 'PRIMARY' AND table_schema = ? AND table_name = ? ORDER BY ordinal_position`
