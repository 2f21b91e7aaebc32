import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  isMysqlFamily,
  openDuckdb,
  openPostgres,
  type TestEngine,
} from '../../packages/core/src/formula/testing/engines.ts'
import type { ValueType } from '../../packages/core/src/types/index.ts'
import { openMariadb, openPostgresServer, whyNoPglite, whySkipped } from '../engines/servers.ts'
import { flavourLabel } from '../setup/flavour.ts'
import { cellsOf, statementOf } from './formula-rows.ts'
import { seed } from './seed.ts'

const isDeep = process.env.OCTAVO_DEEP === '1'
const FLOAT: ValueType = { kind: 'float64' }
const INT64: ValueType = { kind: 'int64' }
const MONEY: ValueType = { kind: 'decimal', precision: 20, scale: 2 }
const TYPES = { A: FLOAT, B: FLOAT, C: FLOAT, N: INT64, M: MONEY }
type Name = keyof typeof TYPES
type Row = Record<Name, number | null>

const LARGEST = 1.79e308
const EDGES = [
  0,
  1,
  0.5,
  3,
  1e-30,
  1e30,
  1e150,
  1e154,
  1.5e155,
  1e200,
  1e290,
  1e307,
  9e307,
  1e308,
  LARGEST,
  1e-150,
  1e-200,
  1e-300,
  1e-307,
  5e-324,
  1e-320,
]
const float = fc
  .oneof(
    fc.constantFrom(...EDGES, ...EDGES.map((edge) => -edge)),
    fc.double({ min: -1000, max: 1000, noNaN: true }),
    fc.double({ min: -LARGEST, max: LARGEST, noNaN: true }),
  )
  .map((value) => (value === 0 ? 0 : value))
const row: fc.Arbitrary<Row> = fc.record({
  A: fc.option(float, { freq: 20 }),
  B: fc.option(float, { freq: 20 }),
  C: fc.option(float, { freq: 20 }),
  N: fc.option(fc.integer({ min: -1000, max: 1000 }), { freq: 20 }),
  M: fc.option(
    fc.integer({ min: -100_000, max: 100_000 }).map((cents) => cents / 100),
    { freq: 20 },
  ),
})

const nothing: Row = { A: null, B: null, C: null, N: null, M: null }

type Tree =
  | { kind: 'column'; name: Name }
  | { kind: 'number'; text: string }
  | { kind: 'operation'; sign: '+' | '-' | '*' | '/'; left: Tree; right: Tree }
  | { kind: 'call'; name: 'Abs' | 'Coalesce' | 'If' | 'RowAvg' | 'Degrees' | 'Radians'; argument: Tree }

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'medium', maxDepth: 6 },
    fc.constantFrom(...(['A', 'B', 'C', 'N', 'M'] as const)).map((name) => ({ kind: 'column' as const, name })),
    fc.constantFrom('2', '0.25', '1e300', '1e-300', '1e0', '3e-5').map((text) => ({ kind: 'number' as const, text })),
    fc.record({
      kind: fc.constant('operation' as const),
      sign: fc.constantFrom('+' as const, '-' as const, '*' as const, '/' as const),
      left: tie('tree'),
      right: tie('tree'),
    }),
    fc.record({
      kind: fc.constant('call' as const),
      name: fc.constantFrom(
        'Abs' as const,
        'Coalesce' as const,
        'If' as const,
        'RowAvg' as const,
        'Degrees' as const,
        'Radians' as const,
      ),
      argument: tie('tree'),
    }),
  ),
}))

function print(tree: Tree): string {
  switch (tree.kind) {
    case 'column':
      return `[${tree.name}]`
    case 'number':
      return tree.text
    case 'operation':
      return `(${print(tree.left)} ${tree.sign} ${print(tree.right)})`
    case 'call': {
      const argument = print(tree.argument)
      if (tree.name === 'Coalesce') return `Coalesce(${argument}, 1.5e0)`
      if (tree.name === 'If') return `If([N] > 0, ${argument}, 7e0)`
      return tree.name === 'RowAvg' ? `RowAvg(${argument}, [A])` : `${tree.name}(${argument})`
    }
  }
}

