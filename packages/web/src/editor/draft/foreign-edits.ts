import { type DocumentEdit, editsConflict } from '@octavo/core/document'

/** A change by another editor while this draft was open. */
export interface ForeignChange {
  by: string | undefined
  edits: readonly DocumentEdit[]
}

/** The changes by other editors while this draft was open, in their order. */
export class ForeignEdits {
  private readonly changes: ForeignChange[] = []

  get count(): number {
    return this.changes.length
  }

  note(change: ForeignChange): void {
    this.changes.push(change)
  }

  /** The first change after so many others that conflicts with these edits. */
  firstConflict(edits: readonly DocumentEdit[], after: number): ForeignChange | undefined {
    return this.changes.slice(after).find((other) => editsConflict(edits, other.edits))
  }

  /** Who last made a change that conflicts with these edits. */
  lastConflictBy(edits: readonly DocumentEdit[]): string | undefined {
    return this.changes.findLast((other) => editsConflict(edits, other.edits))?.by
  }

  /** Who made the last change. */
  lastBy(): string | undefined {
    return this.changes.at(-1)?.by
  }
}
