import { describe, expect, it } from 'vitest'
import { drawn, type Mutation, mutated, mutationsOf } from '../scripts/mutation/mutations.ts'
import { testReach } from '../scripts/mutation/test-reach.ts'

const text = `export function last(list: number[], most: number) {
  if (list.length >= most && most !== 0) list.pop()
  return list.at(most > 1 ? -1 : Math.max(0, most))
}
`
const found = mutationsOf('example.ts', text)

describe('places that a mutant changes', () => {
  it('are found in the syntax tree', () => {
    expect(found.map(({ kind, line, before, after }) => [kind, line, before, after])).toEqual([
      ['negated condition', 2, 'list.length >= most && most !== 0', '!(list.length >= most && most !== 0)'],
      ['boundary', 2, '>=', '>'],
      ['other operator', 2, '&&', '||'],
      ['other operator', 2, '!==', '==='],
      ['removed statement', 2, 'list.pop()', ';'],
      ['negated condition', 3, 'most > 1', '!(most > 1)'],
      ['boundary', 3, '>', '>='],
      ['dropped argument', 3, ', most', ''],
    ])
  })

  it('are changed one at a time, and the rest of the text stays', () => {
    for (const mutation of found) {
      const changed = mutated(text, mutation)
      expect(changed).not.toBe(text)
      expect(changed.replace(mutation.after, '').length).toBe(text.replace(mutation.before, '').length)
    }
  })

  it('are drawn by the seed, each once', () => {
    const places = (seed: string, count: number) =>
      drawn(found, count, seed).map(({ start, kind }: Mutation) => `${start} ${kind}`)
    expect(places('a', 4)).toEqual(places('a', 4))
    expect(new Set(places('a', 100)).size).toBe(found.length)
    expect(['a', 'b', 'c', 'd'].map((seed) => places(seed, 4).join())).not.toEqual(Array(4).fill(places('a', 4).join()))
  })
})

it('the tests that import a file come nearest first, also through the name of a package', () => {
  const reach = testReach(process.cwd())
  expect(reach('packages/core/src/document/source-walk.ts')[0]).toBe('packages/core/src/document/source-walk.test.ts')
  expect(reach('packages/core/src/access/decide.ts')).toContain('packages/server/src/access/access.test.ts')
})
