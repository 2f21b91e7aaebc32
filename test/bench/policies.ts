import { DuckDBInstance, type DuckDBValue } from '@duckdb/node-api'
import { compileElement, type PlanCatalog } from '@octavo/core/plan'
import { CONNECTION, goldenContext, readDocument } from '../golden/run-case.ts'
import { time } from './measure.ts'

const ME = 'ada@example.com'

const catalog: PlanCatalog = {
  dialect: () => 'duckdb',
  table: () => ({
    columns: [
      { name: 'ID', type: { kind: 'int64' }, nullable: false },
      { name: 'OWNER', type: { kind: 'text' }, nullable: true },
      { name: 'AMOUNT', type: { kind: 'text' }, nullable: true },
    ],
    rowOrder: { kind: 'stored', column: 'rowid' },
  }),
  customSql: () => ({ unavailable: 'nobody described it' }),
  dataModel: () => ({ unavailable: 'it does not exist' }),
  friendlyNames: () => false,
}

/** How much longer the first page of a million rows takes with a row policy than without. */
export interface PolicyTimes {
  /** With a plain filter, which is pushed down to the table. */
  plain: number
  /** With a filter on a formula that could fail, which is evaluated behind a fence. */
  fenced: number
}

/** Pages of an element that reads one with a policy, compared with the same pages without the policy, on the embedded engine. */
export async function policyBench(): Promise<PolicyTimes> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    await connection.run(
      `CREATE TABLE SALES AS SELECT range AS ID, CASE WHEN range % 10 > 0 THEN '${ME}' ELSE 'bob@example.com' END AS OWNER,
         (range % 1000)::VARCHAR AS AMOUNT FROM range(1000000)`,
    )
    const columnsOf = (formulas: Record<string, string>) =>
      Object.entries(formulas).map(([id, formula]) => ({ id, name: id, formula }))
    const pageOf = async (isGuarded: boolean, filter: object) => {
      const guarded = {
        id: 'guarded',
        kind: 'table',
        name: 'Guarded',
        source: { kind: 'warehouse-table', connectionId: CONNECTION, path: ['SALES'] },
        columns: columnsOf({
          id: '[SALES/ID]',
          amount: '[SALES/AMOUNT]',
          mine: '[SALES/OWNER] = CurrentUserEmail()',
        }),
        filters: isGuarded ? [{ id: 'policy', columnId: 'mine', kind: 'list', mode: 'include', values: [true] }] : [],
      }
      const page = {
        id: 'page',
        kind: 'table',
        name: 'Page',
        source: { kind: 'table', elementId: 'guarded' },
        columns: columnsOf({ id: '[Guarded/id]', amount: '[Guarded/amount]', value: 'Number([amount]) * 2' }),
        filters: [filter],
      }
      const pages = [{ id: 'p', name: 'P', elements: [guarded, page] }]
      const document = readDocument({ name: 'Policies', schemaVersion: 1, pages })
      const outcome = compileElement(document, 'page', goldenContext(catalog))
      if (!outcome.ok) throw new Error(outcome.message)
      const { text, values } = outcome.element.flat.statement({ offset: 0, limit: 500 })
      const bound = values.map(({ value, type }, index): [string, DuckDBValue] => [
        String(index + 1),
        type.kind === 'int64' ? BigInt(String(value)) : value,
      ])
      return (await time(20, 3, () => connection.runAndReadAll(text, Object.fromEntries(bound)))).median
    }
    const ratio = async (filter: object) => (await pageOf(true, filter)) / (await pageOf(false, filter))
    return {
      plain: await ratio({ id: 'f', columnId: 'id', kind: 'number-range', min: 500_000 }),
      fenced: await ratio({ id: 'f', columnId: 'value', kind: 'number-range', min: 10 }),
    }
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}
