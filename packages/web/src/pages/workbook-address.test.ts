import { describe, expect, it } from 'vitest'
import { slugOf, urlIdOfSlug } from './workbook-address.ts'

describe('the address of a workbook', () => {
  it.each([
    ['Retail overview', 'Retail-overview-7abcXYZ'],
    ['  A/B & C  ', 'A-B-C-7abcXYZ'],
    ['売上', '売上-7abcXYZ'],
    ['***', '7abcXYZ'],
  ])('of %j is %s, from which the id is read again', (name, slug) => {
    expect(slugOf(name, '7abcXYZ')).toBe(slug)
    expect(urlIdOfSlug(slug)).toBe('7abcXYZ')
  })
})
