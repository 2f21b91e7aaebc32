import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { describeStores } from '../../packages/server/src/store/testing.ts'
import { endAll, openLedger, type ServerProcess, signIn, startServer, timeLimitMs } from './processes.ts'
import { inputTable } from './row-entries.ts'

afterAll(endAll)

const writersOfServer = 20
const changesOfWriter = 3

describeStores('servers over one store', (openStore, engine) => {
  test(
    'let everybody who enters rows into one table have a turn, and count every change',
    async () => {
      const place = await openStore.place()
      const first = await startServer(place, { OCTAVO_SAMPLE: 'on', OCTAVO_SAMPLE_DATE: '2026-06-30' })
      // The folder of an embedded store belongs to one server.
      const servers = engine === 'postgres' ? [first, await startServer(place)] : [first]
      const headers = await signIn(first)
      const { body } = await first.request('GET', '/v2/connections', undefined, headers)
      const [connection] = (body as { entries: { connectionId: string }[] }).entries
      const path = await inputTable(first, headers, connection?.connectionId ?? '')

      const refused: unknown[] = []
      const enter = async (server: ServerProcess, word: string) => {
        const keyed = { ...headers, 'idempotency-key': randomUUID() }
        const answer = await server.request('POST', path, { insert: [{ word }] }, keyed)
        if (answer.status !== 200) refused.push(answer.body)
      }
      const writer = async (server: ServerProcess, name: string) => {
        for (let index = 0; index < changesOfWriter; index += 1) await enter(server, `${name}-${index}`)
      }
      const names = Array.from({ length: writersOfServer }, (_, index) => `w${index}`)
      await Promise.all(servers.flatMap((server, at) => names.map((name) => writer(server, `s${at}-${name}`))))
      expect(refused).toEqual([])

      const ledger = await openLedger(place)
      const rows = await ledger.rows<{ cells: string }>('select cells from input_rows')
      const tables = await ledger.rows<{ row_count: string; revision: string }>(
        'select row_count, revision from input_tables',
      )
      await ledger.close()
      const all = servers.length * writersOfServer * changesOfWriter
      expect(new Set(rows.map(({ cells }) => (JSON.parse(cells) as { word: string }).word)).size).toBe(all)
      expect(tables.map((table) => [Number(table.row_count), Number(table.revision)])).toEqual([[all, all]])
    },
    timeLimitMs(600_000, 300_000),
  )
})
