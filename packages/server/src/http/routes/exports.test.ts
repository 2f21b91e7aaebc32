import { downloadQuery, type ExportProgress, exportWorkbook } from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { updateExport } from '../../store/exports.ts'
import { describeEmbedded } from '../../store/testing.ts'
import { type Role, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, smallWorkbook, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'

describeEmbedded('exports', (openStore) => {
  let documents: TestServices
  let workbookId = ''
  let withRequired = ''
  let withError = ''
  let groupedId = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    const connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    const builder = await documents.viewer('builder')
    const body = smallWorkbook(connectionId, platform.people.builder.homeFolderId)
    workbookId = (await documents.specs.create(builder, 'workbook', body)).record.inode.id
    const text = JSON.stringify(body).replace(
      '"controlId":"Status-Pick"',
      '"controlId":"Status-Pick","x":{"required":true}',
    )
    withRequired = (await documents.specs.create(builder, 'workbook', JSON.parse(text))).record.inode.id
    const broken = JSON.stringify(body).replace('"formula":"[ORDERS/STATUS]"', '"formula":"Upper([ORDERS/NOT_THERE])"')
    withError = (await documents.specs.create(builder, 'workbook', JSON.parse(broken))).record.inode.id
    const grouped = {
      id: 'grouped',
      kind: 'table',
      name: 'Grouped',
      source: { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] },
      columns: [
        { id: 'channel', formula: '[ORDERS/CHANNEL]', name: 'Channel' },
        { id: 'orders', formula: 'Count()', name: 'Orders' },
        { id: 'status', formula: '[ORDERS/STATUS]', name: 'Status' },
        { id: 'ofStatus', formula: 'Count()', name: 'Of Status' },
        { id: 'id', formula: '[ORDERS/ORDER_ID]', name: 'Id' },
      ],
      groupings: [
        { id: 'a', groupBy: ['channel'], calculations: ['orders'] },
        { id: 'b', groupBy: ['status'], calculations: ['ofStatus'] },
      ],
    }
    const withGroups = {
      name: 'Groups',
      folderId: platform.people.builder.homeFolderId,
      schemaVersion: 1,
      pages: [{ id: 'page', name: 'Page', elements: [grouped] }],
    }
    groupedId = (await documents.specs.create(builder, 'workbook', withGroups)).record.inode.id
    await documents.share(workbookId, 'viewer', 'view')
    await documents.share(workbookId, 'analyst', 'view')
    documents.worker.start()
    return documents.routes
  })
  const start = (as: Role, body: object) =>
    server().request({ method: 'POST', path: `/v2/workbooks/${workbookId}/export`, as, body })
  const fetchFile = (as: Role, queryId: string) =>
    server().request({ method: 'GET', path: `/v2/query/${queryId}/download`, as })

  test('only the requester can download an exported table', async () => {
    const { body, status, text } = await start('analyst', { elementId: 'orders', format: { type: 'csv' }, rowLimit: 3 })
    expect(status, text).toBe(200)
    const { queryId, jobComplete } = body as { queryId: string; jobComplete: boolean }
    expect(jobComplete).toBe(false)
    const file = await expect
      .poll(() => fetchFile('analyst', queryId), { timeout: 15_000, interval: 30 })
      .toMatchObject({ status: 200 })
      .then(() => fetchFile('analyst', queryId))
    expect(file.headers['content-type']).toContain('text/csv')
    expect(file.headers).toMatchObject({ 'x-octavo-rows': '3', 'x-octavo-truncated': 'true' })
    expect(
      file.text
        .replace(/^\ufeff/, '')
        .split(/\r?\n/)
        .slice(0, 2),
    ).toEqual(['Order Id,Order Date,Status,Channel', '4,2026-06-01,shipped,app'])
    for (const other of ['builder', 'admin', 'outsider'] as const) {
      expect((await fetchFile(other, queryId)).status, other).toBe(404)
    }
  })

  test('an export that is not ready returns its progress', async () => {
    const { store, organizationId } = server().platform
    const { body } = await start('analyst', { elementId: 'orders', format: { type: 'csv' } })
    const { queryId } = body as { queryId: string }
    await expect
      .poll(async () => (await fetchFile('analyst', queryId)).status, { timeout: 15_000, interval: 30 })
      .toBe(200)
    const answerTo = async (progress: ExportProgress) => {
      await store.maintain('as while it ran', (tx) =>
        updateExport(tx, organizationId, queryId, ['ready', 'running'], {
          state: 'running',
          progress: JSON.stringify(progress),
        }),
      )
      const { status, headers } = await fetchFile('analyst', queryId)
      const own = Object.entries(headers).filter(([name]) => name.startsWith('x-octavo-'))
      return { status, ...Object.fromEntries(own) }
    }
    expect(await answerTo({ step: 'writing', done: 0, total: null, rows: 1200, rowTotal: null })).toEqual({
      status: 204,
      'x-octavo-step': 'writing',
      'x-octavo-done': '0',
      'x-octavo-rows': '1200',
    })
    expect(await answerTo({ step: 'writing', done: 0, total: null, rows: 1200, rowTotal: 5000 })).toMatchObject({
      'x-octavo-rows': '1200',
      'x-octavo-row-total': '5000',
    })
    expect(await answerTo({ step: 'reading', done: 3, total: 12, rows: null, rowTotal: null })).toEqual({
      status: 204,
      'x-octavo-step': 'reading',
      'x-octavo-done': '3',
      'x-octavo-total': '12',
    })
  })

  test('a grouped table is exported by groups, or with all rows', async () => {
    const read = async (level?: string) => {
      const body = { elementId: 'grouped', format: { type: 'csv' }, ...(level === undefined ? {} : { level }) }
      const path = `/v2/workbooks/${groupedId}/export`
      const { body: job, status, text } = await server().request({ method: 'POST', path, as: 'builder', body })
      expect(status, text).toBe(200)
      const { queryId } = job as { queryId: string }
      const fetched = () => fetchFile('builder', queryId)
      await expect.poll(async () => (await fetched()).status, { timeout: 15_000, interval: 30 }).toBe(200)
      const [head = '', ...rows] = (await fetched()).text
        .replace(/^\ufeff/, '')
        .trim()
        .split(/\r?\n/)
      return [head, ...rows.sort()]
    }
    expect(await read('g1')).toEqual(['Channel,Orders', 'app,1', 'counter,1', 'web,2'])
    expect(await read('g2')).toEqual([
      'Channel,Orders,Status,Of Status',
      'app,1,shipped,1',
      'counter,1,completed,1',
      'web,2,completed,1',
      'web,2,returned,1',
    ])
    expect(await read()).toEqual([
      'Channel,Orders,Status,Of Status,Id',
      'app,1,shipped,1,4',
      'counter,1,completed,1,2',
      'web,2,completed,1,1',
      'web,2,returned,1,3',
    ])
  })

  test('a download is in the audit log, and refused once the workbook is not shared any more', async () => {
    const { store, people, organizationId } = server().platform
    const { body } = await start('analyst', { elementId: 'orders', format: { type: 'csv' } })
    const { queryId } = body as { queryId: string }
    const status = async () => (await fetchFile('analyst', queryId)).status
    const downloads = () =>
      store.db
        .selectFrom('audit_events')
        .select(['actor_id', 'category', 'object_kind'])
        .where('organization_id', '=', organizationId)
        .where('action', '=', 'EXPORT_DOWNLOADED')
        .where('object_id', '=', queryId)
        .execute()
    await expect.poll(status, { timeout: 15_000, interval: 30 }).toBe(200)
    const event = { actor_id: people.analyst.memberId, category: 'EXPORTS', object_kind: 'export' }
    expect(await downloads()).toEqual([event])
    expect(await status()).toBe(200)
    expect(await downloads()).toEqual([event, event])
    const { memberId } = people.analyst
    await store.maintain('withdraw', (tx) =>
      tx.deleteFrom('grants').where('object_id', '=', workbookId).where('member_id', '=', memberId).execute(),
    )
    try {
      expect(await fetchFile('analyst', queryId)).toMatchObject({ status: 404, body: { code: 'not_found' } })
      expect(await downloads()).toHaveLength(2)
    } finally {
      await documents.share(workbookId, 'analyst', 'view')
    }
    expect(await status()).toBe(200)
  })

  test('the download of a cancelled export says that it was cancelled', async () => {
    const { body } = await start('analyst', { elementId: 'orders', format: { type: 'csv' } })
    const { queryId } = body as { queryId: string }
    await server().request({ method: 'DELETE', path: `/v2/query/${queryId}`, as: 'analyst' })
    expect(await fetchFile('analyst', queryId)).toMatchObject({ status: 400, body: { code: 'query_cancelled' } })
  })

  scenarios(
    'POST /v2/workbooks/{workbookId}/export',
    server,
    [
      {
        name: 'an account type that may not download',
        as: 'viewer',
        path: () => `/v2/workbooks/${workbookId}/export`,
        body: { elementId: 'orders', format: { type: 'csv' } },
        status: 403,
        answer: { code: 'forbidden' },
      },
      {
        name: 'an unknown element',
        as: 'analyst',
        path: () => `/v2/workbooks/${workbookId}/export`,
        body: { elementId: 'nope', format: { type: 'csv' } },
        status: 404,
        answer: { code: 'not_found' },
      },
      {
        name: 'a control',
        as: 'analyst',
        path: () => `/v2/workbooks/${workbookId}/export`,
        body: { elementId: 'ctl-status', format: { type: 'csv' } },
        status: 400,
        answer: { code: 'element_has_no_data' },
      },
      {
        name: 'a required control without a value',
        as: 'builder',
        path: () => `/v2/workbooks/${withRequired}/export`,
        body: { elementId: 'orders', format: { type: 'csv' } },
        status: 400,
        answer: { code: 'control_required', details: { elementId: 'orders' } },
      },
      {
        name: 'a column with an error, which the file would lack',
        as: 'builder',
        path: () => `/v2/workbooks/${withError}/export`,
        body: { elementId: 'orders', format: { type: 'csv' } },
        status: 400,
        answer: {
          code: 'element_invalid',
          message: expect.stringMatching(/column "Status" has an error: .*NOT_THERE/),
        },
      },
      {
        name: 'groups that the table does not have',
        as: 'builder',
        path: () => `/v2/workbooks/${groupedId}/export`,
        body: { elementId: 'grouped', level: 'g3', format: { type: 'csv' } },
        status: 400,
        answer: { code: 'invalid_request', message: expect.stringContaining('It has g1, g2.') },
      },
      {
        name: 'groups of a whole workbook',
        as: 'builder',
        path: () => `/v2/workbooks/${groupedId}/export`,
        body: { level: 'g1', format: { type: 'xlsx' } },
        status: 400,
        answer: { code: 'invalid_request', details: { problems: [{ path: 'level' }] } },
      },
      {
        name: 'a PNG of more pixels than one may have',
        as: 'analyst',
        path: () => `/v2/workbooks/${workbookId}/export`,
        body: { elementId: 'orders', format: { type: 'png', pixelWidth: 100_000 } },
        status: 400,
        answer: { code: 'invalid_request', details: { problems: [{ path: 'format.pixelWidth' }] } },
      },
      {
        name: 'a PDF as the picture of its first sheet',
        as: 'analyst',
        path: () => `/v2/workbooks/${workbookId}/export`,
        body: { elementId: 'orders', format: { type: 'pdf', layout: 'portrait', sheet: { layout: 'portrait' } } },
        status: 400,
        answer: { code: 'invalid_request', details: { problems: [{ path: 'format.sheet' }] } },
      },
      {
        name: 'a PDF with an unknown page size',
        as: 'analyst',
        path: () => `/v2/workbooks/${workbookId}/export`,
        body: { elementId: 'orders', format: { type: 'pdf', layout: 'portrait', pageSize: 'a5' } },
        status: 400,
        answer: {
          code: 'invalid_request',
          message: expect.stringContaining('must be one of "letter", "legal", "tabloid", "a0", "a1", "a2", "a3", "a4"'),
        },
      },
      {
        name: 'a workbook that is not shared',
        as: 'stranger',
        path: () => `/v2/workbooks/${workbookId}/export`,
        body: { elementId: 'orders', format: { type: 'csv' } },
        status: 404,
        answer: { code: 'not_found' },
      },
    ],
    {
      operation: exportWorkbook,
      untested: {
        source_unavailable: 'the tests of the catalogue have such sources',
        query_cancelled: 'the engine answers before a test could cancel',
        engine_unavailable: 'the connector tests end the engine',
      },
    },
  )

  scenarios(
    'GET /v2/query/{queryId}/download',
    server,
    [
      {
        name: 'an unknown export',
        as: 'analyst',
        path: `/v2/query/${unknownId}/download`,
        status: 404,
        answer: { code: 'not_found' },
      },
    ],
    {
      operation: downloadQuery,
      untested: { export_failed: 'the tests of exports make files fail', query_cancelled: 'beside this table' },
    },
  )
})
