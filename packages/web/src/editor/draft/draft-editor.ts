import type { DraftChanges, DraftSaved, WorkbookDraft } from '@octavo/core/contract'
import {
  type AppliedEdits,
  applyEdits,
  type DocumentEdit,
  invertEdits,
  type WorkbookDocument,
} from '@octavo/core/document'
import type { ApplyOptions, DraftEditorOptions, StepOutcome, StoredDocument } from './draft-editor-options.ts'
import {
  type ConflictingBatch,
  type ConflictKind,
  type EditBatch,
  type EditorState,
  nothingSelected,
  type Presence,
  type Selection,
} from './draft-state.ts'
import { namedElementIds, restoringEdits } from './edit-targets.ts'
import { ForeignEdits } from './foreign-edits.ts'
import { documentOf, initialState } from './initial-state.ts'
import { withKeptParts } from './kept-parts.ts'
import { newId } from './new-id.ts'
import { nextChange } from './next-change.ts'
import { elementsToReadAgain } from './read-again.ts'
import { hasPage, pageStillThere, sameIds, selectionStillThere } from './still-there.ts'
import { noSteps, type UndoStep, type UndoSteps, withoutBatch, withRemadeBatch, withStep } from './undo-steps.ts'
import { batchesThatConflict, conflictKindOf, isUnableToSend, reapply, saveStateOf, upTo } from './unsent-batches.ts'

/** Edits that change only looks wait this long for more of their kind before they are sent. */
const gatherSendMs = 300
/** The contract allows this many edits in one request. */
const mostEdits = 1_000
const retryMs = [1_000, 2_000, 5_000, 15_000]

/**
 * The open draft, or a custom view that is edited like one, outside React: edits go in, the document comes out at once, and they are sent in order with one
 * request on its way at a time. What the server answers, and what others change, is put under the edits that were not
 * sent yet. Nothing that was edited is ever dropped: it is sent, set aside with the server's reason, or shown as a
 * conflict.
 */
export class DraftEditor {
  readonly workbookId: string
  readonly stored: StoredDocument
  readonly options: DraftEditorOptions
  private readonly listeners = new Set<() => void>()
  private readonly savedListeners = new Set<(elementIds: readonly string[]) => void>()
  private confirmed: WorkbookDocument
  /** Applied to the document shown, in order; the first `sending` of them are on their way. */
  private pending: EditBatch[] = []
  private sending = 0
  /** After a refusal batches go one by one, so that the one at fault is found. */
  private isOneByOne = false
  private steps: UndoSteps = noSteps
  private readonly foreign = new ForeignEdits()
  /** The highest revision that the server has reported. */
  private knownRevision: number
  /** The draft is being loaded again. */
  private isReading = false
  private stopTimer: (() => void) | undefined
  private timerAt = 0
  private failures = 0
  private current: EditorState
  private isClosed = false
  /** The last request for the changes of others, while it runs. */
  private catchingUp: Promise<void> | undefined

  /** Returns the edits that give a new element the default style of its kind; absent when there is none. */
  styleNew: ((document: WorkbookDocument, elementId: string) => DocumentEdit[]) | undefined
  /** The first row of the shown page that is in view. */
  rowInView: (() => number) | undefined

  constructor(options: DraftEditorOptions) {
    const { draft } = options
    this.options = options
    this.workbookId = draft.workbookId
    this.stored = options.stored ?? { draft: true }
    this.current = initialState(draft, options.pageId)
    this.confirmed = this.current.document
    this.knownRevision = draft.revision
  }

  /** A custom view is open, or a reader sees the document; not the draft. */
  get isView(): boolean {
    return !('draft' in this.stored)
  }

  /** The document is a data model, which has tables and controls and no layout. */
  get isDataModel(): boolean {
    return this.confirmed.kind === 'data-model'
  }

