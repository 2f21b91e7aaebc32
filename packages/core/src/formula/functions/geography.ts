import { caseWhen, list, type SqlExpression, sql, value } from '../../sql/index.ts'
import { FLOAT64 } from '../value-types.ts'
import {
  defineFunction,
  type Emit,
  type FunctionDefinition,
  type FunctionExample,
  type Param,
  type ReturnType,
  type SqlByDialect,
  unsupportedOn,
} from './define.ts'

const NO_GEOGRAPHY = {
  ...unsupportedOn('This engine has no geography type.', 'duckdb', 'postgres', 'mariadb', 'mysql'),
  ...unsupportedOn(
    'Geographies work on Snowflake and BigQuery: here the functions measure on a plane, or differ too much.',
    'redshift',
    'sqlserver',
    'databricks',
    'trino',
  ),
}
const NULL = sql`NULL`

/** Calls of Snowflake and BigQuery, which share most names. */
function both(write: Emit, onBigquery: Emit = write): SqlByDialect {
  return { snowflake: write, bigquery: onBigquery }
}

/** A point; null for coordinates outside the globe, for which engines raise an error. */
function onGlobe(name: string): Emit {
  return ([longitude, latitude]) => {
    if (!longitude || !latitude) return NULL
    const isThere = sql`${longitude} BETWEEN -180 AND 180 AND ${latitude} BETWEEN -90 AND 90`
    const point: SqlExpression = { kind: 'fragment', strings: [`${name}(`, ', ', ')'], args: [longitude, latitude] }
    return caseWhen([{ when: isThere, value: point }])
  }
}

function call(name: string): Emit {
  return (args) => ({ kind: 'fragment', strings: [`${name}(`, ')'], args: [list(args)] })
}

/** Converts metres, or square metres, to another unit. */
function measure(name: string): Emit {
  return ([, ...shapes], info) => {
    const perMetre = METRES[String(info.constants[0] ?? '').toLowerCase()]
    if (perMetre === undefined) return value(null, FLOAT64)
    return { kind: 'fragment', strings: [`${name}(`, `) / ${perMetre}`], args: [list(shapes)] }
  }
}

const METRES: Readonly<Record<string, string>> = {
  kilometers: '1000e0',
  meters: '1e0',
  miles: '1609.344e0',
  square_kilometers: '1000000e0',
  square_meters: '1e0',
  square_miles: '2589988.110336e0',
}

function geography(
  name: string,
  summary: string,
  params: readonly Param[],
  returns: ReturnType,
  write: SqlByDialect,
  examples: readonly FunctionExample[],
): FunctionDefinition {
  return defineFunction({
    name,
    class: 'row',
    category: 'geography',
    summary,
    params,
    returns: returns === 'variant' ? () => ({ kind: 'geography' }) : returns,
    sql: { ...NO_GEOGRAPHY, ...write },
    examples,
  })
}

const polygon: Param = { name: 'polygon', type: 'geography' }
const point: Param = { name: 'point', type: 'geography' }
const lengths: Param = { name: 'units', type: 'text', constant: true, values: ['kilometers', 'meters', 'miles'] }
const areas: Param = {
  name: 'units',
  type: 'text',
  constant: true,
  values: ['square_kilometers', 'square_meters', 'square_miles'],
}
/** A square on the equator with sides of 1000 metres. */
const SQUARE = 'POLYGON((0 0, 0.008993216 0, 0.008993216 0.008993216, 0 0.008993216, 0 0))'
const pair: readonly Param[] = [
  { name: 'geography1', type: 'geography' },
  { name: 'geography2', type: 'geography' },
]

/** Supported by the language, and by engines with the geography type. */
export const geographyFunctions: readonly FunctionDefinition[] = [
  geography('Area', 'Area of a polygon.', [areas, polygon], 'number', both(measure('ST_AREA')), [
    ['Area("square_meters", MakePoint(1, 1))', 0],
  ]),
  geography('Centroid', 'Centre point of a geography.', [polygon], 'variant', both(call('ST_CENTROID')), [
    ['Centroid(MakeLine(MakePoint(0, 0), MakePoint(4, 0)))', 'POINT(2 0)'],
  ]),
  geography(
    'Distance',
    'Shortest distance between two geographies.',
    [lengths, { ...polygon, name: 'geog1' }, { ...polygon, name: 'geog2' }],
    'number',
    both(measure('ST_DISTANCE')),
    [['Distance("kilometers", MakePoint(3, 4), MakePoint(3, 4))', 0]],
  ),
  geography(
    'Geography',
    'Reads GeoJSON or well-known text.',
    [{ name: 'value', type: ['text', 'variant'] }],
    'variant',
    {
      snowflake: ([x]) => (x ? sql`TRY_TO_GEOGRAPHY(${x})` : NULL),
      bigquery: ([x], { types }) =>
        x
          ? types[0]?.kind === 'text'
            ? sql`SAFE.ST_GEOGFROM(${x})`
            : sql`SAFE.ST_GEOGFROMGEOJSON(TO_JSON_STRING(${x}))`
          : NULL,
    },
    [
      ['Geography("POINT(12 55)")', 'POINT(12 55)'],
      ['Geography("not a shape")', null],
    ],
  ),
  geography('Intersects', 'True when two geographies share a point.', pair, 'logical', both(call('ST_INTERSECTS')), [
    ['Intersects(Geography("POLYGON((0 0, 2 0, 2 2, 0 2, 0 0))"), MakePoint(1, 1))', true],
  ]),
  geography('Latitude', 'Latitude of a point.', [point], 'number', both(call('ST_Y')), [
    ['Latitude(MakePoint(10, 20))', 20],
  ]),
  geography('Longitude', 'Longitude of a point.', [point], 'number', both(call('ST_X')), [
    ['Longitude(MakePoint(10, 20))', 10],
  ]),
  geography(
    'MakeLine',
    'Line through points in order.',
    [
      { ...point, name: 'geo' },
      { ...point, name: 'geo', repeats: true },
    ],
    'variant',
    {
      // Snowflake accepts two shapes in a call, BigQuery an array of them.
      snowflake: ([first, ...rest]) => rest.reduce((line, next) => sql`ST_MAKELINE(${line}, ${next})`, first ?? NULL),
      bigquery: (args) => sql`ST_MAKELINE([${list(args)}])`,
    },
    [['MakeLine(MakePoint(0, 0), MakePoint(1, 1))', 'LINESTRING(0 0, 1 1)']],
  ),
  geography(
    'MakePoint',
    'Point from longitude and latitude.',
    [
      { name: 'longitude', type: 'number' },
      { name: 'latitude', type: 'number' },
    ],
    'variant',
    both(onGlobe('ST_MAKEPOINT'), onGlobe('ST_GEOGPOINT')),
    [
      ['Text(MakePoint(-73.9, 40.7))', 'POINT(-73.9 40.7)'],
      ['MakePoint(0, 91)', null],
    ],
  ),
  geography(
    'Perimeter',
    'Length of the outline of a polygon.',
    [lengths, polygon],
    'number',
    both(measure('ST_PERIMETER')),
    [
      { formula: 'Perimeter("meters", [Shape])', rows: [{ Shape: SQUARE }], results: [4000] },
      ['Perimeter("meters", MakePoint(1, 1))', 0],
    ],
  ),
  geography('Within', 'True when the first lies wholly inside the second.', pair, 'logical', both(call('ST_WITHIN')), [
    ['Within(MakePoint(1, 1), Geography("POLYGON((0 0, 3 0, 3 3, 0 3, 0 0))"))', true],
  ]),
]
