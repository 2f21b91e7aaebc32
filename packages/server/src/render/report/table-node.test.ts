import { expect, it } from 'vitest'
import { fittingRows, leftOutText, noteHeight } from './table-node.ts'

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

/** Letters of a fixed width, with a hundred rows of 30 pixels below a head of 40. */
const context = {
  fonts: { textWidth: (text: string) => text.length * 6 },
  localeName: 'en-US',
} as unknown as Parameters<typeof fittingRows>[0]
const heights = { head: 40, row: 30 }

it.each([
  { rowCount: 100, hasMore: false, columns: 0 },
  { rowCount: 100, hasMore: true, columns: 0 },
  { rowCount: 100, hasMore: false, columns: 12 },
  { rowCount: 5, hasMore: false, columns: 12 },
  { rowCount: 5, hasMore: true, columns: 0 },
])('the rows of a table of %j leave room for its note, on as many lines as it needs', (all) => {
  for (const width of [150, 240, 400, 1000]) {
    for (let height = 130; height < 700; height += 7) {
      const rows = fittingRows(context, all, { width, height }, heights)
      const more = all.hasMore ? null : all.rowCount - rows
      const note = noteHeight(context, leftOutText('en-US', { rows, more, columns: all.columns }), width)
      expect(heights.head + rows * heights.row + note).toBeLessThanOrEqual(Math.max(height, heights.head + note))
    }
  }
})

it('a table that fits has no room for a note', () => {
  const all = { rowCount: 5, hasMore: false, columns: 0 }
  expect(fittingRows(context, all, { width: 400, height: 190 }, heights)).toBe(5)
  expect(fittingRows(context, all, { width: 400, height: 189 }, heights)).toBe(4)
})
