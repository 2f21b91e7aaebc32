import type { IncludedRegionType, MapShapes } from '@octavo/core/chart'
import type { BaseElement } from '@octavo/core/document'
import { loadPart } from '../../../load-part.ts'

/** Shapes of each region type, as one file each that is fetched when the first map needs it. */
const files = {
  country: () => loadPart(() => import('./countries.ts')),
  'us-state': () => loadPart(() => import('./us-states.ts')),
  'us-county': () => loadPart(() => import('./us-counties.ts')),
  'ca-province': () => loadPart(() => import('./ca-provinces.ts')),
} satisfies Record<IncludedRegionType, () => Promise<{ shapes: ShapeFile }>>

export interface ShapeFile {
  /** TopoJSON as text. */
  topology: string
  /** The object of it that holds the regions. */
  object: string
  /** Only regions with this value of their property `gu`. */
  within?: string
  /** The shapes are projected already, with their second coordinate going down. */
  isProjected?: true
  /** Names of regions that are left out. */
  without?: readonly string[]
}

const known = new Map<IncludedRegionType, Promise<MapShapes>>()

/** The type of regions that a map draws: that of the element, and countries below points and geographies. */
export function landType(element: BaseElement): string {
  const { region } = element
  if (element.kind !== 'region-map' || typeof region !== 'object' || region === null) return 'country'
  return 'regionType' in region && typeof region.regionType === 'string' ? region.regionType : 'country'
}

/** Gives the shapes to the drawing library, once, and tells which there are. A failure is asked again the next time. */
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
