import fc from 'fast-check'
import type { TestEngine } from '../../packages/core/src/formula/testing/engines.ts'
import type { ValueType } from '../../packages/core/src/types/index.ts'
import { cellsOf, cellsOfGroups } from './formula-rows.ts'
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

/** The groups of rows of an aggregate: it sees a few rows at a time. */
function groupsOf(rows: Cells[], seed: number): Cells[][] {
  const group = fc.array(fc.constantFrom(...rows), { minLength: 1, maxLength: 6 })
  const ends = ['1e308', '-1e308'].map((end) => rows.filter((row) => row.includes(end)).slice(0, 3))
  const some = [...ends, ends.flat(), ...fc.sample(group, { numRuns: isDeep ? 400 : 12, seed })]
  return some.filter(({ length }) => length > 0)
}

const isEnd = (text: string | null) => text !== null && /^"?-?(inf|nan)/i.test(text)

/** The results of a call, each with the rows that it was computed from. */
async function resultsOf(engine: TestEngine, call: FunctionCall, rows: Cells[], seed: number) {
  const types = Object.fromEntries(columnsOf(call).map(({ column, kind }) => [column, TYPES[kind]]))
  if (call.class === 'aggregate') {
    // In one statement: an engine that plans for half a second takes ten minutes for a statement of each group.
    const groups = groupsOf(rows, seed)
    const cells = await cellsOfGroups(engine, call.formula, types, groups)
    return cells.map((cell, at) => ({ cell, given: groups[at] ?? [] }))
  }
  const { cells } = await cellsOf(engine, call.formula, types, rows)
  return cells.map((cell, at) => ({ cell, given: call.class === 'row' ? [rows[at] ?? []] : rows }))
}

/** Problems of a float function: an error of the statement, and results that are not finite numbers. */
export async function wrongResults(
  engine: TestEngine,
  call: FunctionCall,
  numbers: readonly string[],
  seed: number,
): Promise<string[]> {
  try {
    const results = await resultsOf(engine, call, rowsOf(call, numbers, seed), seed)
    const wrong = results.filter(
      ({ cell, given }) => isEnd(cell) && !(returnsArgument(call) && given.some((row) => row.some(isEnd))),
    )
    return wrong.slice(0, 2).map(({ cell, given }) => `${call.formula} of ${JSON.stringify(given)} is ${cell}`)
  } catch (error) {
    return [`${call.formula}: ${String(error).slice(0, 200)}`]
  }
}
