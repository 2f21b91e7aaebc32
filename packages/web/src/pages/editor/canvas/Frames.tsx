import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { useEditor, useEditorState } from '../../../editor/index.ts'
import { classNames } from '../../../ui/index.ts'
import { useActions } from '../actions-context.ts'
import { colorOf } from '../person-color.ts'
import { LazyElementBar } from './LazyElementBar.tsx'
import { ResizeHandles } from './ResizeHandles.tsx'

interface Box {
  left: number
  top: number
  width: number
  height: number
}

interface FramesProps {
  surface: RefObject<HTMLDivElement | null>
  hoveredId: string | undefined
}

/** Frames around what is hovered, selected here, and selected by others; handles and a bar at the selection. */
export function Frames({ surface, hoveredId }: FramesProps) {
  const document = useEditorState((state) => state.document)
  const elementIds = useEditorState((state) => state.selection.elementIds)
  const others = useEditorState((state) => state.others)
  const pageId = useEditorState((state) => state.pageId)
  const editor = useEditor()
  const actions = useActions()
  const shown = [
    ...new Set([
      ...elementIds,
      ...(hoveredId === undefined ? [] : [hoveredId]),
      ...others.flatMap((other) => other.elementIds),
    ]),
  ]
  const boxes = useBoxes(surface, shown, document)
  const hovered = hoveredId !== undefined && !elementIds.includes(hoveredId) ? boxes.get(hoveredId) : undefined
  const ringedId = useRinged(surface)
  const last = boxes.get(elementIds.at(-1) ?? '')
  return (
    <>
      {hovered && <div className="canvas-frame canvas-frame-hover" style={hovered} />}
      {others
        .filter((other) => other.pageId === pageId)
        .flatMap((other) =>
          other.elementIds.flatMap((id) => {
            const box = boxes.get(id)
            const color = `var(--cat-${colorOf(other.memberId)})`
            return box
              ? [
                  <div key={`${other.clientId} ${id}`} className="canvas-frame" style={{ ...box, outlineColor: color }}>
                    <span
                      className="absolute bottom-full left-0 h-4 rounded-sm px-1 text-2xs leading-4 font-medium text-white"
                      style={{ background: color }}
                    >
                      {other.name}
                    </span>
                  </div>,
                ]
              : []
          }),
        )}
      {elementIds.map((id) => {
        const box = boxes.get(id)
        return (
          box && (
            <div
              key={id}
              data-frame={id}
              className={classNames('canvas-frame', id === ringedId && 'canvas-frame-ringed')}
              style={box}
            >
              {elementIds.length === 1 && <ResizeHandles elementId={id} surface={surface} actions={actions} />}
            </div>
          )
        )
      })}
      {last && <LazyElementBar key={editor.workbookId} box={last} />}
    </>
  )
}

function useBoxes(
  surface: RefObject<HTMLDivElement | null>,
  ids: readonly string[],
  document: unknown,
): ReadonlyMap<string, Box> {
  const [boxes, setBoxes] = useState<ReadonlyMap<string, Box>>(new Map())
  const key = ids.join('\n')
  // The surface exists only after the canvas around the frames is rendered, and then elements that were selected before
  // a preview get their frame.
  const [isThere, setThere] = useState(false)
  useEffect(() => setThere(true), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: an edit may move what is shown
  useLayoutEffect(() => {
    const area = surface.current
    if (!area) return
    const measure = () => setBoxes(new Map(key.split('\n').flatMap((id) => boxOf(area, id) ?? [])))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(area)
    return () => observer.disconnect()
  }, [surface, key, document, isThere])
  return boxes
}

const scrolled = [':is([role=grid], [role=treegrid])', 'section[tabindex="0"]'].map((each) => `${each}:focus-visible`)

/** The element whose grid shows the focus ring: a key pressed later turns the ring on, so it is looked for after keys too. */
function useRinged(surface: RefObject<HTMLElement | null>): string | undefined {
  const [id, setId] = useState<string>()
  useEffect(() => {
    const area = surface.current
    if (!area) return
    const find = () => {
      const ringed = area.querySelector(scrolled.join(', '))
      setId(ringed?.closest('[data-element]')?.getAttribute('data-element') ?? undefined)
    }
    const findLater = () => void requestAnimationFrame(find)
    const events = ['focusin', 'focusout', 'keydown', 'pointerdown']
    for (const name of events) area.addEventListener(name, findLater)
    findLater()
    return () => {
      for (const name of events) area.removeEventListener(name, findLater)
    }
  }, [surface])
  return id
}

/** A tile is inset 6 pixels in its slot; the frame surrounds it at 2 pixels. */
const slotInset = 4

function boxOf(area: HTMLElement, id: string): [string, Box][] | undefined {
  const slot = area.querySelector(`[data-element="${CSS.escape(id)}"]`)
  if (!slot) return undefined
  const outer = area.getBoundingClientRect()
  const { left, top, width, height } = slot.getBoundingClientRect()
  const box = {
    left: left - outer.left + slotInset,
    top: top - outer.top + slotInset,
    width: width - 2 * slotInset,
    height: height - 2 * slotInset,
  }
  return [[id, box]]
}
