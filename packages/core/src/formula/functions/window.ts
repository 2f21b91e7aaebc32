import { caseWhen, cast, dialectOf, list, type SqlExpression, sql } from '../../sql/index.ts'
import type { Cell } from '../../types/index.ts'
import { INT64 } from '../value-types.ts'
import { totalType } from './aggregate.ts'
import { correlation } from './correlation.ts'
import {
  defineFunction,
  type Emit,
  type EmitInfo,
  type FunctionDefinition,
  type FunctionExample,
  type Param,
  type PortableEmit,
  type SqlByDialect,
  unsupportedOn,
  type WindowFunction,
  type WindowHooks,
} from './define.ts'
import { count, float, integer, wholeNumber } from './numbers.ts'

const TO_HERE = 'ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW'
const WHOLE = 'ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING'
const NULL = sql`NULL`

const number: Param = { name: 'column', type: 'number' }
const anything: Param = { name: 'column', type: { alike: 'T' } }
const direction: Param = { name: 'direction', type: 'text', optional: true, constant: true, values: ['asc', 'desc'] }
const above: Param = {
  name: 'above',
  type: 'number',
  constant: true,
  doc: 'Rows before the current one where the frame starts.',
  problemOf: wholeProblem,
}
const below: Param = {
  name: 'below',
  type: 'number',
  constant: true,
  optional: true,
  doc: 'Rows after it where the frame ends; 0 when absent.',
  problemOf: wholeProblem,
}

function wholeProblem(constant: Cell): string | null {
  return Number.isInteger(Number(constant)) ? null : 'A whole number of rows.'
}

function countProblem(constant: Cell): string | null {
  return Number.isInteger(Number(constant)) && Number(constant) > 0 ? null : 'A whole number from 1.'
}

function column(name: string, values: readonly (string | number | null)[]) {
  return values.map((item) => ({ [name]: item }))
}

function window(
  definition: Pick<
    WindowFunction,
    'name' | 'summary' | 'params' | 'returns' | 'examples' | 'sql' | 'window' | 'aliases' | 'dual' | 'inStepsOn'
  >,
): FunctionDefinition {
  return defineFunction({ ...definition, class: 'window', category: 'window' })
}

/** Ranks by an argument, `asc` unless the next argument says `desc`; by the order of the level without arguments. */
function ranking(
  name: string,
  call: string,
  summary: string,
  options: { isOptional?: boolean; hasPartition?: boolean; returns: 'integer' | 'number' },
  examples: readonly FunctionExample[],
): FunctionDefinition {
  const params: Param[] = [{ name: 'column', type: 'any', optional: options.isOptional ?? false }, direction]
  if (options.hasPartition) params.push({ name: 'partition', type: 'any', optional: true, repeats: true })
  return window({
    name,
    summary,
    params,
    returns: options.returns,
    sql: { standard: () => ({ kind: 'fragment', strings: [`${call}()`], args: [] }) },
    window: { order: (info, count) => orderBy(info, count, 0), ...(options.hasPartition ? { partitionFrom: 2 } : {}) },
    examples,
  })
}

function orderBy(info: EmitInfo, count: number, argument: number): ReturnType<NonNullable<WindowHooks['order']>> {
  if (count <= argument) return undefined
  const isDescending = String(info.constants[argument + 1] ?? '').toLowerCase() === 'desc'
  return { argument, direction: isDescending ? 'descending' : 'ascending' }
}

/** Rows from `above` before to `below` after the current one; negative numbers go the other way. */
function movingFrame(aboveAt: number): (info: EmitInfo) => string {
  return ({ constants }) => {
    const start = -(wholeNumber(constants[aboveAt]) ?? 0)
    const end = wholeNumber(constants[aboveAt + 1]) ?? 0
    return `ROWS BETWEEN ${bound(start)} AND ${bound(Math.max(start, end))}`
  }
}

function bound(offset: number): string {
  if (offset === 0) return 'CURRENT ROW'
  return offset < 0 ? `${-offset} PRECEDING` : `${offset} FOLLOWING`
}

