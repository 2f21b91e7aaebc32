import { describe, expect, it } from 'vitest'
import type { Cell, LevelName, ResultColumn } from '../types/index.ts'
import { type Children, childKey, type ElementRows } from './element-rows.ts'
import { cellAt, LevelCollector, type LevelRows } from './level-rows.ts'
import { groupId, type TableShape, tableView } from './table-rows.ts'

function level(ids: string[], rows: Cell[][], hasMore = false): LevelRows {
  const columns = ids.map((id): ResultColumn => ({ id, name: id, type: { kind: 'text' }, nullable: true }))
  const collector = new LevelCollector(columns)
  collector.add(ids.map((_, column) => rows.map((row) => row[column] ?? null)))
  collector.finish(hasMore)
  return collector.snapshot()
}

function data(levels: [LevelName, LevelRows][], children: [string, Children][] = []): ElementRows {
  return { levels: new Map(levels), children: new Map(children) }
}

/** Rows as text lines: depth, level and cells, or the placeholder. */
function lines(shape: TableShape, element: ElementRows, open: string[]): string[] {
  const view = tableView(shape, element, new Set(open))
  return Array.from({ length: view.rowCount }, (_, index) => {
    const row = view.row(index)
    if (row.kind !== 'cells') return `${row.depth} ${row.kind} ${row.level} ${JSON.stringify(row.parentKey)}`
    const cells = row.rows.columns.map((_column, column) => cellAt(row.rows, column, row.index))
    return `${row.depth} ${row.level} ${cells.join(',')}${row.isOpen ? ' open' : ''}${row.isBusy ? ' busy' : ''}`
  })
}

const flat: TableShape = { groupKeys: [], hiddenColumnIds: new Set(['secret']) }
const oneLevel: TableShape = { groupKeys: [['region']], hiddenColumnIds: new Set() }
const twoLevels: TableShape = { groupKeys: [['region'], ['city']], hiddenColumnIds: new Set() }
const regions = level(
  ['region', 'revenue'],
  [
    ['North', '10'],
    [null, '20'],
  ],
)

describe('a table without groups', () => {
  const base = level(['id', 'secret', 'name'], [['1', 's', 'a']])
  it('shows its base level without the hidden columns', () => {
    const view = tableView(flat, data([['base', base]]), new Set())
    expect(view.columns.map(({ column }) => column.id)).toEqual(['id', 'name'])
    expect(lines(flat, data([['base', base]]), [])).toEqual(['0 base 1,s,a'])
  })
  it('has no rows before the first have arrived', () => {
    expect(tableView(flat, data([]), new Set())).toMatchObject({ columns: [], rowCount: 0 })
  })
})

describe('a table with one level of groups', () => {
  const north = level(['id'], [['1'], ['2']])
  const northKey = childKey('base', ['North'])

  it('shows closed groups alone, and only their columns', () => {
    const view = tableView(oneLevel, data([['g1', regions]]), new Set())
    expect(view.columns.map(({ column }) => column.id)).toEqual(['region', 'revenue'])
    expect(lines(oneLevel, data([['g1', regions]]), [])).toEqual(['0 g1 North,10', '0 g1 ,20'])
  })

  it.each<[string, Children | undefined, string[]]>([
    ['not requested yet', undefined, ['1 waiting base ["North"]']],
    ['on their way', { status: 'waiting' }, ['1 waiting base ["North"]']],
    ['here', { status: 'ready', rows: north }, ['1 base 1', '1 base 2']],
    ['failed', { status: 'failed' }, ['1 failed base ["North"]']],
    ['here in part', { status: 'ready', rows: level(['id'], [['1']], true) }, ['1 base 1', '1 more base ["North"]']],
  ])('shows below an open group that its rows are %s', (_, children, below) => {
    const element = data([['g1', regions]], children ? [[northKey, children]] : [])
    const isBusy = children?.status === 'waiting' ? ' busy' : ''
    expect(lines(oneLevel, element, [groupId(['North'])])).toEqual([
      `0 g1 North,10 open${isBusy}`,
      ...below,
      '0 g1 ,20',
    ])
  })

  it('adds the columns of the rows that are shown, each at its own level', () => {
    const element = data(
      [['g1', regions]],
      [[northKey, { status: 'ready', rows: level(['region', 'id'], [['North', '1']]) }]],
    )
    const view = tableView(oneLevel, element, new Set([groupId(['North'])]))
    expect(view.columns.map((entry) => [entry.level, entry.column.id])).toEqual([
      ['g1', 'region'],
      ['g1', 'revenue'],
      ['base', 'id'],
    ])
  })

  it('distinguishes the group of null from the group of a text', () => {
    const element = data([['g1', regions]], [[childKey('base', [null]), { status: 'ready', rows: north }]])
    expect(lines(oneLevel, element, [groupId([null])])).toEqual([
      '0 g1 North,10',
      '0 g1 ,20 open',
      '1 base 1',
      '1 base 2',
    ])
  })
})

it('opens groups inside groups with the keys of all levels above', () => {
  const cities = level(['city'], [['Bergen'], ['Oslo']])
  const element = data(
    [['g1', regions]],
    [
      [childKey('g2', ['North']), { status: 'ready', rows: cities }],
      [childKey('base', ['North', 'Oslo']), { status: 'ready', rows: level(['id'], [['9']]) }],
    ],
  )
  expect(lines(twoLevels, element, [groupId(['North']), groupId(['North', 'Oslo'])])).toEqual([
    '0 g1 North,10 open',
    '1 g2 Bergen',
    '1 g2 Oslo open',
    '2 base 9',
    '0 g1 ,20',
  ])
})

it('every row has a unique key', () => {
  const element = data(
    [['g1', regions]],
    [[childKey('base', ['North']), { status: 'ready', rows: level(['id'], [['1'], ['1']]) }]],
  )
  const view = tableView(oneLevel, element, new Set([groupId(['North'])]))
  const keys = Array.from({ length: view.rowCount }, (_, index) => view.row(index).key)
  expect(new Set(keys).size).toBe(keys.length)
})
