import {
  type AuditSettings,
  createStorageIntegration,
  deleteStorageIntegration,
  listStorageIntegrations,
  type Schedule,
  type StorageIntegration,
  updateStorageIntegration,
} from '@octavo/core/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealEvents } from '../../audit/index.ts'
import { startStoragePeer, testBucket, testKey } from '../../services/schedules/destinations/storage/testing.ts'
import { describeStores } from '../../store/testing.ts'
import {
  buildTestPlatform,
  type Role,
  scenarios,
  startTestServer,
  type TestPlatform,
  type TestServer,
} from '../testing.ts'
import { buildTestServices, type TestServices } from './testing.ts'

const path = listStorageIntegrations.path

describeStores('storage integrations of the audit log', (openStore) => {
  let platform: TestPlatform
  let server: TestServer
  let documents: TestServices
  let peer: Awaited<ReturnType<typeof startStoragePeer>>
  let workbookId = ''

  beforeAll(async () => {
    platform = await buildTestPlatform(openStore)
    peer = await startStoragePeer()
    documents = buildTestServices(platform)
    server = await startTestServer(platform, documents.routes)
  })
  afterAll(async () => {
    await server.http.stop({ graceMs: 0 })
    await documents.close()
    await peer.close()
    await platform.close()
  })

  const ask = (as: Role, method: string, to: string, body?: object) =>
    server.request({ method, path: to, as, ...(body ? { body } : {}) })
  const s3 = (change: object = {}) => ({
    bucket: testBucket,
    prefix: 'audit',
    region: 'us-east-1',
    endpoint: peer.url,
    isPathStyle: true,
    ...testKey,
    ...change,
  })
  const create = (name: string, change: object = {}) =>
    ask('admin', 'POST', path, { name, provider: 's3', s3: s3(change) })
  const made = async (name: string): Promise<StorageIntegration> => {
    const answer = await create(name)
    expect(answer.status, answer.text).toBe(200)
    return answer.body as StorageIntegration
  }
  const list = async () => ((await ask('admin', 'GET', path)).body as { entries: StorageIntegration[] }).entries
  const events = async (type: string) =>
    ((await ask('admin', 'GET', `/v2/audit/events?eventType=${type}`)).body as { entries: object[] }).entries
  const copy = async () => {
    platform.clock.advance(60_000)
    await sealEvents(documents.store, platform.organizationId)
    await documents.trailCopies.copy(platform.organizationId, new AbortController().signal)
  }
  const exportTo = (authorization: string, uri: string) => ({
    target: [{ type: 'workbook-cloud-export', workbookCloudExport: { authorization, uri, exportFormat: 'csv' } }],
    schedule: { cronSpec: '0 * * * *', timezone: 'UTC' },
    configV2: {
      title: 'Events',
      messageBody: '',
      exportAttachments: [
        { formatOptions: { type: 'CSV' }, workbookExportSource: { type: 'element', elementIds: ['events'] } },
      ],
    },
  })
  const schedule = async (body: object, as: Role = 'admin') =>
    ask(as, 'POST', `/v2/workbooks/${workbookId}/schedules`, body)
  const schedules = async () =>
    ((await ask('admin', 'GET', `/v2/workbooks/${workbookId}/schedules`)).body as { entries: Schedule[] }).entries

  test('there is none while the connection is disabled', async () => {
    expect(await create('early')).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await ask('admin', 'PATCH', '/v2/audit/settings', { enabled: true })).status).toBe(200)
    await copy()
    const settings = (await ask('admin', 'GET', '/v2/audit/settings')).body as AuditSettings
    const { body } = await ask('admin', 'GET', `/v2/files?parentId=${settings.workspaceId}&limit=100`)
    const files = (body as { entries: { id: string; name: string }[] }).entries
    workbookId = files.find(({ name }) => name === 'Usage: users')?.id ?? ''
  })

  test('one is tested before it is stored, and its key is never returned', async () => {
    const wrong = await create('wrong', { secretAccessKey: 'other' })
    expect(wrong).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect(wrong.text).toContain('SignatureDoesNotMatch')
    expect(await list()).toEqual([])
    const saved = await made('trail')
    expect(saved).toMatchObject({ name: 'trail', provider: 's3', uri: `s3://${testBucket}/audit/`, linkedSchedules: 0 })
    expect(JSON.stringify([saved, await list(), await events('STORAGE_INTEGRATION_CREATED')])).not.toContain(
      testKey.secretAccessKey,
    )
    expect(await events('STORAGE_INTEGRATION_CREATED')).toMatchObject([
      { object: { type: 'storage-integration', id: saved.storageIntegrationId }, after: { bucket: testBucket } },
    ])
  })

  test('is only for administrators, here and in lists of storages', async () => {
    const { body } = await ask('builder', 'GET', '/v2/organizations/settings/storages')
    expect(body).toEqual({ entries: [] })
    const changed = await ask('admin', 'PUT', '/v2/organizations/settings/storages/trail', s3())
    expect(changed).toMatchObject({ status: 400 })
    expect((await ask('admin', 'DELETE', '/v2/organizations/settings/storages/trail')).status).toBe(400)
  })

  test('a schedule names it, and repeatedly writes the events there', async () => {
    const answer = await schedule(exportTo('trail', `s3://${testBucket}/audit/events.csv`))
    expect(answer.status, answer.text).toBe(200)
    for (const hour of [1, 2]) {
      await ask('admin', 'POST', '/v2/teams', { name: `Team of hour ${hour}` })
      await copy()
      platform.clock.advance(3_600_000)
      await documents.scheduleDue.tick()
      for (let step = 0; step < 4; step += 1) await documents.worker.runDue()
      expect(peer.objects.get('audit/events.csv')?.body.toString(), `hour ${hour}`).toContain(`Team of hour ${hour}`)
    }
    expect(await list()).toMatchObject([{ name: 'trail', linkedSchedules: 1 }])
  })

  test('another address pauses its schedules, or moves them', async () => {
    const [{ storageIntegrationId: id } = { storageIntegrationId: '' }] = await list()
    const moved = await ask('admin', 'PATCH', `${path}/${id}`, {
      s3: s3({ prefix: 'moved' }),
      linkedSchedules: 'repoint',
    })
    expect(moved.status, moved.text).toBe(200)
    const [after] = await schedules()
    const details = await ask('admin', 'GET', `/v2/workbooks/${workbookId}/schedules/${after?.scheduledNotificationId}`)
    expect(details.text).toContain(`s3://${testBucket}/moved/events.csv`)
    expect((await ask('admin', 'PATCH', `${path}/${id}`, { s3: s3({ prefix: 'third' }) })).status).toBe(200)
    expect(await schedules()).toMatchObject([{ disabledBy: platform.people.admin.memberId, nextRuns: [] }])
    expect(await events('STORAGE_INTEGRATION_UPDATED')).toHaveLength(2)
  })

  test('deleting it deletes its schedules on request', async () => {
    const [{ storageIntegrationId: id } = { storageIntegrationId: '' }] = await list()
    expect((await ask('admin', 'DELETE', `${path}/${id}?linkedSchedules=delete`)).status).toBe(200)
    expect([await list(), await schedules()]).toEqual([[], []])
    expect(await events('STORAGE_INTEGRATION_DELETED')).toHaveLength(1)
  })

  test('disabling deletes all of them and cancels their schedules', async () => {
    await made('second')
    const answer = await schedule(exportTo('second', `s3://${testBucket}/audit/x.csv`))
    expect(answer.status, answer.text).toBe(200)
    const off = await ask('admin', 'PATCH', '/v2/audit/settings', { enabled: false })
    expect(off.body).toMatchObject({ enabled: false, linked: { schedules: 0, storageIntegrations: 0 } })
    expect([await list(), await schedules()]).toEqual([[], []])
    expect(await events('STORAGE_INTEGRATION_DELETED')).toHaveLength(2)
    expect((await ask('admin', 'PATCH', '/v2/audit/settings', { enabled: true })).status).toBe(200)
    await made('third')
  })

  const third = async () => (await list()).find(({ name }) => name === 'third')?.storageIntegrationId ?? ''
  const ids = { third: '' }
  test('one for what follows', async () => {
    ids.third = await third()
    expect(ids.third).not.toBe('')
  })
  const running = () => server
  const at = (id: string) => () => `${path}/${id === 'third' ? ids.third : id}`
  const google = { name: 'google', provider: 'gcs' }
  const azure = { name: 'azure', provider: 'azure' }
  scenarios(
    'GET /v2/audit/storageIntegrations',
    running,
    [
      { name: 'an administrator lists them', as: 'admin', path, status: 200, answer: { entries: [{ name: 'third' }] } },
      { name: 'a builder may not', as: 'builder', path, status: 403, answer: { code: 'forbidden' } },
    ],
    { operation: listStorageIntegrations },
  )
  scenarios(
    'POST /v2/audit/storageIntegrations',
    running,
    [
      {
        name: 'Google',
        as: 'admin',
        path,
        body: google,
        status: 400,
        answer: { code: 'not_supported', message: 'This version does not write to Google Cloud Storage yet.' },
      },
      {
        name: 'Azure',
        as: 'admin',
        path,
        body: azure,
        status: 400,
        answer: { code: 'not_supported', message: 'This version does not write to Azure yet.' },
      },
      {
        name: 'no bucket',
        as: 'admin',
        path,
        body: { name: 'none', provider: 's3' },
        status: 400,
        answer: { code: 'invalid_request' },
      },
      { name: 'a builder may not', as: 'builder', path, body: google, status: 403 },
    ],
    { operation: createStorageIntegration, untested: { conflict: 'there is none while the connection is disabled' } },
  )
  scenarios(
    'PATCH /v2/audit/storageIntegrations/{storageIntegrationId}',
    running,
    [
      {
        name: 'an unknown one',
        as: 'admin',
        path: at('nowhere'),
        body: { s3: { bucket: 'abc', region: 'x', accessKeyId: 'k' } },
        status: 404,
      },
      {
        name: 'a builder may not',
        as: 'builder',
        path: at('third'),
        body: { s3: { bucket: 'abc', region: 'x', accessKeyId: 'k' } },
        status: 403,
      },
    ],
    { operation: updateStorageIntegration },
  )
  scenarios(
    'DELETE /v2/audit/storageIntegrations/{storageIntegrationId}',
    running,
    [
      { name: 'an unknown one', as: 'admin', path: at('nowhere'), status: 404, answer: { code: 'not_found' } },
      { name: 'a builder may not', as: 'builder', path: at('third'), status: 403 },
      { name: 'the last one', as: 'admin', path: at('third'), status: 200 },
    ],
    { operation: deleteStorageIntegration },
  )
})
