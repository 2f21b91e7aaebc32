import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LayoutGrid, LayoutNode, LayoutRoot } from '../api.ts'
import { nestingProblems } from '../check-nesting.ts'
import { layoutNodes } from '../layout.ts'
import {
  alignNodes,
  distributeNodes,
  findNode,
  freePlace,
  type GridAddress,
  groupNodes,
  heightOf,
  inOtherGrid,
  moveBy,
  overlaps,
  placeNodes,
  rectOf,
  resizeBy,
  resizeNode,
  sameSize,
  setGridColumns,
  settle,
  shiftBelow,
  swapNodes,
  trimSpace,
  ungroupNodes,
  widthOf,
} from './index.ts'

const leaf = (elementId: string, column: number, row: number, width: number, height: number): LayoutNode => ({
  tag: 'Element',
  elementId,
  ...rectOf(column, row, width, height),
})
const page = (...children: LayoutNode[]): LayoutRoot[] => [{ tag: 'Page', id: 'p', columns: 24, children }]
const root: GridAddress = { root: 'p' }
const placeOf = (layout: readonly LayoutRoot[], id: string) => {
  const node = findNode(layout, id)?.node
  return node && [node.column.start, node.row.start, widthOf(node), heightOf(node)]
}
const places = (layout: readonly LayoutRoot[]) =>
  Object.fromEntries(layout.flatMap(layoutNodes).map(({ elementId }) => [elementId, placeOf(layout, elementId)]))

function grids(grid: LayoutGrid): LayoutGrid[] {
  const inner = grid.children.flatMap((node) =>
    node.tag === 'Container' ? [node] : node.tag === 'TabbedContainer' ? node.tabs : [],
  )
  return [grid, ...inner.flatMap(grids)]
}

/** Checks what must hold after every change: each element once, no overlaps, all inside their grid. */
function expectSound(layout: readonly LayoutRoot[], elementIds: readonly string[]) {
  expect(
    layout
      .flatMap(layoutNodes)
      .map(({ elementId }) => elementId)
      .sort(),
  ).toEqual([...elementIds].sort())
  for (const { columns, children } of layout.flatMap(grids)) {
    for (const [index, node] of children.entries()) {
      expect(node.column.start).toBeGreaterThanOrEqual(1)
      expect(node.row.start).toBeGreaterThanOrEqual(1)
      expect(node.column.end).toBeLessThanOrEqual(columns + 1)
      expect(node.column.end).toBeGreaterThan(node.column.start)
      expect(node.row.end).toBeGreaterThan(node.row.start)
      for (const other of children.slice(index + 1)) expect(overlaps(node, other)).toBe(false)
    }
  }
}

describe('placing', () => {
  it.each([
    [
      'an element moves down only as far as it must',
      rectOf(1, 2, 12, 3),
      { a: [1, 5, 12, 4], b: [13, 1, 12, 4], n: [1, 2, 12, 3] },
    ],
    [
      'an element that is not covered stays in place',
      rectOf(1, 5, 24, 2),
      { a: [1, 1, 12, 4], b: [13, 1, 12, 4], n: [1, 5, 24, 2] },
    ],
    [
      'a rectangle that is too wide is cut to the grid',
      rectOf(20, 1, 30, 2),
      { a: [1, 3, 12, 4], b: [13, 3, 12, 4], n: [1, 1, 24, 2] },
    ],
  ])('%s', (_rule, rect, expected) => {
    const layout = page(leaf('a', 1, 1, 12, 4), leaf('b', 13, 1, 12, 4), leaf('n', 1, 20, 2, 2))
    expect(places(placeNodes(layout, [{ elementId: 'n', grid: root, rect }]))).toEqual(expected)
  })

  it('a container grows with its content, and moves elements below it down', () => {
    const box: LayoutNode = { tag: 'Container', elementId: 'box', columns: 12, children: [], ...rectOf(1, 1, 12, 4) }
    const layout = page(box, leaf('a', 1, 5, 12, 4), leaf('n', 13, 1, 12, 10))
    const placed = placeNodes(layout, [{ elementId: 'n', grid: { container: 'box' }, rect: rectOf(1, 1, 12, 10) }])
    expect(places(placed)).toEqual({ box: [1, 1, 12, 10], n: [1, 1, 12, 10], a: [1, 11, 12, 4] })
  })

  it('a container cannot be moved into itself', () => {
    const inner: LayoutNode = { tag: 'Container', elementId: 'in', columns: 12, children: [], ...rectOf(1, 1, 12, 2) }
    const box: LayoutNode = {
      tag: 'Container',
      elementId: 'box',
      columns: 12,
      children: [inner],
      ...rectOf(1, 1, 12, 4),
    }
    const layout = page(box)
    const rect = rectOf(1, 1, 4, 2)
    expect(placeNodes(layout, [{ elementId: 'box', grid: { container: 'in' }, rect }])).toEqual(layout)
  })

  it('the first gap is found from left to right, from a row on', () => {
    const taken = [rectOf(1, 1, 12, 4), rectOf(17, 1, 8, 4)]
    expect(freePlace(taken, 24, { width: 4, height: 2 })).toEqual(rectOf(13, 1, 4, 2))
    expect(freePlace(taken, 24, { width: 6, height: 2 })).toEqual(rectOf(1, 5, 6, 2))
    expect(freePlace(taken, 24, { width: 4, height: 2 }, 3)).toEqual(rectOf(13, 3, 4, 2))
  })
})

