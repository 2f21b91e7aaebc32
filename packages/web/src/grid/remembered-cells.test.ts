import { expect, it } from 'vitest'
import { type GridSource, usualLook } from './grid-types.ts'
import { remembered } from './remembered-cells.ts'

function counted(): GridSource & { asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    columns: [],
    hasGroups: false,
    frozenColumns: 0,
    look: usualLook,
    rowCount: 10_000,
    row(index) {
      asked.push(`row ${index}`)
      return { key: String(index), isGroup: false, depth: 0 }
    },
    cell(row, column) {
      asked.push(`cell ${row} ${column}`)
      return { text: `${row}/${column}`, raw: '' }
    },
  }
}

it('computes each row and cell once, however often it is drawn', () => {
  const source = counted()
  const { row, cell } = remembered(source)
  for (let time = 0; time < 3; time += 1) {
    expect(row(7).key).toBe('7')
    expect(cell(7, 2).text).toBe('7/2')
    expect(cell(7, 0).text).toBe('7/0')
  }
  expect(source.asked).toEqual(['row 7', 'cell 7 2', 'cell 7 0'])
})

it('returns the right cells of any number of rows', () => {
  const { row, cell } = remembered(counted())
  for (let index = 0; index < 2_000; index += 1) {
    expect(row(index).key).toBe(String(index))
    expect(cell(index, 1).text).toBe(`${index}/1`)
  }
  expect(cell(0, 1).text).toBe('0/1')
})
