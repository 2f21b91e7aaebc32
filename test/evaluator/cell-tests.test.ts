import type { CellTest } from '@octavo/core/plan'
import type { Cell, ValueType } from '@octavo/core/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDatabase, whyNoPglite, whySkipped } from '../engines/servers.ts'
import { type GoldenEngine, type GoldenTable, openDuckDb, openPostgres } from '../golden/engines.ts'
import { CONNECTION, compileOrThrow, goldenContext, readDocument, readLevel } from '../golden/run-case.ts'
import { openMariadbAt, openPostgresAt, openTrino } from '../golden/server-engines.ts'
import { flavourLabel } from '../setup/flavour.ts'
import { createTables } from './check.ts'

const ENGINES = [
  ['DuckDB', openDuckDb, null],
  ['PGlite', openPostgres, whyNoPglite()],
  ['a PostgreSQL server', async () => openPostgresAt(await newDatabase('postgres')), whySkipped('postgres')],
  [`a ${flavourLabel} server`, async () => openMariadbAt(await newDatabase('mariadb')), whySkipped('mariadb')],
  ['a Trino server', openTrino, whySkipped('trino')],
] as const

const COLUMNS = {
  ID: { kind: 'int64' },
  N: { kind: 'int64' },
  D: { kind: 'decimal', precision: 20, scale: 2 },
  F: { kind: 'float64' },
  T: { kind: 'text' },
  L: { kind: 'logical' },
  DAY: { kind: 'date' },
  AT: { kind: 'timestamp' },
  WRITTEN: { kind: 'text' },
} as const satisfies Record<string, ValueType>

const CELLS: Cell[][] = [
  ['1', '9007199254740993', '12.50', 1e300, 'abc', true, '2026-05-20', '2026-05-20T00:00:00', '10'],
  ['2', '9007199254740992', '-0.01', 5, 'ABC', false, '2026-05-21', '2026-05-20T10:00:00', '9'],
  ['3', '10', '0.00', -1.5, '', true, '2026-05-19', '2026-05-20T23:59:59', '2026-05-20T10:00:00'],
  ['4', '9', '100.00', 0, 'ab%_', false, '2026-06-01', '2026-05-21T00:00:00', 'none'],
  ['5', null, null, null, null, null, null, null, null],
]

const TABLE: GoldenTable = {
  path: ['tests', 'cells'],
  columns: Object.entries(COLUMNS).map(([name, type]) => ({ name, type, nullable: true })),
  rows: CELLS,
}

const number = (value: string) => ({ kind: 'number', value }) as const
const text = (value: string) => ({ kind: 'text', value }) as const
const date = (value: string) => ({ kind: 'date', value }) as const
const isTrue = { kind: 'logical', value: true } as const

/** The ids of the rows that pass; all others fail. */
const TESTS: [CellTest, string[]][] = [
  [{ columnId: 'N', operator: 'is-null' }, ['5']],
  [{ columnId: 'T', operator: 'is-not-null' }, ['1', '2', '3', '4']],
  [{ columnId: 'N', operator: '>', value: number('9007199254740992') }, ['1']],
  [{ columnId: 'N', operator: '=', value: number('9007199254740992') }, ['2']],
  [{ columnId: 'N', operator: '!=', value: number('9007199254740992') }, ['1', '3', '4']],
  [{ columnId: 'N', operator: '<=', value: number('9.5') }, ['4']],
  [{ columnId: 'D', operator: '=', value: number('12.5') }, ['1']],
  [{ columnId: 'D', operator: '<', value: number('0') }, ['2']],
  [{ columnId: 'D', operator: '<', value: number('99999999999999999999') }, ['1', '2', '3', '4']],
  [{ columnId: 'F', operator: '>=', value: number('5') }, ['1', '2']],
  [{ columnId: 'T', operator: 'contains', value: 'b' }, ['1', '4']],
  [{ columnId: 'T', operator: 'starts-with', value: 'AB' }, ['2']],
  [{ columnId: 'T', operator: 'ends-with', value: '%_' }, ['4']],
  [{ columnId: 'T', operator: 'contains', value: '%' }, ['4']],
  [{ columnId: 'T', operator: '=', value: text('abc') }, ['1']],
  [{ columnId: 'T', operator: '!=', value: text('') }, ['1', '2', '4']],
  [{ columnId: 'T', operator: '<', value: text('a') }, ['2', '3']],
  [{ columnId: 'T', operator: '=', value: isTrue }, []],
  [{ columnId: 'T', operator: '!=', value: isTrue }, ['1', '2', '3', '4']],
  [{ columnId: 'N', operator: 'starts-with', value: '9' }, ['1', '2', '4']],
  [{ columnId: 'L', operator: '=', value: isTrue }, ['1', '3']],
  [{ columnId: 'L', operator: '<', value: isTrue }, ['2', '4']],
  [{ columnId: 'L', operator: '<=', value: isTrue }, ['1', '2', '3', '4']],
  [{ columnId: 'L', operator: '>', value: isTrue }, []],
  [{ columnId: 'L', operator: '=', value: number('1') }, []],
  [{ columnId: 'DAY', operator: '=', value: date('2026-05-20') }, ['1']],
  [{ columnId: 'DAY', operator: '>', value: date('2026-05-20T23:00:00') }, ['2', '4']],
  [{ columnId: 'AT', operator: '=', value: date('2026-05-20') }, ['1', '2', '3']],
  [{ columnId: 'AT', operator: '!=', value: date('2026-05-20') }, ['4']],
  [{ columnId: 'AT', operator: '<', value: date('2026-05-20') }, []],
  [{ columnId: 'AT', operator: '<=', value: date('2026-05-20') }, ['1', '2', '3']],
  [{ columnId: 'AT', operator: '>', value: date('2026-05-20') }, ['4']],
  [{ columnId: 'AT', operator: '=', value: date('2026-05-20T10:00:00') }, ['2']],
  [{ columnId: 'AT', operator: '<', value: date('2026-05-20T10:30:00') }, ['1', '2']],
  [{ columnId: 'WRITTEN', operator: '>', value: number('9') }, ['1']],
  [{ columnId: 'WRITTEN', operator: '!=', value: number('9') }, ['1', '3', '4']],
  [{ columnId: 'WRITTEN', operator: '=', value: date('2026-05-20') }, ['3']],
  [{ columnId: 'WRITTEN', operator: '!=', value: date('2026-05-20') }, ['1', '2', '4']],
]

