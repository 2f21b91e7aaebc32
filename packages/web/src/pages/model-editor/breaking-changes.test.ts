import { documentOfFormN } from '@octavo/core/document'
import { describe, expect, it } from 'vitest'
import { removalsOf } from './breaking-changes.ts'

const table = (id: string, columns: readonly string[]) => ({
  id,
  kind: 'table',
  name: id.toUpperCase(),
  source: { kind: 'warehouse-table', connectionId: 'c', path: ['T'] },
  columns: columns.map((name) => ({ id: `${id}-${name}`, name, formula: `[T/${name}]` })),
})
const model = (...elements: object[]) =>
  documentOfFormN({ name: 'Model', schemaVersion: 1, pages: [{ id: 'p', name: 'Page', elements }] })

describe('what a draft takes from the readers of the published version', () => {
  const published = model(table('a', ['x', 'y']), table('b', ['z']))
  it.each([
    ['nothing, where it is the same', model(table('a', ['x', 'y']), table('b', ['z'])), []],
    ['nothing, where it adds', model(table('a', ['x', 'new', 'y']), table('b', ['z']), table('c', ['q'])), []],
    [
      'a column',
      model(table('a', ['x']), table('b', ['z'])),
      [{ elementId: 'a', table: 'A', columnId: 'a-y', column: 'y' }],
    ],
    ['a table, and not each of its columns', model(table('a', ['x', 'y'])), [{ elementId: 'b', table: 'B' }]],
  ])('%s', (_, draft, expected) => {
    expect(removalsOf(published, draft)).toEqual(expected)
  })
})
