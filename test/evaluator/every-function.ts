import fc from 'fast-check'
import type { TestEngine } from '../../packages/core/src/formula/testing/engines.ts'
import type { ValueType } from '../../packages/core/src/types/index.ts'
import { actualValue, same } from './check.ts'
import { FIRST, LAST, time } from './date-cases.ts'
import { cellsOf } from './formula-rows.ts'
import { columnsOf, type FunctionCall } from './function-calls.ts'
import { dualFunctions, groupFunctions, windowFunctions } from './group-functions.ts'
import { numberFunctions, pairFunctions } from './number-functions.ts'
import { type RowFunction, rowFunctions } from './row-functions.ts'
import { decimal, isDecimal, isMoment, isNumber, moment, show, type Value } from './values.ts'

/** Functions that these calls do not compare, each with its reason. */
export const NOT_COMPARED: Readonly<Record<string, string>> = {
  '%': 'exact-numbers.test.ts',
  DateFromUnix: 'exact-numbers.test.ts, as the other functions of Unix times',
  DateFromUnixMs: 'exact-numbers.test.ts',
  DateFromUnixUs: 'exact-numbers.test.ts',
  ConvertTimezone: 'zones.test.ts, at every edge of a zone',
  DateFormat: 'the formats of same-on-engines.test.ts: the evaluator has no formats',
  DateTime: 'the examples of its entry: the evaluator has no formats',
  InDateRange: 'the examples of its entry, and filters of dates in random.test.ts',
  InPriorDateRange: 'the examples of its entry',
  BusinessDays: 'the examples of its entry',
  RegexpExtract: 'the examples of its entry: engines have regular expressions of their own',
  Json: 'random-array-formula.ts: values of JSON',
  '[]': 'random-array-formula.ts: values of JSON',
  '{}': 'random-array-formula.ts: values of JSON',
  MakePoint: 'PostgreSQL and MariaDB have no geography here',
  SparklineAgg: 'its second argument is an aggregate of a level',
  FillDown: 'random.test.ts: the plan makes it of two windows on PostgreSQL and MariaDB',
  XNPV: 'the examples of its entry',
  ArrayAggDistinct: 'random.test.ts, over texts: numbers are sorted as JSON',
  ArraySlice: 'random-array-formula.ts: values of JSON',
  ListAgg: 'random.test.ts, over texts',
  ListAggDistinct: 'random.test.ts, over texts',
  RowNumber: 'random.test.ts, in a total order: which of equal rows comes first is open',
  Ntile: 'random.test.ts, in a total order: which of equal rows comes first is open',
}

/** Kinds of numbers for which an engine cannot return what the others do, each with its reason. */
const NEVER: Readonly<Record<string, Partial<Record<NumberKind, string>>>> = {
  'postgres Mod': {
    float: 'PostgreSQL has no remainder of floats: it is computed from the decimal texts of fractions',
  },
}

export type NumberKind =
  | 'mixed'
  | 'turned'
  | 'fraction'
  | 'places'
  | 'whole'
  | 'money'
  | 'wide'
  | 'long'
  | 'cents'
  | 'float'
  | 'small'
  | 'rate'
  | 'flag'

/** Decimals of different scales in one call, which have no common type of 38 digits: the kinds of its columns of numbers, in turn. */
const MIXED = {
  mixed: ['wide', 'fraction', 'cents'],
  turned: ['fraction', 'wide', 'money'],
} as const
const isMixed = (kind: NumberKind): kind is keyof typeof MIXED => kind in MIXED

const TYPES: Record<Exclude<NumberKind, keyof typeof MIXED> | 'date' | 'text' | 'logical', ValueType> = {
  fraction: { kind: 'decimal', precision: 38, scale: 18 },
  whole: { kind: 'int64' },
  money: { kind: 'decimal', precision: 20, scale: 2 },
  wide: { kind: 'decimal', precision: 38, scale: 0 },
  long: { kind: 'decimal', precision: 38, scale: 0 },
  cents: { kind: 'decimal', precision: 38, scale: 2 },
  float: { kind: 'float64' },
  small: { kind: 'int64' },
  places: { kind: 'int64' },
  rate: { kind: 'decimal', precision: 20, scale: 2 },
  flag: { kind: 'int64' },
  date: { kind: 'timestamp' },
  text: { kind: 'text' },
  logical: { kind: 'logical' },
}
const MOST = 2n ** 63n - 1n
const EDGES = [0n, 1n, 2n ** 31n, 2n ** 53n, 10n ** 15n, 10n ** 18n, MOST]
const edge = fc
  .tuple(fc.constantFrom(...EDGES), fc.bigInt(-3n, 3n), fc.boolean())
  .map(([size, by, isNegative]) => (isNegative ? -(size + by) : size + by))
  .map((value) => (value > MOST ? MOST : value < -MOST - 1n ? -MOST - 1n : value))
