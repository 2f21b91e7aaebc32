import { describe, expect, it } from 'vitest'
import { type ControlElement, emptyDocument } from '../document/index.ts'
import { defaultLocale } from '../format/index.ts'
import { type DynamicAddress, dynamicAddress } from './dynamic-address.ts'
import type { FormulaValue } from './formula-values.ts'

const control = (controlId: string, more: Partial<ControlElement>): ControlElement => ({
  ...{ id: controlId, kind: 'control', controlId, controlType: 'text', mode: 'equals' },
  ...more,
})
const controls = [
  control('Pick', {}),
  control('Empty', {}),
  control('Regions', { controlType: 'list', values: ['East & West', 'a,b'] }),
  control('Goal', { controlType: 'number', value: 1200.5 }),
  control('Size', { controlType: 'number-range', min: 1, max: 5 }),
]
const document = {
  ...emptyDocument('workbook'),
  pages: [{ id: 'p', name: 'P', elementIds: controls.map(({ id }) => id) }],
  elements: Object.fromEntries(controls.map((entry) => [entry.id, entry])),
}
const time = { now: '2026-06-15T12:00:00Z', zone: 'UTC' }

function addressOf(address: string, pick: string | undefined, formulas: Record<string, FormulaValue> = {}) {
  const controlTexts: Record<string, string> = pick === undefined ? {} : { Pick: pick }
  const present = { document, controlTexts, time, all: 'All', locale: defaultLocale }
  return dynamicAddress(address, present, (formula) => formulas[formula])
}
const ready = (address: string): DynamicAddress => ({ status: 'ready', address })

describe('an address has the value of a control', () => {
  it.each([
    [
      'in the query, encoded',
      'https://a.example/?q={{[Pick]}}&r=1',
      'a b&r=2#x',
      'https://a.example/?q=a%20b%26r%3D2%23x&r=1',
    ],
    ['in the fragment', 'https://a.example/#{{[Pick]}}', 'é/', 'https://a.example/#%C3%A9%2F'],
    [
      'in the path, with its slashes',
      'https://a.example/{{[Pick]}}.png',
      'x y/z?1',
      'https://a.example/x%20y/z%3F1.png',
    ],
    ['in the host', 'https://{{[Pick]}}.example/a', 'shop-1', 'https://shop-1.example/a'],
    ['in a name of the host', 'https://shop{{[Pick]}}.example/a', '1', 'https://shop1.example/a'],
    ['as the end of the host', 'https://shop.{{[Pick]}}/a', 'a.example', 'https://shop.a.example/a'],
    ['as the port', 'https://a.example:{{[Pick]}}/a', '8080', 'https://a.example:8080/a'],
    ['nothing after the host', 'https://a.example{{[Pick]}}/a', '', 'https://a.example/a'],
    ['as the whole address', '{{[Pick]}}', 'https://b.example/?q=a%20b', 'https://b.example/?q=a b'],
    [
      'as its beginning',
      '{{[Pick]}}/x?y={{[Pick]}}',
      'https://b.example',
      'https://b.example/x?y=https%3A%2F%2Fb.example',
    ],
    [
      'in a mail address',
      'mailto:ada@a.example?subject={{[Pick]}}',
      'Hi & bye',
      'mailto:ada@a.example?subject=Hi%20%26%20bye',
    ],
    ['with half of a surrogate pair', 'https://a.example/?q={{[Pick]}}', 'a\ud83d', 'https://a.example/?q=a%EF%BF%BD'],
  ])('%s', (_place, address, pick, expected) => {
    expect(addressOf(address, pick)).toEqual(ready(expected))
  })

  it.each([
    ['nothing for one without a value', '{{[Empty]}}', ''],
    ['the saved value', '{{[Goal]}}', '1200.5'],
    ['the values of a list, separated by commas', '{{[Regions]}}', 'East%20%26%20West,a%2Cb'],
    ['both ends of a range', '{{[Size]}}', 'min%3A1,max%3A5'],
    ['one end of a range', '{{[Size].max}}', '5'],
    ['a value in its format', '{{[Goal] | ,.0f}}', '1%2C201'],
  ])('%s', (_what, hole, expected) => {
    expect(addressOf(`https://a.example/?q=${hole}`, undefined)).toEqual(ready(`https://a.example/?q=${expected}`))
  })
})