/** The call of a statistic on dialects of the family `portable`. */
const PORTABLE: Readonly<Record<string, PortableEmit>> = {
  StdDev: ([x], { types }, words) => named(words.statistics.deviation, float(x ?? NULL, types[0])),
  Variance: ([x], { types }, words) => named(words.statistics.variance, float(x ?? NULL, types[0])),
  Corr: ([y, x], { types, over }) => (y && x ? correlation(float(y, types[0]), float(x, types[1]), over) : NULL),
}

function named(name: string, argument: SqlExpression): SqlExpression {
  return { kind: 'fragment', strings: [`${name}(`, ')'], args: [argument] }
}

type Statistic = {
  suffix: string
  what: string
  params: readonly Param[]
  returns: FunctionDefinition['returns']
  call: Emit
  finish?: WindowHooks['finish']
  cumulative: FunctionExample
  moving: FunctionExample
  more?: { cumulative: readonly FunctionExample[]; moving: readonly FunctionExample[] }
}

const ofFloat =
  (call: string): Emit =>
  (args, { types }) => ({
    kind: 'fragment',
    strings: [`${call}(`, ')'],
    args: [list(args.map((arg, index) => float(arg, types[index])))],
  })
const plain =
  (call: string): Emit =>
  ([x]) => ({ kind: 'fragment', strings: [`${call}(`, ')'], args: x ? [x] : [] })

const threeOneFive = column('V', [3, 1, 5])
const points = (last: number) => [
  { X: 1, Y: 2 },
  { X: 2, Y: 4 },
  { X: 3, Y: last },
]

/** Engines widen totals of whole numbers; they are brought back. */
const toReturned: WindowHooks['finish'] = (written, { returns }) =>
  returns.kind === 'int64' ? cast(written, INT64) : written

const STATISTICS: readonly Statistic[] = [
  {
    suffix: 'Sum',
    what: 'total',
    params: [number],
    finish: toReturned,
    returns: ([type]) => totalType(type),
    call: plain('SUM'),
    cumulative: { formula: 'CumulativeSum([V])', rows: column('V', [2, 4, 6]), results: [2, 6, 12] },
    moving: { formula: 'MovingSum([V], 2, -1)', rows: column('V', [1, 2, 3, 4]), results: [null, 1, 3, 5] },
    more: {
      cumulative: [
        {
          formula: 'CumulativeSum(Sum([Sale]))',
          rows: [
            { Year: 2023, Month: 1, Sale: 5 },
            { Year: 2023, Month: 2, Sale: 3 },
            { Year: 2024, Month: 1, Sale: 4 },
          ],
          element: { groupBy: [['Year'], ['Month']] },
          results: [5, 8, 4],
        },
      ],
      moving: [{ formula: 'MovingSum([V], 1)', rows: column('V', [1, 2, 3, 4]), results: [1, 3, 5, 7] }],
    },
  },
  {
    suffix: 'Avg',
    what: 'mean',
    params: [number],
    returns: 'number',
    call: ofFloat('AVG'),
    cumulative: { formula: 'CumulativeAvg([V])', rows: column('V', [4, 6, 11]), results: [4, 5, 7] },
    moving: { formula: 'MovingAvg([V], 1, 1)', rows: column('V', [2, 4, 9]), results: [3, 5, 6.5] },
  },
  {
    suffix: 'Count',
    what: 'number of values that are not null',
    params: [{ name: 'column', type: 'any' }],
    returns: 'integer',
    call: plain('COUNT'),
    cumulative: { formula: 'CumulativeCount([V])', rows: column('V', [7, null, 9]), results: [1, 1, 2] },
    moving: { formula: 'MovingCount([V], 1)', rows: column('V', [5, null, 7]), results: [1, 1, 1] },
  },
  {
    suffix: 'Max',
    what: 'maximum',
    params: [{ name: 'column', type: { alike: 'T', of: 'sortable' } }],
    returns: { alike: 'T' },
    call: plain('MAX'),
    cumulative: { formula: 'CumulativeMax([V])', rows: threeOneFive, results: [3, 3, 5] },
    moving: { formula: 'MovingMax([V], 1)', rows: threeOneFive, results: [3, 3, 5] },
  },
  {
    suffix: 'Min',
    what: 'minimum',
    params: [{ name: 'column', type: { alike: 'T', of: 'sortable' } }],
    returns: { alike: 'T' },
    call: plain('MIN'),
    cumulative: { formula: 'CumulativeMin([V])', rows: threeOneFive, results: [3, 1, 1] },
    moving: { formula: 'MovingMin([V], 0, 1)', rows: threeOneFive, results: [1, 1, 5] },
  },
  {
    suffix: 'StdDev',
    what: 'sample standard deviation',
    params: [number],
    returns: 'number',
    call: ofFloat('STDDEV_SAMP'),
    cumulative: { formula: 'CumulativeStdDev([V])', rows: column('V', [2, 4]), results: [null, Math.SQRT2] },
    moving: { formula: 'MovingStdDev([V], 1)', rows: column('V', [2, 4]), results: [null, Math.SQRT2] },
  },
  {
    suffix: 'Variance',
    what: 'sample variance',
    params: [number],
    returns: 'number',
    call: ofFloat('VAR_SAMP'),
    cumulative: { formula: 'CumulativeVariance([V])', rows: column('V', [2, 4]), results: [null, 2] },
    moving: { formula: 'MovingVariance([V], 1)', rows: column('V', [2, 4, 8]), results: [null, 2, 8] },
  },
  {
    suffix: 'Corr',
    what: 'Pearson correlation of two columns',
    params: [number, { name: 'column_2', type: 'number' }],
    returns: 'number',
    // DuckDB gives NaN for a single point.
    call: (args, info) => ofFloat('CORR')(args, info),
    finish: (written, _info, dialect) =>
      dialectOf(dialect).families.includes('postgresFamily')
        ? sql`NULLIF(${written}, CAST('NaN' AS DOUBLE PRECISION))`
        : written,
    cumulative: { formula: 'CumulativeCorr([Y], [X])', rows: points(7), results: [null, 1, 0.993399] },
    moving: { formula: 'MovingCorr([Y], [X], 2)', rows: points(6), results: [null, 1, 1] },
  },
]

