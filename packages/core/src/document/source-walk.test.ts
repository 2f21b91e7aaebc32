import { describe, expect, it } from 'vitest'
import { leafSources, sourceNodes } from './source-walk.ts'

const table = (name: string) => ({ kind: 'warehouse-table', connectionId: 'c', path: [name] })

describe('the walk over sources', () => {
  it.each([
    ['a table', table('a'), ['source']],
    ['a transpose', { kind: 'transpose', source: table('a') }, ['source', 'source.source']],
    ['the values of a control', { kind: 'source', source: table('a'), columnId: 'x' }, ['source', 'source.source']],
    [
      'a join',
      { kind: 'join', primarySource: table('a'), joins: [{ left: table('a'), right: table('b') }] },
      ['source', 'source.primarySource', 'source.joins[0].left', 'source.joins[0].right'],
    ],
    [
      'a union of a join',
      { kind: 'union', sources: [{ kind: 'join', joins: [{ left: table('a'), right: table('b') }] }, table('c')] },
      [
        'source',
        'source.sources[0]',
        'source.sources[0].joins[0].left',
        'source.sources[0].joins[0].right',
        'source.sources[1]',
      ],
    ],
  ])('finds every source in %s, in document order', (_, source, paths) => {
    expect(sourceNodes(source).map(({ path }) => path)).toEqual(paths)
  })

  it('returns as leaves only sources that read rows themselves', () => {
    const join = { kind: 'join', joins: [{ left: table('a'), right: { kind: 'table', elementId: 'e' } }] }
    expect(leafSources({ kind: 'union', sources: [join, table('c')] })).toEqual([
      table('a'),
      { kind: 'table', elementId: 'e' },
      table('c'),
    ])
  })

  it.each([undefined, null, 'text', { kind: 'join' }, { kind: 'union', sources: 'none' }, { kind: 'transpose' }])(
    'accepts %o, which is not a valid source',
    (source) => {
      expect(leafSources(source)).toEqual([])
    },
  )
})