const document = readDocument({
  name: 'Cells',
  schemaVersion: 1,
  pages: [
    {
      id: 'p',
      name: 'P',
      elements: [
        {
          id: 'cells',
          kind: 'table',
          name: 'Cells',
          source: { kind: 'warehouse-table', connectionId: CONNECTION, path: TABLE.path },
          columns: Object.keys(COLUMNS).map((id) => ({ id, name: id, formula: `[cells/${id}]` })),
        },
        {
          id: 'groups',
          kind: 'table',
          name: 'Groups',
          source: { kind: 'table', elementId: 'cells' },
          columns: [
            { id: 'key', name: 'Key', formula: '[Cells/L]' },
            { id: 'rows', name: 'Rows', formula: 'Count()' },
            { id: 'id', name: 'Id', formula: '[Cells/ID]' },
          ],
          groupings: [{ id: 'g', groupBy: ['key'], calculations: ['rows'] }],
        },
      ],
    },
  ],
})

describe.each(ENGINES)('tests of a cell on %s', (_, open, skipped) => {
  let engine: GoldenEngine
  beforeAll(async () => {
    if (skipped) return
    engine = await open()
    await createTables(engine, [TABLE])
  })
  afterAll(() => engine?.close())

  const elementOf = (id: string) => {
    const catalog = {
      dialect: () => engine.dialect,
      table: () => TABLE,
      customSql: () => ({ unavailable: '' }),
      dataModel: () => ({ unavailable: '' }),
      friendlyNames: () => false,
    }
    return compileOrThrow(document, id, goldenContext(catalog, { zone: 'UTC' }))
  }
  async function idsWhere(elementId: string, tested: { test: CellTest; isPassing: boolean }): Promise<string[]> {
    const rows = elementOf(elementId).rowsWhere(tested)
    if (!rows) throw new Error('The element shows the column.')
    const at = rows.columns.findIndex(({ name }) => name.toUpperCase() === 'ID')
    const { rows: found } = await readLevel(engine, rows)
    return found.map((row) => String(row[at])).toSorted()
  }

  test.skipIf(skipped !== null).each(TESTS)('%j passes for %j and fails for all others', async (test, passing) => {
    expect(await idsWhere('cells', { test, isPassing: true })).toEqual(passing)
    const others = CELLS.map(([id]) => String(id)).filter((id) => !passing.includes(id))
    expect(await idsWhere('cells', { test, isPassing: false })).toEqual(others)
  })

  test.skipIf(skipped !== null)('a value of a group is tested on the rows that repeat it', async () => {
    const test: CellTest = { columnId: 'rows', operator: '=', value: number('1') }
    expect(await idsWhere('groups', { test, isPassing: true })).toEqual(['5'])
    expect(await idsWhere('groups', { test, isPassing: false })).toEqual(['1', '2', '3', '4'])
  })

  test.skipIf(skipped !== null)('the statement filters and stops at its limit', () => {
    const test: CellTest = { columnId: 'N', operator: '>', value: number('3') }
    const { text } = elementOf('cells').rowsWhere({ test, isPassing: true })?.statement({ offset: 0, limit: 1 }) ?? {}
    expect(text).toMatch(/WHERE[\s\S]*LIMIT/)
    expect(text).not.toContain('ORDER BY')
    expect(elementOf('cells').rowsWhere({ test: { ...test, columnId: 'none' }, isPassing: true })).toBeNull()
  })
})
