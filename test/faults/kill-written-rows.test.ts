import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { platforms } from '../../packages/server/src/http/routes/testing-platforms.ts'
import { describeStores } from '../../packages/server/src/store/testing.ts'
import {
  changeStore,
  endAll,
  isWhole,
  openLedger,
  prepareServer,
  rounds,
  signIn,
  startServer,
  timeLimitMs,
} from './processes.ts'
import {
  acknowledgedOf,
  type Entered,
  type EnteredCells,
  enterUntilKilled,
  expectEntered,
  inputTable,
  loads,
  rowsOfHistory,
} from './row-entries.ts'

afterAll(endAll)

const platform = platforms.find(({ kind }) => kind === 'postgres')
const provided = inject('postgres')
const skipped = 'skipped' in provided

/** The content of the connection's write schema, in which there is one input table. */
async function inSchema(details: Record<string, unknown>) {
  const { host, port, database, user, password } = details as Record<string, string>
  const client = new pg.Client({ host, port: Number(port), database, user, password })
  await client.connect()
  const all = async <Row>(statement: string) => (await client.query(statement)).rows as Row[]
  const names = await all<{ name: string }>("SELECT tablename AS name FROM pg_tables WHERE tablename LIKE 'octavo%'")
  const named = (start: string) => names.find(({ name }) => name.startsWith(start))?.name
  const [header] = await all<{ table_name: string; revision: string; row_count: string }>(
    'SELECT * FROM public.octavo_input_tables',
  )
  const rows = await all<{ row_id: string; cells: string }>(`SELECT row_id, cells FROM public.${header?.table_name}`)
  const changes = await all<{ row_id: string; kind: string; cells: string }>(
    `SELECT row_id, kind, cells FROM public.${named('octavo_edits_')} ORDER BY revision`,
  )
  const made = await all(`SELECT edit_id FROM public.${named('octavo_edit_ids_')} WHERE kind = 'made'`)
  await client.end()
  return { header, rows, changes, made: made.length }
}

describeStores('a server that is killed while rows are entered into the write schema of a connection', (openStore) => {
  test.skipIf(skipped).each(loads(rounds(250, 2)))(
    'keeps every row and cell that it acknowledged $title, once, with its history and its event',
    async ({ clients, kills: count, lifeMs }) => {
      if (!platform) throw new Error('There is no PostgreSQL among the platforms.')
      const { details, allowTables, close } = await platform.open()
      await allowTables()
      const place = await openStore.place({ isMigrated: false })
      const env = { OCTAVO_ALLOWED_DESTINATIONS: '127.0.0.1' }
      let server = await startServer(place, env)
      const headers = await signIn(server)
      const connection = { name: 'Rows', details: { type: 'postgres', ...details }, writeAccess: true }
      const body = { ...connection, writeSchema: 'public' }
      const answer = await server.request('POST', '/v2/connections', body, headers)
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
      const { connectionId } = answer.body as { connectionId: string }
      const path = await inputTable(server, headers, connectionId)
      const all: Entered[] = []
      const faults: unknown[] = []
      for (let round = 0; round < count; round += 1) {
        prepareServer()
        const { ended } = await enterUntilKilled(server, headers, path, { round, clients, all, faults })
        await server.killAfter(lifeMs())
        await ended
        // Interrupted edits are checked once they are a minute old.
        if (round === count - 1) await changeStore(place, 'update input_edits set created_at = created_at - 120000')
        server = await startServer(place, env)
      }
      expect(faults).toEqual([])
      const ledger = await openLedger(place)
      const isSettled = async () => {
        // Saving the connection triggers the check.
        const saved = await server.request('PUT', `/v2/connections/${connectionId}`, body, headers)
        expect(saved.status, JSON.stringify(saved.body)).toBe(200)
        return (await ledger.rows('select id from input_edits')).length === 0
      }
      await expect.poll(isSettled, { timeout: 120_000, interval: 1_000 }).toBe(true)
      await server.kill()
      expect(await isWhole(place)).toBe(true)
      const tables = await ledger.rows<{ row_count: number; revision: number }>(
        'select row_count, revision from input_tables',
      )
      const events = await ledger.rows("select id from audit_events where action = 'INPUT_TABLE_ROWS_CHANGED'")
      const stored = await ledger.rows('select row_id from input_rows')
      await ledger.close()
      const found = await inSchema(details)
      await close()
      const rows = new Map(found.rows.map(({ row_id: id, cells }) => [id, JSON.parse(cells) as EnteredCells]))
      console.info(
        `${clients} clients, ${count} kills: ${acknowledgedOf(all).length} acknowledged rows, ${events.length} changes`,
      )
      expectEntered(all, rows, count)
      expect(stored, 'no row is in the store too').toEqual([])
      const counted = [rows.size, found.changes.length]
      expect([Number(found.header?.row_count), Number(found.header?.revision)], 'as the schema counts').toEqual(counted)
      expect(
        tables.map((table) => [Number(table.row_count), Number(table.revision)]),
        'as the store counts',
      ).toEqual([counted])
      expect(found.made, 'an id for each change').toBe(found.changes.length)
      expect(events, 'an event for each change').toHaveLength(found.changes.length)
      expect(found.changes.filter(({ kind }) => kind === 'inserted')).toHaveLength(rows.size)
      expect(rowsOfHistory(found.changes), 'the history of a row ends in the row').toEqual(Object.fromEntries(rows))
    },
    timeLimitMs(3 * 3_600_000, 400_000),
  )
})
