import { editStopText } from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import { dialectOf } from '@octavo/core/sql'
import type { Statement } from '@octavo/core/types'
import type pg from 'pg'
import {
  type EngineWriter,
  isOwnTable,
  type OwnCell,
  type OwnRead,
  type OwnTable,
  RowRefused,
  type WriteTransaction,
  WriteUncertain,
} from '../writer-api.ts'
import { copyIn } from './copy-in.ts'
import { queryOf } from './cursor.ts'
import { errorOf, source } from './engine-errors.ts'
import { begin, giveBack, kill, type Links, takeLink } from './links.ts'
import { type GuardOptions, whyRefused } from './statement-guard.ts'

const { typeName } = dialectOf('postgres')
const graceMs = 2000
/** Maximum rows of one statement, which are sent as one list for each column. */
const rowsAtOnce = 5000

/** Writes own tables into one schema. Names are quoted and checked, values are bound. */
export function createWriter(links: Links, guard: GuardOptions, schema: string): EngineWriter {
  const transaction = (link: pg.PoolClient) => transactionOn({ link, schema, guard })
  return {
    write: (work, timeoutMs) =>
      onLink(links, timeoutMs, async (link) => {
        await begin(links, link, timeoutMs + graceMs, 'READ WRITE')
        const result = await work(transaction(link))
        await commit(link)
        return result
      }),
    read: (work, timeoutMs) =>
      onLink(links, timeoutMs, async (link) => {
        await begin(links, link, timeoutMs + graceMs, 'ISOLATION LEVEL REPEATABLE READ READ ONLY')
        return work(transaction(link))
      }),
    attempt: (work, timeoutMs) =>
      onLink(links, timeoutMs, async (link) => {
        await begin(links, link, timeoutMs + graceMs, 'READ WRITE')
        await work(transaction(link))
      }),
  }
}

/**
 * Runs the work on a separate connection; a connection that does not respond in time is closed, even during a
 * statement.
 */
export async function onLink<R>(
  links: Links,
  timeoutMs: number,
  work: (link: pg.PoolClient) => Promise<R>,
): Promise<R> {
  const link = await takeLink(links, links.writes)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    kill(links, link)
  }, timeoutMs)
  try {
    return await work(link)
  } catch (error) {
    if (error instanceof WriteUncertain) throw error
    if (!isLate) throw isOfDriver(error) ? errorOf(error) : error
    const reason = `The server does not answer within ${timeoutMs / 1000} seconds.`
    throw new AppError('source_unavailable', { source, reason, step: 'reach', isPassing: true }, { cause: error })
  } finally {
    clearTimeout(timer)
    if (!isLate) giveBack(link)
  }
}

/** Errors of the work itself are not errors of the server. */
const isOfDriver = (error: unknown) =>
  error instanceof Error &&
  ('severity' in error || 'errno' in error || /^(Connection|Client|Query) /.test(error.message))

export async function commit(link: pg.PoolClient): Promise<void> {
  try {
    await link.query('COMMIT')
  } catch (error) {
    // An error from the server means that nothing was written; without a response that is unknown.
    if (error instanceof Error && 'severity' in error) throw error
    throw new WriteUncertain(editStopText('write_broke'), { cause: error })
  }
}

interface Opened {
  link: pg.PoolClient
  schema: string
  guard: GuardOptions
}

function transactionOn(opened: Opened): WriteTransaction {
  return {
    has: (name) => has(opened, name),
    read: (table, what) => read(opened, table, what),
    values: (table, columns) => values(opened, table, columns),
    count: (table, what, atMost) => count(opened, table, what, atMost),
    ensure: (table) => ensure(opened, table),
    insert: (table, rows) => insert(opened, table, rows, ''),
    add: (table, rows) => insert(opened, table, rows, ' ON CONFLICT DO NOTHING'),
    put: (table, rows) => insert(opened, table, rows, onConflict(opened, table)),
    remove: (table, { where = [], below }) => {
      const values: unknown[] = []
      const which = whereOf(opened, table, { where, ...(below && { below }) }, values)
      const text = `DELETE FROM ${place(opened, table.name)}${which}`
      return run(opened, text, values).then(() => {})
    },
    fill: (table, statement) => fill(opened, table, statement),
    load: (table, lines) => load(opened, table, lines),
    drop: (name) => run(opened, `DROP TABLE IF EXISTS ${place(opened, name)}`).then(() => {}),
  }
}

