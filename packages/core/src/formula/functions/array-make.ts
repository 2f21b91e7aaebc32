import { and, caseWhen, cast, type DialectName, list, type SqlExpression, sql } from '../../sql/index.ts'
import { TEXT, VARIANT } from '../value-types.ts'
import { wordsOf } from '../words/index.ts'
import { arrayFunction, NULL, rebuilt, whenKnown } from './array-function.ts'
import { onLists } from './array-lists.ts'
import { defineFunction, type Emit, type EmitInfo, type FunctionDefinition, unsupportedOn } from './define.ts'
import { mysqlIsNull, mysqlRebuilt, mysqlSequence, mysqlSplit } from './mysql-arrays.ts'
import { integerText, wholeNumber, wholeWithin } from './numbers.ts'
import { jsonValue, NO_VARIANTS } from './variant.ts'

const MONTHLY = [
  { x: '2024-01-01 00:00:00', y: 5 },
  { x: '2024-02-01 00:00:00', y: 8 },
]

/** Functions that create arrays from other values. */
export const arrayMakers: readonly FunctionDefinition[] = [
  defineFunction({
    name: 'RaggedHierarchy',
    class: 'row',
    category: 'array',
    summary: 'Builds a hierarchy from its levels, from the top down; missing levels are closed up.',
    nulls: 'Nulls are left out.',
    params: [{ name: 'level', type: 'any', repeats: true }],
    returns: 'variant',
    sql: {
      ...unsupportedOn('Redshift has no function that looks into the elements of an array.', 'redshift'),
      ...unsupportedOn('SQL Server has no type for arrays.', 'sqlserver'),
      ...onLists(
        (lists, dialect): Emit =>
          (args, { types }) => {
            const { json } = wordsOf(dialect)
            const levels = json.array(args.map((arg, at) => json.of(arg, types[at] ?? TEXT)))
            return lists.variant(lists.withoutNulls(lists.of(levels, VARIANT)))
          },
      ),
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
  arrayFunction({
    name: 'Sequence',
    summary: 'Whole numbers from a start towards an end in steps; the end is included when it is hit.',
    nulls: 'Null when an argument is null, and for more than 100,000 numbers.',
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
      ['Sequence(3, 3)', [3]],
      ['Sequence(0.6, 2.4)', [1, 2]],
      ['Sequence(1, Null)', null],
      ['ArrayLength(Sequence(1, 1e5))', 100_000],
      ['Sequence(1, 100001)', null],
      ['Sequence(1, 1e308, -1)', null],
    ],
    duckdb: (args, info) => series(args, info, 'duckdb', (call) => sql`TO_JSON(${call})`),
    postgres: (args, info) =>
      series(args, info, 'postgres', (call) => sql`(SELECT COALESCE(JSONB_AGG(g), '[]') FROM ${call} AS g)`),
    mysqlFamily: (args, info) => {
      const step = stepOf(info.constants)
      return fewItems(args, info, 'mariadb', (from, to) => mysqlSequence(from, to, step))
    },
    snowflake: ([start, end], { constants }) => {
      if (!start || !end) return NULL
      const step = stepOf(constants)
      if (step === 0) return whenKnown(sql`TO_VARIANT(ARRAY_CONSTRUCT())`, start, end)
      const words = wordsOf('snowflake')
      const last = sql`${words.integer(end)} + ${integerText(Math.sign(step))}`
      return sql`TO_VARIANT(ARRAY_GENERATE_RANGE(${words.integer(start)}, ${last}, ${integerText(step)}))`
    },
    lists: (lists, dialect) => (args, info) => {
      const [words, step] = [wordsOf(dialect), stepOf(info.constants)]
      const none = words.json.array([])
      if (step === 0) return whenKnown(none, ...args.slice(0, 2))
      return fewItems(args, info, dialect, (from, to) => {
        const leadsThere = step < 0 ? sql`${from} >= ${to}` : sql`${from} <= ${to}`
        return caseWhen([{ when: leadsThere, value: lists.range(from, to, step) }], none)
      })
    },
  }),
  defineFunction({
    name: 'Sparkline',
    class: 'row',
    category: 'array',
    summary: 'Marks an array of {x, y} to be drawn as a small chart in the table.',
    params: [{ name: 'JSON', type: 'variant' }],
    returns: 'variant',
    sql: { standard: ([x]) => x ?? NULL, ...NO_VARIANTS },
    examples: [
      ['Sparkline(Array({ x: 1, y: 5 }))', [{ x: 1, y: 5 }]],
      { formula: 'Sparkline([Monthly])', rows: [{ Monthly: MONTHLY }], results: [MONTHLY] },
    ],
  }),
  arrayFunction({
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
      {
        formula: 'SplitToArray([Path], [Mark])',
        rows: [
          { Path: 'C:\\n"x"\\née', Mark: '\\n' },
          { Path: 'a%_b', Mark: '%_' },
          { Path: 'a b ', Mark: ' ' },
        ],
        results: [
          ['C:', '"x"', 'ée'],
          ['a', 'b'],
          ['a', 'b', ''],
        ],
      },
    ],
    duckdb: ([x, delimiter]) =>
      x && delimiter ? whenKnown(sql`TO_JSON(STRING_SPLIT(${x}, ${delimiter}))`, x, delimiter) : NULL,
    postgres: ([x, delimiter]) => {
      if (!x || !delimiter) return NULL
      const parts = sql`CASE WHEN ${x} = '' THEN '[""]' ELSE TO_JSONB(STRING_TO_ARRAY(${x}, NULLIF(${delimiter}, ''))) END`
      return whenKnown(parts, x, delimiter)
    },
    mysqlFamily: ([x, delimiter]) => (x && delimiter ? whenKnown(mysqlSplit(x, delimiter), x, delimiter) : NULL),
    // With an empty delimiter Snowflake returns the whole text.
    snowflake: ([x, delimiter]) => {
      if (!x || !delimiter) return NULL
      const characters = sql`REGEXP_SUBSTR_ALL(${x}, '.', 1, 1, 's')`
      return sql`TO_VARIANT(${caseWhen([{ when: sql`${delimiter} = '' AND ${x} <> ''`, value: characters }], sql`SPLIT(${x}, ${delimiter})`)})`
    },
    lists:
      (lists) =>
      ([x, delimiter]) =>
        x && delimiter ? whenKnown(lists.split(x, delimiter), x, delimiter) : NULL,
    others: {
      redshift: ([x, delimiter]) => (x && delimiter ? sql`SPLIT_TO_ARRAY(${x}, ${delimiter})` : NULL),
    },
  }),
]

function stepOf(constants: EmitInfo['constants']): number {
  return constants[2] === undefined ? 1 : (wholeNumber(constants[2]) ?? 1)
}

/** The maximum length of a sequence, and the largest absolute value of its ends: a longer array would exhaust the engine's memory. */
const MOST_ITEMS = 100_000
const ENDS = [-1_000_000_000_000, 1_000_000_000_000] as const

/** The sequence between two whole numbers; null when they are too far apart. */
function fewItems(
  [start, end]: readonly SqlExpression[],
  { types, constants }: EmitInfo,
  dialect: DialectName,
  write: (from: SqlExpression, to: SqlExpression) => SqlExpression,
): SqlExpression {
  if (!start || !end) return NULL
  const words = wordsOf(dialect)
  const from = wholeWithin(words, start, types[0], constants[0], ENDS)
  const to = wholeWithin(words, end, types[1], constants[1], ENDS)
  const distance = integerText((MOST_ITEMS - 1) * Math.max(1, Math.abs(stepOf(constants))))
  const isNear = and(sql`${from} IS NOT NULL`, sql`ABS(${to} - ${from}) <= ${distance}`)
  return caseWhen([{ when: isNear, value: write(from, to) }])
}

function series(
  args: readonly SqlExpression[],
  info: EmitInfo,
  dialect: 'duckdb' | 'postgres',
  wrap: (call: SqlExpression) => SqlExpression,
): SqlExpression {
  const step = stepOf(info.constants)
  if (step === 0) return whenKnown(cast(sql`'[]'`, VARIANT), ...args)
  return fewItems(args, info, dialect, (from, to) => wrap(sql`GENERATE_SERIES(${from}, ${to}, ${integerText(step)})`))
}
