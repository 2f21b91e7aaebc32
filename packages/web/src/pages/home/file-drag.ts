import type { FileEntry } from '@octavo/core/contract'
import { type DragEvent, useState } from 'react'
import { useFileMoves } from './file-moves.tsx'

/** Where files can be put; `home` is My documents of the reader. */
export type DropTarget = Pick<FileEntry, 'id' | 'name'> | 'home' | null

/** What is being dragged; the browser hides the data of a drag until it is dropped. */
let dragged: readonly FileEntry[] = []

export function dragProps(files: () => readonly FileEntry[]) {
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      dragged = files()
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', dragged.map(({ name }) => name).join('\n'))
    },
    onDragEnd: () => {
      dragged = []
    },
  }
}

/** Makes something a place to drop files on. */
export function useFileDrop(target: DropTarget) {
  const { move } = useFileMoves()
  const [isOver, setOver] = useState(false)
  if (target === null) return {}
  return {
    'data-dropping': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      if (!canDrop(target)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'move'
      if (!isOver) setOver(true)
    },
    onDragLeave: (event: DragEvent) => {
      if (event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)) return
      setOver(false)
    },
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (!canDrop(target)) return
      event.preventDefault()
      void move(dragged, target)
      dragged = []
    },
  }
}

function canDrop(target: NonNullable<DropTarget>): boolean {
  if (dragged.length === 0) return false
  return target === 'home' || dragged.some(({ id, parentId }) => id !== target.id && parentId !== target.id)
}
