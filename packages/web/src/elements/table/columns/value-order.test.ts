import { describe, expect, it } from 'vitest'
import { inOwnOrder, movedValue } from './value-order.ts'

describe('a custom order of values', () => {
  it.each([
    ['no order', ['b', null, 'a'], [], ['a', 'b', null]],
    ['an order of some', ['b', null, 'a', 'c'], ['c', null], ['c', null, 'a', 'b']],
    ['an order with a value that is gone', ['b', 'a'], ['x', 'b'], ['x', 'b', 'a']],
    ['numbers, also as text', ['10', 9, '8.5'], [], ['8.5', 9, '10']],
    ['logical values', [true, false], [], [false, true]],
  ])('begins with the values as they stand: %s', (_, found, order, expected) => {
    expect(inOwnOrder(found, order)).toEqual(expected)
  })

  it.each([
    [0, 2, ['b', 'c', 'a', 'd']],
    [3, 0, ['d', 'a', 'b', 'c']],
    [1, 2, ['a', 'c', 'b', 'd']],
    [0, 3, ['b', 'c', 'd', 'a']],
  ])('a value moves from place %d to place %d', (from, to, expected) => {
    expect(movedValue(['a', 'b', 'c', 'd'], from, to)).toEqual(expected)
  })
})
