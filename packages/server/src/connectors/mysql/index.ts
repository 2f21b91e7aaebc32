import { AppError } from '@octavo/core/errors'
import { dialects } from '@octavo/core/sql'
import type { ResultBatch, Statement } from '@octavo/core/types'
import type { PoolConnection } from 'mysql2'
import type { Destinations } from '../../outbound/index.ts'
import type { Connector, EngineColumn, EngineSession, QueryBudget, StreamSummary } from '../api.ts'
import { mysqlPlan, tablesByAlias } from '../engine-plan.ts'
import { assertSettings, networkFields, problemsOfSettings } from '../settings.ts'
import { whyUnread } from '../sql-reader.ts'
import { boundOf, cellOf, type Field, isNullable, valueTypeOf } from './cells.ts'
import { errorOf, isMissing } from './engine-errors.ts'
import { type Links, labels, type MysqlSettings, openLinks } from './links.ts'
import { roleOf } from './role.ts'
import { flowOf } from './row-flow.ts'
import { type GuardOptions, whyRefused } from './statement-guard.ts'

const label = 'MySQL or MariaDB'
const { host, port, user, password, useTls, tlsAuthority } = networkFields
const fields = [
  host,
  { ...port, help: '3306 when absent.' },
  user,
  { ...password, isRequired: false },
  useTls,
  tlsAuthority,
]
const describeBudget: QueryBudget = { timeoutMs: 30_000, maxRows: null }
/** Schemas of the server itself. */
const ownSchemas = ['information_schema', 'performance_schema', 'mysql', 'sys']

/**
 * MySQL and MariaDB: one protocol and one kind of connection; the server tells which of the two dialects it speaks. The
 * session reads only, statements are prepared (one at a time, values beside them), and `statement-guard.ts` refuses what
 * could write without writing into a table. Paths are `[schema, table]`.
 */
export function createMysqlConnector({ destinations }: { destinations: Destinations }): Connector {
  return {
    kind: 'mysql',
    label,
    dialect: 'mysql',
    fields,
    capabilities: { cancel: true, write: false, formatRows: false, queryLog: true },
    validate: (settings) => problemsOfSettings(fields, settings),
    async open(settings, { links, allowsPassthrough = false } = {}) {
      assertSettings(label, fields, settings)
      return createSession(await openLinks(settings as MysqlSettings, destinations, links), { allowsPassthrough })
    },
  }
}

interface Cursor {
  columns: EngineColumn[]
  batches: AsyncGenerator<ResultBatch>
  summary(): StreamSummary
}

