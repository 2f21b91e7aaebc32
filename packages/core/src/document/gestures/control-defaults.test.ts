import { describe, expect, it } from 'vitest'
import { applyEdits } from '../edits/index.ts'
import {
  type ControlElement,
  controlValueFromText,
  emptyDocument,
  savedControlValue,
  type WorkbookDocument,
} from '../index.ts'
import { clearDefault, setDefault } from './index.ts'

const time = { now: '2026-06-30T12:00:00Z', zone: 'UTC' }

function documentOf(fields: object): WorkbookDocument {
  const control = { id: 'c', kind: 'control', controlId: 'Choice', ...fields } as ControlElement
  return {
    ...emptyDocument('workbook'),
    pages: [{ id: 'page', name: 'Page', elementIds: ['c'] }],
    elements: { c: control },
  }
}
const controlIn = (document: WorkbookDocument) => document.elements.c as ControlElement
const days = (start: object | string, end: object | string) => ({ startDate: start, endDate: end })
const ago = (value: number, unit = 'day') => ({ op: 'now-minus', unit, value })

describe('the default of a control', () => {
  it.each([
    [{ controlType: 'list' }, 'West,East', { values: ['West', 'East'] }],
    [{ controlType: 'list', values: ['West'] }, '', {}],
    [{ controlType: 'list', selectionMode: 'single' }, 'West', { selectionMode: 'single', value: 'West' }],
    [{ controlType: 'segmented' }, 'a%2Cb', { value: 'a,b' }],
    [{ controlType: 'text', mode: 'contains' }, 'oak', { mode: 'contains', value: 'oak' }],
    [{ controlType: 'text-area' }, 'oak', { value: 'oak' }],
    [{ controlType: 'number', mode: '=' }, '10.5', { mode: '=', value: 10.5 }],
    [{ controlType: 'slider', mode: '=' }, '3', { mode: '=', value: 3 }],
    [{ controlType: 'number-range', max: 9 }, 'min:1,max:', { min: 1 }],
    [{ controlType: 'range-slider' }, 'min:1,max:5', { min: 1, max: 5 }],
    [{ controlType: 'switch', mode: 'True/All' }, 'true', { mode: 'True/All', value: true }],
    [{ controlType: 'date', mode: '=' }, '2026-01-02', { mode: '=', value: '2026-01-02' }],
    [{ controlType: 'date', mode: '=' }, 'prior-week-2', { mode: '=', value: ago(2, 'week-starting-sunday') }],
    [
      { controlType: 'date-range', mode: 'last', value: 3, unit: 'day', includeToday: true },
      'min:2026-01-02,max:2026-02-01',
      { mode: 'between', ...days('2026-01-02', '2026-02-01') },
    ],
    [
      { controlType: 'date-range', mode: 'between' },
      'min:prior-day-6,max:prior-day-0',
      { mode: 'custom', ...days(ago(6), ago(0)) },
    ],
    [
      { controlType: 'top-n', rankingFunction: 'rank', mode: 'top-n', rowCount: 10 },
      '5',
      { rankingFunction: 'rank', mode: 'top-n', rowCount: 5 },
    ],
    [{ controlType: 'hierarchy' }, '["Food"%2C"Fruit"]', { values: [['Food', 'Fruit']] }],
  ])('%j starts with %s', (fields, text, expected) => {
    const document = documentOf(fields)
    const changed = applyEdits(document, setDefault(document, 'c', text, time)).document
    const { id: _id, kind: _kind, controlId: _controlId, controlType: _type, ...saved } = controlIn(changed)
    expect(saved).toEqual(expected)
    const fromText = controlValueFromText(controlIn(changed), text, time)
    expect({ ok: true, value: savedControlValue(controlIn(changed), time) }).toEqual(fromText)
  })

  it.each([
    { controlType: 'list', values: ['West'] },
    { controlType: 'number-range', min: 1 },
    { controlType: 'date-range', mode: 'current', unit: 'month' },
    { controlType: 'date', mode: '=', value: '2026-01-02' },
    { controlType: 'switch', mode: 'True/All', value: true },
  ])('%j is removed', (fields) => {
    const document = documentOf(fields)
    const cleared = controlIn(applyEdits(document, clearDefault(document, 'c')).document)
    const nothing = fields.controlType === 'list' ? { kind: 'list', values: [] } : null
    expect(savedControlValue(cleared, time)).toEqual(nothing)
  })

  it('keeps the numbers of a list over a column of numbers', () => {
    const document = documentOf({ controlType: 'list' })
    const changed = applyEdits(document, setDefault(document, 'c', '1,2', time, 'number')).document
    expect(controlIn(changed).values).toEqual([1, 2])
  })

  it('does not change the control if the text is not a value of it', () => {
    const document = documentOf({ controlType: 'number', mode: '=', value: 1 })
    expect(setDefault(document, 'c', 'many', time)).toEqual([])
  })
})
