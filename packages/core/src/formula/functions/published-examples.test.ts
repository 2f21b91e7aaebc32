import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { expectAlike } from '../testing/describe-examples.ts'
import type { ExampleRow, ExampleValue, FunctionExample } from './define.ts'
import { functions } from './index.ts'

interface PublishedExample {
  name: string
  formula: string
  /** The setting in words; our example has rows, a viewer or controls for it. */
  given?: string
  rows?: readonly ExampleRow[]
  /** The result of the formula, or of the last row of the setting. */
  result?: ExampleValue
  results?: readonly ExampleValue[]
}

/** The examples of the published function catalogue; days without a time are at midnight. */
const published = JSON.parse(
  readFileSync(new URL('../testing/published-examples.json', import.meta.url), 'utf8'),
) as PublishedExample[]

describe('the examples of the published catalogue', () => {
  it('are all tested', () => {
    expect(published).toHaveLength(336)
  })

  // Other tests run the examples of our entries on every engine, or check the reason why they do not run.
  it.each(published)('$name: $formula is an example of the entry, with its rows and results', (wanted) => {
    const same = (functions.find(wanted.name)?.examples ?? []).filter(
      (example) => formulaOf(example) === wanted.formula,
    )
    expect(same).not.toEqual([])
    const failures = same.map((example) => failureOf(example, wanted))
    if (!failures.includes(null)) throw failures[0]
  })
})

function failureOf(example: FunctionExample, { rows, result, results, given }: PublishedExample): unknown {
  // Rounded results are exact to half of the last digit.
  const within = given?.includes('rounded') ? 5e-5 : 1e-6
  try {
    if (rows) expect('rows' in example ? example.rows : []).toEqual(rows)
    const ours = resultsOf(example)
    const theirs = results ?? [result ?? null]
    expectAlike(results ? ours : ours.slice(-1), theirs, within)
    return null
  } catch (failure) {
    return failure
  }
}

function formulaOf(example: FunctionExample): string {
  return 'formula' in example ? example.formula : example[0]
}

function resultsOf(example: FunctionExample): readonly ExampleValue[] {
  if (!('formula' in example)) return [example[1]]
  return example.results ?? [example.result ?? null]
}
