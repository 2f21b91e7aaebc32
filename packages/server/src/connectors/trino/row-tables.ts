import { AppError } from '@octavo/core/errors'
import { dialectOf } from '@octavo/core/sql'
import { type Statement, uploadedRow, type ValueType } from '@octavo/core/types'
import type { QueryBudget, RowTables } from '../api.ts'
import { isOwnTable } from '../writer-api.ts'
import type { Client } from './client.ts'
import { openCursor } from './cursor.ts'
import { failed } from './engine-errors.ts'
import { type GuardOptions, systemCatalogs, whyRefused } from './statement-guard.ts'

const dropBudget: QueryBudget = { timeoutMs: 20_000, maxRows: null }
const { quoteIdentifier, typeName } = dialectOf('trino')

/** Stores the rows of statements in a schema of a catalog; each table is created by one statement, which contains the query. */
export function createRowTables(client: Client, guard: GuardOptions, catalog: string, schema: string): RowTables {
  const pathOf = (name: string) => {
    if (!isOwnTable(name)) throw new Error(`"${name}" is not a name of one of our tables.`)
    return [catalog, schema, name].map(quoteIdentifier).join('.')
  }
  const drop = async (name: string) => {
    const { signal } = new AbortController()
    await runToEnd(client, { text: `DROP TABLE IF EXISTS ${pathOf(name)}`, values: [] }, dropBudget, signal)
  }
  return {
    async create(name, types, statement, budget, signal) {
      assertPlace(catalog)
      const refused = whyRefused(statement.text, guard)
      if (refused !== null) throw new AppError('query_failed', { reason: refused })
      const text = `CREATE TABLE ${pathOf(name)} AS ${numbered(statement.text, types)}`
      try {
        const [count] = await runToEnd(client, { ...statement, text }, { ...budget, maxRows: null }, signal)
        return Number(count?.[0] ?? 0)
      } catch (error) {
        // Some catalogs keep the table of a statement that failed. The upkeep drops what cannot be dropped now.
        await drop(name).catch(() => {})
        throw error
      }
    },
    drop,
  }
}

/** Creates a table with a row and removes it. */
export async function tryWrite(client: Client, catalog: string, schema: string, signal: AbortSignal): Promise<void> {
  assertPlace(catalog)
  const tables = createRowTables(client, {}, catalog, schema)
  const name = `octavo_write_test_${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`
  const budget = { timeoutMs: dropBudget.timeoutMs, maxRows: null }
  await tables.create(name, [{ kind: 'int64' }], { text: 'SELECT 1 AS one', values: [] }, budget, signal)
  await tables.drop(name)
}

function assertPlace(catalog: string): void {
  if (catalog === '') throw failed('write', 'Write access needs a catalog to write into ("writeDatabase").')
  if (systemCatalogs.has(catalog.toLowerCase())) {
    throw failed('write', `The catalog "${catalog}" belongs to the server itself.`)
  }
}

/**
 * The rows of a query with their number. The engine sorts the rows of an inner query only if it has a limit, which statements of
 * materializations have. Columns take the types that the query returns, because a cast would round decimals; whole numbers become BIGINT,
 * because not every catalog has the shorter types.
 */
function numbered(text: string, types: readonly ValueType[]): string {
  const names = types.map((_, index) => `c_${index + 1}`)
  const columns = types.map((type, index) => {
    const name = names[index] ?? ''
    return type.kind === 'int64' ? `CAST(t.${name} AS ${typeName(type)}) AS ${name}` : `t.${name}`
  })
  return `SELECT ${[...columns, `row_number() OVER () AS ${uploadedRow}`].join(', ')}
FROM (\n${text}\n) AS t (${names.join(', ')})`
}

/** Runs a statement of the program to its end and returns its rows. */
async function runToEnd(
  client: Client,
  statement: Statement,
  budget: QueryBudget,
  signal: AbortSignal,
): Promise<unknown[][]> {
  const rows: unknown[][] = []
  const cursor = await openCursor(client, statement, budget, signal)
  for await (const { rowCount, columns } of cursor.batches) {
    for (let row = 0; row < rowCount; row += 1) rows.push(columns.map(({ values }) => values[row]))
  }
  return rows
}