describe('arranging', () => {
  const layout = page(leaf('a', 1, 1, 6, 4), leaf('b', 9, 3, 6, 6), leaf('c', 19, 1, 6, 2))
  it.each([
    [
      'align to the top',
      alignNodes(layout, ['a', 'b', 'c'], 'top'),
      { a: [1, 1, 6, 4], b: [9, 1, 6, 6], c: [19, 1, 6, 2] },
    ],
    [
      'align to the bottom',
      alignNodes(layout, ['a', 'b'], 'bottom'),
      { a: [1, 5, 6, 4], b: [9, 3, 6, 6], c: [19, 1, 6, 2] },
    ],
    [
      'align to the left moves an overlapping element down',
      alignNodes(layout, ['a', 'b'], 'left'),
      { a: [1, 1, 6, 4], b: [1, 5, 6, 6], c: [19, 1, 6, 2] },
    ],
    [
      'distribute with equal gaps',
      distributeNodes(layout, ['c', 'a', 'b'], 'column'),
      { a: [1, 1, 6, 4], b: [10, 3, 6, 6], c: [19, 1, 6, 2] },
    ],
    [
      'same height as the first',
      sameSize(layout, ['b', 'a', 'c'], 'row'),
      { a: [1, 1, 6, 6], b: [9, 3, 6, 6], c: [19, 1, 6, 6] },
    ],
    ['swap places and sizes', swapNodes(layout, 'a', 'c'), { a: [19, 1, 6, 2], b: [9, 3, 6, 6], c: [1, 1, 6, 4] }],
    [
      'move together, not beyond the edge',
      moveBy(layout, ['b', 'c'], 5, 2),
      { a: [1, 1, 6, 4], b: [9, 5, 6, 6], c: [19, 3, 6, 2] },
    ],
    [
      'resize at the right and lower edge',
      resizeBy(layout, 'a', 2, -2),
      { a: [1, 1, 8, 2], b: [9, 3, 6, 6], c: [19, 1, 6, 2] },
    ],
    [
      'trim empty rows',
      trimSpace(page(leaf('a', 1, 3, 6, 2), leaf('b', 1, 8, 6, 2)), root),
      { a: [1, 1, 6, 2], b: [1, 3, 6, 2] },
    ],
    [
      'make space from a row on',
      shiftBelow(page(leaf('a', 1, 1, 6, 2), leaf('b', 1, 3, 6, 2)), root, 3, 4),
      { a: [1, 1, 6, 2], b: [1, 7, 6, 2] },
    ],
    [
      'close space up to the elements above',
      shiftBelow(page(leaf('a', 1, 1, 6, 2), leaf('b', 1, 8, 6, 2)), root, 8, -9),
      { a: [1, 1, 6, 2], b: [1, 3, 6, 2] },
    ],
  ])('%s', (_name, result, expected) => {
    expect(places(result)).toEqual(expected)
  })

  it.each([
    [
      'the edge between two neighbours moves for both',
      rectOf(1, 1, 15, 8),
      { a: [1, 1, 15, 8], b: [16, 1, 9, 4], c: [16, 5, 9, 4], d: [1, 9, 24, 4] },
    ],
    [
      'it stops where a neighbour is one cell wide',
      rectOf(1, 1, 24, 8),
      { a: [1, 1, 23, 8], b: [24, 1, 1, 4], c: [24, 5, 1, 4], d: [1, 9, 24, 4] },
    ],
    [
      'it also moves back with the element',
      rectOf(1, 1, 6, 8),
      { a: [1, 1, 6, 8], b: [7, 1, 18, 4], c: [7, 5, 18, 4], d: [1, 9, 24, 4] },
    ],
    [
      'a neighbour that extends beyond the edge is moved instead',
      rectOf(1, 1, 12, 10),
      { a: [1, 1, 12, 10], b: [13, 1, 12, 4], c: [13, 5, 12, 4], d: [1, 11, 24, 4] },
    ],
    [
      'a corner resizes only the element',
      rectOf(1, 1, 15, 9),
      { a: [1, 1, 15, 9], b: [13, 10, 12, 4], c: [13, 14, 12, 4], d: [1, 18, 24, 4] },
    ],
  ])('%s', (_rule, rect, expected) => {
    const before = page(
      leaf('a', 1, 1, 12, 8),
      leaf('b', 13, 1, 12, 4),
      leaf('c', 13, 5, 12, 4),
      leaf('d', 1, 9, 24, 4),
    )
    expect(places(resizeNode(before, 'a', rect).layout)).toEqual(expected)
  })

  it('a group takes the place of its content at medium density, and ungrouping restores the layout', () => {
    const before = page(leaf('a', 1, 1, 6, 4), leaf('b', 7, 1, 6, 4), leaf('c', 1, 5, 24, 4))
    const box: LayoutNode = { tag: 'Container', elementId: 'box', columns: 24, children: [], ...rectOf(1, 9, 24, 8) }
    const grouped = groupNodes(page(...(before[0]?.children ?? []), box), ['b', 'a'], 'box')
    expect(places(grouped)).toEqual({ box: [1, 1, 12, 4], a: [1, 1, 6, 4], b: [7, 1, 6, 4], c: [1, 5, 24, 4] })
    expect(findNode(grouped, 'box')?.node).toMatchObject({ columns: 12 })
    const { box: _box, ...others } = places(ungroupNodes(grouped, 'box'))
    expect(others).toEqual(places(before))
  })

  it('a selection wider than half of the page becomes a container of high density', () => {
    const box: LayoutNode = { tag: 'Container', elementId: 'box', columns: 24, children: [], ...rectOf(1, 9, 24, 8) }
    const grouped = groupNodes(page(leaf('a', 1, 1, 12, 4), leaf('b', 13, 1, 6, 4), box), ['a', 'b'], 'box')
    expect(findNode(grouped, 'box')?.node).toMatchObject({ columns: 24 })
  })

  it('a container with fewer columns than before divides them among its content', () => {
    const held = [leaf('old', 1, 1, 1, 1), leaf('wide', 13, 1, 12, 1)]
    const box: LayoutNode = { tag: 'Container', elementId: 'box', columns: 24, children: held, ...rectOf(1, 2, 24, 4) }
    const grouped = groupNodes(page(leaf('a', 1, 1, 2, 1), box), ['a'], 'box')
    expect(findNode(grouped, 'box')?.node).toMatchObject({ columns: 12 })
    expect(places(grouped)).toEqual({ box: [1, 1, 2, 2], a: [1, 1, 12, 1], old: [1, 2, 1, 1], wide: [7, 2, 6, 1] })
  })

  it.each([
    [24, 12, rectOf(7, 1, 6, 2), rectOf(4, 1, 3, 2)],
    [24, 6, rectOf(1, 1, 1, 2), rectOf(1, 1, 1, 2)],
    [6, 24, rectOf(4, 1, 3, 2), rectOf(13, 1, 12, 2)],
  ])('a width of %i columns keeps its share of %i', (from, to, rect, expected) => {
    expect(inOtherGrid(rect, from, to)).toEqual(expected)
  })
})

