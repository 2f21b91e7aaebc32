import { createElement, type PointerEvent, type ReactNode, type RefObject, useState } from 'react'
import { useEditor } from '../../../editor/index.ts'

interface Area {
  left: number
  top: number
  width: number
  height: number
}

/** A drag that starts on the empty canvas draws a rectangle and selects the elements that it touches. */
export function useMarquee(surface: RefObject<HTMLDivElement | null>): {
  onPointerDown: (event: PointerEvent) => void
  marquee: ReactNode
} {
  const editor = useEditor()
  const [area, setArea] = useState<Area>()

  function onPointerDown(event: PointerEvent) {
    const canvas = surface.current
    const isEmpty = event.target instanceof Element && !event.target.closest('[data-element], [data-frame]')
    if (!canvas || event.button !== 0 || !isEmpty) return
    const { clientX: startX, clientY: startY } = event
    const stop = new AbortController()
    let isDrawn = false
    const move = (moved: globalThis.PointerEvent) => {
      const left = Math.min(startX, moved.clientX)
      const top = Math.min(startY, moved.clientY)
      const width = Math.abs(moved.clientX - startX)
      const height = Math.abs(moved.clientY - startY)
      if (!isDrawn && width < 4 && height < 4) return
      isDrawn = true
      const origin = canvas.getBoundingClientRect()
      setArea({ left: left - origin.left, top: top - origin.top, width, height })
      canvas.focus({ preventScroll: true })
      editor.select({ elementIds: touched(canvas, { left, top, width, height }, editor.state.pageId) })
    }
    const finish = () => {
      stop.abort()
      setArea(undefined)
      // The browser reports the end of the drag as a click on the canvas, which would clear what was selected.
      const ignore = (click: Event) => click.stopPropagation()
      if (isDrawn) window.addEventListener('click', ignore, { capture: true, once: true })
      setTimeout(() => window.removeEventListener('click', ignore, { capture: true }))
    }
    window.addEventListener('pointermove', move, { signal: stop.signal })
    window.addEventListener('pointerup', finish, { signal: stop.signal })
    window.addEventListener('pointercancel', finish, { signal: stop.signal })
  }

  const marquee =
    area &&
    createElement('div', {
      'aria-hidden': true,
      className: 'pointer-events-none absolute z-(--z-canvas) border border-accent bg-accent/10',
      style: area,
    })
  return { onPointerDown, marquee }
}

/** Room between the edge of a slot and the tile inside it. */
const slotInset = 6

/** Elements of the page's own grid whose tile a rectangle touches. */
function touched(canvas: HTMLElement, area: Area, pageId: string): string[] {
  const slots = canvas.querySelectorAll<HTMLElement>(`[data-grid="${CSS.escape(pageId)}"] > [data-element]`)
  return [...slots].flatMap((slot) => {
    const box = slot.getBoundingClientRect()
    const isTouched =
      box.left + slotInset < area.left + area.width &&
      box.right - slotInset > area.left &&
      box.top + slotInset < area.top + area.height &&
      box.bottom - slotInset > area.top
    return isTouched ? [slot.dataset.element ?? ''] : []
  })
}
