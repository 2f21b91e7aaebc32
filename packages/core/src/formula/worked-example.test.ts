import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { workedFormula } from './testing/worked-example.ts'

test('the README shows the steps of a formula as the compiler computes them', () => {
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8')
  const [, shown] = /<!-- worked example -->\n\n([\s\S]*?)\n\n<!-- \/worked example -->/.exec(readme) ?? []
  expect(shown).toBe(workedFormula())
})
