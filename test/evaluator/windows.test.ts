import type { CatalogRelation, CompiledLevel, PlanCatalog } from '@octavo/core/plan'
import type { Cell } from '@octavo/core/types'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDatabase, whyNoPglite, whySkipped } from '../engines/servers.ts'
import { type GoldenEngine, type GoldenTable, openDuckDb, openPostgres } from '../golden/engines.ts'
import { CONNECTION, compileOrThrow, goldenContext, readDocument, readLevel } from '../golden/run-case.ts'
import { openMariadbAt, openPostgresAt, openTrino } from '../golden/server-engines.ts'
import { flavourLabel } from '../setup/flavour.ts'
import { catalogOf, createTables, documentsOf } from './check.ts'
import { goldenTableOf } from './document.ts'
import { formulasOf, missingFunctions } from './property.ts'
import { workbooks } from './random-workbook.ts'
import { rounded } from './rounded.ts'
import { seed } from './seed.ts'
import { NOBODY, NOW_UTC } from './sources.ts'

const isDeep = process.env.OCTAVO_DEEP === '1'

const ENGINES = [
  ['DuckDB', openDuckDb, isDeep ? 500 : 20, null],
  ['PGlite', openPostgres, isDeep ? 200 : 10, whyNoPglite()],
  [
    'a PostgreSQL server',
    async () => openPostgresAt(await newDatabase('postgres')),
    isDeep ? 200 : 10,
    whySkipped('postgres'),
  ],
  [
    `a ${flavourLabel} server`,
    async () => openMariadbAt(await newDatabase('mariadb')),
    isDeep ? 200 : 10,
    whySkipped('mariadb'),
  ],
  ['a Trino server', openTrino, isDeep ? 100 : 5, whySkipped('trino')],
] as const

/** Orders of a table that need no sort: what the engine guarantees for a table with a key, and for one without. */
function rowOrdersOf(engine: GoldenEngine, key: string): CatalogRelation['rowOrder'][] {
  const stored = { kind: 'stored', column: 'rowid' } as const
  return [undefined, { kind: 'key', columns: [key] }, ...(engine.dialect === 'duckdb' ? [stored] : [])]
}

function withRowOrder(catalog: PlanCatalog, rowOrder: CatalogRelation['rowOrder']): PlanCatalog {
  return {
    ...catalog,
    table(connectionId, path) {
      const table = catalog.table(connectionId, path)
      return 'unavailable' in table || !rowOrder ? table : { ...table, rowOrder }
    },
  }
}

const textsOf = (rows: readonly Cell[][]) => rows.map((row) => JSON.stringify(row.map(rounded)))

/** Reads all rows of a level in windows of these sizes in turn, until one is empty, and an unlimited one at the end. */
async function readByWindows(engine: GoldenEngine, level: CompiledLevel, sizes: readonly number[]): Promise<string[]> {
  const all: string[] = []
  for (let at = 0; ; at += 1) {
    const limit = at < 40 ? (sizes[at % sizes.length] ?? 1) : null
    const { rows } = await readLevel(engine, level, { offset: all.length, limit })
    all.push(...textsOf(rows))
    if (rows.length === 0 || limit === null) return all
  }
}

async function expectWhole(engine: GoldenEngine, level: CompiledLevel, sizes: readonly number[]): Promise<void> {
  const { rows } = await readLevel(engine, level)
  const found = await readByWindows(engine, level, sizes)
  expect(found.toSorted(), level.statement({ offset: 3, limit: 5 }).text).toEqual(textsOf(rows).toSorted())
}

const table = (name: string, columns: [string, 'int64' | 'text' | 'variant'][], rows: Cell[][]): GoldenTable => ({
  path: ['windows', name],
  columns: columns.map(([column, kind]) => ({ name: column, type: { kind }, nullable: true })),
  rows,
})

