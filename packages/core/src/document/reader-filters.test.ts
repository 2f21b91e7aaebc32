import { describe, expect, it } from 'vitest'
import { readFormN } from './codecs/form-n.ts'
import { isDataElement } from './lookups.ts'
import { readerFilters } from './reader-filters.ts'

interface Given {
  formula: string
  filter?: object
  columns?: object[]
  groupings?: object[]
}

function readerFiltersOf({ formula, filter = {}, columns = [], groupings = [] }: Given) {
  const empty = { kind: 'empty', connectionId: 'c' }
  const others = {
    ...{ id: 'others', kind: 'input-table', name: 'Others', source: empty },
    columns: [
      { id: 'key', type: 'text', name: 'Key' },
      { id: 'who', type: 'text', name: 'Who' },
    ],
  }
  const table = {
    ...{ id: 't', kind: 'input-table', name: 'Tasks', source: empty },
    columns: [
      { id: 'note', type: 'text', name: 'Note' },
      { id: 'score', type: 'number', name: 'Score' },
      { id: 'CREATED_BY' },
      ...columns,
      { id: 'policy', formula, name: 'Policy' },
    ],
    filters: [{ id: 'f', columnId: 'policy', kind: 'list', mode: 'include', values: [true], ...filter }],
    ...(groupings.length > 0 ? { groupings } : {}),
  }
  const { document } = readFormN({ schemaVersion: 1, pages: [{ id: 'p', name: 'P', elements: [others, table] }] })
  const element = document.elements.t
  if (!element || !isDataElement(element)) throw new Error('The table is not there.')
  const found = readerFilters(document, element)
  return found && { columns: [...found.columnIds].toSorted(), isOverRows: found.isOverRows }
}

describe('the filters that hide rows from some readers', () => {
  const readerFormula = '[Note] = CurrentUserEmail()'
  const ofRow = (...columns: string[]) => ({ columns, isOverRows: false })
  const overRows = expect.objectContaining({ isOverRows: true })
  const cases: [string, Given, object | null][] = [
    ['a column with a viewer function', { formula: readerFormula }, ofRow('note', 'policy')],
    ['a system column of the row', { formula: '[Created by] = CurrentUserEmail()' }, ofRow('CREATED_BY', 'policy')],
    [
      'a column with a viewer function in another column',
      { formula: 'Not([Mine])', columns: [{ id: 'mine', name: 'Mine', formula: readerFormula }] },
      ofRow('mine', 'note', 'policy'),
    ],
    [
      'a lookup, whose value may depend on the viewer',
      { formula: 'Lookup([Others/Who], [Note], [Others/Key]) = "x"' },
      ofRow('note', 'policy'),
    ],
    [
      'an aggregate of another table',
      { formula: 'Rollup(Count([Others/Who]), [Note], [Others/Key]) > 0' },
      ofRow('note', 'policy'),
    ],
    ['a function of the organization', { formula: 'OfOurs([Score])' }, ofRow('policy', 'score')],
    ['a filter that is the same for everybody', { formula: '[Score] > 1' }, null],
    ['a filter that is switched off', { formula: readerFormula, filter: { state: 'disabled' } }, null],
    ['a filter of another column', { formula: readerFormula, filter: { columnId: 'note', values: ['x'] } }, null],
    ['a rank', { formula: 'CurrentUserEmail() = "x" or Rank([Score]) = 1' }, overRows],
    ['an aggregate of the table', { formula: 'CurrentUserEmail() = "x" or Sum([Score]) > 1' }, overRows],
    [
      'a column of a grouping',
      { formula: readerFormula, groupings: [{ id: 'g', groupBy: ['note'], calculations: ['policy'] }] },
      overRows,
    ],
    [
      'the first few',
      { formula: readerFormula, filter: { kind: 'top-n', mode: 'top-n', rankingFunction: 'rank', rowCount: 1 } },
      overRows,
    ],
  ]
  it.each(cases)('%s', (_, given, expected) => {
    expect(readerFiltersOf(given)).toEqual(expected)
  })

  it('terminates for circular references', () => {
    const columns = [{ id: 'round', name: 'Round', formula: '[Policy]' }]
    expect(readerFiltersOf({ formula: '[Round] or CurrentUserEmail() = "x"', columns })).toEqual(
      ofRow('policy', 'round'),
    )
  })
})
