import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { dialects } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import { emitterOf } from '../emit.ts'
import type { ElementExample, ExampleValue, FunctionExample } from '../functions/define.ts'
import { functions } from '../functions/index.ts'
import { isMysqlFamily, type TestEngine } from './engines.ts'
import { comparable, isAccepted, runExample } from './run-example.ts'

/** Examples that need an element are run by the tests of the plan (`test/golden/element-examples.ts`). */
const examples = [...new Set(functions.all)].flatMap((definition) =>
  definition.examples.flatMap((example) =>
    'element' in example && example.element
      ? []
      : [{ name: definition.name, formula: 'formula' in example ? example.formula : example[0], example }],
  ),
)

type TypeNames = Partial<Record<ValueType['kind'], RegExp>>

/** The engine's type names for each of our types. */
const ENGINE_TYPES: TypeNames = {
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
/** MariaDB has no boolean type, and its numbers have the width that they need: the connector reads them by our type. */
const MARIADB_TYPES: TypeNames = {
  ...ENGINE_TYPES,
  logical: /^(BIGINT|INTEGER|BOOLEAN)$/,
  int64: /^(BIGINT|INTEGER|DECIMAL)$/,
}

/** Runs a table of formulas, by section, on an engine: for rules of the language that belong to no function. */
export function describeRows(
  title: string,
  open: () => Promise<TestEngine>,
  sections: Readonly<Record<string, readonly FunctionExample[]>>,
): void {
  const rows = Object.entries(sections).flatMap(([section, of]) =>
    of.map((example) => ({ section, formula: 'formula' in example ? example.formula : example[0], example })),
  )
  describe(title, () => {
    let engine: TestEngine
    beforeAll(async () => {
      engine = await open()
    }, 120_000)
    afterAll(() => engine?.close())

    it.each(rows)('$section: $formula', async ({ example }) => {
      await compare(engine, example)
    })
  })
}

/**
 * Runs every example on an engine. When the engine lacks a function, the check must report it; examples that the entry marks as never
 * working must fail.
 */
export function describeExamples(title: string, open: () => Promise<TestEngine>): void {
  describe(`the examples of every function on ${title}`, () => {
    let engine: TestEngine
    beforeAll(async () => {
      engine = await open()
    }, 120_000)
    afterAll(() => engine?.close())

    it.each(examples)('$name: $formula', async ({ formula, example }) => {
      if (namesOf(formula).some((name) => isUnavailable(name, engine.dialect))) {
        await expect(runExample(engine, example)).rejects.toThrow('is not available on this connection')
        return
      }
      if ('never' in example && example.never?.[engine.dialect]) {
        await expect(compare(engine, example)).rejects.toThrow()
        return
      }
      await compare(engine, example)
    })

    // MariaDB parses a text as a day that does not exist if an aggregate without GROUP BY is the first to read the text.
    it.each(rowFunctions)('the largest value of a row is that value: %s', async (name) => {
      for (const example of examples.filter((each) => each.name === name)) {
        for (const largest of largestOfEachRow(example.example, engine.dialect)) {
          const { type, actual, expected } = await runExample(engine, largest)
          expect(actual, largest.formula).toHaveLength(1)
          expectAlike(comparable(type, actual[0] ?? null), expected[0] ?? null)
        }
      }
    })
  })
}

const isRowFunction = (name: string) => functions.find(name)?.class === 'row'
const rowFunctions = [...new Set(examples.map(({ name }) => name).filter(isRowFunction))]

/** For each row of an example, the largest value of that row alone; none where `Max` or the engine cannot compute the example. */
function largestOfEachRow(
  example: FunctionExample,
  dialect: TestEngine['dialect'],
): Exclude<FunctionExample, readonly unknown[] | ElementExample>[] {
  if ('never' in example && example.never?.[dialect]) return []
  const whole = 'formula' in example ? example : { formula: example[0], rows: [{}], result: example[1] }
  const results = 'results' in whole && whole.results ? whole.results : [whole.result ?? null]
  if (results.length !== whole.rows.length) return []
  const rows = whole.rows.map((row, at) => ({ ...row, 'Row at': at }))
  return results
    .map((result, at) => ({ formula: `MaxIf(${whole.formula}, [Row at] = ${at})`, rows, result }))
    .filter((each) => isAccepted(each, dialect))
}

/** Examples whose results depend on blanks at the end of a text. */
const WITH_BLANKS = new Set(['SplitToArray([Path], [Mark])', '"a" = "a "', 'In("a", "A", "a ")'])

async function compare(engine: TestEngine, example: FunctionExample): Promise<void> {
  if (engine.ignoresBlanks && WITH_BLANKS.has('formula' in example ? example.formula : example[0])) return
  const { type, engineType, actual, expected } = await runExample(engine, example)
  expect(actual).toHaveLength(expected.length)
  actual.forEach((cell, index) => {
    expectAlike(comparable(type, cell), expected[index] ?? null)
  })
  // The engine chooses the type of a constant NULL.
  if (actual.every((cell) => cell === null)) return
  const names = isMysqlFamily(engine.dialect) ? MARIADB_TYPES : ENGINE_TYPES
  expect(engineType).toMatch(names[type.kind] ?? /./)
  if (type.kind === 'decimal' && engine.dialect === 'duckdb') {
    expect(engineType).toBe(`DECIMAL(${type.precision},${type.scale})`)
  }
}

function namesOf(formula: string): string[] {
  return [...formula.matchAll(/\b([A-Za-z][A-Za-z0-9]*)\(/g)].map((match) => match[1] ?? '')
}

/** Whether the entry says that the engine does not support the function. */
export function isUnavailable(name: string, dialect: keyof typeof dialects): boolean {
  const definition = functions.find(name)
  return definition !== null && 'sql' in definition && typeof emitterOf(definition.sql, dialect) !== 'function'
}

/** Compares values; numbers may differ by a millionth, or by `within` when they are written rounded. */
export function expectAlike(actual: ExampleValue, expected: ExampleValue, within = 1e-6): void {
  if (typeof actual === 'number' && typeof expected === 'number') {
    expect(Math.abs(actual - expected), `${actual} is not ${expected}`).toBeLessThanOrEqual(
      within * Math.max(1, Math.abs(expected)),
    )
  } else if (Array.isArray(actual) && Array.isArray(expected)) {
    expect(actual).toHaveLength(expected.length)
    for (const [index, item] of actual.entries()) expectAlike(item, expected[index] ?? null, within)
  } else {
    expect(actual).toEqual(expected)
  }
}
