import type { Viewer } from '@octavo/core/access'
import {
  firstWholeRows,
  firstWindowRows,
  type PageDataEvent,
  type PageDataSteps,
  type PageDataWindow,
} from '@octavo/core/contract'
import { AppError, isAppError } from '@octavo/core/errors'
import type { CompiledElement, PlanFailure } from '@octavo/core/plan'
import { type Cell, type LevelName, type ResultBatch, type Statement, valueTypeToText } from '@octavo/core/types'
import type { OnAhead } from '../../connectors/index.ts'
import type { Store } from '../../store/index.ts'
import { listInputRevisions } from '../../store/input-rows.ts'
import type { CompileScope, ElementCompiler, QueriedDocument, ReaderSort } from '../queries/element-compiler.ts'
import type { PreparedQuery } from '../queries/prepared-query.ts'
import { poolOf } from '../queries/prepared-statements.ts'
import type { ElementResult, Queries } from '../queries/queries.ts'
import { type Relation, relationOfControl, relationOfLevel } from '../queries/relation.ts'
import type { QueryPurpose } from '../queries/statement-comment.ts'
import { serviceOf } from '../service/service.ts'
import { eventOfError } from './error-events.ts'

export interface PageQuery {
  document: QueriedDocument
  /** Elements to compute, in the order in which they should start. */
  elementIds: readonly string[]
  /** Control values as text. */
  controls?: Readonly<Record<string, string>>
  windows?: readonly PageDataWindow[]
  sort?: readonly { elementId: string; level: string; columnId: string; direction: 'ascending' | 'descending' }[]
  refresh?: boolean
  purpose: QueryPurpose
  /** Receives how many of the queries of the page have been read. */
  onResults?: (done: number, total: number) => void
}

export type PageData = ReturnType<typeof createPageData>

/** One statement and the elements that show its rows. */
interface SharedResult {
  resultId: string
  query: PreparedQuery
  readers: { elementId: string; columnIds: string[]; brokenColumns: BrokenColumn[] }[]
  isControlList: boolean
}

/** A column without cells, and the reason. */
type BrokenColumn = NonNullable<Extract<PageDataEvent, { event: 'schema' }>['columnErrors']>[string][number]

/** The rows to request for an element, and its columns that cannot be computed. */
interface Prepared {
  queries: PreparedQuery[]
  brokenColumns: BrokenColumn[]
}

/** Streams the data of a page as events. */
export function createPageData(parts: Parts) {
  return serviceOf(parts, { run })
}

interface Parts {
  store: Store
  compiler: ElementCompiler
  queries: Queries
  reportBug: (error: unknown) => void
}

async function prepareElement(
  parts: Parts,
  scope: CompileScope,
  page: PageQuery,
  elementId: string,
  signal: AbortSignal,
): Promise<Prepared | PageDataEvent> {
  const { queries } = parts
  try {
    const startedAt = performance.now()
    const wanted = await relationsOf(parts, scope, page, elementId, signal)
    if ('event' in wanted) return wanted
    const compileMs = performance.now() - startedAt
    const asker = { documentId: page.document.id, elementId, purpose: page.purpose, compileMs }
    const prepared = wanted.relations.map(({ relation, window, wholeOf }) =>
      queries.prepare(scope.viewer, relation, window, asker, wholeOf),
    )
    return { queries: await Promise.all(prepared), brokenColumns: wanted.brokenColumns }
  } catch (error) {
    return errorEvent(parts, elementId, error)
  }
}

async function relationsOf(
  { compiler }: Parts,
  scope: CompileScope,
  page: PageQuery,
  elementId: string,
  signal: AbortSignal,
): Promise<{ relations: Wanted[]; brokenColumns: BrokenColumn[] } | PageDataEvent> {
  const windows = (page.windows ?? []).filter((window) => window.elementId === elementId)
  if (page.document.content.elements[elementId]?.kind === 'control') {
    const outcome = await compiler.controlValues(scope, elementId, signal)
    if (!outcome.ok) return { event: 'error', elementId, ...failureOf(outcome) }
    const relation = relationOfControl(outcome)
    const first = { offset: 0, limit: firstWindowRows }
    const relations = (windows.length > 0 ? windows : [first]).map((window) => ({ relation, window: windowOf(window) }))
    return { relations, brokenColumns: [] }
  }
  const sort = (page.sort ?? []).filter((entry) => entry.elementId === elementId)
  const readerSort: ReaderSort = sort.map(({ level, columnId, direction }) => ({
    level: level as LevelName,
    columnId,
    direction,
  }))
  const outcome = await compiler.compile(scope, elementId, readerSort, signal)
  if (!outcome.ok) {
    const [broken] = brokenColumnsOf(outcome)
    return { event: 'error', elementId, ...failureOf(outcome), ...(broken ? { columnId: broken.id } : {}) }
  }
  const relations = windows.length > 0 ? chosenLevels(outcome.element, windows) : firstLevels(outcome.element)
  return { relations, brokenColumns: brokenColumnsOf(outcome.element) }
}

