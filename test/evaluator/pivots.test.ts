import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GoldenEngine, openDuckDb, openPostgres } from '../golden/engines.ts'
import { compileOrThrow, goldenContext, readLevel } from '../golden/run-case.ts'
import { actualValue, catalogOf, createTables, same } from './check.ts'
import { documentOf, elementOf, goldenTableOf } from './document.ts'
import { call, type Expr, print, source } from './expression.ts'
import type { Element, Filter, TableData } from './model.ts'
import { fields, filters, formulas, tables } from './random-workbook.ts'
import { WorkbookEvaluation } from './sources.ts'
import { keyOf, type Shown, show } from './values.ts'

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

/** A total that a cell of the pivot shows, as `Subtotal` names it. */
interface Shift {
  aggregate: Expr
  mode: (typeof MODES)[number]
  outwards: number
}
const MODES = ['grand_total', 'row', 'column', 'row_parent', 'column_parent'] as const

/** Keys that remain of those of a cell (language page, 3.5). */
function keysLeft({ mode, outwards }: Shift, rows: string[], columns: string[]): string[] {
  const parent = (keys: string[]) => keys.slice(0, Math.max(keys.length - 1 - outwards, 0))
  switch (mode) {
    case 'grand_total':
      return []
    case 'row':
      return rows
    case 'column':
      return columns
    case 'row_parent':
      return [...parent(rows), ...columns]
    case 'column_parent':
      return [...rows, ...parent(columns)]
  }
}

/** Every relation of a pivot table is the same rows grouped by some of its keys. */
async function checkPivot(
  engine: GoldenEngine,
  data: TableData[],
  values: Record<string, Expr>,
  [rows, columns]: [string[], string[]],
  filter: Filter | null,
  shift: Shift,
): Promise<void> {
  const { aggregate, mode, outwards } = shift
  const text = `Subtotal(${print(aggregate, (name) => name)}, "${mode}"${outwards > 0 ? `, ${outwards}` : ''})`
  const given = { ...values, total: { kind: 'written', text, meaning: aggregate } as const }
  const made = Object.entries(given).map(([id, expr]) => ({ id, kind: 'text' as const, expr }))
  const element: Element = { ...base, columns: [...base.columns, ...made], filters: filter ? [filter] : [] }
  const { groupings: _, summary: __, sort: ___, ...printed } = elementOf(element)
  const shelf = (ids: string[]) => ids.map((id) => ({ id }))
  const shelves = { rowsBy: shelf(rows), columnsBy: shelf(columns), values: Object.keys(given) }
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
    const grouped = (keys: string[]) => {
      const calculations = Object.keys(given)
      const plain: Element =
        keys.length > 0
          ? { ...element, groupings: [{ id: 'g', keys, calculations, sort: [] }] }
          : { ...element, summary: calculations }
      const evaluation = new WorkbookEvaluation({ tables: data, elements: [plain] }, ZONE).element('Main')
      return { evaluation, nodes: evaluation.nodes(keys.length > 0 ? 1 : 0) }
    }
    const { evaluation, nodes } = grouped([...rows.slice(0, r), ...columns.slice(0, c)])
    const left = keysLeft(shift, rows.slice(0, r), columns.slice(0, c))
    const totals = grouped(left)
    const ids = level.columns.map(({ id }) => id)
    const expected = nodes.map((node) => {
      const owner = totals.nodes.find((total) =>
        left.every((key) => keyOf(total.keys.get(key) ?? null) === keyOf(node.keys.get(key) ?? null)),
      )
      return ids.map((id) => {
        if (id !== 'total') return evaluation.cell(id, node)
        return owner ? totals.evaluation.cell('total', owner) : null
      })
    })
    const types = level.columns.map(({ type }) => type)
    const found = await readLevel(engine, level)
    const actual = found.rows.map((row) => row.map((cell, index) => actualValue(cell, types[index])))
    const others = [...actual]
    for (const row of expected) {
      const at = others.findIndex((other) => row.every((cell, index) => same(cell, other[index] ?? null)))
      if (at < 0) throw new Error(`${level.level}: ${ids}\n${table(expected)}\nfound\n${table(actual)}`)
      others.splice(at, 1)
    }
    expect(others).toEqual([])
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
      fc.asyncProperty(
        tables,
        aggregates,
        keys,
        fc.option(filters),
        fc.constantFrom(...MODES),
        fc.nat(2),
        async (data, [a, b], shelves, filter, mode, outwards) => {
          const steps = mode.endsWith('parent') ? outwards : 0
          const values = { v1: a, v2: b, v3: call('Count') }
          await checkPivot(engine, data, values, shelves, filter, { aggregate: a, mode, outwards: steps })
        },
      ),
      settings,
    )
  })
})
