import { expect, test } from 'vitest'
import { controlTextOf } from './schedule-controls.ts'
import { storedControlValue } from './stored-control-value.ts'

const prior = { type: 'prior', unit: 'month', x: 2 }

test.each([
  [{ type: 'boolean', value: true }, 'true'],
  [{ type: 'number', value: -1.5 }, '-1.5'],
  [{ type: 'text', value: 'a,b%' }, 'a%2Cb%25'],
  [{ type: 'text', value: ':null' }, '%3Anull'],
  [{ type: 'text', value: '' }, ':empty'],
  [{ type: 'text-null' }, ':null'],
  [{ type: 'date', value: prior }, 'prior-month-2'],
  [{ type: 'date', value: { type: 'date-null' } }, ':null'],
  [{ type: 'date', value: { type: 'fixed-date', date: '2026-05-20' } }, '2026-05-20'],
  [{ type: 'date', value: { type: 'fixed-date', date: '2026-05-20T10:00:00+02:00' } }, '2026-05-20T08:00:00Z'],
  [{ type: 'date', value: { type: 'fixed-date', date: '2026-05-20T10:00:00.123Z' } }, '2026-05-20T10:00:00Z'],
  [{ type: 'boolean-list', value: { true: true, false: false, null: true } }, 'true,:null'],
  [{ type: 'number-list', value: [{ type: 'number', value: 1 }, { type: 'number-null' }] }, '1,:null'],
  [{ type: 'text-list', value: [{ type: 'text', value: 'a,b' }, { type: 'text-null' }] }, 'a%2Cb,:null'],
  [
    { type: 'date-list', value: [{ type: 'fixed-date', date: '2026-05-20' }, { type: 'date-null' }] },
    '2026-05-20,:null',
  ],
  [
    {
      type: 'hierarchical-list',
      value: [
        [
          { type: 'text', value: 'EU' },
          { type: 'text', value: 'DE' },
        ],
      ],
    },
    '["EU"%2C"DE"]',
  ],
  [{ type: 'date-range', min: prior, max: { type: 'date-null' } }, 'min:prior-month-2,max:'],
  [{ type: 'number-range', max: 5 }, 'min:,max:5'],
  [{ type: 'number-range' }, ':null'],
])('%j is the text %s', (value, text) => {
  expect(controlTextOf(value)).toEqual({ ok: true, text })
})

test.each([
  [{ type: 'number', value: 'x' }],
  [{ type: 'color', value: 'red' }],
  [{ type: 'date', value: { type: 'prior', unit: 'second', x: 1 } }],
  [{ type: 'date', value: { type: 'fixed-date', date: 'tomorrow' } }],
  [{ type: 'date', value: '2026-05-20' }],
  [{ type: 'text-list', value: 'a' }],
  [{ type: 'number-range', min: '1' }],
  [{}],
])('%j is not a valid value, and the message has the reason', (value) => {
  expect(controlTextOf(value)).toEqual({ ok: false, message: expect.stringMatching(/\w/) })
})

const may20 = Date.UTC(2026, 4, 20)

test.each([
  [
    { type: 'boolean', value: true },
    { type: 'boolean', value: true },
  ],
  [
    { type: 'text', value: '' },
    { type: 'text', value: '' },
  ],
  [{ type: 'number-null' }, { type: 'number-null' }],
  [
    { type: 'date', value: prior },
    { type: 'date', value: prior },
  ],
  [
    { type: 'date', value: { type: 'date-null' } },
    { type: 'date', value: null },
  ],
  [
    { type: 'date', value: { type: 'fixed-date', date: '2026-05-20' } },
    { type: 'date', value: { type: 'fixed', date: may20 } },
  ],
  [
    { type: 'date', value: { type: 'fixed-date', date: '2026-05-20T01:00' } },
    { type: 'date', value: { type: 'fixed', date: may20 + 3_600_000 } },
  ],
  [
    { type: 'date', value: { type: 'fixed-date', date: '2026-05-20T02:00:00+02:00' } },
    { type: 'date', value: { type: 'fixed', date: may20 } },
  ],
  [
    { type: 'date-list', value: [{ type: 'fixed-date', date: '2026-05-20' }, { type: 'date-null' }] },
    { type: 'date-list', value: [may20, null] },
  ],
  [
    { type: 'number-list', value: [{ type: 'number', value: 1 }, { type: 'number-null' }] },
    { type: 'number-list', value: [1, null] },
  ],
  [
    { type: 'text-list', value: [{ type: 'text', value: 'a,b' }, { type: 'text-null' }] },
    { type: 'text-list', value: ['a,b', null] },
  ],
  [
    { type: 'boolean-list', value: { true: true, false: false } },
    { type: 'boolean-list', value: { true: true, false: false } },
  ],
  [
    {
      type: 'hierarchical-list',
      value: [
        [
          { type: 'text', value: 'EU' },
          { type: 'text', value: 'DE' },
        ],
      ],
    },
    { type: 'hierarchical-list', value: ['["EU","DE"]'] },
  ],
  [
    { type: 'date-range', min: prior },
    { type: 'date-range', min: prior, max: null },
  ],
  [
    { type: 'number-range', max: 5 },
    { type: 'number-range', min: null, max: 5 },
  ],
])('%j is read back as %j', (value, stored) => {
  expect(controlTextOf(value).ok).toBe(true)
  expect(storedControlValue(value)).toEqual(stored)
})
