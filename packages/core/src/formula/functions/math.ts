import { and, caseWhen, cast, list, or, type SqlExpression, sql, value } from '../../sql/index.ts'
import { fittedTogether } from '../decimals-together.ts'
import { FLOAT64, INT64 } from '../value-types.ts'
import {
  defineFunction,
  type Emit,
  type FunctionDefinition,
  type FunctionExample,
  type Param,
  type PortableEmit,
  type RowFunction,
} from './define.ts'
import { floatOperation } from './float-arithmetic.ts'
import { type FloatWords, floatWords } from './float-words.ts'
import { float, wholeWithin } from './numbers.ts'
import { NO_ROOM, remainder } from './remainder.ts'
import { rowMean } from './row-mean.ts'

const number: Param = { name: 'number', type: 'number' }

/** A function of floats. */
function ofFloats(
  name: string,
  summary: string,
  params: readonly string[],
  write: (floats: FloatWords, ...args: SqlExpression[]) => SqlExpression,
  examples: readonly FunctionExample[],
): FunctionDefinition {
  return defineFunction({
    name,
    class: 'row',
    category: 'math',
    summary,
    params: params.map((param) => ({ name: param, type: 'number' })),
    returns: 'number',
    nulls: 'Null when an argument is null, and where there is no such number.',
    sql: {
      portable(args, { types }, words) {
        const operands = args.map((arg, index) => float(arg, types[index]))
        return write(floatWords(operands, types, words), ...operands)
      },
    },
    examples,
  })
}

/** A call whose operands must be finite numbers. */
function called(name: string, { ofNumbers }: Pick<FloatWords, 'ofNumbers'>, x: SqlExpression): SqlExpression {
  return ofNumbers({ kind: 'fragment', strings: [`${name}(`, ')'], args: [x] }, x)
}

const NULL = sql`NULL`
const HALF = value(0.5, FLOAT64)
const DEGREES = value(180 / Math.PI, FLOAT64)
const RADIANS = value(Math.PI / 180, FLOAT64)

export function mathFunction(
  definition: Pick<
    RowFunction,
    'name' | 'summary' | 'params' | 'returns' | 'examples' | 'unlisted' | 'nulls' | 'choosesByValue'
  > & {
    write?: Emit
    portable?: PortableEmit
  },
): FunctionDefinition {
  const { write, portable, ...rest } = definition
  const sql = { ...(portable ? { portable } : {}), ...(write ? { standard: write } : {}) }
  return defineFunction({ ...rest, class: 'row', category: 'math', sql })
}

/** The number; null for the smallest 64-bit integer, whose negative does not exist. */
function withoutLeast(x: SqlExpression): SqlExpression {
  return sql`NULLIF(${x}, -9223372036854775807 - 1)`
}

/** The value for arguments in the domain of the function, else null: engines raise errors outside of it. */
function within(result: SqlExpression, test: SqlExpression): SqlExpression {
  return caseWhen([{ when: test, value: result }])
}

const alike: Param = { name: 'input', type: { alike: 'T', of: 'sortable' }, repeats: true }

function extreme(
  name: string,
  call: 'GREATEST' | 'LEAST',
  skipsNulls: boolean,
  summary: string,
  examples: readonly FunctionExample[],
) {
  return mathFunction({
    name,
    summary,
    unlisted: skipsNulls,
    params: [alike],
    returns: { alike: 'T' },
    choosesByValue: true,
    write: (args, { constants }) => {
      const [only = NULL] = args
      // MySQL's GREATEST needs at least two arguments.
      if (args.length === 1) return only
      const result: SqlExpression = { kind: 'fragment', strings: [`${call}(`, ')'], args: [list(args)] }
      const uncertain = args.filter((_arg, index) => constants[index] === undefined || constants[index] === null)
      if (skipsNulls || uncertain.length === 0) return result
      return within(result, and(...uncertain.map((arg) => sql`${arg} IS NOT NULL`)))
    },
    // Engines differ in how GREATEST treats nulls, so nulls are replaced by another item.
    ...(skipsNulls
      ? {
          portable: (args: readonly SqlExpression[]) => {
            const [only = NULL] = args
            if (args.length === 1) return only
            const standIns = args.map((_arg, at) => sql`COALESCE(${list([...args.slice(at), ...args.slice(0, at)])})`)
            return { kind: 'fragment', strings: [`${call}(`, ')'], args: [list(standIns)] }
          },
        }
      : {}),
    examples,
  })
}

