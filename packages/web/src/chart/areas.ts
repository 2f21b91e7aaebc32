import { boxOf, type ChartAreas, type HoverTarget } from '@octavo/core/chart'
import type { EChartsType } from 'echarts/core'
import { useEffect } from 'react'
import type { AreasPath } from './chart-library.ts'
import type { Pointed } from './pointer.ts'

/** From the coordinates of the map to pixels of the drawing. */
const toPixel = (chart: EChartsType, at: [number, number]) =>
  chart.convertToPixel({ geoIndex: 0 }, at) as number[] | undefined

/** Reports and outlines the areas of a drawing that paints many of them as one path. */
export function useAreas(
  chart: EChartsType | undefined,
  Path: typeof AreasPath | undefined,
  areas: ChartAreas | undefined,
  target: HoverTarget | undefined,
  onChange: (pointed: Pointed | undefined) => void,
): void {
  useEffect(() => (chart && areas ? watchAreas(chart, areas, onChange) : undefined), [chart, areas, onChange])
  useEffect(
    () => (chart && Path && areas && target ? outlineArea(chart, Path, areas, target) : undefined),
    [chart, Path, areas, target],
  )
}

/** Reports the area under the pointer, and undefined when the pointer leaves it. */
function watchAreas(
  chart: EChartsType,
  areas: ChartAreas,
  onChange: (pointed: Pointed | undefined) => void,
): () => void {
  let isOver = false
  const onMove = ({ offsetX, offsetY, event }: { offsetX?: number; offsetY?: number; event?: unknown }) => {
    const at = chart.convertFromPixel({ geoIndex: 0 }, [offsetX ?? 0, offsetY ?? 0]) as number[] | undefined
    const target = at && areas.at(at[0] ?? Number.NaN, at[1] ?? Number.NaN)
    if (target?.kind === 'mark' && event instanceof MouseEvent) {
      isOver = true
      onChange({ target, seriesId: target.seriesId, left: event.clientX, top: event.clientY })
    } else onLeave()
  }
  const onLeave = () => {
    if (isOver) onChange(undefined)
    isOver = false
  }
  const canvas = chart.getZr()
  canvas.on('mousemove', onMove)
  canvas.on('globalout', onLeave)
  return () => {
    if (chart.isDisposed()) return
    canvas.off('mousemove', onMove)
    canvas.off('globalout', onLeave)
  }
}

/** Draws the outline of an area on a layer of its own, so that the map below is not painted again. */
function outlineArea(
  chart: EChartsType,
  Path: typeof AreasPath,
  areas: ChartAreas,
  target: HoverTarget,
): (() => void) | undefined {
  const rings = areas.outline(target)
  if (rings.length === 0) return undefined
  const outline = new Path({
    shape: { rings },
    style: { fill: 'none', stroke: areas.color, lineWidth: 1, strokeNoScale: true },
    silent: true,
    zlevel: 1,
  })
  const { west, south, east, north } = boxOf(rings)
  const place = () => {
    const [left = 0, top = 0] = toPixel(chart, [west, north]) ?? []
    const [right = 0, bottom = 0] = toPixel(chart, [east, south]) ?? []
    const [scaleX, scaleY] = [(right - left) / (east - west), (bottom - top) / (south - north)]
    outline.attr({ x: left - west * scaleX, y: top - north * scaleY, scaleX, scaleY })
  }
  place()
  const canvas = chart.getZr()
  canvas.add(outline)
  chart.on('georoam', place)
  return () => {
    if (chart.isDisposed()) return
    chart.off('georoam', place)
    canvas.remove(outline)
  }
}

/** Position of the tooltip for an area chosen by keyboard: its middle, in pixels of the window. */
export function middleOf(chart: EChartsType, areas: ChartAreas, target: HoverTarget, box: DOMRect) {
  const { west, south, east, north } = boxOf(areas.outline(target))
  const [x = 0, y = 0] = toPixel(chart, [(west + east) / 2, (south + north) / 2]) ?? []
  const within = (value: number, most: number) => Math.min(most, Math.max(0, value))
  return { left: box.left + within(x, box.width), top: box.top + within(y, box.height) }
}
