import { expect, it } from 'vitest'
import { boxOf, centreOf, isInside, outlinesOf } from './region-outlines.ts'

/** Two squares with a common side, arc 1, the first with a hole; whole numbers are halves. */
const topology = {
  type: 'Topology' as const,
  objects: {},
  transform: { scale: [0.5, 0.5] as [number, number], translate: [10, 0] as [number, number] },
  arcs: [
    // From the lower to the upper end of the common side, around the left square.
    [
      [8, 0],
      [-8, 0],
      [0, 8],
      [8, 0],
    ],
    // The common side, downwards.
    [
      [8, 8],
      [0, -8],
    ],
    // From the lower to the upper end, around the right square.
    [
      [8, 0],
      [8, 0],
      [0, 8],
      [-8, 0],
    ],
    [
      [2, 2],
      [4, 0],
      [0, 4],
      [-4, 0],
      [0, -4],
    ],
  ],
}
const shapes = [
  { id: 'left', type: 'Polygon' as const, arcs: [[0, 1], [3]] },
  { id: 'right', type: 'MultiPolygon' as const, arcs: [[[~1, ~2]]] },
]
const { rings, box } = outlinesOf(topology, shapes, ({ id }) => id)

it('reads rings from arcs in both directions, each position once', () => {
  expect(rings.get('left')?.map((ring) => [...ring])).toEqual([
    [14, 0, 10, 0, 10, 4, 14, 4, 14, 0],
    [11, 1, 13, 1, 13, 3, 11, 3, 11, 1],
  ])
  expect(rings.get('right')?.map((ring) => [...ring])).toEqual([[14, 0, 14, 4, 18, 4, 18, 0, 14, 0]])
  expect(box).toEqual({ west: 10, east: 18, south: 0, north: 4 })
})

it('finds positions in a region, but not in its hole or outside', () => {
  const left = rings.get('left') ?? []
  expect([isInside(left, 10.5, 2), isInside(left, 12, 2), isInside(left, 15, 2), isInside(left, 12, 5)]).toEqual([
    true,
    false,
    false,
    false,
  ])
})

it('takes the middle of the largest ring', () => {
  expect(centreOf(rings.get('right') ?? [])).toEqual([16, 2])
  expect(centreOf([...(rings.get('left') ?? []), ...(rings.get('right') ?? [])])).toEqual([12, 2])
  expect(boxOf(rings.get('right') ?? [])).toEqual({ west: 14, east: 18, south: 0, north: 4 })
})
