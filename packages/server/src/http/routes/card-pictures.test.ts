import { getCardPicture } from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { findJob } from '../../store/jobs.ts'
import { describeEmbedded } from '../../store/testing.ts'
import { type Role, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'

/** A page with one chart. The policy shows each member the orders of one channel, chosen by the member's first name. */
const content = (connectionId: string, folderId: string, viewers: Record<string, string>, name = 'Orders') => ({
  name,
  folderId,
  schemaVersion: 1,
  pages: [
    {
      id: 'page',
      name: 'Page',
      elements: [
        {
          id: 'orders',
          kind: 'table',
          name: 'Orders',
          source: { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] },
          columns: [
            { id: 'status', formula: '[ORDERS/STATUS]', name: 'Status' },
            { id: 'channel', formula: '[ORDERS/CHANNEL]', name: 'Channel' },
            {
              id: 'own',
              name: 'Own',
              formula: `If(CurrentUserEmail() = "${viewers.viewer}", [ORDERS/CHANNEL] = "web", True)`,
            },
          ],
          filters: [{ id: 'policy', columnId: 'own', kind: 'list', mode: 'include', values: [true] }],
        },
        {
          id: 'bars',
          kind: 'bar-chart',
          name: 'By status',
          source: { kind: 'table', elementId: 'orders' },
          columns: [
            { id: 'bar-status', formula: '[Orders/Status]', name: 'Status' },
            { id: 'bar-count', formula: 'Count()', name: 'Number' },
          ],
          xAxis: { columnId: 'bar-status' },
          yAxis: { columnIds: ['bar-count'] },
        },
      ],
    },
  ],
})

describeEmbedded('pictures of workbooks in lists', (openStore) => {
  let documents: TestServices
  let workbookId = ''
  let brokenId = ''
  let body: ReturnType<typeof content>
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    const connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    const builder = await documents.viewer('builder')
    const { email } = await documents.viewer('viewer')
    body = content(connectionId, platform.people.builder.homeFolderId, { viewer: email })
    workbookId = (await documents.specs.create(builder, 'workbook', body)).record.inode.id
    const broken = JSON.parse(JSON.stringify(body).replace('[ORDERS/STATUS]', '[ORDERS/NOT_THERE]'))
    brokenId = (await documents.specs.create(builder, 'workbook', broken)).record.inode.id
    await documents.share(workbookId, 'viewer', 'view')
    await documents.share(workbookId, 'analyst', 'view')
    return documents.routes
  })
  const look = (as: Role, theme = 'light', id = workbookId) =>
    server().request({ method: 'GET', path: `/v2/workbooks/${id}/card-picture`, as, query: { theme } })
  const made = async (as: Role, theme = 'light', id = workbookId) => {
    await expect.poll(async () => (await look(as, theme, id)).status, { timeout: 30_000, interval: 50 }).toBe(200)
    const { bytes, headers } = await look(as, theme, id)
    expect(headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'private, no-store' })
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([536, 240])
    return bytes.toString('base64')
  }
  const jobs = () =>
    server().platform.store.db.selectFrom('jobs').selectAll().where('kind', '=', 'card.picture').execute()

  test('the picture is rendered once for each set of rights and each theme', async () => {
    const first = await look('viewer')
    expect([first.status, first.headers['retry-after']]).toEqual([204, '2'])
    await look('viewer')
    expect(await jobs()).toHaveLength(1)
    documents.worker.start()
    const [ofViewer, ofAnalyst, dark] = [await made('viewer'), await made('analyst'), await made('viewer', 'dark')]
    expect(ofViewer).not.toBe(ofAnalyst)
    expect(ofViewer).not.toBe(dark)
    expect(await made('viewer')).toBe(ofViewer)
    expect((await jobs()).map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'succeeded'])
    const rows = await server().platform.store.db.selectFrom('card_pictures').selectAll().execute()
    expect(new Set(rows.map(({ fingerprint, theme }) => `${fingerprint} ${theme}`)).size).toBe(3)
  })

  test('a publication renders it again, and the old one is not shown', async () => {
    const before = await made('viewer')
    const changed = JSON.parse(JSON.stringify(body).replace('"By status"', '"By state"'))
    await server().request({ method: 'PUT', path: `/v2/workbooks/${workbookId}/spec`, as: 'builder', body: changed })
    expect((await look('viewer')).status).toBe(204)
    expect(await made('viewer')).not.toBe(before)
  })

  test('a failed picture is recorded in the ledger and not requested again', async () => {
    await expect
      .poll(async () => 'retry-after' in (await look('builder', 'light', brokenId)).headers, { timeout: 30_000 })
      .toBe(false)
    expect((await look('builder', 'light', brokenId)).status).toBe(204)
    const all = await jobs()
    const last = all.find(({ payload }) => payload.includes(brokenId))
    expect(JSON.parse(last?.outcome ?? '{}')).toMatchObject({ state: 'none', code: 'element_invalid' })
    expect(await jobs()).toHaveLength(all.length)
  })

  test('a repeated job creates one picture, and none for rights that have changed since the request', async () => {
    const { organizationId, store } = server().platform
    const [job] = await jobs()
    const payload = JSON.parse(job?.payload ?? '{}')
    const { cardPictureRuns } = documents
    const attempt = { organizationId, payload, attempt: 1, signal: new AbortController().signal }
    const run = await cardPictureRuns.run(attempt)
    expect(run).toMatchObject({ state: 'made' })
    expect(await cardPictureRuns.run(attempt)).toEqual(run)
    const pictures = async () =>
      (await store.db.selectFrom('card_pictures').select('content').execute()).filter(({ content }) => content !== null)
    const before = await pictures()
    const other = { ...attempt, payload: { ...payload, fingerprint: 'f'.repeat(64) } }
    expect(await cardPictureRuns.run(other)).toMatchObject({ state: 'left out' })
    expect(await pictures()).toHaveLength(before.length)
    expect(await findJob(store.db, organizationId, job?.id ?? '')).toMatchObject({ state: 'succeeded' })
  })

  scenarios(
    'GET /v2/workbooks/{workbookId}/card-picture',
    server,
    [
      { name: 'no such workbook', as: 'viewer', path: `/v2/workbooks/${unknownId}/card-picture`, status: 404 },
      {
        name: 'a member who may not see the workbook',
        as: 'stranger',
        path: () => `/v2/workbooks/${workbookId}/card-picture`,
        status: 404,
        answer: { code: 'not_found' },
      },
      {
        name: 'a theme that does not exist',
        as: 'viewer',
        path: () => `/v2/workbooks/${workbookId}/card-picture`,
        query: { theme: 'blue' },
        status: 400,
      },
    ],
    { operation: getCardPicture },
  )
})
