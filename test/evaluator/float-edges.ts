import fc from 'fast-check'
import type { TestEngine } from '../../packages/core/src/formula/testing/engines.ts'
import type { ValueType } from '../../packages/core/src/types/index.ts'
import { cellsOf } from './formula-rows.ts'
import { type ColumnKind, columnsOf, type FunctionCall } from './function-calls.ts'

const isDeep = process.env.OCTAVO_DEEP === '1'
const TYPES: Record<ColumnKind, ValueType> = {
  number: { kind: 'float64' },
  date: { kind: 'timestamp' },
  text: { kind: 'text' },
  logical: { kind: 'logical' },
}

const SIZES = [
  '5e-324',
  '1e-310',
  '1e-160',
  '0.5',
  '1',
  '3',
  '1e17',
  '1e154',
  '1e200',
  '1e308',
  '1.7976931348623157e308',
]
/** Floats at the limits of their range and a few in the middle. */
export const FINITE = ['0', ...SIZES, ...SIZES.map((size) => `-${size}`)]
/** Other values in tables of these engines; MariaDB has none of them. */
export const NOT_FINITE = ['Infinity', '-Infinity', 'NaN']
const OTHERS: Record<Exclude<ColumnKind, 'number'>, readonly string[]> = {
  date: ['2024-05-20 13:45:00', '0001-01-01 00:00:00', '9999-12-31 23:59:59'],
  text: ['a-b', ''],
  logical: ['true', 'false'],
}

/**
 * Functions that return one of their arguments: negated, as absolute value, rounded or converted, or in a text or list. For them an
 * infinite table value is a valid result. Everything else computed from it is null.
 */
const RETURNS_ARGUMENT = new Set(
  `If Switch Choose Coalesce Zn NullIf Greatest Least GreatestNonNull LeastNonNull Text Json Number {} Array
  RaggedHierarchy ArrayAgg ArrayAggDistinct ListAgg ListAggDistinct Min MinIf Max MaxIf PercentileDisc CumulativeMin
  CumulativeMax MovingMin MovingMax Lag Lead First Last FirstNonNull LastNonNull FillDown Nth Abs Round RoundUp RoundDown
  Trunc Ceiling Floor MRound Radians`.split(/\s+/),
)

function returnsArgument({ name, args }: FunctionCall): boolean {
  return RETURNS_ARGUMENT.has(name) || (args.length === 1 && ['-', 'RowAvg'].includes(name))
}

type Cells = (string | null)[]

/** Every combination of numbers for calls with at most two; otherwise a sample in which most numbers are ordinary. */
function rowsOf(call: FunctionCall, numbers: readonly string[], seed: number): Cells[] {
  const columns = columnsOf(call)
  const count = columns.filter(({ kind }) => kind === 'number').length
  const others = (kind: ColumnKind) =>
    fc.option(fc.constantFrom(...(kind === 'number' ? numbers : OTHERS[kind])), { freq: 20 })
  if (count > 2) {
    const ordinary = fc.constantFrom('0', '0.5', '1', '-1', '3')
    const cell = fc.oneof(others('number'), { arbitrary: ordinary, weight: 2 })
    const row = fc.tuple(...columns.map(({ kind }) => (kind === 'number' ? cell : others(kind))))
    return fc.sample(row, { numRuns: isDeep ? 20_000 : 500, seed })
  }
  const pairs = count === 1 ? numbers.map((number) => [number]) : numbers.flatMap((a) => numbers.map((b) => [a, b]))
  const rest = fc.sample(fc.tuple(...columns.map(({ kind }) => others(kind))), { numRuns: pairs.length, seed })
  return pairs.map((pair, at) => {
    const left = [...pair]
    return columns.map(({ kind }, index) => (kind === 'number' ? (left.shift() ?? null) : (rest[at]?.[index] ?? null)))
  })
}

/** The rows of each statement: an aggregate sees a few of them at a time. */
function groupsOf(call: FunctionCall, rows: Cells[], seed: number): Cells[][] {
  if (call.class !== 'aggregate') return [rows]
  const group = fc.array(fc.constantFrom(...rows), { minLength: 1, maxLength: 6 })
  const ends = ['1e308', '-1e308'].map((end) => rows.filter((row) => row.includes(end)).slice(0, 3))
  return [...ends, ends.flat(), ...fc.sample(group, { numRuns: isDeep ? 400 : 12, seed })]
}

const isEnd = (text: string | null) => text !== null && /^"?-?(inf|nan)/i.test(text)

async function wrongCells(engine: TestEngine, call: FunctionCall, rows: Cells[]): Promise<string[]> {
  const types = Object.fromEntries(columnsOf(call).map(({ column, kind }) => [column, TYPES[kind]]))
  const { cells } = await cellsOf(engine, call.formula, types, rows)
  return cells.flatMap((cell, at) => {
    if (!isEnd(cell)) return []
    const given = call.class === 'row' ? (rows[at] ?? []) : rows.flat()
    const isGiven = returnsArgument(call) && given.some(isEnd)
    return isGiven ? [] : [`${call.formula} of ${JSON.stringify(call.class === 'row' ? given : rows)} is ${cell}`]
  })
}

/** Problems of a float function: an error of the statement, and results that are not finite numbers. */
export async function wrongResults(
  engine: TestEngine,
  call: FunctionCall,
  numbers: readonly string[],
  seed: number,
): Promise<string[]> {
  const found: string[] = []
  for (const group of groupsOf(call, rowsOf(call, numbers, seed), seed)) {
    try {
      found.push(...(await wrongCells(engine, call, group)))
    } catch (error) {
      found.push(`${call.formula}: ${String(error).slice(0, 200)}`)
    }
  }
  return found.slice(0, 2)
}
