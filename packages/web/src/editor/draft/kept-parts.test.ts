import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withKeptParts } from './kept-parts.ts'

describe('parts of a value whose identity is kept', () => {
  it('are all parts of an equal copy', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(withKeptParts(value, structuredClone(value))).toBe(value)
      }),
    )
  })

  it('never change the content, byte for byte', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
        expect(JSON.stringify(withKeptParts(before, after))).toBe(JSON.stringify(after))
      }),
    )
  })

  it('are all except the one that differs', () => {
    const before = { elements: { a: { name: 'A' }, b: { name: 'B', at: [1, { x: 2 }] } }, pages: [{ id: 'p' }] }
    const after = structuredClone(before)
    after.elements.b.name = 'C'
    const result = withKeptParts(before, after)
    expect(result).toEqual(after)
    expect(result.elements.a).toBe(before.elements.a)
    expect(result.elements.b.at).toBe(before.elements.b.at)
    expect(result.pages).toBe(before.pages)
    expect(result.elements.b).not.toBe(before.elements.b)
  })

  it('are none whose fields or entries differ in order or number', () => {
    const fields = { a: 1, b: 2 }
    expect(JSON.stringify(withKeptParts(fields, { b: 2, a: 1 }))).toBe('{"b":2,"a":1}')
    expect(withKeptParts<number[]>([1, 2], [2, 1])).toEqual([2, 1])
    expect(withKeptParts<number[]>([1, 2], [1])).toEqual([1])
    expect(withKeptParts<object>(fields, { a: 1 })).toEqual({ a: 1 })
  })
})
