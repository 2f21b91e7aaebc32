import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Mail } from '../../outbound/index.ts'
import { createPeriodicSyncs } from '../../services/syncs/periodic-syncs.ts'
import { systemActor } from '../../store/index.ts'
import { describeStores } from '../../store/testing.ts'
import { requestsAs, useServer } from '../testing.ts'
import { buildTestServices, type TestServices } from './testing.ts'

const hourMs = 3_600_000
const address = 'https://octavo.example'

interface Sync {
  state: string
  reason?: string
  startedBy: string | null
  counts: Record<string, number>
}

describeStores('automatic syncs', (openStore) => {
  let documents: TestServices
  let connectionId = ''
  const mails: Mail[] = []
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform, {
      sendMail: async (mail) => {
        mails.push(mail)
        return { refused: [] }
      },
    })
    connectionId = await documents.addConnection(
      ['CREATE TABLE orders (id INT, channel VARCHAR)', "INSERT INTO orders VALUES (1, 'web')"],
      { usableBy: ['builder'] },
    )
    return documents.routes
  })
  const { done } = requestsAs<{ entries: never[] }>(server, 'builder')
  const syncs = async () => (await done('GET', `/v2/connections/${connectionId}/syncs`)).entries as Sync[]
  const pass = (hours: number) => server().platform.clock.advance(hours * hourMs)
  /** Runs the check of two processes at once, then the work. */
  const look = async () => {
    const other = createPeriodicSyncs(documents)
    // A process checks at most once a minute.
    server().platform.clock.advance(60_000)
    await Promise.all([documents.periodicSyncs.tick(address), other.tick(address)])
    await documents.worker.runDue()
  }
  const jobs = () =>
    documents.store.db
      .selectFrom('jobs')
      .select(['state', 'outcome'])
      .where('kind', '=', 'catalog.sync')
      .orderBy('created_at')
      .execute()
  const outcomes = async () => (await jobs()).map(({ outcome }) => JSON.parse(outcome ?? 'null') as { state: string })

  test('a connection is synced once after a day, by any process', async () => {
    const source = { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'main', 'orders'] }
    const columns = [{ id: 'channel', formula: '[orders/channel]' }]
    const { homeFolderId: folderId } = server().platform.people.builder
    const pages = [{ id: 'p', name: 'Page', elements: [{ id: 't', kind: 'table', name: 'Sales', source, columns }] }]
    const body = { name: 'Reader', folderId, schemaVersion: 1, pages }
    const { inode } = (await documents.specs.create(await documents.viewer('builder'), 'workbook', body)).record
    await done('POST', `/v2/connections/${connectionId}/sync`, 'builder', { path: [] })
    pass(23)
    await look()
    expect(await syncs()).toHaveLength(1)

    const file = join(documents.folder, 'RETAIL.duckdb')
    await documents.duckdb.close()
    const rename = ['ALTER TABLE orders RENAME COLUMN channel TO route']
    await documents.duckdb.build(file, rename, new AbortController().signal)
    pass(1)
    await look()
    await look()
    const found = await syncs()
    expect(found).toHaveLength(2)
    expect(found[0]).toMatchObject({
      state: 'done',
      startedBy: null,
      counts: { 'column-dropped': 1, 'column-added': 1, 'table-dropped': 0 },
    })
    expect(await outcomes()).toEqual([{ state: 'done' }])
    await documents.worker.runDue()
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('The column channel of RETAIL.main.orders is gone.')
    expect(mails[0]?.text).toContain(`${address}/main/workbook/Reader-`)
    expect((await done('GET', `/v2/workbooks/${inode.id}/missingSources`)).entries).toMatchObject([
      { column: 'channel', elements: [{ elementId: 't' }] },
    ])
    const events = await documents.store.db
      .selectFrom('audit_events')
      .select(['actor_kind', 'actor_id'])
      .where('action', '=', 'CONNECTION_SYNCED')
      .orderBy('id', 'desc')
      .execute()
    expect(events[0]).toEqual({ actor_kind: systemActor.kind, actor_id: systemActor.id })
  })

  test('a sync on request counts: a job that was waiting for its turn then does nothing', async () => {
    const before = (await syncs()).length
    pass(25)
    await documents.periodicSyncs.tick(address)
    await done('POST', `/v2/connections/${connectionId}/sync`, 'builder', { path: [] })
    await documents.worker.runDue()
    expect(await syncs()).toHaveLength(before + 1)
    expect((await outcomes()).at(-1)).toEqual({ state: 'skipped' })
  })

  test('a sync that was interrupted is repeated by the same job', async () => {
    const before = (await syncs()).length
    pass(25)
    await documents.periodicSyncs.tick(address)
    const job = await documents.store.db
      .selectFrom('jobs')
      .selectAll()
      .where('kind', '=', 'catalog.sync')
      .where('state', '=', 'queued')
      .executeTakeFirstOrThrow()
    const wanted = { organizationId: job.organization_id, jobId: job.id, connectionId, baseUrl: null }
    await expect(documents.periodicSyncs.run({ ...wanted, signal: AbortSignal.abort() })).rejects.toThrow()
    server().platform.clock.advance(1000)
    await documents.worker.runDue()
    const states = (await syncs()).map(({ state }) => state)
    expect(states.slice(0, 2)).toEqual(['done', 'failed'])
    expect(states).toHaveLength(before + 2)
  })

  test('for a platform that does not respond the reason is recorded, and it is tried again a day later', async () => {
    const before = (await syncs()).length
    await documents.duckdb.close()
    await rm(join(documents.folder, 'RETAIL.duckdb'))
    pass(25)
    await look()
    pass(1)
    await look()
    const found = await syncs()
    expect(found).toHaveLength(before + 1)
    expect(found[0]).toMatchObject({ state: 'failed', reason: expect.stringMatching(/./), startedBy: null })
    expect((await outcomes()).at(-1)).toMatchObject({ state: 'failed', reason: found[0]?.reason })
    pass(24)
    await look()
    expect(await syncs()).toHaveLength(before + 2)
  })

  test('the organization chooses the interval, or never; deleted connections and the sample are not synced', async () => {
    const count = async () => (await jobs()).length
    const settings = '/v2/organizations/settings'
    expect(await done('GET', settings, 'admin')).toMatchObject({ connectionSyncHours: 24 })
    const before = await count()
    expect(await done('PATCH', settings, 'admin', { connectionSyncHours: null })).toMatchObject({
      connectionSyncHours: null,
    })
    pass(1000)
    await look()
    expect(await count()).toBe(before)
    await done('PATCH', settings, 'admin', { connectionSyncHours: 2 })
    await look()
    expect(await count()).toBe(before + 1)
    pass(1)
    await look()
    expect(await count()).toBe(before + 1)
    pass(1)
    await look()
    expect(await count()).toBe(before + 2)
    for (const change of [
      { is_archived: 1, is_sample: 0 },
      { is_archived: 0, is_sample: 1 },
    ]) {
      await documents.store.maintain('test connection', (tx) => tx.updateTable('connections').set(change).execute())
      pass(100)
      await look()
      expect(await count()).toBe(before + 2)
    }
  })
})
