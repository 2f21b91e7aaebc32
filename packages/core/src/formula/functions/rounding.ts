import { caseWhen, cast, type SqlExpression, sql, textValue, value } from '../../sql/index.ts'
import type { Cell, ValueType } from '../../types/index.ts'
import { fittedTogether } from '../decimals-together.ts'
import { asDecimal, FLOAT64, INT64, unify } from '../value-types.ts'
import type { Words } from '../words/index.ts'
import { defineFunction, type EmitInfo, type FunctionDefinition, type FunctionExample, type Param } from './define.ts'
import { count, float, integerText, wholeNumber } from './numbers.ts'
import { type ExactFactor, roundedExactly } from './round-exactly.ts'
import { roundedFloat, roundedToMultiple, type Way } from './round-floats.ts'

const NULL = sql`NULL`
const number: Param = { name: 'number', type: 'number' }

const digits: Param = {
  name: 'digits',
  type: 'number',
  optional: true,
  doc: 'Negative ones lie left of the point; 0 when absent.',
}

const factor: Param = { name: 'factor', type: 'number', optional: true, doc: 'Not 0; 1 when absent.' }

/** The type of a number rounded to a constant count of decimals; whole numbers and floats keep their type. */
function roundedType(type: ValueType | null | undefined, places: number | null): ValueType {
  if (type?.kind !== 'decimal') return type?.kind === 'int64' ? INT64 : FLOAT64
  return {
    kind: 'decimal',
    precision: Math.min(38, type.precision + 1),
    scale: Math.max(0, Math.min(type.scale, places ?? type.scale)),
  }
}

/** A power of ten as an exact number. */
function powerOfTen(exponent: number): ExactFactor {
  const [scale, zeros] = [Math.max(0, -exponent), Math.max(0, exponent)]
  const type: ValueType = zeros < 19 && scale === 0 ? INT64 : { kind: 'decimal', precision: scale + zeros + 1, scale }
  const text = scale > 0 ? `0.${'1'.padStart(scale, '0')}` : `1${'0'.repeat(zeros)}`
  return { expression: value(text, type), type, isPositive: true }
}

/** An exact number rounded to a number of decimals. */
function exactly(
  x: SqlExpression,
  places: SqlExpression | undefined,
  constant: Cell | undefined,
  way: Way,
  words: Words,
  info: EmitInfo,
): SqlExpression {
  const {
    types: [type = INT64],
    returns,
  } = info
  const literal = places ? wholeNumber(constant) : 0
  if (literal === null) return toPlacesOfRow(x, places ?? NULL, way, words, info)
  if (literal >= scaleOf(type)) return type.kind === 'int64' ? x : cast(x, returns)
  if (-literal > largestPower(returns)) return toBeyond(x, sql`${integerText(literal)}`, way, returns)
  const unit = powerOfTen(-literal)
  const result = roundedExactly(x, type, unit, way, words, info)
  return unit.type.kind === 'decimal' || returns.kind === 'decimal' ? words.fitted(result, returns) : result
}

function scaleOf(type: ValueType): number {
  return type.kind === 'decimal' ? type.scale : 0
}

/** The exponent of the largest power of ten that a type holds. */
function largestPower(type: ValueType): number {
  return type.kind === 'decimal' ? type.precision - type.scale - 1 : 18
}

/** The same when each row has its own number of decimals. */
function toPlacesOfRow(x: SqlExpression, places: SqlExpression, way: Way, words: Words, info: EmitInfo): SqlExpression {
  const {
    types: [type = INT64],
    returns,
  } = info
  const most = largestPower(returns)
  const exponent = count(words, places, undefined, [-most, scaleOf(type)])
  const unit = { expression: powerOfRow(exponent, returns, words), type: returns, isPositive: true }
  const rounded = roundedExactly(x, type, unit, way, words, info)
  return caseWhen([
    { when: sql`${places} <= ${integerText(-most)} - 0.5`, value: toBeyond(x, places, way, returns) },
    { when: sql`${places} IS NOT NULL`, value: returns.kind === 'decimal' ? words.fitted(rounded, returns) : rounded },
  ])
}

