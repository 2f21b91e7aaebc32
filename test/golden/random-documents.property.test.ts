import { compileElement } from '@octavo/core/plan'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from './both-engines.ts'
import { type GoldenEngine, openDuckDb, openPostgres } from './engines.ts'
import { CONNECTION, goldenCatalog, goldenContext, readLevel } from './run-case.ts'
import { stock } from './tables.ts'

const runs = process.env.OCTAVO_DEEP === '1' ? 2000 : 100

let engines: GoldenEngine[] = []
beforeAll(async () => {
  engines = [await openDuckDb(), await openPostgres()]
  const rows = [...stock.rows, ['W', null, 'Mar', null], [null, 'A', 'Jan', 7], ['E', 'B', null, -3]]
  for (const engine of engines) await engine.create({ ...stock, rows: rows as typeof stock.rows })
})
afterAll(async () => {
  for (const engine of engines) await engine.close()
})

/** Formulas over numbers N and texts T; a number in a placeholder says how many columns back the referenced column is. */
const templates = [
  'Sum([#])',
  'Avg([#])',
  'Max([#]) - Min([#])',
  'Count([#])',
  'CountIf([#] > 5)',
  'Count()',
  '[#] + [#]',
  '[#] / [#]',
  'If([#] > 10, [#], 0)',
  'Sum(If([#] = Max([#]), [#], Null))',
  'GrandTotal(Sum([#]))',
  'PercentOfTotal(Sum([#]))',
  'Sum([#]) / Count()',
  'Rank([#], "desc")',
  '[#]',
  'Rollup(Sum([Random/#]), [store], [Random/store])',
  'Lookup([Random/#], [month], [Random/month], [region], [Random/region])',
  'Rollup(Max([#]) - Min([#]), [region], [Random/region])',
  '[Other/All]',
  'Lookup([Other/Largest], [store], [Other/store])',
]

const other = {
  id: 'other',
  kind: 'table',
  name: 'Other',
  source: { kind: 'warehouse-table', connectionId: CONNECTION, path: ['SHOP', 'STOCK'] },
  columns: Object.entries({ store: '[STOCK/STORE]', qty: '[STOCK/QTY]', Largest: 'Max([qty])', All: 'Sum([qty])' }).map(([id, formula]) => ({ id, formula, name: id })),
  groupings: [{ id: 'g', groupBy: ['store'], calculations: ['Largest'] }],
  summary: ['All'],
}

const column = fc.record({
  template: fc.constantFrom(...templates),
  holes: fc.array(fc.nat({ max: 30 }), { minLength: 3, maxLength: 3 }),
  /** -1 the summary, 0 and 1 the groupings, 2 the rows. */
  place: fc.integer({ min: -1, max: 2 }),
})
const filter = fc.record({ column: fc.nat({ max: 30 }), min: fc.integer({ min: -5, max: 40 }), includeNulls: fc.constantFrom('always', 'never') })

test('random elements compile without a fault and give the same rows on both engines', { timeout: 900_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(column, { minLength: 1, maxLength: 6 }),
      fc.array(filter, { maxLength: 2 }),
      fc.shuffledSubarray(['region', 'store', 'month'], { minLength: 0, maxLength: 2 }),
      async (columns, filters, keys) => {
        const ids = ['qty', ...columns.map((_, index) => `c${index}`)]
        const pick = (hole: number, before: number) => ids[hole % (before + 1)] ?? 'qty'
        const formulas = columns.map(({ template, holes }, index) => {
          let hole = 0
          return template.replaceAll('#', () => pick(holes[hole++] ?? 0, index))
        })
        const at = (place: number) => columns.flatMap((item, index) => (Math.min(item.place, place === 2 ? 2 : keys.length - 1) === place ? [`c${index}`] : []))
        const document = documentOf(other, {
          id: 'random',
          kind: 'table',
          name: 'Random',
          source: { kind: 'warehouse-table', connectionId: CONNECTION, path: ['SHOP', 'STOCK'] },
          columns: [
            { id: 'region', formula: '[STOCK/REGION]', name: 'region' },
            { id: 'store', formula: '[STOCK/STORE]', name: 'store' },
            { id: 'month', formula: '[STOCK/MONTH]', name: 'month' },
            { id: 'qty', formula: '[STOCK/QTY]', name: 'qty' },
            ...formulas.map((formula, index) => ({ id: `c${index}`, formula, name: `c${index}` })),
          ],
          groupings: keys.map((key, index) => ({ id: `grouping-${index}`, groupBy: [key], calculations: at(index) })),
          summary: columns.flatMap((item, index) => (item.place === -1 ? [`c${index}`] : [])),
          sort: [{ columnId: 'qty', direction: 'ascending' }],
          filters: filters
            .filter((item, index) => filters.findIndex((other) => other.column % ids.length === item.column % ids.length) === index)
            .map((item, index) => ({ id: `f${index}`, columnId: ids[item.column % ids.length], kind: 'number-range', min: item.min, includeNulls: item.includeNulls })),
        })
        const results = []
        for (const engine of engines) {
          const outcome = compileElement(document, 'random', goldenContext(goldenCatalog({ dialect: engine.dialect })))
          if (!outcome.ok) {
            // A filter on a column with an error; nothing else may make an element fail.
            expect(outcome.message).toMatch(/aims at the column/)
            return
          }
          const levels = []
          for (const level of [...outcome.element.levels, outcome.element.flat]) levels.push(rounded((await readLevel(engine, level)).rows))
          results.push(levels)
        }
        expect(results[1]).toEqual(results[0])
      },
    ),
    { numRuns: runs },
  )
})

/** Floats to nine digits: sums of floats depend on their order. Rows of a level in one order, whatever their ties. */
function rounded(rows: unknown[][]): string[] {
  return rows.map((row) => JSON.stringify(row.map((cell) => (typeof cell === 'number' ? Number(cell.toPrecision(9)) : cell)))).sort()
}
