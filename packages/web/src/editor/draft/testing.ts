import type { DraftChanges, WorkbookDraft } from '@octavo/core/contract'
import {
  applyEdits,
  type DocumentEdit,
  editsConflict,
  emptyDocument,
  type WorkbookDocument,
} from '@octavo/core/document'
import type { EditBatch } from './draft-state.ts'
import type { DraftClock, DraftFailure, DraftTransport, UnsentEdits } from './draft-transport.ts'

/** A workbook with one page and one text element on it. */
export function workbookWithText(): WorkbookDocument {
  const { document } = applyEdits(emptyDocument('workbook'), [
    { op: 'insert', at: ['pages'], entry: { id: 'p1', name: 'Page 1' }, after: null },
    { op: 'insert', at: ['elements'], entry: { id: 't1', kind: 'text', body: 'Hello' }, after: null, page: 'p1' },
    { op: 'insert', at: ['elements'], entry: { id: 't2', kind: 'text', body: 'World' }, after: 't1', page: 'p1' },
  ])
  return document
}

class Refusal extends Error {
  readonly kind: DraftFailure['kind']

  constructor(kind: DraftFailure['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** The draft of a server in memory: revisions, merging and refusals follow the rules of the real one. */
export class DraftServer {
  document: WorkbookDocument
  revision = 0
  batches: DraftChanges['batches'] = []
  requests: (readonly DocumentEdit[])[] = []
  isReachable = true
  /** Requests take a moment before the server acts on them. */
  isSlow = false
  /** Text that no element may hold here. */
  forbidden = 'forbidden'

  constructor(document: WorkbookDocument) {
    this.document = document
  }

  draft(): WorkbookDraft {
    return {
      workbookId: 'w1',
      revision: this.revision,
      baseVersion: 1,
      hasChanges: this.revision > 0,
      document: structuredClone({ ...this.document }),
    }
  }

  save(edits: readonly DocumentEdit[], baseRevision: number, by: string) {
    this.requests.push(edits)
    this.reach()
    const since = this.batches.filter(({ revision }) => revision > baseRevision).flatMap((batch) => batch.edits)
    if (editsConflict(edits, since)) throw new Refusal('conflict', 'The draft has moved on.')
    const result = applyEdits(this.document, edits)
    if (result.dropped.length > 0) throw new Refusal('conflict', 'What is changed is gone.')
    if (JSON.stringify(result.document).includes(this.forbidden)) throw new Refusal('refused', 'Not this word.')
    this.document = result.document
    this.revision++
    const batch = { revision: this.revision, edits: [...edits], createdBy: by, createdAt: '2026-11-21T00:00:00.000Z' }
    this.batches.push(batch)
    return { workbookId: 'w1', revision: this.revision, edits: [...since, ...edits], mergedEdits: since.length }
  }

  since(revision: number): DraftChanges {
    this.reach()
    return {
      workbookId: 'w1',
      revision: this.revision,
      batches: this.batches.filter((batch) => batch.revision > revision),
    }
  }

  transport(by: string): DraftTransport {
    return {
      read: async () => this.draft(),
      save: async (edits, baseRevision) => {
        if (this.isSlow) await settle()
        return this.save(edits, baseRevision, by)
      },
      since: async (revision) => {
        if (this.isSlow) await settle()
        return this.since(revision)
      },
      failureOf: (error) => {
        if (!(error instanceof Refusal)) throw error
        return { kind: error.kind, failure: { code: error.kind, message: error.message } }
      },
    }
  }

  private reach() {
    if (!this.isReachable) throw new Refusal('offline', 'No answer.')
  }
}

/** A clock that moves only when the test advances it. */
export class TestClock implements DraftClock {
  private time = 0
  private waiting: { at: number; run: () => void }[] = []

  now() {
    return this.time
  }

  after(milliseconds: number, run: () => void) {
    const entry = { at: this.time + milliseconds, run }
    this.waiting.push(entry)
    return () => {
      this.waiting = this.waiting.filter((other) => other !== entry)
    }
  }

  async move(milliseconds: number) {
    this.time += milliseconds
    const due = this.waiting.filter(({ at }) => at <= this.time)
    this.waiting = this.waiting.filter(({ at }) => at > this.time)
    for (const { run } of due) run()
    await settle()
  }
}

/** Lets the answers arrive that need no time. */
export async function settle() {
  for (let round = 0; round < 50; round++) await Promise.resolve()
}

export class KeptEdits implements UnsentEdits {
  batches: readonly EditBatch[] = []

  async read() {
    return this.batches
  }
  async write(batches: readonly EditBatch[]) {
    this.batches = structuredClone([...batches])
  }
}
