import { type ControlElement, controlValueFromText } from '@octavo/core/document'
import { expect, it } from 'vitest'
import { datePresets, presetOfText, textOfPreset } from './date-presets.ts'

const time = { now: '2026-03-01T12:00:00Z', zone: 'UTC' }
const control: ControlElement = { id: 'c', kind: 'control', controlId: 'C', controlType: 'date-range', mode: 'between' }

it.each([
  ['today', '2026-03-01', '2026-03-01'],
  ['yesterday', '2026-02-28', '2026-02-28'],
  ['last7', '2026-02-23', '2026-03-01'],
  ['last12Months', '2025-03-01', '2026-03-01'],
  ['thisMonth', '2026-03-01', '2026-03-31'],
  ['lastMonth', '2026-02-01', '2026-02-28'],
  ['thisQuarter', '2026-01-01', '2026-03-31'],
  ['thisYear', '2026-01-01', '2026-12-31'],
  ['lastYear', '2025-01-01', '2025-12-31'],
] as const)('on 1 March 2026 %s is %s to %s', (preset, min, max) => {
  const read = controlValueFromText(control, textOfPreset(preset, time), time)
  expect(read).toEqual({ ok: true, value: { kind: 'range', min, max } })
})

it('reads every preset from its text', () => {
  for (const preset of datePresets) expect(presetOfText(textOfPreset(preset, time), time)).toBe(preset)
  expect(presetOfText('min:2026-01-02,max:', time)).toBeUndefined()
})
