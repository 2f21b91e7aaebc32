import { type DocumentEdit, diffDocuments, editsConflict, type WorkbookDocument } from '@octavo/core/document'

/** True for an edit that only moves or resizes an element: of two such edits the last one wins. */
export function touchesOnlyPlaces(edit: DocumentEdit): boolean {
  const [first] = edit.at
  return edit.op === 'move' || first === 'places' || first === 'layout'
}

/** Elements that edits speak about, each once. */
export function namedElementIds(edits: readonly DocumentEdit[]): string[] {
  const ids = edits.flatMap((edit) => {
    const [first, second] = edit.at
    if (first !== 'elements' && first !== 'places') return []
    if (typeof second === 'object') return [second.id]
    if (edit.op === 'insert') return [edit.entry.id]
    return edit.op === 'set' ? [] : [edit.id]
  })
  return [...new Set(ids)]
}

/** Edits that restore everything that `edits` change or remove, with its contents. */
export function restoringEdits(
  before: WorkbookDocument,
  after: WorkbookDocument,
  edits: readonly DocumentEdit[],
): DocumentEdit[] {
  const back = diffDocuments(after, before)
  const inserts = back.filter((edit) => edit.op === 'insert' && editsConflict([edit], edits))
  return back.filter((edit) => inserts.includes(edit) || editsConflict([edit], inserts))
}
