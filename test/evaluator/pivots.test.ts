import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isMysqlFamily } from '../../packages/core/src/formula/testing/engines.ts'
import { newDatabase, whySkipped } from '../engines/servers.ts'
import { type GoldenEngine, openDuckDb, openPostgres } from '../golden/engines.ts'
import { compileOrThrow, goldenContext, readLevel, readWhole } from '../golden/run-case.ts'
import { openMariadbAt, openTrino } from '../golden/server-engines.ts'
import { flavourLabel } from '../setup/flavour.ts'
import { actualValue, catalogOf, createTables, same } from './check.ts'
import { documentOf, elementOf, goldenTableOf } from './document.ts'
import { call, column, type Expr, print, source } from './expression.ts'
import type { Element, Filter, TableData } from './model.ts'
import { missingFunctions } from './property.ts'
import { fields, tables } from './random-tables.ts'
import { filters, formulas } from './random-workbook.ts'
import { seed } from './seed.ts'
import { WorkbookEvaluation } from './sources.ts'
import { isMoment, keyOf, type Shown, show, type Value } from './values.ts'

const isDeep = process.env.OCTAVO_DEEP === '1'
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

/** A total that a cell of the pivot table shows, in the form of `Subtotal`. */
interface Shift {
  aggregate: Expr
  mode: (typeof MODES)[number]
  outwards: number
}
const MODES = ['grand_total', 'row', 'column', 'row_parent', 'column_parent'] as const

/** The keys of a cell that remain in the total. */
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

/** A calculated line: formulas for the group of the keys before and at its column, when these have the given members. */
interface Line {
  inColumn: string
  /** The given members of the outer keys, and its own when it is beside one. */
  members: Map<string, Value>
  formulas: Map<string, Expr>
}

const memberText = (value: Value) => (isMoment(value) ? show(value).slice(0, 10) : String(value))

function publishedLine({ inColumn, members, formulas }: Line, index: number) {
  const outer = [...members].filter(([key]) => key !== inColumn)
  const own = members.get(inColumn)
  return {
    id: `line-${index}`,
    inColumn,
    position: index % 2 === 0 ? 'above' : 'below',
    ...(own === undefined ? {} : { value: memberText(own) }),
    in: outer.map(([columnId, value]) => ({ columnId, value: memberText(value) })),
    calculations: [...formulas].map(([columnId, expr]) => ({ columnId, formula: print(expr, (name) => name) })),
  }
}

/** The value on these lines: its formula when the lines agree, else nothing. */
function formulaOn(lines: readonly Line[], value: string): Expr | null {
  const given = lines.map(({ formulas }) => formulas.get(value))
  const [first] = given
  const isShared = first && given.every((expr) => expr && print(expr, String) === print(first, String))
  return isShared ? first : null
}

