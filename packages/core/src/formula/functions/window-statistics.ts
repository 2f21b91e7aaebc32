import { cast, dialectOf, type SqlExpression, sql } from '../../sql/index.ts'
import type { Cell } from '../../types/index.ts'
import { FLOAT64, INT64, mayLeaveDigits, TOTAL } from '../value-types.ts'
import type { Words } from '../words/index.ts'
import { exactMean, hasWideTotal, totalType } from './aggregate.ts'
import { onTestedEngines } from './aggregate-define.ts'
import { correlation } from './correlation.ts'
import type { Emit, EmitInfo, FunctionDefinition, FunctionExample, Param, PortableEmit, WindowHooks } from './define.ts'
import { aggregateCall, floatMean, floatTotal, ofSquares } from './float-aggregates.ts'
import { float, wholeNumber } from './numbers.ts'
import { column, named, toReturned, window } from './window-define.ts'

const TO_HERE = 'ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW'
const NULL = sql`NULL`

const number: Param = { name: 'column', type: 'number' }
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

/** A frame from `above` rows before to `below` rows after the current one; negative numbers are the other direction. */
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

/** `isWide`: for DuckDB and PostgreSQL, which add integers in more than 64 bits and have correlations. */
type StatisticEmit = (args: readonly SqlExpression[], info: EmitInfo, words: Words, isWide: boolean) => SqlExpression

/** The call over the window, or the plain call when there is no window. */
function overOf({ over }: EmitInfo): (call: SqlExpression) => SqlExpression {
  return over ?? ((call) => call)
}

/** A statistic that adds squares of its floats. */
const ofFloatSquares =
  (nameOf: (words: Words) => string): StatisticEmit =>
  ([x = NULL], info, words) => {
    const over = overOf(info)
    const call = aggregateCall(nameOf(words))
    return ofSquares([float(x, info.types[0])], info.types, words, (items) => over(call(items)), over)
  }

/** Statistics whose call differs between dialects. */
const PORTABLE: Readonly<Record<string, StatisticEmit>> = {
  Sum: ([x = NULL], info, words, isWide) => {
    const [type = INT64] = info.types
    if (type.kind === 'float64') return floatTotal(x, type, words, overOf(info))
    if (hasWideTotal(x, type)) return words.wideTotal(x, type, overOf(info))
    // Most engines add integers in 64 bits.
    return named('SUM', type.kind === 'int64' && !isWide ? cast(x, TOTAL) : x)
  },
  Avg: ([x = NULL], info, words, isWide) => {
    const [over, [type = INT64]] = [overOf(info), info.types]
    if (type.kind === 'float64') return floatMean(x, type, words, over)
    if (mayLeaveDigits(type)) return words.wideMean(x, type, over)
    return isWide ? cast(over(named('AVG', x)), FLOAT64) : exactMean(x, type, over)
  },
  StdDev: ofFloatSquares((words) => words.statistics.deviation),
  Variance: ofFloatSquares((words) => words.statistics.variance),
  Corr: ([y = NULL, x = NULL], info, words, isWide) => {
    const over = overOf(info)
    const items = [float(y, info.types[0]), float(x, info.types[1])]
    const call = aggregateCall('CORR')
    const write = (pair: readonly SqlExpression[]) =>
      isWide ? over(call(pair)) : correlation(pair[0] ?? NULL, pair[1] ?? NULL, over)
    return ofSquares(items, info.types, words, write, over)
  },
}

type Statistic = {
  suffix: string
  what: string
  params: readonly Param[]
  movingParams?: readonly Param[]
  /** The handling of nulls, when it is not skipping them. */
  nulls?: string
  returns: FunctionDefinition['returns']
  call: Emit
  finish?: WindowHooks['finish']
  cumulative: FunctionExample
  moving: FunctionExample
  more?: { cumulative: readonly FunctionExample[]; moving: readonly FunctionExample[] }
}

const plain =
  (call: string): Emit =>
  ([x]) => ({ kind: 'fragment', strings: [`${call}(`, ')'], args: x ? [x] : [] })

const threeOneFive = column('V', [3, 1, 5])
const points = (last: number) => [
  { X: 1, Y: 2 },
  { X: 2, Y: 4 },
  { X: 3, Y: last },
]

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
    call: plain('AVG'),
    cumulative: { formula: 'CumulativeAvg([V])', rows: column('V', [4, 6, 11]), results: [4, 5, 7] },
    moving: { formula: 'MovingAvg([V], 1, 1)', rows: column('V', [2, 4, 9]), results: [3, 5, 6.5] },
  },
  {
    suffix: 'Count',
    nulls: 'Nulls are not counted.',
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
    call: plain('STDDEV_SAMP'),
    cumulative: { formula: 'CumulativeStdDev([V])', rows: column('V', [2, 4]), results: [null, Math.SQRT2] },
    moving: { formula: 'MovingStdDev([V], 1)', rows: column('V', [2, 4]), results: [null, Math.SQRT2] },
  },
  {
    suffix: 'Variance',
    what: 'sample variance',
    params: [number],
    returns: 'number',
    call: plain('VAR_SAMP'),
    cumulative: { formula: 'CumulativeVariance([V])', rows: column('V', [2, 4]), results: [null, 2] },
    moving: { formula: 'MovingVariance([V], 1)', rows: column('V', [2, 4, 8]), results: [null, 2, 8] },
  },
  {
    suffix: 'Corr',
    what: 'Pearson correlation of two columns',
    params: [
      { name: 'column_1', type: 'number' },
      { name: 'column_2', type: 'number' },
    ],
    movingParams: [
      { name: 'number_column_1', type: 'number' },
      { name: 'number_column_2', type: 'number' },
    ],
    nulls: 'Pairs with a null are left out.',
    returns: 'number',
    // DuckDB returns NaN for a single point.
    call: plain('CORR'),
    finish: (written, _info, dialect) =>
      dialectOf(dialect).families.includes('postgresFamily')
        ? sql`NULLIF(${written}, CAST('NaN' AS DOUBLE PRECISION))`
        : written,
    cumulative: { formula: 'CumulativeCorr([Y], [X])', rows: points(7), results: [null, 1, 0.993399] },
    moving: { formula: 'MovingCorr([Y], [X], 2)', rows: points(6), results: [null, 1, 1] },
  },
]

/** Each statistic over the rows up to the current one, and over a frame of rows. */
export const windowStatistics: readonly FunctionDefinition[] = STATISTICS.flatMap(
  ({ suffix, what, params, returns, call, finish, cumulative, moving, more, movingParams, nulls }) => {
    const statistic: StatisticEmit = PORTABLE[suffix] ?? call
    const written =
      (isWide: boolean): PortableEmit =>
      (args, info, words) =>
        statistic(args.slice(0, params.length), info, words, isWide)
    const shared = {
      ...(nulls === undefined ? {} : { nulls }),
      returns,
      isSmall: suffix === 'Count',
      sql: { ...onTestedEngines(written(true)), portable: written(false) },
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
        params: [...(movingParams ?? params), above, below],
        window: { frame: movingFrame(params.length), ...finishing },
        examples: [moving, ...(more?.moving ?? [])],
      }),
    ]
  },
)
