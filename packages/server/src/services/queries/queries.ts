import type { Viewer } from '@octavo/core/access'
import type { PageDataSteps } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import type { CompiledElement } from '@octavo/core/plan'
import type { Cell, LevelName, ResultBatch, ResultColumn, Statement } from '@octavo/core/types'
import type { Access } from '../../access/index.ts'
import { createByteCache, createSingleFlight } from '../../cache/index.ts'
import type { Clock } from '../../config/index.ts'
import type { OnAhead, OpenConnection, Pool, QueryStream, Sessions } from '../../connectors/index.ts'
import { touchConnection } from '../../store/connections.ts'
import type { Store } from '../../store/index.ts'
import { serviceOf } from '../service/service.ts'
import { compiledOrThrow, type ElementCompiler, type QueriedDocument, type ReaderSort } from './element-compiler.ts'
import { errorShownTo } from './engine-texts.ts'
import { createExplainElement } from './explain-element.ts'
import { type PreparedQuery, prepareQuery, type WholeQuestion } from './prepared-query.ts'
import { budgetOf, poolOf } from './prepared-statements.ts'
import type { QueryLog } from './query-log.ts'
import { defaultQuerySettings, type QuerySettings } from './query-settings.ts'
import { relationOfLevel } from './relation.ts'
import { cutOut, partsIn, sizeOf } from './result-batches.ts'
import type { QueryPurpose } from './statement-comment.ts'
import { plannedBatches, runStatement } from './statements.ts'

export interface ElementQuery {
  document: QueriedDocument
  elementId: string
  /** Defaults to the element's first level. */
  level?: LevelName
  window: { offset: number; limit: number; parentKey?: Cell[] }
  /** Control values as text. */
  controls?: Readonly<Record<string, string>>
  sort?: ReaderSort
  refresh?: boolean
  purpose: QueryPurpose
}

export interface ElementResult {
  columns: ResultColumn[]
  batches: readonly ResultBatch[]
  rows: number
  /** The level has more rows after these. */
  truncated: boolean
  cached: boolean
  /** Time in the engine; for a cached result, of the original query. */
  ms: number
  /** Milliseconds that this response took; zero for a cached one. */
  steps: QuerySteps
}

export type QuerySteps = Pick<PageDataSteps, 'wait' | 'engine' | 'conversion'>

const noSteps: QuerySteps = { wait: 0, engine: 0, conversion: 0 }

export type Queries = ReturnType<typeof createQueries>

type StoredResult = Pick<ElementResult, 'batches' | 'rows' | 'truncated' | 'ms' | 'steps'>

const touchEveryMs = 60_000

export function createQueries(given: Given) {
  const parts = partsOf(given)
  return {
    explain: parts.explain,
    ...serviceOf(parts, { prepare: prepareQuery, fetch, run: runQuery, explainSql }),
  }
}

interface Given {
  store: Store
  sessions: Sessions
  clock: Clock
  compiler: ElementCompiler
  access: Pick<Access, 'connectionFacts'>
  log: QueryLog
  settings?: QuerySettings
}

type Parts = ReturnType<typeof partsOf>

function partsOf({ store, sessions, clock, compiler, access, log, settings = defaultQuerySettings }: Given) {
  const results = createByteCache<StoredResult>({
    clock,
    ttlMs: settings.cacheTtlMs,
    maxEntryBytes: settings.cacheEntryBytes,
    maxBytes: settings.cacheBytes,
  })
  const flights = createSingleFlight<StoredResult>()
  const wholeFlights = createSingleFlight<StoredResult[]>()
  const touched = new Map<string, number>()
  const explain = createExplainElement({ compiler, sessions })
  return { store, sessions, clock, compiler, access, log, settings, results, flights, wholeFlights, touched, explain }
}

/** A waiting request, and the queue position that it was last sent. */
interface Waiter {
  owner: string
  pool: Pool
  onAhead?: OnAhead | undefined
}

