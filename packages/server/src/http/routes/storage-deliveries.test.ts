import { gunzipSync } from 'node:zlib'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import {
  deleteStorageSetting,
  listStorageSettings,
  putStorageSetting,
  type RunOfDelivery,
  type Schedule,
  type ScheduleRun,
  type ScheduleTarget,
  type Send,
  type StartedSend,
  type StorageSettingList,
} from '@octavo/core/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type StorageFault,
  startS3rver,
  startStoragePeer,
  testBucket,
  testKey,
} from '../../services/schedules/destinations/storage/testing.ts'
import { describeStores } from '../../store/testing.ts'
import {
  buildTestPlatform,
  type Role,
  scenarios,
  startTestServer,
  type TestPlatform,
  type TestServer,
} from '../testing.ts'
import { buildTestServices, smallRetail, smallWorkbook, type TestServices } from './testing.ts'

const path = listStorageSettings.path
const csv = { formatOptions: { type: 'CSV' }, source: { type: 'element', elementId: 'orders' } }
const large = { formatOptions: { type: 'CSV' }, source: { type: 'element', elementId: 'large' } }
const largeRows = 150_000
const hour = 3_600_000

describeStores('exports to cloud storage', (openStore) => {
  let platform: TestPlatform
  let server: TestServer
  let documents: TestServices
  let peer: Awaited<ReturnType<typeof startStoragePeer>>
  let s3: Awaited<ReturnType<typeof startS3rver>>
  let workbookId = ''

  beforeAll(async () => {
    platform = await buildTestPlatform(openStore)
    peer = await startStoragePeer()
    s3 = await startS3rver()
    documents = buildTestServices(platform)
    server = await startTestServer(platform, documents.routes)
    const connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    const spec = smallWorkbook(connectionId, platform.people.builder.homeFolderId) as {
      pages: { elements: object[] }[]
    }
    const statement = `SELECT i AS ID, repeat('Größe, "x" ', 6) AS WORDS FROM range(${largeRows}) t(i)`
    spec.pages[0]?.elements.push({
      id: 'large',
      kind: 'table',
      name: 'Large',
      source: { kind: 'sql', connectionId, statement },
      columns: [
        { id: 'l1', formula: '[Custom SQL/ID]', name: 'Id' },
        { id: 'l2', formula: '[Custom SQL/WORDS]', name: 'Words' },
      ],
    })
    const created = await documents.specs.create(await documents.viewer('builder'), 'workbook', spec)
    workbookId = created.record.inode.id
    await documents.share(workbookId, 'analyst', 'view')
    await set('peer', peer.url)
    await set('s3', s3.url)
  })
  beforeEach(() => {
    peer.objects.clear()
    peer.uploads.clear()
    peer.faults.length = 0
    peer.calls.length = 0
    peer.damages = false
  })
  afterAll(async () => {
    await server.http.stop({ graceMs: 0 })
    await documents.close()
    await peer.close()
    await s3.close()
    await platform.close()
  })

  const ask = (as: Role, method: string, path: string, body?: object) =>
    server.request({ method, path, as, ...(body ? { body } : {}) })
  const settingOf = (endpoint: string, change: object = {}) => ({
    bucket: testBucket,
    prefix: '/reports/',
    region: 'us-east-1',
    endpoint,
    isPathStyle: true,
    ...testKey,
    ...change,
  })
  const put = (name: string, body: object, as: Role = 'admin') => ask(as, 'PUT', `${path}/${name}`, body)
  async function set(name: string, endpoint: string, change: object = {}) {
    const answer = await put(name, settingOf(endpoint, change))
    expect(answer.status, answer.text).toBe(200)
    return answer
  }

  const at = (uri: string, change: object = {}) => ({
    type: 'workbook-cloud-export',
    workbookCloudExport: { authorization: 'peer', uri, exportFormat: 'csv', timestampedUri: null, ...change },
  })
  const config = { title: 'Orders', messageBody: '', includeLink: false }

  async function sent(targets: object[], attachments: object[] = [csv], change: object = {}): Promise<Send> {
    const body = { targets, attachments, config, ...change }
    const answer = await ask('builder', 'POST', `/v2/workbooks/${workbookId}/send`, body)
    expect(answer.status, answer.text).toBe(200)
    for (let tries = 0; ; tries += 1) {
      await documents.worker.runDue()
      const { body } = await ask('builder', 'GET', `/v2/workbooks/${workbookId}/sends?limit=1`)
      const [last] = (body as { entries: Send[] }).entries
      if (!last) throw new Error('It is not in the list.')
      if ((last.state !== 'waiting' && last.state !== 'running') || tries > 8) return last
      platform.clock.advance(hour / 12)
    }
  }

  /** The file of a download of the element. */
  async function download(elementId: string): Promise<Buffer> {
    const asked = await ask('builder', 'POST', `/v2/workbooks/${workbookId}/export`, {
      elementId,
      format: { type: 'csv' },
    })
    await documents.worker.runDue()
    const { queryId } = asked.body as { queryId: string }
    return (await ask('builder', 'GET', `/v2/query/${queryId}/download`)).bytes
  }

  async function objectOfS3(key: string): Promise<Buffer> {
    const credentials = { ...testKey }
    const client = new S3Client({ region: 'us-east-1', endpoint: s3.url, forcePathStyle: true, credentials })
    const { Body } = await client.send(new GetObjectCommand({ Bucket: testBucket, Key: key }))
    return Buffer.from((await Body?.transformToByteArray()) ?? [])
  }

  async function schedule(target: ScheduleTarget[], elementIds: string[]) {
    const attachment = { formatOptions: { type: 'CSV' }, workbookExportSource: { type: 'element', elementIds } }
    return ask('builder', 'POST', `/v2/workbooks/${workbookId}/schedules`, {
      target,
      schedule: { cronSpec: '0 9 * * *', timezone: 'Europe/Berlin' },
      configV2: { title: 'T', messageBody: '', exportAttachments: [attachment] },
    })
  }

  async function runOf(scheduleId: string): Promise<ScheduleRun> {
    const one = `/v2/workbooks/${workbookId}/schedules/${scheduleId}`
    const asked = await ask('builder', 'POST', `${one}/runs`)
    expect(asked.status, asked.text).toBe(200)
    for (let tries = 0; tries < 6; tries += 1) {
      await documents.worker.runDue()
      platform.clock.advance(hour / 12)
    }
    const { body } = await ask('builder', 'GET', `${one}/runs`)
    const [last] = (body as { entries: ScheduleRun[] }).entries
    if (!last) throw new Error('It has no run.')
    return last
  }

  test('a storage is stored once it accepts uploads, and its secret is in no response, event, row or log line', async () => {
    const { text, body } = await set('kept', peer.url, { prefix: 'a/b' })
    expect(body).toMatchObject({
      name: 'kept',
      uri: 's3://exports/a/b/',
      connection: { endpoint: peer.url, region: 'us-east-1', isPathStyle: true, accessKeyId: testKey.accessKeyId },
    })
    expect(peer.calls).toEqual(['CreateMultipartUpload', 'AbortMultipartUpload'])
    expect(peer.uploads.size).toBe(0)
    const { secretAccessKey: _, ...same } = settingOf(peer.url, { prefix: 'a/c' })
    expect((await put('kept', same)).body).toMatchObject({ uri: 's3://exports/a/c/' })
    const other = await put('kept', { ...same, accessKeyId: 'OTHER' })
    expect([other.status, other.text]).toEqual([400, expect.stringContaining('secretAccessKey')])
    expect(await sent([at('s3://exports/a/c/orders.csv', { authorization: 'kept' })])).toMatchObject({
      state: 'success',
    })

    const listed = await ask('admin', 'GET', path)
    expect((listed.body as StorageSettingList).entries.map(({ name }) => name)).toEqual(['kept', 'peer', 's3'])
    const rows = await platform.store.db.selectFrom('organizations').select('settings').execute()
    const events = await platform.store.db.selectFrom('audit_events').selectAll().execute()
    const jobs = await platform.store.db.selectFrom('jobs').selectAll().execute()
    const deliveries = await platform.store.db.selectFrom('schedule_deliveries').selectAll().execute()
    for (const place of [text, listed.text, rows, events, jobs, deliveries, server.log]) {
      expect(JSON.stringify(place)).not.toContain(testKey.secretAccessKey)
    }
    expect(JSON.stringify(events)).toContain('STORAGE_SET')
    expect((await ask('admin', 'DELETE', `${path}/kept`)).status).toBe(200)
    expect(JSON.stringify((await ask('admin', 'GET', path)).body)).not.toContain('kept')
  })

  test.each([
    ['a wrong secret', { secretAccessKey: 'other' }, '403 SignatureDoesNotMatch'],
    ['an unknown key', { accessKeyId: 'OTHER' }, '403 InvalidAccessKeyId'],
    ['an unknown bucket', { bucket: 'nowhere' }, 'There is no bucket \\"nowhere\\".'],
    ['an address that nobody allows', { endpoint: 'http://10.0.0.1' }, 'begins with https://'],
    ['an address inside', { endpoint: 'https://10.0.0.1' }, 'lies inside the network of this server'],
    ['a name and password in the address', { endpoint: 'https://a:b@example.com' }, 'no name, password or query'],
    ['a folder that leads out', { prefix: 'a/../b' }, 'prefix'],
  ])('%s is refused, and nothing is stored', async (_, change, text) => {
    const answer = await put('wrong', settingOf(peer.url, change))
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'invalid_request' }])
    expect(answer.text).toContain(text)
    expect(answer.text).not.toContain(testKey.secretAccessKey)
    expect((await ask('admin', 'GET', path)).text).not.toContain('wrong')
  })

  test('an organization has at most 20 storages', async () => {
    for (let index = 0; index < 18; index += 1) await set(`more-${index}`, peer.url)
    const answer = await put('one-more', settingOf(peer.url))
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'conflict' }])
    for (let index = 0; index < 18; index += 1) await ask('admin', 'DELETE', `${path}/more-${index}`)
  })

  const named = `${path}/scenario`
  scenarios(
    `${putStorageSetting.method} ${putStorageSetting.path}`,
    () => server,
    [
      {
        name: 'not for others',
        as: 'analyst',
        path: named,
        body: settingOf('x'),
        status: 403,
        answer: { code: 'forbidden' },
      },
      { name: 'an invalid name', as: 'admin', path: `${path}/a%20b`, body: settingOf('x'), status: 400 },
    ],
    { operation: putStorageSetting, untested: { conflict: 'the test of the 20 storages has it' } },
  )
  scenarios(
    `${deleteStorageSetting.method} ${deleteStorageSetting.path}`,
    () => server,
    [
      { name: 'not for others', as: 'analyst', path: named, status: 403, answer: { code: 'forbidden' } },
      { name: 'a storage that does not exist', as: 'admin', path: named, status: 404, answer: { code: 'not_found' } },
    ],
    { operation: deleteStorageSetting },
  )
  scenarios(
    `${listStorageSettings.method} ${listStorageSettings.path}`,
    () => server,
    [
      { name: 'for members who manage destinations', as: 'builder', status: 200 },
      { name: 'not for others', as: 'analyst', status: 403, answer: { code: 'forbidden' } },
    ],
    { operation: listStorageSettings },
  )

  test('a schedule writes exactly the bytes of a download, in one piece and in parts', async () => {
    const created = await schedule(
      [{ workbookCloudExport: { authorization: 's3', uri: 's3://exports/reports/daily/' } }],
      ['orders', 'large'],
    )
    expect(created.status, created.text).toBe(200)
    expect((created.body as Schedule).warnings).toBeUndefined()
    const { scheduledNotificationId: id } = created.body as Schedule
    expect(await runOf(id)).toMatchObject({ state: 'success', reason: null })
    const expected = await download('large')
    expect(expected.byteLength).toBeGreaterThan(8 * 1024 * 1024)
    expect((await objectOfS3('reports/daily/Store sales - Large.csv')).equals(expected)).toBe(true)
    expect((await objectOfS3('reports/daily/Store sales - Orders.csv')).equals(await download('orders'))).toBe(true)
    await ask('builder', 'DELETE', `/v2/workbooks/${workbookId}/schedules/${id}`)
  })

  test('compressed, with the due time before the name, and all rows where downloads have fewer', async () => {
    const whole = await download('orders')
    const settings = '/v2/organizations/settings'
    await ask('admin', 'PATCH', settings, { exportRows: { csv: 2 } })
    platform.clock.advance(10_000)
    const timestamped = { uri: 's3://exports/reports/x.csv', timestampedUri: 's3://exports/reports/orders' }
    const due = new Date(platform.clock.now()).toISOString().slice(0, 10)
    expect(await sent([at('', { ...timestamped, exportFormat: 'csv.gzip' })])).toMatchObject({ state: 'success' })
    const [[key, object] = []] = peer.objects
    expect(key).toMatch(new RegExp(`^reports/${due}T\\d\\d-\\d\\d-\\d\\dZ_orders\\.csv\\.gz$`))
    expect(object?.headers['content-type']).toBe('application/gzip')
    expect(gunzipSync(object?.body ?? Buffer.alloc(0)).equals(whole)).toBe(true)
    await ask('admin', 'PATCH', settings, { exportRows: { csv: null } })
    platform.clock.advance(10_000)
  })

  test.each(['sf', 'rs'])('an element goes to the address of %s, compressed where it ends in .gz', async (by) => {
    const target = (name: string) => ({
      type: 'cloud-export',
      cloudExport: { [by]: { [`${by}Destination`]: `s3://exports/reports/${name}`, authorization: 'peer' } },
    })
    expect(await sent([target('a.csv'), target('b.csv.gz')])).toMatchObject({ state: 'success' })
    const [a, b] = ['reports/a.csv', 'reports/b.csv.gz'].map((key) => peer.objects.get(key)?.body ?? Buffer.alloc(0))
    expect(a?.byteLength).toBeGreaterThan(100)
    expect(gunzipSync(b ?? Buffer.alloc(0)).equals(a ?? Buffer.alloc(0))).toBe(true)
  })

  const fault = (operation: string, change: Partial<StorageFault>): StorageFault[] =>
    Array.from({ length: 3 }, () => ({ operation, ...change }))
  test.each<[string, StorageFault[], string, string]>([
    ['a busy store', fault('PutObject', { status: 503, code: 'SlowDown' }), 'success', ''],
    ['a store that is away for a moment', fault('PutObject', {}), 'success', ''],
    [
      'a right that is missing',
      fault('PutObject', { status: 403, code: 'AccessDenied' }),
      'error',
      'needs s3:PutObject',
    ],
    [
      'a bucket that is gone',
      fault('PutObject', { status: 404, code: 'NoSuchBucket' }),
      'error',
      '404 NoSuchBucket to PutObject',
    ],
    ['an expired key', fault('PutObject', { status: 400, code: 'ExpiredToken' }), 'error', 'has expired'],
    [
      'an odd answer',
      fault('PutObject', { status: 418, code: 'Teapot', message: 'Short and stout' }),
      'error',
      '418 Teapot Short and stout',
    ],
  ])('after %s', async (_, faults, state, reason) => {
    peer.faults.push(...faults)
    const last = await sent([at('s3://exports/reports/orders.csv')])
    expect(last.state, String(last.reason)).toBe(state)
    if (state === 'error') expect(last.reason).toContain(reason)
    expect(peer.objects.size).toBe(state === 'success' ? 1 : 0)
    peer.faults.length = 0
  })

  test('a store that corrupts objects fails the run by name, and its object is removed', async () => {
    peer.damages = true
    const last = await sent([at('s3://exports/reports/orders.csv')])
    expect(last).toMatchObject({ state: 'error', reason: expect.stringContaining('The object was removed.') })
    expect(peer.objects.size).toBe(0)
  })

  test('an upload that could not be aborted is aborted by the next attempt, which writes the object', async () => {
    peer.faults.push(...fault('UploadPart', { status: 503, code: 'SlowDown' }))
    peer.faults.push(...fault('AbortMultipartUpload', { status: 503, code: 'SlowDown' }))
    expect(await sent([at('s3://exports/reports/large.csv')], [large])).toMatchObject({ state: 'success' })
    expect([...peer.objects.keys()]).toEqual(['reports/large.csv'])
    expect(peer.uploads.size).toBe(0)
    expect(peer.calls.filter((call) => call === 'CreateMultipartUpload')).toHaveLength(2)
  })

  test('an upload that fails permanently leaves nothing, even when it could not be aborted at once', async () => {
    peer.faults.push({ operation: 'UploadPart', status: 403, code: 'AccessDenied', after: 1 })
    peer.faults.push(...fault('AbortMultipartUpload', { status: 500, code: 'InternalError' }))
    const last = await sent([at('s3://exports/reports/large.csv')], [large])
    expect(last).toMatchObject({ state: 'error', reason: expect.stringContaining('403 AccessDenied to UploadPart 2') })
    expect([peer.objects.size, peer.uploads.size]).toEqual([0, 0])
  })

  /** Sends the large file, waits until the store has this request, and cancels the delivery. */
  async function cancelledAt(operation: string, after = 0) {
    let release = () => {}
    const wait = new Promise<void>((done) => {
      release = done
    })
    peer.faults.push({ operation, after, wait })
    const body = { targets: [at('s3://exports/reports/large.csv')], attachments: [large], config }
    const started = await ask('builder', 'POST', `/v2/workbooks/${workbookId}/send`, body)
    expect(started.status, started.text).toBe(200)
    const { deliveryId } = started.body as StartedSend
    const work = documents.worker.runDue()
    const asked = () => peer.calls.filter((call) => call === operation).length
    await expect.poll(asked, { timeout: 60_000 }).toBe(after + 1)
    expect((await ask('builder', 'DELETE', `/v2/query/${deliveryId}`)).status).toBe(200)
    const run = async () => (await ask('builder', 'GET', `/v2/deliveries/${deliveryId}`)).body as RunOfDelivery
    const left = async () => {
      const rows = await platform.store.db.selectFrom('schedule_deliveries').selectAll().execute()
      return rows.filter(({ parcel }) => parcel !== null)
    }
    return { release, work, run, left }
  }

  test('an upload that is cancelled leaves neither an object nor parts', async () => {
    const { release, work, run, left } = await cancelledAt('UploadPart', 1)
    expect(peer.uploads.size).toBe(1)
    await documents.worker.beat()
    release()
    await work
    await documents.scheduleDue.tick()
    expect(await run()).toMatchObject({
      state: 'cancelled',
      reason: expect.stringContaining('Its message was not sent.'),
    })
    expect([peer.objects.size, peer.uploads.size, await left()]).toEqual([0, 0, []])
  })

  test('parts of a cancelled upload are removed although its process does nothing any more', async () => {
    const { release, work, run, left } = await cancelledAt('UploadPart', 1)
    // As the next process does when the one that uploads was killed.
    await documents.scheduleDue.tick()
    expect([peer.objects.size, peer.uploads.size, await left()]).toEqual([0, 0, []])
    release()
    await work
    await documents.scheduleDue.tick()
    expect(await run()).toMatchObject({
      state: 'cancelled',
      reason: expect.stringContaining('Its message was not sent.'),
    })
    expect([peer.objects.size, peer.uploads.size, await left()]).toEqual([0, 0, []])
  })

  test('an object that is complete when its delivery is cancelled stays, is verified, and counts as sent', async () => {
    const { release, work, run, left } = await cancelledAt('CompleteMultipartUpload')
    release()
    await work
    await documents.scheduleDue.tick()
    expect(await run()).toMatchObject({ state: 'cancelled', reason: expect.stringContaining('Its message was sent.') })
    expect(peer.calls).toContain('GetObject')
    expect(peer.objects.get('reports/large.csv')?.body.equals(await download('large'))).toBe(true)
    expect([peer.uploads.size, await left()]).toEqual([0, []])
  })

  test('a schedule with a webhook too sends the files to both, each with its own limits', async () => {
    const answer = await ask('builder', 'POST', `/v2/workbooks/${workbookId}/send`, {
      targets: [at('s3://exports/reports/orders.csv'), { type: 'webhook', webhookUrl: `${peer.url}/hook` }],
      attachments: [csv],
      config,
    })
    expect(answer.status, answer.text).toBe(200)
    await documents.worker.runDue()
    expect(peer.objects.size).toBe(1)
    expect(peer.calls).toContain('unknown')
  })

  test.each<[string, object, string]>([
    [
      'an unknown storage',
      { targets: [at('s3://exports/reports/a.csv', { authorization: 'none' })] },
      'Known: peer, s3.',
    ],
    ['another bucket', { targets: [at('s3://other/reports/a.csv')] }, 'takes addresses below s3://exports/reports/'],
    ['another folder', { targets: [at('s3://exports/secret/a.csv')] }, 'takes addresses below s3://exports/reports/'],
    ['a way out', { targets: [at('s3://exports/reports/../a.csv')] }, 'a part . or ..'],
    ['no address', { targets: [at('orders.csv')] }, 'is not an address such as s3://bucket/folder/file.csv.'],
    ['another form', { targets: [at('s3://exports/reports/a.csv.gz')] }, 'choose csv.gzip'],
    ['two files in one', { attachments: [csv, large] }, '2 files are sent: end it with / for a folder.'],
    ['a format of people', { attachments: [{ ...csv, formatOptions: { type: 'EXCEL' } }] }, 'not XLSX'],
    ['no file', { attachments: [] }, 'Nothing is to be written.'],
    ['a recipient', { config: { ...config, runAsRecipient: true } }, 'storages are not members'],
    ['nothing', { targets: [{ type: 'cloud-export' }] }, 'targets[0].cloudExport'],
    [
      'the words of the request',
      { targets: [{ type: 'cloud-export', cloudExport: { sf: { sfDestination: 'x', authorization: 'peer' } } }] },
      'targets[0].cloudExport.sf.sfDestination',
    ],
  ])('%s is refused', async (_, change, text) => {
    const body = { targets: [at('s3://exports/reports/a.csv')], attachments: [csv], config, ...change }
    const answer = await ask('builder', 'POST', `/v2/workbooks/${workbookId}/send`, body)
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'invalid_request' }])
    expect(answer.text).toContain(text)
  })

  test('stores of other kinds are not supported yet', async () => {
    for (const uri of ['gcs://b/a.csv', 'azure://b/a.csv']) {
      const body = { targets: [at(uri)], attachments: [csv], config }
      const answer = await ask('builder', 'POST', `/v2/workbooks/${workbookId}/send`, body)
      expect([answer.status, answer.body]).toMatchObject([400, { code: 'not_supported' }])
    }
  })

  test('a member without the permission cannot export to cloud storage', async () => {
    const body = { targets: [at('s3://exports/reports/a.csv')], attachments: [csv], config }
    expect((await ask('analyst', 'POST', `/v2/workbooks/${workbookId}/send`, body)).status).toBe(403)
    expect((await ask('stranger', 'POST', `/v2/workbooks/${workbookId}/send`, body)).status).toBe(404)
  })

  test('a schedule whose storage was removed or restricted has a warning, and its run fails by name', async () => {
    await set('later', peer.url)
    const target = { workbookCloudExport: { authorization: 'later', uri: 's3://exports/reports/a.csv' } }
    const created = await schedule([target], ['orders'])
    expect(created.status, created.text).toBe(200)
    const { scheduledNotificationId: id } = created.body as Schedule
    await set('later', peer.url, { prefix: 'elsewhere' })
    expect(await runOf(id)).toMatchObject({
      state: 'error',
      reason: expect.stringContaining('below s3://exports/elsewhere/ now'),
    })
    await ask('admin', 'DELETE', `${path}/later`)
    expect(await runOf(id)).toMatchObject({
      state: 'error',
      reason: expect.stringContaining('no storage "later" any more'),
    })
    const one = await ask('builder', 'GET', `/v2/workbooks/${workbookId}/schedules/${id}`)
    expect((one.body as Schedule).warnings).toEqual([
      { path: 'target[0].workbookCloudExport.authorization', message: expect.stringContaining('"later"') },
    ])
    expect(one.body).toMatchObject({ target: [target] })
    expect(peer.objects.size).toBe(0)
    await ask('builder', 'DELETE', `/v2/workbooks/${workbookId}/schedules/${id}`)
  })
})
