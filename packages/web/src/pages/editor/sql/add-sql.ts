import { type DraftEditor, type NewElement, newId } from '../../../editor/index.ts'
import { type SqlControl, sqlElementEdits } from './sql-element.ts'

/** Adds an element with a statement and its controls, and selects it: one step of undo. */
export function addSqlElement(
  editor: DraftEditor,
  element: NewElement,
  controls: readonly SqlControl[],
  word: string,
): void {
  const id = newId()
  const edits = sqlElementEdits(editor.state, id, element, controls, newId, editor.rowInView?.())
  editor.apply(word, edits, { select: { elementIds: [id], columnIds: [] } })
}
