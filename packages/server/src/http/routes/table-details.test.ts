import { gzipSync } from 'node:zlib'
import {
  annotateConnectionTable,
  getConnectionTable,
  postConnectionDbtArtifacts,
  type TableDetails,
} from '@octavo/core/contract'
import { pack } from 'tar-stream'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Role, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
const orders = ['RETAIL', 'PUBLIC', 'ORDERS']

const node = (more: object) => ({
  resource_type: 'model',
  database: 'retail',
  schema: 'public',
  name: 'orders',
  description: 'One row for each order.\n',
  columns: {
    order_id: { name: 'order_id', description: 'Number of the order.' },
    channel: { name: 'CHANNEL', description: '' },
    status: { name: 'STATUS', description: 'Where the order stands.' },
  },
  ...more,
})
const exposure = (more: object) => ({ name: 'weekly', depends_on: { nodes: ['model.shop.orders'] }, ...more })
const manifest = {
  nodes: {
    'model.shop.orders': node({}),
    'test.shop.unique': node({ resource_type: 'test', description: 'no table' }),
    'model.other.orders': node({ database: 'archive', description: 'of another database' }),
  },
  sources: {},
  exposures: {
    'exposure.shop.weekly': exposure({
      label: 'Weekly sales',
      type: 'dashboard',
      url: 'https://bi.example.com/weekly',
      owner: { name: 'Ada', email: 'ada@example.com' },
    }),
    'exposure.shop.bad': exposure({ name: 'odd', url: 'javascript:alert(1)' }),
    'exposure.shop.elsewhere': exposure({ name: 'elsewhere', depends_on: { nodes: ['model.shop.stores'] } }),
  },
}

async function archiveOf(files: Record<string, string>): Promise<Buffer> {
  const tar = pack()
  for (const [name, content] of Object.entries(files)) tar.entry({ name }, content)
  tar.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of tar) chunks.push(chunk as Buffer)
  return gzipSync(Buffer.concat(chunks))
}

const archiveWith = (content: unknown) =>
  archiveOf({ 'target/compiled/orders.sql': 'select 1', 'target/manifest.json': JSON.stringify(content) })

