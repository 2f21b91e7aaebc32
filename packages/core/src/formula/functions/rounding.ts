import { cast, type SqlExpression, sql } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import { FLOAT64, INT64 } from '../value-types.ts'
import {
  defineFunction,
  type Emit,
  type FunctionDefinition,
  type FunctionExample,
  type Param,
  type SqlByDialect,
} from './define.ts'
import { mathFunction } from './math.ts'
import { count, float, integer, integerText, wholeNumber } from './numbers.ts'

const number: Param = { name: 'number', type: 'number' }

const digits: Param = {
  name: 'digits',
  type: 'number',
  optional: true,
  doc: 'Negative ones lie left of the point; 0 when absent.',
}

const factor: Param = { name: 'factor', type: 'number', optional: true, doc: 'Not 0; 1 when absent.' }

/** A number with a scale that a constant count of digits leaves; other numbers as they are. */
function roundedType(type: ValueType | null | undefined, places: number | null): ValueType {
  if (type?.kind !== 'decimal' || places === null) return type?.kind === 'int64' ? INT64 : FLOAT64
  return {
    kind: 'decimal',
    precision: Math.min(38, type.precision + 1),
    scale: Math.max(0, Math.min(type.scale, places)),
  }
}

/** Rounds with halves away from zero, in the type of the call. */
function rounded(call: 'ROUND' | 'TRUNC'): SqlByDialect {
  const written = (x: SqlExpression, places: SqlExpression): SqlExpression => ({
    kind: 'fragment',
    strings: [`${call}(`, ', ', ')'],
    args: [x, places],
  })
  return {
    portable: ([x, places], { types, constants, returns }, words) => {
      if (!x) return sql`NULL`
      const at = places ? count(words, places, constants[1]) : integerText(0)
      if (returns.kind === 'int64' && (!places || (wholeNumber(constants[1]) ?? -1) >= 0)) return x
      const result = call === 'ROUND' ? words.round(float(x, types[0]), at) : words.trunc(float(x, types[0]), at)
      return returns.kind === 'float64' ? result : cast(result, returns)
    },
    duckdb: ([x, places], { types, constants, returns }) => {
      if (!x) return sql`NULL`
      const at = places ? integer(places, constants[1]) : integerText(0)
      if (returns.kind === 'int64' && (!places || (wholeNumber(constants[1]) ?? -1) >= 0)) return x
      if (returns.kind === 'decimal') return cast(written(x, at), returns)
      const result =
        call === 'ROUND' ? written(float(x, types[0]), at) : scaled('duckdb', 'TRUNC', float(x, types[0]), at)
      return returns.kind === 'int64' ? cast(result, INT64) : result
    },
    postgres: ([x, places], { types, constants, returns }) => {
      if (!x) return sql`NULL`
      if (returns.kind === 'int64' && (!places || (wholeNumber(constants[1]) ?? -1) >= 0)) return x
      const exact = types[0]?.kind === 'decimal' ? x : sql`CAST(${x} AS NUMERIC)`
      return cast(written(exact, places ? integer(places, constants[1]) : integerText(0)), returns)
    },
  }
}

