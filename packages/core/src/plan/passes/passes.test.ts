import { DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFormN } from '../../document/index.ts'
import type { Statement } from '../../types/index.ts'
import { DocumentAnalysis } from '../analyse/document-analysis.ts'
import { LevelStatements } from '../level-statements.ts'
import type { CompileContext, StatementWindow } from '../model/api.ts'
import { type PassName, passNames } from './improve-plan.ts'

const source = { kind: 'warehouse-table', connectionId: 'c', path: ['sales'] }
const columnsOf = (formulas: Record<string, string>) =>
  Object.entries(formulas).map(([id, formula]) => ({ id, name: id, formula }))

const parent = {
  id: 'parent',
  kind: 'table',
  name: 'Parent',
  source,
  columns: columnsOf({
    id: '[sales/id]',
    region: '[sales/region]',
    store: '[sales/store]',
    qty: '[sales/qty]',
    total: 'Sum([qty])',
    rank: 'Rank([total], "desc")',
  }),
  groupings: [
    { id: 'by-region', groupBy: ['region'] },
    { id: 'by-store', groupBy: ['store'], calculations: ['total', 'rank'] },
  ],
}

const context: CompileContext = {
  catalog: {
    dialect: () => 'duckdb',
    table: () => ({
      columns: [
        { name: 'id', type: { kind: 'int64' }, nullable: false },
        { name: 'region', type: { kind: 'text' }, nullable: true },
        { name: 'store', type: { kind: 'text' }, nullable: true },
        { name: 'qty', type: { kind: 'int64' }, nullable: true },
      ],
      rowOrder: { kind: 'stored', column: 'rowid' },
    }),
    customSql: () => ({ unavailable: '' }),
    dataModel: () => ({ unavailable: '' }),
    friendlyNames: () => false,
  },
  viewer: { memberId: 'm', email: 'e', firstName: 'Ann', lastName: 'Lee', teams: [], attributes: {} },
  controls: {},
  zone: 'UTC',
  now: '2026-01-01T00:00:00Z',
}

function levelsOf(element: Record<string, unknown>, leftOut: readonly PassName[]) {
  const body = { name: 'W', schemaVersion: 1, pages: [{ id: 'p', name: 'P', elements: [parent, element] }] }
  const read = readFormN(body, 'workbook')
  if (!('document' in read) || !read.document) throw new Error(JSON.stringify(read))
  const analysis = new DocumentAnalysis(read.document, context)
  const outcome = analysis.model(analysis.root, String(element.id))
  if (!outcome.ok) throw new Error(outcome.failure.message)
  return new LevelStatements(analysis, outcome.model, leftOut).levels()
}

let run: (statement: Statement) => Promise<string[]>
let close: () => void
beforeAll(async () => {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const rows = Array.from({ length: 60 }, (_, at) => {
    const text = (names: string[]) => (at % 11 === 3 ? 'NULL' : `'${names[(at * 7) % names.length]}'`)
    return `(${at}, ${text(['N', 'S', 'W'])}, ${text(['a', 'b', 'c', 'd'])}, ${at % 13 === 5 ? 'NULL' : (at * 17) % 23})`
  })
  await connection.run('CREATE TABLE sales (id BIGINT, region VARCHAR, store VARCHAR, qty BIGINT)')
  await connection.run(`INSERT INTO sales VALUES ${rows.join(', ')}`)
  run = async ({ text, values }) => {
    const named = Object.fromEntries(
      values.map(({ type, value }, at) => [
        String(at + 1),
        type.kind === 'int64' && value !== null ? BigInt(value) : value,
      ]),
    )
    const found = (await connection.runAndReadAll(text, named)).getRows()
    return found.map((row) => row.map(String).join('|'))
  }
  close = () => {
    connection.closeSync()
    instance.closeSync()
  }
})
afterAll(() => close())

async function compared(element: Record<string, unknown>, window: StatementWindow) {
  const [with_, without] = [levelsOf(element, []), levelsOf(element, passNames)]
  const texts: string[] = []
  for (const [index, level] of with_.entries()) {
    const other = without[index]
    if (!other) throw new Error('A level is missing.')
    const statement = level.statement(window)
    texts.push(statement.text)
    const [rows, plain] = [await run(statement), await run(other.statement(window))]
    expect(rows.sort()).toEqual(plain.sort())
  }
  return { texts, plain: without.map((level) => level.statement(window).text) }
}

const child = (formulas: Record<string, string>, more: Record<string, unknown> = {}) => ({
  id: 'child',
  kind: 'table',
  name: 'Child',
  source: { kind: 'table', elementId: 'parent' },
  columns: columnsOf(formulas),
  ...more,
})
const list = (columnId: string, values: unknown[]) => ({
  id: `f-${columnId}`,
  columnId,
  kind: 'list',
  mode: 'include',
  values,
})
const everything: StatementWindow = { offset: 0, limit: null }