function parity(name: string, odd: boolean, summary: string, examples: readonly FunctionExample[]) {
  return defineFunction({
    name,
    class: 'row',
    category: 'math',
    summary,
    params: [{ ...number, name: 'value' }],
    returns: 'logical',
    sql: {
      portable: ([x], { types: [type] }, words) => {
        if (!x) return sql`NULL`
        const isOf = (rest: SqlExpression) => (odd ? sql`${rest} <> 0` : sql`${rest} = 0`)
        if (type?.kind === 'int64') return isOf(words.remainder(x, sql`2`, INT64))
        // 1.9 is odd: its remainder by 2 is at least 1, or at most -1.
        if (type?.kind === 'decimal') {
          const rest = sql`ABS(${words.remainder(x, sql`2`, type)})`
          return odd ? sql`${rest} >= 1` : sql`${rest} < 1`
        }
        // A float too large for a fraction is even.
        const rest = words.remainder(words.whole(words.trunc(x)), sql`2`, INT64)
        return caseWhen(
          [{ when: sql`ABS(${x}) < 9007199254740992`, value: isOf(rest) }],
          caseWhen([{ when: sql`${x} IS NOT NULL`, value: odd ? sql`FALSE` : sql`TRUE` }]),
        )
      },
    },
    examples,
  })
}

const pair: readonly Param[] = [
  { name: 'number1', type: 'number' },
  { name: 'number2', type: 'number' },
]

/** The limits of 64-bit integers. */
const BITS = [-(2n ** 63n), 2n ** 63n - 1n] as const
/** The limits that are exact floats too. */
const FLOAT_BITS = [-(2n ** 63n), 2n ** 63n - 1024n] as const

function bits(name: string, sign: '&' | '|', summary: string, examples: readonly FunctionExample[]) {
  return mathFunction({
    name,
    summary,
    params: pair,
    returns: 'integer',
    nulls: 'Null when an argument is null, and for a number of more than 64 bits.',
    portable: ([a, b], { types, constants }, words) => {
      if (!a || !b) return NULL
      const whole = (x: SqlExpression, at: number) =>
        types[at]?.kind === 'int64'
          ? x
          : wholeWithin(words, x, types[at], constants[at], types[at]?.kind === 'float64' ? FLOAT_BITS : BITS)
      return words.bits(sign, whole(a, 0), whole(b, 1))
    },
    examples,
  })
}

const arc =
  (call: string) =>
  (_floats: FloatWords, x: SqlExpression = NULL) =>
    within({ kind: 'fragment', strings: [`${call}(`, ')'], args: [x] }, sql`${x} BETWEEN -1 AND 1`)

