import { describe, expect, it } from 'vitest'
import { categoryList, storedSlots } from './category-lists.ts'
import { withComputedFormulas } from './computed-formulas.ts'
import { type BaseElement, emptyDocument } from './index.ts'

const warehouse = { kind: 'warehouse-table', connectionId: 'c', path: ['SALES'] }
const reads = (elementId: string) => ({ kind: 'table', elementId })
const elements: BaseElement[] = [
  {
    id: 'base',
    kind: 'table',
    name: 'Base',
    source: warehouse,
    columns: [{ id: 'b1', formula: '[SALES/CHANNEL]', name: 'Channel' }],
  },
  {
    id: 'child',
    kind: 'table',
    name: 'Child',
    source: reads('base'),
    columns: [{ id: 'c1', formula: '[Base/Channel]', name: 'Way' }],
  },
  {
    id: 'bars',
    kind: 'bar-chart',
    source: reads('base'),
    columns: [{ id: 'x', formula: '[Base/Channel]' }],
    color: { by: 'category', column: 'x' },
  },
  {
    id: 'pie',
    kind: 'pie-chart',
    source: reads('child'),
    columns: [{ id: 'p', formula: '[Child/Way]' }],
    color: { columnId: 'p' },
  },
  {
    id: 'computed',
    kind: 'bar-chart',
    source: reads('base'),
    columns: [{ id: 'u', formula: 'Upper([Base/Channel])' }],
    color: { by: 'category', column: 'u' },
  },
  {
    id: 'scaled',
    kind: 'bar-chart',
    source: reads('base'),
    columns: [{ id: 's', formula: '[Base/Channel]' }],
    color: { by: 'scale', column: 's' },
  },
  {
    id: 'direct',
    kind: 'bar-chart',
    source: warehouse,
    columns: [{ id: 'd', formula: '[SALES/CHANNEL]' }],
    color: { by: 'category', column: 'd' },
  },
]
const document = {
  ...emptyDocument('workbook'),
  pages: [{ id: 'p', name: 'P', elementIds: elements.map(({ id }) => id) }],
  elements: Object.fromEntries(elements.map((element) => [element.id, element])),
  x: { categoryColors: { 'base/b1': { Web: 3, broken: 'red' } } },
}
const listOf = (id: string) => categoryList(document, document.elements[id] ?? { id, kind: '' })

describe('the values that colour a chart', () => {
  it('come from the lowest table that has the column, so charts over one column share them', () => {
    expect(listOf('bars')).toEqual({ elementId: '~colors base b1', tableId: 'base', columnId: 'b1' })
    expect(listOf('pie')).toEqual(listOf('bars'))
  })

  it.each(['computed', 'scaled', 'direct', 'base'])('are unknown for %s', (id) => {
    expect(listOf(id)).toBeUndefined()
  })

  it('are read once, like the values of a control', () => {
    const added = Object.keys(withComputedFormulas(document).elements).filter((id) => !(id in document.elements))
    expect(added).toEqual(['~colors base b1'])
  })

  it('keep the places that the document stores', () => {
    const list = listOf('bars')
    expect(list && storedSlots(document, list)).toEqual({ Web: 3 })
  })
})
