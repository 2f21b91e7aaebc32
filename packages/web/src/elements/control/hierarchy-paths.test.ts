import type { LevelRows } from '@octavo/core/display'
import { describe, expect, it } from 'vitest'
import { type Path, pathKey, pathsWith, pathTree, stateOfPath, toggledPath } from './hierarchy-paths.ts'

const column = (id: string) => ({ id, name: id, type: { kind: 'text' as const }, nullable: true })
const rows = (...paths: (string | null)[][]): LevelRows =>
  ({
    columns: ['region', 'state', 'city'].slice(0, paths[0]?.length).map(column),
    values: (paths[0] ?? []).map((_, index) => paths.map((path) => path[index] ?? null)),
    rowCount: paths.length,
    hasMore: false,
  }) as unknown as LevelRows
const tree = pathTree(
  rows(['East', 'NY', 'Albany'], ['East', 'NY', 'Buffalo'], ['East', 'MA', null], ['West', 'CA', 'Fresno']),
)
const keys = (paths: readonly Path[]) => paths.map(pathKey).sort()

describe('paths of a hierarchy', () => {
  it('are those of the rows, each once, and end at a cell without a value', () => {
    const written = (nodes: typeof tree): unknown => nodes.map(({ path, children }) => [path.at(-1), written(children)])
    expect(written(tree)).toEqual([
      [
        'East',
        [
          [
            'NY',
            [
              ['Albany', []],
              ['Buffalo', []],
            ],
          ],
          ['MA', []],
        ],
      ],
      ['West', [['CA', [['Fresno', []]]]]],
    ])
    expect(pathTree(rows(['["East","NY"]'])).map(({ path }) => path)).toEqual([['East']])
  })

  it('include all paths below them', () => {
    const chosen = [['East', 'NY']]
    expect(stateOfPath(['East'], chosen)).toBe('some')
    expect(stateOfPath(['East', 'NY', 'Albany'], chosen)).toBe('on')
    expect(stateOfPath(['West'], chosen)).toBe('off')
  })

  it.each([
    [['East'], [], [['East']]],
    [['East'], [['East', 'NY'], ['West']], [['West'], ['East']]],
    [['East'], [['East']], []],
    [['East', 'NY'], [['East']], [['East', 'MA']]],
    [
      ['East', 'NY', 'Albany'],
      [['East'], ['West']],
      [['West'], ['East', 'MA'], ['East', 'NY', 'Buffalo']],
    ],
  ] as [Path, Path[], Path[]][])('a press on %j with %j chosen', (path, chosen, expected) => {
    expect(keys(toggledPath(path, chosen, tree))).toEqual(keys(expected))
  })

  it('are found with the paths above and below them', () => {
    expect(pathsWith(tree, 'ny').map(({ path }) => path)).toEqual([['East']])
    expect(pathsWith(tree, 'ny')[0]?.children.map(({ children }) => children.length)).toEqual([2])
    expect(pathsWith(tree, '')).toEqual(tree)
  })
})
