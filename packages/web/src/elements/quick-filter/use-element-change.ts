import type { DocumentEdit, WorkbookDocument } from '@octavo/core/document'
import { useMaybeEditor, useOfPage, useReadPage } from '../../editor/index.ts'

export type ElementChange = (word: string, edits: (document: WorkbookDocument) => DocumentEdit[]) => void

/**
 * Changes the document from an element: the draft in the editor, the reader's own view of the workbook elsewhere. The
 * word names the step of undo. Undefined for those who may do neither.
 */
export function useElementChange(): ElementChange | undefined {
  const editor = useMaybeEditor()
  const canExplore = useOfPage(({ explore }) => explore !== undefined)
  const read = useReadPage()
  const seenAs = useOfPage((page) => page.seenAs)
  if (editor && !seenAs) return (word, edits) => editor.apply(word, edits(editor.state.document))
  return canExplore ? (_, edits) => read().explore?.(edits) : undefined
}
