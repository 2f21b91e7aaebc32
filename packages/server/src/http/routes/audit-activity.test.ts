import type { AuditLogEvent } from '@octavo/core/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createActivity } from '../../audit/index.ts'
import { describeStores } from '../../store/testing.ts'
import { buildTestPlatform, type Role, startTestServer, type TestPlatform, type TestServer } from '../testing.ts'
import { buildTestServices, smallRetail, smallWorkbook, type TestServices } from './testing.ts'

describeStores('what people read, in the audit log', (openStore) => {
  let platform: TestPlatform
  let server: TestServer
  let documents: TestServices
  let workbookId = ''

  beforeAll(async () => {
    platform = await buildTestPlatform(openStore)
    documents = buildTestServices(platform)
    server = await startTestServer(platform, documents.routes, { activity: documents.activity })
    const connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    const spec = smallWorkbook(connectionId, platform.people.builder.homeFolderId)
    const created = await documents.specs.create(await documents.viewer('builder'), 'workbook', spec)
    workbookId = created.record.inode.id
  })
  afterAll(async () => {
    await server.http.stop({ graceMs: 0 })
    await documents.close()
    await platform.close()
  })

  const ask = (as: Role, method: string, path: string, body?: object) =>
    server.request({ method, path, as, ...(body ? { body } : {}) })
  const open = async () => {
    const page = await ask('builder', 'POST', `/v2/workbooks/${workbookId}/pages/pg/data`, {})
    expect(page.status, page.text).toBe(200)
  }
  const set = async (enabled: boolean) => {
    platform.clock.advance(10_000)
    expect((await ask('admin', 'PATCH', '/v2/audit/settings', { enabled })).status).toBe(200)
  }
  const events = async (filter: string): Promise<AuditLogEvent[]> => {
    await documents.activity.flush()
    const { body } = await ask('admin', 'GET', `/v2/audit/events?${filter}&limit=1000`)
    return (body as { entries: AuditLogEvent[] }).entries
  }
  const reading = 'eventType=OBJECT_OPENED'

  test('is not recorded while there is no audit log connection', async () => {
    await open()
    expect(await events(reading)).toEqual([])
    expect(await events('category=QUERY_EXECUTIONS')).toEqual([])
    expect(await events('eventType=API_CALLED')).toEqual([])
  })

  test('an opened document is recorded once in ten minutes, each query, and each call by a program', async () => {
    await set(true)
    await open()
    await open()
    const { memberId } = platform.people.builder
    expect(await events(reading)).toMatchObject([
      {
        category: 'OBJECT_INTERACTION',
        actor: { memberId },
        object: { type: 'workbook', id: workbookId, name: expect.any(String) },
        ipAddress: '127.0.0.1',
        requestId: expect.any(String),
      },
    ])
    const [query] = await events('category=QUERY_EXECUTIONS')
    expect(query).toMatchObject({
      eventType: 'QUERY_EXECUTED',
      status: 'success',
      actor: { memberId },
      object: { id: workbookId },
      details: { rowCount: expect.any(Number), durationMs: expect.any(Number), connectionId: expect.any(String) },
    })
    const callsOf = async () =>
      (await events('eventType=API_CALLED')).filter(({ object }) => object.id === 'readPageData')
    await expect.poll(callsOf).toHaveLength(2)
    const calls = await callsOf()
    expect(calls[0]).toMatchObject({ category: 'PUBLIC_API', details: { method: 'POST', status: 200 } })
    platform.clock.advance(11 * 60_000)
    await open()
    expect(await events(reading)).toHaveLength(2)
  })

  test('logs neither the statement, nor rows, nor parameters of an address', async () => {
    await ask('builder', 'GET', '/v2/files?name=canary-of-a-name')
    const all = JSON.stringify(await events('from=2026-01-01T00:00:00Z'))
    expect(all).not.toContain('canary-of-a-name')
    expect(all).not.toMatch(/select /i)
  })

  test('a refused call and a failed one are failures', async () => {
    await ask('viewer', 'GET', '/v2/audit/settings')
    await ask('viewer', 'GET', '/v2/teams/nowhere')
    const failures = async () =>
      (await events('eventType=API_CALLED&status=failure')).map(({ object, details }) => [object.id, details.status])
    // A call is recorded after its response was sent.
    await expect.poll(failures).toEqual([
      ['getTeam', 404],
      ['getAuditSettings', 403],
    ])
  })

  test('stops with the connection, and records nothing of another organization', async () => {
    await ask('outsider', 'GET', '/v2/teams')
    await documents.activity.flush()
    const other = await ask('outsider', 'GET', '/v2/audit/events?eventType=API_CALLED')
    expect(other.body).toMatchObject({ entries: [] })
    await set(false)
    platform.clock.advance(10_000)
    await documents.activity.flush()
    const before = (await events('eventType=API_CALLED')).length
    await open()
    expect(await events('eventType=API_CALLED')).toHaveLength(before)
  })

  test('many concurrent events are all written when it is closed', async () => {
    await set(true)
    const activity = createActivity({
      store: documents.store,
      clock: platform.clock,
      reportBug: (error) => {
        throw error
      },
    })
    const viewer = await platform.viewers.load(platform.organizationId, platform.people.viewer.memberId, {
      kind: 'token',
      credentialId: 'c',
    })
    if (!viewer) throw new Error('There is no viewer.')
    for (let index = 0; index < 1500; index += 1) {
      activity.answered({
        viewer,
        operation: { id: 'many', method: 'GET' },
        params: {},
        status: 200,
        durationMs: 1,
        request: { id: String(index), address: null },
      })
    }
    await activity.close()
    const { body } = await ask('admin', 'GET', '/v2/audit/events?objectId=many&limit=1')
    expect(body).toMatchObject({ total: 1500 })
  })
})
