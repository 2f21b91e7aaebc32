import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
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

/** As many as the engine runs in parallel; a job may lose its worker at most twice. */
const exportsAtOnce = 2

describeStores('a server that is killed while it exports', (openStore) => {
  test(
    'makes every file that it confirmed, whole, once',
    async () => {
      const place = await openStore.place({ isMigrated: false })
      const env = { OCTAVO_SAMPLE: 'on', OCTAVO_SAMPLE_DATE: '2026-06-30' }
      let server = await startServer(place, env)
      const headers = await signIn(server)
      const ask = await exportable(server, headers)
      const reference = await fileOf(server, headers, await ask(server))
      expect(reference.rows).toBeGreaterThan(100)

      const count = rounds(1_000, 2)
      const confirmed: string[] = []
      let unfinished = 0
      for (let round = 0; round < count; round += 1) {
        const asked = Array.from({ length: exportsAtOnce }, async () => {
          const id = await ask(server).catch(() => null)
          if (id !== null) confirmed.push(id)
        })
        // Waits for the first promise, because a kill without accepted work tests nothing.
        await Promise.race(asked)
        await server.killAfter(Math.random() * 250)
        await Promise.all(asked)
        const ledger = await openLedger(place)
        const open = await ledger.rows("select id from exports where state in ('queued', 'running')")
        await ledger.close()
        unfinished += open.length
        server = await startServer(place, env)
        prepareServer()
        for (const id of confirmed.slice(-exportsAtOnce)) {
          expect(await fileOf(server, headers, id), `round ${round}`).toEqual(reference)
        }
      }

      const ledger = await openLedger(place)
      const jobs = await ledger.rows<{ state: string }>("select state from jobs where kind = 'export'")
      const files = await ledger.rows<{ id: string; state: string }>('select id, state from exports')
      const done = await ledger.rows<{ object_id: string }>(
        "select object_id from audit_events where action = 'EXPORT_COMPLETED'",
      )
      await ledger.close()
      await server.kill()
      console.info(
        `${count} kills: ${confirmed.length} exports confirmed, ${unfinished} of them open when the server died`,
      )
      expect(unfinished).toBeGreaterThan(0)
      expect(new Set(jobs.map(({ state }) => state))).toEqual(new Set(['succeeded']))
      expect(jobs).toHaveLength(files.length)
      expect(files.filter(({ state }) => state !== 'ready')).toEqual([])
      expect(done.map((event) => event.object_id).sort()).toEqual(files.map(({ id }) => id).sort())
      expect(readdirSync(join(place.dataDir, 'blobs', 'exports')).sort()).toEqual(files.map(({ id }) => id).sort())
      expect(await isWhole(place)).toBe(true)
    },
    timeLimitMs(3 * 3_600_000, 300_000),
  )
})

/**
 * Requests a chart of the sample's sales, which fits into the engine's memory twice; the response is a promise that there will be a file.
 */
async function exportable(
  server: ServerProcess,
  headers: Record<string, string>,
): Promise<(server: ServerProcess) => Promise<string>> {
  const workbooks = await server.request('GET', '/v2/workbooks', undefined, headers)
  const { workbookId } = first(workbooks.body)
  const elements = await server.request(
    'GET',
    `/v2/workbooks/${workbookId}/pages/overview/elements`,
    undefined,
    headers,
  )
  const { elementId } = first(elements.body, ({ vizualizationType }) => vizualizationType === 'line')
  return async (running) => {
    const body = { elementId, format: { type: 'csv' } }
    const answer = await running.request('POST', `/v2/workbooks/${workbookId}/export`, body, headers)
    expect(answer.status).toBe(200)
    return (answer.body as { queryId: string }).queryId
  }
}

function first(list: unknown, isIt: (entry: Record<string, string>) => boolean = () => true): Record<string, string> {
  const found = (list as { entries: Record<string, string>[] }).entries.find(isIt)
  if (!found) throw new Error('The sample is not what the test needs.')
  return found
}

/** Waits for the file; the test fails when the export fails or the file does not match its headers. */
async function fileOf(
  server: ServerProcess,
  headers: Record<string, string>,
  queryId: string,
): Promise<{ rows: number; sha256: string | null }> {
  for (;;) {
    const answer = await server.request('GET', `/v2/query/${queryId}/download`, undefined, headers)
    if (answer.status === 204) {
      await pause(20)
      continue
    }
    expect([answer.status, answer.status === 200 || answer.body]).toEqual([200, true])
    const sha256 = answer.headers.get('x-octavo-sha256')
    expect(createHash('sha256').update(String(answer.body)).digest('hex')).toBe(sha256)
    return { rows: Number(answer.headers.get('x-octavo-rows')), sha256 }
  }
}
