import { type Children, childKey, LevelCollector, type LevelRows } from '@octavo/core/display'
import type { Cell, LevelName } from '@octavo/core/types'
import {
  concluded,
  type ElementData,
  type ElementSort,
  type Failure,
  failed,
  noData,
  waitingAgain,
} from './element-data.ts'
import { columnsOf, type PageDataEvent, type PageDataRequest, statesOf } from './page-events.ts'
import { StreamApplication } from './stream-application.ts'

/** Sends a request and yields its lines. Aborting the signal ends the request. Throws errors that `toFailure` accepts. */
export type PageDataTransport = (request: PageDataRequest, signal: AbortSignal) => AsyncIterable<PageDataEvent>

export interface PageDataOptions {
  elementIds: readonly string[]
  transport: PageDataTransport
  toFailure: (error: unknown) => Failure
  /** For a stream that ended too early: the text comes from the caller, in the reader's language. */
  broken: Failure
  /** What was shown of the same page before: its rows are stale until the new ones come, and its order stays. */
  previous?: PageData | undefined
  /** Rows of the first window of an element that wants more than the usual number. */
  firstWindows?: PageDataRequest['windows']
  /** While it returns a reason, no rows are requested; the previous rows stay, marked with the reason. */
  hold?: (() => Failure | undefined) | undefined
}

/** Rows that one further window asks for. */
const windowRows = 500
/** The contract lets one window hold this many rows. */
export const largestWindow = 10_000

/**
 * The data of a page, outside React: sends one streaming request for the page, applies its lines as they arrive, and notifies the listeners
 * of each element. Changing the controls aborts the running request and sends a new one, while the old rows stay visible as stale. A later
 * request for one element runs beside the page's stream.
 */
export class PageData {
  private readonly options: PageDataOptions
  private readonly elements = new Map<string, ElementData>()
  private readonly listeners = new Map<string, Set<() => void>>()
  private readonly pageListeners = new Set<() => void>()
  /** Elements that were to be asked for while that was on hold. */
  private readonly held = new Set<string>()
  private readonly sorts = new Map<string, ElementSort>()
  private readonly running = new Set<{ controller: AbortController; elementIds: ReadonlySet<string> }>()
  private controls: Record<string, string> = {}
  private elementIds: readonly string[]
  private firstWindows: NonNullable<PageDataRequest['windows']>

  constructor(options: PageDataOptions) {
    this.options = options
    this.elementIds = options.elementIds
    this.firstWindows = options.firstWindows ?? []
    for (const elementId of options.previous ? options.elementIds : []) {
      const sort = options.previous?.sortOf(elementId)
      if (sort) this.sorts.set(elementId, sort)
      if (options.previous) this.elements.set(elementId, options.previous.element(elementId))
    }
  }

  element(elementId: string): ElementData {
    return this.elements.get(elementId) ?? noData
  }

  /** Whether the page has rows of an element. */
  has(elementId: string): boolean {
    return this.elementIds.includes(elementId)
  }

  /** Counts the requests for an element; when the number changes, its rows may have changed. */
  questionOf(elementId: string): number {
    return this.questions.get(elementId) ?? 0
  }
  private readonly questions = new Map<string, number>()

  sortOf(elementId: string): ElementSort | undefined {
    return this.sorts.get(elementId)
  }

  controlTexts(): Readonly<Record<string, string>> {
    return this.controls
  }

  /** Whether any request is running. */
  isBusy(): boolean {
    return this.running.size > 0
  }

  /** How many elements wait for an answer, and how many for the end of the hold. */
  counts(): { running: number; held: number } {
    const asked = new Set([...this.running].flatMap(({ elementIds }) => [...elementIds]))
    const running = [...asked].filter((id) => this.element(id).status === 'waiting').length
    return { running, held: this.held.size }
  }

  /** Sends one request for everything that was held back. */
  resume() {
    const ids = this.elementIds.filter((id) => this.held.has(id))
    this.held.clear()
    if (ids.length > 0) this.ask(ids, { isPage: ids.length === this.elementIds.length })
    this.notifyPage()
  }

  subscribe(elementId: string, listener: () => void): () => void {
    const known = this.listeners.get(elementId) ?? new Set()
    known.add(listener)
    this.listeners.set(elementId, known)
    return () => void known.delete(listener)
  }

  subscribeToPage(listener: () => void): () => void {
    this.pageListeners.add(listener)
    return () => void this.pageListeners.delete(listener)
  }

