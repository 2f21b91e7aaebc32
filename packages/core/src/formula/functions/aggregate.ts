import { and, caseWhen, cast, list, type SqlExpression, sql } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import { FLOAT64, INT64, TEXT } from '../value-types.ts'
import { asText } from '../words/ansi.ts'
import { correlation, leastSquares } from './correlation.ts'
import {
  defineFunction,
  type Emit,
  type EmitInfo,
  type FunctionDefinition,
  type FunctionExample,
  type Param,
  type SqlByDialect,
  unsupportedOn,
} from './define.ts'
import { float, numberText } from './numbers.ts'

const number: Param = { name: 'column', type: 'number' }
const sortable: Param = { name: 'column', type: { alike: 'T', of: 'sortable' } }
const condition: Param = { name: 'condition', type: 'logical', doc: 'Rows where it is false or null are left out.' }
const conditions: Param = { ...condition, repeats: true }

const FARES = [
  { Fare: 10, Zone: 'N' },
  { Fare: 20, Zone: 'N' },
  { Fare: 90, Zone: 'S' },
]
const SALES = [
  { Sale: 10, State: 'TX', Open: true },
  { Sale: 5, State: 'TX', Open: false },
  { Sale: 7, State: 'CA', Open: true },
]
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

/** Totals keep the kind of their values; a decimal gets all the digits there are. */
export function totalType(type: ValueType | null | undefined): ValueType {
  if (type?.kind === 'decimal') return { ...type, precision: 38 }
  return type ?? INT64
}

/** Engines widen the total of whole numbers; it is brought back to int64. */
export function total(argument: SqlExpression, type: ValueType): SqlExpression {
  const sum = sql`SUM(${argument})`
  return type.kind === 'int64' ? cast(sum, INT64) : sum
}

/** The value where every condition is true, else null, which aggregates skip. */
function where(value: SqlExpression, tests: readonly SqlExpression[]): SqlExpression {
  return caseWhen([{ when: and(...tests), value }])
}

/** An aggregate of one argument. */
function simple(
  name: string,
  summary: string,
  param: Param,
  returns: FunctionDefinition['returns'],
  emit: (argument: SqlExpression, type: ValueType) => SqlExpression,
  examples: readonly FunctionExample[],
  portable?: SqlByDialect,
): FunctionDefinition {
  const write: Emit = ([argument], { types }) => (argument ? emit(argument, types[0] ?? INT64) : sql`NULL`)
  return defineFunction({
    name,
    class: 'aggregate',
    category: 'aggregate',
    summary,
    params: [param],
    returns,
    sql: { ...portable, standard: write },
    examples,
  })
}

/** The same over the rows where conditions are true. */
function conditional(
  name: string,
  summary: string,
  param: Param,
  returns: FunctionDefinition['returns'],
  emit: (argument: SqlExpression, type: ValueType) => SqlExpression,
  examples: readonly FunctionExample[],
  portable?: (argument: SqlExpression, type: ValueType) => SqlExpression,
): FunctionDefinition {
  return defineFunction({
    name,
    class: 'aggregate',
    category: 'aggregate',
    summary,
    params: [param, conditions],
    returns,
    sql: {
      ...(portable
        ? {
            portable: ([argument, ...tests]: readonly SqlExpression[], { types }: EmitInfo) =>
              argument ? portable(where(argument, tests), types[0] ?? INT64) : sql`NULL`,
          }
        : {}),
      standard: ([argument, ...tests], { types }) =>
        argument ? emit(where(argument, tests), types[0] ?? INT64) : sql`NULL`,
    },
    examples,
  })
}

function average(argument: SqlExpression, type: ValueType): SqlExpression {
  return type.kind === 'float64' ? sql`AVG(${argument})` : cast(sql`AVG(${argument})`, FLOAT64)
}

/** Engines that keep the type of their values would cut the mean of whole numbers. */
function portableAverage(argument: SqlExpression, type: ValueType): SqlExpression {
  return sql`AVG(${float(argument, type)})`
}