function createSession(links: Links, guard: GuardOptions): EngineSession {
  let knowsZones = false

  function assertAllowed({ text }: Pick<Statement, 'text'>): void {
    const refused = whyRefused(text, guard)
    if (refused !== null) throw new AppError('query_failed', { reason: refused })
  }

  /** Without its tables of zones the server answers null for every moment of a zone, without an error. */
  async function assertZones(link: PoolConnection): Promise<void> {
    if (knowsZones) return
    const [moment] = await links.ask(link, "SELECT CONVERT_TZ('2024-07-01 12:00:00', '+00:00', 'Europe/Paris')")
    if (moment === null) {
      const tool = links.flavour === 'mariadb' ? 'mariadb-tzinfo-to-sql' : 'mysql_tzinfo_to_sql'
      throw new AppError('query_failed', {
        reason: `The server knows no time zones by name. Its administrator can load them with ${tool}.`,
      })
    }
    knowsZones = true
  }

  /** For a statement that was looked at, or is the program's own. */
  async function open(
    statement: Statement,
    budget: QueryBudget,
    signal: AbortSignal,
    /** Words before the statement; what is asked about it runs nothing of it. */
    before = '',
  ): Promise<Cursor & { fields: Field[] }> {
    if (signal.aborted) throw new AppError('query_cancelled', {})
    let link: PoolConnection | null = null
    let stopped: AppError | null = null
    let isOpen = true
    const stopping = Promise.withResolvers<never>()
    stopping.promise.catch(() => {})
    let failFlow: (error: unknown) => void = () => {}

    /** Gives the link back, or ends it with what still runs on it. */
    const close = (isDone: boolean) => {
      if (!isOpen) return
      isOpen = false
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      if (link === null) return
      if (isDone) links.giveBack(link)
      else links.kill(link)
    }
    const stop = (error: AppError) => {
      if (stopped || !isOpen) return
      stopped = error
      stopping.reject(error)
      failFlow(error)
      close(false)
    }
    const abort = () => stop(new AppError('query_cancelled', {}))
    signal.addEventListener('abort', abort)
    const timer = setTimeout(() => {
      stop(new AppError('query_over_budget', { budget: 'time', limit: `${budget.timeoutMs} ms` }))
    }, budget.timeoutMs)
    const orStop = <T>(work: Promise<T>): Promise<T> => Promise.race([stopping.promise, work])

    let rowCount = 0
    let truncated = false
    try {
      const taking = links.take()
      taking.then(
        // Stopped while the link was opened: nobody waits for it any more.
        (late) => stopped && late.release(),
        () => {},
      )
      link = await orStop(taking)
      const taken = link
      await orStop(links.limitTime(taken, budget.timeoutMs))
      if (statement.text.includes('CONVERT_TZ(')) await orStop(assertZones(taken))
      const query = taken.execute({
        sql: `${before}${statement.text}`,
        values: statement.values.map(({ value, type }) => boundOf(value, type)),
        rowsAsArray: true,
      })
      const flow = flowOf(query, taken)
      failFlow = flow.fail
      const found = await flow.fields
      const columns = found.map((field) => ({
        name: field.name,
        type: valueTypeOf(field),
        nullable: isNullable(field),
      }))
      const maxRows = budget.maxRows ?? Number.POSITIVE_INFINITY
      async function* batches(): AsyncGenerator<ResultBatch> {
        let bytes = 0
        let isDone = false
        try {
          for (;;) {
            const rows = await flow.next()
            if (rows === null) {
              isDone = true
              return
            }
            truncated = rows.length > maxRows - rowCount
            const kept = truncated ? rows.slice(0, maxRows - rowCount) : rows
            const batch = batchOf(kept, columns, found)
            bytes += sizeOf(batch)
            if (budget.maxBytes !== undefined && bytes > budget.maxBytes) {
              throw new AppError('query_over_budget', { budget: 'bytes', limit: `${budget.maxBytes} bytes` })
            }
            rowCount += kept.length
            if (kept.length > 0) yield batch
            if (truncated) return
          }
        } catch (error) {
          throw stopped ?? errorOf(error, labels[links.flavour])
        } finally {
          close(isDone)
        }
      }
      return { columns, fields: found, batches: batches(), summary: () => ({ rowCount, truncated }) }
    } catch (error) {
      close(false)
      throw stopped ?? errorOf(error, labels[links.flavour])
    }
  }

  async function columnsOf(statement: Statement, signal: AbortSignal): Promise<EngineColumn[]> {
    const cursor = await open(statement, describeBudget, signal)
    for await (const _ of cursor.batches) {
      // The statement has no rows; its end gives the link back.
    }
    return cursor.columns
  }

  async function namesOf(text: string, values: readonly string[], signal: AbortSignal): Promise<string[][]> {
    const bound = values.map((value) => ({ type: { kind: 'text' } as const, value }))
    const cursor = await open({ text, values: bound }, describeBudget, signal)
    const rows: string[][] = []
    for await (const { rowCount, columns } of cursor.batches) {
      for (let row = 0; row < rowCount; row += 1) rows.push(columns.map(({ values: cells }) => String(cells[row])))
    }
    return rows
  }

  return {
    get dialect() {
      return links.flavour
    },
    async query(statement, budget, signal) {
      assertAllowed(statement)
      return open(statement, budget, signal)
    },
    async describe({ text, values }, signal) {
      assertAllowed({ text })
      const unread = await whyUnread(text)
      if (unread !== null) throw new AppError('query_failed', { reason: unread })
      return columnsOf(
        { text: `SELECT * FROM (\n${text.replace(/;\s*$/, '')}\n) AS described LIMIT 0`, values },
        signal,
      )
    },
    async explain(statement, signal) {
      assertAllowed(statement)
      const cursor = await open(statement, describeBudget, signal, 'EXPLAIN FORMAT=JSON ')
      let json = 'null'
      for await (const { columns } of cursor.batches) json = String(columns[0]?.values[0] ?? json)
      return mysqlPlan(json, tablesByAlias(statement.text))
    },
    async describeTable(path, signal) {
      if (path.length !== 2) return null
      const name = path.map(dialects[links.flavour].quoteIdentifier).join('.')
      try {
        const columns = await columnsOf({ text: `SELECT * FROM ${name} LIMIT 0`, values: [] }, signal)
        const key = (await namesOf(PRIMARY_KEY, path, signal)).filter(
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
    },
    async list(path, signal) {
      const [schema] = path
      if (path.length > 1) return []
      if (schema === undefined) {
        const names = await namesOf('SELECT schema_name FROM information_schema.schemata ORDER BY 1', [], signal)
        return names
          .filter(([name = '']) => !ownSchemas.includes(name.toLowerCase()))
          .map(([name = '']) => ({ path: [name], kind: 'schema' }))
      }
      // Comparisons of the catalogue may not heed case, where names do.
      const tables = await namesOf(
        `SELECT table_name, table_type, table_schema FROM information_schema.tables
         WHERE table_schema = ? AND table_type <> 'SEQUENCE' ORDER BY 1`,
        [schema],
        signal,
      )
      return tables
        .filter(([, , within]) => within === schema)
        .map(([name = '', type]) => ({ path: [schema, name], kind: type?.endsWith('VIEW') ? 'view' : 'table' }))
    },
    async role(signal) {
      return roleOf((await namesOf('SHOW GRANTS', [], signal)).map(([grant = '']) => grant))
    },
    close: () => links.close(),
  }
}

/** Columns of the primary key in their order. Comparisons of the catalogue may not heed case, where names do. */
const PRIMARY_KEY = `SELECT column_name, table_schema, table_name FROM information_schema.key_column_usage
  WHERE constraint_name = 'PRIMARY' AND table_schema = ? AND table_name = ? ORDER BY ordinal_position`

function batchOf(rows: readonly unknown[][], columns: readonly EngineColumn[], fields: readonly Field[]): ResultBatch {
  return {
    rowCount: rows.length,
    columns: columns.map(({ type }, index) => {
      const field = fields[index] ?? { name: '' }
      return { values: rows.map((row) => cellOf(row[index], type, field)) }
    }),
  }
}

function sizeOf({ columns }: ResultBatch): number {
  let bytes = 0
  for (const { values } of columns) for (const cell of values) bytes += typeof cell === 'string' ? cell.length : 8
  return bytes
}
