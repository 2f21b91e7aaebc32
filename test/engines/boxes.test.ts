import { boxColumnId, boxEnds, boxParts, withComputedFormulas } from '@octavo/core/document'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { catalogOf } from '../evaluator/check.ts'
import { type GoldenTable, openDuckDb } from '../golden/engines.ts'
import { CONNECTION, compileOrThrow, goldenContext, readDocument, readLevel } from '../golden/run-case.ts'
import { openMariadbAt, openPostgresAt } from '../golden/server-engines.ts'
import { flavourLabel } from '../setup/flavour.ts'
import { newDatabase, whySkipped } from './servers.ts'

const seed = Date.now() % 2 ** 31
const values = fc.sample(
  fc.tuple(
    fc.constantFrom('a', 'b', 'c', 'd'),
    fc.option(
      fc.integer({ min: -400, max: 400 }).map((whole) => whole ** 3 / 64),
      { freq: 20 },
    ),
  ),
  { numRuns: 80, seed },
)
const TABLE: GoldenTable = {
  path: ['boxes', 'spread'],
  columns: [
    { name: 'kind', type: { kind: 'text' }, nullable: true },
    { name: 'size', type: { kind: 'float64' }, nullable: true },
  ],
  rows: [...values, ['one', 5], ['none', null]],
}

/**
 * The box of a group by definition: quartiles interpolated between neighbours, whiskers at the farthest value within 1.5 heights of the
 * box.
 */
function boxOf(numbers: readonly number[]): (number | null)[] {
  const sorted = numbers.toSorted((a, b) => a - b)
  const quartile = (share: number) => {
    const rank = (sorted.length - 1) * share
    const [low = 0, high = 0] = [sorted[Math.floor(rank)], sorted[Math.ceil(rank)]]
    return low + (high - low) * (rank - Math.floor(rank))
  }
  if (sorted.length === 0) return [...boxParts, ...boxEnds].map(() => null)
  const [q1, median, q3] = [quartile(0.25), quartile(0.5), quartile(0.75)]
  const near = sorted.filter((number) => number >= q1 - 1.5 * (q3 - q1) && number <= q3 + 1.5 * (q3 - q1))
  return [near[0] ?? null, q1, median, q3, near.at(-1) ?? null, sorted[0] ?? null, sorted.at(-1) ?? null]
}

const ENGINES = [
  ['DuckDB', openDuckDb, null],
  ['PostgreSQL', async () => openPostgresAt(await newDatabase('postgres')), whySkipped('postgres')],
  [flavourLabel, async () => openMariadbAt(await newDatabase('mariadb')), whySkipped('mariadb')],
] as const

describe.each(ENGINES)('on %s', (_title, open, skipped) => {
  test.skipIf(skipped)(
    `a box has the quartiles of its group and whiskers at the farthest values near it (seed ${seed})`,
    async () => {
      const engine = await open()
      try {
        await engine.create(TABLE)
        const chart = {
          id: 'box',
          kind: 'box-chart',
          name: 'Box',
          source: { kind: 'warehouse-table', connectionId: CONNECTION, path: TABLE.path },
          columns: [
            { id: 'kind', name: 'Kind', formula: '[spread/kind]' },
            { id: 'size', name: 'Size', formula: '[spread/size]' },
          ],
          xAxis: { columnId: 'kind' },
          yAxis: { columnIds: ['size'] },
        }
        const document = withComputedFormulas(
          readDocument({ name: 'B', schemaVersion: 1, pages: [{ id: 'p', name: 'P', elements: [chart] }] }),
        )
        const { flat } = compileOrThrow(document, 'box', goldenContext(catalogOf(engine.dialect, [TABLE])))
        const { rows } = await readLevel(engine, flat)
        const places = ['kind', ...[...boxParts, ...boxEnds].map((part) => boxColumnId('size', part))].map((id) =>
          flat.columns.findIndex((column) => column.id === id),
        )
        const found = new Map(rows.map((row) => [row[places[0] ?? 0], places.slice(1).map((at) => row[at] ?? null)]))
        const kinds = new Set(TABLE.rows.map(([kind]) => kind))
        expect(new Set(found.keys())).toEqual(kinds)
        for (const kind of kinds) {
          const numbers = TABLE.rows.flatMap(([of, size]) => (of === kind && typeof size === 'number' ? [size] : []))
          const expected = boxOf(numbers)
          found.get(kind)?.forEach((cell, at) => {
            const wanted = expected[at] ?? null
            if (wanted === null || cell === null) expect(cell, `${kind} ${at}`).toBe(wanted)
            else expect(Number(cell), `${kind} ${at}`).toBeCloseTo(wanted, 4)
          })
        }
      } finally {
        await engine.close()
      }
    },
  )
})
