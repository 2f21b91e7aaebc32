import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ControlElement, ControlValue } from './api.ts'
import { controlValueType } from './control-shape.ts'
import { controlValueFromText, controlValueToText, savedControlValue } from './control-values.ts'

const time = { now: '2024-05-20T22:30:15Z', zone: 'Europe/Berlin' }
const control = (fields: Record<string, unknown>) =>
  ({ id: 'c', kind: 'control', controlId: 'C', ...fields }) as unknown as ControlElement
const list = control({ controlType: 'list' })
const single = control({ controlType: 'list', selectionMode: 'single' })
const numbers = control({ controlType: 'list', source: { kind: 'manual', valueType: 'number' } })
const flags = control({ controlType: 'list', source: { kind: 'manual', valueType: 'boolean' } })
const dates = control({ controlType: 'list', source: { kind: 'manual', valueType: 'date' } })
const number = control({ controlType: 'number', mode: '=' })
const numberRange = control({ controlType: 'number-range' })
const date = control({ controlType: 'date', mode: '=' })
const dateRange = control({ controlType: 'date-range', mode: 'between' })
const text = control({ controlType: 'text', mode: 'equals' })
const onOff = control({ controlType: 'switch', mode: 'True/All' })

const scalar = (value: string | number | boolean | null): ControlValue => ({ kind: 'scalar', value })
const many = (...values: (string | number | boolean | null)[]): ControlValue => ({ kind: 'list', values })
const range = (min: string | number | null, max: string | number | null): ControlValue => ({ kind: 'range', min, max })

describe('reading the text form', () => {
  const cases: [ControlElement, string, ControlValue | null][] = [
    [text, 'word', scalar('word')],
    [text, ':null', scalar(null)],
    [text, ':empty', scalar('')],
    [text, '', null],
    [text, 'a%2Cb, c', scalar('a,b, c')],
    [text, '%3Anull', scalar(':null')],
    [text, '50%', scalar('50%')],
    [text, '50%25', scalar('50%')],
    [text, '%E2%82%AC%FF', scalar('%E2%82%AC%FF')],
    [single, 'a%2Cb', scalar('a,b')],
    [list, 'a,b,:null,:empty', many('a', 'b', null, '')],
    [list, '', many()],
    [numbers, '10.54,23.45,:null', many(10.54, 23.45, null)],
    [flags, 'true,false,:null', many(true, false, null)],
    [dates, '2024-01-01,2024-02-03T04:05', many('2024-01-01', '2024-02-03T04:05:00')],
    [number, '10.54', scalar(10.54)],
    [number, '-.5', scalar(-0.5)],
    [number, '123456789012345678', scalar('123456789012345678')],
    [number, ':null', scalar(null)],
    [numberRange, 'min:10.54,max:23.45', range(10.54, 23.45)],
    [numberRange, 'min:,max:5', range(null, 5)],
    [numberRange, 'max:5', range(null, 5)],
    [numberRange, 'min:,max:', null],
    [numberRange, '', null],
    [onOff, 'true', scalar(true)],
    [onOff, ':null', scalar(null)],
    [date, '2024-05-20', scalar('2024-05-20')],
    [date, '2024-05-20T13:45', scalar('2024-05-20T13:45:00')],
    [date, '2024-05-20T13:45:01', scalar('2024-05-20T13:45:01')],
    [date, '2024-05-20T22:30:00Z', scalar('2024-05-21T00:30:00')],
    // 22:30 UTC is the next day in Berlin
    [date, 'prior-day-1', scalar('2024-05-20')],
    [date, 'next-month-1', scalar('2024-06-21')],
    [date, 'prior-quarter-1', scalar('2024-02-21')],
    [date, 'prior-isoWeek-2', scalar('2024-05-07')],
    [date, 'next-hour-3', scalar('2024-05-21T03:30:15')],
    [dateRange, 'min:2024-01-01,max:prior-day-0', range('2024-01-01', '2024-05-21')],
    [dateRange, 'min:2024-01-01T10:00,max:', range('2024-01-01T10:00:00', null)],
    [dateRange, 'start:2024-01-01,end:next-day-1', range('2024-01-01', '2024-05-22')],
    [dateRange, 'end:2024-01-01', range(null, '2024-01-01')],
    // 22:30:15 UTC is the next day in Berlin
    [date, '1716244215000', scalar('2024-05-21T00:30:15')],
    [date, '-1000000000', scalar('1969-12-20T11:13:20')],
  ]
  test.each(cases)('%#: $controlType %s', (of, written, expected) => {
    expect(controlValueFromText(of, written, time)).toEqual({ ok: true, value: expected })
  })

  test.each([
    [number, 'ten', 'The control "C" expects a number such as 10.54, not "ten".'],
    [number, '0x10', 'The control "C" expects a number such as 10.54, not "0x10".'],
    [number, '', null],
    [numberRange, '5', 'The control "C" expects min:<value>,max:<value>, where one side may be empty, not "5".'],
    [
      numberRange,
      'min:1, max:2',
      'The control "C" expects min:<value>,max:<value>, where one side may be empty, not " max:2".',
    ],
    [
      numberRange,
      'start:1',
      'The control "C" expects min:<value>,max:<value>, where one side may be empty, not "start:1".',
    ],
    [onOff, 'yes', 'The control "C" expects true or false, not "yes".'],
    [
      date,
      '2024-02-30',
      'The control "C" expects a date such as 2024-05-20, 2024-05-20T13:45 or prior-month-1, not "2024-02-30".',
    ],
    [
      date,
      'prior-decade-1',
      'The control "C" expects a date such as 2024-05-20, 2024-05-20T13:45 or prior-month-1, not "prior-decade-1".',
    ],
    [numbers, '1,two', 'The control "C" expects a number such as 10.54, not "two".'],
  ])('%#: the message names an invalid text', (of, written, message) => {
    const read = controlValueFromText(of, written, time)
    expect(read.ok ? null : read.message).toBe(message)
  })

  test('the type of a column decides for a list over it', () => {
    expect(controlValueFromText(list, '1,2', time, 'number')).toEqual({ ok: true, value: many(1, 2) })
  })

  test('export parameters are in UTC, both ways', () => {
    const utc = { ...time, textZone: 'UTC' }
    const read = controlValueFromText(date, '2024-05-20T22:30', utc)
    expect(read).toEqual({ ok: true, value: scalar('2024-05-21T00:30:00') })
    expect(controlValueToText(scalar('2024-05-21T00:30:00'), utc, 'date')).toBe('2024-05-20T22:30:00')
  })
})

