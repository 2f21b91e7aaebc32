import { applyEdits, type DocumentEdit, editsConflict, type WorkbookDocument } from '@octavo/core/document'
import type { ConflictKind, EditBatch, RefusedBatch, SaveState } from './draft-state.ts'
import { touchesOnlyPlaces } from './edit-targets.ts'

/** The first batches that fit into one request; at least one. */
export function upTo(batches: readonly EditBatch[], most: number): EditBatch[] {
  let total = 0
  const fitting = batches.filter(({ edits }, index) => {
    total += edits.length
    return index === 0 || total <= most
  })
  return fitting
}

interface Reapplied {
  document: WorkbookDocument
  /** The batches with the edits that still apply. */
  batches: EditBatch[]
  /** The batches with the edits that no longer apply. */
  gone: EditBatch[]
}

/** Applies unsent batches to a newer document. */
export function reapply(newer: WorkbookDocument, unsent: readonly EditBatch[]): Reapplied {
  let document = newer
  const gone: EditBatch[] = []
  const batches = unsent.flatMap((batch) => {
    const result = applyEdits(document, batch.edits)
    document = result.document
    if (result.dropped.length === 0) return [batch]
    gone.push({ ...batch, edits: result.dropped.map(({ edit }) => edit) })
    return result.applied.length > 0 ? [{ ...batch, edits: result.applied }] : []
  })
  return { document, batches, gone }
}

/** The state of saving when nothing is known to be wrong with the connection. */
export function saveStateOf(refused: readonly RefusedBatch[], unsent: readonly EditBatch[]): SaveState {
  if (refused.length > 0) {
    return { kind: 'refused', count: refused.length, message: refused[0]?.failure.message ?? '' }
  }
  return unsent.length > 0 ? { kind: 'saving' } : { kind: 'saved' }
}

/** Nothing is sent until the server can be reached or the member has the right again. */
export const isUnableToSend = ({ kind }: SaveState): boolean =>
  kind === 'offline' || kind === 'signed-out' || kind === 'forbidden'

/** The unsent batches that conflict with edits of others. An order or a place that both changed is no conflict: the later one wins. */
export function batchesThatConflict(unsent: readonly EditBatch[], theirs: readonly DocumentEdit[]): EditBatch[] {
  const withoutPlaces = (edits: readonly DocumentEdit[]) => edits.filter((edit) => !touchesOnlyPlaces(edit))
  const others = withoutPlaces(theirs)
  return unsent.filter(({ edits }) => editsConflict(withoutPlaces(edits), others))
}

/** How a batch conflicts with edits of others, which made the document what it is now. */
export function conflictKindOf(
  { edits }: EditBatch,
  theirs: readonly DocumentEdit[],
  document: WorkbookDocument,
): ConflictKind {
  if (applyEdits(document, edits).dropped.length > 0) return 'gone'
  const removals = edits.filter(({ op }) => op === 'remove')
  const others = theirs.filter((edit) => !touchesOnlyPlaces(edit))
  return editsConflict(removals, others) ? 'removed' : 'same'
}
