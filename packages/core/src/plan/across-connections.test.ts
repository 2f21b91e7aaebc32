import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFormN } from '../document/index.ts'
import type { Statement } from '../types/index.ts'
import { compileElement, explainElement } from './document-compiler.ts'
import { acrossConnections } from './model/across-connections.ts'
import type { CompileContext, PlanViewer } from './model/api.ts'

const [one, other] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']

const tables: Record<string, [string, 'int64' | 'text' | 'decimal' | 'date'][]> = {
  orders: [
    ['id', 'int64'],
    ['store', 'text'],
    ['amount', 'decimal'],
    ['day', 'date'],
  ],
  stores: [
    ['code', 'text'],
    ['city', 'text'],
    ['region', 'text'],
  ],
}

const viewer: PlanViewer = { memberId: 'm', email: 'a@x.org', firstName: 'A', lastName: 'B', teams: [], attributes: {} }
const context: CompileContext = {
  catalog: {
    dialect: (id) => (id === one || id === other ? 'duckdb' : null),
    table: (_, path) => ({
      columns: (tables[path[0] ?? ''] ?? []).map(([name, kind]) => ({
        name,
        type: kind === 'decimal' ? { kind, precision: 12, scale: 2 } : { kind },
        nullable: true,
      })),
    }),
    customSql: () => ({ unavailable: '' }),
    dataModel: () => ({ unavailable: '' }),
    friendlyNames: () => false,
  },
  viewer,
  controls: {},
  zone: 'UTC',
  now: '2026-01-01T00:00:00Z',
}

const table = (name: string, connectionId: string) => ({ kind: 'warehouse-table', connectionId, path: [name] })
const columns = (formulas: Record<string, string>) =>
  Object.entries(formulas).map(([id, formula]) => ({ id, name: id, formula }))

/** A document whose orders are on one connection and whose stores are on another one, or on the same one. */
function documentOf(element: Record<string, unknown>, storesAt: string) {
  const orders = {
    id: 'orders',
    kind: 'table',
    name: 'Orders',
    source: table('orders', one),
    columns: columns({ id: '[orders/id]', store: '[orders/store]', amount: '[orders/amount]', day: '[orders/day]' }),
  }
  const stores = {
    id: 'stores',
    kind: 'table',
    name: 'Stores',
    source: table('stores', storesAt),
    columns: columns({ code: '[stores/code]', city: '[stores/city]', region: '[stores/region]' }),
  }
  const named = JSON.parse(JSON.stringify(element).replaceAll('"STORES_AT"', JSON.stringify(storesAt)))
  const body = { name: 'W', schemaVersion: 1, pages: [{ id: 'p', name: 'P', elements: [orders, stores, named] }] }
  const read = readFormN(body, 'workbook')
  if (!('document' in read) || !read.document) throw new Error(JSON.stringify(read))
  return read.document
}

function compiledOf(element: Record<string, unknown>, storesAt: string, of = context) {
  const outcome = compileElement(documentOf(element, storesAt), String(element.id), of)
  if (!outcome.ok) throw new Error(outcome.message)
  expect(outcome.element.columns.flatMap(({ problems }) => problems)).toEqual([])
  return outcome.element
}

let run: (statement: Statement) => Promise<string[]>
let close: () => void
beforeAll(async () => {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run('CREATE TABLE orders (id BIGINT, store VARCHAR, amount DECIMAL(12, 2), day DATE)')
  await connection.run(`INSERT INTO orders SELECT i, CASE WHEN i % 9 = 4 THEN NULL ELSE 's' || (i * 7 % 6) END,
    CAST(i * 1.25 AS DECIMAL(12, 2)), DATE '2026-01-01' + CAST(i % 40 AS INTEGER) FROM range(80) AS r(i)`)
  await connection.run('CREATE TABLE stores (code VARCHAR, city VARCHAR, region VARCHAR)')
  await connection.run(`INSERT INTO stores VALUES ('s0', 'Bern', 'N'), ('s1', 'Genf', 'N'), ('s2', 'Chur', 'S'),
    ('s2', 'Chur', 'S'), ('s3', NULL, 'S'), ('s9', 'Thun', NULL), (NULL, 'Zug', 'W')`)
  const bound = ({ values }: Statement) =>
    Object.fromEntries(
      values.map(({ type, value }, at) => [
        String(at + 1),
        type.kind === 'int64' && value !== null ? BigInt(String(value)) : value,
      ]),
    )
  run = async (statement) => {
    for (const side of statement.sides ?? []) {
      const names = side.columns.map((_, index) => `c_${index + 1}`).join(', ')
      const made = `CREATE OR REPLACE TEMP TABLE ${side.table} AS SELECT * FROM (${side.statement.text}\n) AS t(${names})`
      await connection.run(made, bound(side.statement))
    }
    const found = (await connection.runAndReadAll(statement.text, bound(statement))).getRows()
    return found.map((row) => row.map(String).join('|')).sort()
  }
  close = () => {
    connection.closeSync()
    instance.closeSync()
  }
})
afterAll(() => close())

