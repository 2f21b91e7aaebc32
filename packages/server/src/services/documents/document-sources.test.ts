import { readFormN } from '@octavo/core/document'
import { describe, expect, test } from 'vitest'
import { type DocumentSource, sourceKey, sourcesOf } from './document-sources.ts'

const connectionId = '11111111-1111-4111-8111-111111111111'
const table = (name: string) => ({ kind: 'warehouse-table', connectionId, path: ['DB', 'S', name] })

function sourcesIn(source: unknown): DocumentSource[] {
  const element = { id: 'e', kind: 'table', name: 'E', source, columns: [{ id: 'c', formula: '[A/B]' }] }
  const body = { schemaVersion: 1, pages: [{ id: 'p', name: 'P', elements: [element] }] }
  return sourcesOf(readFormN(body).document)
}

describe('sourcesOf', () => {
  test.each<[string, unknown, string[]]>([
    ['a table', table('A'), ['table A']],
    ['custom SQL', { kind: 'sql', connectionId, statement: 'select 1' }, ['sql']],
    ['a data model', { kind: 'data-model', dataModelId: 'm', elementId: 'x' }, ['data-model m x']],
    ['an element of the same document is none', { kind: 'table', elementId: 'other' }, []],
    [
      'every leg of a join',
      {
        kind: 'join',
        primarySource: table('A'),
        joins: [
          { left: table('A'), right: { kind: 'data-model', dataModelId: 'm', elementId: 'x' }, columns: [] },
          { left: table('A'), right: table('B'), columns: [] },
        ],
      },
      ['table A', 'table A', 'data-model m x', 'table A', 'table B'],
    ],
    [
      'every part of a union',
      { kind: 'union', sources: [table('A'), table('B')], matches: [] },
      ['table A', 'table B'],
    ],
    ['what a transpose turns', { kind: 'transpose', source: table('A'), direction: 'row-to-column' }, ['table A']],
    ['an uploaded file', { kind: 'csv-table', connectionId, inodeId: 'i' }, ['csv']],
    ['an input table', { kind: 'empty', connectionId }, ['input-table']],
    ['a linked input table names no source of its own', { kind: 'linked', from: 'other' }, []],
    ['an unknown kind that names a connection', { kind: 'from-the-future', connectionId }, ['connection']],
  ])('%s', (_title, source, expected) => {
    const found = sourcesIn(source).map((each) => {
      if (each.kind === 'warehouse-table') return `table ${each.path.at(-1)}`
      return each.kind === 'data-model' ? `data-model ${each.dataModelId} ${each.sourceElementId}` : each.kind
    })
    expect(found).toEqual(expected)
  })

  test('a changed statement is another source; another position of an element is not', () => {
    const [first] = sourcesIn({ kind: 'sql', connectionId, statement: 'select 1' })
    const [second] = sourcesIn({ kind: 'sql', connectionId, statement: 'select 2' })
    if (!first || !second) throw new Error('Both have a source.')
    expect(sourceKey(first)).not.toBe(sourceKey(second))
    expect(sourceKey({ ...first, elementId: 'elsewhere' })).toBe(sourceKey(first))
  })
})
