import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readColumn } from '../../packages/core/src/formula/index.ts'
import type { TestEngine } from '../../packages/core/src/formula/testing/engines.ts'
import {
  column,
  eq,
  printQuery,
  type SqlExpression,
  type SqlSelect,
  sql,
  textValue,
} from '../../packages/core/src/sql/index.ts'
import { flavour, flavourLabel } from '../setup/flavour.ts'
import { openMariadb, whySkipped } from './servers.ts'

const skipped = whySkipped('mariadb')

describe.skipIf(skipped)(`texts and instants of ${flavourLabel}${skipped ? ` (skipped: ${skipped})` : ''}`, () => {
  let server: TestEngine
  beforeAll(async () => {
    server = await openMariadb()
    const run = (text: string) => server.run({ text, values: [] })
    await run(
      'CREATE TABLE words (word VARCHAR(20) CHARACTER SET latin1 COLLATE latin1_swedish_ci, moment TIMESTAMP NULL)',
    )
    await run("SET SESSION time_zone = '+00:00'")
    await run(
      "INSERT INTO words VALUES ('a', '2024-07-01 12:00:00'), ('A', '2024-01-01 12:00:00'), ('a ', NULL), ('ä', NULL)",
    )
  }, 120_000)
  afterAll(() => server?.close())

  const word = column('w_1', 'word')
  const rowsOf = async (select: Partial<SqlSelect> & Pick<SqlSelect, 'columns'>) => {
    const from = { kind: 'table', path: ['words'], alias: 'w_1' } as const
    const { rows } = await server.run(
      printQuery({ kind: 'query', ctes: [], body: { kind: 'select', from, ...select } }, flavour),
    )
    return rows.map(([cell]) => cell)
  }
  const readText = readColumn(word, { kind: 'text' }, flavour, 'UTC')
  const counted = (expression: SqlExpression) =>
    rowsOf({ columns: [{ expression: sql`COUNT(DISTINCT ${expression})`, alias: 'n_1' }] })

  it('case, marks and blanks at the end count, whatever the collation of the table', async ({ skip }) => {
    if (server.ignoresBlanks) skip('this server has no collation for it')
    expect(await counted(word)).toEqual(['2'])
    expect(await counted(readText)).toEqual(['4'])
    const columns = [{ expression: readText, alias: 'word_1' }]
    expect(await rowsOf({ columns, where: [eq(readText, textValue('A'))] })).toEqual(['A'])
    expect(
      await rowsOf({ columns, groupBy: [readText], orderBy: [{ expression: readText, direction: 'ascending' }] }),
    ).toEqual(['A', 'a', 'a ', 'ä'])
  })

  it('an instant becomes the local time of a zone, on both sides of the change of clocks', async () => {
    const moment = readColumn(column('w_1', 'moment'), { kind: 'instant' }, flavour, 'Europe/Paris')
    const columns = [{ expression: moment, alias: 'moment_1' }]
    const local = await rowsOf({ columns, orderBy: [{ expression: moment, direction: 'descending' }], limit: 2 })
    expect(local.map((text) => text?.slice(0, 19))).toEqual(['2024-07-01 14:00:00', '2024-01-01 13:00:00'])
  })
})