const quote = ({ link }: Pick<Opened, 'link'>, name: string): string => link.escapeIdentifier(name)

function checkedName(name: string): string {
  if (!isOwnTable(name)) throw new Error(`"${name}" is not the name of one of our tables.`)
  return name
}

const place = (opened: Opened, name: string): string =>
  `${quote(opened, opened.schema)}.${quote(opened, checkedName(name))}`

async function run({ link }: Opened, text: string, values: readonly unknown[] = []): Promise<(string | null)[][]> {
  const query = { text, values: [...values], rowMode: 'array' as const, queryMode: 'extended' }
  return (await link.query<(string | null)[]>(query)).rows
}

async function has(opened: Opened, name: string): Promise<boolean> {
  const [row] = await run(opened, 'SELECT to_regclass($1) IS NOT NULL', [place(opened, name)])
  return row?.[0] === 't'
}

async function ensure(opened: Opened, table: OwnTable): Promise<void> {
  if (await has(opened, table.name)) return
  // Concurrent creations of the table take turns.
  await run(opened, 'SELECT pg_advisory_xact_lock(hashtext($1))', [place(opened, table.name)])
  const columns = table.columns.map(
    ({ name, type, nullable = false }) => `${quote(opened, name)} ${typeName(type)}${nullable ? '' : ' NOT NULL'}`,
  )
  const key = table.key.map((name) => quote(opened, name)).join(', ')
  const parts = [...columns, ...(key === '' ? [] : [`PRIMARY KEY (${key})`])]
  await run(opened, `CREATE TABLE IF NOT EXISTS ${place(opened, table.name)} (${parts.join(', ')})`)
}

async function insert(
  opened: Opened,
  table: OwnTable,
  rows: readonly (readonly OwnCell[])[],
  conflict: string,
): Promise<void> {
  const names = table.columns.map(({ name }) => quote(opened, name)).join(', ')
  const lists = table.columns.map((_, index) => `$${index + 1}::text[]`).join(', ')
  const cells = table.columns.map(({ type }, index) => `c${index + 1}::${typeName(type)}`).join(', ')
  const aliases = table.columns.map((_, index) => `c${index + 1}`).join(', ')
  const text = `INSERT INTO ${place(opened, table.name)} (${names})
    SELECT ${cells} FROM unnest(${lists}) AS given (${aliases})${conflict}`
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const some = rows.slice(at, at + rowsAtOnce)
    await run(
      opened,
      text,
      table.columns.map((_, index) => some.map((row) => row[index] ?? null)),
    )
  }
}

function onConflict(opened: Opened, { columns, key }: OwnTable): string {
  const others = columns.filter(({ name }) => !key.includes(name)).map(({ name }) => quote(opened, name))
  const target = key.map((name) => quote(opened, name)).join(', ')
  if (others.length === 0) return ` ON CONFLICT (${target}) DO NOTHING`
  return ` ON CONFLICT (${target}) DO UPDATE SET ${others.map((name) => `${name} = EXCLUDED.${name}`).join(', ')}`
}

function typeOf({ name, columns }: OwnTable, column: string): string {
  const found = columns.find((each) => each.name === column)
  if (!found) throw new Error(`"${name}" has no column "${column}".`)
  return typeName(found.type)
}