const DIGITS_38 = 10n ** 38n - 1n
const wideOf = (...more: readonly bigint[]) =>
  fc
    .tuple(fc.constantFrom(...EDGES, 2n ** 64n, 10n ** 30n, ...more), fc.bigInt(-3n, 3n), fc.boolean())
    .map(([size, by, isNegative]) => (isNegative ? -(size + by) : size + by))
    .map((value) => String(value > DIGITS_38 ? DIGITS_38 : value < -DIGITS_38 ? -DIGITS_38 : value))
/** Floats whose neighbours are whole numbers apart, a few with decimals, and both zeros. */
const float = fc.constantFrom(
  ...['0', '-0', '0.5', '-2.5', '0.1', '123456.789', '-1', '3', '9007199254740991', '9007199254740994'],
  ...['-9007199254740992', '1e15', '-1e18', '9223372036854775807', '-9223372036854775808', '1e19', '1e38', '-1e38'],
)
const whole = fc.oneof(edge, fc.bigInt(-20n, 20n)).map(String)
const withDecimals = (digits: bigint, scale: number) => {
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  return `${digits < 0n ? '-' : ''}${text.slice(0, -scale)}.${text.slice(-scale)}`
}
const moneyText = (digits: bigint) => withDecimals(digits, 2)
const money = fc.oneof(edge, fc.bigInt(-999n, 999n)).map(moneyText)
const VALUES: Record<keyof typeof TYPES, fc.Arbitrary<string>> = {
  whole,
  money,
  wide: wideOf(DIGITS_38),
  long: wideOf(),
  fraction: fc.oneof(
    wideOf(DIGITS_38, 16n * 10n ** 17n).map((text) => withDecimals(BigInt(text), 18)),
    // Neighbours of whole numbers, as in the other columns.
    fc
      .tuple(fc.oneof(edge, fc.bigInt(-20n, 20n)), fc.bigInt(-1n, 1n))
      .map(([size, by]) => withDecimals(size * 10n ** 18n + by, 18)),
  ),
  cents: wideOf(DIGITS_38).map((text) => moneyText(BigInt(text))),
  float,
  small: fc.bigInt(-12n, 30n).map(String),
  places: fc.bigInt(-40n, 40n).map(String),
  rate: fc.constantFrom('0.00', '0.01', '0.05', '0.25', '0.50', '1.00', '-0.25'),
  flag: fc.constantFrom('0', '1'),
  // The week of the first days of the year 1 begins before the supported range.
  date: time.filter((text) => text >= '0001-01-08'),
  text: fc.constantFrom('', 'a', 'Ünï', 'a-b-c', '  x ', '😀b', '-'),
  logical: fc.constantFrom('true', 'false'),
}

/** Texts, counts and rates: numbers at the limits of their types make no difference there, or have no result. */
const SMALL = new Set(
  `LPad RPad Repeat DateAdd MakeDate ArraySlice Sequence FV PV Pmt IPmt PPmt NPer CAGR Effect
  Nominal ArrayAgg ArrayAggDistinct DistanceGlobe BinFixed RaggedHierarchy Array Corr CumulativeCorr MovingCorr RegressionSlope RegressionIntercept
  RegressionR2 StdDev Variance VariancePop CumulativeStdDev CumulativeVariance MovingStdDev MovingVariance`.split(
    /\s+/,
  ),
)

/** An integer beyond exact floats becomes a different float on each engine, which is far away on a circle. */
const CIRCULAR = new Set(['Sin', 'Cos', 'Tan', 'Cot'])
/** A sum of rows may exceed 38 digits; each engine adds floats in another order, see floats.test.ts. */
const isTotal = (name: string) => /Sum|Avg/.test(name) && name !== 'RowAvg'

const PLACES = new Set(['Round', 'RoundUp', 'RoundDown', 'Trunc'])
const RATES = new Set(['FV', 'PV', 'Pmt', 'IPmt', 'PPmt', 'NPer', 'Effect', 'Nominal'])

/** Counts of decimals are small numbers; a rate is small too, and a payment is due at the end of a period or at its start. */
function kindOf({ name, args }: FunctionCall, column: string, given: NumberKind): keyof typeof VALUES {
  const kind = isMixed(given) ? (MIXED[given][(Number(column.slice(1)) - 1) % MIXED[given].length] ?? 'wide') : given
  if (PLACES.has(name) && column !== 'N1') return kind === 'float' ? 'small' : 'places'
  if (!RATES.has(name)) return kind
  const params = name === 'IPmt' || name === 'PPmt' ? 6 : 5
  return column === 'N1' ? 'rate' : column === `N${params}` && args.length === params ? 'flag' : kind
}

