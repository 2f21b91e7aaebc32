import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFormN } from '@octavo/core/document'
import { type CompileContext, compileElement } from '@octavo/core/plan'
import type { Cell, Statement } from '@octavo/core/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createDuckdbConnector,
  type DuckdbConnector,
  type EngineColumn,
  type EngineSession,
} from '../../connectors/index.ts'
import { createStore, type Store } from '../../store/index.ts'
import { insertOrganization } from '../../store/organizations.ts'
import { createSampleData } from '../sample/sample-data.ts'

const root = mkdtempSync(join(tmpdir(), 'octavo-pivots-'))
const signal = new AbortController().signal
const clock = { now: () => Date.parse('2026-11-20T03:00:00Z') }
const table = 'RETAIL.PUBLIC.ORDERS'
let duckdb: DuckdbConnector
let store: Store
let session: EngineSession
let columns: EngineColumn[] = []

beforeAll(async () => {
  const folder = join(root, 'sample')
  duckdb = createDuckdbConnector({ folders: [folder], spillFolder: null })
  store = await createStore({ dataDir: root, clock })
  const organization = {
    id: 'o',
    slug: 'main',
    name: 'Main',
    zone: 'UTC',
    settings: '{}',
    created_at: 0,
    updated_at: 0,
  }
  await store.maintain('an organization for tests', (tx) => insertOrganization(tx, organization))
  await createSampleData({ store, clock, duckdb, folder, lastDay: '2026-06-30' }).ensure('o', 'member')
  session = await duckdb.open({ path: join(folder, 'RETAIL.duckdb') })
  columns = (await run({ text: `SELECT * FROM ${table} LIMIT 0`, values: [] })).columns
})
afterAll(async () => {
  await duckdb.close()
  await store.close()
  rmSync(root, { recursive: true, force: true })
})

async function run(statement: Statement): Promise<{ columns: EngineColumn[]; rows: Cell[][] }> {
  const stream = await session.query(statement, { timeoutMs: 60_000, maxRows: null }, signal)
  const rows: Cell[][] = []
  for await (const { rowCount, columns: cells } of stream.batches) {
    for (let row = 0; row < rowCount; row++) rows.push(cells.map(({ values }) => values[row] ?? null))
  }
  return { columns: stream.columns, rows }
}

const formulas = {
  status: '[ORDERS/STATUS]',
  channel: '[ORDERS/CHANNEL]',
  year: 'Year([ORDERS/ORDER_DATE])',
  revenue: 'Sum([ORDERS/AMOUNT])',
  buyers: 'CountDistinct([ORDERS/CUSTOMER_ID])',
  middle: 'Median([ORDERS/AMOUNT])',
  each: 'Sum([ORDERS/AMOUNT]) / Count()',
}

function context(): CompileContext {
  return {
    catalog: {
      dialect: () => 'duckdb',
      table: () => ({ columns: columns.map(({ name, type }) => ({ name, type, nullable: true })) }),
      customSql: () => ({ unavailable: 'there is none' }),
      dataModel: () => ({ unavailable: 'there is none' }),
      friendlyNames: () => false,
    },
    viewer: { memberId: 'm', email: 'm@example.com', firstName: 'Ann', lastName: 'Lee', teams: [], attributes: {} },
    controls: {},
    zone: 'UTC',
    now: '2026-06-30T10:00:00Z',
  }
}

/** The pivot with these fields, level by level. */
async function levelsOf(fields: Record<string, unknown>, more: Record<string, string> = {}) {
  const source = { kind: 'warehouse-table', connectionId: 'c', path: table.split('.') }
  const listed = Object.entries({ ...formulas, ...more }).map(([id, formula]) => ({ id, name: id, formula }))
  const element = { id: 'p', kind: 'pivot-table', name: 'P', source, columns: listed, ...fields }
  const read = readFormN(
    { name: 'W', schemaVersion: 1, pages: [{ id: 'a', name: 'A', elements: [element] }] },
    'workbook',
  )
  expect(read.problems).toEqual([])
  const outcome = compileElement(read.document, 'p', context())
  if (!outcome.ok) throw new Error(outcome.message)
  const levels = new Map<string, Cell[][]>()
  for (const level of outcome.element.levels) {
    levels.set(level.level, (await run(level.statement({ offset: 0, limit: null }))).rows)
  }
  return levels
}

