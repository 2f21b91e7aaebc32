import type { Geometry, Position } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { BaseElement } from '../document/index.ts'
import { type IncludedRegionType, type MapRegion, type MapShapes, mapName } from './map-regions.ts'
import { frameOf, outlinesOf } from './region-outlines.ts'

/** Which regions to read from a file of shapes. */
export interface ShapeFacts {
  /** The object of the file with the regions. */
  object: string
  /** Only regions with this value of their property `gu`. */
  within?: string
  /** The shapes are already projected, with the second coordinate increasing downwards. */
  isProjected?: true
  /** Names of regions to exclude. */
  without?: readonly string[]
  /** There are thousands of regions: they are drawn from outlines, since the library takes most of a second for shapes of their own. */
  isOutlined?: true
}

/** A file of shapes: TopoJSON as text, and what to read from it. */
export interface ShapeFile extends ShapeFacts {
  topology: string
}

/** The shape files. Antarctica is excluded: it would take a quarter of the map, and hardly any data is about it. */
export const shapeFacts: Readonly<Record<IncludedRegionType, ShapeFacts>> = {
  country: { object: 'countries', without: ['Antarctica'] },
  'us-state': { object: 'states', isProjected: true },
  'us-county': { object: 'counties', isProjected: true, isOutlined: true },
  'ca-province': { object: 'subunits', within: 'CAN' },
}

/** The type of regions that a map draws: the element's type, and countries below points and geographies. */
export function landType(element: BaseElement): string {
  const { region } = element
  if (element.kind !== 'region-map' || typeof region !== 'object' || region === null) return 'country'
  return 'regionType' in region && typeof region.regionType === 'string' ? region.regionType : 'country'
}

/** Reads a file of shapes, and registers with the drawing library what it needs of them. `register` is the library's `registerMap`. */
export function registerShapes(
  type: IncludedRegionType,
  file: ShapeFile,
  register: (name: string, map: object) => void,
): MapShapes {
  if (file.isOutlined) {
    const { topology, geometries } = chosenOf(file)
    const outlines = outlinesOf(topology, geometries, idOf)
    register(mapName(type), frameOf(outlines))
    return { type, regions: geometries.map(regionOf), outlines }
  }
  const { collection, regions } = readTopology(file)
  register(mapName(type), collection)
  return { type, regions }
}

interface Properties {
  name?: string
  gu?: string
}

/** The chosen regions of a file, with coordinates that increase upwards. */
function chosenOf({ topology, object, within, without = [], isProjected }: ShapeFile) {
  const read: Topology<Record<string, GeometryCollection<Properties>>> = JSON.parse(topology)
  const chosen = read.objects[object]
  if (!chosen) throw new Error(`The file of shapes has no ${object}.`)
  const geometries = chosen.geometries.filter(
    ({ properties = {} }) =>
      (within === undefined || properties.gu === within) && !without.includes(properties.name ?? ''),
  )
  const upright = isProjected && read.transform ? { ...read, transform: turned(read.transform) } : read
  return { topology: upright, geometries }
}

/** GeoJSON of the regions of a file, each named by its id, and the list of them. A region without an id uses its name as id. */
export function readTopology(file: ShapeFile) {
  const { topology, geometries } = chosenOf(file)
  const { features } = feature(topology, { type: 'GeometryCollection', geometries })
  const named = features.map((shape) => ({
    ...shape,
    geometry: file.isProjected ? shape.geometry : unbroken(shape.geometry),
    properties: { name: idOf(shape) },
  }))
  return { collection: { type: 'FeatureCollection' as const, features: named }, regions: features.map(regionOf) }
}

interface Named {
  id?: string | number | undefined
  properties?: Properties
}

const idOf = ({ id, properties }: Named): string => (id === undefined ? (properties?.name ?? '') : String(id))
const regionOf = (shape: Named): MapRegion => ({ id: idOf(shape), name: shape.properties?.name ?? idOf(shape) })

/** Projected shapes use coordinates that increase downwards, like pixels; the library expects them to increase upwards, like latitudes. */
function turned({ scale, translate }: NonNullable<Topology['transform']>): NonNullable<Topology['transform']> {
  return { scale: [scale[0], -scale[1]], translate: [translate[0], -translate[1]] }
}

/** Rings that cross the 180° meridian continue beyond it, instead of drawing a line around the whole map. */
function unbroken(geometry: Geometry): Geometry {
  if (geometry.type === 'Polygon') return { ...geometry, coordinates: geometry.coordinates.map(unbrokenRing) }
  if (geometry.type !== 'MultiPolygon') return geometry
  return { ...geometry, coordinates: geometry.coordinates.map((rings) => rings.map(unbrokenRing)) }
}

function unbrokenRing(ring: Position[]): Position[] {
  let before: number | undefined
  let turns = 0
  const walked = ring.map(([longitude = 0, latitude = 0]): Position => {
    if (before !== undefined && Math.abs(longitude - before) > 180) turns += longitude < before ? 1 : -1
    before = longitude
    return [longitude + 360 * turns, latitude]
  })
  // Moves the whole ring to the east end, where the greater part of Russia is.
  return walked.some(([longitude = 0]) => longitude < -180)
    ? walked.map(([longitude = 0, latitude = 0]): Position => [longitude + 360, latitude])
    : walked
}
