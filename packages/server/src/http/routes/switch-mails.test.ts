import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Mail } from '../../outbound/mail.ts'
import { startStoragePeer, testBucket, testKey } from '../../services/schedules/destinations/storage/testing.ts'
import { describeStores } from '../../store/testing.ts'
import { buildTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../testing.ts'
import { buildTestServices, type TestServices } from './testing.ts'

describeStores('mails about what administrators switch', (openStore) => {
  let platform: TestPlatform
  let server: TestServer
  let documents: TestServices
  let peer: Awaited<ReturnType<typeof startStoragePeer>>
  const mails: Mail[] = []

  beforeAll(async () => {
    platform = await buildTestPlatform(openStore)
    peer = await startStoragePeer()
    documents = buildTestServices(platform, {
      sendMail: async (mail) => {
        mails.push(mail)
        return { refused: [] }
      },
    })
    server = await startTestServer(platform, documents.routes)
  })
  afterAll(async () => {
    await server.http.stop({ graceMs: 0 })
    await documents.close()
    await peer.close()
    await platform.close()
  })

  async function done(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const answer = await server.request({ method, path, as: 'admin', ...(body ? { body } : {}) })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body as Record<string, unknown>
  }
  /** Mails since the last call, after checking that only the administrator received any. */
  async function reported(): Promise<Mail[]> {
    await documents.worker.runDue()
    const all = mails.splice(0)
    expect(new Set(all.map(({ to }) => to))).toEqual(new Set(all.length === 0 ? [] : [platform.people.admin.email]))
    return all
  }
  const connection = (schema: string | null, name = 'Shop') => ({
    name,
    // No server listens at this address, which the tests allow.
    details: { type: 'postgres', host: '127.0.0.1', port: 1, database: 'shop', user: 'reader', password: 'hunter2' },
    ...(schema === null ? {} : { writeAccess: true, writeSchema: schema }),
  })

  test('report where a connection writes, and when it stops', async () => {
    const { connectionId } = await done('POST', '/v2/connections', connection('rows'))
    const [made] = await reported()
    expect(made).toMatchObject({ subject: 'Write access of the connection "Shop" is enabled' })
    expect(made?.text).toContain('"rows"')
    expect(made?.text).toContain(platform.people.admin.email)
    expect(made?.text).toContain(`/administration/connections/${connectionId}`)
    expect(made?.text).not.toContain('hunter2')
    const path = `/v2/connections/${connectionId}`
    await done('PUT', path, connection('rows', 'Store'))
    expect(await reported()).toEqual([])
    await done('PUT', path, connection('other', 'Store'))
    expect(await reported()).toMatchObject([{ subject: 'The connection "Store" writes to another place' }])
    await done('PUT', path, connection(null, 'Store'))
    const [withdrawn] = await reported()
    expect(withdrawn).toMatchObject({ subject: 'Write access of the connection "Store" was withdrawn' })
    expect(withdrawn?.text).toContain('"other"')
    await done('POST', '/v2/connections', connection(null, 'Plain'))
    expect(await reported()).toEqual([])
  })

  test('report changes of the audit log and its storage integrations', async () => {
    await done('PATCH', '/v2/audit/settings', { enabled: true })
    expect(await reported()).toMatchObject([{ subject: 'The audit log is enabled as a connection' }])
    await done('PATCH', '/v2/audit/settings', { retentionDays: 60 })
    expect(await reported()).toEqual([])
    const s3 = { bucket: testBucket, region: 'us-east-1', endpoint: peer.url, isPathStyle: true, ...testKey }
    const integrations = '/v2/audit/storageIntegrations'
    const made = await done('POST', integrations, { name: 'Vault', provider: 's3', s3: { ...s3, prefix: 'audit' } })
    const [ready] = await reported()
    expect(ready).toMatchObject({ subject: 'Audit log: the storage integration "Vault" is ready' })
    expect(ready?.text).toContain(String(made.uri))
    expect(ready?.text).not.toContain(testKey.secretAccessKey)
    const path = `${integrations}/${made.storageIntegrationId}`
    const moved = await done('PATCH', path, { s3: { ...s3, prefix: 'elsewhere' } })
    const [updated] = await reported()
    expect(updated).toMatchObject({
      subject: 'Audit log: cloud destination of the storage integration "Vault" updated',
    })
    expect(updated?.text).toContain(String(moved.uri))
    await done('DELETE', path)
    expect(await reported()).toMatchObject([{ subject: 'Audit log: the storage integration "Vault" was deleted' }])
    const { keptUntil } = await done('PATCH', '/v2/audit/settings', { enabled: false })
    const [off] = await reported()
    expect(off).toMatchObject({ subject: 'The audit log was disabled as a connection' })
    expect(off?.text).toContain(String(keptUntil))
  })
})
