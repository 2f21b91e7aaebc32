import type { ConditionOperator } from '@octavo/core/contract'
import type { Cell, ValueType } from '@octavo/core/types'
import { expect, test } from 'vitest'
import { passes } from './condition-test.ts'

const time = { now: '2026-06-15T12:00:00Z', zone: 'Europe/Berlin', textZone: 'UTC' }
const integer = (value: string) => ({ type: 'integer' as const, value })
const words = (value: string) => ({ type: 'text' as const, value })
const date = (text: string) => ({ type: 'fixed-date' as const, date: text })

test.each([
  [null, 'int64', 'IsNull', undefined, true],
  ['1', 'int64', 'IsNull', undefined, false],
  ['', 'text', 'IsNotNull', undefined, true],
  [null, 'int64', 'NotEquals', integer('1'), false],
  [null, 'int64', 'LessThan', integer('1'), false],
  ['9007199254740993', 'int64', 'GreaterThan', integer('9007199254740992'), true],
  ['9007199254740993', 'int64', 'Equals', integer('9007199254740992'), false],
  ['10', 'int64', 'GreaterThan', integer('9'), true],
  ['12.50', 'decimal', 'Equals', integer('12.5'), true],
  ['-0.01', 'decimal', 'LessThan', integer('0'), true],
  [1e300, 'float64', 'GreaterThan', integer('5'), true],
  ['NaN', 'float64', 'GreaterThan', integer('5'), false],
  ['NaN', 'float64', 'NotEquals', integer('5'), true],
  ['abc', 'text', 'Contains', words('b'), true],
  ['abc', 'text', 'Contains', words('B'), false],
  ['abc', 'text', 'StartsWith', words('ab'), true],
  ['abc', 'text', 'EndsWith', words('ab'), false],
  ['b', 'text', 'LessThanEq', words('b'), true],
  [true, 'logical', 'Equals', { type: 'boolean' as const, value: true }, true],
  ['yes', 'text', 'Equals', { type: 'boolean' as const, value: true }, false],
  ['2026-05-20', 'date', 'Equals', date('2026-05-20'), true],
  ['2026-05-20', 'date', 'GreaterThan', date('2026-05-20T23:00:00Z'), false],
  ['2026-05-21', 'date', 'Equals', date('2026-05-20T23:00:00Z'), true],
  ['2026-05-20T10:00:00', 'timestamp', 'Equals', date('2026-05-20'), true],
  ['2026-05-20T10:00:00', 'timestamp', 'Equals', date('2026-05-20T08:00:00Z'), true],
  ['2026-05-20T10:00:00', 'timestamp', 'LessThan', date('2026-05-20T10:30:00+02:00'), true],
  ['2026-05-20T08:00:00Z', 'instant', 'Equals', date('2026-05-20T10:00:00+02:00'), true],
  ['no date', 'text', 'Equals', date('2026-05-20'), false],
] as [Cell, ValueType['kind'], ConditionOperator, Parameters<typeof passes>[2]['value'], boolean][])(
  '%j of type %s %s %j: %j',
  (cell, kind, op, value, expected) => {
    expect(passes(cell, { kind } as ValueType, { op, value }, time)).toBe(expected)
  },
)
