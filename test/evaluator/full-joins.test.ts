import { afterAll, beforeAll, describe, test } from 'vitest'
import { newDatabase, whySkipped } from '../engines/servers.ts'
import { type GoldenEngine, openDuckDb, openPostgres } from '../golden/engines.ts'
import { openMariadbAt, openPostgresAt } from '../golden/server-engines.ts'
import { check } from './check.ts'
import { call, column, source } from './expression.ts'
import type { Element, Source, Workbook } from './model.ts'
import { int } from './values.ts'

const operators = ['=', '!=', '<', 'is-not-distinct-from'] as const

function workbookOf(op: (typeof operators)[number]): Workbook {
  const columns = [
    { name: 'u', kind: 'int' },
    { name: 'n', kind: 'int' },
  ] as const
  const rows = (...pairs: (readonly [number, number | null])[]) =>
    pairs.map(([u, n]) => [int(u), n === null ? null : int(n)])
  const join: Source = {
    kind: 'join',
    left: { kind: 'warehouse-table', path: ['R', 'T'] },
    right: { kind: 'warehouse-table', path: ['R', 'S'] },
    leftName: 'Left',
    rightName: 'Right',
    joinType: 'full-outer',
    on: [{ left: 'n', right: 'n', op }],
  }
  const element: Element = {
    id: 'Main',
    source: join,
    columns: [
      { id: 'lu', kind: 'int', expr: source('Left', 'u') },
      { id: 'ru', kind: 'int', expr: source('Right', 'u') },
      { id: 'both', kind: 'int', expr: call('Coalesce', column('lu'), column('ru')) },
      { id: 'k', kind: 'int', expr: source('Right', 'n') },
      { id: 'count', kind: 'int', expr: call('Count') },
    ],
    groupings: [{ id: 'g', keys: ['k'], calculations: ['count'], sort: [] }],
    summary: [],
    sort: [],
    filters: [],
  }
  return {
    tables: [
      { path: ['R', 'T'], columns: [...columns], rows: rows([1, 1], [2, 1], [3, 5], [4, null]) },
      { path: ['R', 'S'], columns: [...columns], rows: rows([10, 1], [11, 2], [12, null], [13, 0]) },
    ],
    elements: [element],
  }
}

describe.each([
  ['DuckDB', openDuckDb, null],
  ['PostgreSQL', openPostgres, null],
  ['a PostgreSQL server', async () => openPostgresAt(await newDatabase('postgres')), whySkipped('postgres')],
  ['a MariaDB server', async () => openMariadbAt(await newDatabase('mariadb')), whySkipped('mariadb')],
] as const)('full joins on %s', (_, open, skipped) => {
  let engine: GoldenEngine
  beforeAll(async () => {
    if (skipped === null) engine = await open()
  })
  afterAll(() => engine?.close())

  test.skipIf(skipped).each(operators)(
    `by %s give every row of both sides${skipped ? ` (skipped: ${skipped})` : ''}`,
    async (op) => {
      await check(engine, workbookOf(op))
    },
  )
})
