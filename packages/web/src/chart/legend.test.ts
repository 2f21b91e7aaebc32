import { describe, expect, it } from 'vitest'
import { shownAfterClick } from './legend.ts'

/** The entries that are shown, as a text of their letters, before and after a click on one of them. */
function clicked(name: string, before: string): string {
  const shown = new Set(before)
  if (!shown.delete(name)) shown.add(name)
  const switched = Object.fromEntries([...'abc'].map((each) => [each, shown.has(each)]))
  return shownAfterClick(name, switched)
    .filter(([, isShown]) => isShown)
    .map(([each]) => each)
    .join('')
}

describe('a click on an entry of a legend', () => {
  it.each([
    ['shows it alone', 'b', 'abc', 'b'],
    ['shows all again where it is alone', 'b', 'b', 'abc'],
    ['shows another one alone', 'a', 'b', 'a'],
    ['shows one of several alone', 'a', 'ab', 'a'],
    ['shows one that was hidden alone', 'c', 'ab', 'c'],
  ])('%s', (_rule, name, before, after) => {
    expect(clicked(name, before)).toBe(after)
  })
})
