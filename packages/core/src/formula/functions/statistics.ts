import { cast, type DialectName, type SqlExpression, sql } from '../../sql/index.ts'
import { INT64 } from '../value-types.ts'
import { wordsOf } from '../words/index.ts'
import { number, simple } from './aggregate-define.ts'
import { correlation, leastSquares } from './correlation.ts'
import {
  defineFunction,
  type Emit,
  type FunctionDefinition,
  type Param,
  type PortableEmit,
  type SqlByDialect,
  unsupportedOn,
} from './define.ts'
import { aggregateCall, floatPercentile, ofSquares } from './float-aggregates.ts'
import { float, numberText } from './numbers.ts'

const POINTS = [
  { X: 1, Y: 3 },
  { X: 2, Y: 5 },
  { X: 3, Y: 7 },
]
const ON_A_LINE = [
  { X: 1, Y: 2 },
  { X: 2, Y: 4 },
  { X: 3, Y: 6 },
]
const ONE_X = [
  { X: 2, Y: 1 },
  { X: 2, Y: 4 },
]

/** A statistic under the name that the dialect has for it. */
function statistic(name: 'deviation' | 'variance' | 'populationVariance'): SqlByDialect {
  return {
    portable: ([x], { types }, words) =>
      x ? ofSquares([float(x, types[0])], types, words, aggregateCall(words.statistics[name])) : sql`NULL`,
  }
}

function regression(name: string, call: string, summary: string, result: number): FunctionDefinition {
  return defineFunction({
    name,
    class: 'aggregate',
    nulls: 'Pairs with a null are left out; null for a single point.',
    category: 'aggregate',
    summary,
    params: [
      { name: 'y', type: 'number' },
      { name: 'x', type: 'number' },
    ],
    returns: 'number',
    sql: {
      duckdb: pairOnDuckdb(call),
      postgres: pairOf(call, 'postgres'),
      snowflake: pairOf(call, 'snowflake'),
      databricks: pairOf(call, 'databricks'),
      portable: ofPairs(([y = NULL, x = NULL]) => leastSquares(call, y, x)),
    },
    examples: [
      { formula: `${name}([Y], [X])`, rows: POINTS, result },
      { formula: `${name}([Y], [X])`, rows: ONE_X, result: null },
    ],
  })
}

/** When one of the numbers is constant there is no line: DuckDB returns NaN, the others null. */
function pairOnDuckdb(call: string): Emit {
  const pair = pairOf(call, 'duckdb')
  return (args, info) => sql`NULLIF(${pair(args, info)}, CAST('NaN' AS DOUBLE))`
}

function pairOf(call: string, dialect: DialectName): Emit {
  return ([y, x], { types }) =>
    y && x
      ? ofSquares([float(y, types[0]), float(x, types[1])], types, wordsOf(dialect), aggregateCall(call))
      : sql`NULL`
}

const NULL = sql`NULL`

/** For engines without the aggregate. */
function ofPairs(write: (items: readonly SqlExpression[]) => SqlExpression): PortableEmit {
  return ([y, x], { types }, words) =>
    y && x ? ofSquares([float(y, types[0]), float(x, types[1])], types, words, write) : NULL
}

const NO_PERCENTILES = unsupportedOn('SQL Server has percentiles of windows only, not of groups.', 'sqlserver')
const NO_DISCRETE = {
  ...NO_PERCENTILES,
  ...unsupportedOn('Redshift has interpolated percentiles only: use PercentileCont.', 'redshift'),
}

const percentile: Param = {
  name: 'k',
  type: 'number',
  constant: true,
  doc: 'Between 0 and 1.',
  problemOf: (constant) =>
    Number(constant) >= 0 && Number(constant) <= 1 ? null : 'A share from 0 to 1, such as 0.9.',
}

