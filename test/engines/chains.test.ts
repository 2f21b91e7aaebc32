import { describe, expect, test } from 'vitest'
import {
  CONNECTION,
  compileOrThrow,
  goldenCatalog,
  goldenContext,
  readDocument,
  readLevel,
} from '../golden/run-case.ts'
import { openMariadbAt, openPostgresAt } from '../golden/server-engines.ts'
import { stock } from '../golden/tables.ts'
import { flavour } from '../setup/flavour.ts'
import { newDatabase, whySkipped } from './servers.ts'

/** In a separate schema: on MariaDB, all suites share schemas. */
const table = { ...stock, path: ['CHAINS', 'STOCK'] }
const source = { kind: 'warehouse-table', connectionId: CONNECTION, path: table.path }

/** Each column reads the previous two: inlined, they would double at every step. */
function chainOf(length: number) {
  const columns = Array.from({ length }, (_, index) => ({
    id: `c${index}`,
    name: `C ${index}`,
    formula: index === 0 ? '[STOCK/QTY]' : index === 1 ? '[C 0] + 1' : `[C ${index - 1}] - [C ${index - 2}]`,
  }))
  const elements = [{ id: 'stock', kind: 'table', name: 'Stock', source, columns }]
  return readDocument({ name: 'Case', schemaVersion: 1, pages: [{ id: 'page', name: 'Page', elements }] })
}

describe.each([
  [flavour, openMariadbAt, flavour === 'mysql' ? 200 : 600],
  ['postgres', openPostgresAt, 1000],
] as const)('on %s', (dialect, open, length) => {
  const skipped = whySkipped(dialect)
  const title = `a chain of ${length} columns that each read the two before them runs`
  test.skipIf(skipped)(`${title}${skipped ? ` (skipped: ${skipped})` : ''}`, async () => {
    const engine = await open(await newDatabase(dialect))
    try {
      await engine.create(table)
      const context = goldenContext({ ...goldenCatalog({ dialect }), table: () => table })
      const { rows } = await readLevel(engine, compileOrThrow(chainOf(length), 'stock', context).flat)
      const expected = [4, 6, 30, 20, 50].map((quantity) => {
        const values = [quantity, quantity + 1]
        for (let at = 2; at < length; at += 1) values.push((values[at - 1] ?? 0) - (values[at - 2] ?? 0))
        return String(values[length - 1])
      })
      expect(rows.map((row) => row[length - 1])).toEqual(expected)
    } finally {
      await engine.close()
    }
  })
})
