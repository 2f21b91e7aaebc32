import { type HoverTarget, linksOf } from '@octavo/core/chart'
import type { EChartsType } from 'echarts/core'

export interface Pointed {
  target: HoverTarget
  /** The series under the pointer, if it is on a mark. */
  seriesId?: string | undefined
  left: number
  top: number
}

/** The library's events for the position of the pointer, which its types do not declare. */
interface AxisEvent {
  axesInfo?: { axisDim: string; axisIndex: number; value: number }[]
}
interface MarkEvent {
  seriesId?: string
  dataIndex?: number
  dataType?: string
}

/**
 * Reports the category or mark under the pointer, and undefined when the pointer leaves. The library draws its pointer
 * line but no tooltip. A category takes precedence over the mark on it, which then only determines the series.
 */
export function watchPointer(chart: EChartsType, onChange: (pointed: Pointed | undefined) => void): () => void {
  let place: HoverTarget | undefined
  let mark: { seriesId: string; index: number } | undefined
  let at = { left: 0, top: 0 }
  const notify = () => {
    const target = place ?? (mark && { kind: 'mark' as const, ...mark })
    onChange(target && { target, seriesId: mark?.seriesId, ...at })
  }
  const onAxis = (event: unknown) => {
    const [axis] = (event as AxisEvent).axesInfo ?? []
    place = axis && { kind: 'place', panel: axis.axisIndex, at: axis.value }
    notify()
  }
  const onMark = (event: unknown) => {
    const { seriesId, dataIndex, dataType } = event as MarkEvent
    if (seriesId === undefined || dataIndex === undefined) return
    mark = { seriesId: dataType === 'edge' ? linksOf(seriesId) : seriesId, index: dataIndex }
    notify()
  }
  const onMarkLeft = () => {
    mark = undefined
    notify()
  }
  const onLeft = () => {
    place = undefined
    onMarkLeft()
  }
  const onMove = (event: { event?: unknown }) => {
    const native = event.event
    if (!(native instanceof MouseEvent)) return
    at = { left: native.clientX, top: native.clientY }
    if (place || mark) notify()
  }
  chart.on('updateAxisPointer', onAxis)
  chart.on('mouseover', onMark)
  chart.on('mouseout', onMarkLeft)
  chart.on('globalout', onLeft)
  const canvas = chart.getZr()
  canvas.on('mousemove', onMove)
  return () => {
    if (chart.isDisposed()) return
    chart.off('updateAxisPointer', onAxis)
    chart.off('mouseover', onMark)
    chart.off('mouseout', onMarkLeft)
    chart.off('globalout', onLeft)
    canvas.off('mousemove', onMove)
  }
}

/** Position of the tooltip for a target chosen by keyboard: above its mark, otherwise in the middle of the drawing. */
export function hoverOf(chart: EChartsType, target: HoverTarget, box: DOMRect): { left: number; top: number } {
  const middle = { left: box.left + box.width / 2, top: box.top + 24 }
  if (target.kind === 'mark') return middle
  const { panel, at } = target
  const across: unknown = chart.convertToPixel({ xAxisIndex: panel }, at)
  return typeof across === 'number' && Number.isFinite(across) ? { left: box.left + across, top: middle.top } : middle
}
