import { type MapShapes, mapName, readTopology, type ShapeFile } from '@octavo/core/chart'
import { CustomChart, MapChart } from 'echarts/charts'
import { GeoComponent, VisualMapPiecewiseComponent } from 'echarts/components'
import { PRIORITY, registerLayout, registerMap, use } from 'echarts/core'

use([CustomChart, MapChart, GeoComponent, VisualMapPiecewiseComponent])

// The library prepares a label in four states for every region, shown or not: half of the time of a map of 3,142 counties.
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
  const { collection, regions } = readTopology(file)
  // The library asks for its own type of the same standard.
  registerMap(mapName(type), collection as unknown as Parameters<typeof registerMap>[1])
  return { type, regions }
}
