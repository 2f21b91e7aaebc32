import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDuckdb, openPostgres, type TestEngine } from '../../packages/core/src/formula/testing/engines.ts'
import type { ValueType } from '../../packages/core/src/types/index.ts'
import { openMariadb, openPostgresServer, openTrino, whyNoPglite, whySkipped } from '../engines/servers.ts'
import { flavourLabel } from '../setup/flavour.ts'
import { actualValue, same } from './check.ts'
import { type Case, dateCases } from './date-cases.ts'
import { cellsOf } from './formula-rows.ts'
import { rowFunctions } from './row-functions.ts'
import { seed } from './seed.ts'
import { type Decimal, decimal, int, isDecimal, moment, show, type Value } from './values.ts'

const INT64: ValueType = { kind: 'int64' }
const MONEY: ValueType = { kind: 'decimal', precision: 20, scale: 2 }
/** As many digits as 64 bits have, in which engines compute such decimals. */
const SHORT: ValueType = { kind: 'decimal', precision: 18, scale: 2 }
const WIDE: ValueType = { kind: 'decimal', precision: 38, scale: 0 }
const TEXT: ValueType = { kind: 'text' }

/** Numbers at the limits of floats, 64 bits and 38 digits, and their neighbours. */
const EDGES = [0n, 1n, 2n ** 31n, 2n ** 53n, 10n ** 15n, 10n ** 18n, 2n ** 63n]
const near = (edges: readonly bigint[], least: bigint, most: bigint) =>
  fc
    .tuple(fc.constantFrom(...edges), fc.bigInt(-3n, 3n), fc.boolean())
    .map(([edge, by, isNegative]) => (isNegative ? -(edge + by) : edge + by))
    .map((value) => (value < least ? least : value > most ? most : value))
const MOST = 2n ** 63n - 1n
const whole = fc.oneof(near(EDGES, -MOST - 1n, MOST), fc.bigInt(-MOST - 1n, MOST), fc.bigInt(-20n, 20n))
const digits38 = 10n ** 38n - 1n
const wide = fc.oneof(near([...EDGES, 10n ** 30n, digits38], -digits38, digits38), fc.bigInt(-digits38, digits38))
const withPoint = (digits: bigint) => {
  const text = String(digits < 0n ? -digits : digits).padStart(3, '0')
  return `${digits < 0n ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`
}
const money = fc.oneof(near(EDGES, -(10n ** 20n) + 1n, 10n ** 20n - 1n), fc.bigInt(-999n, 999n)).map(withPoint)
const short = fc.oneof(near(EDGES, -(10n ** 18n) + 1n, 10n ** 18n - 1n), fc.bigInt(-999n, 999n)).map(withPoint)
const written = fc.oneof(
  whole.map(String),
  money,
  fc.constantFrom('-0', '+7', '1e3', '-2.5E2', '.5', '5.', '12345678901234567890123', 'x', '', '1,5', '0x10', ' 1'),
)
const columnsOf = {
  n: { type: INT64, values: whole },
  w: { type: WIDE, values: wide },
  m: { type: MONEY, values: money },
  s: { type: SHORT, values: short },
}
const call =
  (name: string) =>
  (...args: Value[]): Value =>
    rowFunctions[name]?.(args) ?? null

/** A call over columns of these kinds, followed by literal arguments. */
function ofColumns(name: string, kinds: readonly (keyof typeof columnsOf)[], ...written: number[]): Case {
  const names = ['A', 'B', 'C'].slice(0, kinds.length)
  const args = [...names.map((column) => `[${column}]`), ...written]
  const isSign = /^[^A-Za-z]/.test(name)
  return {
    formula: isSign ? args.join(` ${name} `) : `${name}(${args.join(', ')})`,
    columns: Object.fromEntries(kinds.map((kind, at) => [names[at] ?? '', columnsOf[kind]])),
    of: (...values) => {
      const all = [...values, ...written.map((item) => int(item))]
      const [, factor = null] = all
      const isMultiple = ['MRound', 'Floor', 'Ceiling'].includes(name) && factor !== null && isDecimal(factor)
      // No multiple of 0, and none of the number whose absolute value is out of range.
      if (
        isMultiple &&
        (factor.digits === 0n || (name === 'MRound' && factor.scale === 0 && factor.digits === -MOST - 1n))
      )
        return null
      return call(name)(...all)
    },
  }
}

