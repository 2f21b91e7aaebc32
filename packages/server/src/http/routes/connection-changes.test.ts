import {
  type Connection,
  createConnection,
  deleteConnection,
  renameConnection,
  syncConnection,
  testConnection,
  testConnectionDetails,
  updateConnection,
} from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Role, requestsAs, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
/** No server listens at this address, which the tests allow. */
const nowhere = { type: 'postgres', host: '127.0.0.1', port: 1, database: 'shop', user: 'reader', password: 'hunter2' }
const engineAtRest = {
  query_failed: 'the engine reads its own catalogue without failing',
  query_cancelled: 'the engine answers before a test could cancel',
  query_over_budget: 'connection-metadata.test.ts keeps a server waiting',
} as const
const onServers = { privileged_role: 'network-connections.test.ts connects to servers with accounts' } as const

describeStores('changes of connections', (openStore) => {
  let documents: TestServices
  let connectionId = ''
  const server = useServer(openStore, async (testPlatform) => {
    documents = buildTestServices(testPlatform)
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    return documents.routes
  })
  const { send } = requestsAs(server)
  const events = async (action: string) =>
    server()
      .platform.store.db.selectFrom('audit_events')
      .selectAll()
      .where('action', '=', action)
      .execute()
      .then((rows) => rows.map(({ details }) => JSON.parse(String(details))))
  const rowOf = (id: string) =>
    server().platform.store.db.selectFrom('connections').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const idOf = ({ body }: { body: unknown }) => (body as { connectionId: string }).connectionId

  test('a connection is created, listed, renamed, replaced, deleted and restored', async () => {
    const made = await send('POST', '/v2/connections', 'admin', {
      name: 'Shop',
      details: { ...nowhere, password: { type: 'plain', value: 'hunter2' } },
      poolSizes: { adhocPoolSize: 6 },
      timeoutSecs: 45,
      useFriendlyNames: false,
    })
    expect(made.status, made.text).toBe(201)
    expect(made.body).toMatchObject({
      name: 'Shop',
      type: 'postgres',
      user: 'reader',
      timeout: { default: 45 },
      poolSizes: { adhocPoolSize: 6, catalogPoolSize: 2, isPoolConfigured: true },
      friendlyName: false,
      writeAccess: false,
      useOauth: false,
      isArchived: false,
      createdBy: server().platform.people.admin.memberId,
    })
    const id = idOf(made)
    const listed = await send('GET', '/v2/connections', 'admin')
    expect(listed.body).toMatchObject({ entries: [{ connectionId: id }] })

    const stored = await rowOf(id)
    expect(stored.settings).not.toContain('hunter2')
    expect(stored.secrets_encrypted).not.toContain('hunter2')

    const renamed = await send('PATCH', `/v2/connections/${id}`, 'admin', { name: 'Store' })
    expect(renamed.body).toMatchObject({ name: 'Store', type: 'postgres' })
    expect((await rowOf(id)).revision).toBe(stored.revision)

    const replaced = await send('PUT', `/v2/connections/${id}`, 'admin', {
      name: 'Store',
      details: { type: 'mysql', host: '127.0.0.1', port: 1, user: 'reader', password: 'other' },
    })
    expect(replaced.body).toMatchObject({ type: 'mysql', timeout: { default: 120 }, friendlyName: true })
    expect(replaced.body).not.toHaveProperty('poolSizes.isPoolConfigured')
    expect((await rowOf(id)).revision).toBe(stored.revision + 1)

    expect((await send('DELETE', `/v2/connections/${id}`, 'admin')).body).toEqual({})
    expect((await send('DELETE', `/v2/connections/${id}`, 'admin')).body).toEqual({})
    expect((await send('GET', '/v2/connections', 'admin')).body).toMatchObject({ entries: [] })
    expect((await send('GET', `/v2/connections/${id}`, 'admin')).body).toMatchObject({ isArchived: true })
    expect((await send('GET', `/v2/connections/${id}/test`, 'admin')).body).toMatchObject({
      read: 'FAILED',
      reason: expect.stringContaining('archived'),
    })

    const details = { type: 'mysql', host: '127.0.0.1', port: 1, user: 'reader', password: 'other' }
    const still = await send('PUT', `/v2/connections/${id}`, 'admin', { name: 'Store', details })
    expect(still).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    const back = await send('PUT', `/v2/connections/${id}`, 'admin', { name: 'Store', details, restore: true })
    expect(back.body).toMatchObject({ isArchived: false })

    expect(await events('CONNECTION_CREATED')).toMatchObject([
      { before: null, after: { name: 'Shop', type: 'postgres' } },
    ])
    expect(await events('CONNECTION_UPDATED')).toMatchObject([
      { before: { name: 'Shop' }, after: { name: 'Store' } },
      { after: { type: 'mysql' } },
    ])
    expect(await events('CONNECTION_DELETED')).toHaveLength(1)
    expect(await events('CONNECTION_RESTORED')).toHaveLength(1)
    const written = JSON.stringify(await server().platform.store.db.selectFrom('audit_events').selectAll().execute())
    for (const secret of ['hunter2', 'other"']) {
      expect(written).not.toContain(secret)
      expect(server().log.join('\n')).not.toContain(secret)
    }
  })

  test('a Trino cluster may be called by two type names, its token is encrypted, and its test reports the failed step', async () => {
    const details = { type: 'trino', host: '127.0.0.1', port: 1, user: 'reader', accessToken: 'eyJ.hunter2' }
    const made = await send('POST', '/v2/connections', 'admin', { name: 'Lake', details })
    expect(made.status, made.text).toBe(201)
    expect(made.body).toMatchObject({ type: 'starburst', user: 'reader' })
    const id = idOf(made)
    const stored = await rowOf(id)
    expect(`${stored.settings} ${stored.secrets_encrypted}`).not.toContain('hunter2')
    const tested = await send('GET', `/v2/connections/${id}/test`, 'admin')
    expect(tested.body).toMatchObject({ read: 'FAILED', diagnosis: { step: 'reach' } })
    const open = await send('PUT', `/v2/connections/${id}`, 'admin', {
      name: 'Lake',
      details: { ...details, useTls: false },
    })
    expect(open.body).toMatchObject({ details: { problems: [{ path: 'details.useTls' }] } })
    expect((await send('DELETE', `/v2/connections/${id}`, 'admin')).status).toBe(200)
  })

  test('responses have every field of the metadata; fields that our engines do not use are stored and returned', async () => {
    const oauth = { metadataUrl: 'https://login.example.com', clientId: 'octavo', scopes: ['sql'], usePkce: null }
    const kept = {
      account: 'acme',
      warehouse: 'WH',
      role: 'READER',
      materializationWarehouse: 'BIG',
      roleSwitching: 'disabled',
    }
    await send('POST', '/v2/user-attributes', 'admin', { name: 'team', description: '' })
    const made = await send('POST', '/v2/connections', 'admin', {
      name: 'Shop',
      details: { ...nowhere, ...kept, ...oauth, userAttributes: { role: 'team' }, useOauth: false },
      timeout: { default: 30, download: 900 },
    })
    expect(made.status, made.text).toBe(201)
    expect(made.body).toMatchObject({
      ...kept,
      user: 'reader',
      timeout: { default: 30, worksheet: 30, dashboard: 30, download: 900 },
      poolSizes: { adhocPoolSize: 4, catalogPoolSize: 2, resultPoolSize: 3, schedulePoolSize: 1 },
      writeAccess: false,
      friendlyName: true,
      writeDatabase: '',
      writeSchema: '',
      userAttributes: { role: 'team' },
      oauthMetadataUrl: 'https://login.example.com',
      oauthClientId: 'octavo',
      oauthScopes: ['sql'],
      oauthUsePkce: null,
      isIndependentOAuth: true,
    })
    const plain = await send('PUT', `/v2/connections/${idOf(made)}`, 'admin', { name: 'Shop', details: nowhere })
    expect(plain.body).toMatchObject({
      account: '',
      warehouse: '',
      role: '',
      materializationWarehouse: '',
      isIndependentOAuth: false,
    })
    expect(plain.body).not.toHaveProperty('oauthClientId')
    await send('DELETE', `/v2/connections/${idOf(made)}`, 'admin')
    const unreachable = await send('POST', '/v2/connections', 'admin', {
      name: 'Shop',
      details: { ...nowhere, useOauth: true },
    })
    expect(unreachable.body).toMatchObject({
      code: 'invalid_request',
      details: { problems: [{ path: 'details.metadataUrl' }, { path: 'details.clientId' }] },
    })
    const details = { ...nowhere, userAttributes: { role: 'nobody made it' } }
    expect((await send('POST', '/v2/connections', 'admin', { name: 'Shop', details })).body).toMatchObject({
      code: 'invalid_request',
      details: { problems: [{ path: 'details.userAttributes.role' }] },
    })
  })

  test.each([
    ['account', { account: 'a' }, { details: { account: 'a' } }, { details: { account: 'b' } }, 'details.account'],
    [
      'warehouse',
      { warehouse: 'a' },
      { details: { warehouse: 'a' } },
      { details: { warehouse: 'b' } },
      'details.warehouse',
    ],
    ['user', { user: 'a' }, { details: { user: 'a' } }, { details: { user: 'b' } }, 'details.user'],
    ['role', { role: 'a' }, { details: { role: 'a' } }, { details: { role: 'b' } }, 'details.role'],
    [
      'friendlyName',
      { friendlyName: false },
      { useFriendlyNames: false },
      { useFriendlyNames: true },
      'useFriendlyNames',
    ],
    ['timeout', { timeout: { default: 7 } }, { timeoutSecs: 7 }, { timeoutSecs: 8 }, 'timeoutSecs'],
    [
      'materializationWarehouse',
      { materializationWarehouse: 'a' },
      { details: { materializationWarehouse: 'a' } },
      { details: { materializationWarehouse: 'b' } },
      'details.materializationWarehouse',
    ],
    [
      'writeSchema',
      { writeAccess: true, writeSchema: 'out' },
      { details: { writeAccess: { writeSchema: 'out' } } },
      { details: { writebackSchemas: [{ writeSchema: 'in' }] } },
      'details.writebackSchemas.0.writeSchema',
    ],
    [
      'writeDatabase',
      { writeAccess: true, writeSchema: 'out', writeDatabase: 'shop' },
      { writeAccess: { writeSchema: 'out', writeDatabase: 'shop' } },
      { details: { writeAccess: { writeSchema: 'out', writeCatalog: 'other' } } },
      'details.writeAccess.writeCatalog',
    ],
    [
      'writeAccess',
      { writeAccess: true, writeSchema: 'out' },
      { details: { writebackSchemas: [{ writeSchema: 'out' }] } },
      { details: { writeAccess: false } },
      'details.writeAccess',
    ],
  ] as const)(
    '%s is accepted in both places, with one value, and returned',
    async (name, top, other, different, path) => {
      const { user: _, ...rest } = nowhere
      const inputOf = (...parts: Record<string, unknown>[]) => ({
        name: 'Shop',
        ...Object.assign({}, ...parts),
        details: Object.assign({ ...(name === 'user' ? rest : nowhere) }, ...parts.map((part) => part.details)),
      })
      const returned = ({ body, text }: { body: unknown; text: string }) => {
        expect(body, text).toHaveProperty(name)
        return (body as Record<string, unknown>)[name]
      }
      const inOne = await send('POST', '/v2/connections', 'admin', inputOf(top))
      const inOther = await send('POST', '/v2/connections', 'admin', inputOf(other))
      const inBoth = await send('POST', '/v2/connections', 'admin', inputOf(top, other))
      expect(returned(inOne)).toEqual(returned(inOther))
      expect(returned(inOne)).toEqual(returned(inBoth))
      const expected = name === 'timeout' ? { default: 7 } : (top as Record<string, unknown>)[name]
      expect(inOne.body).toMatchObject({ [name]: expected })
      const refused = await send('POST', '/v2/connections', 'admin', inputOf(top, different))
      expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
      const { details } = refused.body as { details: { problems: { path: string }[] } }
      expect(details.problems.map((problem) => problem.path)).toContain(path)
    },
  )

  test('a response can be sent back: empty fields count as absent', async () => {
    const made = await send('POST', '/v2/connections', 'admin', { name: 'Shop', details: nowhere })
    const { timeout, poolSizes, writeAccess, friendlyName, writeDatabase, writeSchema } = made.body as Connection
    const { account, warehouse, user, role, materializationWarehouse } = made.body as Connection
    const metadata = { account, warehouse, user, role, timeout, poolSizes, writeAccess, friendlyName, writeDatabase }
    const body = { name: 'Shop', details: nowhere, ...metadata, writeSchema, materializationWarehouse }
    const again = await send('PUT', `/v2/connections/${idOf(made)}`, 'admin', body)
    expect(again.status, again.text).toBe(200)
    expect(again.body).toMatchObject(metadata)
  })

  test('a platform that does not respond is a result of the test, with its reason', async () => {
    const id = idOf(await send('POST', '/v2/connections', 'admin', { name: 'Gone', details: nowhere }))
    const { status, body, text } = await send('GET', `/v2/connections/${id}/test`, 'admin')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      read: 'FAILED',
      write: 'DISABLED',
      reason: expect.stringContaining('The server does not answer.'),
    })
    expect(text).not.toContain('hunter2')
  })

  test('a platform that responds is named, and whether our tests run on it', async () => {
    expect((await send('GET', `/v2/connections/${connectionId}/test`, 'builder')).body).toEqual({
      read: 'SUCCESS',
      write: 'DISABLED',
      platform: { dialect: 'duckdb', label: 'DuckDB', isVerified: true },
    })
  })

  test('a sync adds new objects, and describes changed ones again', async () => {
    const sync = (path: string[]) => send('POST', `/v2/connections/${connectionId}/sync`, 'builder', { path })
    const paths = async () =>
      (await send('GET', `/v2/connections/paths?connectionId=${connectionId}`, 'builder')).body as {
        entries: { path: string[]; urlId: string }[]
      }
    expect((await sync([])).body).toEqual({})
    const before = await paths()
    expect(before.entries.map(({ path }) => path)).toEqual(
      expect.arrayContaining([['RETAIL'], ['RETAIL', 'PUBLIC'], ['RETAIL', 'PUBLIC', 'ORDERS']]),
    )
    const orders = before.entries.find(({ path }) => path[2] === 'ORDERS')?.urlId ?? ''
    await send('GET', `/v2/connections/tables/${orders}/columns`, 'builder')
    const columns = () =>
      server()
        .platform.store.db.selectFrom('catalog_objects')
        .select(['columns'])
        .where('path', '=', '["RETAIL","PUBLIC","ORDERS"]')
        .executeTakeFirstOrThrow()
    const described = (await columns()).columns
    expect(described).not.toBeNull()
    await server().platform.store.maintain('old description', (tx) =>
      tx.updateTable('catalog_objects').set({ columns: '[]' }).where('columns', 'is not', null).execute(),
    )
    expect((await sync(['RETAIL', 'PUBLIC', 'ORDERS'])).body).toEqual({})
    expect((await columns()).columns).toBe(described)
    expect((await paths()).entries.find(({ path }) => path[2] === 'ORDERS')?.urlId).toBe(orders)
    expect(await events('CONNECTION_SYNCED')).toHaveLength(2)
  })

  scenarios(
    'POST /v2/connections',
    server,
    [
      {
        name: 'only administrators set up connections',
        as: 'builder',
        body: { name: 'Shop', details: nowhere },
        status: 403,
        answer: { code: 'forbidden' },
      },
      {
        name: 'every invalid detail is reported at once',
        as: 'admin',
        body: {
          name: 'Shop',
          details: { type: 'mysql', host: '', port: 99999, database: 'x', useTls: true, passwort: 'y' },
        },
        status: 400,
        check: ({ body }) => {
          const { details } = body as { details: { problems: { path: string }[] } }
          expect(details.problems.map(({ path }) => path).toSorted()).toEqual([
            'details.database',
            'details.host',
            'details.passwort',
            'details.port',
            'details.user',
          ])
        },
      },
      {
        name: 'an internal address that the operator does not allow',
        as: 'admin',
        body: { name: 'Shop', details: { ...nowhere, host: '169.254.169.254' } },
        status: 400,
        answer: { code: 'invalid_request', details: { problems: [{ path: 'details.host' }] } },
      },
      {
        name: 'a platform without a connector',
        as: 'admin',
        body: { name: 'Shop', details: { type: 'databricks', host: 'x', token: 'y' } },
        status: 400,
        answer: { code: 'not_supported', hint: 'Supported are postgres, mysql, starburst.' },
      },
      {
        name: 'an unknown platform',
        as: 'admin',
        body: { name: 'Shop', details: { type: 'duckdb', path: '/etc/passwd' } },
        status: 400,
      },
      {
        name: 'write access without a schema',
        as: 'admin',
        body: { name: 'Shop', details: nowhere, writeAccess: true },
        status: 400,
        answer: { code: 'invalid_request', details: { problems: [{ path: 'writeSchema' }] } },
      },
      {
        name: 'write access to another database',
        as: 'admin',
        body: { name: 'Shop', details: nowhere, writeAccess: { writeDatabase: 'other', writeSchema: 'out' } },
        status: 400,
        answer: { code: 'invalid_request', details: { problems: [{ path: 'writeDatabase' }] } },
      },
      {
        name: 'a secret in an external store',
        as: 'admin',
        body: { name: 'Shop', details: { ...nowhere, password: { secretManagerId: 'a', secretId: 'b' } } },
        status: 400,
        answer: { code: 'not_supported' },
      },
      {
        name: 'a pool of size 0',
        as: 'admin',
        body: { name: 'Shop', details: nowhere, poolSizes: { adhocPoolSize: 0 } },
        status: 400,
        answer: { code: 'invalid_request', details: { problems: [{ path: 'poolSizes.adhocPoolSize' }] } },
      },
    ],
    { operation: createConnection, untested: onServers },
  )
  const elsewhere = (method: string, body?: object) =>
    [
      { name: 'an id that does not exist', as: 'admin', path: unknownId, status: 404 },
      { name: 'one that the caller may not see', as: 'viewer', path: '', status: 404 },
      { name: 'one of another organization', as: 'outsider', path: '', status: 404 },
      { name: 'one that the caller may only use', as: 'builder', path: '', status: 403 },
    ].map(({ as, path, ...row }) => ({
      ...row,
      as: as as Role,
      method,
      path: () => `/v2/connections/${path === '' ? connectionId : path}`,
      ...(body === undefined ? {} : { body }),
    }))
  scenarios(
    'PUT /v2/connections/{connectionId}',
    server,
    [
      ...elsewhere('PUT', { name: 'Shop', details: nowhere }),
      {
        name: 'a platform without a connector',
        as: 'admin',
        path: () => `/v2/connections/${connectionId}`,
        body: { name: 'Shop', details: { type: 'snowflake' } },
        status: 400,
        answer: { code: 'not_supported' },
      },
    ],
    { operation: updateConnection, untested: onServers },
  )
  scenarios(
    'PATCH /v2/connections/{connectionId}',
    server,
    [
      ...elsewhere('PATCH', { name: 'Shop' }),
      {
        name: 'OAuth without settings',
        as: 'admin',
        path: () => `/v2/connections/${connectionId}`,
        body: { useOauth: true },
        status: 400,
        answer: { code: 'invalid_request' },
      },
      { name: 'nothing at all', as: 'admin', path: () => `/v2/connections/${connectionId}`, status: 200 },
    ],
    { operation: renameConnection },
  )
  scenarios('DELETE /v2/connections/{connectionId}', server, elsewhere('DELETE'), { operation: deleteConnection })
  scenarios(
    'GET /v2/connections/{connectionId}/test',
    server,
    [
      {
        name: 'a connection that the caller may not use',
        as: 'viewer',
        path: () => `/v2/connections/${connectionId}/test`,
        status: 404,
      },
    ],
    { operation: testConnection, untested: { ...engineAtRest, ...onServers } },
  )
  scenarios(
    'POST /v2/connections/test',
    server,
    [
      {
        name: 'a platform that does not respond',
        as: 'admin',
        body: { name: 'Shop', details: nowhere },
        status: 200,
        answer: { read: 'FAILED', write: 'DISABLED', diagnosis: { step: 'reach' } },
      },
      {
        name: 'only administrators test new settings',
        as: 'builder',
        body: { name: 'Shop', details: nowhere },
        status: 403,
      },
      {
        name: 'a platform without a connector',
        as: 'admin',
        body: { name: 'Shop', details: { type: 'snowflake' } },
        status: 400,
        answer: { code: 'not_supported' },
      },
    ],
    {
      operation: testConnectionDetails,
      untested: { query_cancelled: engineAtRest.query_cancelled, ...onServers },
    },
  )
  scenarios(
    'POST /v2/connections/{connectionId}/sync',
    server,
    [
      {
        name: 'a connection that the caller may not use',
        as: 'viewer',
        path: () => `/v2/connections/${connectionId}/sync`,
        body: { path: [] },
        status: 404,
      },
      {
        name: 'a path that does not exist',
        as: 'builder',
        path: () => `/v2/connections/${connectionId}/sync`,
        body: { path: ['RETAIL', 'NOTHING'] },
        status: 404,
      },
    ],
    {
      operation: syncConnection,
      untested: {
        ...engineAtRest,
        source_unavailable: 'the tests of lookups open such a connection',
        engine_unavailable: 'the tests of connectors ask such servers',
      },
    },
  )
})