/** Medians, deviations and regression of a group. */
export const statisticFunctions: readonly FunctionDefinition[] = [
  simple(
    'Median',
    'Middle value of the group; with an even count, the midpoint of the two middle values.',
    number,
    'number',
    (x, type, words) => floatPercentile(float(x, type), type, sql`0.5`, words),
    [{ formula: 'Median([T])', rows: [{ T: 1 }, { T: 2 }, { T: 10 }, { T: 40 }], result: 6 }],
    {
      portable: ([x], { types: [type = INT64] }, words) =>
        x ? floatPercentile(float(x, type), type, sql`0.5`, words) : sql`NULL`,
      ...NO_PERCENTILES,
    },
  ),
  defineFunction({
    name: 'PercentileCont',
    class: 'aggregate',
    category: 'aggregate',
    summary: 'Value at percentile k, interpolated between neighbours.',
    params: [number, percentile],
    returns: 'number',
    sql: {
      portable: ([x], { types: [type = INT64], constants }, words) =>
        x ? floatPercentile(float(x, type), type, numberText(constants[1], 0.5), words) : sql`NULL`,
      ...NO_PERCENTILES,
    },
    examples: [
      { formula: 'PercentileCont([Score], 0.9)', rows: [10, 20, 30, 40, 50].map((Score) => ({ Score })), result: 46 },
    ],
  }),
  defineFunction({
    name: 'PercentileDisc',
    class: 'aggregate',
    category: 'aggregate',
    summary: 'Smallest value of the group whose cumulative share reaches k.',
    params: [number, percentile],
    returns: ([type]) => type ?? INT64,
    sql: {
      ...NO_DISCRETE,
      portable: ([x], { constants }) =>
        x ? sql`PERCENTILE_DISC(${numberText(constants[1], 0.5)}) WITHIN GROUP (ORDER BY ${x})` : sql`NULL`,
      // Without percentile aggregates the values are collected in an array, and one of them is read.
      bigquery: ([x], { constants }) =>
        x
          ? sql`ARRAY_AGG(${x} IGNORE NULLS ORDER BY ${x})[SAFE_OFFSET(CAST(GREATEST(CEIL(${numberText(constants[1], 0.5)} * COUNT(${x})) - 1, 0) AS INT64))]`
          : sql`NULL`,
      trino: ([x], { constants }) =>
        x
          ? sql`ELEMENT_AT(ARRAY_SORT(ARRAY_AGG(${x}) FILTER (WHERE ${x} IS NOT NULL)), CAST(GREATEST(CEIL(${numberText(constants[1], 0.5)} * COUNT(${x})), 1) AS BIGINT))`
          : sql`NULL`,
      mysqlFamily: ([x], { constants, returns }) => {
        if (!x) return sql`NULL`
        // The texts of exact numbers keep all their digits, which JSON and floats do not guarantee.
        const values = sql`GROUP_CONCAT(${x} ORDER BY ${x} SEPARATOR ',')`
        const rank = sql`CAST(GREATEST(CEIL(${numberText(constants[1], 0.5)} * COUNT(${x})), 1) AS SIGNED)`
        return cast(sql`SUBSTRING_INDEX(SUBSTRING_INDEX(${values}, ',', ${rank}), ',', -1)`, returns)
      },
      postgresFamily: ([x], { constants }) =>
        x ? sql`PERCENTILE_DISC(${numberText(constants[1], 0.5)}) WITHIN GROUP (ORDER BY ${x})` : sql`NULL`,
    },
    examples: [
      { formula: 'PercentileDisc([Score], 0.9)', rows: [10, 20, 30, 40, 50].map((Score) => ({ Score })), result: 50 },
    ],
  }),
  simple(
    'StdDev',
    'Sample standard deviation; null for a single value.',
    number,
    'number',
    (x, type, words) => ofSquares([float(x, type)], [type], words, aggregateCall('STDDEV_SAMP')),
    [
      { formula: 'StdDev([V])', rows: [{ V: 1 }, { V: 3 }, { V: 5 }], result: 2 },
      { formula: 'StdDev([V])', rows: [{ V: 1 }], result: null },
    ],
    statistic('deviation'),
  ),
  simple(
    'Variance',
    'Sample variance; null for a single value.',
    { ...number, name: 'field' },
    'number',
    (x, type, words) => ofSquares([float(x, type)], [type], words, aggregateCall('VAR_SAMP')),
    [{ formula: 'Variance([V])', rows: [{ V: 1 }, { V: 3 }, { V: 5 }], result: 4 }],
    statistic('variance'),
  ),
  simple(
    'VariancePop',
    'Population variance.',
    { ...number, name: 'field' },
    'number',
    (x, type, words) => ofSquares([float(x, type)], [type], words, aggregateCall('VAR_POP')),
    [{ formula: 'VariancePop([V])', rows: [2, 4, 4, 4, 5, 5, 7, 9].map((V) => ({ V })), result: 4 }],
    statistic('populationVariance'),
  ),
  defineFunction({
    name: 'Corr',
    nulls: 'Pairs with a null are left out.',
    class: 'aggregate',
    category: 'aggregate',
    summary: 'Pearson correlation of two columns, -1 to 1.',
    params: [
      { name: 'number_column_1', type: 'number' },
      { name: 'number_column_2', type: 'number' },
    ],
    returns: 'number',
    sql: {
      duckdb: pairOnDuckdb('CORR'),
      postgres: pairOf('CORR', 'postgres'),
      snowflake: pairOf('CORR', 'snowflake'),
      databricks: pairOf('CORR', 'databricks'),
      bigquery: pairOf('CORR', 'bigquery'),
      trino: pairOf('CORR', 'trino'),
      portable: ofPairs(([y = NULL, x = NULL]) => correlation(y, x)),
    },
    examples: [
      { formula: 'Corr([Y], [X])', rows: ON_A_LINE, result: 1 },
      { formula: 'Corr([Y], [X])', rows: ONE_X, result: null },
    ],
  }),
  regression('RegressionIntercept', 'REGR_INTERCEPT', 'Intercept of the least-squares line of y on x.', 1),
  regression('RegressionR2', 'REGR_R2', 'Share of the variance of y explained by the line, 0 to 1.', 1),
  regression('RegressionSlope', 'REGR_SLOPE', 'Slope of the least-squares line of y on x.', 2),
]
