import { expect, test } from 'vitest'
import { boxHeight, boxWidth, lineBetween, placeLineage } from './lineage-layout.ts'

const node = (id: string) => ({ id, kind: 'element' as const, detail: 'table', name: id })

test('each box is to the right of its dependencies, and none overlaps another', () => {
  const nodes = Array.from({ length: 1_000 }, (_, index) => node(String(index)))
  const edges = nodes.slice(10).flatMap(({ id }, index) => [
    { from: String(index % 97), to: id },
    { from: String(Math.floor(index / 2)), to: id },
  ])
  const forward = edges.filter(({ from, to }) => Number(from) < Number(to))
  const { places, width, height } = placeLineage({ nodes, edges: forward })
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
  expect(placeLineage({ nodes: [node('a'), node('b')], edges }).places.size).toBe(2)
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
  expect(ends(lineBetween(left, right))).toEqual([boxWidth, 254, 254, 300])
  // No point of it is further left or right than the gap between the boxes.
  for (const x of ends(lineBetween(right, left))) {
    expect(x).toBeGreaterThanOrEqual(boxWidth)
    expect(x).toBeLessThanOrEqual(300)
  }
})
