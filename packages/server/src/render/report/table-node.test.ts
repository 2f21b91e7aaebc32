import { expect, it } from 'vitest'
import { leftOutText } from './table-node.ts'

it.each([
  [{ rows: 5, more: 0, columns: 0 }, ''],
  [{ rows: 1000, more: null, columns: 0 }, 'shows the first 1,000 rows; more were left out'],
  [{ rows: 1, more: null, columns: 0 }, 'shows the first row; more were left out'],
  [{ rows: 14, more: 6, columns: 0 }, 'shows 14 of 20 rows; the others were left out'],
  [{ rows: 14, more: 1, columns: 0 }, 'shows 14 of 15 rows; the other one was left out'],
  [{ rows: 5, more: 0, columns: 1 }, '1 column does not fit and was left out: take a larger sheet or landscape'],
  [{ rows: 5, more: 0, columns: 2 }, '2 columns do not fit and were left out: take a larger sheet or landscape'],
])('a table that leaves out %j is described by "%s"', (leftOut, text) => {
  expect(leftOutText('en-US', leftOut)).toBe(text)
})
