// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import { type CellsOfRow, cellLook } from './cell-look.ts'
import { type DrawnCells, drawCells } from './cell-nodes.ts'
import { type GridCell, type GridSource, type GridWords, usualLook } from './grid-types.ts'
import { edgesOf } from './visible-columns.ts'

const words: GridWords = {
  label: 'Table',
  sortBy: String,
  widthOf: String,
  expand: 'Expand',
  collapse: 'Collapse',
  noValue: 'No value',
  several: 'Several values',
  restricted: 'Restricted',
  cellError: 'Error',
  failed: 'Failed',
  total: 'Total',
}

const edges = edgesOf([100, 100, 100, 100, 100, 100])
const columns = edges.slice(1).map((_, index) => ({
  id: `c${index}`,
  name: `C${index}`,
  align: 'end' as const,
  isSortable: true,
}))

function rowOf(cells: Partial<GridCell>[], changes: Partial<CellsOfRow> = {}): CellsOfRow {
  const source: GridSource = {
    columns,
    hasGroups: false,
    frozenColumns: 0,
    look: usualLook,
    rowCount: 10,
    row: (index) => ({ key: String(index), isGroup: false, depth: 0 }),
    cell: (_, column) => ({ text: `${column}`, raw: `${column}`, ...cells[column] }),
  }
  const none = { firstSelected: -1, lastSelected: -1, focusColumn: -1 }
  return { id: 'grid', source, words, index: 3, edges, frozen: 0, ...none, ...changes }
}

let host: HTMLElement
let drawn: DrawnCells
beforeEach(() => {
  host = document.createElement('div')
  drawn = new Map()
})

function draw(row: CellsOfRow, shown: readonly number[] = [0, 1, 2, 3, 4, 5]): HTMLElement[] {
  drawCells(
    host,
    drawn,
    shown.map((column) => cellLook(row, column)),
    words,
  )
  return [...host.children] as HTMLElement[]
}

const columnsOf = (cells: readonly HTMLElement[]) => cells.map((cell) => Number(cell.getAttribute('aria-colindex')) - 1)

it.each([
  [
    [2, 3],
    [1, 2, 3, 4],
  ],
  [
    [0, 1, 2],
    [2, 3],
  ],
  [
    [0, 5],
    [0, 2, 3, 5],
  ],
  [
    [0, 1],
    [4, 5],
  ],
  [
    [4, 5],
    [0, 1],
  ],
  [[1, 3], []],
])('keeps cells in the order of their columns from %j to %j, and the nodes of those that stay', (before, after) => {
  const first = draw(rowOf([]), before)
  const second = draw(rowOf([]), after)
  expect(columnsOf(second)).toEqual(after)
  for (const cell of first.filter((each) => after.includes(columnsOf([each])[0] ?? -1))) expect(second).toContain(cell)
})

it('names the place of each cell, its role and its selection', () => {
  const cells = draw(rowOf([], { firstSelected: 1, lastSelected: 2, focusColumn: 2 }))
  expect(cells.map((cell) => cell.id)).toEqual([0, 1, 2, 3, 4, 5].map((column) => `grid-3-${column}`))
  expect(cells.every((cell) => cell.getAttribute('role') === 'gridcell')).toBe(true)
  expect(cells.map((cell) => cell.getAttribute('aria-selected'))).toEqual([
    'false',
    'true',
    'true',
    'false',
    'false',
    'false',
  ])
  expect(cells[2]?.className).toContain('inset-ring-focus')
  expect(cells[4]?.style.left).toBe('400px')
  expect(cells[4]?.style.width).toBe('100px')
})

it.each<[string, Partial<GridCell>, Partial<GridCell>]>([
  ['text', {}, { text: 'other' }],
  ['meaning', {}, { text: '–', look: 'null' }],
  ['mark', { mark: 'changed' }, { mark: 'wrong', note: 'Too long' }],
  ['mark that is gone', { mark: 'wrong', note: 'Too long' }, {}],
  ['colours', {}, { style: { backgroundColor: '#ff0000', fontSize: 16, fontWeight: 600 } }],
  ['colours that are gone', { style: { backgroundColor: '#ff0000' } }, {}],
  ['link', {}, { href: 'https://example.com/' }],
  ['bar', {}, { bar: { from: 0, to: 0.5, color: '#00ff00', hidesText: false } }],
  [
    'bar without text',
    { href: 'https://example.com/' },
    { bar: { from: 0, to: 1, color: '#00ff00', hidesText: true } },
  ],
])('changes a cell to exactly what a new one would be: %s', (_, before, after) => {
  draw(rowOf([before]))
  draw(rowOf([after], { firstSelected: 0, lastSelected: 0 }))
  const changed = draw(rowOf([after]))[0]
  host = document.createElement('div')
  drawn = new Map()
  expect(withoutEmpty(changed)).toBe(withoutEmpty(draw(rowOf([after]))[0]))
})

/** Attributes in a fixed order: those that were added later come last in the text. */
function withoutEmpty(cell: HTMLElement | undefined): string {
  if (!cell) throw new Error('There is no cell.')
  const attributes = [...cell.attributes].map(({ name, value }) => `${name}=${value}`).sort()
  return [...attributes, cell.innerHTML].join('\n')
}

it('draws bars, links, and sizes of text', () => {
  const [bar, link, styled, hidden] = draw(
    rowOf([
      { bar: { from: 0.25, to: 0.75, color: '#00ff00', hidesText: false } },
      { href: 'https://example.com/', text: 'Example' },
      { style: { fontSize: 16, fontWeight: 600 } },
      { bar: { from: 0, to: 1, color: '#00ff00', hidesText: true }, text: '17' },
    ]),
  )
  const drawnBar = bar?.querySelector<HTMLElement>('[aria-hidden]')
  expect(drawnBar?.style.left).toBe('25%')
  expect(drawnBar?.style.width).toBe('50%')
  expect(bar?.textContent).toBe('0')
  expect(link?.querySelector('a')?.href).toBe('https://example.com/')
  expect(link?.querySelector('a')?.rel).toContain('noopener')
  expect(styled?.style.fontSize).toBe('16px')
  expect(styled?.style.fontWeight).toBe('600')
  expect(hidden?.querySelector('.sr-only')?.textContent).toBe('17')
})

it('clips text that might not fit, and no other', () => {
  const [short, long, words] = draw(rowOf([{ text: '123.45' }, { text: '12,345,678,901' }, { text: 'WWWWWWWW' }]))
  expect(short?.className).not.toContain('truncate')
  expect(long?.className).toContain('truncate')
  expect(words?.className).toContain('truncate')
})
