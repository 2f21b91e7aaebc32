import { type CompileContext, compileElement } from '@octavo/core/plan'
import type { ValueType } from '@octavo/core/types'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isMysqlFamily } from '../../packages/core/src/formula/testing/engines.ts'
import { newDatabase, whySkipped } from '../engines/servers.ts'
import { type GoldenEngine, openDuckDb, openPostgres } from '../golden/engines.ts'
import { CONNECTION, goldenContext, readLevel } from '../golden/run-case.ts'
import { openMariadbAt, openTrino } from '../golden/server-engines.ts'
import { flavourLabel } from '../setup/flavour.ts'
import { catalogOf, createTables } from './check.ts'
import { documentOf, elementOf, goldenTableOf } from './document.ts'
import { call, column, type Expr, literal, source } from './expression.ts'
import { limitedShrinking } from './limited-shrinking.ts'
import type { Element, Filter, Workbook } from './model.ts'
import { formulasOf, missingFunctions } from './property.ts'
import { fields, tables } from './random-tables.ts'
import { formulas } from './random-workbook.ts'
import { rounded } from './rounded.ts'
import { seed } from './seed.ts'
import type { Value } from './values.ts'

const isDeep = process.env.OCTAVO_DEEP === '1'
type Rows = Record<string, unknown>[]
type Levels = Record<string, Rows>

const base: Element = {
  id: 'Main',
  source: { kind: 'warehouse-table', path: ['R', 'T'] },
  columns: fields.map(({ name }) => ({ id: name, kind: 'text', expr: source('T', name) })),
  groupings: [],
  summary: [],
  sort: [{ columnId: 'u', direction: 'ascending' }],
  filters: [],
}
const withColumns = (columns: Record<string, Expr>, more: Partial<Element> = {}): Element => ({
  ...base,
  ...more,
  columns: [...base.columns, ...Object.entries(columns).map(([id, expr]) => ({ id, kind: 'text' as const, expr }))],
})
const listFilter = (columnId: string, value: Value, mode: 'include' | 'exclude' = 'include'): Filter => {
  return { id: `f ${columnId}`, columnId, kind: 'list', mode, values: [value] }
}

/** Cells by column id; floats to nine digits, because sums in another order differ in the last digits. */
async function levelsOf(
  engine: GoldenEngine,
  data: Workbook['tables'],
  element: Element,
  more: Record<string, unknown>[] = [],
  overrides: Partial<CompileContext> = {},
  replaced?: Record<string, unknown>,
): Promise<Levels | null> {
  const missing = missingFunctions(engine.dialect)
  fc.pre(!formulasOf({ elements: [element] }).some((formula) => missing.some((name) => formula.includes(name))))
  const document = documentOf(
    { tables: data, elements: replaced ? [] : [element] },
    replaced ? [replaced, ...more] : more,
  )
  const catalog = catalogOf(engine.dialect, data.map(goldenTableOf), () => ({ columns: described(data) }))
  const outcome = compileElement(document, 'Main', goldenContext(catalog, { zone: 'UTC', ...overrides }))
  if (!outcome.ok) throw new Error(`${outcome.code}: ${outcome.message}`)
  const problems = outcome.element.columns.flatMap((item) =>
    item.problems.filter(({ severity }) => severity === 'error'),
  )
  if (problems.some(({ code }) => code === 'not_supported_yet')) return null
  if (problems.length > 0) throw new Error(JSON.stringify(problems))
  const levels: Levels = {}
  for (const level of outcome.element.levels) {
    const { rows } = await readLevel(engine, level)
    levels[level.level] = rows.map((row) =>
      Object.fromEntries(level.columns.map(({ id }, index) => [id, rounded(row[index])])),
    )
  }
  return levels
}

function described(data: Workbook['tables']): { name: string; type: ValueType; nullable: boolean }[] {
  return data.slice(0, 1).flatMap((table) => goldenTableOf(table).columns)
}

/**
 * The statement in the syntax of an engine: on MariaDB names have backticks, and texts ignore case unless they are compared as bytes; Trino
 * does not compare a text with a time.
 */
