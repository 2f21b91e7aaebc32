import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import type { FileEntry } from '@octavo/core/contract'
import { type RefCallback, useCallback, useEffect, useRef, useState } from 'react'
import type { DropTarget } from './drop-target.ts'
import { useFileMoves } from './file-moves.tsx'

/** The data of a drag of files. Every move by drag is also possible in the menu of a file. */
const dragged = Symbol('files')

function filesOf(data: Record<string | symbol, unknown>): readonly FileEntry[] {
  const files = data[dragged]
  return Array.isArray(files) ? files : []
}

interface DragProps {
  ref: RefCallback<HTMLElement>
  'data-dropping': true | undefined
}

/** Makes a DOM element a place to drop files on, and, with `files`, draggable itself. */
export function useFileDrop(target: DropTarget, files?: () => readonly FileEntry[]): DragProps {
  const { move } = useFileMoves()
  const [isOver, setOver] = useState(false)
  const [element, setElement] = useState<HTMLElement | null>(null)
  const latest = useRef({ target, files, move })
  useEffect(() => {
    latest.current = { target, files, move }
  })
  const isTarget = target !== null
  const isDraggable = files !== undefined
  useEffect(() => {
    if (!element || !(isTarget || isDraggable)) return
    return combine(
      ...(isDraggable
        ? [draggable({ element, getInitialData: () => ({ [dragged]: latest.current.files?.() ?? [] }) })]
        : []),
      ...(isTarget
        ? [
            dropTargetForElements({
              element,
              canDrop: ({ source }) => canDrop(filesOf(source.data), latest.current.target),
              onDragEnter: () => setOver(true),
              onDragLeave: () => setOver(false),
              onDrop: ({ source }) => {
                setOver(false)
                const { target: place, move: put } = latest.current
                if (place !== null) void put(filesOf(source.data), place)
              },
            }),
          ]
        : []),
    )
  }, [element, isTarget, isDraggable])
  const ref = useCallback((next: HTMLElement | null) => setElement(next), [])
  return { ref, 'data-dropping': isOver || undefined }
}

function canDrop(files: readonly FileEntry[], target: DropTarget): boolean {
  if (files.length === 0 || target === null) return false
  return target === 'home' || files.some(({ id, parentId }) => id !== target.id && parentId !== target.id)
}
