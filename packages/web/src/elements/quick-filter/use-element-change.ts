import type { DocumentEdit, WorkbookDocument } from '@octavo/core/document'
import { useMaybeEditor, useOpenPage } from '../../editor/index.ts'

export type ElementChange = (word: string, edits: (document: WorkbookDocument) => DocumentEdit[]) => void

/**
 * Changes the document from an element: the draft in the editor, the reader's own view of the workbook elsewhere. The
 * word names the step of undo. Undefined for those who may do neither.
 */
export function useElementChange(): ElementChange | undefined {
  const editor = useMaybeEditor()
  const { explore, seenAs } = useOpenPage()
  if (editor && !seenAs) return (word, edits) => editor.apply(word, edits(editor.state.document))
  return explore && ((_, edits) => explore(edits))
}
