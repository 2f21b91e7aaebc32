import { and, caseWhen, cast, list, type SqlExpression, sql } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import { INT64, TEXT, VARIANT } from '../value-types.ts'
import { call, pieces } from '../words/ansi.ts'
import { wordsOf } from '../words/index.ts'
import {
  defineFunction,
  type Emit,
  type EmitInfo,
  type FunctionDefinition,
  type FunctionExample,
  type Param,
  type SqlByDialect,
  type Unsupported,
  unsupportedOn,
} from './define.ts'
import { mysqlAmong, mysqlGathered, mysqlIsNull, mysqlJoin, mysqlRebuilt, mysqlSlice } from './mysql-arrays.ts'
import { count, integer, integerText, wholeNumber } from './numbers.ts'
import { jsonValue } from './variant.ts'

type Engine = 'duckdb' | 'postgres'
const NULL = sql`NULL`
const array: Param = { name: 'array', type: ['variant', 'array'] }

function byEngine(write: (engine: Engine) => Emit, others: SqlByDialect): SqlByDialect {
  return { duckdb: write('duckdb'), postgres: write('postgres'), ...others }
}

interface ArrayFunction {
  name: string
  summary: string
  params: readonly Param[]
  returns?: 'text' | 'integer' | 'logical' | 'variant'
  examples: readonly FunctionExample[]
  duckdb: Emit
  postgres: Emit
  mysqlFamily: Emit | Unsupported
  snowflake: Emit
  /** Engines for which there is more than the note that it is not offered there. */
  others?: SqlByDialect
}

const MONTHLY = [
  { x: '2024-01-01 00:00:00', y: 5 },
  { x: '2024-02-01 00:00:00', y: 8 },
]

function row(definition: ArrayFunction): FunctionDefinition {
  const { returns = 'variant', duckdb, postgres, mysqlFamily, snowflake, others, ...rest } = definition
  const sql = { ...NOT_OFFERED, duckdb, postgres, mysqlFamily, snowflake, ...others }
  return defineFunction({ ...rest, returns, class: 'row', category: 'array', sql })
}

const NOT_OFFERED = unsupportedOn(
  'Functions that change arrays are not offered on this engine yet.',
  'bigquery',
  'databricks',
  'redshift',
  'trino',
  'sqlserver',
)

/** A call of a Snowflake function that takes and gives arrays, with variants round it. */
function ofArrays(name: string): (args: readonly SqlExpression[]) => SqlExpression {
  return (args) => sql`TO_VARIANT(${call(name, ...args.map((arg) => sql`CAST(${arg} AS ARRAY)`))})`
}

function isList(type: ValueType | undefined): boolean {
  return type?.kind === 'array'
}

/** An argument as JSON, whatever kind of array it is. */
function json(engine: Engine, args: readonly SqlExpression[], info: EmitInfo, at: number): SqlExpression {
  return jsonValue(engine, args[at] ?? NULL, info.types[at] ?? VARIANT)
}

/** DuckDB: the elements as a list of JSON values, of which the JSON null is one. */
function elements(x: SqlExpression): SqlExpression {
  return sql`CAST(JSON_EXTRACT(${x}, '$[*]') AS JSON[])`
}

/** PostgreSQL: an array built again from the elements of another; an empty one rather than null. */
function rebuilt(x: SqlExpression, condition: SqlExpression, aggregate = sql`JSONB_AGG(e ORDER BY n)`): SqlExpression {
  return caseWhen([
    {
      when: sql`${x} IS NOT NULL`,
      value: sql`(SELECT COALESCE(${aggregate}, '[]') FROM JSONB_ARRAY_ELEMENTS(${asArray(x)}) WITH ORDINALITY AS t(e, n) WHERE ${condition})`,
    },
  ])
}

/** PostgreSQL refuses to take apart what is no array. */
function asArray(x: SqlExpression): SqlExpression {
  return sql`CASE WHEN JSONB_TYPEOF(${x}) = 'array' THEN ${x} ELSE '[]' END`
}

