import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { disableNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/disable-native-drag-preview'
import { type RefObject, useEffect } from 'react'
import { type DraftEditor, useEditor } from '../../../editor/index.ts'
import type { EditorActions } from '../editor-actions.ts'
import { paletteItemOf } from '../palette-drag.ts'
import { cellAt, type DropTarget, dropTargetAt } from './drop-target.ts'
import { LivePreview } from './live-preview.ts'

/** Parts of a tile that handle the pointer themselves; a drag does not begin on them. */
const acting =
  'button, a, input, textarea, select, canvas, [role=grid], [role=treegrid], [role=tab], [role=slider], [contenteditable]'

/**
 * Moves elements by drag: a hovered element can be dragged by its empty parts, selected elements move together, and
 * elements of the palette are added where they are dropped.
 */
export function useMoves(
  surface: RefObject<HTMLDivElement | null>,
  hoveredId: string | undefined,
  actions: EditorActions,
) {
  const editor = useEditor()
  useEffect(() => {
    const area = surface.current
    if (area && hoveredId !== undefined) return takeByDrag(area, hoveredId, editor)
  }, [surface, hoveredId, editor])
  useEffect(() => {
    if (surface.current) return takeDrops(surface.current, editor, actions)
  }, [surface, editor, actions])
}

/**
 * Makes the element draggable, with all selected elements if it is selected itself. Returns a function that ends that.
 */
function takeByDrag(area: HTMLElement, elementId: string, editor: DraftEditor): (() => void) | undefined {
  const slot = slotOf(area, elementId)
  if (!slot) return
  return draggable({
    element: slot,
    canDrag: ({ input }) => {
      const under = document.elementFromPoint(input.clientX, input.clientY)
      return !under?.closest(acting) || under.closest('[data-move-handle]') !== null
    },
    getInitialData: ({ input }) => {
      const { elementIds } = editor.state.selection
      const moving = elementIds.includes(elementId) ? elementIds : [elementId]
      const boxes = moving.flatMap((id) => slotOf(area, id)?.getBoundingClientRect() ?? [])
      const left = Math.min(...boxes.map((box) => box.left))
      const top = Math.min(...boxes.map((box) => box.top))
      return { elementIds: moving, grabbed: { x: input.clientX - left, y: input.clientY - top } }
    },
    onGenerateDragPreview: ({ nativeSetDragImage }) => disableNativeDragPreview({ nativeSetDragImage }),
  })
}

/** Shows where a drag over the area would be dropped, and drops it there. Returns a function that ends that. */
function takeDrops(area: HTMLElement, editor: DraftEditor, actions: EditorActions): () => void {
  let preview: LivePreview | undefined
  let target: DropTarget | null = null
  let drawn = ''
  const clear = () => {
    preview?.clear()
    preview = undefined
    target = null
    drawn = ''
  }
  const stopTarget = dropTargetForElements({ element: area })
  const stopMonitor = monitorForElements({
    onDrag({ location, source }) {
      const dragged = draggedOf(source.data)
      if (!dragged) return
      const { input } = location.current
      const { document, pageId } = editor.state
      target = dropTargetAt(area, document.layout, pageId, { x: input.clientX, y: input.clientY }, dragged)
      const key = JSON.stringify([target?.grid, target?.rect])
      if (!target || key === drawn) return
      drawn = key
      preview ??= new LivePreview(area)
      preview.show(target.layout, { grid: target.grid, rect: target.rect, elementIds: dragged.elementIds })
    },
    onDrop({ location, source }) {
      const dragged = draggedOf(source.data)
      const isInside = location.current.dropTargets.some(({ element }) => element === area)
      const landed = target
      clear()
      if (dragged && landed && isInside) actions.layout.drop(dragged.elementIds, landed.layout)
      const item = paletteItemOf(source.data)
      if (!item || !isInside) return
      const { clientX: x, clientY: y } = location.current.input
      const { document, pageId } = editor.state
      const cell = cellAt(area, document.layout, pageId, { x, y })
      if (cell) actions.dropNew(item, cell)
    },
  })
  return () => {
    stopTarget()
    stopMonitor()
    clear()
  }
}

function slotOf(area: HTMLElement, elementId: string): HTMLElement | null {
  return area.querySelector<HTMLElement>(`[data-element="${CSS.escape(elementId)}"]`)
}

/** The data that `getInitialData` above has put into the drag. */
function draggedOf(data: Record<string | symbol, unknown>) {
  const { elementIds, grabbed } = data
  if (!Array.isArray(elementIds) || typeof grabbed !== 'object' || grabbed === null) return undefined
  return { elementIds: elementIds.map(String), grabbed: grabbed as { x: number; y: number } }
}
