import type { WorkbookDocument } from './api.ts'
import { checkEdited } from './check-edited.ts'
import { type AppliedEdits, type DocumentEdit, type DroppedEdit, mergeDelta } from './edits/index.ts'
import { findElement } from './lookups.ts'
import { sameJson } from './same-json.ts'

/**
 * Applies the edits of a view, which was made on `base`, to a newer version of the same document. Edits of removed objects and edits that
 * would make the document invalid are dropped; each is reported with its reason. The result is a valid document whose formulas still have
 * to be bound.
 */
export function mergeView(
  base: WorkbookDocument,
  edits: readonly DocumentEdit[],
  newer: WorkbookDocument,
): AppliedEdits {
  let left = edits.filter((edit) => !isStaleBinding(base, newer, edit))
  const invalid: DroppedEdit[] = []
  for (;;) {
    const merged = mergeDelta(left, newer)
    const { problems } = checkEdited(merged.document)
    const [first] = problems
    if (!first) return { ...merged, dropped: [...merged.dropped, ...invalid] }
    const blamed = new Set(blamedFor(problems, merged.applied))
    // The newer version itself is invalid under the current rules: it is shown unchanged.
    if (blamed.size === 0) return { document: newer, applied: [], dropped: [...merged.dropped, ...invalid] }
    for (const edit of blamed) {
      const problem = problems.find(({ path }) => isAbout(edit, path)) ?? first
      invalid.push({ edit, reason: 'invalid', message: `${problem.path}: ${problem.message}` })
    }
    left = left.filter((edit) => !blamed.has(edit))
  }
}

/** Bindings belong to the formulas of one state of an element; in another state their positions would be wrong. */
function isStaleBinding(base: WorkbookDocument, newer: WorkbookDocument, { at }: DocumentEdit): boolean {
  const [list, step] = at
  if (list !== 'bindings' || typeof step !== 'object') return false
  return !sameJson(findElement(base, step.id), findElement(newer, step.id))
}

/** The edits that cause problems: the edits of the same object, else removals of objects that others still read, else all edits. */
function blamedFor(problems: readonly { path: string }[], edits: readonly DocumentEdit[]): readonly DocumentEdit[] {
  const about = edits.filter((edit) => problems.some(({ path }) => isAbout(edit, path)))
  if (about.length > 0) return about
  const removals = edits.filter(({ op }) => op === 'remove')
  return removals.length > 0 ? removals : edits
}

function isAbout(edit: DocumentEdit, path: string): boolean {
  const [list, step] = edit.at
  if (list === 'layout' || list === 'places') return path.startsWith('layout')
  const id = typeof step === 'object' ? step.id : edit.op === 'insert' ? edit.entry.id : 'id' in edit ? edit.id : null
  return path === list || path.startsWith(id === null ? `${list}` : `${list}[#${id}]`)
}
