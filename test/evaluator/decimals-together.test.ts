import { compileElement } from '@octavo/core/plan'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDatabase, whySkipped } from '../engines/servers.ts'
import { type GoldenEngine, openDuckDb, openPostgres } from '../golden/engines.ts'
import { goldenContext, readLevel } from '../golden/run-case.ts'
import { openMariadbAt, openPostgresAt, openTrino } from '../golden/server-engines.ts'
import { flavourLabel } from '../setup/flavour.ts'
import { catalogOf, check, createTables } from './check.ts'
import { documentOf, goldenTableOf } from './document.ts'
import { call, column, type Expr, literal, other, source } from './expression.ts'
import type { Element, Filter, LegRef, Source, TableData, Workbook } from './model.ts'
import { seed } from './seed.ts'
import { type Decimal, decimal, decimalText, int, normalized, type Value } from './values.ts'

const MOST = 10n ** 38n - 1n
const UNIT = 10n ** 18n
const signed = (size: fc.Arbitrary<bigint>) => fc.tuple(size, fc.boolean()).map(([value, is]) => (is ? -value : value))
/** Whole numbers of up to 38 digits; few different ones, so that keys meet. */
const whole = signed(fc.oneof(fc.constantFrom(0n, 1n, 2n, 2n ** 53n, 2n ** 63n, UNIT, 10n ** 19n), fc.constant(MOST)))
/** The same numbers where they have room for 18 decimals, and fractions beside them. */
const fraction = signed(
  fc.oneof(
    fc
      .tuple(fc.constantFrom(0n, 1n, 2n, 2n ** 53n, 2n ** 63n, UNIT, 10n ** 19n), fc.constantFrom(-1n, 0n, 0n, 0n, 1n))
      .map(([size, by]) => size * UNIT + by),
    fc.constantFrom((16n * UNIT) / 10n, UNIT / 2n, MOST),
  ),
)
const wide = fc.option(
  whole.map((digits): Decimal => ({ digits, scale: 0 })),
  { freq: 8 },
)
const narrow = fc.option(
  fraction.map((digits): Decimal => ({ digits, scale: 18 })),
  { freq: 8 },
)

function table(name: string, first: Value[], second: Value[]): TableData {
  return {
    path: ['Q', name],
    columns: [
      { name: 'u', kind: 'int' },
      { name: 'w', kind: 'wide' },
      { name: 'f', kind: 'fraction' },
    ],
    rows: first.map((value, at) => [int(at), value, second[at] ?? null]),
  }
}
const values = (of: fc.Arbitrary<Value>) => fc.array(of, { minLength: 6, maxLength: 6 })
const tables = fc
  .tuple(values(wide), values(narrow), values(wide), values(narrow))
  .map(([w, f, x, g]) => [table('T', w, f), table('S', x, g)])

const leg = (name: string): LegRef => ({ kind: 'warehouse-table', path: ['Q', name] })

function element(id: string, from: Source, columns: Record<string, Expr>, more: Partial<Element> = {}): Element {
  return {
    id,
    source: from,
    columns: Object.entries(columns).map(([key, expr]) => ({ id: key, kind: 'decimal', expr })),
    groupings: [],
    summary: [],
    sort: [],
    filters: [],
    ...more,
  }
}

const read = (name: string) => ({ u: source(name, 'u'), w: source(name, 'w'), f: source(name, 'f') })
const [w, f] = [column('w'), column('f')]
const [small, large] = [literal(decimal('1.6')), literal(decimal('99999999999999999999.5'))]

/** Formulas in which a number of 38 digits meets one with decimals. */
const formulas: Record<string, Expr> = {
  above: call('>', w, small),
  below: call('<=', w, f),
  equal: call('=', w, f),
  other: call('!=', f, w),
  within: call('Between', w, small, large),
  outside: call('Between', f, w, literal(int(2))),
  listed: call('In', w, small, f, literal(int(2))),
  named: call('Switch', w, f, literal('same'), small, literal('small'), literal('other')),
  first: call('Coalesce', call('NullIf', f, f), f),
  most: call('Greatest', literal(int(1)), f),
}
const totals: Record<string, Expr> = {
  isAbove: call('>', call('Max', w), call('Max', f)),
}

const joins = (['=', '!=', '<', 'is-not-distinct-from'] as const).flatMap((op) =>
  (['inner', 'left-outer', 'full-outer'] as const).map((joinType) =>
    element(
      `Join ${op} ${joinType}`,
      {
        kind: 'join',
        left: leg('T'),
        right: leg('S'),
        leftName: 'Left',
        rightName: 'Right',
        joinType,
        on: [{ left: 'w', right: 'f', op }],
      },
      { lu: source('Left', 'u'), ru: source('Right', 'u'), w: source('Left', 'w'), f: source('Right', 'f') },
    ),
  ),
)