/** Lists and texts contain times without fractions of a second. */
const WRITES_MOMENTS = new Set(['Array', 'RaggedHierarchy', 'ArrayAgg', 'Text'])

/** The kinds of numbers with which a call is tested; empty for a call whose result the evaluator writes differently. */
export function kindsOf(call: FunctionCall, dialect: string): NumberKind[] {
  const never = NEVER[`${dialect} ${call.name}`] ?? {}
  return kindsOfCall(call).filter((kind) => !(kind in never))
}

function kindsOfCall(call: FunctionCall): NumberKind[] {
  const { name, args } = call
  if (!args.some((arg) => 'kind' in arg && arg.kind === 'number')) return WRITES_MOMENTS.has(name) ? [] : ['small']
  if (SMALL.has(name)) return ['small']
  if (CIRCULAR.has(name)) return ['whole', 'money', 'float']
  // Products with more than 32 digits are floats, and the sum of large ones with both signs depends on their order.
  if (name === 'SumProduct' && args.length > 1) return ['small']
  if (isTotal(name)) return ['whole', 'money', 'long', 'wide', 'cents']
  const isAlone = columnsOf(call).filter(({ kind }) => kind === 'number').length < 2
  return ['whole', 'money', 'wide', 'float', ...(isAlone ? [] : (['mixed', 'turned'] as const))]
}

const constantOf = (text: string): Value => (/^-?[\d.]+$/.test(text) ? decimal(text) : String(JSON.parse(text)))

function readCell(text: string | null, { kind }: ValueType): Value {
  if (text === null) return null
  if (kind === 'int64' || kind === 'decimal') return decimal(text)
  if (kind === 'float64') return Number(text)
  if (kind === 'logical') return text === 'true'
  return kind === 'timestamp' ? moment(text) : text
}

/** Null when the type of the result cannot represent the value. */
function fitting(value: Value, type: ValueType): Value {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (value !== null && isMoment(value)) return value.ms >= Number(FIRST) && value.ms <= Number(LAST) ? value : null
  if (value === null || !isDecimal(value)) return value
  const size = (value.digits < 0n ? -value.digits : value.digits) / 10n ** BigInt(value.scale)
  if (type.kind === 'int64') return value.digits < 0n ? (size <= MOST + 1n ? value : null) : size <= MOST ? value : null
  return type.kind === 'decimal' && size >= 10n ** BigInt(type.precision - type.scale) ? null : value
}

/** The evaluator's result for every row, or for all of them together. */
function expectedOf({ name, class: kind, args }: FunctionCall, numbers: NumberKind, rows: Value[][]): Value[] {
  const aggregate = groupFunctions[name] ?? pairFunctions[name]
  if (kind === 'aggregate' && aggregate) return [aggregate(rows)]
  if (kind === 'window') {
    const dual = dualFunctions[name]
    if (dual) return rows.map(() => dual(rows.map(([value = null]) => value)))
    const pairs = pairFunctions[name.replace(/^(Cumulative|Moving)/, '')]
    const frame = (at: number) => (name.startsWith('Moving') ? frameOf(args, rows, at) : rows.slice(0, at + 1))
    if (pairs) return rows.map((_row, at) => pairs(frame(at)))
    return (
      windowFunctions[name]?.(
        rows.map((row) => ({ args: row })),
        (a, b) => a - b,
      ) ?? []
    )
  }
  const own = args.length === 1 && name === '-' ? 'negative' : name
  const of: RowFunction | undefined = numberFunctions[own] ?? rowFunctions[own]
  const isOpen = (row: Value[]) => isWithoutSize(own, numbers, row) || isWithoutRoom(own, numbers, row)
  return rows.map((row) => (isOpen(row) ? null : (of?.(row) ?? null)))
}

/** The rows of the frame of MovingCorr, whose third argument is its start. */
function frameOf(args: FunctionCall['args'], rows: Value[][], at: number): Value[][] {
  const [above = 0, below = 0] = args.slice(2).map((arg) => ('written' in arg ? Number(arg.written) : 0))
  return rows.slice(Math.max(0, at - above), Math.max(0, at + below + 1))
}

/** True for a multiple of 0, and for a multiple of the smallest integer, whose absolute value is out of range. */
function isWithoutSize(name: string, numbers: NumberKind, [, factor = null]: Value[]): boolean {
  if (!['MRound', 'Floor', 'Ceiling'].includes(name) || factor === null || !isNumber(factor)) return false
  if (!isDecimal(factor)) return factor === 0
  return factor.digits === 0n || (name === 'MRound' && numbers === 'whole' && factor.digits === -MOST - 1n)
}

/** Functions that are computed in the common type of their numbers. */
const IN_COMMON_TYPE = new Set(['%', 'Mod', 'Div', 'MRound', 'Floor', 'Ceiling'])