const shelf = (...ids: string[]) => ids.map((id) => ({ id }))
const usual = { rowsBy: shelf('status', 'channel'), columnsBy: shelf('year') }
const sql = (text: string) => run({ text, values: [] }).then(({ rows }) => rows)
/** Rows as texts, numbers to ten digits: engines write the same number in several ways. */
const texts = (rows: Cell[][] | undefined) =>
  (rows ?? []).map((row) =>
    row
      .map((cell) =>
        cell !== null && cell !== '' && Number.isFinite(Number(cell)) ? Number(Number(cell).toPrecision(10)) : cell,
      )
      .join(' | '),
  )
const sorted = (rows: Cell[][] | undefined) => texts(rows).sort()

const keysIn = {
  r2c1: ['status', 'channel', 'year'],
  r2c0: ['status', 'channel'],
  r1c1: ['status', 'year'],
  r1c0: ['status'],
  r0c1: ['year'],
  r0c0: [],
}
const rows = `(SELECT *, STATUS AS s, CHANNEL AS ch, year(ORDER_DATE) AS y FROM ${table})`
const names: Record<string, string> = { status: 's', channel: 'ch', year: 'y' }
const grouped = (keys: readonly string[], values: string, from = rows) => {
  const by = keys.map((key) => names[key])
  return sql(`SELECT ${[...by, values].join(', ')} FROM ${from} GROUP BY ${by.length > 0 ? by.join(', ') : '()'}`)
}