  /** Calls the listener on every change of the page and of its elements. */
  subscribeToAll(listener: () => void): () => void {
    this.allListeners.add(listener)
    return () => void this.allListeners.delete(listener)
  }
  private readonly allListeners = new Set<() => void>()

  /** Asks for the whole page with these control values; what runs for it already is aborted. */
  load(controls: Record<string, string>, { refresh = false } = {}) {
    this.controls = controls
    this.ask(this.elementIds, { refresh, isPage: true })
  }

  /** Asks for the page again; what has not changed since is answered as before. */
  reload() {
    this.ask(this.elementIds, { isPage: true })
  }

  refresh(elementIds: readonly string[] = this.elementIds) {
    this.ask(elementIds, { refresh: true, isPage: elementIds === this.elementIds, isByHand: true })
  }

  /** The page was edited: it has these elements now, and the data of some of them is another one. */
  follow(
    { elementIds, firstWindows = [] }: Pick<PageDataOptions, 'elementIds' | 'firstWindows'>,
    changed: readonly string[],
  ) {
    this.elementIds = elementIds
    this.firstWindows = firstWindows
    const asked = changed.filter((id) => elementIds.includes(id))
    if (asked.length > 0) this.ask(asked, {})
  }

  /** Sets the input tables whose edits are stopped, with the reason, and clears all others. */
  setStoppedEdits(stopped: ReadonlyMap<string, string>) {
    for (const elementId of this.elementIds) {
      const editsStopped = stopped.get(elementId)
      if (this.element(elementId).editsStopped === editsStopped) continue
      this.change(elementId, (data) => ({ ...data, editsStopped }))
    }
  }

  retry(elementId: string) {
    this.ask([elementId], { isByHand: true })
  }

  /**
   * Stops waiting for an element. Other elements of the same request are requested again before that request ends, so that the server
   * continues their queries.
   */
  cancel(elementId: string, cancelled: Failure) {
    const left = [...this.running].filter(({ elementIds }) => elementIds.has(elementId))
    this.change(elementId, (data) => failed(data, cancelled))
    for (const request of left) {
      const others = [...request.elementIds].filter((id) => this.element(id).status === 'waiting')
      if (others.length > 0) this.ask(others, {})
      this.stop(request)
    }
  }

  /** Sorts one element as the reader chose; undefined restores the saved order. */
  sort(elementId: string, sort: ElementSort | undefined) {
    if (sort) this.sorts.set(elementId, sort)
    else this.sorts.delete(elementId)
    this.ask([elementId], {})
  }

  /** Asks for the next rows of a level, at most `limit`, when there are more and they are not on their way. */
  loadMore(elementId: string, level: LevelName, limit = windowRows) {
    const rows = this.element(elementId).levels.get(level)
    if (!rows?.hasMore || this.element(elementId).isStale) return
    const key = `${elementId} ${level} ${rows.rowCount}`
    if (this.moreOnTheWay.has(key)) return
    this.moreOnTheWay.add(key)
    void this.readWindow(elementId, level, undefined, rows, limit).finally(() => this.moreOnTheWay.delete(key))
  }
  private readonly moreOnTheWay = new Set<string>()

  /** Asks for the rows below one group, or for more of them. */
  loadChildren(elementId: string, level: LevelName, parentKey: readonly Cell[]) {
    const key = childKey(level, parentKey)
    const known = this.element(elementId).children.get(key)
    if (known?.status === 'waiting' || (known?.status === 'ready' && !known.rows?.hasMore)) return
    void this.readWindow(elementId, level, parentKey, known?.rows)
  }

  dispose() {
    for (const { controller } of this.running) controller.abort()
    this.running.clear()
  }

  private ask(elementIds: readonly string[], { refresh = false, isPage = false, isByHand = false }) {
    const asked = new Set(elementIds)
    const reason = isByHand ? undefined : this.options.hold?.()
    if (reason) {
      for (const id of asked) {
        this.held.add(id)
        this.change(id, (data) => failed(waitingAgain(data), reason))
      }
      this.notifyPage()
      return
    }
    for (const id of asked) this.held.delete(id)
    for (const request of this.running) {
      if (isPage || [...request.elementIds].every((id) => asked.has(id))) this.stop(request)
    }
    for (const elementId of asked) {
      this.questions.set(elementId, this.questionOf(elementId) + 1)
      this.change(elementId, (data) => waitingAgain(data))
    }
    const sort = [...asked].flatMap((elementId) => {
      const chosen = this.sorts.get(elementId)
      return chosen ? [{ elementId, ...chosen }] : []
    })
    const windows = this.firstWindows.filter((window) => asked.has(window.elementId))
    const request: PageDataRequest = {
      controls: this.controls,
      ...(isPage ? {} : { elementIds: [...asked] }),
      ...(sort.length > 0 ? { sort } : {}),
      ...(windows.length > 0 ? { windows } : {}),
      ...(refresh ? { refresh: true } : {}),
    }
    const application = new StreamApplication(asked, this.controls)
    void this.run(request, asked, (line) => {
      for (const [elementId, change] of application.apply(line)) {
        // Responses to requests from before the hold are outdated for held elements.
        if (!this.held.has(elementId)) this.change(elementId, change)
      }
    }).then((outcome) => {
      if (outcome === 'aborted') return
      for (const elementId of asked) this.change(elementId, (data) => concluded(data, outcome))
    })
  }

