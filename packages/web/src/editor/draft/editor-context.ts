import { type DocumentElement, findElement } from '@octavo/core/document'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { DraftEditor } from './draft-editor.ts'
import type { EditorState } from './draft-state.ts'

const EditorContext = createContext<DraftEditor | undefined>(undefined)
export const EditorProvider = EditorContext.Provider

/** The open draft; inside the editor only. */
export function useEditor(): DraftEditor {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('This component works inside the editor only.')
  return editor
}

/** The open draft, or undefined where the same view is shown to a reader. */
export function useMaybeEditor(): DraftEditor | undefined {
  return useContext(EditorContext)
}

/** One part of the editor's state. `select` returns something that stays the same object while it did not change. */
export function useEditorState<Part>(select: (state: EditorState) => Part): Part {
  const editor = useEditor()
  return useSyncExternalStore(editor.subscribe, () => select(editor.state))
}

/** The one selected element; undefined while none or several are selected. */
export function useSelectedElement(): DocumentElement | undefined {
  return useEditorState(({ document, selection }) => {
    const [id, second] = selection.elementIds
    return id === undefined || second !== undefined ? undefined : findElement(document, id)
  })
}
