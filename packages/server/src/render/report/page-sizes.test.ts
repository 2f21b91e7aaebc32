import { pageSizes } from '@octavo/core/contract'
import { expect, it } from 'vitest'
import { sheetCanvas } from './page-sizes.ts'

it.each(pageSizes)('%s has the proportions of its pixels in both orientations, and readable text', (pageSize) => {
  const upright = sheetCanvas(pageSize, 'portrait')
  const landscape = sheetCanvas(pageSize, 'landscape')
  expect([landscape.paper.width, landscape.paper.height]).toEqual([upright.paper.height, upright.paper.width])
  for (const { paper, scale, width, height } of [upright, landscape]) {
    expect(width * scale).toBeCloseTo(paper.width - 2 * paper.margin, 6)
    expect(height * scale).toBeLessThan(paper.height - 2 * paper.margin)
    // The smallest text of the app has 11 pixels: 7 points on paper.
    expect(11 * scale).toBeGreaterThan(7)
  }
})