const filters: Record<string, Filter> = {
  'a range': { id: 'r', columnId: 'w', kind: 'number-range', min: 1.6, max: 9007199254740992 },
  'a list': { id: 'l', columnId: 'w', kind: 'list', mode: 'include', values: [decimal('1.6'), int(2), null] },
  'all others': { id: 'l', columnId: 'w', kind: 'list', mode: 'exclude', values: [decimal('1.6'), int(2)] },
  'a range of fractions': { id: 'r', columnId: 'f', kind: 'number-range', min: -1.5, max: 1.6 },
}

function workbookOf(tables: TableData[]): Workbook {
  const others = element('Others', leg('S'), read('S'))
  const counted = (of: string, local: Expr, external: string) =>
    call(of, ...(of === 'Lookup' ? [other('Others', 'u')] : [call('Count')]), local, other('Others', external))
  return {
    tables,
    elements: [
      others,
      element('Main', leg('T'), { ...read('T'), ...formulas, ...totals }, { summary: Object.keys(totals) }),
      element('Counts', leg('T'), {
        ...read('T'),
        byFraction: counted('Rollup', w, 'f'),
        byWhole: counted('Rollup', f, 'w'),
      }),
      ...joins,
      ...Object.entries(filters).map(([title, filter]) =>
        element(`Filtered by ${title}`, leg('T'), read('T'), { filters: [filter] }),
      ),
    ],
  }
}

describe.each([
  ['DuckDB', openDuckDb, null],
  ['PGlite', openPostgres, null],
  ['PostgreSQL', async () => openPostgresAt(await newDatabase('postgres')), whySkipped('postgres')],
  [flavourLabel, async () => openMariadbAt(await newDatabase('mariadb')), whySkipped('mariadb')],
  ['Trino', openTrino, whySkipped('trino')],
] as const)('decimals without a common type of 38 digits on %s', (_title, open, skipped) => {
  let engine: GoldenEngine
  beforeAll(async () => {
    if (!skipped) engine = await open()
  })
  afterAll(() => engine?.close())

  const settings = { seed, numRuns: process.env.OCTAVO_DEEP === '1' ? 500 : 4, endOnFailure: true }

  test.skipIf(skipped)(
    `are compared exactly in every function and join (seed ${seed})`,
    { timeout: 1_200_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(tables, async (data) => {
          await check(engine, workbookOf(data))
        }),
        settings,
      )
    },
  )

  test.skipIf(skipped)('are null in a total that they do not fit', async () => {
    const data = [table('T', [decimal(String(MOST)), decimal(String(-MOST)), int(7)], []), table('S', [], [])]
    const level = await levelOf(engine, data, {
      ...element('Main', leg('T'), {
        ...read('T'),
        highest: call('+', call('Max', w), literal(int(1))),
        lowest: call('-', call('Min', w), small),
        half: call('*', call('Max', w), literal(decimal('0.5'))),
        kept: call('-', call('Max', w), literal(int(1))),
        total: call('-', call('Sum', column('u')), small),
      }),
      summary: ['highest', 'lowest', 'half', 'kept', 'total'],
    })
    expect(level.map((row) => row.map(plain))).toEqual([[null, null, null, String(MOST - 1n), '1.4']])
  })

  test.skipIf(skipped)('are null in the column of a union that they do not fit', async () => {
    const data = [
      table('T', [decimal(String(MOST)), decimal('7'), null], [decimal('0.5'), decimal('1.6'), null]),
      table('S', [int(-3)], [decimal('-0.000000000000000001')]),
    ]
    const union: Source = {
      kind: 'union',
      sources: [leg('T'), leg('S')],
      matches: [{ output: 'Both', columns: ['w', 'f'] }],
    }
    const merged: Source = {
      kind: 'transpose',
      source: leg('T'),
      direction: 'column-to-row',
      merged: ['w', 'f'],
      label: 'Name',
      value: 'Both',
    }
    expect(await cellsOf(engine, data, union, 'Union of 2 Sources')).toEqual(['-0.000000000000000001', '7', null, null])
    expect(await cellsOf(engine, data, merged, 'T')).toEqual(['0.5', '1.6', '7', null, null, null])
  })
})

/** The cells of the column `Both` of a source, in order. */
async function cellsOf(engine: GoldenEngine, data: TableData[], from: Source, prefix: string) {
  const rows = await levelOf(engine, data, element('Main', from, { both: source(prefix, 'Both') }))
  return rows
    .map(([cell]) => plain(cell))
    .sort((a, b) => Number(a === null) - Number(b === null) || Number(a) - Number(b))
}

/** The rows of the coarsest level of an element. */
async function levelOf(engine: GoldenEngine, data: TableData[], main: Element): Promise<unknown[][]> {
  const created = data.map(goldenTableOf)
  await createTables(engine, created)
  const document = documentOf({ tables: data, elements: [main] })
  const outcome = compileElement(document, 'Main', goldenContext(catalogOf(engine.dialect, created)))
  if (!outcome.ok) throw new Error(outcome.message)
  const [level] = outcome.element.levels
  if (!level) throw new Error('The element has no rows.')
  return (await readLevel(engine, level)).rows
}

/** A number without zeros at the end of its decimals. */
function plain(cell: unknown): string | null {
  return cell === null || cell === undefined ? null : decimalText(normalized(decimal(String(cell))))
}