const statistics = STATISTICS.flatMap(({ suffix, what, params, returns, call, finish, cumulative, moving, more }) => {
  const only: Emit = (args, info) => call(args.slice(0, params.length), info)
  const portable = PORTABLE[suffix] ?? only
  const shared = {
    returns,
    sql: {
      postgresFamily: only,
      portable: ((args, info, words) => portable(args.slice(0, params.length), info, words)) satisfies PortableEmit,
    },
  }
  const finishing = finish ? { finish } : {}
  return [
    window({
      ...shared,
      name: `Cumulative${suffix}`,
      summary: `Running ${what} up to this row.`,
      params,
      window: { frame: () => TO_HERE, ...finishing },
      examples: [cumulative, ...(more?.cumulative ?? [])],
    }),
    window({
      ...shared,
      name: `Moving${suffix}`,
      summary: `The ${what} over a frame of rows.`,
      params: [...params, above, below],
      window: { frame: movingFrame(params.length), ...finishing },
      examples: [moving, ...(more?.moving ?? [])],
    }),
  ]
})

function shift(name: 'Lag' | 'Lead', summary: string, examples: readonly FunctionExample[]): FunctionDefinition {
  const call = name.toUpperCase()
  return window({
    name,
    summary,
    params: [
      { name: 'value', type: { alike: 'T' } },
      { name: 'offset', type: 'number', optional: true, constant: true, doc: '1 when absent.' },
      { name: 'default', type: { alike: 'T' }, optional: true },
    ],
    returns: { alike: 'T' },
    sql: {
      postgresFamily: ([x, offset, otherwise], { constants, returns }) => {
        if (!x) return NULL
        // An engine may read the default as of the type of the value: both are given the type of the result.
        const items = [otherwise ? cast(x, returns) : x, offset ? integer(offset, constants[1]) : sql`1`]
        if (otherwise) items.push(cast(otherwise, returns))
        return { kind: 'fragment', strings: [`${call}(`, ')'], args: [list(items)] }
      },
      // Not every engine takes a default here: it stands in where there is no row to look at.
      portable: ([x, offset, otherwise], { constants, returns, over }, words) => {
        if (!x) return NULL
        const at = offset ? count(words, offset, constants[1]) : sql`1`
        const shifted = (item: SqlExpression): SqlExpression => ({
          kind: 'fragment',
          strings: [`${call}(`, ')'],
          args: [list([item, at])],
        })
        if (!otherwise || !over) return shifted(x)
        const isThere = sql`${over(shifted(sql`1`))} IS NOT NULL`
        return caseWhen([{ when: isThere, value: over(shifted(x)) }], cast(otherwise, returns))
      },
    },
    window: {},
    examples,
  })
}