  private async readWindow(
    elementId: string,
    level: LevelName,
    parentKey: readonly Cell[] | undefined,
    before: LevelRows | undefined,
    limit = windowRows,
  ) {
    const key = parentKey && childKey(level, parentKey)
    if (key) this.setChildren(elementId, key, { status: 'waiting', ...(before ? { rows: before } : {}) })
    const sort = this.sorts.get(elementId)
    let collector: LevelCollector | undefined
    let resultId: string | undefined
    let failure: Failure | undefined
    const outcome = await this.run(
      {
        controls: this.controls,
        elementIds: [elementId],
        windows: [
          {
            elementId,
            level,
            ...(parentKey ? { parentKey: [...parentKey] } : {}),
            offset: before?.rowCount ?? 0,
            limit,
          },
        ],
        ...(sort ? { sort: [{ elementId, ...sort }] } : {}),
      },
      new Set([elementId]),
      (line) => {
        if (line.event === 'schema' && line.level === level && !collector) {
          resultId = line.resultId
          collector = new LevelCollector(columnsOf(line, elementId))
          if (before) collector.addAll(before)
        } else if (line.event === 'batch' && line.resultId === resultId) {
          collector?.add(line.columns, statesOf(line))
        } else if (line.event === 'done' && line.resultId === resultId) collector?.finish(line.truncated)
        else if (line.event === 'error') failure = line
      },
    )
    if (outcome === 'aborted') return
    const isWhole = outcome === 'complete' && collector !== undefined && failure === undefined
    if (key) {
      this.setChildren(
        elementId,
        key,
        isWhole && collector
          ? { status: 'ready', rows: collector.snapshot() }
          : { status: 'failed', ...(before ? { rows: before } : {}) },
      )
    } else if (isWhole && collector) {
      const rows = collector.snapshot()
      this.change(elementId, (data) => ({ ...data, levels: new Map(data.levels).set(level, rows) }))
    } else if (before) {
      // The rows shown stay; the end of the list no longer promises more, so that a failing source is not asked for ever.
      const rows = { ...before, hasMore: false }
      this.change(elementId, (data) => ({ ...data, levels: new Map(data.levels).set(level, rows) }))
    }
  }

  /** Runs one request to its end. A failure is the answer, never an exception. */
  private async run(
    request: PageDataRequest,
    elementIds: ReadonlySet<string>,
    apply: (line: PageDataEvent) => void,
  ): Promise<'complete' | 'aborted' | Failure> {
    const entry = { controller: new AbortController(), elementIds }
    const { signal } = entry.controller
    this.running.add(entry)
    this.notifyPage()
    let isEnded = false
    try {
      for await (const line of this.options.transport(request, signal)) {
        if (signal.aborted) return 'aborted'
        if (line.event === 'end') isEnded = true
        else apply(line)
      }
      if (signal.aborted) return 'aborted'
      return isEnded ? 'complete' : this.options.broken
    } catch (error) {
      return signal.aborted ? 'aborted' : this.options.toFailure(error)
    } finally {
      this.running.delete(entry)
      this.notifyPage()
    }
  }

  private stop(request: { controller: AbortController; elementIds: ReadonlySet<string> }) {
    this.running.delete(request)
    request.controller.abort()
  }

  private setChildren(elementId: string, key: string, children: Children) {
    this.change(elementId, (data) => ({ ...data, children: new Map(data.children).set(key, children) }))
  }

  private change(elementId: string, change: (data: ElementData) => ElementData) {
    this.elements.set(elementId, change(this.element(elementId)))
    for (const listener of this.listeners.get(elementId) ?? []) listener()
    for (const listener of this.allListeners) listener()
  }

  private notifyPage() {
    for (const listener of this.pageListeners) listener()
    for (const listener of this.allListeners) listener()
  }
}
