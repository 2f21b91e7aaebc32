import { describe, expect, test } from 'vitest'
import type { BaseElement, WorkbookDocument } from '../api.ts'
import { emptyDocument } from '../codecs/form-n-pages.ts'
import { applyEdits, type DocumentEdit } from '../edits/index.ts'
import { hideField, setElementLook, setElementTitle, setShelfSort, showField, sortedKeys } from './index.ts'

const source = { kind: 'warehouse-table', connectionId: '11111111-1111-4111-8111-111111111111', path: ['T'] }
const columns = ['a', 'b', 'c'].map((id) => ({ id, formula: `[T/${id}]`, name: id }))

function documentOf(fields: Record<string, unknown>): WorkbookDocument {
  return {
    ...emptyDocument('workbook'),
    pages: [{ id: 'p', name: 'P', elementIds: ['e'] }],
    elements: { e: { id: 'e', kind: 'bar-chart', source, columns, yAxis: { columnIds: ['b'] }, ...fields } },
  }
}
const after = (document: WorkbookDocument, edits: readonly DocumentEdit[]) => applyEdits(document, edits).document
const elementOf = ({ elements }: WorkbookDocument) => elements.e as BaseElement

describe('a part that is hidden', () => {
  const format = { title: { text: 'Month' }, marks: 'both' }
  const path = ['xAxis', 'format']

  test('is stored as one word, and is restored with its settings', () => {
    const before = documentOf({ xAxis: { columnId: 'a', format } })
    const hidden = after(before, hideField(before, 'e', path, { visibility: 'hidden' }))
    expect(elementOf(hidden)).toMatchObject({
      xAxis: { columnId: 'a', format: { visibility: 'hidden' } },
      x: { hidden: { 'xAxis.format': format } },
    })
    expect(after(hidden, showField(hidden, 'e', path))).toEqual(before)
  })

  test('that had no settings leaves none behind', () => {
    const before = documentOf({ xAxis: { columnId: 'a' } })
    const hidden = after(before, hideField(before, 'e', path, { visibility: 'hidden' }))
    expect(elementOf(hidden).x).toBeUndefined()
    expect(after(hidden, showField(hidden, 'e', path))).toEqual(before)
  })
})

describe('the look of a title', () => {
  test('keeps its text, and is a plain text again without a style', () => {
    const before = documentOf({ name: 'Sales' })
    const large = after(before, setElementLook(before, 'e', ['name', 'fontSize'], 20))
    expect(elementOf(large).name).toEqual({ text: 'Sales', fontSize: 20 })
    const renamed = after(large, setElementTitle(large, 'e', 'Revenue'))
    expect(elementOf(renamed).name).toEqual({ text: 'Revenue', fontSize: 20 })
    const plain = after(renamed, setElementLook(renamed, 'e', ['name', 'fontSize'], undefined))
    expect(elementOf(plain).name).toBe('Revenue')
  })
})

describe('the order of a key', () => {
  const cases = [
    {
      name: 'of an axis',
      fields: { xAxis: { columnId: 'a', format: { marks: 'none' } } },
      shelf: 'xAxis' as const,
      written: { xAxis: { columnId: 'a', format: { marks: 'none' }, sort: { direction: 'descending', by: 'b' } } },
    },
    {
      name: 'of slices',
      fields: { kind: 'pie-chart', value: { columnId: 'b' }, color: { columnId: 'a' } },
      shelf: 'color' as const,
      written: { color: { columnId: 'a', sort: { direction: 'descending', by: 'b' } } },
    },
    {
      name: 'of panels',
      fields: { trellis: { rowsBy: [{ columnId: 'a' }] } },
      shelf: 'trellisRow' as const,
      written: {
        trellis: { rowsBy: [{ columnId: 'a', sort: { type: 'column', columnId: 'b', direction: 'descending' } }] },
      },
    },
    {
      name: 'of the rows of a pivot table',
      fields: { kind: 'pivot-table', values: ['b'], rowsBy: [{ columnId: 'c' }, { columnId: 'a' }] },
      shelf: 'rowsBy' as const,
      written: { rowsBy: [{ columnId: 'c' }, { columnId: 'a', sort: { direction: 'descending', by: 'b' } }] },
    },
  ]

  test.each(cases)('$name is written, read and removed', ({ fields, shelf, written }) => {
    const before = documentOf(fields)
    const sort = { direction: 'descending', by: 'b' } as const
    const sorted = after(before, setShelfSort(before, 'e', shelf, 'a', sort))
    expect(elementOf(sorted)).toMatchObject(written)
    expect(sortedKeys(elementOf(sorted))).toContainEqual({ shelf, columnId: 'a', sort })
    expect(after(sorted, setShelfSort(sorted, 'e', shelf, 'a', undefined))).toEqual(before)
  })
})
