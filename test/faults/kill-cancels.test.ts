import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { RunOfDelivery, StartedSend } from '@octavo/core/contract'
import { afterAll, expect, test } from 'vitest'
import {
  startStoragePeer,
  testBucket,
  testKey,
} from '../../packages/server/src/services/schedules/destinations/storage/testing.ts'
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

type Headers = Record<string, string>

/** More than the 8 MB of one part of an upload. */
const statement = `SELECT i AS ID, repeat('A long text, ', 8) AS WORDS FROM range(120000) t(i)`

describeStores('a server that is killed after a cancel', (openStore) => {
  test(
    'has no file of a cancelled export, and leaves nothing of a cancelled delivery at its destination',
    async () => {
      const place = await openStore.place({ isMigrated: false })
      const peer = await startStoragePeer()
      const env = { OCTAVO_SAMPLE: 'on', OCTAVO_SAMPLE_DATE: '2026-06-30', OCTAVO_ALLOWED_DESTINATIONS: '127.0.0.1' }
      let server = await startServer(place, env)
      const headers = await signIn(server)
      const workbookId = await prepareWork(server, headers, peer.url)
      const usualMs = await usualTime(server, headers, workbookId)
      const cancelled: string[] = []
      const count = rounds(100, 3)
      for (let round = 0; round < count; round += 1) {
        // The second part of the upload waits until the server is killed.
        peer.faults.splice(0, peer.faults.length, { operation: 'UploadPart', after: 1, wait: new Promise(() => {}) })
        const { deliveryId } = await send(server, headers, workbookId, round)
        await expect.poll(() => peer.uploads.size, { timeout: 60_000 }).toBe(1)
        const queryId = await startExport(server, headers, workbookId)
        await pause(Math.random() * usualMs)
        for (const id of [deliveryId, queryId]) {
          const answer = await server.request('DELETE', `/v2/query/${id}`, undefined, headers)
          expect(answer.status, JSON.stringify(answer.body)).toBe(200)
        }
        cancelled.push(queryId)
        await server.killAfter(Math.random() * 50)
        peer.faults.length = 0
        server = await startServer(place, env)
        prepareServer()
        await expect.poll(() => peer.uploads.size, { timeout: 60_000 }).toBe(0)
        const run = await server.request('GET', `/v2/deliveries/${deliveryId}`, undefined, headers)
        expect(run.body as RunOfDelivery).toMatchObject({ state: 'cancelled', progress: null })
        const download = await server.request('GET', `/v2/query/${queryId}/download`, undefined, headers)
        expect(download.status, JSON.stringify(download.body)).toBeGreaterThanOrEqual(400)
      }
      const files = () =>
        readdirSync(join(place.dataDir, 'blobs', 'exports')).filter((name) => cancelled.includes(name))
      await expect.poll(files, { timeout: 60_000 }).toEqual([])
      const ledger = await openLedger(place)
      const jobs = () => ledger.rows("select id from jobs where kind = 'export' and state in ('queued', 'running')")
      await expect.poll(async () => (await jobs()).length, { timeout: 60_000 }).toBe(0)
      const left = await ledger.rows('select name from schedule_deliveries where parcel is not null')
      const exports = await ledger.rows<{ id: string; state: string }>('select id, state from exports')
      await ledger.close()
      await server.kill()
      expect(left).toEqual([])
      const states = exports.filter(({ id }) => cancelled.includes(id)).map(({ state }) => state)
      // A file that was ready before the cancel is deleted by it.
      expect(states.filter((state) => state !== 'cancelled' && state !== 'expired')).toEqual([])
      expect(states).toHaveLength(count)
      expect(peer.objects.size).toBe(0)
      expect(await isWhole(place)).toBe(true)
      await peer.close()
    },
    timeLimitMs(3 * 3_600_000, 300_000),
  )
})

/** A storage, and a workbook with a table whose file is uploaded in parts. */
async function prepareWork(server: ServerProcess, headers: Headers, endpoint: string): Promise<string> {
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await server.request(method, path, body, headers)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body
  }
  const storage = { bucket: testBucket, region: 'us-east-1', endpoint, isPathStyle: true, ...testKey }
  await ask('PUT', '/v2/organizations/settings/storages/lake', storage)
  const { entries } = (await ask('GET', '/v2/connections')) as { entries: { connectionId: string }[] }
  const me = (await ask('GET', '/v2/whoami')) as { userId: string }
  const { homeFolderId } = (await ask('GET', `/v2/members/${me.userId}`)) as { homeFolderId: string }
  const source = { kind: 'sql', connectionId: entries[0]?.connectionId, statement }
  const columns = [
    { id: 'l1', formula: '[Custom SQL/ID]', name: 'Id' },
    { id: 'l2', formula: '[Custom SQL/WORDS]', name: 'Words' },
  ]
  const elements = [{ id: 'large', kind: 'table', name: 'Large', source, columns }]
  const spec = { name: 'Large', folderId: homeFolderId, schemaVersion: 1, pages: [{ id: 'p', name: 'P', elements }] }
  return ((await ask('POST', '/v2/workbooks/spec', spec)) as { workbookId: string }).workbookId
}

async function startExport(server: ServerProcess, headers: Headers, workbookId: string): Promise<string> {
  const body = { elementId: 'large', format: { type: 'csv' } }
  const answer = await server.request('POST', `/v2/workbooks/${workbookId}/export`, body, headers)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return (answer.body as { queryId: string }).queryId
}

/** How long an export takes from its request to its file. */
async function usualTime(server: ServerProcess, headers: Headers, workbookId: string): Promise<number> {
  const startedAt = performance.now()
  const queryId = await startExport(server, headers, workbookId)
  const isReady = async () => {
    const answer = await server.request('GET', `/v2/query/${queryId}/download`, undefined, headers)
    return answer.status
  }
  await expect.poll(isReady, { timeout: 60_000, interval: 20 }).toBe(200)
  return performance.now() - startedAt
}

async function send(server: ServerProcess, headers: Headers, workbookId: string, round: number): Promise<StartedSend> {
  const workbookCloudExport = { authorization: 'lake', uri: `s3://${testBucket}/${round}.csv` }
  const body = {
    targets: [{ type: 'workbook-cloud-export', workbookCloudExport }],
    attachments: [{ formatOptions: { type: 'CSV' }, source: { type: 'element', elementId: 'large' } }],
    config: { title: `Round ${round}`, messageBody: '', includeLink: false },
  }
  const answer = await server.request('POST', `/v2/workbooks/${workbookId}/send`, body, headers)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as StartedSend
}