describeStores('what is known about tables', (openStore) => {
  let documents: TestServices
  let connectionId = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    return documents.routes
  })
  const tableId = async (path = orders) => {
    const found = await server().request({
      method: 'POST',
      path: `/v2/connection/${connectionId}/lookup`,
      as: 'admin',
      body: { path },
    })
    return (found.body as { inodeId: string }).inodeId
  }
  const details = async (as: Role = 'builder') =>
    (await server().request({ method: 'GET', path: `/v2/connections/tables/${await tableId()}`, as }))
      .body as TableDetails
  const columns = async () =>
    (
      await server().request({
        method: 'GET',
        path: `/v2/connections/tables/${await tableId()}/columns`,
        as: 'builder',
      })
    ).body as { entries: { name: string; type?: object; description?: string }[] }
  const upload = (archive: Buffer, as: Role = 'admin') => {
    const head =
      '--octavo-form\r\ncontent-disposition: form-data; name="artifacts"; filename="artifacts.tar.gz"\r\n\r\n'
    return server().request({
      method: 'POST',
      path: `/v2/connections/${connectionId}/dbtArtifacts`,
      as,
      raw: Buffer.concat([Buffer.from(head), archive, Buffer.from('\r\n--octavo-form--\r\n')]),
      headers: { 'content-type': 'multipart/form-data; boundary=octavo-form' },
    })
  }

  test('artifacts of a dbt run describe tables and columns, whatever their case', async () => {
    const answer = await upload(await archiveWith(manifest))
    expect([answer.status, answer.body], answer.text).toEqual([201, {}])
    expect(await details()).toEqual({
      tableId: await tableId(),
      connectionId,
      path: orders,
      kind: 'table',
      visibility: 'included',
      mayAnnotate: false,
      description: 'One row for each order.',
      dbt: {
        uniqueId: 'model.shop.orders',
        resourceType: 'model',
        description: 'One row for each order.',
        uploadedAt: expect.stringMatching(/Z$/),
        exposures: [
          { name: 'odd' },
          {
            name: 'weekly',
            label: 'Weekly sales',
            type: 'dashboard',
            url: 'https://bi.example.com/weekly',
            ownerName: 'Ada',
            ownerEmail: 'ada@example.com',
          },
        ],
      },
    })
    expect(await details('admin')).toMatchObject({ mayAnnotate: true })
    const { entries } = await columns()
    expect(entries.flatMap(({ name, description }) => (description ? [[name, description]] : []))).toEqual([
      ['ORDER_ID', 'Number of the order.'],
      ['STATUS', 'Where the order stands.'],
    ])
  })

  test('an upload replaces the previous one', async () => {
    expect((await upload(await archiveWith(manifest))).status).toBe(201)
    expect((await upload(await archiveWith({ nodes: { 'seed.shop.stores': node({ name: 'stores' }) } }))).status).toBe(
      201,
    )
    expect(await details()).not.toHaveProperty('dbt')
    const events = await server()
      .platform.store.db.selectFrom('audit_events')
      .select('details')
      .where('action', '=', 'CONNECTION_DBT_ARTIFACTS_UPLOADED')
      .orderBy('id', 'desc')
      .execute()
    expect(String(events[0]?.details)).toContain('"dbtTables":1')
  })

  test('a table that dbt names only in other databases has no description', async () => {
    const archive = await archiveWith({ nodes: { 'model.other.orders': node({ database: 'archive' }) } })
    expect((await upload(archive)).status).toBe(201)
    expect(await details()).not.toHaveProperty('description')
  })

  test.each([
    ['a file that is no archive', () => Buffer.from('nodes'), 'The file is not a tar.gz archive.'],
    ['a compressed file that is no archive', () => gzipSync('x'.repeat(2000)), 'The file is not a tar.gz archive.'],
    ['an archive without a manifest', () => archiveOf({ 'run_results.json': '{}' }), 'has no file manifest.json'],
    ['a manifest that is not JSON', () => archiveOf({ 'manifest.json': '{' }), 'is not JSON'],
    ['a manifest of something else', () => archiveOf({ 'manifest.json': '[]' }), 'has no "nodes"'],
    [
      'a manifest that is too large',
      () => archiveOf({ 'manifest.json': ' '.repeat(64 * 1024 * 1024 + 1) }),
      'more than 64 MiB',
    ],
    ['an archive that is cut short', async () => (await archiveWith(manifest)).subarray(0, 60), 'not a tar.gz archive'],
  ])('%s is refused, and the previous data are kept', async (_what, archive, reason) => {
    expect((await upload(await archiveWith(manifest))).status).toBe(201)
    const answer = await upload(await archive())
    expect(answer.status, answer.text).toBe(400)
    expect(answer.body).toMatchObject({ code: 'invalid_request', message: expect.stringContaining(reason) })
    expect(await details()).toMatchObject({ description: 'One row for each order.' })
  })

  const annotate = async (body: unknown, as: Role = 'admin') =>
    server().request({ method: 'PATCH', path: `/v2/connections/tables/${await tableId()}`, as, body })
  const clear = () =>
    annotate({
      friendlyName: null,
      description: null,
      visibility: 'included',
      columns: ['ORDER_ID', 'STATUS', 'CHANNEL'].map((name) => ({
        name,
        friendlyName: null,
        description: null,
        visibility: 'included',
        format: null,
      })),
    })

  test('a table and its columns get names, descriptions, formats, and can be hidden', async () => {
    expect((await upload(await archiveWith(manifest))).status).toBe(201)
    const format = { kind: 'number', formatString: 'd' }
    const answer = await annotate({
      friendlyName: 'Sales orders',
      description: 'By us.',
      visibility: 'hidden',
      columns: [
        { name: 'ORDER_ID', friendlyName: 'Order', format },
        { name: 'CHANNEL', visibility: 'hidden', description: 'Where it was sold.' },
      ],
    })
    expect(answer.status, answer.text).toBe(200)
    const own = { friendlyName: 'Sales orders', description: 'By us.', visibility: 'hidden' }
    expect(answer.body).toMatchObject({ ...own, dbt: { description: 'One row for each order.' } })
    const { entries } = await columns()
    expect(Object.fromEntries(entries.map(({ name, type: _, ...rest }) => [name, rest]))).toMatchObject({
      ORDER_ID: { friendlyName: 'Order', format, description: 'Number of the order.', visibility: 'included' },
      CHANNEL: { visibility: 'hidden', description: 'Where it was sold.' },
      STATUS: { visibility: 'included', description: 'Where the order stands.' },
    })
    const listed = await server().request({
      method: 'GET',
      path: `/v2/connections/paths?connectionId=${connectionId}`,
      as: 'builder',
    })
    expect((listed.body as { entries: object[] }).entries).toContainEqual(
      expect.objectContaining({ path: orders, ...own }),
    )
    await clear()
  })

  test('a change keeps fields that it does not name, and null removes', async () => {
    await clear()
    await annotate({
      friendlyName: 'Sales',
      columns: [{ name: 'STATUS', friendlyName: 'State', description: 'Ours.' }],
    })
    await annotate({ description: 'Text', columns: [{ name: 'STATUS', description: null }] })
    expect(await details()).toMatchObject({ friendlyName: 'Sales', description: 'Text' })
    const { entries } = await columns()
    const status = entries.find(({ name }) => name === 'STATUS')
    expect(status).toMatchObject({ friendlyName: 'State' })
    expect(status?.description).not.toBe('Ours.')
    await clear()
    expect(await details()).not.toHaveProperty('friendlyName')
  })

  test('a name for two columns and a missing column are refused', async () => {
    await clear()
    const twice = [
      { name: 'ORDER_ID', friendlyName: 'Key' },
      { name: 'STATUS', friendlyName: 'Key' },
    ]
    const answers = [await annotate({ columns: twice }), await annotate({ columns: [{ name: 'NOTHING' }] })]
    for (const answer of answers) {
      expect(answer.status, answer.text).toBe(400)
      expect(answer.body).toMatchObject({ code: 'invalid_request' })
    }
    expect((await columns()).entries.some((column) => 'friendlyName' in column)).toBe(false)
  })

  test('members who may annotate the connection may do so, members who may only use it may not', async () => {
    expect((await annotate({ friendlyName: 'Mine' }, 'builder')).status).toBe(403)
    const { platform } = server()
    const answer = await server().request({
      method: 'POST',
      path: `/v2/connections/${connectionId}/grants`,
      as: 'admin',
      body: { grants: [{ grantee: { memberId: platform.people.builder.memberId }, permission: 'annotate' }] },
    })
    expect(answer.status, answer.text).toBe(200)
    expect((await annotate({ friendlyName: 'Theirs' }, 'builder')).status).toBe(200)
    expect(await details()).toMatchObject({ friendlyName: 'Theirs' })
    await clear()
  })

  const engineAtRest = {
    source_unavailable: 'a lookup of the table comes before it, which connections.test.ts tests',
    query_failed: 'the engine reads its own catalogue without failing',
    query_cancelled: 'the engine answers before a test could cancel',
    query_over_budget: 'connection-metadata.test.ts keeps a server waiting',
    engine_unavailable: 'the engine is there',
    forbidden: 'a test above',
  } as const
  scenarios(
    'PATCH /v2/connections/tables/{tableId}',
    server,
    [
      {
        name: 'an unknown table',
        as: 'admin',
        path: `/v2/connections/tables/${unknownId}`,
        body: { friendlyName: 'Orders' },
        status: 404,
      },
      {
        name: 'an invalid format',
        as: 'admin',
        path: `/v2/connections/tables/${unknownId}`,
        body: { columns: [{ name: 'STATUS', format: { kind: 'colour' } }] },
        status: 400,
        answer: { code: 'invalid_request' },
      },
    ],
    { operation: annotateConnectionTable, untested: engineAtRest },
  )

  const form = { artifacts: 'x' }
  scenarios(
    'POST /v2/connections/{connectionId}/dbtArtifacts',
    server,
    [
      {
        name: 'a member who may only use the connection cannot upload',
        as: 'builder',
        path: () => `/v2/connections/${connectionId}/dbtArtifacts`,
        raw: '--octavo-form\r\ncontent-disposition: form-data; name="artifacts"\r\n\r\nx\r\n--octavo-form--\r\n',
        headers: { 'content-type': 'multipart/form-data; boundary=octavo-form' },
        status: 403,
        answer: { code: 'forbidden' },
      },
      {
        name: 'an unknown connection',
        as: 'admin',
        path: `/v2/connections/${unknownId}/dbtArtifacts`,
        raw: '--octavo-form\r\ncontent-disposition: form-data; name="artifacts"\r\n\r\nx\r\n--octavo-form--\r\n',
        headers: { 'content-type': 'multipart/form-data; boundary=octavo-form' },
        status: 404,
      },
      {
        name: 'a body of another type',
        as: 'admin',
        path: () => `/v2/connections/${connectionId}/dbtArtifacts`,
        body: form,
        status: 415,
      },
      {
        name: 'a form without the part',
        as: 'admin',
        path: () => `/v2/connections/${connectionId}/dbtArtifacts`,
        raw: '--octavo-form\r\ncontent-disposition: form-data; name="file"\r\n\r\nx\r\n--octavo-form--\r\n',
        headers: { 'content-type': 'multipart/form-data; boundary=octavo-form' },
        status: 400,
        answer: { code: 'invalid_request' },
      },
    ],
    { operation: postConnectionDbtArtifacts },
  )
  scenarios(
    'GET /v2/connections/tables/{tableId}',
    server,
    [{ name: 'an unknown table', as: 'builder', path: `/v2/connections/tables/${unknownId}`, status: 404 }],
    { operation: getConnectionTable },
  )
})
