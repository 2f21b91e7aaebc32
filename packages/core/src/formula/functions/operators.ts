import { and, not, or, type SqlExpression, sql, value } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import { asDecimal, decimalOrFloat, FLOAT64, INT64, LOGICAL, TEXT, unify } from '../value-types.ts'
import { defineFunction, type Emit, type FunctionDefinition, type FunctionExample, type Param } from './define.ts'
import { joinedText, joinedTextOnDuckdb } from './joined-text.ts'
import { float, remainder } from './numbers.ts'

const NUMBERS: readonly Param[] = [
  { name: 'left', type: 'number' },
  { name: 'right', type: 'number' },
]

function arithmetic(
  name: string,
  summary: string,
  returns: (left: ValueType, right: ValueType) => ValueType,
  emit: (left: SqlExpression, right: SqlExpression, types: readonly ValueType[], returned: ValueType) => SqlExpression,
  examples: readonly FunctionExample[],
): FunctionDefinition {
  const sqlOf: Emit = ([left, right], { types, returns: returned }) => {
    if (!left) return sql`NULL`
    if (!right) return name === '-' ? sql`-${left}` : left
    return emit(left, right, types, returned)
  }
  return defineFunction({
    name,
    class: 'row',
    category: 'operator',
    operator: true,
    summary,
    params: NUMBERS,
    returns: ([left, right]) => (right === undefined ? (left ?? INT64) : returns(left ?? INT64, right ?? INT64)),
    sql: {
      standard: sqlOf,
      duckdb: (args, info) =>
        sqlOf(
          args.map((arg, index) => shortInteger(arg, info.types[1 - index])),
          info,
        ),
    },
    examples,
  })
}

/** Beside a decimal, DuckDB computes with the 19 digits of an int64; a whole number that is written out has fewer. */
function shortInteger(arg: SqlExpression, other: ValueType | undefined): SqlExpression {
  if (arg.kind !== 'value' || arg.type.kind !== 'int64' || other?.kind !== 'decimal') return arg
  return value(arg.value, { kind: 'decimal', precision: String(arg.value).replace('-', '').length, scale: 0 })
}

/** Sums and differences need one digit more than the longer operand. */
function sumType(left: ValueType, right: ValueType): ValueType {
  const unified = unify(left, right) ?? FLOAT64
  return unified.kind === 'decimal' ? decimalOrFloat(unified.precision + 1, unified.scale) : unified
}

function productType(left: ValueType, right: ValueType): ValueType {
  if (left.kind === 'int64' && right.kind === 'int64') return INT64
  const [a, b] = [asDecimal(left), asDecimal(right)]
  return a && b ? decimalOrFloat(a.precision + b.precision, a.scale + b.scale) : FLOAT64
}

/** Exact numbers whose result has too many digits are computed as floats. */
function exactOrFloat(
  write: (left: SqlExpression, right: SqlExpression) => SqlExpression,
): (left: SqlExpression, right: SqlExpression, types: readonly ValueType[], returned: ValueType) => SqlExpression {
  return (left, right, [leftType, rightType], returned) =>
    returned.kind === 'float64' ? write(float(left, leftType), float(right, rightType)) : write(left, right)
}

/** The parameter of every operand of a comparison. */
const ALIKE: Param = { name: 'operand', type: { alike: 'T' } }
const SORTABLE: Param = { name: 'operand', type: { alike: 'T', of: 'sortable' } }

function comparison(name: string, summary: string, operand: Param, write: Emit, examples: readonly FunctionExample[]) {
  return defineFunction({
    name,
    class: 'row',
    category: 'operator',
    operator: true,
    summary,
    params: [operand, operand],
    returns: () => LOGICAL,
    sql: { standard: write },
    examples,
  })
}

function binary(write: (left: SqlExpression, right: SqlExpression) => SqlExpression): Emit {
  return ([left, right]) => (left && right ? write(left, right) : sql`NULL`)
}

const LOGICALS: readonly Param[] = [
  { name: 'left', type: 'logical' },
  { name: 'right', type: 'logical' },
]

