import { describe, expect, test } from 'vitest'
import type { WorkbookDocument } from '../api.ts'
import { bindFormulas } from '../bindings.ts'
import { readFormN } from '../codecs/form-n.ts'
import { applyEdits, invertEdits } from '../edits/index.ts'
import { findTexts, replacedText, replaceTexts } from './index.ts'

const { document: read } = readFormN({
  schemaVersion: 1,
  pages: [
    {
      id: 'p1',
      name: 'Net sales',
      elements: [
        {
          id: 'sales',
          kind: 'table',
          name: 'Sales',
          source: { kind: 'sql', connectionId: 'c', statement: 'select NET from sales' },
          columns: [
            { id: 'net', formula: '[Custom SQL/NET]' },
            { id: 'twice', name: 'Twice the net', formula: '[Net] * 2', description: 'Net, two times' },
          ],
        },
        { id: 'note', kind: 'text', body: 'net {{Sum([Sales/Net])}} NET' },
        { id: 'pick', kind: 'control', controlType: 'text', controlId: 'NetPick', mode: 'equals', name: 'Pick' },
      ],
    },
  ],
})
const document: WorkbookDocument = bindFormulas(read)

describe('finding texts', () => {
  const parts = (searchText: string, isExact = false) =>
    findTexts(document, searchText, isExact).map(({ part, elementId, path }) => [part, elementId, path])

  test('names, texts, columns, formulas, SQL and control ids, without regard to case', () => {
    expect(parts('net')).toEqual([
      ['page', undefined, 'pages p1'],
      ['column', 'sales', undefined],
      ['formula', 'sales', 'columns[0].formula'],
      ['column', 'sales', 'columns[1].name'],
      ['text', 'sales', 'columns[1].description'],
      ['formula', 'sales', 'columns[1].formula'],
      ['sql', 'sales', 'source.statement'],
      ['text', 'note', 'body'],
      ['control', 'pick', undefined],
    ])
  })

  test('by case, and nothing for an empty text', () => {
    expect(parts('NET', true).map(([part]) => part)).toEqual(['formula', 'sql', 'text'])
    expect(parts('')).toEqual([])
  })
})

describe('replacing texts', () => {
  test('changes only the selected texts, and can be undone at once', () => {
    const found = findTexts(document, 'net').filter(({ elementId }) => elementId === 'note')
    const edits = replaceTexts(document, found, { searchText: 'net', by: 'Gross' })
    const { document: after, dropped } = applyEdits(document, edits)
    expect(dropped).toEqual([])
    expect(after.elements.note?.body).toBe('Gross {{Sum([Sales/Gross])}} Gross')
    expect(after.elements.sales).toEqual(document.elements.sales)
    expect(applyEdits(after, invertEdits(document, edits)).document).toEqual(document)
  })

  test('renames pages and columns, but not derived names', () => {
    const edits = replaceTexts(document, findTexts(document, 'net'), { searchText: 'net', by: 'gross' })
    const { document: after } = applyEdits(document, edits)
    expect(after.pages[0]?.name).toBe('gross sales')
    const columns = (after.elements.sales as unknown as { columns: { name?: string; formula: string }[] }).columns
    expect(columns.map(({ name, formula }) => [name, formula])).toEqual([
      [undefined, '[Custom SQL/gross]'],
      ['Twice the gross', '[gross] * 2'],
    ])
    expect(after.elements.pick).toEqual(document.elements.pick)
  })

  test('replaces each occurrence once, whatever the new text contains', () => {
    expect(replacedText('aaa', { searchText: 'a', by: 'aa' })).toBe('aaaaaa')
    expect(replacedText('Aba', { searchText: 'a', by: '-', isExact: true })).toBe('Ab-')
    expect(replacedText('İ a', { searchText: 'A', by: '-' })).toBe('İ -')
  })
})
