import { useCallback, useEffect, useState } from 'react'
import { type DraftEditor, useEditorState } from '../../editor/index.ts'
import { useWatchedMedia, watchMedia } from '../../watched-media.ts'
import { focusRegion } from './regions.ts'

/** Below this width the inspector lies over the canvas (`inspectorPlace`). */
const over = watchMedia('(max-width: 1279px)')

/**
 * Whether the inspector is open. Beside the canvas it always is; over it, while something is selected, or after `openInspector` until Escape is
 * pressed or something is selected. Escape inside it returns the focus to the canvas.
 */
export function useInspectorOverCanvas(editor: DraftEditor): { isInspectorOpen: boolean; openInspector: () => void } {
  const isOver = useWatchedMedia(over)
  const isSelected = useEditorState(({ selection }) => selection.elementIds.length > 0)
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    if (isSelected) setAsked(false)
  }, [isSelected])
  useEffect(() => {
    if (!isOver) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      const { activeElement } = document
      if (activeElement?.matches('aside[data-region] *')) focusRegion(-1)
      setAsked(false)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isOver])
  // With a selection the inspector is open already, and is closed with the selection.
  const openInspector = useCallback(() => setAsked(editor.state.selection.elementIds.length === 0), [editor])
  return { isInspectorOpen: !isOver || isSelected || isAsked, openInspector }
}
