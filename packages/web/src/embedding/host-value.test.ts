import type { ValueType } from '@octavo/core/types'
import { expect, it } from 'vitest'
import { hostValue } from './host-value.ts'

it.each([
  ['51812', 'int64', 51812],
  ['9007199254740993', 'int64', '9007199254740993'],
  ['12.50', 'decimal', 12.5],
  ['12', 'text', '12'],
  [null, 'int64', null],
  [true, 'boolean', true],
  ['NaN', 'float64', 'NaN'],
] as const)('%s as %s', (cell, kind, expected) => {
  const type = (kind === 'decimal' ? { kind, precision: 10, scale: 2 } : { kind }) as ValueType
  expect(hostValue(cell, type)).toBe(expected)
})
