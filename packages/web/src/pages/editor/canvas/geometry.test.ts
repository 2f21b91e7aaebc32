import { rectOf } from '@octavo/core/document'
import { describe, expect, it } from 'vitest'
import { guidesOf, nearestCell, pixelsOf, resized } from './geometry.ts'

const box = { left: 100, top: 50, columnWidth: 40, rowHeight: 24, columns: 24 }

describe('the grid on screen', () => {
  it.each([
    [100, 50, 1, 1],
    [119, 61, 1, 1],
    [121, 63, 2, 2],
    [0, 0, 1, 1],
  ])('the point %i, %i is nearest to column %i, row %i', (x, y, column, row) => {
    expect(nearestCell(box, x, y)).toEqual({ column, row })
  })

  it('a rectangle of cells covers the pixels between its lines', () => {
    expect(pixelsOf(box, rectOf(3, 2, 6, 4))).toEqual({ left: 180, top: 74, width: 240, height: 96 })
  })
})

describe('a handle', () => {
  it.each([
    ['lower right', { x: 1, y: 1 }, 2, 3, rectOf(5, 5, 8, 7)],
    ['upper left', { x: -1, y: -1 }, -2, 1, rectOf(3, 6, 8, 3)],
    ['upper left beyond the other edges', { x: -1, y: -1 }, 20, 20, rectOf(10, 8, 1, 1)],
    ['right beyond the grid', { x: 1, y: 0 }, 40, 9, rectOf(5, 5, 20, 4)],
    ['lower', { x: 0, y: 1 }, 5, -9, rectOf(5, 5, 6, 1)],
  ] as const)('%s moves its edges only', (_name, handle, columns, rows, expected) => {
    expect(resized(rectOf(5, 5, 6, 4), handle, columns, rows, 24)).toEqual(expected)
  })
})

describe('guides', () => {
  it('are shown where an edge is aligned with an edge of a neighbour', () => {
    expect(guidesOf(rectOf(1, 5, 12, 4), [rectOf(1, 1, 6, 4), rectOf(20, 20, 2, 2)])).toEqual([
      { axis: 'column', line: 1 },
      { axis: 'row', line: 5 },
    ])
  })
})