/**
 * Ten to the power of a negative exponent that differs by row. Floats cannot represent these powers exactly, so the power is cut out of a
 * text with a single 1 between zeros.
 */
function powerOfRow(exponent: SqlExpression, type: ValueType, words: Words): SqlExpression {
  if (type.kind !== 'decimal') return words.whole(sql`POWER(${cast(sql`10`, FLOAT64)}, -${exponent})`)
  const whole = largestPower(type) + 1
  const zeros = '0'.repeat(whole - 1 + type.scale)
  const digits = (from: number, length: number) =>
    words.substr(textValue(`${zeros}1${zeros}`), sql`${integerText(from)} - ${exponent}`, integerText(length))
  const start = type.scale + 1
  const integer = digits(start, whole)
  if (type.scale === 0) return cast(integer, type)
  return cast(words.joined([integer, textValue('.'), digits(start + whole, type.scale)]), type)
}

/** A number rounded to so few decimals that its type has no such power of ten: 0, or a number that does not fit. */
function toBeyond(x: SqlExpression, places: SqlExpression, way: Way, type: ValueType): SqlExpression {
  const zero = sql`0`
  const most = largestPower(type)
  // The number is less than a whole step. More than half of a step rounds up, which is possible only for the first step.
  const half = value(`5${'0'.repeat(most)}`, type)
  const isBeyond: Record<Way, SqlExpression> = {
    'towards zero': sql`FALSE`,
    up: sql`${x} > 0`,
    down: sql`${x} < 0`,
    nearest: sql`${places} > ${integerText(-most - 1)} - 0.5 AND (${x} >= ${half} OR ${x} <= -${half})`,
  }
  const isKept = { when: sql`${x} IS NOT NULL`, value: zero }
  return cast(caseWhen(way === 'towards zero' ? [isKept] : [{ when: isBeyond[way], value: NULL }, isKept]), type)
}

function isExact(type: ValueType | undefined): boolean {
  return type !== undefined && asDecimal(type) !== null
}

function toPlaces(name: string, way: Way, summary: string, examples: readonly FunctionExample[]): FunctionDefinition {
  return defineFunction({
    name,
    class: 'row',
    category: 'math',
    summary,
    nulls: 'Null when an argument is null, and for a result that does not fit the type of the number.',
    params: [number, digits],
    returns: (types, [, places]) => roundedType(types[0], types.length < 2 ? 0 : wholeNumber(places)),
    sql: {
      portable: ([x, places], info, words) => {
        if (!x) return NULL
        const [, constant] = info.constants
        return info.returns.kind === 'float64'
          ? roundedFloat(float(x, info.types[0]), places, constant, way, words)
          : exactly(x, places, constant, way, words, info)
      },
    },
    examples,
  })
}

/** Both exact: a whole number or a decimal. */
function multipleType(type: ValueType | null | undefined, by: ValueType | null | undefined): ValueType {
  const unified = unify(type ?? INT64, by ?? INT64) ?? FLOAT64
  return unified.kind === 'decimal' ? { ...unified, precision: Math.min(38, unified.precision + 1) } : unified
}

