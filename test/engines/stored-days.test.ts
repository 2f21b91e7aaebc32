import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Cell } from '../../packages/core/src/types/index.ts'
import type { GoldenEngine } from '../golden/engines.ts'
import {
  CONNECTION,
  compileOrThrow,
  goldenCatalog,
  goldenContext,
  readDocument,
  readLevel,
} from '../golden/run-case.ts'
import { openMariadbAt } from '../golden/server-engines.ts'
import { flavour, flavourLabel } from '../setup/flavour.ts'
import { newDatabase, whySkipped } from './servers.ts'

const skipped = whySkipped(flavour)
const day = (at: number) => new Date(Date.UTC(2020, 0, 1 + at)).toISOString().slice(0, 10)
const calendar: Cell[][] = Array.from({ length: 3000 }, (_, at) => [String(at), day(at), `${day(at)} 10:00:00`])
const none: Cell[][] = [
  ['-1', '0000-00-00', '0000-00-00 00:00:00'],
  ['-2', '2024-00-15', '2024-05-00 10:00:00'],
  ['-3', null, null],
]
/** No calendar has it either, and the year 0 is none of ours. */
const impossible = `INSERT INTO DAYS.EVENTS VALUES (-4, '2024-02-30', '2024-02-30 10:00:00'), (-5, '0000-03-01', '0000-03-01 10:00:00')`

const events = {
  path: ['DAYS', 'EVENTS'],
  columns: [
    { name: 'ID', type: { kind: 'int64' as const }, nullable: false },
    { name: 'DAY', type: { kind: 'date' as const }, nullable: true },
    { name: 'AT', type: { kind: 'timestamp' as const }, nullable: true },
  ],
  rows: [...calendar, ...none],
}

const columns = [
  { id: 'id', name: 'Id', formula: '[EVENTS/ID]' },
  { id: 'day', name: 'Day', formula: '[EVENTS/DAY]' },
  { id: 'at', name: 'At', formula: '[EVENTS/AT]' },
]
const source = { kind: 'warehouse-table', connectionId: CONNECTION, path: events.path }
const element = (id: string, rest: Record<string, unknown>) => ({
  id,
  name: id,
  kind: 'table',
  source,
  columns,
  ...rest,
})
const measures = [
  'CountDistinct([Day])',
  'CountDistinct([At])',
  'Count([Day])',
  'Count([At])',
  'Min([Day])',
  'Min([At])',
]
const document = readDocument({
  name: 'Case',
  schemaVersion: 1,
  pages: [
    {
      id: 'page',
      name: 'Page',
      elements: [
        element('total', {
          columns: [...columns, ...measures.map((formula, at) => ({ id: `m${at}`, name: `M ${at}`, formula }))],
          summary: measures.map((_, at) => `m${at}`),
        }),
        element('empty', {
          columns: [...columns, { id: 'none', name: 'None', formula: 'IsNull([Day]) and IsNull([At])' }],
          filters: [{ id: 'f', columnId: 'none', kind: 'list', mode: 'include', values: [true] }],
          sort: [{ columnId: 'id', direction: 'ascending' }],
        }),
        element('old', {
          filters: [{ id: 'f', columnId: 'day', kind: 'date-range', mode: 'before', date: '2020-01-03' }],
          sort: [{ columnId: 'id', direction: 'ascending' }],
        }),
        element('leap', {
          filters: [
            {
              id: 'f',
              columnId: 'day',
              kind: 'date-range',
              mode: 'between',
              startDate: '2024-02-28',
              endDate: '2024-03-01',
            },
          ],
          sort: [{ columnId: 'id', direction: 'ascending' }],
        }),
      ],
    },
  ],
})

describe.skipIf(skipped)(
  `days that no calendar has, in tables of ${flavourLabel}${skipped ? ` (skipped: ${skipped})` : ''}`,
  () => {
    let engine: GoldenEngine
    const run = (text: string) => engine.rows({ text, values: [] }, [])
    beforeAll(async () => {
      engine = await openMariadbAt(await newDatabase(flavour))
      await run('DROP DATABASE IF EXISTS DAYS')
      await engine.create(events)
      await run('CREATE INDEX by_day ON DAYS.EVENTS (DAY)')
      await run("SET SESSION sql_mode = 'ALLOW_INVALID_DATES'")
      await run(impossible)
      await run("SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION'")
      await run('ANALYZE TABLE DAYS.EVENTS')
    }, 120_000)
    afterAll(() => engine?.close())

    const context = goldenContext({ ...goldenCatalog({ dialect: flavour }), table: () => events })
    const compiled = (id: string) => compileOrThrow(document, id, context)
    const rowsOf = async (id: string) => (await readLevel(engine, compiled(id).flat)).rows.map((row) => row.slice(0, 3))

    test('are null where they are counted and compared', async () => {
      const [total] = compiled('total').levels.filter(({ level }) => level === 'summary')
      if (!total) throw new Error('There is no summary.')
      const { rows } = await readLevel(engine, total)
      expect(rows).toEqual([['3000', '3000', '3000', '3000', day(0), `${day(0)}T10:00:00`]])
    })

    test('are null where they are shown and tested', async () => {
      expect(await rowsOf('empty')).toEqual(['-5', '-4', '-3', '-2', '-1'].map((id) => [id, null, null]))
    })

    test('are in no range', async () => {
      expect((await rowsOf('old')).map(([id]) => id)).toEqual(['0', '1'])
      expect((await rowsOf('leap')).map((row) => row[1])).toEqual(['2024-02-28', '2024-02-29', '2024-03-01'])
    })

    test('ranges still use an index', async () => {
      const { text, values } = compiled('leap').flat.statement({ offset: 0, limit: null })
      const plan = await engine.rows({ text: `EXPLAIN ${text}`, values }, [])
      expect(plan.flat()).toContain('by_day')
      expect(plan.flat()).toContain('range')
    })
  },
)