/** The value computed with floats; null when an intermediate result is not finite. */
function computed(tree: Tree, row: Row): number | null {
  switch (tree.kind) {
    case 'column':
      return row[tree.name]
    case 'number':
      return Number(tree.text)
    case 'operation':
      return operation(tree.sign, computed(tree.left, row), computed(tree.right, row))
    case 'call': {
      const value = computed(tree.argument, row)
      if (tree.name === 'Coalesce') return value ?? 1.5
      if (tree.name === 'If') return row.N !== null && row.N > 0 ? value : 7
      if (tree.name === 'RowAvg') return operation('/', operation('+', value, row.A), 2)
      if (value === null) return null
      return tree.name === 'Abs'
        ? Math.abs(value)
        : tree.name === 'Degrees'
          ? floatOf(value * (180 / Math.PI))
          : value * (Math.PI / 180)
    }
  }
}

function operation(sign: '+' | '-' | '*' | '/', a: number | null, b: number | null): number | null {
  if (a === null || b === null || (sign === '/' && b === 0)) return null
  return floatOf(sign === '+' ? a + b : sign === '-' ? a - b : sign === '*' ? a * b : a / b)
}

function floatOf(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

/**
 * Equal except for the last digits. The last digits of the largest float, and of numbers without full precision, may be lost. The
 * difference of two large numbers is as uncertain as they are.
 */
function isSame(expected: number | null, actual: number | null, size: number): boolean {
  if (expected === null || actual === null) {
    const other = Math.abs(expected ?? actual ?? 0)
    return expected === actual || other > 1.7976e308
  }
  return Math.abs(expected - actual) <= Math.max(Math.abs(expected) * 1e-9, size * 1e-14, 1e-307)
}

/** The largest intermediate result, by which rounding errors are measured. */
function largestOf(tree: Tree, row: Row): number {
  const own = Math.abs(computed(tree, row) ?? 0)
  if (tree.kind === 'operation') return Math.max(own, largestOf(tree.left, row), largestOf(tree.right, row))
  return tree.kind === 'call' ? Math.max(own, largestOf(tree.argument, row)) : own
}

/** True for a tree whose value depends on digits affected by rounding: a difference of two nearly equal values inside another operation. */
function cancels(tree: Tree, row: Row): boolean {
  if (tree.kind === 'call') return cancels(tree.argument, row)
  if (tree.kind !== 'operation') return false
  if (cancels(tree.left, row) || cancels(tree.right, row)) return true
  if (tree.sign === '*' || tree.sign === '/') return false
  const [value, left, right] = [computed(tree, row), computed(tree.left, row), computed(tree.right, row)]
  if (value === null || left === null || right === null) return false
  return Math.abs(value) < 1e-4 * Math.max(Math.abs(left), Math.abs(right))
}

/** The smallest float with full precision. Below it, products and quotients are rounded to multiples of 5e-324, or to 0. */
const LEAST_WHOLE = 2.3e-308

/** True for a product or quotient with so few remaining digits that rounding determines them. */
function isWorn(tree: Tree, row: Row): boolean {
  const value = computed(tree, row)
  if (value === null || Math.abs(value) >= LEAST_WHOLE) return false
  if (tree.kind === 'call') return computed(tree.argument, row) !== 0
  return tree.kind === 'operation' && (tree.sign === '*' || tree.sign === '/') && computed(tree.left, row) !== 0
}

/** True for a tree in which something is computed from such a number. */
function hangsOnWorn(tree: Tree, row: Row): boolean {
  const operands = tree.kind === 'operation' ? [tree.left, tree.right] : tree.kind === 'call' ? [tree.argument] : []
  return operands.some((operand) => isWorn(operand, row) || hangsOnWorn(operand, row))
}

const texts = (rows: readonly Row[]) =>
  rows.map(({ A, B, C, N, M }) => [A, B, C, N, M].map((cell) => (cell === null ? null : String(cell))))

async function differencesOf(engine: TestEngine, formula: Tree, rows: readonly Row[]): Promise<string[]> {
  const { type, cells } = await cellsOf(engine, print(formula), TYPES, texts(rows))
  if (type.kind !== 'float64') return []
  return cells.flatMap((cell, at) => {
    const row = rows[at]
    if (!row || cancels(formula, row) || hangsOnWorn(formula, row)) return []
    const [expected, actual] = [computed(formula, row), cell === null ? null : Number(cell)]
    const shown = `${print(formula)} of ${JSON.stringify(row)} is ${actual}, not ${expected}`
    return isSame(expected, actual, largestOf(formula, row)) ? [] : [shown]
  })
}

const column = (name: Name): Tree => ({ kind: 'column', name })
const chain = (sign: '+' | '-' | '*' | '/', length: number, isRight = false): Tree =>
  Array.from({ length }).reduce<Tree>((made, _item, at) => {
    const next = column((['A', 'B', 'C'] as const)[at % 3] ?? 'A')
    return { kind: 'operation', sign, left: isRight ? next : made, right: isRight ? made : next }
  }, column('A'))
const alternating = (length: number): Tree =>
  Array.from({ length }).reduce<Tree>(
    (made, _item, at) =>
      at % 2 === 0
        ? { kind: 'operation', sign: '*', left: made, right: column('B') }
        : { kind: 'call', name: at % 4 === 1 ? 'Abs' : 'Coalesce', argument: made },
    column('A'),
  )
const balanced = (depth: number): Tree =>
  depth === 0 ? column('A') : { kind: 'operation', sign: '*', left: balanced(depth - 1), right: balanced(depth - 1) }

const CHAINS: readonly [string, (length: number) => Tree][] = [
  ...(['+', '-', '*', '/'] as const).flatMap((sign): [string, (length: number) => Tree][] => [
    [`${sign} from the left`, (length) => chain(sign, length)],
    [`${sign} from the right`, (length) => chain(sign, length, true)],
  ]),
  ['functions in between', alternating],
]

/** The total, computed so that intermediate results cannot overflow, and the size by which its rounding errors are measured. */
function totalOf(numbers: readonly number[]): { total: number | null; size: number } {
  const share = numbers.reduce((sum, number) => sum + number * 2 ** -64, 0)
  const small = numbers.filter((number) => Math.abs(number) < 1e280).reduce((sum, number) => sum + number, 0)
  const isLarge = small !== numbers.reduce((sum, number) => sum + number, 0)
  const total = numbers.length === 0 ? null : floatOf(isLarge ? share * 2 ** 64 : small)
  return { total, size: Math.max(0, ...numbers.map(Math.abs)) * numbers.length }
}

const numbersOf = (rows: readonly Row[], of: (row: Row) => number | null) =>
  rows.map(of).filter((item) => item !== null)
const totalIs = (of: (row: Row) => number | null) => (rows: readonly Row[], actual: number | null) => {
  const { total, size } = totalOf(numbersOf(rows, of))
  return isSame(total, actual, size)
}
const isNullBeyond =
  (limit: number, of: (row: Row) => number | null) => (rows: readonly Row[], actual: number | null) =>
    numbersOf(rows, of).some((number) => Math.abs(number) > limit)
      ? actual === null
      : actual === null || Number.isFinite(actual)

/** The percentile of the sorted numbers, without a difference of two of them. */
const percentileIs = (share: number) => (rows: readonly Row[], actual: number | null) => {
  const numbers = numbersOf(rows, (row) => row.A).sort((a, b) => a - b)
  if (numbers.length === 0) return actual === null
  const place = share * (numbers.length - 1)
  const [low, high] = [numbers[Math.floor(place)] ?? 0, numbers[Math.ceil(place)] ?? 0]
  const part = place - Math.floor(place)
  return isSame(low * (1 - part) + high * part, actual, Math.max(Math.abs(low), Math.abs(high)))
}

/** Window functions, and the aggregate over each row's frame. */
const WINDOWS: readonly { formula: string; aggregate: string; frame: (rows: readonly Row[], at: number) => Row[] }[] = [
  ...['Sum', 'Avg', 'StdDev', 'Variance'].flatMap((name) => [
    { formula: `Cumulative${name}([A])`, aggregate: `${name}([A])`, frame: upTo },
    { formula: `Moving${name}([A], 2, 1)`, aggregate: `${name}([A])`, frame: around(2, 1) },
    { formula: `Moving${name}([A], 2, -1)`, aggregate: `${name}([A])`, frame: around(2, -1) },
  ]),
  { formula: 'CumulativeCorr([A], [B])', aggregate: 'Corr([A], [B])', frame: upTo },
  { formula: 'MovingCorr([A], [B], 3)', aggregate: 'Corr([A], [B])', frame: around(3, 0) },
]

/**
 * True for a frame that follows a much larger number: MariaDB subtracts the rows that leave a frame from its total, and the digits lost to
 * the large number are missing.
 */
function hasLargeBefore(rows: readonly Row[], frame: readonly Row[], at: number): boolean {
  const largest = (some: readonly Row[]) => Math.max(0, ...some.map(({ A }) => Math.abs(A ?? 0)))
  return largest(rows.slice(0, at + 2)) > largest(frame) * 1e4
}

function upTo(rows: readonly Row[], at: number): Row[] {
  return rows.slice(0, at + 1)
}

function around(above: number, below: number): (rows: readonly Row[], at: number) => Row[] {
  return (rows, at) => rows.slice(Math.max(0, at - above), Math.max(0, at + below + 1))
}

const AGGREGATES: readonly { formula: string; isRight: (rows: readonly Row[], actual: number | null) => boolean }[] = [
  { formula: 'Sum([A])', isRight: totalIs((row) => row.A) },
  { formula: 'SumIf([A], [N] > 0)', isRight: totalIs((row) => ((row.N ?? 0) > 0 ? row.A : null)) },
  { formula: 'SumProduct([A], [B])', isRight: totalIs((row) => operation('*', row.A, row.B)) },
  {
    formula: 'Avg([A])',
    isRight(rows, actual) {
      const numbers = numbersOf(rows, (row) => row.A)
      const { total, size } = totalOf(numbers)
      return isSame(operation('/', total, numbers.length), actual, size)
    },
  },
  { formula: 'StdDev([A])', isRight: isNullBeyond(1e145, (row) => row.A) },
  { formula: 'Variance([A])', isRight: isNullBeyond(1e145, (row) => row.A) },
  { formula: 'VariancePop([A])', isRight: isNullBeyond(1e145, (row) => row.A) },
  ...(['+', '*', '/'] as const).map((sign) => ({
    formula: `Sum([A]) ${sign} Sum([B])`,
    isRight(rows: readonly Row[], actual: number | null) {
      const [a, b] = [totalOf(numbersOf(rows, (row) => row.A)), totalOf(numbersOf(rows, (row) => row.B))]
      // A total of numbers that cancel out is as uncertain as they are.
      if ([a, b].some(({ total, size }) => total !== null && Math.abs(total) < size * 1e-4)) return true
      return isSame(operation(sign, a.total, b.total), actual, sign === '+' ? a.size + b.size : 0)
    },
  })),
  { formula: 'Median([A])', isRight: percentileIs(0.5) },
  { formula: 'PercentileCont([A], 0.9)', isRight: percentileIs(0.9) },
  ...['Corr', 'RegressionSlope', 'RegressionIntercept', 'RegressionR2'].map((name) => ({
    formula: `${name}([A], [B])`,
    isRight: (_rows: readonly Row[], actual: number | null) => actual === null || Number.isFinite(actual),
  })),
]

describe.each(['duckdb', 'postgres', 'mariadb'] as const)('the text of float operations on %s', (dialect) => {
  const lengthOf = (tree: Tree) => statementOf(dialect, print(tree), TYPES, []).statement.text.length

  it.each(CHAINS)('grows with their number: %s', (_title, made) => {
    expect(lengthOf(made(90))).toBeLessThan(lengthOf(made(45)) * 2.5)
  })

  it('grows with their number: as many on both sides', () => {
    expect(lengthOf(balanced(7))).toBeLessThan(lengthOf(balanced(6)) * 2.5)
  })
})

describe.each([
  ['DuckDB', null, openDuckdb, isDeep ? 2000 : 60],
  ['PGlite', whyNoPglite(), openPostgres, isDeep ? 500 : 30],
  [flavourLabel, whySkipped('mariadb'), openMariadb, isDeep ? 1000 : 60],
  ['PostgreSQL', whySkipped('postgres'), openPostgresServer, isDeep ? 1000 : 60],
] as const)('floats at the ends of their range on %s', (_title, skipped, open, numRuns) => {
  let engine: TestEngine
  beforeAll(async () => {
    if (skipped === null) engine = await open()
  }, 120_000)
  afterAll(() => engine?.close())

  it.skipIf(skipped)(`are null in the rows that have none (seed ${seed})`, { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(tree, fc.array(row, { minLength: 10, maxLength: 60 }), async (formula, rows) => {
        expect(await differencesOf(engine, formula, rows)).toEqual([])
      }),
      { seed, numRuns },
    )
  })

  it.skipIf(skipped)('every pair of extremes through every operation', { timeout: 600_000 }, async () => {
    const signed = [...EDGES, ...EDGES.map((edge) => -edge)]
    const rows = signed.flatMap((A) => signed.map((B): Row => ({ A, B, C: 1, N: 1, M: 1 })))
    const pairs = (['+', '-', '*', '/'] as const).map(
      (sign): Tree => ({ kind: 'operation', sign, left: column('A'), right: column('B') }),
    )
    for (const pair of pairs) expect((await differencesOf(engine, pair, rows)).slice(0, 5)).toEqual([])
  })

  it.skipIf(skipped)(
    `aggregates of them are null where they have no value (seed ${seed})`,
    { timeout: 600_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (rows) => {
          for (const { formula, isRight } of AGGREGATES) {
            const { cells } = await cellsOf(engine, formula, TYPES, texts(rows))
            const cell = cells[0] ?? null
            const shown = `${formula} of ${JSON.stringify(rows)} is ${cell}`
            expect(isRight(rows, cell === null ? null : Number(cell)), shown).toBe(true)
          }
        }),
        {
          seed,
          numRuns,
          // The product of the squares of both underflows.
          examples: [
            [
              [
                { ...nothing, A: 0, B: -2.7e-162 },
                { ...nothing, A: 2.7e-162, B: 0 },
              ],
            ],
          ],
        },
      )
    },
  )

  it.skipIf(skipped)(
    `windows of them are null where their rows have no value (seed ${seed})`,
    { timeout: 600_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
          for (const { formula, aggregate, frame } of WINDOWS) {
            const isRight = AGGREGATES.find((known) => known.formula === aggregate)?.isRight
            const { cells } = await cellsOf(engine, formula, TYPES, texts(rows))
            cells.forEach((cell, at) => {
              if (isMysqlFamily(engine.dialect) && hasLargeBefore(rows, frame(rows, at), at)) return
              const shown = `${formula} at ${at} of ${JSON.stringify(rows)} is ${cell}`
              expect(isRight?.(frame(rows, at), cell === null ? null : Number(cell)), shown).toBe(true)
            })
          }
        }),
        { seed, numRuns: Math.ceil(numRuns / 6) },
      )
    },
  )

  it.skipIf(skipped).each(CHAINS)('forty in a chain run: %s', { timeout: 600_000 }, async (_title, made) => {
    const rows = fc.sample(row, { numRuns: 20, seed })
    await cellsOf(engine, print(made(40)), TYPES, texts(rows))
  })
})