/** Runs a statement for a query, within the budget for this number of windows with this number of rows. */
async function run<T extends object>(
  parts: Parts,
  { connection, asker }: PreparedQuery,
  statement: Statement,
  { rows, windows }: { rows: number; windows: number },
  { owner, pool, onAhead }: Waiter,
  signal: AbortSignal,
  read: (stream: QueryStream) => Promise<T>,
): Promise<{ found: T; ms: number; waitMs: number }> {
  const { log, settings } = parts

  const budget = budgetOf(connection, asker.purpose, rows, windows * settings.maxWindowBytes)
  try {
    return await runStatement({ connection, statement, asker, owner, budget, pool, log, onAhead }, signal, read)
  } finally {
    touch(parts, connection)
  }
}

/** Runs the statement for all parts; its rows arrive part by part. */
async function executeWhole(
  own: Parts,
  query: PreparedQuery,
  { statement, limit, parts }: WholeQuestion,
  waiter: Waiter,
  signal: AbortSignal,
): Promise<StoredResult[]> {
  const size = { rows: parts.length * (limit + 1), windows: parts.length }
  let converting = 0
  const { found, ms, waitMs } = await run(own, query, statement, size, waiter, signal, async (stream) => {
    const results = parts.map(() => ({ batches: [] as ResultBatch[], rows: 0, truncated: false }))
    for await (const batch of stream.batches) {
      const startedAt = performance.now()
      for (const { part, from, to } of partsIn(batch)) {
        const [known, wanted] = [results[part], parts[part]]
        if (!known || !wanted) continue
        const end = Math.min(to, from + limit - known.rows)
        known.truncated ||= end < to
        known.rows += end - from
        if (end > from) known.batches.push(cutOut(batch, stream.columns, wanted, from, end))
      }
      converting += performance.now() - startedAt
    }
    return results
  })
  return found.map((result) => ({ ...result, ms, steps: stepsOf(waitMs, ms, converting) }))
}

function stepsOf(wait: number, ms: number, conversion: number): QuerySteps {
  return { wait, engine: Math.max(0, ms - conversion), conversion }
}

async function execute(parts: Parts, query: PreparedQuery, waiter: Waiter, signal: AbortSignal): Promise<StoredResult> {
  const size = { rows: query.window.limit, windows: 1 }
  let converting = 0
  const spent = (ms: number) => {
    converting += ms
  }
  const { found, ms, waitMs } = await run(parts, query, query.statement, size, waiter, signal, async (stream) => {
    const batches: ResultBatch[] = []
    for await (const batch of plannedBatches(stream, query.relation, spent)) batches.push(batch)
    const { rowCount: rows, truncated } = stream.summary()
    return { batches, rows, truncated }
  })
  return { ...found, ms, steps: stepsOf(waitMs, ms, converting) }
}

/** Records periodically that the connection is in use. */
function touch({ clock, store, touched }: Parts, { row }: OpenConnection): void {
  const now = clock.now()
  if (now - (touched.get(row.id) ?? 0) < touchEveryMs) return
  touched.set(row.id, now)
  store
    .maintain('last query of a connection', (tx) => touchConnection(tx, row.organization_id, row.id, now))
    .catch(() => touched.delete(row.id))
}

interface FetchOptions {
  refresh: boolean
  pool: Pool
  /**
   * Called with the number of statements that run or start before this one. Not called for a request that joins another request's
   * statement.
   */
  onAhead?: OnAhead
}

