import { expect, test } from 'vitest'
import { columnName, createMergedLabels } from './merged-labels.ts'

const cell = (text: string) => (text === '' ? '<c/>' : `<c t="inlineStr"><is><t>${text}</t></is></c>`)
const rowsOf = (rows: readonly string[]) => rows.map((row) => `<row>${[...row].map(cell).join('')}</row>\n`).join('')
const utf8 = new TextEncoder()

/** The written rows of one-letter cells, with an underscore for an empty cell, and the merged ranges. */
function merge(rows: readonly string[], columns: number, atOnce = rows.length) {
  const labels = createMergedLabels(Array.from({ length: columns }, () => 0))
  let written = ''
  for (let start = 0; start < rows.length; start += atOnce) {
    written += Buffer.from(labels.rows(utf8.encode(rowsOf(rows.slice(start, start + atOnce))))).toString()
  }
  const read = written
    .trimEnd()
    .split('\n')
    .map((row) => [...row.matchAll(/<c\/>|<t>(.*?)<\/t>/g)].map(([, text]) => text ?? '_').join(''))
  return { read, ranges: [...labels.part().matchAll(/ref="([^"]+)"/g)].map(([, ref]) => ref) }
}

test.each([
  { rows: ['ax1'], columns: 2, read: ['ax1'], ranges: [] },
  { rows: ['ax1', 'ay2'], columns: 2, read: ['ax1', '_y2'], ranges: ['A2:A3'] },
  // An inner label ends with the label around it.
  { rows: ['ax1', 'bx2'], columns: 2, read: ['ax1', 'bx2'], ranges: [] },
  { rows: ['ax1', 'ax2', 'bx3'], columns: 2, read: ['ax1', '__2', 'bx3'], ranges: ['A2:A3', 'B2:B3'] },
  { rows: ['ax1', 'bx2', 'ax3'], columns: 1, read: ['ax1', 'bx2', 'ax3'], ranges: [] },
  // Values are never merged, and letters of several bytes stay whole.
  { rows: ['é11', 'é11', 'é11'], columns: 1, read: ['é11', '_11', '_11'], ranges: ['A2:A4'] },
  { rows: ['ax1', 'ax2'], columns: 0, read: ['ax1', 'ax2'], ranges: [] },
])('$rows with $columns label columns becomes $read', ({ rows, columns, read, ranges }) => {
  for (const atOnce of [1, 2, rows.length]) {
    const outcome = merge(rows, columns, atOnce)
    expect(outcome.read).toEqual(read)
    expect(outcome.ranges.sort()).toEqual(ranges)
  }
})

test('empty labels are merged like other labels', () => {
  const labels = createMergedLabels([0])
  const rows = '<row><c/><c><v>1</v></c></row>\n<row><c/><c><v>2</v></c></row>\n'
  expect(Buffer.from(labels.rows(utf8.encode(rows))).toString()).toBe(rows)
  expect(labels.part()).toContain('A2:A3')
})

test('texts and booleans get the style of their column, which numbers already have', () => {
  const labels = createMergedLabels([3, 3, 3])
  const row = '<row><c t="b"><v>1</v></c><c s="3"><v>2</v></c><c t="inlineStr"><is><t>x</t></is></c></row>\n'
  expect(Buffer.from(labels.rows(utf8.encode(row))).toString()).toBe(
    '<row><c s="3" t="b"><v>1</v></c><c s="3"><v>2</v></c><c s="3" t="inlineStr"><is><t>x</t></is></c></row>\n',
  )
})

test.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [701, 'ZZ'],
  [702, 'AAA'],
])('column %i is %s', (index, name) => expect(columnName(index)).toBe(name))