function toMultiple(name: string, way: Way, summary: string, examples: readonly FunctionExample[]): FunctionDefinition {
  return defineFunction({
    name,
    class: 'row',
    category: 'math',
    summary,
    nulls:
      'Null when an argument is null or the factor is 0, and for a number or a result that does not fit the type of the result.',
    params: [number, factor],
    returns: ([type, by]) => multipleType(type, by),
    sql: {
      portable: ([given, factor], info, words) => {
        if (!given) return NULL
        const { types, constants, returns } = info
        const [x = given, by] = fittedTogether(factor ? [given, factor] : [given], types, words)
        const [type = INT64, byType = INT64] = types
        if (!by && type.kind === 'int64') return x
        if (isExact(type) && isExact(byType)) {
          const constant = by ? constants[1] : '1'
          const isOpen = constants[1] === undefined && byType.kind === 'int64' && way === 'nearest'
          // The absolute value of the smallest 64-bit integer does not fit.
          const size = isOpen ? sql`NULLIF(${by ?? NULL}, -9223372036854775807 - 1)` : by
          const unit = by && size ? sql`NULLIF(${size}, 0)` : sql`1`
          const isPositive = constant !== undefined && Number(constant) > 0
          const result = roundedExactly(
            x,
            multipleType(type, byType),
            { expression: unit, type: byType, isPositive },
            way,
            words,
            info,
          )
          return returns.kind === 'decimal' ? words.fitted(result, returns) : result
        }
        if (!by) return roundedFloat(float(x, type), undefined, undefined, way, words)
        const unit = sql`NULLIF(${float(by, byType)}, 0)`
        return roundedToMultiple(float(x, type), way === 'nearest' ? sql`ABS(${unit})` : unit, way, words)
      },
    },
    examples,
  })
}

export const roundingFunctions: readonly FunctionDefinition[] = [
  toPlaces('Round', 'nearest', 'Rounds to a number of decimals; halves go away from zero.', [
    ['Round(3.14159, 2)', 3.14],
    ['Round(5678, -2)', 5700],
    ['Round(2.5)', 3],
    ['Round(-2.5)', -3],
    ['Round(5/2)', 3],
    ['Round(12)', 12],
    {
      formula: 'Round([X], [N])',
      rows: [
        { X: 1.256, N: 2 },
        { X: 125.6, N: -1 },
      ],
      results: [1.26, 130],
    },
  ]),

  toPlaces('Trunc', 'towards zero', 'Cuts off decimals, towards zero.', [
    ['Trunc(7.1269, 2)', 7.12],
    ['Trunc(-5.9)', -5],
    ['Trunc(1289, -2)', 1200],
  ]),

  toPlaces('RoundUp', 'up', 'Rounds towards plus infinity at a number of decimals.', [
    ['RoundUp(7.121, 2)', 7.13],
    ['RoundUp(-3.149, 2)', -3.14],
    ['RoundUp(1.1, 2)', 1.1],
    ['RoundUp(1.2)', 2],
  ]),
  toPlaces('RoundDown', 'down', 'Rounds towards minus infinity at a number of decimals.', [
    ['RoundDown(3.149, 2)', 3.14],
    ['RoundDown(-6.2541, 3)', -6.255],
  ]),
  toMultiple('Ceiling', 'up', 'Rounds up to a multiple of the factor; down when the factor is negative.', [
    ['Ceiling(6.1)', 7],
    ['Ceiling(-6.9)', -6],
    ['Ceiling(7, 5)', 10],
    ['Ceiling(7, 0)', null],
  ]),
  toMultiple('Floor', 'down', 'Rounds down to a multiple of the factor; up when the factor is negative.', [
    ['Floor(6.9)', 6],
    ['Floor(-6.1)', -7],
    ['Floor(17, 5)', 15],
  ]),
  toMultiple('MRound', 'nearest', 'Rounds to the nearest multiple of the factor, whose sign does not matter.', [
    ['MRound(47, 10)', 50],
    ['MRound(47, -10)', 50],
    ['MRound(-456, 100)', -500],
    ['MRound(-5, 2)', -6],
    ['MRound(2.5, 1)', 3],
  ]),

  defineFunction({
    name: 'Int',
    class: 'row',
    category: 'math',
    summary: 'Rounds down to a whole number.',
    nulls: 'Null for null, and for a number of more than 64 bits.',
    params: [number],
    returns: 'integer',
    sql: {
      portable: ([x], { types: [type] }, words) => {
        if (!x) return NULL
        if (type?.kind === 'int64') return x
        return type?.kind === 'decimal' ? words.fitted(sql`FLOOR(${x})`, INT64) : words.whole(sql`FLOOR(${x})`)
      },
    },
    examples: [
      ['Int(8.9)', 8],
      ['Int(-8.1)', -9],
      ['Int(1e30)', null],
    ],
  }),
]
