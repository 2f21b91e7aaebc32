import { getConnection, getConnectionPath, listConnectionTableColumns, lookupConnection } from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { urlIdOf } from '../../store/index.ts'
import { describeStores } from '../../store/testing.ts'
import { type Role, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
const engineAtRest = {
  query_failed: 'the engine reads its own catalogue without failing',
  query_cancelled: 'the engine answers before a test could cancel',
  query_over_budget: 'connection-metadata.test.ts keeps a server waiting',
  engine_unavailable: 'the connector tests end the engine',
} as const

describeStores('connections', (openStore) => {
  let documents: TestServices
  let connectionId = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    return documents.routes
  })
  const get = (path: string, as: Role = 'builder', query = {}) => server().request({ method: 'GET', path, as, query })
  const lookup = (path: string[], as: Role = 'builder') =>
    server().request({ method: 'POST', path: `/v2/connection/${connectionId}/lookup`, as, body: { path } })

  test('a list contains the connections granted to the caller, also for an administrator', async () => {
    const ids = async (as: Role) =>
      ((await get('/v2/connections', as)).body as { entries: { connectionId: string }[] }).entries
    expect(await ids('builder')).toMatchObject([{ connectionId }])
    expect(await ids('admin')).toEqual([])
    expect(await ids('viewer')).toEqual([])
    expect(await ids('outsider')).toEqual([])
  })

  test('the metadata is complete, and contains no settings that may be secret', async () => {
    const { body, text } = await get(`/v2/connections/${connectionId}`)
    expect(body).toMatchObject({
      connectionId,
      organizationId: server().platform.organizationId,
      name: 'Warehouse',
      type: 'duckdb',
      isSample: false,
      isAuditLog: false,
      useOauth: false,
      isArchived: false,
      timeout: { default: 120, worksheet: 60, dashboard: 60, download: 600 },
      poolSizes: { adhocPoolSize: 4, catalogPoolSize: 2, resultPoolSize: 3, schedulePoolSize: 1 },
      writeAccess: false,
      friendlyName: true,
      lastActiveAt: expect.stringMatching(/Z$/),
    })
    expect(text).not.toContain('RETAIL.duckdb')
  })

  test('fields that only some platforms have come from their settings', async () => {
    const { store, organizationId } = server().platform
    const settings = {
      account: 'acme',
      warehouse: 'WH',
      user: 'reader',
      role: 'ANALYST',
      password: 'hunter2',
      materializationWarehouse: 'BIG',
      published: { write: { isOn: true, database: 'OUT', schema: 'MAT' } },
    }
    await store.maintain('test', async (tx) => {
      const row = await tx
        .selectFrom('connections')
        .selectAll()
        .where('id', '=', connectionId)
        .executeTakeFirstOrThrow()
      const id = '7b1d6e0a-3c9c-4d57-8f57-111111111111'
      await tx
        .insertInto('connections')
        .values({
          ...row,
          id,
          organization_id: organizationId,
          name: 'Cloud',
          type: 'snowflake',
          settings: JSON.stringify(settings),
        })
        .execute()
    })
    await documents.share('7b1d6e0a-3c9c-4d57-8f57-111111111111', 'analyst', 'usage', 'connection')
    const { body, text } = await get('/v2/connections', 'analyst', { search: 'clou' })
    expect(body).toMatchObject({
      total: 1,
      entries: [
        {
          account: 'acme',
          warehouse: 'WH',
          user: 'reader',
          role: 'ANALYST',
          writeAccess: true,
          writeDatabase: 'OUT',
          writeSchema: 'MAT',
          writebacks: [{ database: 'OUT', schema: 'MAT' }],
          materializationWarehouse: 'BIG',
        },
      ],
    })
    expect(text).not.toContain('hunter2')
  })

  test('a path is resolved to an id that stays the same, and the id to the path', async () => {
    const table = (await lookup(['RETAIL', 'PUBLIC', 'ORDERS'])).body as { kind: string; inodeId: string }
    expect(table.kind).toBe('table')
    expect((await lookup(['retail', 'public', 'orders'])).body).toMatchObject({ inodeId: table.inodeId })
    expect((await lookup(['RETAIL', 'PUBLIC'])).body).toMatchObject({ kind: 'scope' })
    expect((await lookup([])).body).toMatchObject({ kind: 'scope', inodeId: connectionId })
    for (const id of [table.inodeId, urlIdOf(table.inodeId)]) {
      expect((await get(`/v2/connections/paths/${id}`)).body).toEqual({
        connectionId,
        path: ['RETAIL', 'PUBLIC', 'ORDERS'],
      })
    }
    const { body } = await get('/v2/connections/paths', 'builder', { connectionId })
    expect(body).toMatchObject({
      total: 2,
      entries: [
        { connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'], urlId: urlIdOf(table.inodeId) },
        { path: ['RETAIL', 'PUBLIC'] },
      ],
    })
    for (const [query, paths] of [
      [{ onlyTables: true }, [['RETAIL', 'PUBLIC', 'ORDERS']]],
      [{ search: 'order' }, [['RETAIL', 'PUBLIC', 'ORDERS']]],
      [{ search: 'nothing of this name' }, []],
      [
        { search: 'retail', onlyTables: false },
        [
          ['RETAIL', 'PUBLIC', 'ORDERS'],
          ['RETAIL', 'PUBLIC'],
        ],
      ],
    ] as const) {
      const found = await get('/v2/connections/paths', 'builder', { connectionId, ...query })
      expect(found.body, JSON.stringify(query)).toMatchObject({
        total: paths.length,
        entries: paths.map((path) => ({ path })),
      })
    }
    expect((await get('/v2/connections/paths', 'viewer')).body).toMatchObject({ entries: [], total: 0 })
  })

  test('the columns of a table in both styles of paging', async () => {
    const { inodeId } = (await lookup(['RETAIL', 'PUBLIC', 'ORDERS'])).body as { inodeId: string }
    const first = await get(`/v2/connections/tables/${inodeId}/columns`, 'builder', { pageSize: 5 })
    expect(first.body).toMatchObject({
      entries: [
        { name: 'ORDER_ID', type: { type: 'integer' }, visibility: 'included' },
        { name: 'CUSTOMER_ID' },
        { name: 'STORE_ID' },
        { name: 'ORDER_DATE', type: { type: 'datetime', exactType: 'date' } },
        { name: 'STATUS', type: { type: 'text' } },
      ],
    })
    const { nextPageToken } = first.body as { nextPageToken: string }
    const second = await get(`/v2/connections/tables/${inodeId}/columns`, 'builder', {
      pageSize: 5,
      pageToken: nextPageToken,
    })
    expect(second.body).toMatchObject({ entries: [{ name: 'CHANNEL' }, { name: 'SHIPPED_AT' }] })
    expect(second.body).not.toHaveProperty('nextPageToken')
  })

  scenarios(
    'GET /v2/connections/{connectionId}',
    server,
    [
      {
        name: 'an unknown connection',
        as: 'admin',
        path: `/v2/connections/${unknownId}`,
        status: 404,
        answer: { code: 'not_found' },
      },
      {
        name: 'a connection that the caller may not use',
        as: 'viewer',
        path: () => `/v2/connections/${connectionId}`,
        status: 404,
      },
      {
        name: 'one of another organization',
        as: 'outsider',
        path: () => `/v2/connections/${connectionId}`,
        status: 404,
      },
    ],
    { operation: getConnection },
  )
  scenarios(
    'POST /v2/connection/{connectionId}/lookup',
    server,
    [
      {
        name: 'a path that does not exist',
        as: 'builder',
        path: () => `/v2/connection/${connectionId}/lookup`,
        body: { path: ['RETAIL', 'PUBLIC', 'NOTHING'] },
        status: 404,
        answer: { code: 'not_found' },
      },
      {
        name: 'a path that is too long',
        as: 'builder',
        path: () => `/v2/connection/${connectionId}/lookup`,
        body: { path: ['A', 'B', 'C', 'D'] },
        status: 400,
        answer: { code: 'invalid_request' },
      },
      {
        name: 'a connection whose platform cannot be opened',
        as: 'admin',
        path: '/v2/connection/7b1d6e0a-3c9c-4d57-8f57-111111111111/lookup',
        body: { path: ['A'] },
        status: 400,
        answer: { code: 'source_unavailable' },
      },
    ],
    { operation: lookupConnection, untested: engineAtRest },
  )
  scenarios(
    'GET /v2/connections/paths/{inodeId}',
    server,
    [{ name: 'an unknown table', as: 'builder', path: `/v2/connections/paths/${unknownId}`, status: 404 }],
    { operation: getConnectionPath },
  )
  scenarios(
    'GET /v2/connections/tables/{tableId}/columns',
    server,
    [{ name: 'an unknown table', as: 'builder', path: `/v2/connections/tables/${unknownId}/columns`, status: 404 }],
    {
      operation: listConnectionTableColumns,
      untested: { ...engineAtRest, source_unavailable: 'the row of the lookup tests the same way' },
    },
  )
})