function whenKnown(result: SqlExpression, ...args: readonly SqlExpression[]): SqlExpression {
  return caseWhen([{ when: and(...args.map((arg) => sql`${arg} IS NOT NULL`)), value: result }])
}

function aggregated(distinct: boolean): SqlByDialect {
  return byEngine(
    (engine) =>
      ([x], { types, constants }) => {
        if (!x) return NULL
        const isMoment = ['date', 'timestamp', 'instant'].includes(types[0]?.kind ?? '')
        const item = isMoment ? cast(x, TEXT) : x
        const isDescending = String(constants[1] ?? 'asc').toLowerCase() === 'desc'
        const items = distinct
          ? isDescending
            ? sql`DISTINCT ${item} ORDER BY ${item} DESC`
            : sql`DISTINCT ${item} ORDER BY ${item}`
          : item
        if (engine === 'postgres') return sql`JSONB_AGG(${items}) FILTER (WHERE ${x} IS NOT NULL)`
        return sql`TO_JSON(LIST(${items}) FILTER (WHERE ${x} IS NOT NULL))`
      },
    {
      ...unsupportedOn('This engine does not gather values into arrays.', 'redshift', 'sqlserver'),
      ...unsupportedOn(
        'Gathering values into arrays is not offered on this engine yet.',
        'bigquery',
        'databricks',
        'trino',
      ),
      mysqlFamily: ([x], { types, constants }) => {
        const [type] = types
        if (!x || !type) return NULL
        const order = String(constants[1] ?? 'asc').toLowerCase() === 'desc' ? 'descending' : 'ascending'
        return mysqlGathered(wordsOf('mariadb').json.of(x, type), x, distinct ? order : null)
      },
      snowflake: ([x], { constants }) => {
        if (!x) return NULL
        const order = String(constants[1] ?? 'asc').toLowerCase() === 'desc' ? ' DESC' : ''
        return distinct
          ? pieces(['TO_VARIANT(ARRAY_AGG(DISTINCT ', ') WITHIN GROUP (ORDER BY ', `${order}))`], x, x)
          : sql`TO_VARIANT(ARRAY_AGG(${x}))`
      },
    },
  )
}