describe('passes keep the rows', () => {
  test('a filter on a key of a grouped source is a filter of its rows', async () => {
    const element = child(
      { store: '[Parent/store]', total: '[Parent/total]' },
      { source: { kind: 'table', elementId: 'parent', groupingId: 'by-store' }, filters: [list('store', ['a', 'b'])] },
    )
    const { texts, plain } = await compared(element, everything)
    expect(texts[0]).toMatch(/WHERE .* IN \(\$1, \$2\)\s+GROUP BY/)
    expect(plain[0]).not.toMatch(/WHERE .* IN \(\$1, \$2\)\s+GROUP BY/)
  })

  test('a filter on the partition of a window moves below it, a filter on its order does not', async () => {
    const of = (column: string) =>
      child(
        { region: '[Parent/region]', store: '[Parent/store]', rank: '[Parent/rank]' },
        {
          source: { kind: 'table', elementId: 'parent', groupingId: 'by-store' },
          filters: [list(column, ['a', 'N'])],
        },
      )
    const whereOf = async (column: string) => (await compared(of(column), everything)).texts[0]?.split('RANK()')[0]
    expect(await whereOf('region')).toContain('WHERE')
    expect(await whereOf('store')).not.toContain('WHERE')
  })

  test('a page of rows is cut out before values are joined to it', async () => {
    const best = 'Rollup(Max([Parent/qty]), [store], [Parent/store])'
    const element = child({ id: '[Parent/id]', store: '[Parent/store]', best })
    const { texts, plain } = await compared(element, { offset: 0, limit: 100 })
    const limits = (text: string | undefined) => text?.match(/LIMIT/g)?.length
    expect(limits(texts.at(-1))).toBe(2)
    expect(limits(plain.at(-1))).toBe(1)
  })

  test('equal steps are one', async () => {
    const rollup = (name: string) => `Rollup(Sum([Parent/qty]), [${name}], [Parent/${name}])`
    const element = child({
      store: '[Parent/store]',
      a: rollup('store'),
      b: `${rollup('store')} + 1`,
    })
    const { texts } = await compared(element, everything)
    expect(texts[0]?.match(/GROUP BY/g)).toHaveLength(1)
  })

  test('joins and levels that nothing reads are removed', async () => {
    const element = child({ id: '[Parent/id]', region: '[Parent/region]' })
    const { texts } = await compared(element, everything)
    expect(texts[0]).not.toMatch(/JOIN|GROUP BY|OVER/)
  })

  test('a filter on a renamed column is a filter on the column', async () => {
    const element = child(
      { qty: '[Parent/qty]', same: '[qty]', again: '[same]' },
      { filters: [{ id: 'f', columnId: 'again', kind: 'number-range', min: 9 }] },
    )
    const { texts } = await compared(element, everything)
    expect(texts[0]).toMatch(/WHERE sales_1."qty" >= \$1/)
  })

  test.each([
    ['IsNotNull', 'true', 'EXISTS ('],
    ['IsNull', 'true', 'NOT EXISTS ('],
    // Only a test that must be true is replaced by a match.
    ['IsNotNull', 'false', null],
  ] as const)(
    '%s of a counting lookup, with the wanted result %s, tests the rows directly if possible',
    async (name, wanted, condition) => {
      const counted = 'Rollup(CountIf([Parent/qty] > 15), [qty], [Parent/id])'
      const element = child(
        { id: '[Parent/id]', qty: '[Parent/qty]', found: `${name}(${counted})`, twice: 'If([found], [id], [qty])' },
        { filters: [list('found', [wanted === 'true'])] },
      )
      const { texts, plain } = await compared(element, everything)
      if (condition) expect(texts[0]).toContain(`WHERE ${condition}`)
      else expect(texts[0]).not.toContain('EXISTS')
      expect(plain[0]).toContain('GROUP BY')
      expect(texts[0]?.includes('GROUP BY')).toBe(condition === null)
    },
  )

  test.each([
    ['the sum of existing rows may be null', { found: 'IsNull(Rollup(Sum([Parent/qty]), [store], [Parent/store]))' }],
    ['null matches null', { found: 'IsNotNull(LookupMatchNulls(Count([Parent/qty]), [store], [Parent/store]))' }],
  ])('a lookup is joined if %s', async (_, formulas) => {
    const element = child(
      { id: '[Parent/id]', qty: '[Parent/qty]', store: '[Parent/store]', ...formulas },
      { filters: [list('found', [true])] },
    )
    const { texts } = await compared(element, everything)
    expect(texts[0]).not.toContain('EXISTS')
    expect(texts[0]).toContain('LEFT JOIN')
  })

  test('a match is applied before a window over its rows', async () => {
    const found = 'IsNull(Rollup(Count(), [qty], [Parent/id]))'
    const element = child(
      { id: '[Parent/id]', qty: '[Parent/qty]', found, sum: 'CumulativeSum([qty])' },
      {
        filters: [list('found', [true]), { id: 'w', columnId: 'sum', kind: 'number-range', min: 20 }],
        sort: [{ columnId: 'id', direction: 'ascending' }],
      },
    )
    const { texts } = await compared(element, everything)
    expect(texts[0]?.split('OVER (')[1]).toContain('NOT EXISTS')
  })

  const pivot = (formulas: Record<string, string>, rows: string[], columns: string[]) =>
    child(formulas, {
      kind: 'pivot-table',
      rowsBy: rows.map((id) => ({ id })),
      columnsBy: columns.map((id) => ({ id })),
      values: Object.keys(formulas).filter((id) => !(id in keys)),
    })
  const keys = { region: '[Parent/region]', store: '[Parent/store]' }
  const sum = 'Sum([Parent/qty])'

  test.each([
    ['fewer keys', ['region'], `${sum} / Subtotal(${sum}, "row")`],
    ['other keys', ['region'], `${sum} / Subtotal(${sum}, "column")`],
  ])('a total by %s is a set of the aggregation of the cells', async (_title, rows, share) => {
    const { texts, plain } = await compared(pivot({ ...keys, share }, rows, ['store']), everything)
    expect(texts[0]).toContain('GROUP BY GROUPING SETS')
    expect(texts[0]?.split('FROM "sales"')).toHaveLength(2)
    expect(plain[0]).not.toContain('GROUPING SETS')
  })

  test('measures that would be computed for many sets and read of one stay separate', async () => {
    const three = { a: 'Median([Parent/qty])', b: 'Max([Parent/qty])', c: 'Min([Parent/qty])' }
    const formulas = { region: keys.region, store: keys.store, ...three, share: `Subtotal(${sum}, "row")` }
    const { texts } = await compared(pivot(formulas, ['region'], ['store']), everything)
    expect(texts[0]).not.toContain('GROUPING SETS')
  })

  test('random children of a grouped element', { timeout: 60_000 }, async () => {
    const formulas = [
      '[Parent/qty]',
      '[Parent/total]',
      '[Parent/rank]',
      '[Parent/qty] / [Parent/total]',
      'Rollup(Max([Parent/qty]), [region], [Parent/region])',
      'Lookup([Parent/total], [store], [Parent/store])',
      'If(IsNotNull(Rollup(Count(), [store], [Parent/store])), [Parent/qty], 7)',
      'CumulativeSum([Parent/id])',
      'GrandTotal(Sum([Parent/qty]))',
    ]
    const filter = fc.record({ column: fc.nat({ max: 3 }), min: fc.integer({ min: 0, max: 40 }) })
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.constantFrom(...formulas), { minLength: 1, maxLength: 4 }),
        fc.uniqueArray(filter, { maxLength: 2, selector: ({ column }) => column }),
        fc.subarray(['region', 'store']),
        fc.option(fc.integer({ min: 1, max: 30 }), { nil: null }),
        fc.boolean(),
        fc.option(fc.constantFrom('IsNull', 'IsNotNull'), { nil: null }),
        async (chosen, filters, keys, limit, isGrouped, asked) => {
          const own = Object.fromEntries(chosen.map((formula, at) => [`c${at}`, formula]))
          const element = child(
            {
              id: isGrouped ? '[Parent/store]' : '[Parent/id]',
              region: '[Parent/region]',
              store: '[Parent/store]',
              // Ties would leave the order of a window undefined.
              key: '[Parent/id]',
              ...own,
              n: 'Count()',
              ...(asked
                ? { asked: `${asked}(Rollup(Count(), If([store] = "a", "N", [store]), [Parent/region]))` }
                : {}),
            },
            {
              groupings: keys.length > 0 ? [{ id: 'g', groupBy: keys, calculations: ['n'] }] : [],
              sort: ['id', 'key', ...Object.keys(own)].map((columnId) => ({ columnId, direction: 'ascending' })),
              filters: [
                ...filters.flatMap(({ column, min }) =>
                  chosen[column] ? [{ id: `f${column}`, columnId: `c${column}`, kind: 'number-range', min }] : [],
                ),
                list('region', ['N', 'S', null]),
                ...(asked ? [list('asked', [true])] : []),
              ],
            },
          )
          await compared(element, { offset: 0, limit })
        },
      ),
      { numRuns: 150 },
    )
  })
})
