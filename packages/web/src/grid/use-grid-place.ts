import { type RefObject, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLatest } from '../ui/index.ts'

/** What is scrolled to. It changes when other rows or columns come into view, not with each pixel. */
export interface GridPlace {
  /** The first row that is drawn, and the first one in view. */
  first: number
  top: number
  /** The first column that is drawn, counted without those that stay in view. */
  column: number
  /** The rows of open groups that stay at the top. */
  stuck: readonly number[]
  /** What was scrolled to when the reader rested last. */
  rested: { first: number; column: number }
}

/** The place of a grid, followed by the parts that scrolling draws again; the grid itself is not drawn again. */
export interface GridScrolling {
  now(): GridPlace
  follow(draw: (place: GridPlace) => void): () => void
}

type Reading = Omit<GridPlace, 'rested'>

interface Followed {
  scroller: RefObject<HTMLElement | null>
  /** Reads what is in view now. */
  read: () => Reading
  /** Something that `read` depends on: it is called again when this changes. */
  on: unknown
  /** A cell is being edited: its nodes must not move. */
  isEdited: boolean
}

/** Milliseconds without scrolling after which the reader rests. */
const restAfterMs = 150

/**
 * Follows the scrolling of a grid. The listener reads all places before anything is drawn, because reading one afterwards would make the
 * browser lay out in between, and draws at once what has come into view. When the reader rests, the nodes get the order of the rows and
 * columns, and new heads what they need to be used; both would take long while scrolling.
 */
export function useGridScrolling({ scroller, read, on, isEdited }: Followed): GridScrolling {
  const place = useRef(atStart)
  const drawn = useRef(new Set<(place: GridPlace) => void>())
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const draw = useLatest(() => {
    for (const each of drawn.current) each(place.current)
  })
  const isElsewhere = useLatest((): boolean => {
    const next = read()
    if (isSame(place.current, next)) return false
    place.current = { ...next, rested: place.current.rested }
    return true
  })
  const rest = useLatest(() => {
    resting.current = undefined
    const { first, column, rested } = place.current
    if (isEdited || (first === rested.first && column === rested.column)) return
    place.current = { ...place.current, rested: { first, column } }
    startTransition(draw)
  })
  useEffect(() => {
    const target = scroller.current
    const onScroll = () => {
      clearTimeout(resting.current)
      resting.current = setTimeout(rest, restAfterMs)
      if (isElsewhere()) flushSync(draw)
    }
    target?.addEventListener('scroll', onScroll, { passive: true, capture: true })
    return () => {
      clearTimeout(resting.current)
      target?.removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [scroller, isElsewhere, draw, rest])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another source, size or width brings other cells into view
  useLayoutEffect(() => {
    if (isElsewhere()) draw()
    if (resting.current === undefined) rest()
  }, [on, isEdited])
  return useRef({
    now: () => place.current,
    follow(each: (place: GridPlace) => void) {
      drawn.current.add(each)
      return () => void drawn.current.delete(each)
    },
  }).current
}

/** The place of a grid, for a part that scrolling draws again. */
export function useGridPlace(scrolling: GridScrolling): GridPlace {
  const [place, setPlace] = useState(scrolling.now)
  useLayoutEffect(() => {
    setPlace(scrolling.now)
    return scrolling.follow(setPlace)
  }, [scrolling])
  return place
}

const atStart: GridPlace = { first: 0, top: 0, column: 0, stuck: [], rested: { first: 0, column: 0 } }

function isSame(one: Reading, other: Reading): boolean {
  return (
    one.first === other.first &&
    one.top === other.top &&
    one.column === other.column &&
    one.stuck.join() === other.stuck.join()
  )
}
