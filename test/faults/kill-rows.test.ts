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

describeStores('a server that is killed while rows are entered', (openStore) => {
  test.each(loads(rounds(1_000, 2)))(
    'keeps every row and cell that it acknowledged $title, once, with its history',
    async ({ clients, kills: count, lifeMs }) => {
      const place = await openStore.place({ isMigrated: false })
      const env = { OCTAVO_SAMPLE: 'on', OCTAVO_SAMPLE_DATE: '2026-06-30' }
      let server = await startServer(place, env)
      const headers = await signIn(server)
      const path = await inputTable(server, headers, await sampleConnection(server, headers))
      const all: Entered[] = []
      const faults: unknown[] = []
      for (let round = 0; round < count; round += 1) {
        prepareServer()
        const { ended } = await enterUntilKilled(server, headers, path, { round, clients, all, faults })
        await server.killAfter(lifeMs())
        await ended
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
      const rows = new Map(kept.map(({ row_id: id, cells }) => [id, JSON.parse(cells) as EnteredCells]))
      console.info(
        `${clients} clients, ${count} kills: ${acknowledgedOf(all).length} acknowledged rows, ${events.length} changes`,
      )
      expectEntered(all, rows, count)
      const counted = tables.map((table) => [Number(table.row_count), Number(table.revision)])
      expect(counted, 'rows and changes as the table counts them').toEqual([[rows.size, events.length]])
      expect(changes.filter(({ kind }) => kind === 'inserted')).toHaveLength(rows.size)
      expect(changes, 'one change of one row for each event').toHaveLength(events.length)
      expect(rowsOfHistory(changes), 'the history of a row ends in the row').toEqual(Object.fromEntries(rows))
    },
    timeLimitMs(3 * 3_600_000, 240_000),
  )
})

/** The connection of the sample data. */
async function sampleConnection(server: ServerProcess, headers: Record<string, string>): Promise<string> {
  const { body } = await server.request('GET', '/v2/connections', undefined, headers)
  return (body as { entries: { connectionId: string }[] }).entries[0]?.connectionId ?? ''
}