/** Unsorted rows, with ties in every column except the key, and many rows that are equal without it. */
const ordersOf = (count: number) =>
  table(
    'orders',
    [
      ['id', 'int64'],
      ['customer', 'int64'],
      ['amount', 'int64'],
      ['channel', 'text'],
      ['detail', 'variant'],
    ],
    Array.from({ length: count }, (_, index) => {
      const id = (index * 2971) % count
      const channel = [null, 'Web', 'web', 'Web ', ''][id % 5] ?? null
      return [String(id), String((id * 7) % 400), String(id % 3), channel, `{"n": ${id % 2}}`]
    }),
  )
const CUSTOMERS = table(
  'customers',
  [
    ['id', 'int64'],
    ['name', 'text'],
    ['region', 'text'],
  ],
  // Every tenth customer occurs twice, so that a lookup finds several.
  Array.from({ length: 330 }, (_, index) => {
    const id = index % 300
    return [String(id), `Customer ${id % 50}`, index >= 300 ? 'Elsewhere' : `Region ${id % 4}`]
  }),
)

const tableOf = (name: string) => ({ kind: 'warehouse-table', connectionId: CONNECTION, path: ['windows', name] })
const columnsOf = (formulas: Record<string, string>, hidden: readonly string[] = []) =>
  Object.entries(formulas).map(([id, formula]) => ({
    id,
    name: id,
    formula,
    ...(hidden.includes(id) ? { hidden: true } : {}),
  }))
const BASE = { customer: '[orders/customer]', amount: '[orders/amount]', channel: '[orders/channel]' }
const LOOKUP = 'Lookup([Customers/name], [customer], [Customers/id])'
const ELEMENTS = [
  {
    id: 'customers',
    name: 'Customers',
    source: tableOf('customers'),
    columns: columnsOf({ id: '[customers/id]', name: '[customers/name]', region: '[customers/region]' }),
  },
  { id: 'plain', source: tableOf('orders'), columns: columnsOf(BASE) },
  { id: 'json', source: tableOf('orders'), columns: columnsOf({ amount: BASE.amount, detail: '[orders/detail]' }) },
  {
    id: 'looked-up',
    name: 'Looked up',
    source: tableOf('orders'),
    columns: columnsOf({ ...BASE, who: LOOKUP, where: 'Lookup([Customers/region], [customer], [Customers/id])' }),
  },
  { id: 'hidden key', source: tableOf('orders'), columns: columnsOf({ ...BASE, who: LOOKUP }, ['customer']) },
  { id: 'share', source: tableOf('orders'), columns: columnsOf({ ...BASE, share: '[amount] / Sum([amount])' }) },
  {
    id: 'filtered',
    source: tableOf('orders'),
    columns: columnsOf({ ...BASE, who: LOOKUP }),
    filters: [{ id: 'f', columnId: 'who', kind: 'text-match', mode: 'contains', value: '1' }],
  },
  {
    id: 'numbered',
    source: tableOf('orders'),
    columns: columnsOf({ channel: BASE.channel, number: 'RowNumber()', running: 'CumulativeSum([orders/amount])' }),
  },
  {
    id: 'sorted',
    source: tableOf('orders'),
    columns: columnsOf({ ...BASE, who: LOOKUP }),
    sort: [{ columnId: 'amount', direction: 'descending' }],
  },
  {
    id: 'child',
    source: { kind: 'table', elementId: 'looked-up' },
    columns: columnsOf({ who: '[Looked up/who]', channel: '[Looked up/channel]' }),
  },
  {
    id: 'grouped',
    source: tableOf('orders'),
    columns: columnsOf({ ...BASE, who: LOOKUP, total: 'Sum([amount])' }),
    groupings: [{ id: 'g', groupBy: ['who'], calculations: ['total'] }],
  },
  ...['inner', 'left-outer', 'lookup'].map((joinType) => ({
    id: `${joinType} join`,
    source: {
      kind: 'join',
      name: 'O',
      primarySource: tableOf('orders'),
      joins: [
        {
          joinType,
          left: tableOf('orders'),
          right: tableOf('customers'),
          name: 'C',
          columns: [{ left: '[customer]', right: '[id]', op: '=' }],
        },
      ],
    },
    columns: columnsOf({ amount: '[O/amount]', who: '[C/name]', region: '[C/region]' }),
  })),
  {
    id: 'union',
    source: {
      kind: 'union',
      sources: [tableOf('orders'), tableOf('orders')],
      matches: [{ outputColumnName: 'amount', sourceColumns: ['amount', 'amount'] }],
    },
    columns: columnsOf({ value: '[Union of 2 Sources/amount]' }),
  },
  // The label of the only transposed column and a literal text are the same in every row.
  {
    id: 'turned',
    source: {
      kind: 'transpose',
      source: { kind: 'table', elementId: 'customers' },
      direction: 'column-to-row',
      columnsToMerge: ['name'],
      columnLabelForMergedColumns: 'Label',
      columnLabelForValues: 'Value',
    },
    columns: columnsOf({
      region: '[Customers/region]',
      label: '[Customers/Label]',
      value: '[Customers/Value]',
      same: '"a"',
      count: '-3',
      yes: 'True',
    }),
    groupings: [{ id: 'g', groupBy: ['region'], calculations: ['count', 'yes'] }],
  },
].map((element) => ({ name: element.id, kind: 'table', ...element }))