async function fetch(
  parts: Parts,
  viewer: Viewer,
  query: PreparedQuery,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<ElementResult> {
  const { access } = parts

  try {
    return await fetchShared(parts, viewer, query, options, signal)
  } catch (error) {
    // Viewers who share a result may differ in what they may see of the connection.
    throw await errorShownTo({ access, viewer, connectionId: query.relation.connectionId }, error)
  }
}

async function fetchShared(
  own: Parts,
  viewer: Viewer,
  query: PreparedQuery,
  { refresh, pool, onAhead }: FetchOptions,
  signal: AbortSignal,
): Promise<ElementResult> {
  const { results, wholeFlights, flights, log } = own

  const { columns } = query.relation
  const known = refresh ? undefined : results.get(query.key)
  if (known) {
    const { connection, asker, statement } = query
    log.answered({ connection, asker, statement, timeoutMs: 0 }, { rows: known.rows, bytes: sizeOf(known.batches) })
    return { columns, ...known, cached: true, steps: noSteps }
  }
  const { whole, connection, asker } = query
  // Requests with different timeouts do not share a statement, because the budget of a query ends it for everyone who shares it.
  const { timeoutMs } = budgetOf(connection, asker.purpose, null)
  const flightOf = (key: string) => `${key} ${timeoutMs}${refresh ? ' refresh' : ''}`
  if (whole) {
    const found = await wholeFlights.run(flightOf(whole.key), signal, async (shared) => {
      const parts = await executeWhole(own, query, whole, { owner: viewer.memberId, pool, onAhead }, shared)
      if (query.relation.usesNow) return parts
      for (const [index, { key }] of whole.parts.entries()) {
        const part = parts[index]
        if (part) results.set(key, part, sizeOf(part.batches))
      }
      return parts
    })
    const part = found[whole.parts.findIndex(({ relation }) => relation.level === query.relation.level)]
    if (part) return { columns, ...part, cached: false }
  }
  const found = await flights.run(flightOf(query.key), signal, async (shared) => {
    const result = await execute(own, query, { owner: viewer.memberId, pool, onAhead }, shared)
    if (!query.relation.usesNow) results.set(query.key, result, sizeOf(result.batches))
    return result
  })
  return { columns, ...found, cached: false }
}

async function compileFor(
  { compiler }: Parts,
  viewer: Viewer,
  document: QueriedDocument,
  elementId: string,
  controls: Readonly<Record<string, string>>,
  { sort, readsStored }: { sort: ReaderSort; readsStored: boolean },
  signal: AbortSignal,
): Promise<CompiledElement> {
  const kind = document.content.elements[elementId]?.kind
  if (kind === undefined) throw new AppError('not_found', { kind: 'element', id: elementId })
  const scope = await compiler.begin(viewer, document, controls, undefined, { readsStored })
  return compiledOrThrow(await compiler.compile(scope, elementId, sort, signal), elementId, kind)
}

/** One window of one level of an element. */
async function runQuery(
  parts: Parts,
  viewer: Viewer,
  query: ElementQuery,
  signal: AbortSignal,
): Promise<ElementResult> {
  const { document, elementId, controls = {}, sort = [], refresh = false, purpose } = query
  const startedAt = performance.now()
  const element = await compileFor(parts, viewer, document, elementId, controls, { sort, readsStored: true }, signal)
  const compileMs = performance.now() - startedAt
  const level = query.level ? element.levels.find((each) => each.level === query.level) : element.levels[0]
  if (!level) throw new AppError('not_found', { kind: 'level', id: query.level ?? 'base' })
  const asker = { documentId: document.id, elementId, purpose, compileMs }
  const prepared = await prepareQuery(parts, viewer, relationOfLevel(element, level), query.window, asker)
  return fetch(parts, viewer, prepared, { refresh, pool: poolOf(prepared.connection, purpose) }, signal)
}

/** The statement and values for the flat rows of the element. */
async function explainSql(
  parts: Parts,
  viewer: Viewer,
  document: QueriedDocument,
  elementId: string,
  controls: Readonly<Record<string, string>> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<{ statement: Statement; dialect: string; connectionId: string }> {
  const element = await compileFor(
    parts,
    viewer,
    document,
    elementId,
    controls,
    { sort: [], readsStored: false },
    signal,
  )
  const statement = element.flat.statement({ offset: 0, limit: null })
  return { statement, dialect: element.dialect, connectionId: element.connectionId }
}