export const arrayFunctions: readonly FunctionDefinition[] = [
  defineFunction({
    name: 'ArrayAgg',
    class: 'aggregate',
    category: 'aggregate',
    summary: 'Gathers the values of the group that are not null into an array.',
    params: [{ name: 'value', type: 'any' }],
    returns: 'variant',
    sql: aggregated(false),
    examples: [
      {
        formula: 'ArrayAgg([City])',
        rows: [{ City: 'Oslo' }, { City: null }, { City: 'Bergen' }],
        result: ['Oslo', 'Bergen'],
      },
    ],
  }),
  defineFunction({
    name: 'ArrayAggDistinct',
    class: 'aggregate',
    category: 'aggregate',
    summary: 'Gathers the different values of the group into a sorted array.',
    params: [
      { name: 'value', type: 'any' },
      { name: 'direction', type: 'text', optional: true, constant: true, values: ['asc', 'desc'] },
    ],
    returns: 'variant',
    sql: aggregated(true),
    examples: [
      {
        formula: 'ArrayAggDistinct([City], "desc")',
        rows: [{ City: 'Bergen' }, { City: 'Oslo' }, { City: 'Bergen' }],
        result: ['Oslo', 'Bergen'],
      },
    ],
  }),
  row({
    name: 'ArrayCompact',
    summary: 'The array without its null elements.',
    params: [array],
    examples: [['ArrayCompact(Array(1, null, 3))', [1, 3]]],
    duckdb: (args, info) =>
      sql`TO_JSON(LIST_FILTER(${elements(json('duckdb', args, info, 0))}, LAMBDA e: CAST(e AS VARCHAR) <> 'null'))`,
    postgres: (args, info) => rebuilt(json('postgres', args, info, 0), sql`e <> 'null'`),
    mysqlFamily: ([x]) => (x ? mysqlRebuilt(x, sql`NOT ${mysqlIsNull}`) : NULL),
    snowflake: ofArrays('ARRAY_COMPACT'),
  }),
  row({
    name: 'ArrayConcat',
    summary: 'Joins arrays end to end; null when one is null.',
    params: [{ ...array, repeats: true }],
    examples: [
      ['ArrayConcat(Array(1, null), Array("a"))', [1, null, 'a']],
      ['ArrayConcat(Array(1), null)', null],
    ],
    duckdb: (args, info) =>
      whenKnown(
        sql`TO_JSON(FLATTEN([${list(args.map((_arg, at) => elements(json('duckdb', args, info, at))))}]))`,
        ...args,
      ),
    postgres: (args, info) => ({
      kind: 'list',
      items: args.map((_arg, at) => json('postgres', args, info, at)),
      separator: ' || ',
    }),
    mysqlFamily: (args) => sql`JSON_MERGE_PRESERVE(JSON_ARRAY(), ${list(args)})`,
    snowflake: ([first, ...rest]) => rest.reduce((all, next) => ofArrays('ARRAY_CAT')([all, next]), first ?? NULL),
  }),
  row({
    name: 'ArrayContains',
    summary: 'True when the text is an element of the array.',
    params: [array, { name: 'target', type: 'text' }],
    returns: 'logical',
    examples: [
      ['ArrayContains(Array("a", "b"), "b")', true],
      ['ArrayContains(Array("ab"), "a")', false],
      {
        formula: 'ArrayContains([Days], "monday")',
        rows: [{ Day: 'monday' }],
        element: { controls: { Days: { controlType: 'list', values: ['tuesday'] } } },
        results: [false],
      },
      {
        formula: 'ArrayContains([Days], [Day])',
        rows: [{ Day: 'friday' }, { Day: 'the "first", \\ and last' }],
        element: {
          sort: { column: 'Day', direction: 'ascending' },
          controls: { Days: { controlType: 'list', values: ['tuesday', 'the "first", \\ and last'] } },
        },
        results: [false, true],
      },
    ],
    duckdb: ([x, y], { types }) => {
      if (!x || !y) return NULL
      return isList(types[0]) ? sql`LIST_CONTAINS(${x}, ${y})` : sql`JSON_CONTAINS(${x}, TO_JSON(${y}))`
    },
    postgres: ([x, y], { types }) => {
      if (!x || !y) return NULL
      return isList(types[0]) ? sql`${y} = ANY(${x})` : sql`${x} @> TO_JSONB(${y})`
    },
    mysqlFamily: ([x, y]) => (x && y ? sql`JSON_CONTAINS(${x}, JSON_QUOTE(${y})) = 1` : NULL),
    snowflake: ([x, y]) => (x && y ? sql`ARRAY_CONTAINS(TO_VARIANT(${y}), CAST(${x} AS ARRAY))` : NULL),
    others: {
      bigquery: ([x, y], { types }) =>
        x && y ? (isList(types[0]) ? sql`${y} IN UNNEST(${x})` : sql`${y} IN UNNEST(JSON_VALUE_ARRAY(${x}))`) : NULL,
      databricks: ([x, y], { types }) =>
        x && y ? sql`ARRAY_CONTAINS(${isList(types[0]) ? x : sql`CAST(${x} AS ARRAY<STRING>)`}, ${y})` : NULL,
      trino: ([x, y], { types }) =>
        x && y ? sql`CONTAINS(${isList(types[0]) ? x : sql`CAST(${x} AS ARRAY(VARCHAR))`}, ${y})` : NULL,
    },
  }),
  row({
    name: 'ArrayDistinct',
    summary: 'The array without repeated elements, in no fixed order.',
    params: [array],
    examples: [['ArrayDistinct(Array("a", "a"))', ['a']]],
    duckdb: (args, info) => sql`TO_JSON(LIST_DISTINCT(${elements(json('duckdb', args, info, 0))}))`,
    postgres: (args, info) => rebuilt(json('postgres', args, info, 0), sql`TRUE`, sql`JSONB_AGG(DISTINCT e)`),
    mysqlFamily: ([x]) => (x ? mysqlRebuilt(x, sql`TRUE`, true) : NULL),
    snowflake: ofArrays('ARRAY_DISTINCT'),
  }),
  row({
    name: 'ArrayExcept',
    summary: 'Different elements of the first array that are not in the second.',
    params: [array, { ...array, name: 'array2' }],
    examples: [
      ['ArrayExcept(Array("red", "black"), Array("black"))', ['red']],
      ['ArrayExcept(Array(1), Array(1))', []],
      ['ArrayExcept(Array(1), Null)', null],
    ],
    duckdb: (args, info) => among(args, info, false),
    postgres: (args, info) => amongPostgres(args, info, false),
    mysqlFamily: (args) => mysqlAmong(args, false),
    snowflake: ofArrays('ARRAY_EXCEPT'),
  }),
  row({
    name: 'ArrayIntersection',
    summary: 'Different elements that are in both arrays.',
    params: [array, { ...array, name: 'array2' }],
    examples: [
      ['ArrayIntersection(Array("a", "b"), Array("b", "c"))', ['b']],
      ['ArrayIntersection(Array(1), Array(2))', []],
    ],
    duckdb: (args, info) => among(args, info, true),
    postgres: (args, info) => amongPostgres(args, info, true),
    mysqlFamily: (args) => mysqlAmong(args, true),
    snowflake: ofArrays('ARRAY_INTERSECTION'),
  }),
  row({
    name: 'ArrayJoin',
    summary: 'Joins the elements into one text; nulls are left out unless there is a text for them.',
    params: [
      array,
      { name: 'separator', type: 'text', optional: true, doc: 'A comma when absent.' },
      { name: 'nullReplacement', type: 'text', optional: true },
    ],
    returns: 'text',
    examples: [
      ['ArrayJoin(Array("red", null, "blue"), " or ", "*")', 'red or * or blue'],
      ['ArrayJoin(Array("red", null, "blue"))', 'red,blue'],
      ['ArrayJoin(Array())', ''],
    ],
    duckdb: (args, info) => {
      const [x, separator, replacement] = args
      if (!x) return NULL
      const text = replacement ? sql`COALESCE(e ->> '$', ${replacement})` : sql`e ->> '$'`
      const texts = sql`LIST_FILTER(LIST_TRANSFORM(${elements(json('duckdb', args, info, 0))}, LAMBDA e: ${text}), LAMBDA t: t IS NOT NULL)`
      return whenKnown(sql`COALESCE(ARRAY_TO_STRING(${texts}, ${separator ?? sql`','`}), '')`, ...args)
    },
    postgres: (args, info) => {
      const [x, separator, replacement] = args
      if (!x) return NULL
      const text = replacement ? sql`COALESCE(e #>> '{}', ${replacement})` : sql`e #>> '{}'`
      return whenKnown(
        sql`(SELECT COALESCE(STRING_AGG(${text}, ${separator ?? sql`','`} ORDER BY n), '') FROM JSONB_ARRAY_ELEMENTS(${asArray(json('postgres', args, info, 0))}) WITH ORDINALITY AS t(e, n))`,
        ...args,
      )
    },
    mysqlFamily: mysqlJoin,
    snowflake: ([x, separator]) =>
      x ? sql`ARRAY_TO_STRING(ARRAY_COMPACT(CAST(${x} AS ARRAY)), ${separator ?? sql`','`})` : NULL,
  }),
  row({
    name: 'ArrayLength',
    summary: 'Number of elements.',
    params: [array],
    returns: 'integer',
    examples: [
      ['ArrayLength(Array("a", "b", "c"))', 3],
      ['ArrayLength(Array())', 0],
      ['ArrayLength(Null)', null],
      {
        formula: 'ArrayLength([City-Control]) = 0',
        rows: [{ City: 'Oslo' }],
        element: { controls: { 'City-Control': { controlType: 'list', values: [] } } },
        results: [true],
      },
    ],
    duckdb: ([x], { types }) => {
      if (!x) return NULL
      return isList(types[0]) ? cast(sql`LEN(${x})`, INT64) : cast(sql`JSON_ARRAY_LENGTH(${x})`, INT64)
    },
    postgres: ([x], { types }) => {
      if (!x) return NULL
      return isList(types[0])
        ? cast(sql`CARDINALITY(${x})`, INT64)
        : cast(whenKnown(sql`JSONB_ARRAY_LENGTH(${asArray(x)})`, x), INT64)
    },
    mysqlFamily: ([x]) =>
      x
        ? cast(sql`CASE WHEN JSON_TYPE(${x}) = 'ARRAY' THEN JSON_LENGTH(${x}) WHEN ${x} IS NOT NULL THEN 0 END`, INT64)
        : NULL,
    snowflake: ([x]) => (x ? cast(sql`ARRAY_SIZE(CAST(${x} AS ARRAY))`, INT64) : NULL),
    others: {
      bigquery: ([x], { types }) =>
        x ? (isList(types[0]) ? sql`ARRAY_LENGTH(${x})` : sql`ARRAY_LENGTH(JSON_QUERY_ARRAY(${x}))`) : NULL,
      databricks: ([x], { types }) =>
        x ? cast(sql`SIZE(${isList(types[0]) ? x : sql`CAST(${x} AS ARRAY<VARIANT>)`})`, INT64) : NULL,
      trino: ([x], { types }) =>
        x ? (isList(types[0]) ? sql`CARDINALITY(${x})` : sql`JSON_ARRAY_LENGTH(${x})`) : NULL,
      redshift: ([x]) => (x ? sql`GET_ARRAY_LENGTH(${x})` : NULL),
    },
  }),
  row({
    name: 'ArraySlice',
    summary: 'Part of an array from an index counted from 0, or from the end when negative.',
    params: [
      array,
      { name: 'start', type: 'number' },
      { name: 'length', type: 'number', optional: true, doc: 'To the end when absent.' },
    ],
    examples: [
      ['ArraySlice(Array(10, 20, 30, 40), 1, 2)', [20, 30]],
      ['ArraySlice(Array(10, 20, 30), -2)', [20, 30]],
      ['ArraySlice(Array(10, 20), 5)', []],
      ['ArraySlice(Array(10, 20), 0, -1)', []],
    ],
    duckdb: (args, info) => {
      const [x, start, length] = args
      if (!x || !start) return NULL
      const all = elements(json('duckdb', args, info, 0))
      const from = startIndex(sql`LEN(${all})`, integer(start, info.constants[1]))
      const to = length ? sql`${from} + GREATEST(${integer(length, info.constants[2])}, 0)` : sql`LEN(${all})`
      return whenKnown(sql`TO_JSON(LIST_SLICE(${all}, ${sql`${from} + 1`}, ${to}))`, ...args)
    },
    postgres: (args, info) => {
      const [x, start, length] = args
      if (!x || !start) return NULL
      const whole = json('postgres', args, info, 0)
      const from = startIndex(sql`JSONB_ARRAY_LENGTH(${asArray(whole)})`, integer(start, info.constants[1]))
      const until = length ? sql`n <= ${from} + ${integer(length, info.constants[2])}` : sql`TRUE`
      return whenKnown(rebuilt(whole, and(sql`n > ${from}`, until)), ...args)
    },
    mysqlFamily: ([x, start, length], { constants }) => {
      if (!x || !start) return NULL
      const words = wordsOf('mariadb')
      return mysqlSlice(x, count(words, start, constants[1]), length && count(words, length, constants[2]))
    },
    snowflake: ([x, start, length], { constants }) => {
      if (!x || !start) return NULL
      const words = wordsOf('snowflake')
      const array = sql`CAST(${x} AS ARRAY)`
      const size = sql`ARRAY_SIZE(${array})`
      const from = startIndex(size, count(words, start, constants[1]))
      const to = length ? sql`${from} + GREATEST(${count(words, length, constants[2])}, 0)` : size
      return sql`TO_VARIANT(ARRAY_SLICE(${array}, ${from}, ${to}))`
    },
  }),
  defineFunction({
    name: 'RaggedHierarchy',
    class: 'row',
    category: 'array',
    summary: 'Builds a hierarchy from its levels, from the top down; missing levels are closed up.',
    nulls: 'Nulls are left out.',
    params: [{ name: 'level', type: 'any', repeats: true }],
    returns: 'variant',
    sql: {
      ...NOT_OFFERED,
      mysqlFamily: (args, { types }) => {
        const { json } = wordsOf('mariadb')
        const items = args.map((arg, at) => json.of(arg, types[at] ?? TEXT))
        return mysqlRebuilt(json.array(items), sql`NOT ${mysqlIsNull}`)
      },
      snowflake: (args) => sql`TO_VARIANT(ARRAY_CONSTRUCT_COMPACT(${list(args)}))`,
      duckdb: (args, { types }) =>
        sql`TO_JSON(LIST_FILTER([${list(args.map((arg, at) => jsonValue('duckdb', arg, types[at] ?? TEXT)))}], LAMBDA e: CAST(e AS VARCHAR) <> 'null'))`,
      postgres: (args, { types }) =>
        rebuilt(
          sql`JSONB_BUILD_ARRAY(${list(args.map((arg, at) => jsonValue('postgres', arg, types[at] ?? TEXT)))})`,
          sql`e <> 'null'`,
        ),
    },
    examples: [
      {
        formula: 'RaggedHierarchy([Region], [State], [City])',
        rows: [
          { Region: 'East', State: null, City: 'Albany' },
          { Region: 'East', State: 'NY', City: 'Albany' },
        ],
        results: [
          ['East', 'Albany'],
          ['East', 'NY', 'Albany'],
        ],
      },
    ],
  }),
  row({
    name: 'Sequence',
    summary: 'Whole numbers from a start towards an end in steps; the end is included when it is hit.',
    params: [
      { name: 'start', type: 'number' },
      { name: 'end', type: 'number' },
      { name: 'step', type: 'number', optional: true, constant: true, doc: '1 when absent.' },
    ],
    examples: [
      ['Sequence(2, 9, 3)', [2, 5, 8]],
      ['Sequence(5, 1, -2)', [5, 3, 1]],
      ['Sequence(1, 5, -1)', []],
      ['Sequence(1, 5, 0)', []],
    ],
    duckdb: (args, { constants }) => series(args, constants, (call) => sql`TO_JSON(${call})`),
    postgres: (args, { constants }) =>
      series(args, constants, (call) => sql`(SELECT COALESCE(JSONB_AGG(g), '[]') FROM ${call} AS g)`),
    mysqlFamily: { unsupported: 'This engine has no function that counts from one number to another.' },
    snowflake: ([start, end], { constants }) => {
      if (!start || !end) return NULL
      const step = constants[2] === undefined ? 1 : (wholeNumber(constants[2]) ?? 1)
      if (step === 0) return sql`TO_VARIANT(ARRAY_CONSTRUCT())`
      const words = wordsOf('snowflake')
      const last = sql`${words.integer(end)} + ${integerText(Math.sign(step))}`
      return sql`TO_VARIANT(ARRAY_GENERATE_RANGE(${words.integer(start)}, ${last}, ${integerText(step)}))`
    },
  }),
  defineFunction({
    name: 'Sparkline',
    class: 'row',
    category: 'array',
    summary: 'Marks an array of {x, y} to be drawn as a small chart in the table.',
    params: [{ name: 'JSON', type: 'variant' }],
    returns: 'variant',
    sql: { standard: ([x]) => x ?? NULL },
    examples: [
      ['Sparkline(Array({ x: 1, y: 5 }))', [{ x: 1, y: 5 }]],
      { formula: 'Sparkline([Monthly])', rows: [{ Monthly: MONTHLY }], results: [MONTHLY] },
    ],
  }),
  row({
    name: 'SplitToArray',
    summary: 'Splits text at every delimiter; into characters when the delimiter is empty.',
    params: [
      { name: 'string', type: 'text' },
      { name: 'delimiter', type: 'text' },
    ],
    examples: [
      ['SplitToArray("a_b", "_")', ['a', 'b']],
      ['SplitToArray("ab", "")', ['a', 'b']],
      ['SplitToArray("bb", "b")', ['', '', '']],
      ['SplitToArray("", "b")', ['']],
      ['SplitToArray("a", Null)', null],
    ],
    duckdb: ([x, delimiter]) =>
      x && delimiter ? whenKnown(sql`TO_JSON(STRING_SPLIT(${x}, ${delimiter}))`, x, delimiter) : NULL,
    postgres: ([x, delimiter]) => {
      if (!x || !delimiter) return NULL
      const parts = sql`CASE WHEN ${x} = '' THEN '[""]' ELSE TO_JSONB(STRING_TO_ARRAY(${x}, NULLIF(${delimiter}, ''))) END`
      return whenKnown(parts, x, delimiter)
    },
    mysqlFamily: { unsupported: 'This engine has no function that splits a text into an array.' },
    snowflake: ([x, delimiter]) => (x && delimiter ? sql`TO_VARIANT(SPLIT(${x}, ${delimiter}))` : NULL),
  }),
]

