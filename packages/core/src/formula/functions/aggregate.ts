import { and, caseWhen, cast, type SqlExpression, sql } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import { asDecimal, FLOAT64, INT64, mayLeaveDigits, TOTAL } from '../value-types.ts'
import type { Words } from '../words/index.ts'
import { number, onTestedEngines, simple } from './aggregate-define.ts'
import {
  defineFunction,
  type FunctionDefinition,
  type FunctionExample,
  type Param,
  type PortableEmit,
} from './define.ts'
import { floatMean, floatTotal } from './float-aggregates.ts'
import { floatChain } from './float-arithmetic.ts'

const sortable: Param = { name: 'column', type: { alike: 'T', of: 'sortable' } }
const field: Param = { ...sortable, name: 'field' }
const amount: Param = { ...number, name: 'field' }
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

/** Totals of exact numbers are decimals with the maximum number of digits, so that they fit any number of rows. */
export function totalType(type: ValueType | null | undefined): ValueType {
  if (type?.kind === 'decimal') return { ...type, precision: 38 }
  return type?.kind === 'float64' ? FLOAT64 : TOTAL
}

/** Whether the total is added in parts: it may have more digits than the maximum, or most rows can be added with fewer digits. */
export function hasWideTotal(
  argument: SqlExpression,
  type: ValueType,
): type is Extract<ValueType, { kind: 'decimal' }> {
  return type.kind === 'decimal' && (argument.short !== undefined || mayLeaveDigits(type))
}

const ofGroup = (aggregate: SqlExpression) => aggregate

/** For engines that add whole numbers in a wider type. */
export function total(argument: SqlExpression, type: ValueType, words: Words): SqlExpression {
  if (type.kind === 'float64') return floatTotal(argument, type, words)
  if (hasWideTotal(argument, type)) return words.wideTotal(argument, type, ofGroup)
  const sum = sql`SUM(${argument})`
  return type.kind === 'int64' ? cast(sum, TOTAL) : sum
}

/** For engines whose total of whole numbers has 64 bits and raises an error on overflow. */
function portableTotal(argument: SqlExpression, type: ValueType, words: Words): SqlExpression {
  return type.kind === 'int64' ? sql`SUM(${cast(argument, TOTAL)})` : total(argument, type, words)
}

/** MySQL counts a negative zero apart from zero. */
function withoutSignOfZero(value: SqlExpression, [type]: readonly ValueType[]): SqlExpression {
  return type?.kind === 'float64' ? sql`${value} + 0e0` : value
}

/** The value where every condition is true, else null, which aggregates skip. */
function where(value: SqlExpression, tests: readonly SqlExpression[]): SqlExpression {
  return caseWhen([{ when: and(...tests), value }])
}

/** The aggregate over the rows for which conditions are true. */
function conditional(
  name: string,
  summary: string,
  param: Param,
  returns: FunctionDefinition['returns'],
  emit: (argument: SqlExpression, type: ValueType, words: Words) => SqlExpression,
  examples: readonly FunctionExample[],
  portable = emit,
): FunctionDefinition {
  const writtenBy =
    (write: typeof emit): PortableEmit =>
    ([argument, ...tests], { types }, words) =>
      argument ? write(where(argument, tests), types[0] ?? INT64, words) : sql`NULL`
  return defineFunction({
    name,
    class: 'aggregate',
    category: 'aggregate',
    summary,
    params: [param, conditions],
    returns,
    sql: { ...onTestedEngines(writtenBy(emit)), portable: writtenBy(portable) },
    examples,
  })
}

function average(argument: SqlExpression, type: ValueType, words: Words): SqlExpression {
  if (mayLeaveDigits(type)) return words.wideMean(argument, type, ofGroup)
  return type.kind === 'float64' ? floatMean(argument, type, words) : cast(sql`AVG(${argument})`, FLOAT64)
}

/**
 * The mean of exact numbers, for engines whose own AVG truncates to the type of its values or to a few more digits. Converting to floats
 * before adding would lose the difference of large numbers with opposite signs.
 */
export function exactMean(
  argument: SqlExpression,
  type: ValueType,
  over = (aggregate: SqlExpression) => aggregate,
): SqlExpression {
  const sum = over(sql`SUM(${type.kind === 'int64' ? cast(argument, TOTAL) : argument})`)
  return sql`${cast(sum, FLOAT64)} / NULLIF(${over(sql`COUNT(${argument})`)}, 0)`
}

function portableAverage(argument: SqlExpression, type: ValueType, words: Words): SqlExpression {
  return type.kind === 'float64' ? floatMean(argument, type, words) : exactMean(argument, type)
}

/** The digits of a 64-bit integer as a decimal, one more than 64 bits hold in any case. */
const DIGITS_OF_INTEGERS = 19
/** The maximum number of digits of an exact product. */
const MOST_DIGITS = 32