/** The visible columns whose formula has an error. They have no cells; the view of the element shows the error instead. */
function brokenColumnsOf({ columns }: Pick<CompiledElement, 'columns'>): BrokenColumn[] {
  return columns.flatMap(({ id, name, hidden, type, problems }): BrokenColumn[] => {
    const problem = problems.find(({ severity }) => severity === 'error')
    if (hidden || type !== null || !problem) return []
    const { code, message, hint } = problem
    return [{ id, name, message, ...(hint === undefined ? {} : { hint }), code }]
  })
}

function errorEvent({ reportBug }: Parts, elementId: string, error: unknown): PageDataEvent {
  if (!isAppError(error)) reportBug(error)
  return eventOfError(elementId, isAppError(error) ? error : new AppError('internal', {}))
}

/** Timing of one response. */
interface Clocked {
  /** Milliseconds from the arrival of the request until the page was open. */
  authorization: number
  /** Receives the timings known so far, while the headers of the response can still be set. */
  onSteps(steps: Partial<PageDataSteps>): void
}

const unclocked: Clocked = { authorization: 0, onSteps: () => {} }

/**
 * Events of the page: `start`, then for each result `schema`, `batch`es and `done` in the order in which results are ready, `error` for
 * elements without a result, and `end`. Throws before the first event for invalid control values. When the signal aborts, the stream ends
 * without `end`.
 */
async function* run(
  parts: Parts,
  viewer: Viewer,
  page: PageQuery,
  signal: AbortSignal,
  { authorization, onSteps }: Clocked = unclocked,
): AsyncGenerator<PageDataEvent> {
  const startedAt = performance.now()
  const inputRevisions = await inputRevisionsOf(parts, viewer, page)
  const scope = await parts.compiler.begin(viewer, page.document, page.controls ?? {}, undefined, {
    // Files always show the current data of the platform.
    readsStored: page.purpose !== 'download' && page.purpose !== 'schedule',
  })
  const { shared, failed } = await sharedResults(parts, scope, page, signal)
  const before = { authorization: rounded(authorization), compile: rounded(performance.now() - startedAt) }
  onSteps(before)
  yield { event: 'start', version: page.document.version, ...(inputRevisions ? { inputRevisions } : {}) }
  yield* failed
  let done = 0
  page.onResults?.(done, shared.length)
  for await (const { shown, fetched } of asTheyArrive(parts, viewer, page, shared, signal)) {
    if (fetched === null) yield* shown
    else {
      const readyAt = performance.now()
      yield* shown
      const { wait, engine, conversion } = fetched.steps
      const after = { wait: rounded(wait), engine: rounded(engine), conversion: rounded(conversion) }
      const steps = { ...before, ...after, stream: rounded(performance.now() - readyAt) }
      onSteps(steps)
      const { resultId, rows, truncated, cached, ms, origin } = fetched
      page.onResults?.(++done, shared.length)
      yield { event: 'done', resultId, rows, truncated, cached, ms, ...origin, steps }
    }
  }
  if (!signal.aborted) yield { event: 'end' }
}

/** Read before the rows, so that a later change of them is not mistaken for one that the reader has seen. */
async function inputRevisionsOf(
  { store }: Parts,
  viewer: Viewer,
  { document: { id, content }, elementIds }: PageQuery,
) {
  const tables = elementIds.filter((elementId) => content.elements[elementId]?.kind === 'input-table')
  if (tables.length === 0) return undefined
  const known = await listInputRevisions(store.db, viewer.organizationId, id)
  return Object.fromEntries(tables.map((elementId) => [elementId, known.get(elementId) ?? 0]))
}

const rounded = (ms: number): number => Math.round(ms * 100) / 100

