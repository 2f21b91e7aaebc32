import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDuckdb, openPostgres, type TestEngine } from '../../packages/core/src/formula/testing/engines.ts'
import type { ValueType } from '../../packages/core/src/types/index.ts'
import { openMariadb, openPostgresServer, openTrino, whyNoPglite, whySkipped } from '../engines/servers.ts'
import { flavourLabel } from '../setup/flavour.ts'
import { cellsOf, cellsOfGroups } from './formula-rows.ts'
import { seed } from './seed.ts'

/**
 * Totals of computed decimals whose operands fit 64 bits and whose results may not: engines compute small ones with fewer digits, and
 * Octavo adds each with the digits that it has.
 */

const decimalOf = (precision: number, scale: number): ValueType => ({ kind: 'decimal', precision, scale })
const columns = {
  A: { type: decimalOf(15, 2), digits: 15, scale: 2 },
  B: { type: decimalOf(16, 2), digits: 16, scale: 2 },
  C: { type: decimalOf(9, 3), digits: 9, scale: 3 },
  D: { type: decimalOf(18, 4), digits: 18, scale: 4 },
  N: { type: { kind: 'int64' } as ValueType, digits: 18, scale: 0 },
} as const
type Name = keyof typeof columns
const names = Object.keys(columns) as Name[]

const digitsOf = ({ digits }: (typeof columns)[Name]) => {
  const most = 10n ** BigInt(digits) - 1n
  return fc.oneof(
    fc.bigInt(-most, most),
    fc.bigInt(-999n, 999n),
    fc
      .tuple(fc.integer({ min: 0, max: digits - 1 }), fc.bigInt(-2n, 2n))
      .map(([power, by]) => 10n ** BigInt(power) + by),
    fc.constantFrom(most, -most),
  )
}
const row = fc.tuple(...names.map((name) => fc.option(digitsOf(columns[name]), { freq: 20 })))
type Row = readonly (bigint | null)[]

/** The formula of each row, its digits without the decimal point, and how many of them are decimals. */
const terms: { formula: string; of: readonly Name[]; scale: number; digits: (...values: bigint[]) => bigint }[] = [
  { formula: '[A] * [B]', of: ['A', 'B'], scale: 4, digits: (a, b) => a * b },
  { formula: '[A] * (1 - [B])', of: ['A', 'B'], scale: 4, digits: (a, b) => a * (100n - b) },
  {
    formula: '[A] * (1 - [C]) * (1 + [B])',
    of: ['A', 'C', 'B'],
    scale: 7,
    digits: (a, c, b) => a * (1000n - c) * (100n + b),
  },
  { formula: '[A] * If([A] > 0, [A], 0)', of: ['A'], scale: 4, digits: (a) => (a > 0n ? a * a : 0n) },
  { formula: '[C] * [C]', of: ['C'], scale: 6, digits: (c) => c * c },
  { formula: '[N] * [A]', of: ['N', 'A'], scale: 2, digits: (n, a) => n * a },
  { formula: '[C] * [N]', of: ['C', 'N'], scale: 3, digits: (c, n) => c * n },
  { formula: '[D] + [D]', of: ['D'], scale: 4, digits: (d) => d + d },
  { formula: '[D] - [B]', of: ['D', 'B'], scale: 4, digits: (d, b) => d - b * 100n },
]

const limit = 10n ** 38n
const fits = (digits: bigint | null): bigint | null =>
  digits !== null && digits < limit && digits > -limit ? digits : null

function termOf({ of, digits }: (typeof terms)[number], row: Row): bigint | null {
  const values = of.map((name) => row[names.indexOf(name)] ?? null)
  return values.includes(null) ? null : fits(digits(...(values as bigint[])))
}

const written = (digits: bigint, scale: number): string => {
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  return `${digits < 0n ? '-' : ''}${scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`}`
}
const texts = (rows: readonly Row[]) =>
  rows.map((cells) => cells.map((cell, at) => (cell === null ? null : written(cell, columns[names[at] ?? 'N'].scale))))

/** The digits of a cell; engines leave out zeros at its end. */
function readDigits(cell: string | null, scale: number): bigint | null {
  if (cell === null) return null
  const [front = '', back = ''] = cell.split('.')
  return BigInt(front + back.slice(0, scale).padEnd(scale, '0'))
}

const totalOf = (rows: readonly Row[], term: (typeof terms)[number]): bigint | null => {
  const values = rows.flatMap((cells) => termOf(term, cells) ?? [])
  return values.length === 0 ? null : fits(values.reduce((sum, value) => sum + value, 0n))
}

const count = process.env.OCTAVO_DEEP ? 20_000 : 300
const types = Object.fromEntries(names.map((name) => [name, columns[name].type]))
const all: Row[] = fc.sample(row, { numRuns: count, seed })
const groups = Array.from({ length: Math.ceil(count / 6) }, (_, at) => all.slice(at * 6, at * 6 + 6))

describe.each([
  ['DuckDB', null, openDuckdb],
  ['PGlite', whyNoPglite(), openPostgres],
  [flavourLabel, whySkipped('mariadb'), openMariadb],
  ['PostgreSQL', whySkipped('postgres'), openPostgresServer],
  ['Trino', whySkipped('trino'), openTrino],
] as const)('computed decimals on %s', (_title, skipped, open) => {
  let engine: TestEngine
  beforeAll(async () => {
    if (skipped === null) engine = await open()
  }, 120_000)
  afterAll(() => engine?.close())

  describe.each(terms)(`$formula (seed ${seed})`, (term) => {
    it.skipIf(skipped)('is exact in every row, and null where it has more than 38 digits', async () => {
      const { cells } = await cellsOf(engine, term.formula, types, texts(all))
      expect(cells.map((cell) => readDigits(cell, term.scale))).toEqual(all.map((cells_) => termOf(term, cells_)))
    })

    it.skipIf(skipped)(
      'has an exact total in every group, and null where the total has more than 38 digits',
      async () => {
        const cells = await cellsOfGroups(engine, `Sum(${term.formula})`, types, groups.map(texts))
        expect(cells.map((cell) => readDigits(cell, term.scale))).toEqual(groups.map((rows) => totalOf(rows, term)))
      },
    )

    it.skipIf(skipped)('has an exact running total', async () => {
      const some = all.slice(0, 100)
      const { cells } = await cellsOf(engine, `CumulativeSum(${term.formula})`, types, texts(some))
      const expected = some.map((_, at) => totalOf(some.slice(0, at + 1), term))
      expect(cells.map((cell) => readDigits(cell, term.scale))).toEqual(expected)
    })
  })

  it.skipIf(skipped)('the total of products of two columns is that of their exact products', async () => {
    const cells = await cellsOfGroups(engine, 'SumProduct([A], [B])', types, groups.map(texts))
    const [term] = terms
    const off = groups.flatMap((rows, at) => {
      const expected = Number(term && totalOf(rows, term)) / 1e4
      const cell = cells[at] === null ? 0 : Number(cells[at])
      return Math.abs(cell - expected) <= Math.abs(expected) * 1e-12 ? [] : [{ expected, cell }]
    })
    expect(off).toEqual([])
  })
})
