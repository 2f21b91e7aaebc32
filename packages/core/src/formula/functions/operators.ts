import { and, caseWhen, isConstant, isSmall, not, or, type SqlExpression, sql, value } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import { asDecimal, decimalOrFloat, FLOAT64, INT64, LOGICAL, TEXT, unify } from '../value-types.ts'
import type { Words } from '../words/index.ts'
import {
  defineFunction,
  type Emit,
  type EmitInfo,
  type FunctionDefinition,
  type FunctionExample,
  type Param,
} from './define.ts'
import { floatOperation } from './float-arithmetic.ts'
import { joinedText, joinedTextOnDuckdb } from './joined-text.ts'
import { float } from './numbers.ts'
import { POWER_NULLS, powerSql } from './powers.ts'
import { NO_ROOM, remainder } from './remainder.ts'

const NUMBERS: readonly Param[] = [
  { name: 'left', type: 'number' },
  { name: 'right', type: 'number' },
]

/** The operands of a remainder, which is computed in their common type. */
const NUMBERS_ALIKE: readonly Param[] = [
  { name: 'left', type: { alike: 'T', of: 'number' } },
  { name: 'right', type: { alike: 'T', of: 'number' } },
]

function arithmetic(
  name: '+' | '-' | '*',
  summary: string,
  returns: (left: ValueType, right: ValueType) => ValueType,
  examples: readonly FunctionExample[],
): FunctionDefinition {
  return defineFunction({
    name,
    class: 'row',
    category: 'operator',
    operator: true,
    summary,
    nulls: 'Null when an operand is null, and for a row whose exact result does not fit its type.',
    params: NUMBERS,
    returns: ([left, right]) => (right === undefined ? (left ?? INT64) : returns(left ?? INT64, right ?? INT64)),
    sql: {
      portable: ([left, right], info, words) => {
        const { types, returns: type } = info
        if (!left) return sql`NULL`
        if (!right) return name === '-' ? negative(left, info, words) : left
        if (type.kind === 'float64') {
          const [a = INT64, b = INT64] = types
          return floatOperation(name, float(left, a), float(right, b), [a, b], words)
        }
        if (name !== '*' && isSmall(left) && isSmall(right)) return written(name, left, right)
        return words.computed(name, left, right, info)
      },
    },
    examples,
  })
}

/** Sums and differences may have one digit more than the longer operand. */
function sumType(left: ValueType, right: ValueType): ValueType {
  const unified = unify(left, right) ?? FLOAT64
  return unified.kind === 'decimal' ? decimalOrFloat(unified.precision + 1, unified.scale) : unified
}

function productType(left: ValueType, right: ValueType): ValueType {
  if (left.kind === 'int64' && right.kind === 'int64') return INT64
  const [a, b] = [asDecimal(left), asDecimal(right)]
  return a && b ? decimalOrFloat(a.precision + b.precision, a.scale + b.scale) : FLOAT64
}

function written(sign: '+' | '-' | '*', left: SqlExpression, right: SqlExpression): SqlExpression {
  return { kind: 'fragment', strings: ['', ` ${sign} `, ''], args: [left, right] }
}

/** The smallest 64-bit integer has no negative. */
function negative(operand: SqlExpression, info: EmitInfo, words: Words): SqlExpression {
  const isSafe = info.returns.kind !== 'int64' || isSmall(operand) || operand.kind === 'value'
  return isSafe ? sql`-${operand}` : words.computed('-', sql`0`, operand, info)
}

/** The parameter of every operand of a comparison. */
const ALIKE: Param = { name: 'operand', type: { alike: 'T' } }
const SORTABLE: Param = { name: 'operand', type: { alike: 'T', of: 'sortable' } }

function comparison(
  name: string,
  summary: string,
  operand: Param,
  write: Emit,
  examples: readonly FunctionExample[],
  own: { trino?: Emit } = {},
) {
  return defineFunction({
    name,
    class: 'row',
    category: 'operator',
    operator: true,
    summary,
    params: [operand, operand],
    returns: () => LOGICAL,
    sql: { standard: write, ...own },
    examples,
  })
}

function binary(write: (left: SqlExpression, right: SqlExpression) => SqlExpression): Emit {
  return ([left, right]) => (left && right ? write(left, right) : sql`NULL`)
}

/**
 * Trino rewrites `a = b OR a = c` to a list, and then drops a null that it computed while planning. So a comparison of constants is written
 * in a form that it does not rewrite.
 */
function ofConstants(write: (left: SqlExpression, right: SqlExpression) => SqlExpression): Emit {
  return binary((a, b) => {
    if ([a, b].some((operand) => operand.kind === 'value' && operand.value === null)) return value(null, LOGICAL)
    if (!isConstant(a) || !isConstant(b)) return write(a, b)
    return caseWhen([
      { when: write(a, b), value: sql`TRUE` },
      { when: not(write(a, b)), value: sql`FALSE` },
    ])
  })
}

const equal = (a: SqlExpression, b: SqlExpression) => sql`${a} = ${b}`
const different = (a: SqlExpression, b: SqlExpression) => sql`${a} <> ${b}`

const LOGICALS: readonly Param[] = [
  { name: 'left', type: 'logical' },
  { name: 'right', type: 'logical' },
]

