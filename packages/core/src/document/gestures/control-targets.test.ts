import { describe, expect, it } from 'vitest'
import { applyEdits } from '../edits/index.ts'
import {
  type BaseElement,
  type ControlElement,
  emptyDocument,
  type FormulaBinding,
  type WorkbookDocument,
} from '../index.ts'
import {
  addFittingTargets,
  columnsOfTarget,
  fittingTargets,
  likelyTarget,
  reachOf,
  readersOfControl,
  setTarget,
} from './index.ts'

const model = { kind: 'data-model', dataModelId: 'retail', elementId: 'sales' } as const
const table = (id: string, name: string, columns: readonly string[], source: object) => ({
  id,
  kind: 'table',
  name,
  source,
  columns: columns.map((column) => ({ id: `${id} ${column}`, formula: `[S/${column}]`, name: column })),
})
const orders = table('orders', 'Orders', ['Region', 'Amount'], {
  kind: 'sql',
  connectionId: 'c',
  statement: 'select 1',
})
const copy = table('copy', 'Copy', ['Region'], { kind: 'table', elementId: 'orders' })
const stores = table('stores', 'Stores', ['City', 'region'], { kind: 'sql', connectionId: 'c', statement: 'select 2' })
const chart: BaseElement = {
  id: 'chart',
  kind: 'bar-chart',
  name: 'Sales by region',
  source: model,
  columns: [
    { id: 'by', formula: '[Sales/Region]', name: 'Region' },
    { id: 'sum', formula: 'Sum([Sales/Revenue])', name: 'Revenue' },
  ],
}
const binding = (end: number): FormulaBinding =>
  ({ start: 0, end, kind: 'column', elementId: 'sales', columnId: 'region' }) as FormulaBinding

function documentOf(control: object): WorkbookDocument {
  const all = [orders, copy, stores, chart, control as BaseElement]
  return {
    ...emptyDocument('workbook'),
    pages: [{ id: 'page', name: 'Page', elementIds: all.map(({ id }) => id) }],
    elements: Object.fromEntries(all.map((element) => [element.id, element])),
    bindings: { chart: { 'columns[0].formula': [binding('[Sales/Region]'.length)] } },
  }
}

const list = { id: 'list', kind: 'control', controlType: 'list', controlId: 'region', name: 'Region' } as ControlElement
const controlIn = (document: WorkbookDocument) => document.elements.list as ControlElement

describe('what a control filters', () => {
  const document = documentOf(list)

  it.each([
    [
      'a table by its column of that name',
      'orders',
      { source: { kind: 'table', elementId: 'orders' }, columnId: 'orders Region' },
    ],
    ['a chart by the rows that it reads', 'chart', { source: model, columnId: 'region' }],
  ])('is %s', (_name, elementId, expected) => {
    expect(likelyTarget(document, list, elementId)).toEqual(expected)
  })

  it('lists one target with a fitting name for each source, without elements that are already filtered', () => {
    expect(fittingTargets(document, list).map(({ source }) => source.elementId)).toEqual(['orders', 'stores', 'sales'])
    const added = applyEdits(document, addFittingTargets(document, 'list')).document
    expect(fittingTargets(added, controlIn(added))).toEqual([])
    expect(controlIn(added).filters).toHaveLength(3)
  })

  it('affects every element that reads its rows', () => {
    expect(reachOf(document, { kind: 'table', elementId: 'orders' })).toEqual(['orders', 'copy'])
    expect(reachOf(document, model)).toEqual(['chart'])
  })

  it('is distinguished from elements that read its value in a formula', () => {
    const reading = { ...binding(8), kind: 'control', controlId: 'region' } as FormulaBinding
    const read = { ...document, bindings: { ...document.bindings, stores: { 'columns[0].formula': [reading] } } }
    expect(readersOfControl(read, 'region')).toEqual(['stores'])
    expect(readersOfControl(read, 'other')).toEqual([])
  })

  it('names the columns of a data model that the workbook shows', () => {
    expect(columnsOfTarget(document, model)).toEqual([{ columnId: 'region', name: 'Region' }])
  })

  it('keeps targets that only the API can set', () => {
    const filters = [{ source: { kind: 'warehouse-table', connectionId: 'c', path: ['T'] }, columnId: 'x' }]
    const other = documentOf({ ...list, filters })
    const target = { source: model, columnId: 'region' }
    const changed = applyEdits(other, setTarget(other, 'list', target)).document
    expect(controlIn(changed).filters).toEqual([...filters, target])
  })
})
