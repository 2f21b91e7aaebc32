import { list, record, text } from './fields.ts'

export type Position = [longitude: number, latitude: number]

/** A part of a geography; the first ring of an area is its outline, the others are holes. */
export type GeometryPart =
  | { kind: 'point'; at: Position }
  | { kind: 'line'; line: Position[] }
  | { kind: 'area'; rings: Position[][] }

/** Parses a geography as data platforms return it: well-known text, or GeoJSON as text. Undefined for other texts. */
export function readGeometry(value: string): GeometryPart[] | undefined {
  const trimmed = value.trim()
  try {
    const parts = trimmed.startsWith('{') ? ofGeoJson(JSON.parse(trimmed)) : ofText(trimmed)
    return parts.length > 0 ? parts : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

type Nested = number | readonly Nested[]

/** Well-known text is nested lists in another notation: `POLYGON ((1 2, 3 4))` is `[[[1,2],[3,4]]]`. */
function ofText(value: string): GeometryPart[] {
  const [, kind = '', rest = ''] = /^(?:SRID=\d+;)?\s*([A-Z]+)\s*(?:ZM|Z|M)?\s*(\(.*\))$/is.exec(value) ?? []
  const name = kind.toUpperCase()
  if (name === 'GEOMETRYCOLLECTION') return members(rest.slice(1, -1)).flatMap(ofText)
  if (!/^[\d\s,.()eE+-]*$/.test(rest)) return []
  const positions = rest.replaceAll(/[^(),]+/g, (numbers) => {
    const parts = numbers.trim().split(/\s+/)
    return parts[0] === '' ? '' : `[${parts.map((part) => Number(part)).join(',')}]`
  })
  const nested: Nested = JSON.parse(positions.replaceAll('(', '[').replaceAll(')', ']'))
  // A single position is inside a list of its own, and so may be each point of a multipoint.
  if (name === 'POINT') return ofCoordinates('Point', list(nested)[0])
  if (name === 'MULTIPOINT') return list(nested).flatMap((entry) => ofCoordinates('Point', unwrapped(entry)))
  const named = { LINESTRING: 'LineString', MULTILINESTRING: 'MultiLineString', POLYGON: 'Polygon' }[name]
  return ofCoordinates(named ?? (name === 'MULTIPOLYGON' ? 'MultiPolygon' : ''), nested)
}

const unwrapped = (entry: unknown): unknown => (Array.isArray(list(entry)[0]) ? list(entry)[0] : entry)

/** The members of a collection, split at commas outside of all brackets. */
function members(value: string): string[] {
  const found: string[] = []
  let depth = 0
  let start = 0
  for (const [index, sign] of [...value].entries()) {
    if (sign === '(') depth++
    if (sign === ')') depth--
    if (sign === ',' && depth === 0) {
      found.push(value.slice(start, index).trim())
      start = index + 1
    }
  }
  return [...found, value.slice(start).trim()]
}

function ofGeoJson(value: unknown): GeometryPart[] {
  const shape = record(value)
  const type = text(shape?.type) ?? ''
  if (type === 'Feature') return ofGeoJson(shape?.geometry)
  if (type === 'FeatureCollection') return list(shape?.features).flatMap(ofGeoJson)
  if (type === 'GeometryCollection') return list(shape?.geometries).flatMap(ofGeoJson)
  return ofCoordinates(type, shape?.coordinates)
}

function ofCoordinates(type: string, coordinates: unknown): GeometryPart[] {
  switch (type) {
    case 'Point': {
      const at = position(coordinates)
      return at ? [{ kind: 'point', at }] : []
    }
    case 'MultiPoint':
      return list(coordinates).flatMap((entry) => ofCoordinates('Point', entry))
    case 'LineString': {
      const line = path(coordinates)
      return line.length > 1 ? [{ kind: 'line', line }] : []
    }
    case 'MultiLineString':
      return list(coordinates).flatMap((entry) => ofCoordinates('LineString', entry))
    case 'Polygon': {
      const rings = list(coordinates).map(path)
      return (rings[0]?.length ?? 0) > 2 ? [{ kind: 'area', rings }] : []
    }
    case 'MultiPolygon':
      return list(coordinates).flatMap((entry) => ofCoordinates('Polygon', entry))
    default:
      return []
  }
}

function position(value: unknown): Position | undefined {
  const [longitude, latitude] = list(value)
  if (typeof longitude !== 'number' || typeof latitude !== 'number') return undefined
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 ? [longitude, latitude] : undefined
}

function path(value: unknown): Position[] {
  return list(value).flatMap((entry) => {
    const at = position(entry)
    return at ? [at] : []
  })
}

/** Every position of the parts. */
export function positionsOf(parts: readonly GeometryPart[]): Position[] {
  return parts.flatMap((part) =>
    part.kind === 'point' ? [part.at] : part.kind === 'line' ? part.line : part.rings.flat(),
  )
}