const everything = { offset: 0, limit: null }
const join = (joinType: string, op = '=') => ({
  kind: 'join',
  name: 'Orders',
  primarySource: { kind: 'table', elementId: 'orders' },
  joins: [
    {
      left: { kind: 'table', elementId: 'orders' },
      right: table('stores', 'STORES_AT'),
      name: 'Stores',
      joinType,
      columns: [{ left: '[store]', right: '[code]', op }],
    },
  ],
})
const element = (of: Record<string, unknown>) => ({ id: 'e', kind: 'table', name: 'E', ...of })
const joined = { id: '[Orders/id]', amount: '[Orders/amount]', city: '[Stores/city]', region: '[Stores/region]' }
const grouped = { groupings: [{ id: 'g', groupBy: ['region'], calculations: ['total'] }] }

const documents: Record<string, Record<string, unknown>> = {
  'an inner join': element({ source: join('inner'), columns: columns(joined) }),
  'a left join': element({ source: join('left-outer'), columns: columns(joined) }),
  'a right join': element({ source: join('right-outer'), columns: columns(joined) }),
  'a full join': element({ source: join('full-outer'), columns: columns(joined) }),
  'a full join of unequal keys': element({ source: join('full-outer', '<'), columns: columns(joined) }),
  'a join in which nulls meet': element({ source: join('inner', 'is-not-distinct-from'), columns: columns(joined) }),
  'a lookup join': element({ source: join('lookup'), columns: columns(joined) }),
  'a join with filters and groups': element({
    source: join('left-outer'),
    columns: columns({ ...joined, total: 'Sum([amount])' }),
    filters: [{ id: 'f', columnId: 'region', kind: 'list', mode: 'include', values: ['S', null] }],
    ...grouped,
  }),
  'a union': element({
    source: {
      kind: 'union',
      sources: [{ kind: 'table', elementId: 'orders' }, table('stores', 'STORES_AT')],
      matches: [
        { outputColumnName: 'Place', sourceColumns: ['[store]', '[code]'] },
        { outputColumnName: 'Amount', sourceColumns: ['[amount]', null] },
      ],
    },
    columns: columns({ place: '[Union of 2 Sources/Place]', amount: '[Union of 2 Sources/Amount]' }),
  }),
  'a lookup of a formula': element({
    source: { kind: 'table', elementId: 'orders' },
    columns: columns({
      id: '[Orders/id]',
      store: '[Orders/store]',
      city: 'Lookup([Stores/city], [store], [Stores/code])',
      many: 'Rollup(Count([Stores/city]), [store], [Stores/code])',
    }),
  }),
  'a rollup from the smaller table': element({
    source: { kind: 'table', elementId: 'stores' },
    columns: columns({
      code: '[Stores/code]',
      total: 'Rollup(Sum([Orders/amount]), [code], [Orders/store])',
      first: 'Rollup(Min([Orders/day]), [code], [Orders/store])',
    }),
  }),
}

describe('two connections return the same rows as one', () => {
  test.each(Object.entries(documents))('%s', async (_, of) => {
    const [apart, together] = [compiledOf(of, other), compiledOf(of, one)]
    expect(apart.connectionId).toBe(acrossConnections)
    expect(together.connectionId).toBe(one)
    expect(apart.levels.map(({ level }) => level)).toEqual(together.levels.map(({ level }) => level))
    const pairs = [...apart.levels, apart.flat].map((level, index) => [
      level,
      [...together.levels, together.flat][index],
    ])
    for (const [level, plain] of pairs) {
      if (!level || !plain) throw new Error('A level is missing.')
      const [statement, expected] = [level.statement(everything), plain.statement(everything)]
      expect(statement.text).not.toMatch(/FROM "?(orders|stores)"? /)
      expect(level.columns).toEqual(plain.columns)
      const rows = await run(statement)
      expect(rows).toEqual(await run(expected))
      expect(rows.length).toBeGreaterThan(0)
      expect((await run(level.statement({ offset: 1, limit: 3 }))).length).toBe(Math.min(3, rows.length - 1))
    }
  })
})

