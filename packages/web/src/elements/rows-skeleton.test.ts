import type { DataElement } from '@octavo/core/document'
import { describe, expect, it } from 'vitest'
import { headsAhead } from './RowsSkeleton.tsx'

const columns = [
  { id: 'a', formula: '[Sales/Region]' },
  { id: 'b', formula: 'Sum([Revenue])', name: 'Total' },
  { id: 'c', formula: '[Sales/Store Name]', hidden: true },
  { id: 'd', formula: '' },
]
const element = (fields: Record<string, unknown>) => ({ id: 'e', columns, ...fields }) as unknown as DataElement

describe('the names above rows that are loading', () => {
  it.each([
    [
      'a table: visible columns, named by their formula, and no name where there is none',
      { kind: 'table' },
      ['Region', 'Total', ''],
    ],
    [
      'a table with groups: the outermost key and its calculations',
      {
        kind: 'table',
        groupings: [
          { id: 'g', groupBy: ['a'], calculations: ['b'] },
          { id: 'h', groupBy: ['d'] },
        ],
      },
      ['Region', 'Total'],
    ],
    ['a table with a summary: without its columns', { kind: 'table', summary: ['b'] }, ['Region', '']],
    [
      'a pivot table: keys of rows, then values',
      { kind: 'pivot-table', rowsBy: [{ id: 'a' }], columnsBy: [{ id: 'd' }], values: ['b'] },
      ['Region', 'Total'],
    ],
    ['an input table', { kind: 'input-table' }, ['Region', 'Total', '']],
  ])('%s', (_, fields, names) => expect(headsAhead(element(fields))).toEqual(names))
})
