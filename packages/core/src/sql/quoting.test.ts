import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { PGlite } from '@electric-sql/pglite'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPglite } from '../formula/testing/pglite.ts'
import { printQuery, type SqlQuery, textValue } from './index.ts'

const runs = process.env.OCTAVO_DEEP ? 100_000 : 200

/** Any valid name in an engine: not empty, no NUL, complete characters, 63 bytes. */
const names = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1 }),
    fc.string({ unit: fc.constantFrom('"', "'", '\\', '$', ';', '-', '1', 'a') }),
  )
  .filter((name) => name.length > 0 && !name.includes('\0') && Buffer.byteLength(name) <= 63)

function oneColumn(name: string): SqlQuery {
  return { kind: 'query', ctes: [], body: { kind: 'select', columns: [{ expression: textValue(name), alias: name }] } }
}

let duck: DuckDBConnection
let pg: PGlite
beforeAll(async () => {
  duck = await (await DuckDBInstance.create(':memory:')).connect()
  pg = await openPglite()
}, 300_000)
afterAll(async () => {
  duck.closeSync()
  await pg.close()
})

describe('any name and any text survive quoting', () => {
  it('on DuckDB', async () => {
    await fc.assert(
      fc.asyncProperty(names, async (name) => {
        const { text } = printQuery(oneColumn(name), 'duckdb')
        const result = await duck.runAndReadAll(text, [name])
        expect(result.columnNames()).toEqual([name])
        expect(result.getRows()).toEqual([[name]])
      }),
      { numRuns: runs },
    )
  }, 600_000)

  it('on PostgreSQL', async () => {
    await fc.assert(
      fc.asyncProperty(names, async (name) => {
        const { text } = printQuery(oneColumn(name), 'postgres')
        const result = await pg.query(text, [name], { rowMode: 'array' })
        expect(result.fields.map((field) => field.name)).toEqual([name])
        expect(result.rows).toEqual([[name]])
      }),
      { numRuns: runs },
    )
  }, 600_000)
})