/** Checks every relation of a pivot table: the same rows grouped by some of its keys, or a part of these. */
async function checkPivot(
  engine: GoldenEngine,
  data: TableData[],
  values: Record<string, Expr>,
  [rows, columns]: [string[], string[]],
  filter: Filter | null,
  shift: Shift,
  lines: readonly Line[],
): Promise<void> {
  const { aggregate, mode, outwards } = shift
  const text = `Subtotal(${print(aggregate, (name) => name)}, "${mode}"${outwards > 0 ? `, ${outwards}` : ''})`
  const given = { ...values, total: { kind: 'written', text, meaning: aggregate } as const }
  const made = Object.entries(given).map(([id, expr]) => ({ id, kind: 'text' as const, expr }))
  const element: Element = { ...base, columns: [...base.columns, ...made], filters: filter ? [filter] : [] }
  const onLines = lines.flatMap(({ formulas }, index) =>
    [...formulas].map(([value, expr]) => ({ id: `${value} on ${index}`, kind: 'text' as const, expr })),
  )
  const { groupings: _, summary: __, sort: ___, ...printed } = elementOf(element)
  const shelf = (ids: string[]) => ids.map((id) => ({ id }))
  const adhocCalcs = lines.map(publishedLine)
  const shelves = { rowsBy: shelf(rows), columnsBy: shelf(columns), values: Object.keys(given), adhocCalcs }
  const golden = data.map(goldenTableOf)
  await createTables(engine, golden)
  const document = documentOf({ tables: data, elements: [] }, [{ ...printed, kind: 'pivot-table', ...shelves }])
  const context = goldenContext(catalogOf(engine.dialect, golden), { zone: ZONE, now: '2024-03-31T10:00:00Z' })
  const compiled = compileOrThrow(document, 'Main', context)
  expect(compiled.columns.flatMap(({ problems }) => problems.filter(({ severity }) => severity === 'error'))).toEqual(
    [],
  )
  expect(
    compiled.levels
      .map(({ level }) => level)
      .filter((name) => /a\d/.test(name))
      .sort(),
  ).toEqual(lineLevels(lines, rows, columns).sort())
  const together = (await readWhole(engine, compiled)) ?? []
  const readsTogether = compiled.levels.length > 1 && !isMysqlFamily(engine.dialect)
  expect(together.length).toBe(readsTogether ? compiled.levels.length : 0)
  for (const level of compiled.levels) {
    const numbers = (level.level.match(/\d+/g) ?? []).map(Number)
    const [r = rows.length, c = columns.length, ...places] = numbers
    const beside = places.flatMap((place) => lines[place] ?? [])
    const grouped = (keys: string[]) => {
      const calculations = [...Object.keys(given), ...onLines.map(({ id }) => id)]
      const whole = { ...element, columns: [...element.columns, ...onLines] }
      const plain: Element =
        keys.length > 0
          ? { ...whole, groupings: [{ id: 'g', keys, calculations, sort: [] }] }
          : { ...whole, summary: calculations }
      const evaluation = new WorkbookEvaluation({ tables: data, elements: [plain] }, ZONE).element('Main')
      return { evaluation, nodes: evaluation.nodes(keys.length > 0 ? 1 : 0) }
    }
    const { evaluation, nodes: all } = grouped([...rows.slice(0, r), ...columns.slice(0, c)])
    const isThere = (node: (typeof all)[number], line: Line) =>
      [...line.members].every(([key, member]) => keyOf(node.keys.get(key) ?? null) === keyOf(member))
    const nodes = all.filter((node) => beside.every((line) => isThere(node, line)))
    const left = keysLeft(shift, rows.slice(0, r), columns.slice(0, c))
    const totals = grouped(left)
    const ids = level.columns.map(({ id }) => id)
    const expected = nodes.map((node) => {
      const owner = totals.nodes.find((total) =>
        left.every((key) => keyOf(total.keys.get(key) ?? null) === keyOf(node.keys.get(key) ?? null)),
      )
      return ids.map((id) => {
        if (beside.length > 0 && id in given) {
          return formulaOn(beside, id) ? evaluation.cell(`${id} on ${places[0]}`, node) : null
        }
        if (id !== 'total') return evaluation.cell(id, node)
        return owner ? totals.evaluation.cell('total', owner) : null
      })
    })
    const types = level.columns.map(({ type }) => type)
    for (const { rows: found } of [
      await readLevel(engine, level),
      ...together.filter((each) => each.level === level.level),
    ]) {
      const actual = found.map((row) => row.map((cell, index) => actualValue(cell, types[index])))
      const others = [...actual]
      for (const row of expected) {
        const at = others.findIndex((other) => row.every((cell, index) => same(cell, other[index] ?? null)))
        if (at < 0) throw new Error(`${level.level}: ${ids}\n${table(expected)}\nfound\n${table(actual)}`)
        others.splice(at, 1)
      }
      expect(others).toEqual([])
    }
  }
}

