import { type MapShapes, mapName, readTopology, type ShapeFile } from '@octavo/core/chart'
import { CustomChart, MapChart } from 'echarts/charts'
import { GeoComponent, VisualMapPiecewiseComponent } from 'echarts/components'
import { registerMap, use } from 'echarts/core'

use([CustomChart, MapChart, GeoComponent, VisualMapPiecewiseComponent])

/** Registers shapes with the drawing library under their name. */
export function registerShapes(type: MapShapes['type'], file: ShapeFile): MapShapes {
  const { collection, regions } = readTopology(file)
  // The library asks for its own type of the same standard.
  registerMap(mapName(type), collection as unknown as Parameters<typeof registerMap>[1])
  return { type, regions }
}