/** A statistic under the name that the dialect has for it. */
function statistic(name: 'deviation' | 'variance' | 'populationVariance'): SqlByDialect {
  return {
    portable: ([x], { types }, words) =>
      x ? { kind: 'fragment', strings: [`${words.statistics[name]}(`, ')'], args: [float(x, types[0])] } : sql`NULL`,
  }
}

function regression(name: string, call: string, summary: string, result: number): FunctionDefinition {
  return defineFunction({
    name,
    class: 'aggregate',
    category: 'aggregate',
    summary,
    params: [
      { name: 'y', type: 'number' },
      { name: 'x', type: 'number' },
    ],
    returns: 'number',
    sql: {
      duckdb: pairOnDuckdb(call),
      postgresFamily: pairOf(call),
      snowflake: pairOf(call),
      databricks: pairOf(call),
      portable: leastSquares(call),
    },
    examples: [
      { formula: `${name}([Y], [X])`, rows: POINTS, result },
      { formula: `${name}([Y], [X])`, rows: ONE_X, result: null },
    ],
  })
}

/** Where one of the numbers does not vary there is no line: DuckDB says NaN, the others null. */
function pairOnDuckdb(call: string): Emit {
  const pair = pairOf(call)
  return (args, info) => sql`NULLIF(${pair(args, info)}, CAST('NaN' AS DOUBLE))`
}

