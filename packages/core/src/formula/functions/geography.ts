import { defineFunction, type FunctionDefinition, type Param, type ReturnType } from './define.ts'

const NO_GEOGRAPHY = { unsupported: 'This engine has no geography type.' }

function geography(name: string, summary: string, params: readonly Param[], returns: ReturnType): FunctionDefinition {
  return defineFunction({
    name,
    class: 'row',
    category: 'geography',
    summary,
    params,
    returns: returns === 'variant' ? () => ({ kind: 'geography' }) : returns,
    sql: { duckdb: NO_GEOGRAPHY, postgres: NO_GEOGRAPHY },
    examples: [],
  })
}

const shape: Param = { name: 'geography', type: 'geography' }
const lengths: Param = { name: 'units', type: 'text', constant: true, values: ['kilometers', 'meters', 'miles'] }
const areas: Param = {
  name: 'units',
  type: 'text',
  constant: true,
  values: ['square_kilometers', 'square_meters', 'square_miles'],
}
const pair: readonly Param[] = [shape, { ...shape, name: 'geography2' }]

/** Known to the language, and to the engines that have the type; their SQL comes with their dialects. */
export const geographyFunctions: readonly FunctionDefinition[] = [
  geography('Area', 'Area of a polygon.', [areas, shape], 'number'),
  geography('Centroid', 'Centre point of a geography.', [shape], 'variant'),
  geography('Distance', 'Shortest distance between two geographies.', [lengths, ...pair], 'number'),
  geography(
    'Geography',
    'Reads GeoJSON or well-known text.',
    [{ name: 'value', type: ['text', 'variant'] }],
    'variant',
  ),
  geography('Intersects', 'True when two geographies share a point.', pair, 'logical'),
  geography('Latitude', 'Latitude of a point.', [shape], 'number'),
  geography('Longitude', 'Longitude of a point.', [shape], 'number'),
  geography('MakeLine', 'Line through points in order.', [shape, { ...shape, repeats: true }], 'variant'),
  geography(
    'MakePoint',
    'Point from longitude and latitude.',
    [
      { name: 'longitude', type: 'number' },
      { name: 'latitude', type: 'number' },
    ],
    'variant',
  ),
  geography('Perimeter', 'Length of the outline of a polygon.', [lengths, shape], 'number'),
  geography('Within', 'True when the first lies wholly inside the second.', pair, 'logical'),
]
