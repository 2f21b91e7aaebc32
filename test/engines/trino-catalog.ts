import { randomBytes } from 'node:crypto'
import type { Cell, Statement, ValueType } from '@octavo/core/types'
import { cellOf } from '../../packages/server/src/connectors/trino/cells.ts'
import { exactJson } from '../../packages/server/src/connectors/trino/exact-json.ts'
import { boundText } from '../../packages/server/src/connectors/trino/literals.ts'
import { whyRefused } from '../../packages/server/src/connectors/trino/statement-guard.ts'
import { trinoAddress } from '../../packages/server/src/connectors/trino/testing.ts'
import { readType, valueTypeOf } from '../../packages/server/src/connectors/trino/type-text.ts'

export interface TrinoRows {
  types: ValueType[]
  rows: Cell[][]
}

/** A catalog of its own in the memory of the server: suites that run at once do not see each other's tables. */
export interface TrinoCatalog {
  name: string
  /** Runs a statement for the program: tables are created with it. */
  administer(text: string): Promise<TrinoRows>
  /** Runs a query that Octavo made. Throws when the guard of the connector refuses it. */
  query(statement: Statement): Promise<TrinoRows>
  close(): Promise<void>
}

/** `zone`: the time zone of the session, on which no formula depends. */
export function newTrinoCatalog(zone = 'UTC'): Promise<TrinoCatalog> {
  return newCatalog(`memory WITH ("memory.max-data-per-node" = '64MB')`, 'default', zone)
}

/** The tables of TPC-H at scale 0.01, with the names and types of its description. */
export function newTpchCatalog(): Promise<TrinoCatalog> {
  const options = `"tpch.column-naming" = 'STANDARD', "tpch.double-type-mapping" = 'DECIMAL'`
  return newCatalog(`tpch WITH (${options})`, 'tiny', 'UTC')
}

async function newCatalog(connector: string, schema: string, zone: string): Promise<TrinoCatalog> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await post(`CREATE CATALOG ${name} USING ${connector}`, {})
  const headers = { 'x-trino-catalog': name, 'x-trino-schema': schema, 'x-trino-time-zone': zone }
  return {
    name,
    administer: (text) => post(text, headers),
    query(statement) {
      const refused = whyRefused(statement.text, { allowsPassthrough: true })
      if (refused !== null) throw new Error(`${refused}\n${statement.text}`)
      return post(boundText(statement), headers)
    },
    async close() {
      await post(`DROP CATALOG ${name}`, {})
    },
  }
}

interface Page {
  nextUri?: string
  columns?: { type: string }[]
  data?: unknown[][]
  error?: { errorName: string; message: string }
}

async function post(text: string, headers: Record<string, string>): Promise<TrinoRows> {
  const own = { 'x-trino-user': 'tests', 'x-trino-client-capabilities': 'PARAMETRIC_DATETIME', ...headers }
  const ask = async (uri: string, request: RequestInit) =>
    exactJson(await (await fetch(uri, { ...request, headers: own })).text()) as Page
  const rows: unknown[][] = []
  let columns: Page['columns']
  let page = await ask(`${trinoAddress}/v1/statement`, { method: 'POST', body: text })
  for (;;) {
    if (page.error) throw new Error(`${page.error.errorName}: ${page.error.message}\n${text}`)
    columns = page.columns ?? columns
    rows.push(...(page.data ?? []))
    if (page.nextUri === undefined) break
    page = await ask(page.nextUri, { method: 'GET' })
  }
  const types = (columns ?? []).map(({ type }) => readType(type))
  return {
    types: types.map(valueTypeOf),
    rows: rows.map((row) => types.map((type, at) => cellOf(row[at], type))),
  }
}
