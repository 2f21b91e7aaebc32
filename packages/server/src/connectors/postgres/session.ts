import { AppError } from '@octavo/core/errors'
import type { Statement, ValueType } from '@octavo/core/types'
import type { EngineColumn, EngineObject, EngineSession, QueryBudget } from '../api.ts'
import { postgresPlan } from '../engine-plan.ts'
import { isUploadedTable } from '../ingest/upload-folder.ts'
import { hiddenTables } from '../own-names.ts'
import { assertRoleName } from '../settings.ts'
import { openCursor, queryOf } from './cursor.ts'
import { errorOf, label } from './engine-errors.ts'
import { begin, closeLinks, giveBack, type Links, takeLink } from './links.ts'
import { createProcedures } from './procedures.ts'
import { roleOf, roleQuery } from './role.ts'
import { type GuardOptions, whyRefused } from './statement-guard.ts'
import { tryWrite } from './write-test.ts'
import { createWriter } from './writer.ts'

const usualCatalogTimeoutMs = 30_000
/** The server truncates longer names. */
const longestName = 63

/** A session over these connections. Only statements of people are checked by the guard. */
export function createSession(
  links: Links,
  guard: GuardOptions,
  catalogTimeoutMs = usualCatalogTimeoutMs,
): EngineSession {
  const catalog: CatalogLinks = { links, budget: { timeoutMs: catalogTimeoutMs, maxRows: null } }
  return {
    async query(statement, budget, signal) {
      await assertAllowed(statement, guard)
      return openCursor(links, statement, budget, signal)
    },
    async describe(statement, signal) {
      await assertAllowed(statement, guard)
      return columnsOf(catalog, statement, signal)
    },
    async explain(statement, signal) {
      await assertAllowed(statement, guard)
      return explain(catalog, statement, signal)
    },
    describeTable: (path, signal) => describeTable(catalog, path, signal),
    list: (path, signal) => list(catalog, path, signal),
    async role(signal) {
      return roleOf((await rowsOf(catalog, roleQuery, [], signal)).map(([right = '']) => right))
    },
    as(role) {
      assertRoleName(label, role, longestName)
      return { ...createSession({ ...links, role }, {}, catalogTimeoutMs), close: async () => {} }
    },
    tryWrite: (schema, signal) => tryWrite(catalog, schema, signal),
    procedures: createProcedures(links, (text, signal) => rowsOf(catalog, text, [], signal)),
    writer: (schema) => createWriter(links, guard, schema),
    close: () => closeLinks(links),
  }
}

/** The connections, with the budget of statements about tables and columns. */
interface CatalogLinks {
  links: Links
  budget: QueryBudget
}

async function assertAllowed({ text, uploads }: Statement, guard: GuardOptions): Promise<void> {
  const refused = await whyRefused(text, guard, uploads)
  if (refused !== null) throw new AppError('query_failed', { reason: refused })
}

async function columnsOf(
  { links, budget }: CatalogLinks,
  statement: Statement,
  signal: AbortSignal,
): Promise<EngineColumn[]> {
  const cursor = await openCursor(links, statement, { ...budget, maxRows: 0 }, signal)
  cursor.close()
  return cursor.columns
}

async function rowsOf(
  { links, budget }: CatalogLinks,
  text: string,
  path: readonly string[],
  signal: AbortSignal,
): Promise<string[][]> {
  const values = path.map((value) => ({ type: { kind: 'text' } satisfies ValueType, value }))
  const cursor = await openCursor(links, { text, values }, budget, signal)
  const rows: string[][] = []
  for await (const { rowCount, columns } of cursor.batches) {
    for (let row = 0; row < rowCount; row++) rows.push(columns.map(({ values: cells }) => String(cells[row])))
  }
  return rows
}

/** The plan of a statement without running it. */
async function explain({ links, budget }: CatalogLinks, { text, values }: Statement, signal: AbortSignal) {
  if (signal.aborted) throw new AppError('query_cancelled', {})
  const link = await takeLink(links)
  try {
    await begin(links, link, budget.timeoutMs)
    const { rows } = await link.query<(string | null)[]>(queryOf(`EXPLAIN (FORMAT JSON) ${text}`, values))
    return postgresPlan(rows[0]?.[0] ?? 'null')
  } catch (error) {
    throw errorOf(error)
  } finally {
    giveBack(link)
  }
}

async function describeTable(
  links: CatalogLinks,
  path: readonly string[],
  signal: AbortSignal,
): ReturnType<EngineSession['describeTable']> {
  if (path.length !== 2 || isUploadedTable(path[1] ?? '')) return null
  const nullable = await rowsOf(
    links,
    `SELECT CASE WHEN is_nullable = 'YES' THEN 'yes' ELSE 'no' END FROM information_schema.columns
     WHERE table_schema = $1 AND table_name = $2 ORDER BY ordinal_position`,
    path,
    signal,
  )
  if (nullable.length === 0) return null
  const text = `SELECT * FROM ${path.map((segment) => `"${segment.replaceAll('"', '""')}"`).join('.')}`
  const columns = await columnsOf(links, { text, values: [] }, signal)
  const key = await rowsOf(links, PRIMARY_KEY, path, signal)
  return {
    columns: columns.map((column, index) => ({ ...column, nullable: nullable[index]?.[0] !== 'no' })),
    ...(key.length > 0 ? { rowOrder: { kind: 'key', columns: key.map(([name = '']) => name) } } : {}),
  }
}

async function list(links: CatalogLinks, path: readonly string[], signal: AbortSignal): Promise<EngineObject[]> {
  if (path.length > 1) return []
  const rows = await rowsOf(
    links,
    path.length === 0
      ? `SELECT schema_name, 'schema' FROM information_schema.schemata
         WHERE schema_name <> 'information_schema' AND schema_name NOT LIKE 'pg\\_%' ORDER BY 1`
      : `SELECT table_name, CASE table_type WHEN 'VIEW' THEN 'view' ELSE 'table' END
         FROM information_schema.tables WHERE table_schema = $1 AND table_name !~ '${hiddenTables}' ORDER BY 1`,
    path,
    signal,
  )
  return rows.map(([name, kind]) => ({ path: [...path, name ?? ''], kind: kind as EngineObject['kind'] }))
}

/**
 * Columns of the primary key in order. The key of a table with inheritance children does not cover the rows of the children; the key of a
 * partitioned table covers all partitions.
 */
const PRIMARY_KEY = `SELECT a.attname FROM pg_catalog.pg_index i
  JOIN pg_catalog.pg_class c ON c.oid = i.indrelid
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS k (attnum, place)
  JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
  WHERE n.nspname = $1 AND c.relname = $2 AND i.indisprimary AND i.indisvalid AND k.place <= i.indnkeyatts
    AND (c.relkind = 'p' OR NOT EXISTS (SELECT 1 FROM pg_catalog.pg_inherits h WHERE h.inhparent = c.oid))
  ORDER BY k.place`