function whereOf(opened: Opened, table: OwnTable, { where = [], below, above }: OwnRead, values: unknown[]): string {
  const bound = (value: unknown) => `$${values.push(value)}`
  const tests = where.map(({ column, values: wanted }) => {
    const type = typeOf(table, column)
    return `${quote(opened, column)} = ANY(${bound(wanted)}::text[]::${type}[])`
  })
  if (below) tests.push(`${quote(opened, below.column)} < ${bound(below.value)}::${typeOf(table, below.column)}`)
  if (above) tests.push(`${quote(opened, above.column)} > ${bound(above.value)}::${typeOf(table, above.column)}`)
  return tests.length === 0 ? '' : ` WHERE ${tests.join(' AND ')}`
}

async function read(opened: Opened, table: OwnTable, what: OwnRead): Promise<OwnCell[][]> {
  const { orderBy = [], limit, locks = false } = what
  const values: unknown[] = []
  const columns = table.columns.map(({ name }) => quote(opened, name)).join(', ')
  const order = orderBy.map(({ column, descending = false }) => `${quote(opened, column)}${descending ? ' DESC' : ''}`)
  const parts = [
    `SELECT ${columns} FROM ${place(opened, table.name)}${whereOf(opened, table, what, values)}`,
    ...(order.length > 0 ? [`ORDER BY ${order.join(', ')}`] : []),
    ...(limit === undefined ? [] : [`LIMIT $${values.push(limit)}`]),
    ...(locks ? ['FOR UPDATE'] : []),
  ]
  return run(opened, parts.join(' '), values)
}

async function values(opened: Opened, table: OwnTable, columns: readonly string[]): Promise<string[]> {
  const from = place(opened, table.name)
  const parts = columns.map((column) => `SELECT ${quote(opened, column)} AS found FROM ${from}`)
  const rows = await run(opened, parts.join(' UNION '))
  return rows.flatMap(([found]) => (found == null ? [] : [found]))
}

async function count(
  opened: Opened,
  table: OwnTable,
  what: Pick<OwnRead, 'where'>,
  atMost: number | null,
): Promise<number> {
  const values: unknown[] = []
  const where = whereOf(opened, table, what, values)
  const limit = atMost === null ? '' : ` LIMIT $${values.push(atMost)}`
  const text = `SELECT count(*) FROM (SELECT 1 FROM ${place(opened, table.name)}${where}${limit}) AS counted`
  const [row] = await run(opened, text, values)
  return Number(row?.[0] ?? 0)
}

/** The statement may contain custom SQL, so it is checked like a reading one. */
async function fill(opened: Opened, table: OwnTable, { text, values, uploads }: Statement): Promise<number> {
  const refused = await whyRefused(text, opened.guard, uploads)
  if (refused !== null) throw new AppError('query_failed', { reason: refused })
  const names = table.columns.map(({ name }) => quote(opened, name)).join(', ')
  const filling = queryOf(`INSERT INTO ${place(opened, table.name)} (${names}) ${text}`, values)
  return (await opened.link.query(filling)).rowCount ?? 0
}

async function load(opened: Opened, table: OwnTable, lines: AsyncIterable<Buffer>): Promise<number> {
  const names = table.columns.map(({ name }) => quote(opened, name)).join(', ')
  const text = `COPY ${place(opened, table.name)} (${names}) FROM STDIN (FORMAT text, ENCODING 'UTF8')`
  try {
    return await copyIn(opened.link, text, lines)
  } catch (error) {
    throw refusedRow(error) ?? error
  }
}

/** The row of a COPY that the server refused; PostgreSQL names it in the context of the error. */
function refusedRow(error: unknown): RowRefused | null {
  if (!(error instanceof Error) || !('where' in error)) return null
  const [, row, column] = /^COPY [^,]+, line (\d+)(?:, column ("[^"]+"|\w+))?/.exec(String(error.where)) ?? []
  if (row === undefined) return null
  return new RowRefused(error.message, { row: Number(row), column: column ?? null, cause: error })
}
