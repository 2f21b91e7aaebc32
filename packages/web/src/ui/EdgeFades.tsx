import { type RefObject, useEffect, useState } from 'react'
import { classNames } from './class-names.ts'

interface HiddenSides {
  start: boolean
  end: boolean
  /** Room that the scroll bars take, in pixels. */
  right: number
  bottom: number
}

interface EdgeFadesProps {
  /** What scrolls. It and the fades lie in one box that is as large as it. */
  scroller: RefObject<HTMLElement | null>
  /** Where the content that scrolls begins, beside what stays in view: classes that set `left`. */
  startAt?: string | undefined
}

const look =
  'pointer-events-none absolute top-0 z-20 w-6 from-surface to-transparent transition-opacity duration-(--t-base)'

/** Fades the side edges behind which there is more to scroll to. The fades do not change the layout. */
export function EdgeFades({ scroller, startAt = 'left-0' }: EdgeFadesProps) {
  const { start, end, right, bottom } = useHiddenSides(scroller)
  return (
    <>
      <div
        aria-hidden
        data-fade="start"
        data-more={start}
        className={classNames(look, startAt, 'bg-linear-to-r', !start && 'opacity-0')}
        style={{ bottom }}
      />
      <div
        aria-hidden
        data-fade="end"
        data-more={end}
        className={classNames(look, 'bg-linear-to-l', !end && 'opacity-0')}
        style={{ right, bottom }}
      />
    </>
  )
}

/** On which sides something is out of view. */
function useHiddenSides(scroller: RefObject<HTMLElement | null>): HiddenSides {
  const [sides, setSides] = useState<HiddenSides>({ start: false, end: false, right: 0, bottom: 0 })
  useEffect(() => {
    const target = scroller.current
    if (!target) return
    const read = () => {
      const rest = target.scrollWidth - target.clientWidth - target.scrollLeft
      // Places of scrolling are fractions where the screen is scaled.
      const next: HiddenSides = {
        start: target.scrollLeft >= 1,
        end: rest >= 1,
        right: target.offsetWidth - target.clientWidth,
        bottom: target.offsetHeight - target.clientHeight - target.clientTop,
      }
      setSides((known) => (isSame(known, next) ? known : next))
    }
    const observer = new ResizeObserver(read)
    observer.observe(target)
    if (target.firstElementChild) observer.observe(target.firstElementChild)
    // Before other listeners draw: reading a place afterwards would make the browser lay out in between.
    target.addEventListener('scroll', read, { passive: true, capture: true })
    return () => {
      observer.disconnect()
      target.removeEventListener('scroll', read, { capture: true })
    }
  }, [scroller])
  return sides
}

function isSame(one: HiddenSides, other: HiddenSides): boolean {
  return one.start === other.start && one.end === other.end && one.right === other.right && one.bottom === other.bottom
}