describe('pivot tables over the sample data give the rows of SQL written by hand', () => {
  it('cells and every total of several values', async () => {
    const levels = await levelsOf({ ...usual, values: ['revenue', 'buyers', 'middle', 'each'] })
    const values = 'sum(AMOUNT), count(DISTINCT CUSTOMER_ID), median(AMOUNT::DOUBLE), sum(AMOUNT) / count(*)'
    expect([...levels.keys()]).toEqual(['base', 'r2c0', 'r1c1', 'r1c0', 'r0c1', 'r0c0'])
    for (const [name, keys] of Object.entries(keysIn)) {
      const level = name === 'r2c1' ? 'base' : name
      expect(sorted(levels.get(level)), level).toEqual(await grouped(keys, values).then(sorted))
    }
  })

  it('totals can have formulas of their own, blank where they cross, and hidden totals are left out', async () => {
    const axisTotals = [
      {
        axisId: 'status',
        label: 'Of the status',
        calculations: [{ columnId: 'revenue', formula: 'Max([ORDERS/AMOUNT])' }],
      },
      { axisId: 'grand-column-total', calculations: [{ columnId: 'revenue', formula: 'Avg([ORDERS/AMOUNT])' }] },
      { axisId: 'grand-row-total', visibility: 'hidden' },
    ]
    const levels = await levelsOf({ ...usual, values: ['revenue', 'buyers'], axisTotals })
    expect([...levels.keys()]).toEqual(['base', 'r2c0', 'r1c1', 'r1c0'])
    expect(sorted(levels.get('r1c1'))).toEqual(
      sorted(await grouped(['status', 'year'], 'max(AMOUNT), count(DISTINCT CUSTOMER_ID)')),
    )
    expect(sorted(levels.get('r2c0'))).toEqual(
      sorted(await grouped(['status', 'channel'], 'avg(AMOUNT), count(DISTINCT CUSTOMER_ID)')),
    )
    expect(sorted(levels.get('r1c0'))).toEqual(sorted(await grouped(['status'], 'NULL, count(DISTINCT CUSTOMER_ID)')))
  })

  it.each([
    ['a total of the row', { by: 'revenue' }, 'sum(AMOUNT)'],
    ['a distinct count of the row', { by: 'buyers' }, 'count(DISTINCT CUSTOMER_ID)'],
    ['the number of rows', { by: 'row-count' }, 'count(*)'],
    ['an aggregate of a column that is no value', { by: 'amount', aggregation: 'max' }, 'max(AMOUNT)'],
  ])('rows in the order of %s', async (_, sort, order) => {
    const rowsBy = shelf('status', 'channel').map((key) => ({ ...key, sort: { direction: 'descending', ...sort } }))
    const columnsBy = [{ id: 'year', sort: { direction: 'descending' } }]
    const levels = await levelsOf({ rowsBy, columnsBy, values: ['revenue', 'buyers'] }, { amount: '[ORDERS/AMOUNT]' })
    const expected = `SELECT s, ch, y FROM (SELECT s, ch, y FROM ${rows} GROUP BY s, ch, y)
      JOIN (SELECT s AS s1, ${order} AS o1 FROM ${rows} GROUP BY s) ON s IS NOT DISTINCT FROM s1
      JOIN (SELECT s AS s2, ch AS ch2, ${order} AS o2 FROM ${rows} GROUP BY s, ch) ON s IS NOT DISTINCT FROM s2 AND ch = ch2
      ORDER BY o1 DESC, s NULLS LAST, o2 DESC, ch, y DESC`
    expect(texts(levels.get('base')?.map((row) => row.slice(0, 3)))).toEqual(texts(await sql(expected)))
    const totals = `SELECT s FROM ${rows} GROUP BY s ORDER BY ${order} DESC, s NULLS LAST`
    expect(texts(levels.get('r1c0')?.map((row) => row.slice(0, 1)))).toEqual(texts(await sql(totals)))
  })

  it('windows run down the rows within the other keys, and again over the totals', async () => {
    const more = {
      running: 'CumulativeSum(Sum([ORDERS/AMOUNT]))',
      place: 'Rank(Sum([ORDERS/AMOUNT]), "desc")',
      before: 'Lag(CountDistinct([ORDERS/CUSTOMER_ID]))',
    }
    const levels = await levelsOf(
      { rowsBy: shelf('status'), columnsBy: shelf('year'), values: Object.keys(more) },
      more,
    )
    const windows = (partition: string, order: string) =>
      `sum(a) OVER (${partition} ORDER BY ${order} ROWS UNBOUNDED PRECEDING), rank() OVER (${partition} ORDER BY a DESC), lag(b) OVER (${partition} ORDER BY ${order})`
    const values = 'sum(AMOUNT) AS a, count(DISTINCT CUSTOMER_ID) AS b'
    const from = (by: string) => `(SELECT ${by}, ${values} FROM ${rows} GROUP BY ${by})`
    expect(sorted(levels.get('base'))).toEqual(
      sorted(await sql(`SELECT s, y, ${windows('PARTITION BY y', 's NULLS LAST')} FROM ${from('s, y')}`)),
    )
    expect(sorted(levels.get('r1c0'))).toEqual(
      sorted(await sql(`SELECT s, ${windows('', 's NULLS LAST')} FROM ${from('s')}`)),
    )
    expect(sorted(levels.get('r0c1'))).toEqual(sorted(await sql(`SELECT y, ${windows('', 'y')} FROM ${from('y')}`)))
    expect(sorted(levels.get('r0c0'))).toEqual(sorted(await sql(`SELECT sum(AMOUNT), 1, NULL FROM ${rows}`)))
  })

  it('shares in every mode, on the totals of the keys that are left there', async () => {
    const modes = ['grand_total', 'row', 'column', 'row_parent', 'column_parent']
    const more = Object.fromEntries(
      modes.map((mode) => [mode, `PercentOfTotal(CountDistinct([ORDERS/CUSTOMER_ID]), "${mode}")`]),
    )
    const levels = await levelsOf({ ...usual, values: modes }, more)
    const of = (keys: string[]) =>
      `(SELECT count(DISTINCT CUSTOMER_ID) FROM ${rows} AS t WHERE ${['true', ...keys.map((key) => `t.${key} IS NOT DISTINCT FROM g.${key}`)].join(' AND ')})`
    const shares = (down: string[], across: string[]) =>
      [[], down, across, [...down.slice(0, -1), ...across], [...down, ...across.slice(0, -1)]]
        .map((keys) => `n / nullif(${of(keys)}, 0)`)
        .join(', ')
    const expected = (down: string[], across: string[]) => {
      const by = [...down, ...across].join(', ')
      return sql(
        `SELECT ${by}, ${shares(down, across)} FROM (SELECT ${by}, count(DISTINCT CUSTOMER_ID) AS n FROM ${rows} GROUP BY ${by}) AS g`,
      )
    }
    expect(sorted(levels.get('base'))).toEqual(sorted(await expected(['s', 'ch'], ['y'])))
    expect(sorted(levels.get('r1c1'))).toEqual(sorted(await expected(['s'], ['y'])))
    expect(sorted(levels.get('r2c0'))).toEqual(sorted(await expected(['s', 'ch'], [])))
  })

  it.each([
    [
      'of a range',
      { kind: 'number-range', columnId: 'buyers', min: 1000 },
      'HAVING count(DISTINCT CUSTOMER_ID) >= 1000',
    ],
    [
      'of the first of each group and column',
      { kind: 'top-n', columnId: 'revenue', rankingFunction: 'rank', mode: 'top-n', rowCount: 1 },
      'QUALIFY rank() OVER (PARTITION BY s, y ORDER BY sum(AMOUNT) DESC) <= 1',
    ],
    [
      'of the first of each group by their totals',
      { kind: 'top-n', columnId: 'whole', rankingFunction: 'rank', mode: 'top-n', rowCount: 2 },
      'QUALIFY rank() OVER (PARTITION BY s, y ORDER BY any_value((SELECT sum(AMOUNT) FROM RETAIL.PUBLIC.ORDERS AS o WHERE o.STATUS IS NOT DISTINCT FROM s AND o.CHANNEL = ch)) DESC) <= 2',
    ],
  ])('a filter %s removes cells, and totals are computed from the remaining rows', async (_, filter, kept) => {
    const levels = await levelsOf(
      { ...usual, values: ['revenue', 'buyers'], filters: [{ id: 'f', ...filter }] },
      { whole: '[revenue (Row Total)]' },
    )
    const cells = `(SELECT s AS s2, ch AS ch2, y AS y2 FROM ${rows} GROUP BY s, ch, y ${kept})`
    const left = `(SELECT * FROM ${rows} SEMI JOIN ${cells} ON s IS NOT DISTINCT FROM s2 AND ch = ch2 AND y = y2)`
    const values = 'sum(AMOUNT), count(DISTINCT CUSTOMER_ID)'
    for (const [name, keys] of Object.entries(keysIn)) {
      const level = name === 'r2c1' ? 'base' : name
      expect(sorted(levels.get(level)), level).toEqual(sorted(await grouped(keys, values, left)))
    }
  })

  it('the first values of a key by a total, all others folded into one, with totals of all rows', async () => {
    const more = { shown: 'VisibilityLimit([status], 3)' }
    const rowsBy = [{ id: 'shown', sort: { direction: 'descending', by: 'revenue' } }]
    const levels = await levelsOf({ rowsBy, columnsBy: shelf('year'), values: ['revenue', 'buyers'] }, more)
    const folded = `(SELECT *, CASE WHEN s IS NULL OR s IN (SELECT s FROM ${rows} GROUP BY s ORDER BY sum(AMOUNT) DESC LIMIT 3) THEN s ELSE 'Others' END AS f FROM ${rows})`
    const values = 'sum(AMOUNT), count(DISTINCT CUSTOMER_ID)'
    expect(sorted(levels.get('base'))).toEqual(sorted(await sql(`SELECT f, y, ${values} FROM ${folded} GROUP BY f, y`)))
    expect(sorted(levels.get('r1c0'))).toEqual(sorted(await sql(`SELECT f, ${values} FROM ${folded} GROUP BY f`)))
    expect(sorted(levels.get('r0c0'))).toEqual(sorted(await sql(`SELECT ${values} FROM ${rows}`)))
  })

  it('calculated lines, and parents though subtotals are hidden', async () => {
    const rowsBy = [{ id: 'status' }, { id: 'channel', showValuesAggregatedAt: 'every-parent-row' }]
    const calculations = [
      { columnId: 'revenue', formula: '[revenue] - [buyers]' },
      { columnId: 'middle', formula: 'Max([ORDERS/AMOUNT])' },
    ]
    const adhocCalcs = [
      {
        id: 'a',
        inColumn: 'channel',
        value: 'web',
        position: 'below',
        in: [{ columnId: 'status', value: 'completed' }],
        calculations,
      },
      { id: 'b', inColumn: 'year', value: '2025', position: 'above', calculations },
    ]
    const values = ['revenue', 'buyers', 'middle']
    const levels = await levelsOf({ ...usual, rowsBy, values, totals: { showSubtotals: 'hidden' }, adhocCalcs })
    const line = 'sum(AMOUNT) - count(DISTINCT CUSTOMER_ID), NULL, max(AMOUNT)'
    const web = `(SELECT * FROM ${rows} WHERE s = 'completed' AND ch = 'web')`
    const of2025 = `(SELECT * FROM ${rows} WHERE y = 2025)`
    expect(sorted(levels.get('r1c1'))).toEqual(
      sorted(await grouped(['status', 'year'], 'sum(AMOUNT), count(DISTINCT CUSTOMER_ID), median(AMOUNT::DOUBLE)')),
    )
    expect(sorted(levels.get('r2c1a0'))).toEqual(sorted(await grouped(['status', 'channel', 'year'], line, web)))
    expect(sorted(levels.get('r2c0a0'))).toEqual(sorted(await grouped(['status', 'channel'], line, web)))
    expect(sorted(levels.get('r1c1a1'))).toEqual(sorted(await grouped(['status', 'year'], line, of2025)))
    expect(sorted(levels.get('r0c1a1'))).toEqual(sorted(await grouped(['year'], line, of2025)))
    expect(texts(levels.get('r2c1a0a1'))).toEqual(
      texts(await grouped(['status', 'channel', 'year'], line, `(SELECT * FROM ${web} WHERE y = 2025)`)),
    )
  })
})
