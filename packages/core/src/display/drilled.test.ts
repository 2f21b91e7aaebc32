import { expect, it } from 'vitest'
import { type ControlElement, emptyDocument } from '../document/index.ts'
import { drilledBy } from './drilled.ts'

const bars = { id: 'bars', kind: 'bar-chart', columns: [{ id: 'x' }, { id: 'y' }], xAxis: { columnId: 'x' } }
const level: ControlElement = {
  id: 'level',
  kind: 'control',
  controlId: 'Level',
  controlType: 'drill',
  categories: [{ columnId: 'a' }, { columnId: 'b' }],
  targets: [{ source: { kind: 'table', elementId: 'bars' }, columnIds: ['x', 'y'] }],
  value: 'b',
}
const document = {
  ...emptyDocument('workbook'),
  pages: [{ id: 'p', name: 'P', elementIds: ['bars', 'level'] }],
  elements: { bars, level },
}

it.each([
  [{}, 'y'],
  [{ Level: 'a' }, 'x'],
  [{ Level: 'b' }, 'y'],
  [{ Level: '' }, 'x'],
  [{ Level: 'gone' }, 'y'],
  [{ Other: 'a' }, 'y'],
])('with the controls %j the axis is %s', (texts, columnId) => {
  expect(drilledBy(document, bars, texts).xAxis).toEqual({ columnId })
})