/** The statements of the page, each with the elements that show its rows, and the events of elements without a statement. */
async function sharedResults(
  parts: Parts,
  scope: CompileScope,
  page: PageQuery,
  signal: AbortSignal,
): Promise<{ shared: SharedResult[]; failed: PageDataEvent[] }> {
  const shared = new Map<string, SharedResult>()
  const failed: PageDataEvent[] = []
  for (const elementId of new Set(page.elementIds)) {
    const prepared = await prepareElement(parts, scope, page, elementId, signal)
    if ('event' in prepared) {
      failed.push(prepared)
      continue
    }
    const isControlList = page.document.content.elements[elementId]?.kind === 'control'
    const { brokenColumns } = prepared
    for (const query of prepared.queries) {
      const key = JSON.stringify([query.key, query.relation.level, query.window])
      const reader = { elementId, columnIds: query.relation.columns.map(({ id }) => id), brokenColumns }
      const present = shared.get(key)
      if (present) {
        present.readers.push(reader)
        present.isControlList &&= isControlList
      } else shared.set(key, { resultId: `r${shared.size + 1}`, query, readers: [reader], isControlList })
    }
  }
  return { shared: [...shared.values()], failed }
}

/** Where the rows of a result come from, unless they are live rows of one connection. */
type RowOrigin = Pick<Extract<PageDataEvent, { event: 'done' }>, 'materializedAt' | 'connections'>

function originOf({ materializedAt, sides = [] }: Statement): RowOrigin {
  const connections = new Set(sides.map(({ connectionId }) => connectionId)).size
  return {
    ...(materializedAt === undefined ? {} : { materializedAt }),
    ...(connections > 1 ? { connections } : {}),
  }
}

/** Output of a result: its schema and rows, or the errors of its elements, preceded by its position in the queue. */
interface Come {
  shown: PageDataEvent[]
  /** Null for errors, and for output that precedes the rows. */
  fetched: (ElementResult & { resultId: string; origin: RowOrigin }) | null
  isLast: boolean
}

/** Waits shorter than this are not reported, nor changes within this time. */
const queueNoticeMs = 1_000

/** Reports the position of a query in the queue: first after a wait of `queueNoticeMs`, then at most once per interval. */
export function watchQueue(report: (ahead: number) => void): { onAhead: OnAhead; stop: () => void } {
  let ahead = 0
  let sent = 0
  let timer: NodeJS.Timeout | undefined
  return {
    onAhead(count) {
      ahead = count
      timer ??= setTimeout(() => {
        timer = undefined
        if (ahead === sent) return
        sent = ahead
        report(ahead)
      }, queueNoticeMs)
    },
    stop: () => clearTimeout(timer),
  }
}