/** A value picked from the frame. */
function pick(
  name: string,
  summary: string,
  frame: string,
  write: SqlByDialect,
  options: Partial<Pick<WindowFunction, 'params' | 'dual' | 'inStepsOn'>> & { finish?: WindowHooks['finish'] },
  examples: readonly FunctionExample[],
): FunctionDefinition {
  return window({
    name,
    summary,
    params: options.params ?? [anything],
    returns: { alike: 'T' },
    dual: options.dual ?? false,
    ...(options.inStepsOn ? { inStepsOn: options.inStepsOn } : {}),
    sql: write,
    window: { frame: () => frame, ...(options.finish ? { finish: options.finish } : {}) },
    examples,
  })
}

function both(write: Emit): SqlByDialect {
  return { standard: write }
}

function nonNull(call: string): SqlByDialect {
  return {
    portable: ([x], _info, words) => (x ? words.statistics.firstNonNull(call, x) : NULL),
    postgresFamily: ([x]) => ({ kind: 'fragment', strings: [`${call}(`, ' IGNORE NULLS)'], args: x ? [x] : [] }),
  }
}
/** PostgreSQL and MySQL cannot skip nulls: over a whole window they are ordered out of the way. */
function pastNulls(call: string, nulls: 'first' | 'last'): Emit {
  return ([x], { over }) => {
    if (!x || !over) return NULL
    const rank = caseWhen([{ when: sql`${x} IS NULL`, value: sql`1` }], sql`0`)
    return over(named(call, x), { expression: rank, direction: nulls === 'last' ? 'ascending' : 'descending' })
  }
}

function firstArgument(call: string): Emit {
  return ([x]): SqlExpression => ({ kind: 'fragment', strings: [`${call}(`, ')'], args: x ? [x] : [] })
}

