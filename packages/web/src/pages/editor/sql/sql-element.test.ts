import {
  applyEdits,
  bindFormulas,
  checkEdits,
  invertEdits,
  validateDocument,
  type WorkbookDocument,
} from '@octavo/core/document'
import { expect, test } from 'vitest'
import {
  changeSqlEdits,
  columnsOfSql,
  freeParameter,
  lostColumns,
  parametersOf,
  type SqlControl,
  type SqlSource,
  sqlColumnsOf,
  sqlElementEdits,
} from './sql-element.ts'

const connectionId = '11111111-1111-4111-8111-111111111111'
const sqlOf = (statement: string): SqlSource => ({ kind: 'sql', connectionId, statement })
const columns = [
  { id: 'a', formula: '[Custom SQL/CHANNEL]', name: 'Way' },
  { id: 'b', formula: '[Custom SQL/TOTAL]', format: { kind: 'number', formatString: '.2f' } },
  { id: 'c', formula: '[TOTAL] * 2', name: 'Twice' },
]
const read = validateDocument(
  {
    name: 'W',
    schemaVersion: 1,
    pages: [
      {
        id: 'p',
        name: 'Page',
        elements: [{ id: 'sql', kind: 'table', name: 'Channels', source: sqlOf('select 1'), columns }],
      },
    ],
  },
  'workbook',
)
const document = bindFormulas(read.document)
let count = 0
const newId = () => `n${++count}`
const place = (of: WorkbookDocument) => ({ document: of, pageId: 'p', selection: { elementIds: [], columnIds: [] } })

/** The document after edits; checks that they are valid and that undo restores it byte for byte. */
function after(edits: Parameters<typeof applyEdits>[1]): WorkbookDocument {
  const next = applyEdits(document, edits)
  expect(next.dropped).toEqual([])
  expect(checkEdits(document, next.document).problems).toEqual([])
  expect(JSON.stringify(applyEdits(next.document, invertEdits(document, edits)).document)).toBe(
    JSON.stringify(document),
  )
  return next.document
}

test('the document of these tests is valid', () => expect(read.problems).toEqual([]))

test('an element is added with the controls that its statement names, with a value of their type', () => {
  const controls: SqlControl[] = [
    { controlId: 'Region', type: 'text', value: 'West' },
    { controlId: 'Least', type: 'number', value: '1.5' },
    { controlId: 'Since', type: 'date', value: '2026-01-31' },
    { controlId: 'Open', type: 'number', value: '' },
  ]
  const fields = { source: sqlOf('select {{Region}}'), columns: columnsOfSql([{ name: 'A/B', type: 'text' }], newId) }
  const made = Object.values(
    after(sqlElementEdits(place(document), 'new', { kind: 'table', fields }, controls, newId)).elements,
  )
  expect(made.filter(({ kind }) => kind === 'control')).toEqual([
    expect.objectContaining({ controlId: 'Region', controlType: 'text', mode: 'equals', value: 'West' }),
    expect.objectContaining({ controlId: 'Least', controlType: 'number', mode: '=', value: 1.5 }),
    expect.objectContaining({ controlId: 'Since', controlType: 'date', mode: '=', value: '2026-01-31' }),
    expect.not.objectContaining({ value: expect.anything() }),
  ])
  expect(made.find(({ id }) => id === 'new')).toMatchObject({ columns: [{ formula: '[Custom SQL/A\\/B]' }] })
})

test('a changed statement keeps the columns and adds the new ones', () => {
  const named = (...all: string[]) => all.map((name) => ({ name, type: undefined }))
  const source = sqlOf('select 2')
  const change = { before: named('CHANNEL', 'TOTAL', 'LEFT_OUT'), after: named('channel', 'LEFT_OUT', 'FRESH') }
  const next = after(changeSqlEdits(document, 'sql', source, change, newId)).elements.sql
  expect(next).toMatchObject({ source, columns: [...columns, { formula: '[Custom SQL/FRESH]' }] })
  expect(next?.columns).toHaveLength(4)
  expect(changeSqlEdits(document, 'gone', source, change, newId)).toEqual([])
})

test('columns that a statement no longer returns are listed with their uses', () => {
  expect(lostColumns(document, 'sql', [{ name: 'channel', type: 'text' }])).toEqual([
    { name: 'TOTAL', usedBy: ['Twice'] },
  ])
  expect(lostColumns(document, 'gone', [])).toEqual([])
})

test('columns are read from the completion items, whatever characters their names contain', () => {
  const labels = ['Custom SQL/A', 'Custom SQL/A\\/B', 'Region', 'Other/A', 'Custom SQL/A/B']
  const completions = labels.map((label) => ({ kind: 'reference', label, detail: 'text' }))
  expect(sqlColumnsOf([...completions, { kind: 'function', label: 'Sum' }])).toEqual([
    { name: 'A', type: 'text' },
    { name: 'A/B', type: 'text' },
  ])
})

test('new controls have unique handles', () => {
  const other: SqlControl = { controlId: 'Parameter', type: 'text', value: '' }
  expect(freeParameter(document, '', [])).toBe('Parameter')
  expect(freeParameter(document, ' ', [other])).toBe('Parameter-2')
  expect(freeParameter(document, 'Way of selling', [])).toBe('Way-of-selling')
  expect(parametersOf('select {{A}}, {{ B-2 }}, {{#formula [C]}}')).toEqual(['A', 'B-2'])
})