const pairs = [
  ['n', 'n'],
  ['m', 'm'],
  ['n', 'm'],
  ['w', 'n'],
  ['s', 's'],
  ['n', 's'],
  ['s', 'm'],
] as const
const numbers: Case[] = [
  ...['+', '-', '*', '%', '=', '<', '>='].flatMap((sign) => pairs.map((pair) => ofColumns(sign, pair))),
  ...['Mod', 'Div', 'Greatest', 'Least'].flatMap((name) => pairs.map((pair) => ofColumns(name, pair))),
  ...['MRound', 'Floor', 'Ceiling'].flatMap((name) => [
    ofColumns(name, ['n', 'n']),
    ofColumns(name, ['m', 'm']),
    ofColumns(name, ['n'], 7),
    ofColumns(name, ['m'], -3),
  ]),
  ...['IsOdd', 'IsEven', 'Int', 'Sign', 'Abs'].flatMap((name) => [ofColumns(name, ['n']), ofColumns(name, ['m'])]),
  ...['Round', 'RoundUp', 'RoundDown', 'Trunc'].flatMap((name) => [
    ofColumns(name, ['n'], -3),
    ofColumns(name, ['n'], 2),
    ofColumns(name, ['m'], 1),
    ofColumns(name, ['m']),
    ofColumns(name, ['m'], -2),
  ]),
  { formula: '-[A]', columns: { A: columnsOf.n }, of: call('negative') },
  { formula: 'Number([T])', columns: { T: { type: TEXT, values: written } }, of: (text) => numberOf(String(text)) },
  {
    formula: '[A] = 9007199254740993',
    columns: { A: columnsOf.n },
    of: (a) => call('=')(a ?? null, int(2n ** 53n + 1n)),
  },
]

function numberOf(text: string): Value {
  const found = /^([+-]?)(\d*)[.]?(\d*)(?:[eE]([+-]?\d{1,2}))?$/.exec(text)
  if (!found || !/\d/.test(text) || /^[+-]?[.]?$/.test(text)) return null
  const [, sign = '', front = '', back = '', exponent = '0'] = found
  if (front === '' && back === '') return null
  const shift = Number(exponent) - back.length
  const read = BigInt(front + back) * (sign === '-' ? -1n : 1n)
  return shift >= 0 ? int(read * 10n ** BigInt(shift)) : { digits: read, scale: -shift }
}

/** Null when the type of the result cannot represent it. */
function fitting(value: Value, type: ValueType): Value {
  if (value === null || !isDecimal(value)) return value
  const whole = abs(value.digits) / 10n ** BigInt(value.scale)
  if (type.kind === 'int64')
    return value.digits > MOST * 10n ** BigInt(value.scale) || value.digits < (-MOST - 1n) * 10n ** BigInt(value.scale)
      ? null
      : value
  return type.kind === 'decimal' && whole >= 10n ** BigInt(type.precision - type.scale) ? null : value
}

const abs = (digits: bigint) => (digits < 0n ? -digits : digits)

function readCell(text: string | null, type: ValueType): Value {
  if (text === null) return null
  if (type.kind === 'int64' || type.kind === 'decimal') return decimal(text) satisfies Decimal
  return type.kind === 'timestamp' ? moment(text) : text
}

const count = process.env.OCTAVO_DEEP ? 20_000 : 250

/** The smallest and the largest integer combined with each other and with -1, which random values rarely combine. */
function corners(types: readonly ValueType[]): string[][] {
  if (types.some(({ kind }) => kind !== 'int64')) return []
  const ends = [String(-MOST - 1n), String(MOST), '-1']
  return types.reduce<string[][]>((rows) => rows.flatMap((row) => ends.map((end) => [...row, end])), [[]])
}

async function differences(engine: TestEngine, { formula, columns, of }: Case, seed: number): Promise<string[]> {
  const names = Object.keys(columns)
  const types = Object.fromEntries(names.map((name) => [name, columns[name]?.type ?? TEXT]))
  const rows = fc.sample(
    fc.tuple(...names.map((name) => fc.option(columns[name]?.values ?? fc.constant(''), { freq: 20 }))),
    { numRuns: count, seed },
  )
  rows.unshift(...corners(names.map((name) => types[name] ?? TEXT)))
  const texts = rows.map((row) => row.map((cell) => (cell === null ? null : String(cell))))
  const { type, cells } = await cellsOf(engine, formula, types, texts)
  return cells.flatMap((cell, at) => {
    const args = (texts[at] ?? []).map((text, index) => readCell(text, types[names[index] ?? ''] ?? TEXT))
    const expected = args.includes(null) ? null : fitting(of(...args), type)
    const logical = type.kind === 'logical' && cell !== null ? cell === 'true' || cell === '1' : cell
    const actual = actualValue(logical, type)
    return same(expected, actual)
      ? []
      : [`${formula} of ${args.map(show).join(', ')} is ${show(actual)}, not ${show(expected)}`]
  })
}

describe.each([
  ['DuckDB', null, openDuckdb],
  ['PGlite', whyNoPglite(), openPostgres],
  [flavourLabel, whySkipped('mariadb'), openMariadb],
  ['PostgreSQL', whySkipped('postgres'), openPostgresServer],
  ['Trino', whySkipped('trino'), openTrino],
] as const)('values at the ends of their types on %s', (_title, skipped, open) => {
  let engine: TestEngine
  beforeAll(async () => {
    if (skipped === null) engine = await open()
  }, 120_000)
  afterAll(() => engine?.close())

  it.skipIf(skipped).each([
    ['numbers never become floats', numbers],
    ['functions of dates follow the calendar', dateCases],
  ])(
    `%s (seed ${seed})`,
    async (_title, cases) => {
      const found: string[] = []
      for (const item of cases) {
        try {
          found.push(...(await differences(engine, item, seed)).slice(0, 2))
        } catch (error) {
          found.push(`${item.formula}: ${String(error).slice(0, 300)}`)
        }
      }
      expect(found).toEqual([])
    },
    600_000,
  )
})
