import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { describeStores } from '../../packages/server/src/store/testing.ts'
import {
  endAll,
  isWhole,
  openLedger,
  prepareServer,
  rounds,
  type ServerProcess,
  signIn,
  startServer,
  timeLimitMs,
} from './processes.ts'

afterAll(endAll)

/** A row as one client knows it. */
interface Entered {
  word: string
  /** Null while nobody has answered. */
  rowId: string | null
  /** The last number that the server has acknowledged, and the last that was sent. */
  acknowledged: number
  sent: number
}

const clients = 6

describeStores('a server that is killed while rows are entered', (openStore) => {
  test(
    'keeps every row and cell that it acknowledged, once, with its history',
    async () => {
      const place = await openStore.place({ isMigrated: false })
      const env = { OCTAVO_SAMPLE: 'on', OCTAVO_SAMPLE_DATE: '2026-06-30' }
      let server = await startServer(place, env)
      const headers = await signIn(server)
      const path = await inputTable(server, headers)
      const all: Entered[] = []
      const faults: unknown[] = []
      const count = rounds(1_000, 4)
      for (let round = 0; round < count; round += 1) {
        prepareServer()
        // The first write of a process loads what it needs; the kill is to fall into the writes after it.
        const first: Entered = { word: `r${round}-first`, rowId: null, acknowledged: 0, sent: 0 }
        all.push(first)
        await insert(server, headers, path, first)
        const isDown = { yes: false }
        const writers = Array.from({ length: clients }, async (_, client) => {
          let own: Entered | undefined
          for (let index = 0; !isDown.yes; index += 1) {
            try {
              // One row, and then two changes of it.
              if (index % 3 === 0) {
                own = { word: `r${round}-c${client}-${index}`, rowId: null, acknowledged: 0, sent: 0 }
                all.push(own)
                await insert(server, headers, path, own)
              } else if (own) await change(server, headers, path, own)
            } catch (error) {
              // A request whose server dies fails as a type error of fetch; any other error is a fault.
              if (!(error instanceof TypeError)) faults.push(error)
              isDown.yes = true
            }
          }
        })
        await server.killAfter(100 + Math.random() * 500)
        await Promise.all(writers)
        server = await startServer(place, env)
      }
      await server.kill()

      expect(faults).toEqual([])
      expect(await isWhole(place)).toBe(true)
      const ledger = await openLedger(place)
      const kept = await ledger.rows<{ row_id: string; cells: string }>('select row_id, cells from input_rows')
      const tables = await ledger.rows<{ row_count: number; revision: number }>(
        'select row_count, revision from input_tables',
      )
      const changes = await ledger.rows<{ row_id: string; revision: number; kind: string; cells: string }>(
        'select row_id, revision, kind, cells from input_row_changes order by revision',
      )
      const events = await ledger.rows("select id from audit_events where action = 'INPUT_TABLE_ROWS_CHANGED'")
      await ledger.close()
      const rows = new Map(
        kept.map(({ row_id: id, cells }) => [id, JSON.parse(cells) as { word: string; number?: number }]),
      )
      const acknowledged = all.filter(({ rowId }) => rowId !== null)
      console.info(`${count} kills: ${acknowledged.length} acknowledged rows, ${events.length} changes`)
      // How many there are depends on the machine.
      expect(acknowledged.length).toBeGreaterThan(0)
      expect(acknowledged.filter(({ word, rowId }) => rows.get(rowId ?? '')?.word !== word)).toEqual([])
      const numberOf = ({ rowId }: Entered) => rows.get(rowId ?? '')?.number ?? 0
      expect(
        acknowledged.filter((entered) => numberOf(entered) < entered.acknowledged || numberOf(entered) > entered.sent),
        'no acknowledged cell is lost, and none was made up',
      ).toEqual([])
      expect(new Set([...rows.values()].map(({ word }) => word)).size, 'no row is there twice').toBe(rows.size)
      const counted = tables.map((table) => [Number(table.row_count), Number(table.revision)])
      expect(counted, 'rows and changes as the table counts them').toEqual([[rows.size, events.length]])
      expect(changes.filter(({ kind }) => kind === 'inserted')).toHaveLength(rows.size)
      expect(changes, 'one change of one row for each event').toHaveLength(events.length)
      const shown = new Map<string, Record<string, unknown>>()
      for (const { row_id: id, cells } of changes) {
        const after = Object.entries(JSON.parse(cells) as Record<string, { after: unknown }>)
        shown.set(id, { ...shown.get(id), ...Object.fromEntries(after.map(([column, cell]) => [column, cell.after])) })
      }
      expect(Object.fromEntries(shown), 'the history of a row ends in the row').toEqual(Object.fromEntries(rows))
    },
    timeLimitMs(3 * 3_600_000, 240_000),
  )
})

/** The path of the rows of a new input table. */
async function inputTable(server: ServerProcess, headers: Record<string, string>): Promise<string> {
  const ask = async <Body>(method: string, path: string, body?: unknown) => {
    const answer = await server.request(method, path, body, headers)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body as Body
  }
  const { entries } = await ask<{ entries: { connectionId: string }[] }>('GET', '/v2/connections')
  const { userId } = await ask<{ userId: string }>('GET', '/v2/whoami')
  const { homeFolderId: folderId } = await ask<{ homeFolderId: string }>('GET', `/v2/members/${userId}`)
  const table = {
    id: 'entries',
    kind: 'input-table',
    name: 'Entries',
    source: { kind: 'empty', connectionId: entries[0]?.connectionId },
    inputMode: 'edit',
    columns: [
      { id: 'ID', hidden: true },
      { id: 'word', type: 'text', name: 'Word' },
      { id: 'number', type: 'number', name: 'Number' },
    ],
  }
  const pages = [{ id: 'p', name: 'Page', elements: [table] }]
  const body = { name: 'Entries', folderId, schemaVersion: 1, pages }
  const { workbookId } = await ask<{ workbookId: string }>('POST', '/v2/workbooks/spec', body)
  return `/v2/workbooks/${workbookId}/elements/entries/rows`
}

async function insert(server: ServerProcess, headers: Record<string, string>, path: string, entered: Entered) {
  const { word } = entered
  const keyed = { ...headers, 'idempotency-key': randomUUID() }
  const { status, body } = await server.request('POST', path, { insert: [{ word }] }, keyed)
  expect(status, JSON.stringify(body)).toBe(200)
  entered.rowId = (body as { inserted: string[] }).inserted[0] ?? null
}

async function change(server: ServerProcess, headers: Record<string, string>, path: string, entered: Entered) {
  const number = entered.sent + 1
  entered.sent = number
  const update = [{ rowId: entered.rowId, values: { number } }]
  const { status, body } = await server.request('POST', path, { update }, headers)
  expect(status, JSON.stringify(body)).toBe(200)
  entered.acknowledged = number
}
