import type { ChartDrawing, HoverTarget } from '@octavo/core/chart'
import type { EChartsType } from 'echarts/core'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { embedParameters } from '../embedded.ts'
import { loadOnce } from '../load-part.ts'
import { ContextMenu, classNames, Skeleton } from '../ui/index.ts'
import { middleOf, useAreas } from './areas.ts'
import { ChartTooltip, tooltipText } from './ChartTooltip.tsx'
import type { AreasPath } from './chart-library.ts'
import { isolatesByLegend, watchLegend } from './legend.ts'
import { asWatched } from './motion.ts'
import { hoverOf, type Pointed, watchPointer } from './pointer.ts'

/** Also for drawings that are not shown yet, so that the library and what they wait for are loaded together. */
export const loadChartLibrary = loadOnce(() => import('./chart-library.ts'))

interface ChartProps {
  drawing: ChartDrawing
  label: string
  isStale: boolean
  /** Opens the menu of the mark under the pointer; undefined if it has none. */
  menuOf?: ((target: HoverTarget, seriesId: string | undefined) => ReactNode) | undefined
  /**
   * A click selects the mark under the pointer, or nothing; `isAdding` with Ctrl or Cmd. Undefined if a click does
   * nothing.
   */
  onChoose?: ((target: HoverTarget | undefined, seriesId: string | undefined, isAdding: boolean) => void) | undefined
  /** Opens the menu of a legend entry, by its name; undefined if it has none. */
  entryMenuOf?: ((name: string) => ReactNode) | undefined
}

/** The mark under the pointer, and the position of its tooltip in pixels of the window. */
interface Hover {
  target: HoverTarget
  seriesId?: string | undefined
  left: number
  top: number
  isByKeys: boolean
}

/**
 * Draws an option of the chart library, which is loaded when the first chart needs it. The arrow keys move between the
 * marks.
 */
export function Chart({ drawing, label, isStale, menuOf, entryMenuOf, onChoose }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const { chart, Path } = useChartLibrary(box)
  const [hover, setHover] = useState<Hover>()
  const [menu, setMenu] = useState<ReactNode>()

  useEffect(() => {
    chart?.setOption(asWatched(drawing), { notMerge: true })
  }, [chart, drawing])

  const point = useCallback((pointed: Pointed | undefined) => {
    setHover(pointed && { ...pointed, isByKeys: false })
  }, [])
  // For the library, areas of one color are one mark: it reports that mark as left during a click, although the pointer stays on its area.
  const hasAreas = drawing.areas !== undefined
  useEffect(() => (chart && !hasAreas ? watchPointer(chart, point) : undefined), [chart, hasAreas, point])
  useAreas(chart, Path, drawing.areas, hover?.target, point)

  const entry = useRef<string>(undefined)
  useEffect(() => {
    if (!chart) return
    const stops = [
      isolatesByLegend(chart),
      watchLegend(chart, (name) => {
        entry.current = name
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [chart])

  const walk = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return setHover(undefined)
    if (event.key === 'Enter' && onChoose && hover) {
      event.preventDefault()
      return onChoose(hover.target, hover.seriesId, event.ctrlKey || event.metaKey)
    }
    const target = nextTarget(drawing.targets(), hover?.target, event.key)
    if (!target || !chart || !box.current) return
    event.preventDefault()
    const bounds = box.current.getBoundingClientRect()
    const place = drawing.areas ? middleOf(chart, drawing.areas, target, bounds) : hoverOf(chart, target, bounds)
    setHover({ target, ...place, isByKeys: true })
  }
  const choose = (event: MouseEvent) => {
    // Clicks on legend entries are handled by the legend.
    if (entry.current === undefined) onChoose?.(hover?.target, hover?.seriesId, event.ctrlKey || event.metaKey)
  }
  /** The pointer moves from the drawing to the menu, so the target is remembered. */
  const opensMenu = () => {
    const { current: name } = entry
    const found = name === undefined ? hover && menuOf?.(hover.target, hover.seriesId) : entryMenuOf?.(name)
    setMenu(found)
    return found !== undefined
  }
  const content = hover && drawing.tooltip(hover.target)
  return (
    <div className="relative h-full min-h-0">
      {!chart && <Skeleton className="absolute inset-2" />}
      <ContextMenu isFor={opensMenu} items={menu}>
        <div
          ref={box}
          role="img"
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read the marks of the picture
          tabIndex={0}
          onKeyDown={walk}
          onClick={onChoose && choose}
          onBlur={() => setHover(undefined)}
          className={classNames(
            'absolute inset-0 transition-opacity',
            isStale && 'opacity-50',
            onChoose && '[&_canvas]:cursor-pointer',
          )}
        />
      </ContextMenu>
      <p className="sr-only" aria-live="polite">
        {hover?.isByKeys && content ? tooltipText(content) : ''}
      </p>
      {hover && content && !embedParameters.hidesTooltip && (
        <ChartTooltip content={content} seriesId={hover.seriesId} left={hover.left} top={hover.top} />
      )}
    </div>
  )
}

/** Draws with the library once the library and the font are loaded, because labels are measured in that font. */
function useChartLibrary(box: { current: HTMLDivElement | null }) {
  const [library, setLibrary] = useState<{ chart?: EChartsType; Path?: typeof AreasPath }>({})
  useEffect(() => {
    let isGone = false
    let made: EChartsType | undefined
    let observer: ResizeObserver | undefined
    const font = document.fonts.load('12px "Inter Variable"').catch(() => [])
    void Promise.all([loadChartLibrary(), font]).then(([{ init, AreasPath: Path }]) => {
      const shown = box.current
      if (isGone || !shown) return
      // In a box without a size, such as a canvas that a narrow window leaves no room for, the library cannot place a map.
      const fit = () => {
        if (shown.clientWidth === 0 || shown.clientHeight === 0) return
        if (made) return made.resize()
        made = init(shown, undefined, { renderer: 'canvas' })
        setLibrary({ chart: made, Path })
      }
      fit()
      observer = new ResizeObserver(fit)
      observer.observe(shown)
    })
    return () => {
      isGone = true
      observer?.disconnect()
      made?.dispose()
    }
  }, [box])
  return library
}

/** The mark that an arrow key moves to, from another one or from none; undefined for other keys. */
function nextTarget(targets: readonly HoverTarget[], from: HoverTarget | undefined, key: string) {
  const at = from ? targets.findIndex((target) => JSON.stringify(target) === JSON.stringify(from)) : -1
  const next = {
    ArrowRight: at + 1,
    ArrowLeft: at < 0 ? targets.length - 1 : at - 1,
    Home: 0,
    End: targets.length - 1,
  }[key]
  return next === undefined ? undefined : targets[Math.min(targets.length - 1, Math.max(0, next))]
}