/** Fetches all results at once and yields each when it is ready. Ends early when the signal aborts. */
async function* asTheyArrive(
  parts: Parts,
  viewer: Viewer,
  page: PageQuery,
  shared: readonly SharedResult[],
  signal: AbortSignal,
): AsyncGenerator<Come> {
  const ready: Come[] = []
  let wake: (() => void) | null = null
  const comes = (come: Come) => {
    ready.push(come)
    wake?.()
  }
  for (const result of shared) {
    const elements = result.readers.map(({ elementId }) => elementId)
    const queue = watchQueue((ahead) =>
      comes({ shown: [{ event: 'waiting', elements, ahead }], fetched: null, isLast: false }),
    )
    comeOf(parts, viewer, page, result, { signal, onAhead: queue.onAhead }).then((come) => {
      queue.stop()
      comes(come)
    })
  }
  for (let pending = shared.length; pending > 0; ) {
    if (signal.aborted) return
    const next = ready.shift()
    if (next) {
      if (next.isLast) pending--
      yield next
    } else {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
}

async function comeOf(
  parts: Parts,
  viewer: Viewer,
  { purpose, refresh = false }: PageQuery,
  result: SharedResult,
  { signal, onAhead }: { signal: AbortSignal; onAhead: OnAhead },
): Promise<Come> {
  const { resultId, readers, query } = result
  // Control lists have a separate pool, so that they do not delay any tile.
  const pool = result.isControlList ? query.connection.pools.catalog : poolOf(query.connection, purpose)
  try {
    const fetched = await parts.queries.fetch(viewer, query, { refresh, pool, onAhead }, signal)
    const batches = fetched.batches.map((batch, seq) => batchEvent(resultId, seq, batch))
    const origin = originOf(query.whole?.statement ?? query.statement)
    return { shown: [schemaEvent(result), ...batches], fetched: { ...fetched, resultId, origin }, isLast: true }
  } catch (error) {
    return { shown: readers.map(({ elementId }) => errorEvent(parts, elementId, error)), fetched: null, isLast: true }
  }
}

interface Wanted {
  relation: Relation
  window: { offset: number; limit: number; parentKey?: Cell[] }
  /** The element for which one statement reads the first rows of every level. */
  wholeOf?: CompiledElement
}

function failureOf({ code, message, hint, signIn, because }: PlanFailure) {
  const sign = signIn === undefined ? {} : { signIn }
  const details = { reason: message, ...sign, ...(because && { because }) }
  return { code, message, ...(hint === undefined ? {} : { hint }), details, ...sign }
}

function windowOf({ offset, limit, parentKey }: Omit<PageDataWindow, 'elementId' | 'level'>): Wanted['window'] {
  return { offset, limit, ...(parentKey ? { parentKey } : {}) }
}

/**
 * Levels requested on first load: summary and outermost groups, or all rows without groups (tables), cells with all totals (pivot tables),
 * value and trend (KPI).
 */
function firstLevels(element: CompiledElement): Wanted[] {
  const outermost = element.levels.find(({ level }) => level !== 'summary')
  const isWhole = outermost?.level === 'base'
  const isDrawnWhole = isWhole && element.levels.length > 1
  const shown = element.levels.filter((level) => isWhole || level.level === 'summary' || level === outermost)
  return shown.map((level) => ({
    relation: relationOfLevel(element, level),
    window: { offset: 0, limit: isDrawnWhole ? firstWholeRows : firstWindowRows },
    ...(isDrawnWhole ? { wholeOf: element } : {}),
  }))
}

function chosenLevels(element: CompiledElement, windows: readonly PageDataWindow[]): Wanted[] {
  return windows.map((window) => {
    const level = element.levels.find((each) => each.level === window.level)
    if (!level) throw new AppError('not_found', { kind: 'level', id: window.level })
    return { relation: relationOfLevel(element, level), window: windowOf(window) }
  })
}

function schemaEvent({ resultId, query, readers }: SharedResult): PageDataEvent {
  const { columns, level } = query.relation
  const { offset, parentKey } = query.window
  const ids = columns.map(({ id }) => id).join('\n')
  const others = readers.filter(({ columnIds }) => columnIds.join('\n') !== ids)
  const broken = readers.filter(({ brokenColumns }) => brokenColumns.length > 0)
  return {
    event: 'schema',
    resultId,
    elements: readers.map(({ elementId }) => elementId),
    level,
    offset,
    ...(parentKey ? { parentKey } : {}),
    columns: columns.map(({ id, name, type, nullable }) => ({ id, name, type: valueTypeToText(type), nullable })),
    ...(broken.length > 0
      ? { columnErrors: Object.fromEntries(broken.map(({ elementId, brokenColumns }) => [elementId, brokenColumns])) }
      : {}),
    ...(others.length > 0
      ? { columnIds: Object.fromEntries(others.map(({ elementId, columnIds }) => [elementId, columnIds])) }
      : {}),
  }
}

/** The cells of a batch in wire form, cached with the batch so that a cached result is encoded only once. */
const wireColumns = new WeakMap<ResultBatch, Cell[][]>()
const wireText = new WeakMap<Cell[][], string>()

function batchEvent(resultId: string, seq: number, batch: ResultBatch): PageDataEvent {
  let columns = wireColumns.get(batch)
  if (!columns) {
    columns = batch.columns.map(({ values }) => values)
    wireColumns.set(batch, columns)
  }
  const hasStates = batch.columns.some(({ states }) => states !== undefined)
  const states = hasStates ? { states: batch.columns.map((column) => column.states ?? null) } : {}
  return { event: 'batch', resultId, seq, columns, ...states }
}

/** An event as one line of NDJSON. The text of a batch is cached, so that a cached response costs little. */
export function pageDataLine(event: PageDataEvent): string {
  if (event.event !== 'batch') return `${JSON.stringify(event)}\n`
  let text = wireText.get(event.columns)
  if (text === undefined) {
    text = JSON.stringify(event.columns)
    wireText.set(event.columns, text)
  }
  const states = event.states === undefined ? '' : `,"states":${JSON.stringify(event.states)}`
  return `{"event":"batch","resultId":${JSON.stringify(event.resultId)},"seq":${event.seq},"columns":${text}${states}}\n`
}