describe('any sequence of changes of any layout', () => {
  const size = fc.integer({ min: 1, max: 30 })
  const rect = fc
    .tuple(size, size, size, size)
    .map(([column, row, width, height]) => rectOf(column, row, width, height))
  /** Elements 0 to 5 on the page, 6 to 8 in a container, 9 and 10 in two tabs, all at random places. */
  const layouts = fc.array(rect, { minLength: 13, maxLength: 13 }).map((rects): LayoutRoot[] => {
    const node = (index: number, columns: number): LayoutNode => {
      const { column, row } = rects[index] ?? rectOf(1, 1, 1, 1)
      const start = Math.min(column.start, columns)
      const end = Math.min(column.end, columns + 1)
      return { tag: 'Element', elementId: `e${index}`, column: { start, end: Math.max(end, start + 1) }, row }
    }
    const inside = settle([6, 7, 8].map((index) => node(index, 12)))
    const tabs = [9, 10].map((index) => ({ columns: 24, children: [node(index, 24)] }))
    const children: LayoutNode[] = [
      ...[0, 1, 2, 3, 4, 5].map((index) => node(index, 24)),
      { ...node(11, 24), tag: 'Container', elementId: 'box', columns: 12, children: inside },
      { ...node(12, 24), tag: 'TabbedContainer', elementId: 'tabs', tabs },
    ]
    return page(...settle(children))
  })
  const ids = [...Array.from({ length: 11 }, (_, index) => `e${index}`), 'box', 'tabs']
  const id = fc.constantFrom(...ids)
  const some = fc.uniqueArray(id, { minLength: 1, maxLength: 4 })
  const address = fc.constantFrom<GridAddress>(
    root,
    { container: 'box' },
    { container: 'tabs', tab: 0 },
    { container: 'tabs', tab: 1 },
  )
  const change = fc.oneof(
    fc
      .record({ elementId: id, grid: address, rect })
      .map((move) => (layout: LayoutRoot[]) => placeNodes(layout, [move])),
    fc.tuple(some, fc.constantFrom('left', 'center', 'right', 'top', 'middle', 'bottom')).map(
      ([chosen, edge]) =>
        (layout: LayoutRoot[]) =>
          alignNodes(layout, chosen, edge as 'left'),
    ),
    some.map((chosen) => (layout: LayoutRoot[]) => distributeNodes(layout, chosen, 'row')),
    some.map((chosen) => (layout: LayoutRoot[]) => sameSize(layout, chosen, 'column')),
    fc.tuple(id, id).map(
      ([a, b]) =>
        (layout: LayoutRoot[]) =>
          swapNodes(layout, a, b),
    ),
    fc.tuple(address, fc.constantFrom(6, 12, 24)).map(
      ([grid, columns]) =>
        (layout: LayoutRoot[]) =>
          setGridColumns(layout, grid, columns),
    ),
    address.map((grid) => (layout: LayoutRoot[]) => trimSpace(layout, grid)),
    fc.tuple(address, size, fc.integer({ min: -20, max: 20 })).map(
      ([grid, row, by]) =>
        (layout: LayoutRoot[]) =>
          shiftBelow(layout, grid, row, by),
    ),
    fc.tuple(some, fc.integer({ min: -20, max: 20 }), fc.integer({ min: -20, max: 20 })).map(
      ([chosen, columns, rows]) =>
        (layout: LayoutRoot[]) =>
          moveBy(layout, chosen, columns, rows),
    ),
    fc.tuple(id, fc.integer({ min: -20, max: 20 }), fc.integer({ min: -20, max: 20 })).map(
      ([each, columns, rows]) =>
        (layout: LayoutRoot[]) =>
          resizeBy(layout, each, columns, rows),
    ),
    fc.tuple(id, rect).map(
      ([each, wanted]) =>
        (layout: LayoutRoot[]) =>
          resizeNode(layout, each, wanted).layout,
    ),
    fc.constant((layout: LayoutRoot[]) => ungroupNodes(layout, 'box')),
    some
      .filter((chosen) => !chosen.includes('box'))
      .map((chosen) => (layout: LayoutRoot[]) => groupNodes(layout, chosen, 'box')),
  )

  it('no element is lost, none overlaps another, all are inside their grid', () => {
    fc.assert(
      fc.property(layouts, fc.array(change, { minLength: 1, maxLength: 6 }), (layout, changes) => {
        expectSound(layout, ids)
        let present = layout
        for (const each of changes) {
          present = each(present)
          expectSound(present, ids)
        }
      }),
    )
  })
})

describe('nesting', () => {
  const nested = (levels: number): LayoutNode[] =>
    levels === 0
      ? [leaf('inner', 1, 1, 1, 1)]
      : [
          {
            tag: 'Container',
            elementId: `box${levels}`,
            columns: 12,
            children: nested(levels - 1),
            ...rectOf(1, 1, 12, 4),
          },
        ]

  it.each([
    [4, []],
    [5, ['Cannot nest more than 4 levels of layouts']],
  ])('%i containers inside each other', (levels, expected) => {
    const [only] = page(...nested(levels))
    expect(only && nestingProblems(only).map(({ message }) => message)).toEqual(expected)
  })

  it('no container can be inside a tab', () => {
    const tabs = [{ columns: 24, children: nested(1) }]
    const [only] = page({ tag: 'TabbedContainer', elementId: 'tabs', tabs, ...rectOf(1, 1, 12, 4) })
    expect(only && nestingProblems(only)).toMatchObject([{ elementId: 'box1' }])
  })
})