/** True for numbers of different scales when one has too many digits for the decimals of the other. */
function isWithoutRoom(name: string, kind: NumberKind, row: Value[]): boolean {
  if (!isMixed(kind) || !IN_COMMON_TYPE.has(name)) return false
  const scales = MIXED[kind]
    .slice(0, row.length)
    .map((each) => (TYPES[each].kind === 'decimal' ? TYPES[each].scale : 0))
  const type: ValueType = { kind: 'decimal', precision: 38, scale: Math.max(...scales) }
  return row.some((value) => value !== null && fitting(value, type) === null)
}

type Texts = (string | null)[][]

function kindsOfColumns(call: FunctionCall, kind: NumberKind): (keyof typeof TYPES)[] {
  return columnsOf(call).map((column) => (column.kind === 'number' ? kindOf(call, column.column, kind) : column.kind))
}

/** Random rows for a call. */
export function randomRows(call: FunctionCall, kind: NumberKind, count: number, seed: number): Texts {
  const cells = kindsOfColumns(call, kind).map((name) => fc.option(VALUES[name], { freq: 20 }))
  return fc.sample(fc.tuple(...cells), { numRuns: count, seed })
}

/** Large numbers with both signs that are equal to their neighbours as floats and have a small sum. */
const CANCELLING = [
  10n ** 18n + 1n,
  -(10n ** 18n),
  MOST - 1n,
  -MOST,
  10n ** 18n,
  -(10n ** 18n) - 3n,
  2n ** 53n + 1n,
  7n,
  -(2n ** 53n),
  -2n,
]

/** Rows of a call over numbers that cancel out; null for a call without such columns. */
export function cancellingRows(call: FunctionCall, kind: NumberKind): Texts | null {
  const kinds = kindsOfColumns(call, kind)
  if (!kinds.includes('whole') && !kinds.includes('money')) return null
  const others = Object.entries(VALUES).map(
    ([name, values]) => [name, fc.sample(values, { numRuns: 19, seed: 1 })] as const,
  )
  const lists: Record<string, readonly string[]> = {
    ...Object.fromEntries(others),
    whole: CANCELLING.map(String),
    money: CANCELLING.map(moneyText),
    logical: ['true', 'true', 'true', 'true', 'false', 'true'],
  }
  return Array.from({ length: 19 }, (_, row) =>
    kinds.map((name, at) => {
      const values = lists[name] ?? []
      return values[(row + at * 3) % values.length] ?? null
    }),
  )
}

/** Differences between an engine and the evaluator over rows of a call. */
export async function differencesOf(
  engine: TestEngine,
  call: FunctionCall,
  kind: NumberKind,
  texts: Texts,
): Promise<string[]> {
  const columns = columnsOf(call)
  const kinds = kindsOfColumns(call, kind)
  const types = Object.fromEntries(columns.map(({ column }, at) => [column, TYPES[kinds[at] ?? 'text']]))
  const given = `${call.formula} (${kind})`
  let result: Awaited<ReturnType<typeof cellsOf>>
  try {
    result = await cellsOf(engine, call.formula, types, texts)
  } catch (error) {
    return [`${given} raises ${String(error).slice(0, 200)}`]
  }
  const { type, cells: found } = result
  const rows = texts.map((row) => {
    const left = row.map((text, at) => readCell(text, TYPES[kinds[at] ?? 'text']))
    return call.args.map((arg) => ('column' in arg ? (left.shift() ?? null) : constantOf(arg.written)))
  })
  return expectedOf(call, kind, rows).flatMap((value, at) => {
    const [expected, actual] = [fitting(value, type), readFound(found[at] ?? null, type)]
    const shown = call.class === 'row' ? (rows[at] ?? []).map(show).join(', ') : `row ${at} of ${JSON.stringify(texts)}`
    return same(expected, actual) || isNoise(call.name, expected, actual)
      ? []
      : [`${given} is ${show(actual)}, not ${show(expected)} of ${shown.slice(0, 300)}`]
  })
}

/**
 * A principal is the payment minus its interest: when almost nothing is left, the result consists of the last digits of both. The amounts
 * of these calls are integers up to 30.
 */
function isNoise(name: string, expected: Value, actual: Value): boolean {
  if (name !== 'PPmt' || typeof expected !== 'number' || typeof actual !== 'number') return false
  return Math.abs(expected - actual) < 1e-9
}

function readFound(cell: string | null, type: ValueType): Value {
  if (cell !== null && type.kind === 'float64') return Number(cell)
  const value = actualValue(type.kind === 'logical' && cell !== null ? cell === 'true' || cell === '1' : cell, type)
  return typeof value === 'symbol' ? null : value
}