/** `f(x * 10^n) / 10^n` in floats; the ninth digit behind is rounded first, since 1.1 * 100 is not 110 there. */
function scaled(
  dialect: 'duckdb' | 'postgres',
  call: 'CEIL' | 'FLOOR' | 'TRUNC',
  x: SqlExpression,
  places: SqlExpression,
): SqlExpression {
  const power = sql`POWER(CAST(10 AS DOUBLE PRECISION), ${places})`
  const moved = sql`${x} * ${power}`
  const near =
    dialect === 'duckdb' ? sql`ROUND(${moved}, 9)` : sql`CAST(ROUND(CAST(${moved} AS NUMERIC), 9) AS DOUBLE PRECISION)`
  return sql`${{ kind: 'fragment', strings: [`${call}(`, ')'], args: [near] }} / ${power}`
}

function roundTowards(name: string, call: 'CEIL' | 'FLOOR', summary: string, examples: readonly FunctionExample[]) {
  const write =
    (dialect: 'duckdb' | 'postgres'): Emit =>
    ([x, places], { types, constants }) =>
      x ? scaled(dialect, call, float(x, types[0]), places ? integer(places, constants[1]) : integerText(0)) : sql`NULL`
  return defineFunction({
    name,
    class: 'row',
    category: 'math',
    summary,
    params: [number, digits],
    returns: 'number',
    sql: {
      duckdb: write('duckdb'),
      postgres: write('postgres'),
      portable: ([x, places], { types, constants }, words) => {
        if (!x) return sql`NULL`
        const power = sql`POWER(10e0, ${places ? count(words, places, constants[1]) : integerText(0)})`
        const near = words.round(sql`${float(x, types[0])} * ${power}`, sql`9`)
        return sql`${call === 'CEIL' ? words.ceil(near) : sql`FLOOR(${near})`} / ${power}`
      },
    },
    examples,
  })
}

function multiple(name: string, call: 'CEIL' | 'FLOOR', summary: string, examples: readonly FunctionExample[]) {
  const write =
    (apply: (x: SqlExpression) => SqlExpression): Emit =>
    ([x, by], { types, returns }) => {
      if (!x) return sql`NULL`
      if (!by) return returns.kind === 'int64' ? x : apply(float(x, types[0]))
      const result = sql`${apply(sql`${float(x, types[0])} / NULLIF(${by}, 0)`)} * ${by}`
      return returns.kind === 'int64' ? cast(result, INT64) : result
    }
  return mathFunction({
    name,
    summary,
    params: [number, factor],
    returns: ([type, by]) => (type?.kind === 'int64' && (by === undefined || by?.kind === 'int64') ? INT64 : FLOAT64),
    write: write((x) => ({ kind: 'fragment', strings: [`${call}(`, ')'], args: [x] })),
    portable: (args, info, words) => write((x) => (call === 'CEIL' ? words.ceil(x) : sql`FLOOR(${x})`))(args, info),
    examples,
  })
}

export const roundingFunctions: readonly FunctionDefinition[] = [
  defineFunction({
    name: 'Round',
    class: 'row',
    category: 'math',
    summary: 'Rounds to a number of decimals; halves go away from zero.',
    params: [number, digits],
    returns: ([type], [, places]) => roundedType(type, places === undefined ? null : wholeNumber(places)),
    sql: rounded('ROUND'),
    examples: [
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
    ],
  }),
  defineFunction({
    name: 'Trunc',
    class: 'row',
    category: 'math',
    summary: 'Cuts off decimals, towards zero.',
    params: [number, digits],
    returns: ([type], [, places]) => roundedType(type, places === undefined ? null : wholeNumber(places)),
    sql: rounded('TRUNC'),
    examples: [
      ['Trunc(7.1269, 2)', 7.12],
      ['Trunc(-5.9)', -5],
      ['Trunc(1289, -2)', 1200],
    ],
  }),
  roundTowards('RoundUp', 'CEIL', 'Rounds towards plus infinity at a number of decimals.', [
    ['RoundUp(7.121, 2)', 7.13],
    ['RoundUp(-3.149, 2)', -3.14],
    ['RoundUp(1.1, 2)', 1.1],
    ['RoundUp(1.2)', 2],
  ]),
  roundTowards('RoundDown', 'FLOOR', 'Rounds towards minus infinity at a number of decimals.', [
    ['RoundDown(3.149, 2)', 3.14],
    ['RoundDown(-6.2541, 3)', -6.255],
  ]),
  multiple('Ceiling', 'CEIL', 'Rounds up to a multiple of the factor; down when the factor is negative.', [
    ['Ceiling(6.1)', 7],
    ['Ceiling(-6.9)', -6],
    ['Ceiling(7, 5)', 10],
    ['Ceiling(7, 0)', null],
  ]),
  multiple('Floor', 'FLOOR', 'Rounds down to a multiple of the factor; up when the factor is negative.', [
    ['Floor(6.9)', 6],
    ['Floor(-6.1)', -7],
    ['Floor(17, 5)', 15],
  ]),
  defineFunction({
    name: 'MRound',
    class: 'row',
    category: 'math',
    summary: 'Rounds to the nearest multiple of the factor, whose sign does not matter.',
    params: [number, factor],
    returns: 'number',
    sql: {
      duckdb: ([x, by = sql`1`], { types }) =>
        x ? sql`ROUND(${float(x, types[0])} / NULLIF(ABS(${by}), 0)) * ABS(${by})` : sql`NULL`,
      // Floats are rounded to even halves there, exact numbers away from zero.
      postgres: ([x, by = sql`1`], { types }) =>
        x
          ? sql`${cast(sql`ROUND(CAST(${float(x, types[0])} / NULLIF(ABS(${by}), 0) AS NUMERIC))`, FLOAT64)} * ABS(${by})`
          : sql`NULL`,
      portable: ([x, by], { types }, words) => {
        if (!x) return sql`NULL`
        const size = by ? sql`ABS(${float(by, types[1])})` : sql`1e0`
        return sql`${words.round(sql`${float(x, types[0])} / NULLIF(${size}, 0)`, sql`0`)} * ${size}`
      },
    },
    examples: [
      ['MRound(47, 10)', 50],
      ['MRound(47, -10)', 50],
      ['MRound(-456, 100)', -500],
      ['MRound(-5, 2)', -6],
      ['MRound(2.5, 1)', 3],
    ],
  }),
  mathFunction({
    name: 'Int',
    summary: 'Rounds down to a whole number.',
    params: [number],
    returns: 'integer',
    write: ([x], { types }) => (x ? (types[0]?.kind === 'int64' ? x : cast(sql`FLOOR(${x})`, INT64)) : sql`NULL`),
    examples: [
      ['Int(8.9)', 8],
      ['Int(-8.1)', -9],
    ],
  }),
]
