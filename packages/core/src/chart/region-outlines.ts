import type { Polygon } from 'geojson'
import type { GeometryObject, Topology } from 'topojson-specification'
import type { HoverTarget } from './tooltip.ts'

/** Coordinates of a closed line, as x and y in turn. */
export type Ring = Float64Array

interface Box {
  west: number
  south: number
  east: number
  north: number
}

/** The outlines of regions in the coordinates of their map. */
export interface RegionOutlines {
  /** By the id of the region. Holes are rings in the opposite direction. */
  rings: ReadonlyMap<string, readonly Ring[]>
  /** Around all regions. */
  box: Box
}

/** Finds the marks of a drawing that paints many of them as one path, which the library cannot tell apart. */
export interface ChartAreas {
  /** The mark at a position in the coordinates of the map. */
  at(x: number, y: number): HoverTarget | undefined
  /** The rings of a mark. Empty for other targets. */
  outline(target: HoverTarget): readonly Ring[]
  /** Color of the outline of the mark under the pointer. */
  color: string
}

type Shape = GeometryObject & { id?: string | number | undefined }

/**
 * Reads outlines without the library that converts whole files to GeoJSON: it makes an object for each of 100,000 positions, which takes
 * three times as long.
 */
export function outlinesOf<Each extends Shape>(
  topology: Topology,
  shapes: readonly Each[],
  idOf: (shape: Each) => string,
): RegionOutlines {
  const arcs = topology.arcs.map((arc) => decoded(arc, topology.transform))
  const rings = new Map<string, Ring[]>()
  for (const shape of shapes) {
    const own = linesOf(shape).map((line) => ringOf(line, arcs))
    const known = rings.get(idOf(shape))
    rings.set(idOf(shape), known ? [...known, ...own] : own)
  }
  return { rings, box: boxOf([...rings.values()].flat()) }
}

/** Positions of an arc; the file contains their differences as whole numbers. */
function decoded(arc: readonly number[][], transform: Topology['transform']): Ring {
  const [scaleX, scaleY] = transform?.scale ?? [1, 1]
  const [left, bottom] = transform?.translate ?? [0, 0]
  const line = new Float64Array(2 * arc.length)
  let x = 0
  let y = 0
  for (let index = 0; index < arc.length; index++) {
    const step = arc[index] as number[]
    x = (transform ? x : 0) + (step[0] as number)
    y = (transform ? y : 0) + (step[1] as number)
    line[2 * index] = x * scaleX + left
    line[2 * index + 1] = y * scaleY + bottom
  }
  return line
}

const linesOf = (shape: Shape): readonly number[][] =>
  shape.type === 'Polygon' ? shape.arcs : shape.type === 'MultiPolygon' ? shape.arcs.flat() : []

/** The arcs of a line one after another; each begins where the one before ends. A negative number is an arc in the opposite direction. */
function ringOf(line: readonly number[], arcs: readonly Ring[]): Ring {
  const parts = line.map((index) => arcs[index < 0 ? ~index : index] ?? new Float64Array())
  const ring = new Float64Array(parts.reduce((sum, part) => sum + Math.max(0, part.length - 2), 2))
  let end = 0
  for (const [at, part] of parts.entries()) {
    const from = end === 0 ? 0 : 2
    if ((line[at] as number) >= 0) ring.set(from === 0 ? part : part.subarray(from), end)
    else {
      for (let place = from; place < part.length; place += 2) {
        ring[end + place - from] = part[part.length - 2 - place] as number
        ring[end + place - from + 1] = part[part.length - 1 - place] as number
      }
    }
    end += Math.max(0, part.length - from)
  }
  return ring
}

/** The centre of the largest area of a region. */
export function centreOf(rings: readonly Ring[]): [x: number, y: number] {
  let largest = { area: 0, x: 0, y: 0 }
  for (const ring of rings) {
    let [area, x, y] = [0, 0, 0]
    for (let at = 0; at + 3 < ring.length; at += 2) {
      const [x1, y1, x2, y2] = ring.subarray(at, at + 4) as unknown as [number, number, number, number]
      const cross = x1 * y2 - x2 * y1
      area += cross
      x += (x1 + x2) * cross
      y += (y1 + y2) * cross
    }
    if (Math.abs(area) > Math.abs(largest.area)) largest = { area, x, y }
  }
  return [largest.x / (3 * largest.area), largest.y / (3 * largest.area)]
}

export function boxOf(rings: readonly Ring[]): Box {
  const box = {
    west: Number.POSITIVE_INFINITY,
    south: Number.POSITIVE_INFINITY,
    east: Number.NEGATIVE_INFINITY,
    north: Number.NEGATIVE_INFINITY,
  }
  for (const ring of rings) {
    for (let at = 0; at < ring.length; at += 2) {
      const x = ring[at] as number
      const y = ring[at + 1] as number
      if (x < box.west) box.west = x
      if (x > box.east) box.east = x
      if (y < box.south) box.south = y
      if (y > box.north) box.north = y
    }
  }
  return box
}

/** One rectangle around all regions: the library places a map by its shapes, and draws this one instead of thousands. */
export function frameOf({ box: { west, south, east, north } }: RegionOutlines) {
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  const geometry: Polygon = { type: 'Polygon', coordinates: [corners] }
  return {
    type: 'FeatureCollection' as const,
    features: [{ type: 'Feature' as const, properties: { name: 'frame' }, geometry }],
  }
}

/** Whether a position is inside of rings, but not in their holes. */
export function isInside(rings: readonly Ring[], x: number, y: number): boolean {
  let inside = false
  for (const ring of rings) {
    for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
      const [x1, y1] = [ring[at] as number, ring[at + 1] as number]
      const [x2, y2] = [ring[before] as number, ring[before + 1] as number]
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside
    }
  }
  return inside
}
