import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ValueType } from '../../types/index.ts'
import { checkFormula } from '../check.ts'
import { emitterOf } from '../emit.ts'
import { openDuckdb, openPostgres, type TestEngine } from '../testing/engines.ts'
import { runExample } from '../testing/run-example.ts'
import type { ExampleValue } from './define.ts'
import { functions } from './index.ts'

const examples = [...new Set(functions.all)].flatMap((definition) =>
  definition.examples.map((example) => ({
    name: definition.name,
    formula: 'formula' in example ? example.formula : example[0],
    example,
  })),
)

/** What an engine must call a column of our type. */
const ENGINE_TYPES: Partial<Record<ValueType['kind'], RegExp>> = {
  text: /^VARCHAR$/,
  int64: /^BIGINT$/,
  float64: /^DOUBLE$/,
  decimal: /^DECIMAL/,
  logical: /^BOOLEAN$/,
  date: /^DATE$/,
  timestamp: /^TIMESTAMP$/,
  // DuckDB's JSON is a text with another name.
  variant: /^(JSON|VARCHAR)$/,
}

function comparable(type: ValueType, cell: string | null): ExampleValue {
  if (cell === null) return null
  switch (type.kind) {
    case 'int64':
    case 'decimal':
    case 'float64':
      return Number(cell)
    case 'logical':
      return cell === 'true'
    case 'date':
      return `${cell} 00:00:00`
    case 'timestamp':
      return cell.replace('T', ' ')
    case 'variant':
      return JSON.parse(cell)
    default:
      return cell
  }
}

function expectAlike(actual: ExampleValue, expected: ExampleValue): void {
  if (typeof actual === 'number' && typeof expected === 'number') {
    expect(Math.abs(actual - expected), `${actual} is not ${expected}`).toBeLessThanOrEqual(
      1e-6 * Math.max(1, Math.abs(expected)),
    )
  } else {
    expect(actual).toEqual(expected)
  }
}

describe.each([
  ['DuckDB', openDuckdb],
  ['PostgreSQL', openPostgres],
])('the examples of every function on %s', (_title, open) => {
  let engine: TestEngine
  beforeAll(async () => {
    engine = await open()
  }, 60_000)
  afterAll(() => engine.close())

  it.each(examples)('$name: $formula', async ({ example }) => {
    const { type, engineType, actual, expected } = await runExample(engine, example)
    expect(actual).toHaveLength(expected.length)
    actual.forEach((cell, index) => {
      expectAlike(comparable(type, cell), expected[index] ?? null)
    })
    // The type of a constant NULL is the engine's choice.
    if (actual.every((cell) => cell === null)) return
    expect(engineType).toMatch(ENGINE_TYPES[type.kind] ?? /./)
    if (type.kind === 'decimal' && engine.dialect === 'duckdb') {
      expect(engineType).toBe(`DECIMAL(${type.precision},${type.scale})`)
    }
  })
})

it('a function that an engine lacks is a problem that gives the reason', () => {
  const scope = { resolve: () => null, candidates: () => [] }
  const { expression, problems } = checkFormula('MakePoint(1, 2)', scope, { dialect: 'postgres' })
  expect(expression).toBeNull()
  expect(problems).toMatchObject([{ code: 'function_not_available', hint: 'This engine has no geography type.' }])
})

describe('the table of functions', () => {
  it.each([...new Set(functions.all)].map((definition) => [definition.name, definition] as const))(
    '%s has a summary that is a sentence and an example',
    (_name, definition) => {
      expect(definition.summary).toMatch(/^[^a-z]?.*[.]$/)
      expect(definition.params.slice(0, -1).every((param) => !param.repeats)).toBe(true)
      // The meaning of planned functions stands in the plan; geography waits for an engine that has it.
      const isRun = 'sql' in definition && typeof emitterOf(definition.sql, 'duckdb') === 'function'
      if (isRun) expect(definition.examples.length).toBeGreaterThan(0)
    },
  )
})
