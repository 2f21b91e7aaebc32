import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { files } from '../scripts/icons.mjs'

/** Formatting may break lines and change quotes; the drawings must be the same. */
const drawings = (text: string) =>
  [...text.matchAll(/const (\w+): Icon[\s\S]*?drawn\(\s*'([^']+)'/g)].map(([, name, path]) => [name, path])

describe('icons', () => {
  it.each(files)('$path equals the output of scripts/icons.mjs', ({ path, text }) => {
    const committed = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
    expect(drawings(committed)).toEqual(drawings(text()))
    expect(drawings(committed).length).toBeGreaterThan(50)
  })
})
