import { describe, expect, it } from 'vitest'
import type { WorkbookDocument } from './api.ts'
import { emptyDocument } from './codecs/form-n-pages.ts'
import { addSelectAction, crossFilterControl, crossFilterTargets, selectableColumns } from './cross-filter.ts'
import { applyEdits } from './edits/index.ts'

const source = { kind: 'table', elementId: 'sales' }
const region = '[Sales/Region]'
const table = (id: string, from: object, columns: readonly object[]) => ({
  id,
  kind: 'table',
  name: id,
  source: from,
  columns,
})

function document(): WorkbookDocument {
  const made = emptyDocument('workbook')
  const elements = [
    {
      id: 'bars',
      kind: 'bar-chart',
      source,
      columns: [
        { id: 'r', formula: region, name: 'Area' },
        { id: 'm', formula: 'DateTrunc("month", [Sales/Date])', name: 'Month' },
        { id: 'v', formula: 'Sum([Sales/Revenue])' },
      ],
      xAxis: { columnId: 'm' },
      yAxis: { columnIds: ['v'] },
      color: { by: 'category', column: 'r' },
    },
    table('sales', { kind: 'warehouse-table', connectionId: 'c', path: ['SALES'] }, [
      { id: 's-r', formula: '[SALES/REGION]', name: 'Region' },
    ]),
    table('same', source, [
      { id: 'a', formula: '[Sales/Channel]' },
      { id: 'b', formula: ` ${region}` },
    ]),
    table('named', { ...source, elementId: 'other' }, [{ id: 'n', formula: '[Other/Area]', name: 'AREA' }]),
    table('months', source, [{ id: 'd', formula: 'DateTrunc("month", [Sales/Date])', name: 'When' }]),
  ]
  made.pages.push({ id: 'p', name: 'Page', elementIds: elements.map(({ id }) => id) })
  made.pages.push({ id: 'q', name: 'Elsewhere', elementIds: [] })
  for (const element of elements) made.elements[element.id] = element as never
  made.bindings.bars = {
    'columns[0].formula': [
      { kind: 'column', start: 0, end: region.length, elementId: 'sales', columnId: 's-r' },
    ] as never,
  }
  return made
}

describe('a selection that filters others', () => {
  it('selects the dimensions of the marks, not their measures', () => {
    expect(selectableColumns(document(), 'bars')).toEqual([
      { columnId: 'm', name: 'Month' },
      { columnId: 'r', name: 'Area' },
    ])
    expect(selectableColumns(document(), 'gone')).toEqual([])
  })

  it('finds the tables of the page by column of the same source, then by name, without the one that it reads itself', () => {
    const targets = (columnId: string, pageId = 'p') =>
      crossFilterTargets(document(), pageId, { elementId: 'bars', columnId })
    expect(targets('r')).toEqual([
      { elementId: 'same', columnId: 'b', isSame: true },
      { elementId: 'named', columnId: 'n', isSame: false },
    ])
    expect(targets('m')).toEqual([{ elementId: 'months', columnId: 'd', isSame: true }])
    expect(targets('r', 'q')).toEqual([])
    expect(targets('gone')).toEqual([])
  })

  it('consists of a control on the targets and an action that sets it; existing actions remain', () => {
    const before = document()
    const targets = crossFilterTargets(before, 'p', { elementId: 'bars', columnId: 'r' })
    expect(crossFilterControl('Area', targets)).toMatchObject({
      controlType: 'list',
      source: { kind: 'source', source: { kind: 'table', elementId: 'same' }, columnId: 'b' },
      filters: [
        { source: { kind: 'table', elementId: 'same' }, columnId: 'b' },
        { source: { kind: 'table', elementId: 'named' }, columnId: 'n' },
      ],
    })
    const add = (from: WorkbookDocument, id: string) =>
      applyEdits(from, addSelectAction(from, 'bars', { id, name: id, controlId: 'Area', columnId: 'r' })).document
    expect(add(add(before, 'one'), 'two').elements.bars?.actions).toMatchObject([
      { id: 'one', trigger: 'on-select', effects: [{ effect: 'set-control-value', control: 'Area' }] },
      { id: 'two' },
    ])
  })
})
