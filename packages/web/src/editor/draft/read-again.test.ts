import { emptyDocument, type WorkbookDocument } from '@octavo/core/document'
import { describe, expect, it } from 'vitest'
import { elementsToReadAgain } from './read-again.ts'

type Element = Record<string, unknown> & { id: string; kind: string }

const table = { id: 'rows', kind: 'table', source: { kind: 'sql', statement: 'select 1' }, columns: [] }
const ofTable = { id: 'bars', kind: 'bar-chart', source: { kind: 'table', elementId: 'rows' }, columns: [] }
const model = { kind: 'data-model', dataModelId: 'm', elementId: 'sales' }
const ofModel = { id: 'pie', kind: 'pie-chart', source: model, columns: [] }
const control = (fields: object): Element => ({ id: 'control', kind: 'control', controlId: 'c', ...fields })
const at = (elementId: string) => ({ source: { kind: 'table', elementId }, columnId: 'x' })

function documentOf(...elements: Element[]): WorkbookDocument {
  const all = [table, ofTable, ofModel, ...elements]
  return {
    ...emptyDocument('workbook'),
    elements: Object.fromEntries(all.map((element) => [element.id, element])),
  } as WorkbookDocument
}

describe('elements that are read again', () => {
  it.each([
    [
      'a control gets another default',
      { filters: [at('rows')] },
      { filters: [at('rows')], value: 1 },
      ['rows', 'bars'],
    ],
    ['a control filters rows that it left alone', {}, { filters: [at('rows')] }, ['rows', 'bars']],
    ['a control leaves rows alone that it filtered', { filters: [at('rows')] }, {}, ['rows', 'bars']],
    ['a control filters rows of a data model', {}, { filters: [{ source: model, columnId: 'x' }] }, ['pie']],
    ['a control leaves rows of a data model alone', { filters: [{ source: model, columnId: 'x' }] }, {}, ['pie']],
    ['a control acts on another chart', { targets: [at('bars')] }, { targets: [at('pie')] }, ['bars', 'pie']],
    ['a control looks different', { filters: [at('rows')] }, { filters: [at('rows')], style: { padding: 'none' } }, []],
  ])('when %s', (_rule, before, after, expected) => {
    const again = elementsToReadAgain(documentOf(control(before)), documentOf(control(after)))
    expect(again.filter((id) => id !== 'control').sort()).toEqual([...expected].sort())
  })
})
