import { DuckDBInstance, type DuckDBValue } from '@duckdb/node-api'
import { compileElement, type PlanCatalog } from '@octavo/core/plan'
import { CONNECTION, goldenContext, readDocument } from '../golden/run-case.ts'
import { time } from './measure.ts'

const catalog: PlanCatalog = {
  dialect: () => 'duckdb',
  table: () => ({ columns: [{ name: 'AMOUNT', type: { kind: 'int64' }, nullable: true }] }),
  customSql: () => ({ unavailable: 'nobody described it' }),
  dataModel: () => ({ unavailable: 'it does not exist' }),
  friendlyNames: () => false,
}

export interface ColumnTimes {
  /** Medians in milliseconds for a thousand columns over the table, and for a chain of a thousand. */
  wide: number
  chain: number
  /** The time for twice the columns, relative to once. */
  twiceWide: number
}

/** Elements with many formula columns over a thousand rows, run on the embedded engine. */
export async function columnsBench(): Promise<ColumnTimes> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    await connection.run('CREATE TABLE SALES AS SELECT range AS AMOUNT FROM range(1000)')
    const run = async (formulas: string[]) => {
      const columns = formulas.map((formula, index) => ({ id: `c${index}`, name: `C ${index}`, formula }))
      const source = { kind: 'warehouse-table', connectionId: CONNECTION, path: ['SALES'] }
      const elements = [{ id: 'table', kind: 'table', name: 'Table', source, columns }]
      const document = readDocument({ name: 'Wide', schemaVersion: 1, pages: [{ id: 'p', name: 'P', elements }] })
      const outcome = compileElement(document, 'table', goldenContext(catalog))
      if (!outcome.ok) throw new Error(outcome.message)
      const { text, values } = outcome.element.flat.statement({ offset: 0, limit: 500 })
      const bound = values.map(({ value }, index): [string, DuckDBValue] => [String(index + 1), BigInt(String(value))])
      const read = () => connection.runAndReadAll(text, Object.fromEntries(bound))
      return (await time(3, 1, read)).median
    }
    const wide = (count: number) => Array.from({ length: count }, (_, index) => `[SALES/AMOUNT] * ${index} + 1`)
    const chain = (count: number) =>
      Array.from({ length: count }, (_, index) => (index === 0 ? '[SALES/AMOUNT]' : `[C ${index - 1}] + 1`))
    const once = await run(wide(1000))
    return { wide: once, chain: await run(chain(1000)), twiceWide: (await run(wide(2000))) / once }
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}
