import type { WorkbookDocument } from '../api.ts'
import type { AppliedEdits, DocumentEdit, EditStep } from './api.ts'
import { applyEdits } from './apply-edits.ts'
import { diffDocuments } from './diff-documents.ts'

/** The edits that undo `edits`, which were made in `document`. */
export function invertEdits(document: WorkbookDocument, edits: readonly DocumentEdit[]): DocumentEdit[] {
  return diffDocuments(applyEdits(document, edits).document, document)
}

/**
 * Applies a delta (the edits of a draft or a saved view) to a newer document than the one it was made for. Edits whose target no longer
 * exists are dropped and reported; `applied` is the new delta.
 */
export function mergeDelta(delta: readonly DocumentEdit[], newer: WorkbookDocument): AppliedEdits {
  return applyEdits(newer, delta)
}

/**
 * Whether the two lists change the same thing, so that the later one would silently overwrite the earlier one: the same field, the place of
 * the same entry, or something inside what the other removes. Bindings follow from formulas and are ignored.
 */
export function editsConflict(a: readonly DocumentEdit[], b: readonly DocumentEdit[]): boolean {
  const theirs = b.flatMap(changedPlace)
  return a.flatMap(changedPlace).some((mine) => theirs.some((other) => isWithin(mine, other) || isWithin(other, mine)))
}

/** The paths that an edit changes; an order is a field of the entry that moves. */
function changedPlace(edit: DocumentEdit): string[][] {
  const at = edit.at.map(stepKey)
  switch (edit.op) {
    case 'insert':
      return [[...at, `#${edit.entry.id}`]]
    case 'remove':
      return [[...at, `#${edit.id}`]]
    case 'move':
      return [[...at, `#${edit.id}`, '<order>']]
    case 'set': {
      const [first, ...rest] = at
      if (first === 'bindings') return []
      return [first === 'places' ? ['elements', rest[0] ?? '', '<place>', ...rest.slice(1)] : at]
    }
  }
}

function stepKey(step: EditStep): string {
  return typeof step === 'string' ? step : `#${step.id}`
}

function isWithin(inner: readonly string[], outer: readonly string[]): boolean {
  return outer.every((step, index) => inner[index] === step)
}