/** Every line crosses all totals of the other axis, and each of its lines when they agree on some value. */
function lineLevels(lines: readonly Line[], rows: string[], columns: string[]): string[] {
  const placed = lines.map((line, place) => {
    const isRow = rows.includes(line.inColumn)
    const depth = (isRow ? rows : columns).indexOf(line.inColumn)
    return { line, place, isRow, kept: depth + (line.members.has(line.inColumn) ? 1 : 0) }
  })
  const upTo = (count: number) => Array.from({ length: count + 1 }, (_, kept) => kept)
  return placed.flatMap(({ line, place, isRow, kept }) => [
    ...upTo(isRow ? columns.length : rows.length).map(
      (other) => `${isRow ? `r${kept}c${other}` : `r${other}c${kept}`}a${place}`,
    ),
    ...placed
      .filter(
        (other) =>
          isRow && !other.isRow && [...line.formulas.keys()].some((value) => formulaOn([line, other.line], value)),
      )
      .map((other) => `r${kept}c${other.kept}a${place}a${other.place}`),
  ])
}

const table = (rows: Shown[][]) => rows.map((cells) => `  ${cells.map(show).join(' | ')}`).join('\n')

/** A line beside a row of the first table: the members that it uses, and which values have which formula. */
function lineOf(
  given: { key: number; row: number; members: number; formulas: number },
  [data]: TableData[],
  [rows, columns]: [string[], string[]],
  pool: Expr[],
): Line {
  const keys = [...rows, ...columns]
  const inColumn = keys[given.key % keys.length] ?? ''
  const axis = rows.includes(inColumn) ? rows : columns
  const found = data?.rows[given.row % Math.max(1, data.rows.length)] ?? []
  const members = axis.slice(0, axis.indexOf(inColumn) + 1).flatMap((key, index): [string, Value][] => {
    const member = found[fields.findIndex(({ name }) => name === key)] ?? null
    return given.members & (1 << index) && member !== null ? [[key, member]] : []
  })
  const formulas = ['v1', 'v2', 'v3'].flatMap((value, index): [string, Expr][] => {
    const which = (given.formulas >> (2 * index)) & 3
    const expr = which === 0 ? undefined : (pool[which - 1] ?? call('CountDistinct', column('n')))
    return expr ? [[value, expr]] : []
  })
  const all: [string, Expr][] = formulas.length > 0 ? formulas : [['v1', call('CountDistinct', column('n'))]]
  return { inColumn, members: new Map(members), formulas: new Map(all) }
}

const noMariadb = whySkipped('mariadb')
const noTrino = whySkipped('trino')

describe.each([
  ['duckdb', openDuckDb, isDeep ? 500 : 40, null],
  ['postgres', openPostgres, isDeep ? 500 : 40, null],
  [
    `a ${flavourLabel} server${noMariadb ? `, skipped: ${noMariadb}` : ''}`,
    async () => openMariadbAt(await newDatabase('mariadb')),
    isDeep ? 250 : 20,
    noMariadb,
  ],
  [`a Trino server${noTrino ? `, skipped: ${noTrino}` : ''}`, openTrino, isDeep ? 250 : 10, noTrino],
] as const)(`%s (seed ${seed})`, (_, open, runs, skipped) => {
  const settings = { seed, numRuns: runs }
  let engine: GoldenEngine
  beforeAll(async () => {
    if (!skipped) engine = await open()
  })
  afterAll(() => engine?.close())

  test.skipIf(skipped)(
    'cells and totals of random pivot tables are their formulas over the rows that they represent',
    {
      timeout: 1_800_000,
    },
    async () => {
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
          fc.array(fc.record({ key: fc.nat(3), row: fc.nat(11), members: fc.nat(15), formulas: fc.nat(63) }), {
            maxLength: 3,
          }),
          async (data, [a, b], shelves, filter, mode, outwards, given) => {
            const missing = missingFunctions(engine.dialect)
            fc.pre(![a, b].some((expr) => missing.some((name) => print(expr, (name) => name).includes(name))))
            const steps = mode.endsWith('parent') ? outwards : 0
            const values = { v1: a, v2: b, v3: call('Count') }
            const lines = given.map((line) => lineOf(line, data, shelves, [b, call('+', column('v3'), call('Count'))]))
            await checkPivot(engine, data, values, shelves, filter, { aggregate: a, mode, outwards: steps }, lines)
          },
        ),
        settings,
      )
    },
  )
})