  get state(): EditorState {
    return this.current
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** Called with the elements whose data must be asked for again, once the server has the edits. */
  onSaved(listener: (elementIds: readonly string[]) => void): () => void {
    this.savedListeners.add(listener)
    return () => void this.savedListeners.delete(listener)
  }

  /** The document as the server has it, without edits that are still on their way. */
  get savedDocument(): WorkbookDocument {
    return this.confirmed
  }

  /** Restores edits that an earlier visit could not send. */
  async restoreUnsent(): Promise<void> {
    const kept = await this.options.unsent.read()
    if (kept.length === 0 || this.isClosed) return
    this.pending.push(...kept)
    this.rebuild(this.confirmed)
    this.flush()
  }

  close(): void {
    this.isClosed = true
    this.stopTimer?.()
    this.listeners.clear()
    this.savedListeners.clear()
  }

  /** Makes one gesture: all of its edits are one step of undo. Edits that cannot be applied are in `dropped`. */
  apply(word: string, edits: readonly DocumentEdit[], options: ApplyOptions = {}): AppliedEdits {
    const before = this.current
    const result = applyEdits(before.document, edits)
    if (result.applied.length === 0) {
      if (options.select) this.select(options.select)
      return result
    }
    const batch: EditBatch = { id: newId(), word, edits: result.applied }
    this.steps = withStep(this.steps, {
      batchIds: [batch.id],
      word,
      undo: invertEdits(before.document, result.applied),
      redo: result.applied,
      pageId: before.pageId,
      selection: before.selection,
      foreignCount: this.foreign.count,
      at: this.options.clock.now(),
      ...(options.gather === undefined ? {} : { gather: options.gather }),
    })
    this.enqueue(batch, result.document, {
      ...(options.pageId === undefined ? {} : { pageId: options.pageId, selection: nothingSelected }),
      ...(options.select ? { selection: options.select } : {}),
    })
    return result
  }

  undo({ anyway = false } = {}): StepOutcome | null {
    const step = this.steps.done.at(-1)
    if (!step) return null
    const outcome = this.replay(step, step.undo, anyway)
    if (outcome.isDone) {
      const { done, undone } = this.steps
      this.steps = { done: done.slice(0, -1), undone: [...undone, step] }
      this.publishSteps()
    }
    return outcome
  }

  redo({ anyway = false } = {}): StepOutcome | null {
    const step = this.steps.undone.at(-1)
    if (!step) return null
    const outcome = this.replay(step, step.redo, anyway)
    if (outcome.isDone) {
      const { done, undone } = this.steps
      this.steps = { done: [...done, { ...step, foreignCount: this.foreign.count }], undone: undone.slice(0, -1) }
      this.publishSteps()
    }
    return outcome
  }

  /** Leaves out the step that undo would take back, because another person's later change is to stay. */
  skipUndo(): void {
    this.steps = { ...this.steps, done: this.steps.done.slice(0, -1) }
    this.publishSteps()
  }

  select(selection: Partial<Selection>): void {
    const { elementIds = this.current.selection.elementIds, columnIds = [] } = selection
    const next = { elementIds, columnIds: elementIds.length === 1 ? columnIds : [] }
    if (
      sameIds(next.elementIds, this.current.selection.elementIds) &&
      sameIds(next.columnIds, this.current.selection.columnIds)
    )
      return
    this.change({ selection: next })
  }

  showPage(pageId: string): void {
    if (pageId !== this.current.pageId) this.change({ pageId, selection: nothingSelected })
  }

  showOthers(others: readonly Presence[]): void {
    this.change({ others })
  }

  /** Applies batches that the server has pushed. Batches of this editor are recognized by their revision. */
  receive(changes: Pick<DraftChanges, 'revision' | 'batches'>): void {
    this.knownRevision = Math.max(this.knownRevision, changes.revision)
    // A draft that is being loaded again contains them already, or requests them when it has arrived.
    if (this.sending > 0 || this.isReading) return
    const news = changes.batches.filter(({ revision }) => revision > this.current.revision)
    if (news.length === 0) {
      if (this.knownRevision > this.current.revision) void this.catchUp()
      return
    }
    if (news[0]?.revision === this.current.revision + 1) this.takeForeign(news)
    else void this.catchUp()
  }

  /** The draft was published, thrown away or replaced as a whole. */
  async reload(): Promise<void> {
    this.isReading = true
    try {
      this.takeDraft(await this.options.transport.read())
    } catch (error) {
      this.failed(error)
    } finally {
      this.isReading = false
    }
  }

  /** Retries now instead of waiting: sends unsent edits, or else loads the changes that were missed. */
  retry(): void {
    this.failures = 0
    this.resume()
  }

  private resume(): void {
    this.stopTimer?.()
    this.stopTimer = undefined
    if (this.pending.length > 0) this.flush()
    else if (this.current.save.kind === 'offline') void this.catchUp()
  }

  /** Sends a refused batch once more. */
  retryRefused(batchId: string): void {
    const refused = this.current.refused.find(({ id }) => id === batchId)
    if (!refused) return
    this.change({ refused: this.current.refused.filter((other) => other !== refused) })
    this.takeUp(refused)
  }

  dropRefused(batchId: string): void {
    this.steps = withoutBatch(this.steps, batchId)
    this.change({ refused: this.current.refused.filter(({ id }) => id !== batchId) })
    this.publishSteps()
  }

  /** Mine: the change is made on top of the other one, or on what that removed. Theirs: it is given up. */
  resolveConflict(batchId: string, choice: 'mine' | 'theirs'): void {
    const conflict = this.current.conflicts.find(({ id }) => id === batchId)
    if (!conflict) return
    this.change({ conflicts: this.current.conflicts.filter((other) => other !== conflict) })
    if (choice === 'mine') this.takeUp({ ...conflict, edits: [...conflict.restoring, ...conflict.edits] })
    else {
      this.steps = withoutBatch(this.steps, batchId)
      this.publishSteps()
    }
  }

  /** Waits until everything was sent or cannot be sent now. */
  async settled(): Promise<void> {
    this.flush()
    while (!this.isClosed && !isUnableToSend(this.current.save)) {
      if (this.catchingUp) await this.catchingUp
      else if (this.sending > 0 || this.stopTimer) await nextChange(this)
      else return
    }
  }

  private takeUp({ id, word, edits }: EditBatch): void {
    const before = this.current.document
    const { document, applied } = applyEdits(before, edits)
    if (applied.length === 0) return
    this.steps = withRemadeBatch(this.steps, id, {
      undo: invertEdits(before, applied),
      redo: applied,
      foreignCount: this.foreign.count,
    })
    this.enqueue({ id, word, edits: applied }, document, {})
  }

  private replay(step: UndoStep, edits: readonly DocumentEdit[], anyway: boolean): StepOutcome {
    const blocking = this.foreign.firstConflict(edits, step.foreignCount)
    if (blocking && !anyway) return { isDone: false, word: step.word, isBlocked: true, by: blocking.by }
    const { document, applied } = applyEdits(this.current.document, edits)
    if (applied.length > 0) {
      const there = hasPage(document, step.pageId)
      this.enqueue({ id: newId(), word: step.word, edits: applied }, document, {
        ...(there ? { pageId: step.pageId } : {}),
      })
    }
    return { isDone: true, word: step.word, elementIds: namedElementIds(applied) }
  }

  private enqueue(batch: EditBatch, document: WorkbookDocument, more: Partial<EditorState>): void {
    const isData = elementsToReadAgain(this.current.document, document).length > 0
    this.pending.push(batch)
    this.change({
      ...more,
      document,
      hasChanges: true,
      save: this.current.save.kind === 'saved' ? { kind: 'saving' } : this.current.save,
    })
    this.publishSteps()
    void this.keep()
    if (this.current.save.kind === 'offline') this.change({ save: { kind: 'offline', count: this.pending.length } })
    else if (isData) this.flush()
    else this.later(gatherSendMs)
  }

  /** Continues after this delay, or earlier when an earlier continuation is planned. */
  private later(milliseconds: number): void {
    const at = this.options.clock.now() + milliseconds
    if (this.sending > 0 || (this.stopTimer && this.timerAt <= at)) return
    this.stopTimer?.()
    this.timerAt = at
    this.stopTimer = this.options.clock.after(milliseconds, () => this.resume())
  }

  private flush(): void {
    if (this.isClosed || this.sending > 0 || this.pending.length === 0) return
    this.stopTimer?.()
    this.stopTimer = undefined
    const batches = this.isOneByOne ? this.pending.slice(0, 1) : upTo(this.pending, mostEdits)
    this.sending = batches.length
    if (this.current.save.kind !== 'refused') this.change({ save: { kind: 'saving' } })
    const edits = batches.flatMap((batch) => batch.edits)
    this.options.transport.save(edits, this.current.revision).then(
      (saved) => this.saved(saved),
      (error: unknown) => this.failed(error),
    )
  }

  private saved(answer: DraftSaved): void {
    if (this.isClosed) return
    const count = this.sending
    this.sending = 0
    this.failures = 0
    const others = answer.edits.slice(0, answer.mergedEdits ?? 0)
    if (others.length > 0) this.foreign.note({ by: undefined, edits: others })
    this.pending = this.pending.slice(count)
    if (this.pending.length === 0) this.isOneByOne = false
    this.knownRevision = Math.max(this.knownRevision, answer.revision)
    this.confirm(applyEdits(this.confirmed, answer.edits).document, answer.revision)
    if (this.knownRevision > answer.revision) void this.catchUp()
    else this.flush()
  }

  /** A new confirmed document, with what is unsent on top. */
  private confirm(document: WorkbookDocument, revision: number): void {
    const before = this.confirmed
    this.confirmed = document
    this.change({ revision })
    this.rebuild(before)
    void this.keep()
    const again = elementsToReadAgain(before, document)
    if (again.length > 0) for (const listener of this.savedListeners) listener(again)
  }

  /**
   * Puts the unsent edits on the confirmed document again; those that no longer fit are shown as conflicts. `before` is
   * the confirmed document on which they were made.
   */
  private rebuild(before: WorkbookDocument): void {
    const { document, batches, gone } = reapply(this.confirmed, this.pending)
    this.pending = batches
    const conflicts = gone.map((batch) => this.conflictOf(batch, 'gone', before))
    this.change({
      document: withKeptParts(this.current.document, document),
      pageId: pageStillThere(document, this.current.pageId),
      selection: selectionStillThere(document, this.current.selection),
      save: saveStateOf(this.current.refused, this.pending),
      conflicts: conflicts.length > 0 ? [...this.current.conflicts, ...conflicts] : this.current.conflicts,
    })
  }

  private conflictOf(batch: EditBatch, kind: ConflictKind, before: WorkbookDocument): ConflictingBatch {
    const isGone = kind === 'gone'
    const by = isGone ? this.foreign.lastBy() : this.foreign.lastConflictBy(batch.edits)
    const restoring = isGone ? restoringEdits(before, this.confirmed, batch.edits) : []
    return { ...batch, by, kind, restoring, elementIds: namedElementIds(batch.edits) }
  }

  /** Reads the changes of others, then sends what is unsent. */
  private catchUp(): Promise<void> {
    const reading = this.readChanges().finally(() => {
      if (this.catchingUp === reading) this.catchingUp = undefined
    })
    this.catchingUp = reading
    return reading
  }

  private async readChanges(): Promise<void> {
    try {
      const changes = await this.options.transport.since(this.current.revision)
      if (this.isClosed || this.sending > 0) return
      this.knownRevision = changes.revision
      const news = changes.batches.filter(({ revision }) => revision > this.current.revision)
      if (news.length > 0) this.takeForeign(news)
      else if (this.pending.length === 0) this.rebuild(this.confirmed)
      this.flush()
    } catch (error) {
      if (this.options.transport.failureOf(error).kind === 'conflict') await this.reload()
      else this.failed(error)
    }
  }

  private takeForeign(batches: DraftChanges['batches']): void {
    const edits = batches.flatMap((batch) => batch.edits)
    for (const batch of batches) this.foreign.note({ by: batch.createdBy, edits: batch.edits })
    const met = batchesThatConflict(this.pending, edits)
    this.pending = this.pending.filter((batch) => !met.includes(batch))
    const before = this.confirmed
    const after = applyEdits(before, edits).document
    this.change({ hasChanges: true })
    this.confirm(after, batches.at(-1)?.revision ?? this.current.revision)
    if (met.length === 0) return
    const conflicts = met.map((batch) => this.conflictOf(batch, conflictKindOf(batch, edits, after), before))
    this.change({ conflicts: [...this.current.conflicts, ...conflicts] })
  }

  private takeDraft(draft: WorkbookDraft): void {
    if (this.isClosed) return
    this.sending = 0
    const isOld = this.knownRevision > draft.revision
    this.knownRevision = draft.revision
    this.change({ baseVersion: draft.baseVersion, hasChanges: draft.hasChanges || this.pending.length > 0 })
    this.confirm(documentOf(draft), draft.revision)
    this.flush()
    if (isOld && this.sending === 0) void this.catchUp()
  }

  private failed(error: unknown): void {
    if (this.isClosed) return
    const count = this.sending
    this.sending = 0
    const { kind, failure } = this.options.transport.failureOf(error)
    switch (kind) {
      case 'offline': {
        this.change({ save: { kind: 'offline', count: this.pending.length } })
        const wait = retryMs[Math.min(this.failures, retryMs.length - 1)] ?? 0
        this.failures++
        this.later(wait)
        return
      }
      case 'signed-out':
      case 'forbidden':
        this.change({ save: { kind } })
        return
      case 'conflict':
        void this.catchUp()
        return
      case 'refused': {
        if (count === 0) {
          this.change({ save: { kind: 'refused', count: 0, message: failure.message } })
          return
        }
        if (count > 1) {
          this.isOneByOne = true
          this.flush()
          return
        }
        const [batch, ...others] = this.pending
        if (!batch) return
        this.pending = others
        this.change({ refused: [...this.current.refused, { ...batch, failure }] })
        this.rebuild(this.confirmed)
        void this.keep()
        this.flush()
      }
    }
  }

  private async keep(): Promise<void> {
    await this.options.unsent.write(this.pending).catch(() => undefined)
  }

  private publishSteps(): void {
    this.change({
      undoWords: this.steps.done.map(({ word }) => word),
      redoWords: this.steps.undone.map(({ word }) => word),
    })
  }

  private change(parts: Partial<EditorState>): void {
    this.current = { ...this.current, ...parts }
    for (const listener of this.listeners) listener()
  }
}
