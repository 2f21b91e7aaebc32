import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { functionPages } from '../scripts/function-pages.ts'

const folder = new URL('../docs/functions/', import.meta.url)

test('docs/functions equals the pages of the entries (else: npm run docs:functions)', () => {
  const pages = functionPages()
  expect(readdirSync(folder).sort()).toEqual([...pages.keys()].sort())
  const stale = [...pages].filter(([file, text]) => readFileSync(new URL(file, folder), 'utf8') !== text)
  expect(stale.map(([file]) => file)).toEqual([])
})
