import { expect, test } from 'vitest'
import { matches, searchedText, withChoice } from './ChoiceField.tsx'

const one = { before: 'open', isSeveral: false }
const several = { before: 'a, b', isSeveral: true }

test.each([
  [{ ...one, text: 'open' }, '', 'shut'],
  [{ ...one, text: 'sh' }, 'sh', 'shut'],
  [{ ...several, text: 'a, b' }, '', 'a, b, shut'],
  [{ ...several, text: 'a, b, sh' }, 'sh', 'a, b, shut'],
  [{ ...several, text: 'a, b, ' }, '', 'a, b, shut'],
  [{ ...several, before: '', text: 'sh' }, 'sh', 'shut'],
  [{ ...several, text: 'shut, b, sh' }, 'sh', 'b, shut'],
])('%j searches for "%s", and reads "%s" after the choice of "shut"', (typed, search, text) => {
  expect(searchedText(typed)).toBe(search)
  expect(withChoice(typed, 'shut')).toBe(text)
})

test.each([
  ['we', ['Western', 'West', 'Midwest']],
  ['WESTERN', ['Western']],
  ['west', ['West', 'Western', 'Midwest']],
  ['', ['Midwest', 'Western', 'West', 'South']],
  ['x', []],
])('"%s" is found in %j, the closest first', (search, found) => {
  const choices = ['Midwest', 'Western', 'West', 'South']
  expect(matches(choices, search)).toEqual(found)
})
