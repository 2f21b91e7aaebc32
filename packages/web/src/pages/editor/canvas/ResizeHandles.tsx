import { findNode, type Rect, resizeNode } from '@octavo/core/document'
import type { PointerEvent, RefObject } from 'react'
import { useEditor } from '../../../editor/index.ts'
import type { EditorActions } from '../editor-actions.ts'
import { type Handle, handles, readGridBox, resized } from './geometry.ts'
import { LivePreview } from './live-preview.ts'

interface ResizeHandlesProps {
  elementId: string
  surface: RefObject<HTMLDivElement | null>
  actions: EditorActions
}

const cursors: Record<string, string> = {
  '-1-1': 'nwse-resize',
  '11': 'nwse-resize',
  '1-1': 'nesw-resize',
  '-11': 'nesw-resize',
  '0-1': 'ns-resize',
  '01': 'ns-resize',
  '-10': 'ew-resize',
  '10': 'ew-resize',
}

/**
 * Eight handles; the pointer drags edges from column to column and row to row, with neighbours that share the edge. By
 * keyboard: Alt and the arrow keys.
 */
export function ResizeHandles({ elementId, surface, actions }: ResizeHandlesProps) {
  const editor = useEditor()

  function start(event: PointerEvent<HTMLDivElement>, handle: Handle) {
    const area = surface.current
    const found = findNode(editor.state.document.layout, elementId)
    const box = area && found && readGridBox(area, found.address, found.grid.columns)
    if (!area || !found || !box || event.button !== 0) return
    event.preventDefault()
    event.stopPropagation()
    const { layout } = editor.state.document
    const { address, node, grid } = found
    const preview = new LivePreview(area)
    const target = event.currentTarget
    let rect: Rect = node
    target.setPointerCapture(event.pointerId)
    const stop = new AbortController()
    const finish = () => {
      stop.abort()
      preview.clear()
    }
    const move = (moved: globalThis.PointerEvent) => {
      const columns = Math.round((moved.clientX - event.clientX) / box.columnWidth)
      const rows = Math.round((moved.clientY - event.clientY) / box.rowHeight)
      const next = resized(node, handle, columns, rows, grid.columns)
      if (JSON.stringify(next) === JSON.stringify(rect)) return
      rect = next
      const shown = resizeNode(layout, elementId, rect)
      preview.show(shown.layout, { grid: address, rect: shown.rect, elementIds: [elementId] })
    }
    target.addEventListener('pointermove', move, { signal: stop.signal })
    target.addEventListener(
      'pointerup',
      () => {
        finish()
        if (rect !== node) actions.layout.resize(elementId, rect)
      },
      { signal: stop.signal },
    )
    target.addEventListener('pointercancel', finish, { signal: stop.signal })
    window.addEventListener('keydown', (key) => key.key === 'Escape' && finish(), {
      signal: stop.signal,
      capture: true,
    })
  }

  return handles.map((handle) => (
    <div
      key={`${handle.x}${handle.y}`}
      data-handle={`${handle.x} ${handle.y}`}
      className="canvas-handle"
      style={{
        left: `${(handle.x + 1) * 50}%`,
        top: `${(handle.y + 1) * 50}%`,
        cursor: cursors[`${handle.x}${handle.y}`],
      }}
      onPointerDown={(event) => start(event, handle)}
    />
  ))
}
