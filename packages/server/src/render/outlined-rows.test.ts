import { expect, test } from 'vitest'
import { createOutlinedRows } from './outlined-rows.ts'

const cell = (text: string) => (text === '_' ? '<c/>' : `<c t="inlineStr"><is><t>${text}</t></is></c>`)
const rowsOf = (rows: readonly string[]) => rows.map((row) => `<row>${[...row].map(cell).join('')}</row>\n`).join('')
const utf8 = new TextEncoder()

/** The written rows of one-letter cells, with an underscore for an empty cell and the level before each row. */
function outline(rows: readonly string[], levels: readonly number[], atOnce: number) {
  const outlined = createOutlinedRows({ levels, styles: levels.map(() => 9) })
  let text = ''
  let rowCount = 0
  for (let start = 0; start < rows.length; start += atOnce) {
    const written = outlined.rows(utf8.encode(rowsOf(rows.slice(start, start + atOnce))))
    text += Buffer.from(written.bytes).toString()
    rowCount += written.rowCount
  }
  const read = text
    .trimEnd()
    .split('\n')
    .map((row) => {
      const level = /^<row outlineLevel="(\d)">/.exec(row)?.[1] ?? '0'
      return `${level} ${[...row.matchAll(/<c\/>|<t>(.*?)<\/t>/g)].map(([, letter]) => letter ?? '_').join('')}`
    })
  expect(read).toHaveLength(rowCount)
  return read
}

test.each([
  { rows: ['a1'], levels: [0, 1], read: ['0 a_', '1 _1'] },
  { rows: ['a1', 'a2', 'b3'], levels: [0, 1], read: ['0 a_', '1 _1', '1 _2', '0 b_', '1 _3'] },
  // A group and its total.
  { rows: ['aT1', 'aT2'], levels: [0, 0, 1], read: ['0 aT_', '1 __1', '1 __2'] },
  // Groups in groups; an inner group ends with the group around it.
  {
    rows: ['ax1', 'ax2', 'ay3', 'by4'],
    levels: [0, 1, 2],
    read: ['0 a__', '1 _x_', '2 __1', '2 __2', '1 _y_', '2 __3', '0 b__', '1 _y_', '2 __4'],
  },
  // Columns stand in any order, a group without a value is a group, and letters of several bytes stay whole.
  { rows: ['1é', '2é', '3_'], levels: [1, 0], read: ['0 _é', '1 1_', '1 2_', '0 __', '1 3_'] },
  // An outline without groups changes nothing.
  { rows: ['a1', 'a2'], levels: [0, 0], read: ['0 a1', '0 a2'] },
])('$rows with the levels $levels becomes $read', ({ rows, levels, read }) => {
  for (const atOnce of [1, 2, rows.length]) expect(outline(rows, levels, atOnce)).toEqual(read)
})

test('the values of a group have the style of their column in rows of groups, and those of rows keep their own', () => {
  const outlined = createOutlinedRows({ levels: [0, 0, 0, 0, 1], styles: [7, 8, 9, 7, 9] })
  const values = '<c s="3"><v>1</v></c><c t="b"><v>1</v></c><c t="inlineStr"><is><t>x</t></is></c><c/>'
  const { bytes } = outlined.rows(utf8.encode(`<row>${values}<c s="4"><v>2</v></c></row>\n`))
  expect(Buffer.from(bytes).toString()).toBe(
    '<row><c s="7"><v>1</v></c><c s="8" t="b"><v>1</v></c><c s="9" t="inlineStr"><is><t>x</t></is></c><c/><c/></row>\n' +
      '<row outlineLevel="1"><c/><c/><c/><c/><c s="4"><v>2</v></c></row>\n',
  )
})

test('levels beyond the eighth, which spreadsheets do not have, are drawn as the eighth', () => {
  const levels = [0, 1, 2, 3, 4, 5, 6, 7, 8]
  expect(outline(['abcdefghi'], levels, 1).map((row) => row[0])).toEqual([...'012345677'])
})
