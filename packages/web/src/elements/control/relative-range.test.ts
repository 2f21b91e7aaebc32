import { type ControlElement, controlValueFromText } from '@octavo/core/document'
import { expect, it } from 'vitest'
import { relativeOfText, relativeUnits, savedRelative, textOfRelative } from './relative-range.ts'

const time = { now: '2026-06-30T12:00:00Z', zone: 'UTC' }
const control: ControlElement = { id: 'c', kind: 'control', controlId: 'C', controlType: 'date-range', mode: 'between' }

it.each([
  ['last', 1, 'day', '2026-06-30', '2026-06-30'],
  ['last', 30, 'day', '2026-06-01', '2026-06-30'],
  ['last', 2, 'week', '2026-06-16', '2026-06-30'],
  ['last', 3, 'month', '2026-03-30', '2026-06-30'],
  ['last', 1, 'year', '2025-06-30', '2026-06-30'],
  ['next', 7, 'day', '2026-06-30', '2026-07-06'],
  ['next', 2, 'quarter', '2026-06-30', '2026-12-30'],
] as const)('on 30 June 2026 the %s %i %s is %s to %s', (direction, count, unit, min, max) => {
  const text = textOfRelative({ direction, count, unit })
  expect(controlValueFromText(control, text, time)).toEqual({ ok: true, value: { kind: 'range', min, max } })
})

it('reads its texts, and no other text', () => {
  for (const direction of ['last', 'next'] as const) {
    for (const unit of relativeUnits) {
      for (const count of [1, 2, 365]) {
        expect(relativeOfText(textOfRelative({ direction, count, unit }))).toEqual({ direction, count, unit })
      }
    }
  }
  for (const text of ['', 'min:2026-01-02,max:', 'min:prior-month-3,max:prior-month-1', 'min:prior-day-0,max:']) {
    expect(relativeOfText(text)).toBeUndefined()
  }
})

it.each([
  [
    { mode: 'last', value: 3, unit: 'month', includeToday: false },
    { direction: 'last', count: 3, unit: 'month' },
  ],
  [
    { mode: 'next', value: 2, unit: 'week-starting-monday', includeToday: true },
    { direction: 'next', count: 2, unit: 'week' },
  ],
  [
    { mode: 'current', unit: 'quarter' },
    { direction: 'current', count: 1, unit: 'quarter' },
  ],
  [{ mode: 'last', value: 3, unit: 'hour', includeToday: true }, undefined],
  [{ mode: 'between', startDate: '2026-01-01' }, undefined],
])('%j is saved as %j', (fields, expected) => {
  expect(savedRelative({ ...control, ...fields } as ControlElement)).toEqual(expected)
})
