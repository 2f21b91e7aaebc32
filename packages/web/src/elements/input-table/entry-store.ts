import type { InputTableChange, InputTableChanged } from '@octavo/core/contract'
import type { InputCell } from '@octavo/core/document'
import {
  changeOf,
  type Entries,
  type EntryPlan,
  isEmpty,
  named,
  noEntries,
  onlyProblems,
  type RefusedPlace,
  renamed,
  split,
  together,
  withCells,
  withoutRows,
  withRefused,
  withRow,
} from './entries.ts'

export interface EntryState {
  /** All entries that the rows of the page do not contain yet. */
  entries: Entries
  /** Those of the entries that the server has not stored. */
  unsaved: Entries
  isSaving: boolean
  /** Why the last save was refused. The entries are not lost. */
  failure: string | undefined
  canUndo: boolean
  /** Rows that others have changed or deleted since they were read; nothing is stored until the user decides whose cells to keep. */
  conflicts: readonly Conflict[]
}

/** The current stored row; other cells of it were changed here. */
export interface Conflict {
  rowId: string
  /** Null for a row that is deleted. */
  values: Readonly<Record<string, InputCell>> | null
  updatedBy: string | null
}

export interface EntryStoreOptions {
  /** Sends one change, which is stored as a whole or not at all. */
  send: (change: InputTableChange) => Promise<InputTableChanged>
  /** Entries are stored immediately; otherwise together when the user saves. */
  isLive: boolean
  /** Stored: the rows of the page are to be read again. */
  onStored: () => void
  explain: (error: unknown) => string
  /** The revision of the rows that the page shows. */
  baseRevision: () => number | undefined
  /** The rows that an error says are no longer as they were; none for other errors. */
  conflictsIn: (error: unknown) => readonly Conflict[]
  /** The cells and rows that an error says are refused; none for other errors. */
  refusedIn: (error: unknown) => readonly RefusedPlace[]
  /** Ids of the columns that need a value in every row. */
  required: () => readonly string[]
}

/**
 * Entries into one input table: held until they are stored, and shown until the rows of the page contain them. One change is sent at a
 * time.
 */
export class EntryStore {
  private readonly options: EntryStoreOptions
  private pending: Entries = noEntries
  /** Being sent, or stored and not yet among the rows of the page. */
  private sent: Entries = noEntries
  private phase: 'idle' | 'sending' | 'stored' = 'idle'
  private failure: string | undefined
  private conflicts: readonly Conflict[] = []
  private undoSteps: Entries[] = []
  /** The revision that was seen when the oldest entry of `pending` was begun. */
  private base: number | undefined
  /** The revision that was read when the cell being edited was opened. */
  private held: number | undefined
  /** The revision that the last change stored here has made: the page shows it a moment later. */
  private own = 0
  private nextKey = 1
  /** Ids that the server has given to added rows, by their keys. */
  private readonly names = new Map<string, string>()
  private readonly listeners = new Set<() => void>()
  private current: EntryState = this.stateNow()

  constructor(options: EntryStoreOptions) {
    this.options = options
  }

  get state(): EntryState {
    return this.current
  }