export const mathFunctions: readonly FunctionDefinition[] = [
  mathFunction({
    name: 'Abs',
    summary: 'Absolute value.',
    params: [{ name: 'number', type: { alike: 'T', of: 'number' } }],
    returns: { alike: 'T' },
    // The smallest int64 has no positive counterpart.
    nulls: 'Null for null, and for the least whole number of 64 bits.',
    write: ([x], { types }) => {
      if (!x) return sql`NULL`
      return types[0]?.kind === 'int64' && x.kind !== 'value' ? sql`ABS(${withoutLeast(x)})` : sql`ABS(${x})`
    },
    examples: [
      ['Abs(-7)', 7],
      ['Abs(-2.5)', 2.5],
      ['Abs(Null)', null],
    ],
  }),
  defineFunction({
    name: 'Mod',
    class: 'row',
    category: 'math',
    summary: 'Remainder of a division, with the sign of the dividend; null when the divisor is 0.',
    nulls: NO_ROOM,
    params: [
      { name: 'x', type: { alike: 'T', of: 'number' } },
      { name: 'y', type: { alike: 'T', of: 'number' } },
    ],
    returns: { alike: 'T' },
    sql: {
      portable: ([x, y], { types, returns }, words) => (x && y ? remainder(words, x, y, types, returns) : sql`NULL`),
    },
    examples: [
      ['Mod(23, 4)', 3],
      ['Mod(3, 7)', 3],
      ['Mod(3, 0)', null],
    ],
  }),
  defineFunction({
    class: 'row',
    category: 'math',
    name: 'Div',
    summary: 'Integer part of a quotient; null when the divisor is 0.',
    params: [
      { name: 'dividend', type: 'number' },
      { name: 'divisor', type: 'number' },
    ],
    returns: 'integer',
    nulls: `${NO_ROOM.slice(0, -1)}; for a quotient of more than 64 bits too.`,
    sql: {
      portable: ([x, y], { types }, words) => {
        if (!x || !y) return sql`NULL`
        if (types.every(({ kind }) => kind !== 'float64')) {
          const [dividend = x, divisor = y] = fittedTogether([x, y], types, words)
          return words.quotient(dividend, sql`NULLIF(${divisor}, 0)`, types)
        }
        const [a = INT64, b = INT64] = types
        return words.whole(words.trunc(floatOperation('/', float(x, a), y, [a, b], words)))
      },
    },
    examples: [
      ['Div(23, 4)', 5],
      ['Div(3, 7)', 0],
      ['Div(-7, 2)', -3],
      ['Div(1, 0)', null],
    ],
  }),
  mathFunction({
    name: 'Sign',
    summary: '-1, 0 or 1 by the sign.',
    params: [number],
    returns: 'integer',
    write: ([x], { types }) => (x ? cast(sql`SIGN(${float(x, types[0])})`, INT64) : sql`NULL`),
    examples: [
      ['Sign(-8)', -1],
      ['Sign(0)', 0],
    ],
  }),
  extreme('Greatest', 'GREATEST', false, 'Largest of the inputs on the row; null when one is null.', [
    ['Greatest(3, 9, 4)', 9],
    ['Greatest(3, Null)', null],
    ['Greatest("a", "b")', 'b'],
  ]),
  extreme('Least', 'LEAST', false, 'Smallest of the inputs on the row; null when one is null.', [
    ['Least(3, 9, 4)', 3],
    ['Least(3)', 3],
  ]),
  extreme('GreatestNonNull', 'GREATEST', true, 'Largest of the inputs that are not null.', [
    ['GreatestNonNull(3, Null, 4)', 4],
  ]),
  extreme('LeastNonNull', 'LEAST', true, 'Smallest of the inputs that are not null.', [
    ['LeastNonNull(Null, 9, 4)', 4],
  ]),
  defineFunction({
    name: 'RowAvg',
    class: 'row',
    category: 'math',
    summary: 'Mean of the arguments on the row; null when one is null.',
    params: [{ ...number, repeats: true }],
    returns: 'number',
    sql: {
      portable: rowMean,
    },
    examples: [
      ['RowAvg(1, 2, 6)', 3],
      // Large numbers that cancel out lose no digits.
      ['RowAvg(9007199254740993, -9007199254740992)', 0.5],
      ['RowAvg(90071992547409920.25, -90071992547409919.75)', 0.25],
    ],
  }),
  parity('IsEven', false, 'True when the integer part is even.', [
    ['IsEven(4.9)', true],
    ['IsEven(7)', false],
  ]),
  parity('IsOdd', true, 'True when the integer part is odd.', [
    ['IsOdd(3.2)', true],
    ['IsOdd(-3)', true],
  ]),
  bits('BitAnd', '&', 'Bitwise and of two whole numbers.', [['BitAnd(6, 3)', 2]]),
  bits('BitOr', '|', 'Bitwise or of two whole numbers.', [['BitOr(6, 3)', 7]]),
  mathFunction({
    name: 'Pi',
    nulls: 'Never null.',
    summary: 'The constant pi.',
    params: [],
    returns: 'number',
    write: () => sql`PI()`,
    portable: (_args, _info, words) => words.pi(),
    // biome-ignore lint/suspicious/noApproximativeNumericConstant: the formula returns four digits.
    examples: [['Round(Pi(), 4)', 3.1416]],
  }),
  ofFloats('Sin', 'Sine of an angle in radians.', ['value'], (floats, x = NULL) => called('SIN', floats, x), [
    ['Sin(0)', 0],
  ]),
  ofFloats('Cos', 'Cosine of an angle in radians.', ['value'], (floats, x = NULL) => called('COS', floats, x), [
    ['Cos(0)', 1],
  ]),
  ofFloats('Tan', 'Tangent of an angle in radians.', ['value'], (floats, x = NULL) => called('TAN', floats, x), [
    ['Tan(0)', 0],
  ]),
  ofFloats(
    'Cot',
    'Cotangent of an angle in radians.',
    ['value'],
    (floats, x = NULL) => floats.by('/', value(1, FLOAT64), called('TAN', floats, x)),
    [['Cot(Pi() / 4)', 1]],
  ),
  ofFloats('Acos', 'Arc cosine in radians; null outside -1 to 1.', ['value'], arc('ACOS'), [
    ['Acos(1)', 0],
    ['Acos(2)', null],
  ]),
  ofFloats('Asin', 'Arc sine in radians; null outside -1 to 1.', ['value'], arc('ASIN'), [['Asin(0)', 0]]),
  ofFloats('Atan', 'Arc tangent in radians.', ['value'], (floats, x = NULL) => called('ATAN', floats, x), [
    ['Atan(0)', 0],
  ]),
  ofFloats(
    'Atan2',
    'Angle of the point (x, y) in radians; y comes first.',
    ['y', 'x'],
    ({ words, ofNumbers }, y = NULL, x = NULL) => ofNumbers(words.atan2(y, x), y, x),
    [['Atan2(1, 1)', 0.785398]],
  ),
  ofFloats('Degrees', 'Radians to degrees.', ['angle'], ({ by }, x = NULL) => by('*', x, DEGREES), [
    ['Degrees(Pi())', 180],
    ['Degrees(1e307)', null],
  ]),
  ofFloats('Radians', 'Degrees to radians.', ['angle'], ({ by }, x = NULL) => by('*', x, RADIANS), [
    ['Radians(180)', Math.PI],
  ]),
  ofFloats(
    'DistancePlane',
    'Straight-line distance on a plane.',
    ['x1', 'y1', 'x2', 'y2'],
    ({ by }, x1 = NULL, y1 = NULL, x2 = NULL, y2 = NULL) => {
      const square = (side: SqlExpression) => by('*', side, side)
      return sql`SQRT(${by('+', square(by('-', x2, x1)), square(by('-', y2, y1)))})`
    },
    [
      ['DistancePlane(0, 0, 3, 4)', 5],
      ['DistancePlane(0, 0, 1e200, 0)', null],
    ],
  ),
  ofFloats(
    'DistanceGlobe',
    'Great-circle distance in kilometres between two points in degrees, latitude first.',
    ['latitude1', 'longitude1', 'latitude2', 'longitude2'],
    (floats, lat1 = NULL, lon1 = NULL, lat2 = NULL, lon2 = NULL) => {
      const { by } = floats
      const half = (from: SqlExpression, to: SqlExpression) => {
        const sine = called('SIN', floats, by('*', by('*', by('-', to, from), RADIANS), HALF))
        return by('*', sine, sine)
      }
      const cosine = (latitude: SqlExpression) => called('COS', floats, by('*', latitude, RADIANS))
      const square = by('+', half(lat1, lat2), by('*', by('*', cosine(lat1), cosine(lat2)), half(lon1, lon2)))
      // LEAST would return 1 for a null.
      return sql`2 * 6371 * ASIN(SQRT(${caseWhen([{ when: sql`${square} > 1`, value: sql`1e0` }], square)}))`
    },
    [
      ['DistanceGlobe(0, 0, 0, 1)', 111.194927],
      ['DistanceGlobe(0, 0, 0, Null)', null],
    ],
  ),
  mathFunction({
    name: 'BinFixed',
    summary:
      'Number of the equal-width bin, from 1, that holds the value; 0 below the first, one more than the last above.',
    params: [
      { name: 'value', type: 'number' },
      { name: 'min', type: 'number' },
      { name: 'max', type: 'number' },
      { name: 'bins', type: 'number' },
    ],
    returns: 'integer',
    portable: ([x, min, max, bins], { types }, words) => {
      if (!x || !min || !max || !bins) return sql`NULL`
      const operands = [x, min, max, bins].map((operand, at) => float(operand, types[at]))
      const [from = x, low = min, high = max, count = bins] = operands
      const { by } = floatWords(operands, types, words)
      const share = by('/', by('*', by('-', from, low), count), by('-', high, low))
      const bin = sql`${words.whole(sql`FLOOR(${share})`)} + 1`
      const unknown = or(...[x, min, max, bins].map((arg) => sql`${arg} IS NULL`))
      return caseWhen(
        [
          { when: unknown, value: value(null, INT64) },
          { when: sql`${bins} < 1`, value: sql`1` },
          { when: sql`${x} < ${min}`, value: sql`0` },
          { when: sql`${x} >= ${max}`, value: sql`${words.whole(sql`FLOOR(${count})`)} + 1` },
        ],
        bin,
      )
    },
    examples: [
      ['BinFixed(45, 0, 90, 3)', 2],
      ['BinFixed(90, 0, 90, 3)', 4],
      ['BinFixed(-1, 0, 90, 3)', 0],
    ],
  }),
  mathFunction({
    name: 'BinRange',
    summary: 'One more than the number of cutoffs that are not above the value.',
    params: [
      { name: 'value', type: { alike: 'T', of: 'sortable' } },
      { name: 'cutoff', type: { alike: 'T', of: 'sortable' }, repeats: true, doc: 'Ascending lower bounds.' },
    ],
    returns: 'integer',
    write: ([x, ...cutoffs]) => {
      if (!x) return sql`NULL`
      const steps = cutoffs.map((cutoff) => sql`CASE WHEN ${x} >= ${cutoff} THEN 1 WHEN ${x} < ${cutoff} THEN 0 END`)
      return cast(sql`1 + ${{ kind: 'list', items: steps, separator: ' + ' }}`, INT64)
    },
    examples: [
      ['BinRange(120, 50, 100, 200)', 3],
      ['BinRange(30, 40)', 1],
      ['BinRange(40, 40)', 2],
      ['BinRange(Null, 40)', null],
    ],
  }),
]