export const operators: readonly FunctionDefinition[] = [
  arithmetic('+', 'Sum of two numbers.', sumType, [
    ['1 + 2', 3],
    ['0.1 + 0.2', 0.3],
    { formula: 'Sum([P] * 1.00) - Sum([P])', rows: [{ P: 5 }, { P: 7 }], result: 0 },
    ['1 + Null', null],
    ['+4', 4],
  ]),
  arithmetic('-', 'Difference of two numbers, or the negative of one.', sumType, [
    ['5 - 7', -2],
    ['-2 ^ 2', 4],
    ['- -3', 3],
  ]),
  arithmetic('*', 'Product of two numbers.', productType, [
    ['6 * 7', 42],
    ['2 + 3 * 4', 14],
    ['1.5 * 1.5', 2.25],
    { formula: 'Sum([P] * 1.00) * 1.19', rows: [{ P: 5 }, { P: 7 }], result: 14.28 },
    { formula: 'Sum([P] * 1.00) * Sum([P]) * 0.5', rows: [{ P: 5 }, { P: 7 }], result: 72 },
    ['1.23456789012 * 1.23456789012 * 1.23456789012', 1.881676371],
  ]),
  defineFunction({
    name: '/',
    class: 'row',
    category: 'operator',
    operator: true,
    summary: 'Quotient of two numbers; null when the divisor is 0. Whole numbers are not cut: 1 / 2 is 0.5.',
    nulls: 'Null when an operand is null or the divisor is 0, and for a quotient beyond all floats.',
    params: NUMBERS,
    returns: () => FLOAT64,
    sql: {
      portable: ([left, right], { types: [a = INT64, b = INT64] }, words) =>
        left && right ? floatOperation('/', float(left, a), right, [a, b], words) : sql`NULL`,
    },
    examples: [
      ['1 / 2', 0.5],
      ['1 / 0', null],
      ['7.5 / 2.5', 3],
    ],
  }),

  defineFunction({
    name: '%',
    class: 'row',
    category: 'operator',
    operator: true,
    summary: 'Remainder of a division, with the sign of the dividend; null when the divisor is 0.',
    nulls: NO_ROOM,
    params: NUMBERS_ALIKE,
    returns: { alike: 'T' },
    sql: {
      portable: ([left, right], { returns, types }, words) =>
        left && right ? remainder(words, left, right, types, returns) : sql`NULL`,
    },
    examples: [
      ['23 % 4', 3],
      ['-7 % 3', -1],
      ['7.5 % 2', 1.5],
      ['1e0 % 0', null],
    ],
  }),
  defineFunction({
    name: '^',
    class: 'row',
    category: 'operator',
    operator: true,
    summary: 'Power.',
    nulls: POWER_NULLS,
    params: NUMBERS,
    returns: () => FLOAT64,
    sql: powerSql,
    examples: [
      ['2 ^ 10', 1024],
      ['2 ^ -1', 0.5],
      ['2 ^ 3 ^ 2', 512],
    ],
  }),

  defineFunction({
    name: '&',
    class: 'row',
    category: 'operator',
    operator: true,
    summary: 'Joins two texts; null when one is null.',
    params: [
      { name: 'left', type: 'text' },
      { name: 'right', type: 'text' },
    ],
    returns: () => TEXT,
    sql: { duckdb: joinedTextOnDuckdb, postgres: joinedText, portable: (args, _info, words) => words.joined(args) },
    examples: [
      ['"No " & Text(7)', 'No 7'],
      ['"a" & Null', null],
      ['Repeat("a" & Null, 2)', null],
    ],
  }),
  comparison(
    '=',
    'True when both are equal; null when one is null.',
    ALIKE,
    binary(equal),
    [
      ['1 = 1.0', true],
      ['"a" = "A"', false],
      ['1 = Null', null],
      ['Date("2024-05-20") = Date("2024-05-20 00:00:00")', true],
    ],
    { trino: ofConstants(equal) },
  ),
  comparison(
    '!=',
    'True when both differ; null when one is null.',
    ALIKE,
    binary(different),
    [
      ['1 != 2', true],
      ['"a" != Null', null],
    ],
    { trino: ofConstants(different) },
  ),
  comparison(
    '<',
    'True when the left is smaller.',
    SORTABLE,
    binary((a, b) => sql`${a} < ${b}`),
    [['1 < 2', true]],
  ),
  comparison(
    '<=',
    'True when the left is smaller or equal.',
    SORTABLE,
    binary((a, b) => sql`${a} <= ${b}`),
    [['2 <= 2', true]],
  ),
  comparison(
    '>',
    'True when the left is greater.',
    SORTABLE,
    binary((a, b) => sql`${a} > ${b}`),
    [['Date("2024-05-21") > Date("2024-05-20")', true]],
  ),
  comparison(
    '>=',
    'True when the left is greater or equal.',
    SORTABLE,
    binary((a, b) => sql`${a} >= ${b}`),
    [['"a" >= "b"', false]],
  ),
  defineFunction({
    name: 'and',
    class: 'row',
    category: 'operator',
    operator: true,
    summary: 'True when both are true; false when one is false, even beside null.',
    params: LOGICALS,
    returns: () => LOGICAL,
    sql: { standard: (args) => and(...args) },
    examples: [
      ['True and False', false],
      ['False and Null', false],
      ['True and Null', null],
      ['False and False or True', true],
    ],
  }),
  defineFunction({
    name: 'or',
    class: 'row',
    category: 'operator',
    operator: true,
    summary: 'True when one is true, even beside null.',
    params: LOGICALS,
    returns: () => LOGICAL,
    sql: { standard: (args) => or(...args) },
    examples: [
      ['True or Null', true],
      ['False or Null', null],
    ],
  }),
  defineFunction({
    name: 'not',
    class: 'row',
    category: 'operator',
    operator: true,
    summary: 'True for false, false for true, null for null.',
    params: [{ name: 'operand', type: 'logical' }],
    returns: () => LOGICAL,
    sql: { standard: ([operand]) => (operand ? not(operand) : sql`NULL`) },
    examples: [
      ['not True', false],
      ['Not(1 = 2)', true],
      ['not 1 = 2 and True', true],
    ],
  }),
]
