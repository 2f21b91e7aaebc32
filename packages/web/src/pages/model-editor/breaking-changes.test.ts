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

describe('parts of a draft that break readers of the published version', () => {
  const published = model(table('a', ['x', 'y']), table('b', ['z']))
  it.each([
    ['nothing, where it is the same', model(table('a', ['x', 'y']), table('b', ['z'])), []],
    ['nothing, where it adds', model(table('a', ['x', 'new', 'y']), table('b', ['z']), table('c', ['q'])), []],
    [
      'a column',
      model(table('a', ['x']), table('b', ['z'])),
      [{ elementId: 'a', table: 'A', part: { kind: 'column', id: 'a-y', name: 'y', isChanged: false } }],
    ],
    ['a table, and not each of its columns', model(table('a', ['x', 'y'])), [{ elementId: 'b', table: 'B' }]],
  ])('%s', (_, draft, expected) => {
    expect(removalsOf(published, draft)).toEqual(expected)
  })

  const rich = (fields: object) => model({ ...table('a', ['x']), ...fields }, table('b', ['z']))
  const metric = { id: 'm', name: 'Sum', formula: 'Sum([x])' }
  const relationship = {
    id: 'r',
    name: 'To B',
    targetElementId: 'b',
    keys: [{ sourceColumnId: 'a-x', targetColumnId: 'b-z' }],
  }
  it.each([
    [
      'nothing, where a metric has another name',
      { metrics: [{ ...metric, name: 'Total' }] },
      { metrics: [metric] },
      [],
    ],
    ['a metric', {}, { metrics: [metric] }, [{ kind: 'metric', id: 'm', name: 'Sum', isChanged: false }]],
    [
      'what a metric was',
      { metrics: [{ ...metric, formula: 'Avg([x])' }] },
      { metrics: [metric] },
      [{ kind: 'metric', id: 'm', name: 'Sum', isChanged: true }],
    ],
    [
      'a relationship',
      {},
      { relationships: [relationship] },
      [{ kind: 'relationship', id: 'r', name: 'To B', isChanged: false }],
    ],
    [
      'where a relationship leads',
      { relationships: [{ ...relationship, targetElementId: 'a' }] },
      { relationships: [relationship] },
      [{ kind: 'relationship', id: 'r', name: 'To B', isChanged: true }],
    ],
  ])('%s', (_, now, before, parts) => {
    expect(removalsOf(rich(before), rich(now)).map(({ part }) => part)).toEqual(parts)
  })
})
