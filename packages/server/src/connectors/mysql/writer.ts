import { editStopText } from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import type { Statement } from '@octavo/core/types'
import type { PoolConnection } from 'mysql2'
import {
  type EngineWriter,
  type OwnCell,
  type OwnRead,
  type OwnTable,
  type ReadTransaction,
  RowRefused,
  type WriteTransaction,
  WriteUncertain,
} from '../writer-api.ts'
import { boundOf } from './cells.ts'
import { errorOf, isDefinitionNew, isLinkLost, refusedValue } from './engine-errors.ts'
import { ask, giveBack, kill, type Links, limitTime, takeLink } from './links.ts'
import { rowsOfLines } from './loaded-rows.ts'
import {
  boundRow,
  checkedName,
  createText,
  insertedNames,
  keptRow,
  type OwnSchema,
  ownCell,
  placeOf,
  quote,
  replacedRow,
  shortSearches,
  whereOf,
} from './own-tables.ts'
import { labels } from './server-version.ts'
import { type GuardOptions, whyRefused } from './statement-guard.ts'

/** Limits of one statement, well below the packet size that the servers accept. */
const rowsAtOnce = 512
const bytesAtOnce = 2 ** 20
/** How often a read is repeated because a table was created after its transaction started. */
const readAttempts = 5

/**
 * Writes own tables into one schema of MySQL or MariaDB. A statement that makes or drops a table commits what came before it, so `ensure`
 * comes first in a transaction and drops happen after its end (decision 0188).
 */
export function createWriter(links: Links, guard: GuardOptions, schema: string): EngineWriter {
  const run = <R>(timeoutMs: number, work: (opened: Opened) => Promise<R>) =>
    onLink(links, timeoutMs, (link, stopped) =>
      work({ links, link, stopped, own: { flavour: links.flavour, schema }, guard, hasBegun: false, drops: [] }),
    )
  return {
    leavesTables: true,
    write: (work, timeoutMs) =>
      run(timeoutMs, async (opened) => {
        await beginWriting(opened)
        const result = await work(transactionOn(opened))
        await commit(opened)
        for (const name of opened.drops) await drop(opened, name)
        return result
      }),
    read: (work, timeoutMs) => run(timeoutMs, (opened) => readAtOnce(opened, work)),
    attempt: (work, timeoutMs) =>
      run(timeoutMs, async (opened) => {
        await beginWriting(opened)
        // The connection is reset afterwards, which rolls the transaction back.
        await work(transactionOn(opened))
      }),
  }
}

interface Opened {
  links: Links
  link: PoolConnection
  own: OwnSchema
  guard: GuardOptions
  /** Rejects at the time limit, because the driver does not settle calls on a closed connection. */
  stopped: Promise<never>
  /** Whether the transaction has read, locked or changed something; creating a table would then commit it. */
  hasBegun: boolean
  /** Tables to drop after the commit. */
  drops: string[]
}

/**
 * Runs the work on a separate connection; a connection that does not respond in time is closed, even during a
 * statement.
 */
async function onLink<R>(
  links: Links,
  timeoutMs: number,
  work: (link: PoolConnection, stopped: Promise<never>) => Promise<R>,
): Promise<R> {
  const link = await takeLink(links, links.writes)
  const late = Promise.withResolvers<never>()
  late.promise.catch(() => {})
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    const reason = `The server does not answer within ${timeoutMs / 1000} seconds.`
    const source = `${labels[links.flavour]} connection`
    late.reject(new AppError('source_unavailable', { source, reason, step: 'reach', isPassing: true }))
    kill(links, link)
  }, timeoutMs)
  try {
    await Promise.race([late.promise, limitTime(links, link, timeoutMs)])
    return await work(link, late.promise)
  } finally {
    clearTimeout(timer)
    if (!isLate) giveBack(links, link)
  }
}

/** Runs a statement of the program's own without values. */
function execute({ links, link, stopped }: Opened, text: string): Promise<unknown> {
  return Promise.race([stopped, ask(links, link, text)])
}

/**
 * Statements see data committed by others (READ COMMITTED): a transaction that waited for a lock reads what its
 * previous holder wrote.
 */
