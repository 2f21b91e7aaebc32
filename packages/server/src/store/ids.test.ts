import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isUuid, newMemberId, newUuid, newUuidV7, urlIdOf, uuidOfUrlId } from './ids.ts'

describe('ids', () => {
  test.each([
    ['00000000-0000-0000-0000-000000000000', '0'],
    ['00000000-0000-0000-0000-00000000003d', 'Z'],
    ['00000000-0000-0000-0000-00000000003e', '10'],
    ['ffffffff-ffff-ffff-ffff-ffffffffffff', '7N42dgm5tFLK9N8MT7fHC7'],
  ])('the url id of %s is %s, and back', (uuid, urlId) => {
    expect(urlIdOf(uuid)).toBe(urlId)
    expect(uuidOfUrlId(urlId)).toBe(uuid)
  })

  test('every UUID is converted to its url id and back', () => {
    fc.assert(fc.property(fc.uuid(), (uuid) => uuidOfUrlId(urlIdOf(uuid)) === uuid))
  })

  test.each(['', '-', '01', '7N42dgm5tFLK9N8MT7fHC8', 'ZZZZZZZZZZZZZZZZZZZZZZ', 'a'.repeat(23), 'ä'])(
    '%j is not a url id',
    (text) => {
      expect(uuidOfUrlId(text)).toBeNull()
    },
  )

  test('the published example is a url id', () => {
    const uuid = uuidOfUrlId('57a96EMo3GVJG73179MV2l')
    expect(uuid).not.toBeNull()
    expect(urlIdOf(uuid ?? '')).toBe('57a96EMo3GVJG73179MV2l')
  })

  test('UUIDs of version 7 sort in the order of their creation, even when the clock is set back', () => {
    const times = [5, 5, 5, 3, 9, ...Array.from({ length: 9000 }, () => 9)].map((ms) => 1_700_000_000_000 + ms)
    const ids = times.map((time) => newUuidV7(time))
    expect(ids.toSorted()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.every((id) => isUuid(id) && id[14] === '7' && '89ab'.includes(id[19] ?? ''))).toBe(true)
  })

  test('member ids are 29 base62 characters and never repeat', () => {
    const ids = Array.from({ length: 1000 }, newMemberId)
    expect(ids.every((id) => /^[0-9a-zA-Z]{29}$/.test(id))).toBe(true)
    expect(new Set(ids).size).toBe(1000)
    expect(isUuid(newUuid())).toBe(true)
  })
})
