import { gzipSync } from 'node:zlib'
import { readTopology, regionFinder, registerShapes } from '@octavo/core/chart'
import type { Geometry, Position } from 'geojson'
import { describe, expect, it } from 'vitest'

const files = {
  country: () => import('./countries.ts'),
  'us-state': () => import('./us-states.ts'),
  'us-county': () => import('./us-counties.ts'),
  'ca-province': () => import('./ca-provinces.ts'),
} as const

/** Values as people write them, with the id of the region that each means. */
const examples: Record<keyof typeof files, [value: string | number, id: string][]> = {
  country: [
    ['Germany', '276'],
    ['DE', '276'],
    ['deu', '276'],
    [276, '276'],
    ['Allemagne', '276'],
    ['United States', '840'],
    ['USA', '840'],
    ['South Korea', '410'],
    ['Czech Republic', '203'],
    ["Cote d'Ivoire", '384'],
    ['Singapore', '702'],
    ['Kosovo', 'Kosovo'],
  ],
  'us-state': [
    ['New York', '36'],
    ['ny', '36'],
    [6, '06'],
    ['District of Columbia', '11'],
  ],
  'us-county': [
    ['36047', '36047'],
    [1001, '01001'],
    ['Kings County, NY', '36047'],
    ['Orleans Parish, Louisiana', '22071'],
    ['St. Louis County, MO', '29189'],
    ['St. Louis city, MO', '29510'],
    ['Fairfax, VA', '51059'],
  ],
  'ca-province': [
    ['Ontario', 'ON'],
    ['QC', 'QC'],
    ['Québec', 'QC'],
    ['Nouvelle-Écosse', 'NS'],
  ],
}
const ringsOf = (geometry: Geometry): Position[][] =>
  geometry.type === 'Polygon'
    ? geometry.coordinates
    : geometry.type === 'MultiPolygon'
      ? geometry.coordinates.flat()
      : []
const stepsOf = (ring: Position[]): number[] =>
  ring.slice(1).map(([longitude = 0], index) => Math.abs(longitude - (ring[index]?.[0] ?? 0)))
const counts = { country: 240, 'us-state': 51, 'us-county': 3142, 'ca-province': 13 }

const pairsOf = (ring: Float64Array): Position[] =>
  Array.from({ length: ring.length / 2 }, (_, at) => [...ring.subarray(2 * at, 2 * at + 2)])
/** The conversion to GeoJSON repeats the last position of rings that are smaller than a triangle. */
const withoutRepetition = (ring: Position[]): Position[] =>
  ring.filter(([x, y], at) => at === 0 || x !== ring[at - 1]?.[0] || y !== ring[at - 1]?.[1])

describe.each(Object.keys(files) as (keyof typeof files)[])('shapes of %s', (type) => {
  it('are one file of at most 400 kB compressed', async () => {
    const { shapes } = await files[type]()
    expect(gzipSync(shapes.topology).length).toBeLessThanOrEqual(400_000)
  })

  it('never run around the whole map', async () => {
    const { shapes } = await files[type]()
    const { collection } = readTopology(shapes)
    const widest = Math.max(...collection.features.flatMap(({ geometry }) => ringsOf(geometry)).flatMap(stepsOf))
    expect(widest).toBeLessThan(shapes.isProjected ? 100 : 90)
  })

  it('are registered with a list of their regions, as shapes or as outlines of the same positions', async () => {
    const { shapes } = await files[type]()
    const { collection, regions } = readTopology(shapes)
    const registered: string[] = []
    const known = registerShapes(type, shapes, (name) => registered.push(name))
    expect(registered).toHaveLength(1)
    expect(known.regions).toEqual(regions)
    expect(known.outlines !== undefined).toBe(regions.length > 500)
    for (const { geometry, properties } of known.outlines ? collection.features : []) {
      const rings = known.outlines?.rings.get(properties.name)?.map((ring) => withoutRepetition(pairsOf(ring)))
      expect(rings, properties.name).toEqual(ringsOf(geometry).map(withoutRepetition))
    }
  })

  it('have every region once, and regions are found as people write them', async () => {
    const { shapes } = await files[type]()
    const { collection, regions } = readTopology(shapes)
    expect(collection.features).toHaveLength(counts[type])
    // Two islands far from Australia have its id, and are coloured with it.
    expect(new Set(regions.map(({ id }) => id)).size).toBe(type === 'country' ? 239 : counts[type])
    const regionOf = regionFinder(type, regions, ['en', 'fr'])
    for (const [value, id] of examples[type]) expect(regionOf(value)?.id, String(value)).toBe(id)
    for (const value of ['', 'Atlantis', null]) expect(regionOf(value)).toBeUndefined()
  })
})
