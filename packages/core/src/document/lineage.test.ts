import { describe, expect, test } from 'vitest'
import { bindFormulas } from './bindings.ts'
import { readFormN } from './codecs/form-n.ts'
import { lineageOf, reachedFrom } from './lineage.ts'

const table = (id: string, source: unknown, formula: string) => ({
  id,
  kind: 'table',
  name: id,
  source,
  columns: [{ id: `${id}-c`, name: 'Cell', formula }],
})
const warehouse = { kind: 'warehouse-table', connectionId: 'c', path: ['DB', 'S', 'T'] }
const { document: read } = readFormN({
  schemaVersion: 1,
  pages: [
    {
      id: 'p1',
      name: 'Page',
      elements: [
        table('a', warehouse, '[T/X]'),
        table('b', { kind: 'table', elementId: 'a' }, '[a/Cell] + [Pick]'),
        table('other', warehouse, '[T/X]'),
        {
          id: 'pick',
          kind: 'control',
          controlType: 'text',
          controlId: 'Pick',
          mode: 'equals',
          filters: [{ source: { kind: 'table', elementId: 'other' }, columnId: 'other-c' }],
        },
        { id: 'total', kind: 'text', body: 'Sum: {{Sum([b/Cell])}}' },
        { id: 'plain', kind: 'text', body: 'Nothing' },
      ],
    },
  ],
})
const document = bindFormulas(read)

describe('lineage of a document', () => {
  const { nodes, edges } = lineageOf(document)
  const source = nodes.find(({ kind }) => kind === 'source')?.id ?? ''

  test('lists each source once, then the elements that read or are read', () => {
    expect(nodes.map(({ kind, name, id }) => [kind, kind === 'source' ? name : id])).toEqual([
      ['source', 'DB.S.T'],
      ['element', 'a'],
      ['element', 'b'],
      ['element', 'other'],
      ['control', 'pick'],
      ['element', 'total'],
    ])
  })

  test('follows sources, formulas, texts and controls', () => {
    expect(edges.map(({ from, to }) => `${from === source ? 'T' : from} > ${to}`).sort()).toEqual(
      ['T > a', 'a > b', 'pick > b', 'T > other', 'pick > other', 'b > total'].sort(),
    )
  })

  test('follows indirect dependencies in both directions', () => {
    expect([...reachedFrom(edges, 'total', 'before')].sort()).toEqual(['a', 'b', 'pick', source].sort())
    expect([...reachedFrom(edges, 'pick', 'after')].sort()).toEqual(['b', 'other', 'total'])
  })
})
