import type { IncludedRegionType, MapShapes, ShapeFile } from '@octavo/core/chart'
import { loadPart } from '../../../load-part.ts'

/** Shapes of each region type, as one file each that is fetched when the first map needs it. */
const files = {
  country: () => loadPart(() => import('./countries.ts')),
  'us-state': () => loadPart(() => import('./us-states.ts')),
  'us-county': () => loadPart(() => import('./us-counties.ts')),
  'ca-province': () => loadPart(() => import('./ca-provinces.ts')),
} satisfies Record<IncludedRegionType, () => Promise<{ shapes: ShapeFile }>>

const known = new Map<IncludedRegionType, Promise<MapShapes>>()

/** Registers the shapes with the drawing library, once, and returns which exist. A failed request is repeated the next time. */
export function loadShapes(type: IncludedRegionType): Promise<MapShapes> {
  const before = known.get(type)
  if (before) return before
  const loading = readShapes(type)
  known.set(type, loading)
  loading.catch(() => known.delete(type))
  return loading
}

async function readShapes(type: IncludedRegionType): Promise<MapShapes> {
  const [{ registerShapes }, { shapes }] = await Promise.all([
    loadPart(() => import('./map-library.ts')),
    files[type](),
  ])
  return registerShapes(type, shapes)
}
