import { expect, it } from 'vitest'
import { type MapRegion, regionFinder } from './map-regions.ts'

/** Counties that count how often their names are read. */
function counties() {
  let reads = 0
  const region = (id: string, name: string): MapRegion => ({
    id,
    get name() {
      reads += 1
      return name
    },
  })
  return { regions: [region('36047', 'Kings'), region('01001', 'Autauga')], reads: () => reads }
}

it('finds regions by number without reading the name of any', () => {
  const { regions, reads } = counties()
  const regionOf = regionFinder('us-county', regions)
  expect([regionOf('36047')?.id, regionOf(1001)?.id, regionOf('99999'), regionOf(null)]).toEqual([
    '36047',
    '01001',
    undefined,
    undefined,
  ])
  expect(reads()).toBe(0)
})

it('finds regions by name and by number in one column', () => {
  const { regions } = counties()
  const regionOf = regionFinder('us-county', regions)
  expect(regionOf('Kings County, NY')?.id).toBe('36047')
  expect(regionOf('1001')?.id).toBe('01001')
})

it('takes the first of two shapes with the same number', () => {
  const regions = [
    { id: '036', name: 'Australia' },
    { id: '036', name: 'Ashmore Island' },
  ]
  expect(regionFinder('country', regions)(36)?.name).toBe('Australia')
})