describe.each(ENGINES)('on %s', (title, open, numRuns, skipped) => {
  let engine: GoldenEngine
  // DuckDB reads 2048 rows at a time, so fewer rows arrive in a fixed order anyway.
  const count = isDeep || title === 'DuckDB' ? 5000 : 1500
  const orders = ordersOf(count)
  const why = skipped ? ` (skipped: ${skipped})` : ''
  beforeAll(async () => {
    if (skipped) return
    engine = await open()
    await createTables(engine, [orders, CUSTOMERS])
  })
  afterAll(() => engine?.close())

  test.skipIf(skipped)(
    `windows and exports by offset of known elements add up to all rows (seed ${seed})${why}`,
    { timeout: 600_000 },
    async () => {
      const document = readDocument({
        name: 'W',
        schemaVersion: 1,
        pages: [{ id: 'p', name: 'P', elements: ELEMENTS }],
      })
      for (const rowOrder of rowOrdersOf(engine, 'id')) {
        const tables = catalogOf(engine.dialect, [orders, CUSTOMERS])
        const keyed = withRowOrder(tables, rowOrder)
        // The customers are not unique.
        const catalog: PlanCatalog = {
          ...keyed,
          table: (id, path) =>
            (path.at(-1) === 'orders' || rowOrder?.kind === 'stored' ? keyed : tables).table(id, path),
        }
        for (const { id } of ELEMENTS) {
          const { levels, flat } = compileOrThrow(document, id, goldenContext(catalog))
          const sizes = [count / 10, 1 + (seed % Math.trunc(count / 3)), Math.trunc(count / 7)]
          for (const level of [...levels, flat])
            await expectWhole(engine, level, sizes).catch((error: unknown) => {
              throw new Error(`${id}, ${level.level}, sizes ${sizes}, ${JSON.stringify(rowOrder)}: ${error}`)
            })
        }
      }
    },
  )

  test.skipIf(skipped)(
    `windows and exports by offset of random workbooks add up to all rows (seed ${seed})${why}`,
    { timeout: 1_200_000 },
    async () => {
      const missing = missingFunctions(engine.dialect)
      const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 })
      await fc.assert(
        fc.asyncProperty(workbooks, sizes, fc.nat(2), async (workbook, some, order) => {
          fc.pre(!missing.some((call) => formulasOf(workbook).some((formula) => formula.includes(call))))
          const tables = workbook.tables.map(goldenTableOf)
          await createTables(engine, tables)
          const documentWith = documentsOf(workbook)
          const orders = rowOrdersOf(engine, 'u')
          const catalog = withRowOrder(
            catalogOf(engine.dialect, tables, undefined, workbook),
            orders[order % orders.length],
          )
          const context = goldenContext(catalog, { now: NOW_UTC, viewer: workbook.viewer ?? NOBODY })
          for (const { id } of workbook.elements) {
            const { levels, flat } = compileOrThrow(documentWith(id), id, context)
            for (const level of [...levels, flat]) await expectWhole(engine, level, some)
          }
        }),
        { seed, numRuns },
      )
    },
  )
})