/** Index counted from 0, of a start that may be counted from the end. */
function startIndex(length: SqlExpression, start: SqlExpression): SqlExpression {
  return sql`(CASE WHEN ${start} < 0 THEN GREATEST(${length} + ${start}, 0) ELSE ${start} END)`
}

function among(args: readonly SqlExpression[], info: EmitInfo, isWanted: boolean): SqlExpression {
  const [first, second] = [elements(json('duckdb', args, info, 0)), elements(json('duckdb', args, info, 1))]
  const found = sql`LIST_CONTAINS(${second}, e)`
  const kept = sql`LIST_FILTER(${first}, LAMBDA e: ${isWanted ? found : sql`NOT ${found}`})`
  return whenKnown(sql`TO_JSON(LIST_DISTINCT(${kept}))`, ...args)
}

function amongPostgres(args: readonly SqlExpression[], info: EmitInfo, isWanted: boolean): SqlExpression {
  const second = sql`SELECT JSONB_ARRAY_ELEMENTS(${asArray(json('postgres', args, info, 1))})`
  const found = isWanted ? sql`e IN (${second})` : sql`e NOT IN (${second})`
  return whenKnown(rebuilt(json('postgres', args, info, 0), found, sql`JSONB_AGG(DISTINCT e)`), ...args)
}

function series(
  [start, end]: readonly SqlExpression[],
  constants: EmitInfo['constants'],
  wrap: (call: SqlExpression) => SqlExpression,
): SqlExpression {
  if (!start || !end) return NULL
  const step = constants[2] === undefined ? 1 : (wholeNumber(constants[2]) ?? 1)
  if (step === 0) return whenKnown(cast(sql`'[]'`, VARIANT), start, end)
  const from = cast(sql`ROUND(${start})`, INT64)
  const to = cast(sql`ROUND(${end})`, INT64)
  return whenKnown(wrap(sql`GENERATE_SERIES(${from}, ${to}, ${integerText(step)})`), start, end)
}
