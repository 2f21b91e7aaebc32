import { afterAll, beforeAll, describe, test } from 'vitest'
import { newDatabase, whyNoPglite, whySkipped } from '../engines/servers.ts'
import { type GoldenEngine, openDuckDb, openPostgres } from '../golden/engines.ts'
import { openMariadbAt, openPostgresAt, openTrino } from '../golden/server-engines.ts'
import { flavourLabel } from '../setup/flavour.ts'
import { check } from './check.ts'
import { call, column, source } from './expression.ts'
import type { Element, Source, Workbook } from './model.ts'
import { int } from './values.ts'

const operators = ['=', '!=', '<', 'is-not-distinct-from'] as const

/** `blank` ends one of the texts; it is a blank where blanks at the end of a text count. */
function workbookOf(op: (typeof operators)[number], blank: string): Workbook {
  const columns = [
    { name: 'u', kind: 'int' },
    { name: 'n', kind: 'int' },
    { name: 't', kind: 'text' },
  ] as const
  const rows = (...given: (readonly [number, number | null, string])[]) =>
    given.map(([u, n, t]) => [int(u), n === null ? null : int(n), t])
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
      { id: 't', kind: 'text', expr: source('Left', 't') },
      { id: 'count', kind: 'int', expr: call('Count') },
    ],
    // Case and blanks of a text are significant after the join as before it.
    groupings: [
      { id: 'g', keys: ['t'], calculations: ['count'], sort: [] },
      { id: 'h', keys: ['k'], calculations: [], sort: [] },
    ],
    summary: [],
    sort: [],
    filters: [],
  }
  return {
    tables: [
      {
        path: ['R', 'T'],
        columns: [...columns],
        rows: rows([1, 1, 'a'], [2, 1, 'A'], [3, 5, `a${blank}`], [4, null, 'ä']),
      },
      {
        path: ['R', 'S'],
        columns: [...columns],
        rows: rows([10, 1, 'x'], [11, 2, 'X'], [12, null, 'x'], [13, 0, 'y']),
      },
    ],
    elements: [element],
  }
}

describe.each([
  ['DuckDB', openDuckDb, null],
  ['PGlite', openPostgres, whyNoPglite()],
  ['a PostgreSQL server', async () => openPostgresAt(await newDatabase('postgres')), whySkipped('postgres')],
  [`a ${flavourLabel} server`, async () => openMariadbAt(await newDatabase('mariadb')), whySkipped('mariadb')],
  ['a Trino server', openTrino, whySkipped('trino')],
] as const)('full joins on %s', (_, open, skipped) => {
  let engine: GoldenEngine
  beforeAll(async () => {
    if (skipped === null) engine = await open()
  }, 120_000)
  afterAll(() => engine?.close())

  test.skipIf(skipped).each(operators)(
    `by %s return every row of both sides${skipped ? ` (skipped: ${skipped})` : ''}`,
    async (op) => {
      await check(engine, workbookOf(op, engine.ignoresBlanks ? '_' : ' '))
    },
  )
})
