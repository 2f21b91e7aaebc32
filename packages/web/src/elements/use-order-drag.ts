import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useRef, useState } from 'react'

/** Marks the part of an entry by which it is dragged, for entries with fields in them. */
export const dragHandle = { 'data-drag-handle': '' }

/**
 * Makes the entries of a list (its children) sortable by drag: by the first handle in an entry, or else by all of it. Returns the index before
 * which the dragged entry would be dropped; undefined while none is dragged. `onMove` receives the old and the new index. The entries are looked
 * up again when `shape` changes, for lists whose entries get other handles.
 */
export function useOrderDrag(
  list: RefObject<HTMLElement | null>,
  count: number,
  onMove: (from: number, to: number) => void,
  shape = '',
): number | undefined {
  const [before, setBefore] = useState<number>()
  const latest = useRef(onMove)
  latest.current = onMove
  // biome-ignore lint/correctness/useExhaustiveDependencies: entries of another shape have other handles
  useEffect(() => {
    const element = list.current
    if (!element || count === 0) return
    // Entries keep their DOM node when they are reordered, so the index is read when a drag begins.
    const stops = [...element.children].flatMap((entry) =>
      entry instanceof HTMLElement
        ? [
            draggable({
              element: entry,
              ...handleIn(entry),
              getInitialData: () => ({ index: [...element.children].indexOf(entry), list: element }),
            }),
          ]
        : [],
    )
    const stop = dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data.list === element,
      onDrag: ({ location }) => setBefore(entryAt(element, location.current.input.clientY)),
      onDragLeave: () => setBefore(undefined),
      onDrop({ source, location }) {
        setBefore(undefined)
        const from = Number(source.data.index)
        const at = entryAt(element, location.current.input.clientY)
        const to = at > from ? at - 1 : at
        if (to !== from) latest.current(from, to)
      },
    })
    return () => {
      for (const each of [...stops, stop]) each()
    }
  }, [list, count, shape])
  return before
}

function handleIn(entry: HTMLElement): { dragHandle?: Element } {
  const handle = entry.querySelector('[data-drag-handle]')
  return handle ? { dragHandle: handle } : {}
}

/** The index at which something dropped at this height is inserted into a list. */
function entryAt(list: HTMLElement, y: number): number {
  const entries = [...list.children]
  const at = entries.findIndex((entry) => {
    const { top, height } = entry.getBoundingClientRect()
    return y < top + height / 2
  })
  return at < 0 ? entries.length : at
}