  /** What a row is called now: an added one has an id once it is stored. */
  nameOf(rowKey: string): string {
    return this.names.get(rowKey) ?? rowKey
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** A cell is opened for typing: changes of others that arrive until it is written have not been seen in it. */
  hold(): void {
    this.held = this.seen()
  }

  release(): void {
    this.held = undefined
  }

  /**
   * Writes cells of rows and adds rows at the end, as one step. `before` is what the cells held, for undo. Returns the keys of the
   * added rows.
   */
  write({ changed, added }: EntryPlan, before: Entries): string[] {
    if (changed.length === 0 && added.length === 0) return []
    const keys = added.map(() => `new ${this.nextKey++}`)
    this.begin()
    this.remember({ ...before, removed: new Set([...before.removed, ...keys]) })
    for (const { rowKey, cells } of changed) this.pending = withCells(this.pending, rowKey, cells)
    for (const [index, key] of keys.entries()) this.pending = withRow(this.pending, { key, cells: added[index] ?? {} })
    this.changed()
    return keys
  }

  /** Deletes rows; `before` is their cells, as rows that undo adds again. */
  remove(rowKeys: readonly string[], before: Entries): void {
    if (rowKeys.length === 0) return
    this.begin()
    this.remember(before)
    this.pending = withoutRows(this.pending, rowKeys)
    this.changed()
  }

  /** Undoes the last step: entries that are stored by now get the opposite change. */
  undo(): void {
    const step = this.undoSteps.pop()
    if (!step) return
    this.begin()
    if (this.options.isLive) {
      this.pending = together(this.pending, step)
      // A restored row is a new one for the server: earlier steps change it in place of the deleted row.
      const restored = new Map(step.added.flatMap(({ key, restores }) => (restores ? [[restores, key] as const] : [])))
      this.undoSteps = this.undoSteps.map((earlier) => renamed(earlier, restored))
    } else this.pending = step
    this.changed()
  }

  discard(): void {
    this.pending = noEntries
    this.base = undefined
    this.undoSteps = []
    this.failure = undefined
    this.conflicts = []
    this.notify()
  }

  /** Stores what was entered over what others have changed in the same rows. */
  keepMine(): Promise<void> {
    // There is no row any more to store the cells of a deleted one in.
    this.drop(this.conflicts.filter(({ values }) => values === null))
    return this.save({ isKept: true })
  }

  /** Keeps the rows changed by others as they are, and continues with the remaining entries. */
  takeTheirs(): void {
    this.drop(this.conflicts)
    this.conflicts = []
    this.base = undefined
    this.failure = undefined
    this.phase = 'stored'
    this.notify()
    this.options.onStored()
  }

  /** Stores what can be stored; cells with a problem stay, and so do rows without a required value. */
  async save({ isKept = false } = {}): Promise<void> {
    if (this.phase !== 'idle') return
    const { ready: sending, held } = split(this.pending, this.options.required())
    if (!hasChange(sending)) return
    this.phase = 'sending'
    this.sent = sending
    this.pending = held
    this.failure = undefined
    this.conflicts = []
    this.notify()
    try {
      const stored = await this.options.send(this.changeToSend(sending, isKept))
      for (const [index, { key }] of sending.added.entries()) this.names.set(key, stored.inserted[index] ?? key)
      this.sent = named(sending, sending, stored)
      this.pending = together(onlyProblems(this.sent), named(this.pending, sending, stored))
      this.own = stored.revision
      // What was stored here counts as seen.
      this.base = isEmpty(this.pending) || this.base === undefined ? undefined : stored.revision
      this.undoSteps = this.options.isLive ? this.undoSteps.map((step) => named(step, sending, stored)) : []
      this.phase = 'stored'
      this.notify()
      this.options.onStored()
    } catch (error) {
      const refused = this.options.refusedIn(error)
      const { entries, others } = withRefused(sending, refused)
      this.pending = together(entries, this.pending)
      this.sent = noEntries
      this.phase = 'idle'
      this.conflicts = this.options.conflictsIn(error)
      // The refused cells stay marked; the others are sent again without them. A full list may not name all refused cells.
      const isMarked = refused.length > 0 && refused.length < mostReported && others.length === 0
      this.failure = isMarked ? undefined : this.options.explain(error)
      this.notify()
      if (isMarked) await this.save({ isKept })
    }
  }

  /** The rows of the page have been read again after `onStored`. */
  shown(): void {
    if (this.phase !== 'stored') return
    this.sent = noEntries
    this.phase = 'idle'
    this.notify()
    if (this.options.isLive && this.failure === undefined) void this.save()
  }

  /** Forgets what was entered into these rows. */
  private drop(conflicts: readonly Conflict[]): void {
    const others = new Set(conflicts.map(({ rowId }) => rowId))
    this.pending = {
      ...this.pending,
      changed: new Map([...this.pending.changed].filter(([rowId]) => !others.has(rowId))),
      removed: new Set([...this.pending.removed].filter((rowId) => !others.has(rowId))),
    }
  }

  /**
   * The page may show newer rows by the time an entry is stored; the revision counts that was shown when the entry
   * began.
   */
  private begin(): void {
    const isFirst = this.base === undefined || (this.phase === 'idle' && isEmpty(this.pending))
    if (isFirst) this.base = this.held ?? this.seen()
  }

  /** What the page shows, and what was stored here. */
  private seen(): number | undefined {
    const shown = this.options.baseRevision()
    return shown === undefined ? undefined : Math.max(shown, this.own)
  }

  private changeToSend(entries: Entries, isKept: boolean): InputTableChange {
    const change = changeOf(entries)
    const baseRevision = this.base ?? this.seen()
    const isNew = !change.update && !change.delete
    return isKept || isNew || baseRevision === undefined ? change : { ...change, baseRevision }
  }

  /** Undoes a step: in live tables with the opposite entries, otherwise by going back to what was pending before. */
  private remember(opposite: Entries): void {
    this.undoSteps.push(this.options.isLive ? opposite : this.pending)
  }

  private changed(): void {
    this.failure = undefined
    this.conflicts = []
    this.notify()
    if (this.options.isLive) void this.save()
  }

  private stateNow(): EntryState {
    return {
      entries: together(this.sent, this.pending),
      unsaved: this.phase === 'sending' ? together(this.sent, this.pending) : this.pending,
      isSaving: this.phase === 'sending',
      failure: this.failure,
      canUndo: this.undoSteps.length > 0,
      conflicts: this.conflicts,
    }
  }

  private notify(): void {
    this.current = this.stateNow()
    for (const listener of [...this.listeners]) listener()
  }
}

/** As many problems as the server lists for one change. */
const mostReported = 100

/** False where nothing but cells with problems is left. */
function hasChange(entries: Entries): boolean {
  return !isEmpty(entries) && Object.keys(changeOf(entries)).length > 0
}
