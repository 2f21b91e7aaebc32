import { createElement, type PointerEvent, type ReactNode, type RefObject, useState } from 'react'
import { useEditor } from '../../../editor/index.ts'

interface Area {
  left: number
  top: number
  width: number
  height: number
}

/** A drag that begins on empty canvas draws a rectangle and selects what it touches. */
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
    const move = (moved: globalThis.PointerEvent) => {
      const left = Math.min(startX, moved.clientX)
      const top = Math.min(startY, moved.clientY)
      const width = Math.abs(moved.clientX - startX)
      const height = Math.abs(moved.clientY - startY)
      if (width < 4 && height < 4) return
      const origin = canvas.getBoundingClientRect()
      setArea({ left: left - origin.left, top: top - origin.top, width, height })
      editor.select({ elementIds: touched(canvas, { left, top, width, height }, editor.state.pageId) })
    }
    const finish = () => {
      stop.abort()
      setArea(undefined)
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

/** Elements of the page's own grid that a rectangle touches. */
function touched(canvas: HTMLElement, area: Area, pageId: string): string[] {
  const slots = canvas.querySelectorAll<HTMLElement>(`[data-grid="${CSS.escape(pageId)}"] > [data-element]`)
  return [...slots].flatMap((slot) => {
    const box = slot.getBoundingClientRect()
    const isTouched =
      box.left < area.left + area.width &&
      box.right > area.left &&
      box.top < area.top + area.height &&
      box.bottom > area.top
    return isTouched ? [slot.dataset.element ?? ''] : []
  })
}
