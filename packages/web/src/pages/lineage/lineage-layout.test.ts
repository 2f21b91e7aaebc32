import { expect, test } from 'vitest'
import { boxHeight, lineBetween, placeLineage, widthOfBoxes } from './lineage-layout.ts'

const boxWidth = 208
const sizes = { width: boxWidth, heightOf: () => boxHeight }
const node = (id: string) => ({ id, kind: 'element' as const, detail: 'table', name: id })

test('each box is to the right of its dependencies, and none overlaps another', () => {
  const nodes = Array.from({ length: 1_000 }, (_, index) => node(String(index)))
  const edges = nodes.slice(10).flatMap(({ id }, index) => [
    { from: String(index % 97), to: id },
    { from: String(Math.floor(index / 2)), to: id },
  ])
  const forward = edges.filter(({ from, to }) => Number(from) < Number(to))
  const { places, width, height } = placeLineage({ nodes, edges: forward }, sizes)
  for (const { from, to } of forward) {
    expect(places.get(from)?.x).toBeLessThan(places.get(to)?.x ?? 0)
  }
  expect(new Set([...places.values()].map(({ x, y }) => `${x} ${Math.round(y)}`)).size).toBe(1_000)
  const last = Math.max(...[...places.values()].map(({ y }) => y))
  expect(height).toBeGreaterThanOrEqual(last + boxHeight)
  expect(width).toBeGreaterThan(0)
})

test('a cycle is drawn too', () => {
  const edges = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'a' },
  ]
  expect(placeLineage({ nodes: [node('a'), node('b')], edges }, sizes).places.size).toBe(2)
})

test('a line that closes a cycle is drawn between the sides of its boxes that face each other', () => {
  const [left, right] = [
    { x: 0, y: 0 },
    { x: 300, y: 100 },
  ]
  const ends = (path: string) => {
    const numbers = [...path.matchAll(/-?[\d.]+/g)].map(([text]) => Number(text))
    return [numbers[0], ...numbers.filter((_, index) => index > 1 && index % 2 === 0)]
  }
  expect(ends(lineBetween(left, right, boxWidth))).toEqual([boxWidth, 254, 254, 300])
  // No point of it is further left or right than the gap between the boxes.
  for (const x of ends(lineBetween(right, left, boxWidth))) {
    expect(x).toBeGreaterThanOrEqual(boxWidth)
    expect(x).toBeLessThanOrEqual(300)
  }
})

test('boxes are as wide as the longest name while their columns fit', () => {
  const nodes = ['a', 'b', 'c'].map(node)
  const edges = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
  ]
  const placed = (longestName: number, available: number) =>
    placeLineage({ nodes, edges }, { ...sizes, width: widthOfBoxes(longestName, available) })
  expect(placed(300, 1_400).boxWidth).toBe(300)
  expect(placed(50, 1_400).boxWidth).toBe(208)
  expect(placed(2_000, 4_000).boxWidth).toBe(480)
  const full = placed(400, 1_000)
  expect(full.boxWidth).toBeLessThan(300)
  expect(full.width).toBeLessThanOrEqual(1_000)
  expect(full.width).toBeGreaterThan(990)
  expect(placed(400, 300).boxWidth).toBe(208)
})