describe('what a side computes', () => {
  const sidesOf = (of: Record<string, unknown>, at = context) => {
    const [level] = compiledOf(of, other, at).levels.slice(-1)
    return new Map(level?.statement(everything).sides?.map((side) => [side.name, side]))
  }

  test('only the columns that are read', () => {
    const sides = sidesOf(
      element({ source: join('inner'), columns: columns({ id: '[Orders/id]', city: '[Stores/city]' }) }),
    )
    expect(sides.get('Orders')?.columns.map(({ name }) => name)).toEqual(['id', 'store'])
    expect(sides.get('stores')?.columns.map(({ name }) => name)).toEqual(['code', 'city'])
    expect(sides.get('stores')?.connectionId).toBe(other)
  })

  test('the filters on its rows', () => {
    const filters = [{ id: 'f', columnId: 'city', kind: 'list', mode: 'include', values: ['Bern'] }]
    const sides = sidesOf(element({ source: join('inner'), columns: columns(joined), filters }))
    expect(sides.get('stores')?.statement.text).toContain('WHERE')
    expect(sides.get('stores')?.statement.values.map(({ value }) => value)).toEqual(['Bern'])
    expect(sides.get('Orders')?.statement.text).not.toContain('WHERE')
  })

  test('the groups of a lookup', () => {
    const sides = sidesOf(documents['a rollup from the smaller table'] ?? {})
    expect(sides.get('Orders')?.statement.text).toContain('GROUP BY')
  })

  test('nothing that engines may compute differently, which stays on the embedded engine', () => {
    const day = 'Rollup(Sum([Orders/amount]), [code], Text([Orders/day]))'
    const source = { kind: 'table', elementId: 'stores' }
    const sides = sidesOf(element({ source, columns: columns({ code: '[Stores/code]', day }) }))
    expect(sides.get('Orders')?.statement.text).not.toMatch(/GROUP BY|CAST/)
  })

  test('policies are applied on the side, before anything that may fail', () => {
    const own = { id: 'own', kind: 'table', name: 'Own', source: table('stores', 'STORES_AT') }
    const filters = [{ id: 'f', columnId: 'mine', kind: 'list', mode: 'include', values: [true] }]
    const mine = {
      ...columns({ code: '[stores/code]', city: '[stores/city]', mine: 'CurrentUserEmail() = [stores/city]' }),
    }
    const element = { ...own, columns: Object.values(mine), filters }
    const body = (storesAt: string) =>
      JSON.parse(JSON.stringify(element).replaceAll('"STORES_AT"', JSON.stringify(storesAt)))
    const reading = {
      id: 'e',
      kind: 'table',
      name: 'E',
      source: {
        ...join('left-outer'),
        joins: [
          {
            left: { kind: 'table', elementId: 'orders' },
            right: { kind: 'table', elementId: 'own' },
            name: 'Own',
            joinType: 'left-outer',
            columns: [{ left: '[store]', right: '[code]', op: '=' }],
          },
        ],
      },
      columns: columns({ id: '[Orders/id]', city: '[Own/city]' }),
    }
    const document = documentOf(reading, other)
    const withOwn = readFormN(
      {
        name: 'W',
        schemaVersion: 1,
        pages: [{ id: 'p', name: 'P', elements: [...Object.values(document.elements), body(other)] }],
      },
      'workbook',
    )
    if (!('document' in withOwn) || !withOwn.document) throw new Error(JSON.stringify(withOwn))
    const outcome = compileElement(withOwn.document, 'e', context)
    if (!outcome.ok) throw new Error(outcome.message)
    const [level] = outcome.element.levels
    const statement = level?.statement(everything)
    const side = statement?.sides?.find(({ name }) => name === 'Own')
    expect(side?.statement.values.map(({ value }) => value)).toContain('a@x.org')
    expect(statement?.values).toEqual([])
    expect(outcome.element.usesViewer).toBe(true)
  })

  test('Explain shows the operations of each connection', () => {
    const outcome = explainElement(documentOf(documents['a left join'] ?? {}, other), 'e', context)
    if (!outcome.ok) throw new Error(outcome.message)
    expect(outcome.explanation.connectionId).toBe(acrossConnections)
    const found: (string | undefined)[] = []
    const ids: string[] = []
    const visit = (node: (typeof outcome.explanation.levels)[number]['root']) => {
      ids.push(node.id)
      if (node.connectionId) found.push(node.connectionId, node.inputs[0]?.table?.[0])
      node.inputs.forEach(visit)
    }
    const [level] = outcome.explanation.levels
    if (level) visit(level.root)
    expect(found).toEqual([one, 'orders', other, 'stores'])
    expect(new Set(ids).size).toBe(ids.length)
  })
})
