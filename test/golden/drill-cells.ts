import type { CompiledLevel } from '@octavo/core/plan'
import type { Cell } from '@octavo/core/types'
import { expect } from 'vitest'
import type { GoldenEngine, GoldenTable } from './engines.ts'
import { CONNECTION, compileOrThrow, goldenCatalog, goldenContext, readDocument, readLevel } from './run-case.ts'

/** Values on which groups often differ: nulls, texts that differ in case or blanks, hours that occur twice in a zone. */
export const cells: GoldenTable = {
  path: ['DRILLS', 'CELLS'],
  columns: [
    { name: 'T', type: { kind: 'text' }, nullable: true },
    { name: 'N', type: { kind: 'float64' }, nullable: true },
    { name: 'M', type: { kind: 'decimal', precision: 12, scale: 2 }, nullable: true },
    { name: 'D', type: { kind: 'date' }, nullable: true },
    { name: 'C', type: { kind: 'instant' }, nullable: true },
    { name: 'B', type: { kind: 'logical' }, nullable: true },
  ],
  rows: [
    ['a', 0.1, '1.10', '2026-01-31', '2026-10-24T21:59:59Z', true],
    ['A', 0.1, '1.10', '2026-02-01', '2026-10-24T22:00:00Z', false],
    ['a ', 0.3, '1.1', null, '2026-10-25T00:30:00Z', null],
    ['', 0.7, '-0.01', '2026-02-28', '2026-10-25T01:30:00Z', true],
    [null, null, null, null, null, null],
    [null, -2.5, '0.00', '2026-12-31', '2026-03-29T00:30:00Z', null],
    ["it's", 3.999, '99.99', '2026-01-01', '2026-03-29T01:30:00Z', false],
    ['é', 3.999, null, '2025-12-31', '2026-03-29T22:30:00Z', true],
  ],
}

/** Keys of a grouping, or of nested groupings. */
export const drillKeys: string[][] = [
  ['[CELLS/T]'],
  ['[CELLS/N]'],
  ['[CELLS/M]'],
  ['[CELLS/B]'],
  ['[CELLS/N] * 0.1 + 0.2'],
  ['BinFixed([CELLS/N], 0, 4, 4)'],
  ['BinRange([CELLS/N], 0, 1, 2)'],
  ['DateTrunc("month", [CELLS/D])'],
  ['DateTrunc("day", [CELLS/C])'],
  ['DateTrunc("hour", [CELLS/C])'],
  ['DateTrunc("week", [CELLS/C])'],
  ['DatePart("hour", [CELLS/C])'],
  ['[CELLS/C]'],
  ['[CELLS/B]', '[CELLS/T]'],
  ['DateTrunc("month", [CELLS/D])', 'BinFixed([CELLS/N], 0, 4, 4)'],
]

/** Checks that every group, including the null group, has as many rows as its count says. */
export async function expectRowsOfEveryGroup(engine: GoldenEngine, keys: readonly string[]): Promise<void> {
  const context = goldenContext({ ...goldenCatalog({ dialect: engine.dialect }), table: () => cells })
  const { levels } = compileOrThrow(documentOf(keys), 'it', context)
  const rows = levelOf(levels, 'base')
  for (const [index] of keys.entries()) {
    let all = 0
    for (const group of await exactRows(engine, levelOf(levels, `g${index + 1}`))) {
      const parentKey = group.slice(0, index + 1)
      const count = Number(group.at(-1))
      const below = await readLevel(engine, rows, { offset: 0, limit: null, parentKey })
      expect([parentKey, below.rows.length]).toEqual([parentKey, count])
      all += count
    }
    expect(all).toBe(cells.rows.length)
  }
}

/** Cells as readers get them: the golden engines truncate numbers, while a key has all digits. */
async function exactRows(engine: GoldenEngine, { columns, statement }: CompiledLevel): Promise<Cell[][]> {
  const types = columns.map(({ type }) => (type.kind === 'float64' ? { kind: 'text' as const } : type))
  const rows = await engine.rows(statement({ offset: 0, limit: null }), types)
  return rows.map((row) => row.map((cell, index) => (columns[index]?.type.kind === 'float64' && cell !== null ? Number(cell) : cell)))
}

function levelOf(levels: readonly CompiledLevel[], name: string): CompiledLevel {
  const found = levels.find(({ level }) => level === name)
  if (!found) throw new Error(`There is no level ${name}.`)
  return found
}

function documentOf(keys: readonly string[]) {
  const element = {
    id: 'it',
    kind: 'table',
    name: 'It',
    source: { kind: 'warehouse-table', connectionId: CONNECTION, path: cells.path },
    columns: [
      ...keys.map((formula, index) => ({ id: `k${index}`, name: `K${index}`, formula })),
      ...keys.map((_, index) => ({ id: `n${index}`, name: `N${index}`, formula: 'Count()' })),
      { id: 'row', name: 'Row', formula: '[CELLS/T]' },
    ],
    groupings: keys.map((_, index) => ({ id: `g${index}`, groupBy: [`k${index}`], calculations: [`n${index}`] })),
  }
  return readDocument({ name: 'Case', schemaVersion: 1, pages: [{ id: 'page', name: 'Page', elements: [element] }] })
}