function statementFor(dialect: GoldenEngine['dialect'], statement: string): string {
  if (dialect === 'trino') return statement.replace(/'\d{4}-\d\d-\d\d'/g, 'TIMESTAMP $&')
  if (!isMysqlFamily(dialect)) return statement
  return statement
    .replaceAll('"', '`')
    .replace(/(= |FROM |LIKE )'/, "$1BINARY '")
    .replace(/(\S+) IS DISTINCT FROM (.+)/, 'NOT ($1 <=> $2)')
}

const sorted = (rows: Rows, ids?: string[]) =>
  rows.map((row) => JSON.stringify(ids ? ids.map((id) => row[id]) : Object.entries(row).sort())).sort()

const noMariadb = whySkipped('mariadb')
const noTrino = whySkipped('trino')

describe.each([
  ['duckdb', openDuckDb, isDeep ? 2000 : 30, null],
  ['postgres', openPostgres, isDeep ? 2000 : 30, null],
  [
    `a ${flavourLabel} server${noMariadb ? `, skipped: ${noMariadb}` : ''}`,
    async () => openMariadbAt(await newDatabase('mariadb')),
    isDeep ? 1000 : 12,
    noMariadb,
  ],
  [`a Trino server${noTrino ? `, skipped: ${noTrino}` : ''}`, openTrino, isDeep ? 500 : 6, noTrino],
] as const)(`%s (seed ${seed})`, { timeout: 1_800_000 }, (_, open, runs, skipped) => {
  const settings = { seed, numRuns: runs }
  let engine: GoldenEngine
  beforeAll(async () => {
    if (!skipped) engine = await open()
  })
  afterAll(() => engine?.close())

  const create = (data: Workbook['tables']) => createTables(engine, data.map(goldenTableOf))
  const read = (data: Workbook['tables'], element: Element) => levelsOf(engine, data, element)

  test.skipIf(skipped)('a predicate splits the rows into true, false and null, and the parts add up', async () => {
    await fc.assert(
      fc.asyncProperty(
        tables,
        formulas('logical'),
        limitedShrinking(async (data, predicate) => {
          await create(data)
          const element = withColumns({ p: predicate })
          const whole = await read(data, element)
          if (!whole) return
          const parts: Rows = []
          for (const value of [true, false, null]) {
            const part = await read(data, { ...element, filters: [listFilter('p', value)] })
            parts.push(...(part?.base ?? []))
            const rest = await read(data, { ...element, filters: [listFilter('p', value, 'exclude')] })
            expect((part?.base ?? []).length + (rest?.base ?? []).length).toBe(whole.base?.length)
          }
          expect(sorted(parts)).toEqual(sorted(whole.base ?? []))
        }),
      ),
      settings,
    )
  })

  test.skipIf(skipped)('a total is its formula over the rows that it represents', async () => {
    const keys = fc.shuffledSubarray(['k', 'l', 'b', 'day'], { minLength: 2, maxLength: 2 })
    await fc.assert(
      fc.asyncProperty(
        tables,
        formulas('aggregate'),
        keys,
        limitedShrinking(async (data, aggregate, [outer = 'k', inner = 'l']) => {
          await create(data)
          const calculations = {
            own: aggregate,
            grand: call('GrandTotal', aggregate),
            parent: call('Subtotal', aggregate, literal('parent_grouping')),
          }
          const groupings = [
            { id: 'g1', keys: [outer], calculations: ['mine'], sort: [] },
            { id: 'g2', keys: [inner], calculations: Object.keys(calculations), sort: [] },
          ]
          const more = { groupings, summary: ['all'] }
          const levels = await read(data, withColumns({ ...calculations, mine: aggregate, all: aggregate }, more))
          if (!levels) return
          const all = levels.summary?.[0]?.all
          for (const group of levels.g2 ?? []) {
            expect(group.grand).toEqual(all)
            const parent = levels.g1?.find((row) => row[outer] === group[outer])
            expect(group.parent).toEqual(parent?.mine)
          }
          for (const group of levels.g1 ?? []) {
            if (outer === 'day' && group[outer] !== null) continue
            const filters = [listFilter(outer, group[outer] as Value)]
            const alone = await read(data, withColumns({ all: aggregate }, { summary: ['all'], filters }))
            expect(alone?.summary?.[0]?.all).toEqual(group.mine)
          }
        }),
      ),
      settings,
    )
  })

  const pushed: [title: string, filter: Filter, sql: string][] = [
    ['a range', { id: 'f', columnId: 'n', kind: 'number-range', min: 2, max: 9 }, '"n" BETWEEN 2 AND 9'],
    [
      'a range with nulls',
      { id: 'f', columnId: 'd', kind: 'number-range', min: 2, includeNulls: 'always' },
      '"d" >= 2 OR "d" IS NULL',
    ],
    ['a list', listFilter('k', 'x'), `"k" = 'x'`],
    ['a list that excludes', listFilter('k', 'x', 'exclude'), `"k" IS DISTINCT FROM 'x'`],
    ['a list of nothing', listFilter('l', null), '"l" IS NULL'],
    ['a logical', listFilter('b', true), '"b"'],
    [
      'a text',
      { id: 'f', columnId: 't', kind: 'text-match', mode: 'contains', value: 'b', case: 'sensitive' },
      `"t" LIKE '%b%'`,
    ],
    [
      'a day',
      { id: 'f', columnId: 'ts', kind: 'date-range', mode: 'on', date: '2023-12-31' },
      `"ts" >= '2023-12-31' AND "ts" < '2024-01-01'`,
    ],
  ]
  test.skipIf(skipped).each(pushed)('%s filters as it would inside custom SQL', async (_title, filter, condition) => {
    await fc.assert(
      fc.asyncProperty(
        tables,
        formulas('aggregate'),
        limitedShrinking(async (data, aggregate) => {
          await create(data)
          const groupings = [{ id: 'g1', keys: ['l'], calculations: ['own'], sort: [] }]
          const element = withColumns({ own: aggregate, all: aggregate }, { groupings, summary: ['all'] })
          const filtered = await read(data, { ...element, filters: [filter] })
          const printed = elementOf(element)
          const statement = statementFor(engine.dialect, `SELECT * FROM "R"."T" WHERE ${condition}`)
          const columns = (printed.columns as { id: string; formula: string }[]).map((item) => ({
            ...item,
            formula: item.formula.replace(/^\[T\//, '[Custom SQL/'),
          }))
          const custom = { ...printed, columns, source: { kind: 'sql', connectionId: CONNECTION, statement } }
          const embedded = await levelsOf(engine, data, element, [], {}, custom)
          expect(Object.entries(embedded ?? {}).map(([level, rows]) => [level, sorted(rows)])).toEqual(
            Object.entries(filtered ?? {}).map(([level, rows]) => [level, sorted(rows)]),
          )
        }),
      ),
      { ...settings, numRuns: Math.ceil(runs / 10) },
    )
  })

  test.skipIf(skipped)('the order of columns, and columns that nothing reads, do not change the rows', async () => {
    await fc.assert(
      fc.asyncProperty(
        tables,
        formulas('aggregate'),
        formulas('row'),
        fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e'], { minLength: 5 }),
        limitedShrinking(async (data, aggregate, row, order) => {
          await create(data)
          const groupings = [{ id: 'g1', keys: ['k'], calculations: ['own', 'total'], sort: [] }]
          const total = call('GrandTotal', aggregate)
          const element = withColumns(
            { own: aggregate, r: row, total, all: aggregate },
            { groupings, summary: ['all'] },
          )
          const before = await read(data, element)
          if (!before) return
          const place = (id: string) => order.indexOf('abcde'[id.length % 5] ?? 'a')
          const columns = element.columns.toSorted((a, b) => place(a.id) - place(b.id))
          const spare = [
            { id: 'unread', kind: 'text' as const, expr: row },
            { id: 'unread group', kind: 'text' as const, expr: call('Count', column('r')) },
          ]
          const after = await read(data, {
            ...element,
            columns: [...spare, ...columns],
            groupings: groupings.map((item) => ({ ...item, calculations: [...item.calculations, 'unread group'] })),
          })
          for (const [level, rows] of Object.entries(before)) {
            const ids = Object.keys(rows[0] ?? {})
            expect(sorted(after?.[level] ?? [], ids)).toEqual(sorted(rows, ids))
          }
        }),
      ),
      settings,
    )
  })

  const controls: [title: string, filter: Filter, control: Record<string, unknown>][] = [
    ['list', listFilter('k', 'x'), { controlType: 'list', mode: 'include', selectionMode: 'multiple', values: ['x'] }],
    [
      'excluding list',
      listFilter('k', 'x', 'exclude'),
      { controlType: 'list', mode: 'exclude', selectionMode: 'multiple', values: ['x'] },
    ],
    [
      'list of null',
      listFilter('l', null),
      { controlType: 'list', mode: 'include', selectionMode: 'multiple', values: [null] },
    ],
    [
      'number range',
      { id: 'f', columnId: 'n', kind: 'number-range', min: 2, max: 9 },
      { controlType: 'number-range', min: 2, max: 9 },
    ],
    [
      'text',
      { id: 'f', columnId: 't', kind: 'text-match', mode: 'does-not-contain', value: 'a' },
      { controlType: 'text', mode: 'does-not-contain', value: 'a' },
    ],
    [
      'date range',
      { id: 'f', columnId: 'ts', kind: 'date-range', mode: 'between', startDate: '2023-12-31', endDate: '2024-01-31' },
      { controlType: 'date-range', mode: 'between', startDate: '2023-12-31', endDate: '2024-01-31' },
    ],
    [
      'top n',
      { id: 'f', columnId: 'n', kind: 'top-n', rankingFunction: 'rank', mode: 'top-n', rowCount: 3 },
      { controlType: 'top-n', rankingFunction: 'rank', mode: 'top-n', rowCount: 3 },
    ],
  ]
  test.skipIf(skipped).each(controls)(
    'a control with the value of a filter returns the same rows: %s',
    async (_title, filter, control) => {
      await fc.assert(
        fc.asyncProperty(
          tables,
          formulas('aggregate'),
          limitedShrinking(async (data, aggregate) => {
            await create(data)
            const groupings = [{ id: 'g1', keys: ['b'], calculations: ['own'], sort: [] }]
            const element = withColumns({ own: aggregate }, { groupings })
            const filtered = await read(data, { ...element, filters: [filter] })
            const target = { source: { kind: 'table', elementId: 'Main' }, columnId: filter.columnId }
            const more = [{ id: 'c', kind: 'control', controlId: 'Pick', name: 'Pick', filters: [target], ...control }]
            const controlled = await levelsOf(engine, data, element, more)
            expect(controlled).toEqual(filtered)
          }),
        ),
        { ...settings, numRuns: Math.ceil(runs / 10) },
      )
    },
  )
})
