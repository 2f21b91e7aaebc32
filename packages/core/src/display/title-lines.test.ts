import { expect, it } from 'vitest'
import { titleLines } from './title-lines.ts'

/** Every letter is as wide as the others. */
const widthOf = (text: string) => [...text].length

it.each([
  ['one line', 'Revenue', 10, ['Revenue']],
  ['nothing', ' ', 10, []],
  ['spaces and line breaks as one space', 'Revenue \n by', 12, ['Revenue by']],
  ['two lines', 'Revenue by month', 10, ['Revenue by', 'month']],
  ['a space at the end of the room', 'Revenue by month', 11, ['Revenue by', 'month']],
  ['an ellipsis where two lines are too few', 'Revenue by month and region', 11, ['Revenue by', 'month and…']],
  ['the break after a hyphen', 'Year-to-date sum', 9, ['Year-to-', 'date sum']],
  ['a word that is wider than a line', 'Nettoerlöse', 6, ['Nettoe', 'rlöse']],
  ['a word that is wider than two lines', 'Nettoerlösquote', 6, ['Nettoe', 'rlösq…']],
  ['languages without spaces', '月別の売上高', 4, ['月別の売', '上高']],
  ['letters of several code points whole', '👩‍👩‍👧👩‍👩‍👧', 5, ['👩‍👩‍👧', '👩‍👩‍👧']],
  ['at least one letter on a line', 'AB', 0, ['A', '…']],
])('%s', (_, title, room, lines) => expect(titleLines(title, room, widthOf)).toEqual(lines))