describe('writing the text form', () => {
  test.each([
    [null, ''],
    [scalar(':null'), '%3Anull'],
    [scalar('a,b 5%'), 'a%2Cb 5%25'],
    [many('a', null, ''), 'a,:null,:empty'],
    [range(null, 5), 'min:,max:5'],
  ])('%j', (value, expected) => {
    expect(controlValueToText(value, time)).toBe(expected)
  })

  const cell = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(null, '', ':null', ':empty', '%2C', ',', 'min:1'),
  )
  test('any list of texts is read back as it was written', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1 }), (values) => {
        const written = controlValueToText(many(...values), time)
        expect(controlValueFromText(list, written, time)).toEqual({ ok: true, value: many(...values) })
      }),
    )
  })

  test('any range of numbers is read back as it was written', () => {
    const bound = fc.option(
      fc.oneof(
        fc.integer(),
        fc.integer().map((value) => value / 100),
      ),
    )
    fc.assert(
      fc.property(bound, bound, (min, max) => {
        const value = min === null && max === null ? null : range(min, max)
        expect(controlValueFromText(numberRange, controlValueToText(value, time), time)).toEqual({ ok: true, value })
      }),
    )
  })
})

describe('saved values', () => {
  const cases: [Record<string, unknown>, ControlValue | null][] = [
    [{ controlType: 'list' }, many()],
    [{ controlType: 'list', values: ['a', null] }, many('a', null)],
    [{ controlType: 'list', selectionMode: 'single', value: null }, null],
    [{ controlType: 'list', selectionMode: 'single', value: 'a' }, scalar('a')],
    [{ controlType: 'segmented', value: 'web' }, scalar('web')],
    [{ controlType: 'text', mode: 'equals', value: '' }, null],
    [{ controlType: 'text', mode: 'equals', value: 'x' }, scalar('x')],
    [{ controlType: 'number', mode: '=', value: 5 }, scalar(5)],
    [{ controlType: 'number-range' }, null],
    [{ controlType: 'number-range', min: 0 }, range(0, null)],
    [{ controlType: 'range-slider', low: 0, high: 9, min: 1, max: 2 }, range(1, 2)],
    [{ controlType: 'slider', mode: '>=', low: 0, high: 9, value: 3 }, scalar(3)],
    [{ controlType: 'switch', mode: 'True/All', value: false }, scalar(false)],
    [{ controlType: 'top-n', rankingFunction: 'rank', mode: 'top-n', rowCount: 8 }, scalar(8)],
    [{ controlType: 'hierarchy', values: [['East', 'NY']] }, many('["East","NY"]')],
    [{ controlType: 'synced' }, null],
    [{ controlType: 'date', mode: '>=', value: '2025-01-01' }, scalar('2025-01-01')],
    [
      { controlType: 'date', mode: '>=', value: { op: 'now-minus', unit: 'week-starting-monday', value: 1 } },
      scalar('2024-05-14'),
    ],
    [
      { controlType: 'date-range', mode: 'between', startDate: '2024-01-01', endDate: '2024-01-31' },
      range('2024-01-01', '2024-01-31'),
    ],
    [{ controlType: 'date-range', mode: 'between' }, null],
    [{ controlType: 'date-range', mode: 'on', date: '2024-01-01' }, range('2024-01-01', '2024-01-01')],
    [{ controlType: 'date-range', mode: 'before', date: '2024-03-01' }, range(null, '2024-02-29')],
    [{ controlType: 'date-range', mode: 'after', date: '2024-02-29' }, range('2024-03-01', null)],
    [
      { controlType: 'date-range', mode: 'last', value: 7, unit: 'day', includeToday: false },
      range('2024-05-14', '2024-05-20'),
    ],
    [
      { controlType: 'date-range', mode: 'last', value: 7, unit: 'day', includeToday: true },
      range('2024-05-15', '2024-05-21'),
    ],
    [
      { controlType: 'date-range', mode: 'next', value: 7, unit: 'day', includeToday: false },
      range('2024-05-22', '2024-05-28'),
    ],
    [
      { controlType: 'date-range', mode: 'last', value: 2, unit: 'hour', includeToday: true },
      range('2024-05-20T23:00:00', '2024-05-21T00:59:59'),
    ],
    [
      { controlType: 'date-range', mode: 'last', value: 3, unit: 'month', includeToday: false },
      range('2024-02-01', '2024-04-30'),
    ],
    [{ controlType: 'date-range', mode: 'current', unit: 'year' }, range('2024-01-01', '2024-12-31')],
    [{ controlType: 'date-range', mode: 'current', unit: 'quarter' }, range('2024-04-01', '2024-06-30')],
    [{ controlType: 'date-range', mode: 'current', unit: 'month' }, range('2024-05-01', '2024-05-31')],
    [{ controlType: 'date-range', mode: 'current', unit: 'week-starting-sunday' }, range('2024-05-19', '2024-05-25')],
    [{ controlType: 'date-range', mode: 'current', unit: 'week-starting-monday' }, range('2024-05-20', '2024-05-26')],
    [{ controlType: 'date-range', mode: 'current', unit: 'day' }, range('2024-05-21', '2024-05-21')],
    [{ controlType: 'date-range', mode: 'current', unit: 'hour' }, range('2024-05-21T00:00:00', '2024-05-21T00:59:59')],
    [
      { controlType: 'date-range', mode: 'custom', startDate: { op: 'now-minus', unit: 'year', value: 1 } },
      range('2023-05-21', null),
    ],
  ]
  test.each(cases)('%j', (fields, expected) => {
    expect(savedControlValue(control(fields), time)).toEqual(expected)
  })
})

