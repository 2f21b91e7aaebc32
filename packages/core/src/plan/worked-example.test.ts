import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { workedElement } from './testing/worked-example.ts'

test('the README shows the steps of an element as the compiler computes them', () => {
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8')
  const [, shown] = /<!-- worked example -->\n\n([\s\S]*?)\n\n<!-- \/worked example -->/.exec(readme) ?? []
  expect(shown).toBe(workedElement())
})