export const windowFunctions: readonly FunctionDefinition[] = [
  ranking(
    'RowNumber',
    'ROW_NUMBER',
    'Numbers the rows from 1; ties get different numbers.',
    { isOptional: true, returns: 'integer' },
    [
      { formula: 'RowNumber([V])', rows: column('V', [30, 10, 20]), results: [3, 1, 2] },
      { formula: 'RowNumber()', rows: column('V', [30, 10, 20]), results: [1, 2, 3] },
    ],
  ),
  ranking(
    'Rank',
    'RANK',
    'Rank from 1; ties share a rank and leave a gap.',
    { isOptional: true, hasPartition: true, returns: 'integer' },
    [
      { formula: 'Rank([V], "desc")', rows: column('V', [50, 40, 40, 30]), results: [1, 2, 2, 4] },
      {
        formula: 'Rank([V], "asc", [G])',
        rows: [
          { V: 5, G: 'a' },
          { V: 7, G: 'a' },
          { V: 6, G: 'b' },
        ],
        results: [1, 2, 1],
      },
    ],
  ),
  ranking(
    'RankDense',
    'DENSE_RANK',
    'Rank from 1; ties share a rank and leave no gap.',
    { isOptional: true, hasPartition: true, returns: 'integer' },
    [{ formula: 'RankDense([V], "desc")', rows: column('V', [50, 40, 40, 30]), results: [1, 2, 2, 3] }],
  ),
  ranking('RankPercentile', 'PERCENT_RANK', 'Rank as a share of the rows, 0 to 1.', { returns: 'number' }, [
    { formula: 'RankPercentile([V])', rows: column('V', [10, 20, 30]), results: [0, 0.5, 1] },
  ]),
  ranking('CumeDist', 'CUME_DIST', 'Share of the rows at or before this value.', { returns: 'number' }, [
    { formula: 'CumeDist([V])', rows: column('V', [10, 20, 20, 40]), results: [0.25, 0.75, 0.75, 1] },
  ]),
  window({
    name: 'Ntile',
    summary: 'Splits the ordered rows into buckets of nearly equal size, numbered from 1.',
    params: [
      { name: 'ranks', type: 'number', constant: true, problemOf: countProblem },
      { name: 'column', type: 'any' },
      direction,
    ],
    returns: 'integer',
    sql: {
      postgresFamily: ([ranks], { constants }) => (ranks ? sql`NTILE(${integer(ranks, constants[0])})` : NULL),
      portable: ([ranks], { constants }, words) => (ranks ? sql`NTILE(${count(words, ranks, constants[0])})` : NULL),
    },
    window: { order: (info, count) => orderBy(info, count, 1), finish: toReturned },
    examples: [{ formula: 'Ntile(2, [V])', rows: column('V', [10, 20, 30, 40]), results: [1, 1, 2, 2] }],
  }),
  ...statistics,
  shift('Lag', 'The value some rows earlier.', [
    { formula: 'Lag([V])', rows: column('V', [5, 8, 13]), results: [null, 5, 8] },
    { formula: 'Lag([V], 1, 0)', rows: column('V', [5, 8, 13]), results: [0, 5, 8] },
  ]),
  shift('Lead', 'The value some rows later.', [
    { formula: 'Lead([V])', rows: column('V', [5, 8, 13]), results: [8, 13, null] },
  ]),
  pick('First', 'First value of the group or window.', WHOLE, both(firstArgument('FIRST_VALUE')), { dual: true }, [
    { formula: 'First([V])', rows: column('V', ['A', 'B']), results: ['A', 'A'] },
    {
      formula: 'First([V])',
      rows: [
        { G: 1, V: 'A' },
        { G: 2, V: 'B' },
      ],
      element: { groupBy: [['G']] },
      results: ['A', 'B'],
    },
  ]),
  pick('Last', 'Last value of the group or window.', WHOLE, both(firstArgument('LAST_VALUE')), { dual: true }, [
    { formula: 'Last([V])', rows: column('V', ['A', 'B']), results: ['B', 'B'] },
  ]),
  pick(
    'FirstNonNull',
    'First value that is not null.',
    WHOLE,
    {
      ...nonNull('FIRST_VALUE'),
      postgres: pastNulls('FIRST_VALUE', 'last'),
      mysqlFamily: pastNulls('FIRST_VALUE', 'last'),
    },
    { dual: true },
    [{ formula: 'FirstNonNull([V])', rows: column('V', [null, 7, 9]), results: [7, 7, 7] }],
  ),
  pick(
    'LastNonNull',
    'Last value that is not null.',
    WHOLE,
    {
      ...nonNull('LAST_VALUE'),
      postgres: pastNulls('LAST_VALUE', 'first'),
      mysqlFamily: pastNulls('LAST_VALUE', 'first'),
    },
    { dual: true },
    [{ formula: 'LastNonNull([V])', rows: column('V', [7, null]), results: [7, 7] }],
  ),
  pick(
    'FillDown',
    'Replaces nulls by the nearest value above.',
    TO_HERE,
    nonNull('LAST_VALUE'),
    // These cannot skip nulls while a window grows: the values so far are counted, and each count has one value.
    { inStepsOn: ['postgres', 'mysql', 'mariadb'] },
    [
      {
        formula: 'FillDown([V])',
        rows: column('V', ['A', null, null, 'B']),
        element: { inOrder: true },
        results: ['A', 'A', 'A', 'B'],
      },
      {
        formula: 'FillDown([V])',
        rows: [
          { Day: 4, V: 'B' },
          { Day: 1, V: null },
          { Day: 3, V: null },
          { Day: 2, V: 'A' },
        ],
        element: { sort: { column: 'Day', direction: 'ascending' } },
        results: [null, 'A', 'A', 'B'],
      },
    ],
  ),
  pick(
    'Nth',
    'Value of the n-th row, repeated on every row.',
    WHOLE,
    {
      ...unsupportedOn('SQL Server has no function for the n-th row of a window.', 'sqlserver'),
      postgresFamily: ([x, n], { constants }) => (x && n ? sql`NTH_VALUE(${x}, ${integer(n, constants[1])})` : NULL),
      portable: ([x, n], { constants }, words) =>
        x && n ? sql`NTH_VALUE(${x}, ${count(words, n, constants[1])})` : NULL,
    },
    { params: [anything, { name: 'n', type: 'number', constant: true, problemOf: countProblem }] },
    [{ formula: 'Nth([V], 2)', rows: column('V', ['A', 'B', 'C']), results: ['B', 'B', 'B'] }],
  ),
]