/** The product of exact numbers with few enough digits; null for all others, whose product is a float. */
function exactProduct(
  args: readonly SqlExpression[],
  types: readonly ValueType[],
): { product: SqlExpression; type: ValueType } | null {
  const [only] = args
  const [type] = types
  if (args.length === 1 && only && type && type.kind !== 'float64')
    return type.kind === 'int64' ? { product: cast(only, TOTAL), type } : { product: only, type }
  const decimals = types.map(asDecimal)
  const precision = decimals.reduce((sum, decimal) => sum + (decimal?.precision ?? Number.POSITIVE_INFINITY), 0)
  const scale = decimals.reduce((sum, decimal) => sum + (decimal?.scale ?? 0), 0)
  if (precision > MOST_DIGITS) return null
  // DuckDB aborts the statement where a product of decimals with up to 18 digits has more.
  const isShort = decimals.every((decimal) => decimal && decimal.precision < DIGITS_OF_INTEGERS)
  const factors = args.map((arg, index) => {
    const decimal = decimals[index]
    if (!decimal || !(types[index]?.kind === 'int64' || (isShort && index === 0))) return arg
    return cast(arg, { kind: 'decimal', scale: decimal.scale, precision: DIGITS_OF_INTEGERS })
  })
  const product: SqlExpression = { kind: 'list', items: factors, separator: ' * ' }
  return { product, type: { kind: 'decimal', precision, scale } }
}

/** The total of exact products as a float, which exists for any number of digits. */
function totalOfProducts({ product, type }: { product: SqlExpression; type: ValueType }, words: Words): SqlExpression {
  if (!mayLeaveDigits(type)) return cast(sql`SUM(${product})`, FLOAT64)
  return sql`${words.wideMean(product, type, ofGroup)} * COUNT(${product})`
}

/** Totals, counts, means and extremes of a group. */
export const aggregateFunctions: readonly FunctionDefinition[] = [
  simple(
    'Sum',
    'Total of the group.',
    number,
    ([type]) => totalType(type),
    total,
    [
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
    ],
    { portable: ([x], { types }, words) => (x ? portableTotal(x, types[0] ?? INT64, words) : sql`NULL`) },
  ),
  conditional(
    'SumIf',
    'Total over the rows where every condition is true.',
    amount,
    ([type]) => totalType(type),
    total,
    [
      { formula: 'SumIf([Sale], [State] = "TX", [Open])', rows: SALES, result: 10 },
      { formula: 'SumIf([Sale], [State] = "TX" or [State] = "CA")', rows: SALES, result: 22 },
    ],
    portableTotal,
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
    { portable: ([x], { types }, words) => (x ? portableAverage(x, types[0] ?? INT64, words) : sql`NULL`) },
  ),
  conditional(
    'AvgIf',
    'Mean over the rows where the condition is true.',
    amount,
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
    field,
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
    field,
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
    field,
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
    isSmall: true,
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
    isSmall: true,
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
    isSmall: true,
    aliases: ['Ndv'],
    class: 'aggregate',
    category: 'aggregate',
    summary: 'Number of different values in the group.',
    nulls: 'Nulls are not counted; 0 when there is nothing to count.',
    params: [{ name: 'column', type: 'any' }],
    returns: 'integer',
    sql: {
      standard: ([x]) => (x ? sql`COUNT(DISTINCT ${x})` : sql`NULL`),
      mysql: ([x], { types }) => (x ? sql`COUNT(DISTINCT ${withoutSignOfZero(x, types)})` : sql`NULL`),
    },
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
    isSmall: true,
    class: 'aggregate',
    category: 'aggregate',
    summary: 'Number of different values over the rows where every condition is true.',
    nulls: 'Nulls are not counted; 0 when there is nothing to count.',
    params: [{ name: 'field', type: 'any' }, conditions],
    returns: 'integer',
    sql: {
      standard: ([x, ...tests]) => (x ? sql`COUNT(DISTINCT ${where(x, tests)})` : sql`NULL`),
      mysql: ([x, ...tests], { types }) =>
        x ? sql`COUNT(DISTINCT ${where(withoutSignOfZero(x, types), tests)})` : sql`NULL`,
    },
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
  defineFunction({
    name: 'SumProduct',
    nulls: 'A row with a null factor is skipped.',
    class: 'aggregate',
    category: 'aggregate',
    summary: 'Total of the row-by-row product of the columns.',
    params: [{ ...number, repeats: true }],
    returns: 'number',
    sql: {
      portable: (args, { types }, words) => {
        const product = exactProduct(args, types)
        if (product) return totalOfProducts(product, words)
        return floatTotal(floatChain('*', args, types, words), FLOAT64, words)
      },
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
]
