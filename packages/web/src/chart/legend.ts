import type { EChartsType } from 'echarts/core'

/** The library's events of a legend, which its types do not declare. */
interface LegendEvent {
  componentType?: string
  value?: string
  /** The event of the drawing, with the event of the browser inside. */
  event?: { event?: unknown }
}
interface SelectEvent {
  name: string
  selected: Readonly<Record<string, boolean>>
}

/** Reports the entry of the legend under the pointer, and undefined when it leaves. */
export function watchLegend(chart: EChartsType, onChange: (name: string | undefined) => void): () => void {
  const onOver = (event: unknown) => {
    const { componentType, value } = event as LegendEvent
    if (componentType === 'legend') onChange(value)
  }
  const onOut = (out: unknown) => {
    const { componentType, event } = out as LegendEvent
    // A pointer that has left the whole drawing and comes back to the same entry is not reported as having come.
    const hasMoved = event?.event instanceof Event && event.event.type.endsWith('move')
    if (componentType === 'legend' && hasMoved) onChange(undefined)
  }
  chart.on('mouseover', onOver)
  chart.on('mouseout', onOut)
  return () => {
    if (chart.isDisposed()) return
    chart.off('mouseover', onOver)
    chart.off('mouseout', onOut)
  }
}

/**
 * A click on an entry shows only its series, and all again if it is the only one; with Ctrl or Cmd it adds or removes
 * its series.
 */
export function isolatesByLegend(chart: EChartsType): () => void {
  let adds = false
  const onDown = ({ event }: { event?: unknown }) => {
    adds = event instanceof MouseEvent && (event.ctrlKey || event.metaKey)
  }
  const onSelect = (event: unknown) => {
    const { name, selected } = event as SelectEvent
    // The library has already toggled the entry.
    if (adds) return
    for (const [each, isOn] of shownAfterClick(name, selected)) {
      if (selected[each] !== isOn) chart.dispatchAction({ type: isOn ? 'legendSelect' : 'legendUnSelect', name: each })
    }
  }
  const canvas = chart.getZr()
  canvas.on('mousedown', onDown)
  chart.on('legendselectchanged', onSelect)
  return () => {
    if (chart.isDisposed()) return
    canvas.off('mousedown', onDown)
    chart.off('legendselectchanged', onSelect)
  }
}

/**
 * The entries that are shown after a click on one of them; `selected` is the state after the library toggled that
 * entry.
 */
export function shownAfterClick(
  name: string,
  selected: Readonly<Record<string, boolean>>,
): [name: string, isShown: boolean][] {
  const wasAlone = Object.entries(selected).every(([, isOn]) => !isOn)
  return Object.keys(selected).map((each) => [each, wasAlone || each === name])
}
