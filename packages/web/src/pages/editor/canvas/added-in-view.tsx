import { type RefObject, useEffect, useRef } from 'react'
import { useEditor, useEditorState } from '../../../editor/index.ts'
import { firstRowInView } from './geometry.ts'

interface Surface {
  surface: RefObject<HTMLElement | null>
}

/** Lets new elements be placed in the first gap that is in view. */
export function useRowInView(surface: Surface['surface']): void {
  const editor = useEditor()
  useEffect(() => {
    editor.rowInView = () => (surface.current ? firstRowInView(surface.current, editor.state.pageId) : 1)
    return () => {
      editor.rowInView = undefined
    }
  }, [editor, surface])
}

/** Scrolls to an element that was just added or restored, which is selected, if it is out of view. */
export function AddedInView({ surface }: Surface) {
  const elements = useEditorState((state) => state.document.elements)
  const selected = useEditorState((state) => state.selection.elementIds)
  const known = useRef(elements)
  useEffect(() => {
    const added = selected.find((id) => known.current[id] === undefined && elements[id] !== undefined)
    known.current = elements
    if (added === undefined) return
    surface.current?.querySelector(`[data-element="${CSS.escape(added)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [elements, selected, surface])
  return null
}
