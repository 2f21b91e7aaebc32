import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GoldenEngine, openDuckDb, openPostgres } from '../golden/engines.ts'
import { compileOrThrow, goldenContext, readLevel } from '../golden/run-case.ts'
import { actualValue, catalogOf, createTables, same } from './check.ts'
import { documentOf, elementOf, goldenTableOf } from './document.ts'
import { call, type Expr, source } from './expression.ts'
import type { Element, Filter, TableData } from './model.ts'
import { fields, filters, formulas, tables } from './random-workbook.ts'
import { WorkbookEvaluation } from './sources.ts'
import { type Shown, show } from './values.ts'

const settings = { seed: 2026, numRuns: process.env.OCTAVO_DEEP === '1' ? 500 : 40 }
const ZONE = 'Europe/Berlin'

const base: Element = {
  id: 'Main',
  source: { kind: 'warehouse-table', path: ['R', 'T'] },
  columns: fields.map(({ name }) => ({ id: name, kind: 'text', expr: source('T', name) })),
  groupings: [],
  summary: [],
  sort: [],
  filters: [],
}

/** Every relation of a pivot table is the same rows grouped by some of its keys. */
async function checkPivot(
  engine: GoldenEngine,
  data: TableData[],
  values: Record<string, Expr>,
  [rows, columns]: [string[], string[]],
  filter: Filter | null,
): Promise<void> {
  const made = Object.entries(values).map(([id, expr]) => ({ id, kind: 'text' as const, expr }))
  const element: Element = { ...base, columns: [...base.columns, ...made], filters: filter ? [filter] : [] }
  const { groupings: _, summary: __, sort: ___, ...printed } = elementOf(element)
  const shelf = (ids: string[]) => ids.map((id) => ({ id }))
  const shelves = { rowsBy: shelf(rows), columnsBy: shelf(columns), values: Object.keys(values) }
  const golden = data.map(goldenTableOf)
  await createTables(engine, golden)
  const document = documentOf({ tables: data, elements: [] }, [{ ...printed, kind: 'pivot-table', ...shelves }])
  const context = goldenContext(catalogOf(engine.dialect, golden), { zone: ZONE, now: '2024-03-31T10:00:00Z' })
  const compiled = compileOrThrow(document, 'Main', context)
  expect(compiled.columns.flatMap(({ problems }) => problems.filter(({ severity }) => severity === 'error'))).toEqual(
    [],
  )
  for (const level of compiled.levels) {
    const [, r = rows.length, c = columns.length] = (/^r(\d+)c(\d+)$/.exec(level.level) ?? []).map(Number)
    const keys = [...rows.slice(0, r), ...columns.slice(0, c)]
    const grouping = { id: 'g', keys, calculations: Object.keys(values), sort: [] }
    const plain: Element =
      keys.length > 0 ? { ...element, groupings: [grouping] } : { ...element, summary: Object.keys(values) }
    const evaluation = new WorkbookEvaluation({ tables: data, elements: [plain] }, ZONE).element('Main')
    const ids = level.columns.map(({ id }) => id)
    const nodes = evaluation.nodes(keys.length > 0 ? 1 : 0)
    const expected = nodes.map((node) => ids.map((id) => evaluation.cell(id, node)))
    const types = level.columns.map(({ type }) => type)
    const found = await readLevel(engine, level)
    const actual = found.rows.map((row) => row.map((cell, index) => actualValue(cell, types[index])))
    const left = [...actual]
    for (const row of expected) {
      const at = left.findIndex((other) => row.every((cell, index) => same(cell, other[index] ?? null)))
      if (at < 0) throw new Error(`${level.level}: ${ids}\n${table(expected)}\nfound\n${table(actual)}`)
      left.splice(at, 1)
    }
    expect(left).toEqual([])
  }
}

const table = (rows: Shown[][]) => rows.map((cells) => `  ${cells.map(show).join(' | ')}`).join('\n')

describe.each([
  ['duckdb', openDuckDb],
  ['postgres', openPostgres],
] as const)('%s', (_, open) => {
  let engine: GoldenEngine
  beforeAll(async () => {
    engine = await open()
  })
  afterAll(() => engine.close())

  test('cells and totals of random pivot tables are their formulas over the rows that they stand for', {
    timeout: 1_800_000,
  }, async () => {
    const keys = fc
      .tuple(fc.shuffledSubarray(['k', 'l', 'b', 'day'], { minLength: 1, maxLength: 4 }), fc.nat(3))
      .map(([all, cut]): [string[], string[]] => [all.slice(0, cut), all.slice(cut)])
    const aggregates = fc.tuple(formulas('aggregate'), formulas('aggregate'))
    await fc.assert(
      fc.asyncProperty(tables, aggregates, keys, fc.option(filters), async (data, [a, b], shelves, filter) => {
        await checkPivot(engine, data, { v1: a, v2: b, v3: call('Count') }, shelves, filter)
      }),
      settings,
    )
  })
})
