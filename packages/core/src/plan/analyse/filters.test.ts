import { expect, test } from 'vitest'
import type { ValueType } from '../../types/index.ts'
import { numberValue } from './filters.ts'

const int64: ValueType = { kind: 'int64' }
const float64: ValueType = { kind: 'float64' }
const wide: ValueType = { kind: 'decimal', precision: 38, scale: 0 }

test.each([
  [7, int64, { value: '7', type: int64 }],
  ['+123456789012345678', int64, { value: '123456789012345678', type: int64 }],
  ['9007199254740993', float64, { value: '9007199254740993', type: int64 }],
  ['9223372036854775807', int64, { value: '9223372036854775807', type: wide }],
  ['-12345678901234567890123456789012345678', wide, { value: '-12345678901234567890123456789012345678', type: wide }],
  ['12345678901234567.89', wide, { value: '12345678901234567.89', type: { kind: 'decimal', precision: 19, scale: 2 } }],
  ['1234567890123456789', float64, { value: Number('1234567890123456789'), type: float64 }],
  [1e21, int64, { value: 1e21, type: float64 }],
  ['x', int64, null],
  ['', int64, null],
] as const)('the number %s of a filter on %j is bound as %j', (item, type, expected) => {
  expect(numberValue(item, type)).toEqual(expected)
})