describe('an address is refused', () => {
  it.each([
    ['javascript:alert(1)', '{{[Pick]}}'],
    [' JavaScript:alert(1)', '{{[Pick]}}'],
    ['java\nscript:alert(1)', '{{[Pick]}}'],
    ['data:text/html,<script>alert(1)</script>', '{{[Pick]}}'],
    ['blob:https://a.example/x', '{{[Pick]}}'],
    ['javascript', '{{[Pick]}}:alert(1)'],
    ['java', '{{[Pick]}}script:alert(1)'],
    ['evil.example/', 'https://{{[Pick]}}.a.example/'],
    ['evil.example?', 'https://{{[Pick]}}.a.example/'],
    ['evil.example#', 'https://{{[Pick]}}.a.example/'],
    ['evil.example\\', 'https://{{[Pick]}}.a.example/'],
    ['user@evil.example', 'https://{{[Pick]}}/'],
    ['@evil.example', 'https://a.example{{[Pick]}}'],
    ['.evil.example', 'https://a.example{{[Pick]}}'],
    ['.evil.example', 'https://a.example{{[Pick]}}/shop'],
    ['evil', 'https://a.example{{[Pick]}}?q=1'],
    [':8080', 'https://a.example{{[Pick]}}/'],
    ['/path', 'https://a.example{{[Pick]}}'],
    ['../admin', 'https://a.example/shop/{{[Pick]}}'],
    ['x/../../admin', 'https://a.example/shop/{{[Pick]}}'],
  ])('with the value %j in %s', (pick, address) => {
    expect(addressOf(address, pick).status).toBe('failed')
  })

  it('by the application if a literal part makes it another scheme', () => {
    expect(addressOf('javascript:{{[Pick]}}', 'alert(1)').status).toBe('failed')
    expect(addressOf('java{{[Pick]}}', 'script:alert(1)')).toEqual(ready('javascript%3Aalert(1)'))
  })
})

describe('an address has the value of a formula', () => {
  const value = (more: Partial<FormulaValue>): Record<string, FormulaValue> => ({
    'Sum([A/B])': {
      status: 'ready',
      cell: 1234.5,
      column: { id: 'x', name: 'x', type: { kind: 'float64' }, nullable: false },
      ...more,
    },
  })
  const address = 'https://a.example/?q={{Sum([A/B])}}'

  it('as it is, and with a format as it is shown', () => {
    expect(addressOf(address, undefined, value({}))).toEqual(ready('https://a.example/?q=1234.5'))
    const formatted = 'https://a.example/?q={{Sum([A/B]) | ,.1f}}'
    expect(addressOf(formatted, undefined, value({}))).toEqual(ready('https://a.example/?q=1%2C234.5'))
    expect(addressOf(address, undefined, value({ cell: null }))).toEqual(ready('https://a.example/?q='))
  })

  it('only when all values are known, and none if one could not be computed', () => {
    const both = 'https://a.example/{{Max([A/B])}}?q={{Sum([A/B])}}'
    const waiting: FormulaValue = { status: 'waiting', cell: null, column: undefined }
    const failed: FormulaValue = { status: 'failed', cell: null, column: undefined, message: 'No such table' }
    expect(addressOf(both, undefined, { ...value({}), 'Max([A/B])': waiting })).toEqual({ status: 'waiting' })
    expect(addressOf(both, undefined, { ...value({}), 'Max([A/B])': failed })).toEqual({
      ...{ status: 'failed', formula: 'Max([A/B])', message: 'No such table' },
    })
    expect(addressOf(both, undefined, value({}))).toEqual({ status: 'failed', formula: 'Max([A/B])' })
  })
})

it('an address without formulas is unchanged', () => {
  expect(addressOf('/main/x?{{', undefined)).toEqual(ready('/main/x?{{'))
})