export const operators: readonly FunctionDefinition[] = [
  arithmetic(
    '+',
    'Sum of two numbers.',
    sumType,
    exactOrFloat((a, b) => sql`${a} + ${b}`),
    [
      ['1 + 2', 3],
      ['0.1 + 0.2', 0.3],
      { formula: 'Sum([P] * 1.00) - Sum([P])', rows: [{ P: 5 }, { P: 7 }], result: 0 },
      ['1 + Null', null],
      ['+4', 4],
    ],
  ),
  arithmetic(
    '-',
    'Difference of two numbers, or the negative of one.',
    sumType,
    exactOrFloat((a, b) => sql`${a} - ${b}`),
    [
      ['5 - 7', -2],
      ['-2 ^ 2', 4],
      ['- -3', 3],
    ],
  ),
  arithmetic(
    '*',
    'Product of two numbers.',
    productType,
    exactOrFloat((a, b) => sql`${a} * ${b}`),
    [
      ['6 * 7', 42],
      ['2 + 3 * 4', 14],
      ['1.5 * 1.5', 2.25],
      { formula: 'Sum([P] * 1.00) * 1.19', rows: [{ P: 5 }, { P: 7 }], result: 14.28 },
      { formula: 'Sum([P] * 1.00) * Sum([P]) * 0.5', rows: [{ P: 5 }, { P: 7 }], result: 72 },
      ['1.23456789012 * 1.23456789012 * 1.23456789012', 1.881676371],
    ],
  ),
  arithmetic(
    '/',
    'Quotient of two numbers; null when the divisor is 0. Whole numbers are not cut: 1 / 2 is 0.5.',
    () => FLOAT64,
    (a, b, [leftType]) => sql`${float(a, leftType)} / NULLIF(${b}, 0)`,
    [
      ['1 / 2', 0.5],
      ['1 / 0', null],
      ['7.5 / 2.5', 3],
    ],
  ),
  defineFunction({
    name: '%',
    class: 'row',
    category: 'operator',
    operator: true,
    summary: 'Remainder of a division, with the sign of the dividend; null when the divisor is 0.',
    params: NUMBERS,
    returns: ([left, right]) => unify(left ?? INT64, right ?? INT64) ?? FLOAT64,
    sql: {
      duckdb: ([left, right]) => (left && right ? sql`${left} % NULLIF(${right}, 0)` : sql`NULL`),
      portable: ([left, right], { returns, types }, words) =>
        left && right ? remainder(words, left, right, types, returns) : sql`NULL`,
      // PostgreSQL has no remainder of floats.
      postgres: ([left, right], { returns }) => {
        if (!left || !right) return sql`NULL`
        if (returns.kind !== 'float64') return sql`${left} % NULLIF(${right}, 0)`
        return sql`CAST(CAST(${left} AS NUMERIC) % CAST(NULLIF(${right}, 0) AS NUMERIC) AS DOUBLE PRECISION)`
      },
    },
    examples: [
      ['23 % 4', 3],
      ['-7 % 3', -1],
      ['7.5 % 2', 1.5],
      ['1e0 % 0', null],
    ],
  }),
  arithmetic(
    '^',
    'Power.',
    () => FLOAT64,
    (a, b, [leftType, rightType]) => sql`POWER(${float(a, leftType)}, ${float(b, rightType)})`,
    [
      ['2 ^ 10', 1024],
      ['2 ^ -1', 0.5],
      ['2 ^ 3 ^ 2', 512],
    ],
  ),
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
    binary((a, b) => sql`${a} = ${b}`),
    [
      ['1 = 1.0', true],
      ['"a" = "A"', false],
      ['1 = Null', null],
      ['Date("2024-05-20") = Date("2024-05-20 00:00:00")', true],
    ],
  ),
  comparison(
    '!=',
    'True when both differ; null when one is null.',
    ALIKE,
    binary((a, b) => sql`${a} <> ${b}`),
    [
      ['1 != 2', true],
      ['"a" != Null', null],
    ],
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
