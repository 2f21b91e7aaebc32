import { expect, it } from 'vitest'
import { type ControlElement, emptyDocument } from '../document/index.ts'
import { defaultLocale } from '../format/index.ts'
import { controlHole } from './dynamic-text.ts'

const control = (controlId: string, more: Partial<ControlElement>): ControlElement => ({
  id: controlId,
  kind: 'control',
  controlId,
  controlType: 'number',
  ...more,
})
const controls = [
  control('Goal', { value: 1200.5 }),
  control('Region', { controlType: 'list', values: ['East', 'West'] }),
  control('Period', { controlType: 'date-range', mode: 'between', startDate: '2026-01-01', endDate: '2026-03-31' }),
  control('Empty', { controlType: 'list' }),
  control('Level', {
    controlType: 'drill',
    categories: [{ columnId: 'a' }, { columnId: 'b' }],
    targets: [{ source: { kind: 'table', elementId: 'bars' }, columnIds: ['x', 'y'] }],
    value: 'b',
  }),
]
const bars = {
  id: 'bars',
  kind: 'bar-chart',
  columns: [
    { id: 'x', formula: '[S/X]', name: 'Region' },
    { id: 'y', formula: '[S/Y]', name: 'Store' },
  ],
}
const document = {
  ...emptyDocument('workbook'),
  pages: [{ id: 'p', name: 'P', elementIds: controls.map(({ id }) => id) }],
  elements: { bars, ...Object.fromEntries(controls.map((entry) => [entry.id, entry])) },
}
const present = {
  document,
  controlTexts: {},
  time: { now: '2026-06-15T12:00:00Z', zone: 'UTC' },
  all: 'All',
  locale: defaultLocale,
}

it.each([
  ['[Goal]', undefined, '1200.5'],
  ['[Goal]', ',.0f', '1,201'],
  ['[Region]', undefined, 'East, West'],
  ['[Period]', undefined, '2026-01-01 – 2026-03-31'],
  ['[Period].min', '%b %Y', 'Jan 2026'],
  ['[Period].end', undefined, '2026-03-31'],
  ['[Empty]', undefined, 'All'],
  ['[Level]', undefined, 'Store'],
])('%s with the format %s shows %s', (formula, format, shown) => {
  expect(controlHole(formula, format, present)).toBe(shown)
})

it('shows the value that the reader chose, not the saved one', () => {
  expect(controlHole('[Region]', undefined, { ...present, controlTexts: { Region: 'South' } })).toBe('South')
})

it('is undefined for formulas that need data', () => {
  expect(controlHole('Sum([Orders/Amount])', undefined, present)).toBeUndefined()
  expect(controlHole('[Orders/Amount]', undefined, present)).toBeUndefined()
})
