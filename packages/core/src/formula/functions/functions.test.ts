import { describe, expect, it } from 'vitest'
import { checkFormula } from '../check.ts'
import { emitterOf } from '../emit.ts'
import { describeExamples } from '../testing/describe-examples.ts'
import { openDuckdb, openPostgres } from '../testing/engines.ts'
import { functions } from './index.ts'

describeExamples('DuckDB', openDuckdb)
describeExamples('PostgreSQL', openPostgres)

it('a function that an engine lacks is a problem with the reason', () => {
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
      // Planned functions are computed by the plan, and no engine here supports geography.
      const isRun = 'sql' in definition && typeof emitterOf(definition.sql, 'duckdb') === 'function'
      // Names of functions of the warehouse differ between engines.
      if (isRun && !definition.isPassthrough) expect(definition.examples.length).toBeGreaterThan(0)
    },
  )
})