function pairOf(call: string): Emit {
  return ([y, x], { types }) => ({
    kind: 'fragment',
    strings: [`${call}(`, ', ', ')'],
    args: y && x ? [float(y, types[0]), float(x, types[1])] : [],
  })
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

export const aggregateFunctions: readonly FunctionDefinition[] = [
  simple('Sum', 'Total of the group.', number, ([type]) => totalType(type), total, [
    { formula: 'Sum([Qty])', rows: [{ Qty: 2 }, { Qty: 3 }, { Qty: null }], result: 5 },
    {
      formula: 'Sum([Fare]) - Sum([Toll])',
      rows: [
        { Fare: 10, Toll: 7 },
        { Fare: 6, Toll: 5 },
      ],
      result: 4,
    },
    { formula: 'Sum([Qty])', rows: [{ Qty: 0.5 }, { Qty: 0.25 }], result: 0.75 },
    { formula: 'Sum([Qty])', rows: [{ Qty: null }], result: null },
  ]),
  conditional(
    'SumIf',
    'Total over the rows where every condition is true.',
    number,
    ([type]) => totalType(type),
    total,
    [
      { formula: 'SumIf([Sale], [State] = "TX", [Open])', rows: SALES, result: 10 },
      { formula: 'SumIf([Sale], [State] = "TX" or [State] = "CA")', rows: SALES, result: 22 },
    ],
  ),
  simple(
    'Avg',
    'Arithmetic mean of the group; nulls are left out.',
    number,
    'number',
    average,
    [
      { formula: 'Avg([Score])', rows: [{ Score: 2 }, { Score: null }, { Score: 6 }], result: 4 },
      {
        formula: 'Avg([Price] - [Cost])',
        rows: [
          { Price: 10, Cost: 4 },
          { Price: 9, Cost: 5 },
        ],
        result: 5,
      },
    ],
    { portable: ([x], { types }) => (x ? portableAverage(x, types[0] ?? INT64) : sql`NULL`) },
  ),
  conditional(
    'AvgIf',
    'Mean over the rows where the condition is true.',
    number,
    'number',
    average,
    [{ formula: 'AvgIf([Fare], [Zone] = "N")', rows: FARES, result: 15 }],
    portableAverage,
  ),
  simple(
    'Min',
    'Smallest number, earliest date or first text of the group.',
    sortable,
    { alike: 'T' },
    (x) => sql`MIN(${x})`,
    [{ formula: 'Min([Depth])', rows: [{ Depth: 7 }, { Depth: -4 }, { Depth: null }], result: -4 }],
  ),
  conditional(
    'MinIf',
    'Smallest value over the rows where the condition is true.',
    sortable,
    { alike: 'T' },
    (x) => sql`MIN(${x})`,
    [
      {
        formula: 'MinIf([Sale], [Open])',
        rows: [
          { Sale: 8, Open: true },
          { Sale: 3, Open: true },
          { Sale: 1, Open: false },
        ],
        result: 3,
      },
    ],
  ),
  simple(
    'Max',
    'Largest number, latest date or last text of the group.',
    sortable,
    { alike: 'T' },
    (x) => sql`MAX(${x})`,
    [
      {
        formula: 'Max([Due])',
        rows: [{ Due: '2024-03-01 00:00:00' }, { Due: '2024-01-15 00:00:00' }],
        result: '2024-03-01 00:00:00',
      },
      { formula: 'Max([Dock])', rows: [{ Dock: 'B' }, { Dock: 'Q' }], result: 'Q' },
    ],
  ),
  conditional(
    'MaxIf',
    'Largest value over the rows where the condition is true.',
    sortable,
    { alike: 'T' },
    (x) => sql`MAX(${x})`,
    [
      {
        formula: 'MaxIf([Sale], [Open])',
        rows: [
          { Sale: 8, Open: true },
          { Sale: 20, Open: false },
        ],
        result: 8,
      },
    ],
  ),
  defineFunction({
    name: 'Count',
    class: 'aggregate',
    category: 'aggregate',
    summary: 'Number of values in the group; with no argument, the number of rows.',
    nulls: 'Nulls are not counted; 0 when there is nothing to count.',
    params: [{ name: 'field', type: 'any', optional: true, doc: 'Nulls are skipped; empty texts count.' }],
    returns: 'integer',
    sql: { standard: ([x]) => (x ? sql`COUNT(${x})` : sql`COUNT(*)`) },
    examples: [
      { formula: 'Count([Funding])', rows: [{ Funding: 5 }, { Funding: null }, { Funding: 9 }], result: 2 },
      { formula: 'Count()', rows: [{ Funding: 5 }, { Funding: null }, { Funding: 9 }], result: 3 },
    ],
  }),
  defineFunction({
    name: 'CountIf',
    class: 'aggregate',
    category: 'aggregate',
    summary: 'Number of rows where every condition is true.',
    nulls: 'A condition that is null does not count.',
    params: [conditions],
    returns: 'integer',
    sql: { standard: (tests) => sql`COUNT(${where(sql`1`, tests)})` },
    examples: [
      { formula: 'CountIf([Wait] > 30)', rows: [{ Wait: 45 }, { Wait: 20 }, { Wait: null }], result: 1 },
      { formula: 'CountIf([Late])', rows: [{ Late: true }, { Late: true }, { Late: false }], result: 2 },
    ],
  }),
  defineFunction({
    name: 'CountDistinct',
    aliases: ['Ndv'],
    class: 'aggregate',
    category: 'aggregate',
    summary: 'Number of different values in the group.',
    nulls: 'Nulls are not counted; 0 when there is nothing to count.',
    params: [{ name: 'column', type: 'any' }],
    returns: 'integer',
    sql: { standard: ([x]) => (x ? sql`COUNT(DISTINCT ${x})` : sql`NULL`) },
    examples: [
      {
        formula: 'CountDistinct([Plate])',
        rows: [{ Plate: 'R1' }, { Plate: 'R1' }, { Plate: 'B2' }, { Plate: null }],
        result: 2,
      },
    ],
  }),
  defineFunction({
    name: 'CountDistinctIf',
    class: 'aggregate',
    category: 'aggregate',
    summary: 'Number of different values over the rows where every condition is true.',
    nulls: 'Nulls are not counted; 0 when there is nothing to count.',
    params: [{ name: 'field', type: 'any' }, conditions],
    returns: 'integer',
    sql: { standard: ([x, ...tests]) => (x ? sql`COUNT(DISTINCT ${where(x, tests)})` : sql`NULL`) },
    examples: [
      {
        formula: 'CountDistinctIf([City], [Pop] > 100, [State] = "OH")',
        rows: [
          { City: 'A', Pop: 150, State: 'OH' },
          { City: 'A', Pop: 200, State: 'OH' },
          { City: 'B', Pop: 90, State: 'OH' },
          { City: 'C', Pop: 500, State: 'TX' },
        ],
        result: 1,
      },
    ],
  }),
  simple(
    'Median',
    'Middle value of the group; with an even count, the midpoint of the two middle values.',
    number,
    'number',
    (x, type) => sql`PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY ${float(x, type)})`,
    [{ formula: 'Median([T])', rows: [{ T: 1 }, { T: 2 }, { T: 10 }, { T: 40 }], result: 6 }],
    {
      portable: ([x], { types }, words) => (x ? words.statistics.percentile(float(x, types[0]), sql`0.5`) : sql`NULL`),
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
      portable: ([x], { types, constants }, words) =>
        x ? words.statistics.percentile(float(x, types[0]), numberText(constants[1], 0.5)) : sql`NULL`,
      ...NO_PERCENTILES,
      postgresFamily: ([x], { types, constants }) =>
        x
          ? sql`PERCENTILE_CONT(${numberText(constants[1], 0.5)}) WITHIN GROUP (ORDER BY ${float(x, types[0])})`
          : sql`NULL`,
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
      // Where there are no percentiles of groups the values are gathered, and one of them is read.
      bigquery: ([x], { constants }) =>
        x
          ? sql`ARRAY_AGG(${x} IGNORE NULLS ORDER BY ${x})[SAFE_OFFSET(CAST(GREATEST(CEIL(${numberText(constants[1], 0.5)} * COUNT(${x})) - 1, 0) AS INT64))]`
          : sql`NULL`,
      trino: ([x], { constants }) =>
        x
          ? sql`ELEMENT_AT(ARRAY_SORT(ARRAY_AGG(${x}) FILTER (WHERE ${x} IS NOT NULL)), CAST(GREATEST(CEIL(${numberText(constants[1], 0.5)} * COUNT(${x})), 1) AS BIGINT))`
          : sql`NULL`,
      mysqlFamily: ([x], { types, constants, returns }) => {
        if (!x) return sql`NULL`
        const item = float(x, types[0])
        const values = sql`CONCAT('[', GROUP_CONCAT(${item} ORDER BY ${item} SEPARATOR ','), ']')`
        const rank = sql`GREATEST(CEIL(${numberText(constants[1], 0.5)} * COUNT(${item})) - 1, 0)`
        const found = sql`CAST(JSON_EXTRACT(${values}, CONCAT('$[', CAST(${rank} AS SIGNED), ']')) AS DOUBLE)`
        return returns.kind === 'float64' ? found : cast(found, returns)
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
    (x, type) => sql`STDDEV_SAMP(${float(x, type)})`,
    [
      { formula: 'StdDev([V])', rows: [{ V: 1 }, { V: 3 }, { V: 5 }], result: 2 },
      { formula: 'StdDev([V])', rows: [{ V: 1 }], result: null },
    ],
    statistic('deviation'),
  ),
  simple(
    'Variance',
    'Sample variance; null for a single value.',
    number,
    'number',
    (x, type) => sql`VAR_SAMP(${float(x, type)})`,
    [{ formula: 'Variance([V])', rows: [{ V: 1 }, { V: 3 }, { V: 5 }], result: 4 }],
    statistic('variance'),
  ),
  simple(
    'VariancePop',
    'Population variance.',
    number,
    'number',
    (x, type) => sql`VAR_POP(${float(x, type)})`,
    [{ formula: 'VariancePop([V])', rows: [2, 4, 4, 4, 5, 5, 7, 9].map((V) => ({ V })), result: 4 }],
    statistic('populationVariance'),
  ),
  defineFunction({
    name: 'Corr',
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
      postgresFamily: pairOf('CORR'),
      snowflake: pairOf('CORR'),
      databricks: pairOf('CORR'),
      bigquery: pairOf('CORR'),
      trino: pairOf('CORR'),
      portable: ([y, x], { types }) => (y && x ? correlation(float(y, types[0]), float(x, types[1])) : sql`NULL`),
    },
    examples: [
      { formula: 'Corr([Y], [X])', rows: ON_A_LINE, result: 1 },
      { formula: 'Corr([Y], [X])', rows: ONE_X, result: null },
    ],
  }),
  regression('RegressionIntercept', 'REGR_INTERCEPT', 'Intercept of the least-squares line of y on x.', 1),
  regression('RegressionR2', 'REGR_R2', 'Share of the variance of y explained by the line, 0 to 1.', 1),
  regression('RegressionSlope', 'REGR_SLOPE', 'Slope of the least-squares line of y on x.', 2),
  defineFunction({
    name: 'SumProduct',
    class: 'aggregate',
    category: 'aggregate',
    summary: 'Total of the row-by-row product of the columns.',
    params: [{ ...number, repeats: true }],
    returns: 'number',
    sql: {
      standard: (args, { types }) =>
        sql`SUM(${{ kind: 'list', items: args.map((arg, index) => float(arg, types[index])), separator: ' * ' }})`,
    },
    examples: [
      {
        formula: 'SumProduct([Qty], [Price])',
        rows: [
          { Qty: 2, Price: 3 },
          { Qty: 4, Price: 5 },
        ],
        result: 26,
      },
    ],
  }),
  defineFunction({
    name: 'ListAgg',
    class: 'aggregate',
    category: 'aggregate',
    summary: 'Joins the values of the group into one text, in the order of their rows; nulls are dropped.',
    isOrdered: true,
    params: [
      { name: 'column', type: 'any' },
      { name: 'separator', type: 'text', optional: true, constant: true, doc: 'A comma when absent.' },
    ],
    returns: 'text',
    sql: {
      postgresFamily: ([x, separator], { order }) => {
        if (!x) return sql`NULL`
        const items = list([cast(x, TEXT), separator ?? sql`','`])
        return order ? sql`STRING_AGG(${items} ORDER BY ${order})` : sql`STRING_AGG(${items})`
      },
      portable: ([x, separator], { types, order }, words) => {
        if (!x) return sql`NULL`
        const by = order ? { by: order, isDescending: false } : null
        return words.statistics.listed(asText(x, types[0] ?? TEXT), separator ?? sql`','`, by, false)
      },
    },
    examples: [
      { formula: 'ListAgg([Port], "-")', rows: [{ Port: 'Kiel' }, { Port: 'Bremen' }], result: 'Kiel-Bremen' },
      {
        formula: 'ListAgg([Port])',
        rows: [{ Port: 'Kiel' }, { Port: 'Bremen' }],
        result: 'Kiel,Bremen',
      },
      { formula: 'ListAgg([Port], "; ")', rows: [{ Port: 'Kiel' }, { Port: null }], result: 'Kiel' },
    ],
  }),
  defineFunction({
    name: 'ListAggDistinct',
    class: 'aggregate',
    category: 'aggregate',
    summary: 'Joins the different values of the group into one sorted text.',
    params: [
      { name: 'column', type: 'any' },
      { name: 'separator', type: 'text', optional: true, constant: true, doc: 'A comma when absent.' },
      { name: 'direction', type: 'text', optional: true, constant: true, values: ['asc', 'desc'] },
    ],
    returns: 'text',
    sql: {
      postgresFamily: ([x, separator], { constants }) => {
        if (!x) return sql`NULL`
        const items = list([cast(x, TEXT), separator ?? sql`','`])
        return String(constants[2] ?? 'asc').toLowerCase() === 'desc'
          ? sql`STRING_AGG(DISTINCT ${items} ORDER BY ${cast(x, TEXT)} DESC)`
          : sql`STRING_AGG(DISTINCT ${items} ORDER BY ${cast(x, TEXT)})`
      },
      portable: ([x, separator], { types, constants }, words) => {
        if (!x) return sql`NULL`
        const item = asText(x, types[0] ?? TEXT)
        const isDescending = String(constants[2] ?? 'asc').toLowerCase() === 'desc'
        return words.statistics.listed(item, separator ?? sql`','`, { by: item, isDescending }, true)
      },
      ...unsupportedOn('SQL Server cannot list different values.', 'sqlserver'),
    },
    examples: [
      {
        formula: 'ListAggDistinct([Store], "; ", "desc")',
        rows: [{ Store: 'Mile' }, { Store: 'Soho' }, { Store: 'Mile' }],
        result: 'Soho; Mile',
      },
    ],
  }),
]
