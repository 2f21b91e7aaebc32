import { type MapShapes, registerShapes as register, type ShapeFile } from '@octavo/core/chart'
import { CustomChart, MapChart } from 'echarts/charts'
import { GeoComponent, VisualMapPiecewiseComponent } from 'echarts/components'
import { PRIORITY, registerLayout, registerMap, use } from 'echarts/core'

use([CustomChart, MapChart, GeoComponent, VisualMapPiecewiseComponent])

// The library prepares a label in four states for every region, shown or not.
registerLayout(PRIORITY.VISUAL.LAYOUT + 1, (model) => {
  model.eachSeriesByType('map', (series) => {
    const { data = [] } = series.option as { data?: { label?: unknown }[] }
    if (data.some(({ label }) => label !== undefined)) return
    const regions = series.getData()
    regions.each((index) => {
      const layout: { showLabel?: boolean } | null = regions.getItemLayout(index)
      if (layout) layout.showLabel = false
    })
  })
})

/** Registers shapes with the drawing library under their name. */
export function registerShapes(type: MapShapes['type'], file: ShapeFile): MapShapes {
  // The library asks for its own type of the same standard.
  return register(type, file, (name, map) => registerMap(name, map as Parameters<typeof registerMap>[1]))
}
