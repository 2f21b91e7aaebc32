import { describe, expect, it } from 'vitest'
import { documentPathname } from './document-pathname.ts'
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

  it('may end with the UUID instead', () => {
    const id = '0c3d0b1e-5a0f-4f6e-9b52-6f1f8f0e7a11'
    expect(urlIdOfSlug(slugOf('A name', id))).toBe(id)
    expect(urlIdOfSlug(slugOf('***', id))).toBe(id)
  })

  it.each([
    ['workbook', '/main/workbook/A-B-7abc'],
    ['template', '/main/workbook/A-B-7abc'],
    ['data-model', '/main/data-model/A-B-7abc'],
    ['dataset', '/main/dataset/A-B-7abc'],
    ['folder', null],
  ])('a %s opens at %s', (type, address) => {
    expect(documentPathname('main', { type, name: 'A & B', id: '7abc' })).toBe(address)
  })
})
