import { type RefObject, useLayoutEffect, useState } from 'react'
import { useEditorState } from '../../editor/index.ts'

interface Box {
  id: string
  left: number
  top: number
  width: number
  height: number
}

/** A frame around every selected element. */
export function SelectionFrames({ surface }: { surface: RefObject<HTMLDivElement | null> }) {
  const document = useEditorState((state) => state.document)
  const elementIds = useEditorState((state) => state.selection.elementIds)
  const [boxes, setBoxes] = useState<Box[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: an edit may move what is selected
  useLayoutEffect(() => {
    const area = surface.current
    if (!area) return
    const measure = () => setBoxes(elementIds.flatMap((id) => boxOf(area, id) ?? []))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(area)
    return () => observer.disconnect()
  }, [surface, elementIds, document])
  return boxes.map(({ id, ...box }) => (
    <div
      key={id}
      data-frame={id}
      className="pointer-events-none absolute z-10 rounded-lg outline-2 outline-accent"
      style={box}
    />
  ))
}

function boxOf(area: HTMLElement, id: string): Box | null {
  const slot = area.querySelector(`[data-element="${CSS.escape(id)}"]`)
  if (!slot) return null
  const outer = area.getBoundingClientRect()
  const { left, top, width, height } = slot.getBoundingClientRect()
  // A slot has 6 pixels of padding on every side.
  return { id, left: left - outer.left + 4, top: top - outer.top + 4, width: width - 8, height: height - 8 }
}