test.each([
  [{ controlType: 'list' }, 'text-list'],
  [{ controlType: 'list', values: [1] }, 'number-list'],
  [{ controlType: 'list', source: { kind: 'manual', valueType: 'date' } }, 'date-list'],
  [{ controlType: 'list', selectionMode: 'single' }, 'text'],
  [{ controlType: 'segmented', source: { kind: 'manual', valueType: 'number' } }, 'number'],
  [{ controlType: 'text' }, 'text'],
  [{ controlType: 'text-area' }, 'text'],
  [{ controlType: 'number' }, 'number'],
  [{ controlType: 'slider' }, 'number'],
  [{ controlType: 'top-n' }, 'number'],
  [{ controlType: 'number-range' }, 'number-range'],
  [{ controlType: 'range-slider' }, 'number-range'],
  [{ controlType: 'date' }, 'date'],
  [{ controlType: 'date-range' }, 'date-range'],
  [{ controlType: 'checkbox' }, 'boolean'],
  [{ controlType: 'switch' }, 'boolean'],
  [{ controlType: 'hierarchy' }, 'text-list'],
  [{ controlType: 'legend' }, 'text-list'],
  [{ controlType: 'drill' }, 'text'],
])('%j has values of type %s', (fields, expected) => {
  expect(controlValueType(control(fields))).toBe(expected)
})