async function beginWriting(opened: Opened): Promise<void> {
  await execute(opened, 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE')
  await execute(opened, 'START TRANSACTION')
}

/**
 * Runs a read in one snapshot. A table created after the snapshot cannot be read in it, so the read is then repeated
 * with a later snapshot.
 */
async function readAtOnce<R>(opened: Opened, work: (tx: ReadTransaction) => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    await execute(opened, 'SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
    await execute(opened, 'START TRANSACTION WITH CONSISTENT SNAPSHOT')
    try {
      return await work(transactionOn(opened))
    } catch (error) {
      if (attempt >= readAttempts || !isDefinitionNew(error)) throw error
      await execute(opened, 'ROLLBACK')
    }
  }
}

async function commit(opened: Opened): Promise<void> {
  try {
    await execute(opened, 'COMMIT')
  } catch (error) {
    // An error from the server means that nothing was written; without a response that is unknown.
    if (!isLinkLost(error)) throw error
    throw new WriteUncertain(editStopText('write_broke'), { cause: error })
  }
}

function transactionOn(opened: Opened): WriteTransaction {
  return {
    has: (name) => has(opened, name),
    read: (table, what) => read(opened, table, what),
    values: (table, columns) => values(opened, table, columns),
    count: (table, what, atMost) => count(opened, table, what, atMost),
    ensure: (table) => ensure(opened, table),
    insert: (table, rows) => insert(opened, table, rows).then(() => {}),
    add: (table, rows) => insert(opened, table, rows, { conflict: keptRow(opened.own, table) }).then(() => {}),
    put: (table, rows) => insert(opened, table, rows, { conflict: replacedRow(opened.own, table) }).then(() => {}),
    remove: (table, what) => remove(opened, table, what),
    fill: (table, statement) => fill(opened, table, statement),
    load: (table, lines) => load(opened, table, lines),
    async drop(name) {
      opened.drops.push(checkedName(name))
    },
  }
}

type Bound = string | number | Buffer | null

interface Done {
  rows: unknown[][]
  changed: number
}

function run(opened: Opened, text: string, values: readonly Bound[] = []): Promise<Done> {
  const { links, link, stopped } = opened
  opened.hasBegun = true
  const done = new Promise<Done>((resolve, reject) => {
    link.execute({ sql: text, values: [...values], rowsAsArray: true }, (error, result) => {
      if (error) reject(errorOf(error, labels[links.flavour]))
      else if (Array.isArray(result)) resolve({ rows: result as unknown[][], changed: 0 })
      else resolve({ rows: [], changed: result.affectedRows })
    })
  })
  return Promise.race([stopped, done])
}

/** The server's catalog may compare without case although names are case-sensitive. */
async function has(opened: Opened, name: string): Promise<boolean> {
  const text =
    'SELECT table_schema, table_name FROM information_schema.tables WHERE table_schema = ? AND table_name = ?'
  const { hasBegun } = opened
  const { rows } = await run(opened, text, [opened.own.schema, checkedName(name)])
  opened.hasBegun = hasBegun
  return rows.some(([schema, table]) => schema === opened.own.schema && table === name)
}

async function ensure(opened: Opened, table: OwnTable): Promise<void> {
  if (await has(opened, table.name)) return
  if (opened.hasBegun) throw new Error(`"${table.name}" has to be made before anything else of its transaction.`)
  await execute(opened, createText(opened.own, table))
  await execute(opened, 'START TRANSACTION')
}

/** Gives up soon when it has to wait, because later readers queue behind a waiting drop. */
async function drop(opened: Opened, name: string): Promise<void> {
  await execute(opened, 'SET SESSION lock_wait_timeout = 5')
  await execute(opened, `DROP TABLE IF EXISTS ${placeOf(opened.own, name)}`)
}

interface Inserting {
  /** The clause for rows whose key exists. */
  conflict?: string
  /** Converts the error of one statement; `before` is the number of rows in the statements before it. */
  refuse?: (error: unknown, before: number) => unknown
}

async function insert(
  opened: Opened,
  table: OwnTable,
  rows: Iterable<readonly OwnCell[]> | AsyncIterable<readonly OwnCell[]>,
  { conflict = '', refuse = (error) => error }: Inserting = {},
): Promise<number> {
  let some: Bound[][] = []
  let bytes = 0
  let done = 0
  const send = async () => {
    for (const portion of portionsOf(some)) {
      await insertAtOnce(opened, table, portion, conflict).catch((error: unknown) => {
        throw refuse(error, done)
      })
      done += portion.length
    }
    some = []
    bytes = 0
  }
  for await (const row of rows) {
    some.push(boundRow(table, row))
    bytes += row.reduce((sum, cell) => sum + (cell?.length ?? 0), 0)
    if (some.length >= rowsAtOnce || bytes >= bytesAtOnce) await send()
  }
  await send()
  return done
}

/** Portions of few different lengths, because each length is a separate prepared statement. */
function portionsOf(rows: Bound[][]): Bound[][][] {
  const portions: Bound[][][] = []
  for (let at = 0; at < rows.length; ) {
    const length = 2 ** Math.floor(Math.log2(rows.length - at))
    portions.push(rows.slice(at, at + length))
    at += length
  }
  return portions
}

async function insertAtOnce(opened: Opened, table: OwnTable, rows: Bound[][], conflict: string): Promise<void> {
  const names = insertedNames(opened.own, table)
  const row = `(${names.map(() => '?').join(', ')})`
  const text = `INSERT INTO ${placeOf(opened.own, table.name)} (${names.join(', ')})
    VALUES ${rows.map(() => row).join(', ')}${conflict}`
  await run(opened, text, rows.flat())
}

async function read(opened: Opened, table: OwnTable, what: OwnRead): Promise<OwnCell[][]> {
  const { own } = opened
  const { orderBy = [], limit, locks = false } = what
  const columns = table.columns.map(({ name }) => quote(own, name)).join(', ')
  const order = orderBy.map(({ column, descending = false }) => `${quote(own, column)}${descending ? ' DESC' : ''}`)
  const where = whereOf(own, table, what)
  const parts = [
    `SELECT ${columns} FROM ${placeOf(own, table.name)}${where.text}`,
    ...(order.length > 0 ? [`ORDER BY ${order.join(', ')}`] : []),
    ...(limit === undefined ? [] : [`LIMIT ${Math.trunc(limit)}`]),
    ...(locks ? ['FOR UPDATE'] : []),
  ]
  const { rows } = await run(opened, parts.join(' '), where.values)
  return rows.map((row) => table.columns.map(({ type }, index) => ownCell(row[index], type)))
}

async function values(opened: Opened, table: OwnTable, columns: readonly string[]): Promise<string[]> {
  const from = placeOf(opened.own, table.name)
  const parts = columns.map((column) => `SELECT ${quote(opened.own, column)} AS found FROM ${from}`)
  const { rows } = await run(opened, parts.join(' UNION '))
  return rows.flatMap(([found]) => (found == null ? [] : [String(found)]))
}

async function count(
  opened: Opened,
  table: OwnTable,
  what: Pick<OwnRead, 'where'>,
  atMost: number | null,
): Promise<number> {
  const where = whereOf(opened.own, table, what)
  const limit = atMost === null ? '' : ` LIMIT ${Math.trunc(atMost)}`
  const from = `SELECT 1 AS one FROM ${placeOf(opened.own, table.name)}${where.text}${limit}`
  const { rows } = await run(opened, `SELECT COUNT(*) FROM (${from}) AS counted`, where.values)
  return Number(rows[0]?.[0] ?? 0)
}

async function remove(opened: Opened, table: OwnTable, what: Pick<OwnRead, 'where' | 'below'>): Promise<void> {
  for (const portion of shortSearches(what)) {
    const where = whereOf(opened.own, table, portion)
    await run(opened, `DELETE FROM ${placeOf(opened.own, table.name)}${where.text}`, where.values)
  }
}

/** Numbers of warnings for values that the server changed to fit a column. */
const changedValues = new Set([1048, 1264, 1265, 1366, 1406])

/**
 * Fills the table from a statement, which may contain custom SQL and is therefore checked like a query. In the server's
 * strict mode an insert fails on texts that a query reads as null or zero; without it the server changes values that do
 * not fit, and reports that in warnings.
 */
async function fill(opened: Opened, table: OwnTable, { text, values, uploads }: Statement): Promise<number> {
  const refused = whyRefused(text, opened.guard, uploads)
  if (refused !== null) throw new AppError('query_failed', { reason: refused })
  const { own } = opened
  const names = table.columns.map(({ name }) => quote(own, name)).join(', ')
  const bound = values.map(({ value, type }) => boundOf(value, type))
  await execute(opened, "SET SESSION sql_mode = 'NO_ENGINE_SUBSTITUTION', max_error_count = 65535")
  const { changed } = await run(opened, `INSERT INTO ${placeOf(own, table.name)} (${names}) ${text}`, bound)
  const lost = (await warningsOf(opened)).find(([level, code]) => level !== 'Note' && changedValues.has(Number(code)))
  if (lost) throw new AppError('query_failed', { reason: String(lost[2]), engineCode: String(lost[1]) })
  await execute(opened, "SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION'")
  return changed
}

/** Level, number and text of each warning. A prepared statement would clear them. */
function warningsOf({ links, link, stopped }: Opened): Promise<unknown[][]> {
  const found = new Promise<unknown[][]>((resolve, reject) => {
    link.query({ sql: 'SHOW WARNINGS', rowsAsArray: true }, (error, rows) => {
      if (error) reject(errorOf(error, labels[links.flavour]))
      else resolve(rows as unknown[][])
    })
  })
  return Promise.race([stopped, found])
}

function load(opened: Opened, table: OwnTable, lines: AsyncIterable<Buffer>): Promise<number> {
  return insert(opened, table, rowsOfLines(lines), {
    refuse(error, before) {
      const refused = refusedValue(error)
      if (refused === null) return error
      const { reason, row, column } = refused
      return new RowRefused(reason, { row: before + row, column, cause: error })
    },
  })
}
