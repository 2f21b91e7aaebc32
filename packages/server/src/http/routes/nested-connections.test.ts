import {
  createNestedConnection,
  getNestedConnection,
  type NestedConnection,
  patchNestedConnection,
} from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { secretSettings } from '../../connectors/index.ts'
import { describeStores } from '../../store/testing.ts'
import { requestsOf, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
/** No server listens at this address, which the tests allow. */
const details = {
  type: 'postgres',
  serverHostname: '127.0.0.1',
  port: 1,
  database: 'shop',
  authentication: {
    type: 'service-account',
    serviceAccount: { type: 'basic-auth', username: 'reader', password: 'hunter2' },
  },
}
const token = { type: 'basic-auth', accessToken: 'dapi123' }
const databricks = {
  type: 'databricks',
  serverHostname: 'dbc.example.com',
  httpPath: '/sql/1.0/warehouses/1',
  authentication: { type: 'service-account', serviceAccount: token },
}

describeStores('connections in the nested form', (openStore) => {
  let usableId = ''
  const server = useServer(openStore, async (platform) => {
    const documents = buildTestServices(platform)
    usableId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    return documents.routes
  })
  const { send } = requestsOf(server, 'admin')
  const create = async (more: object = {}) => {
    const answer = await send('POST', '/v3alpha/connections', { name: 'Shop', details: { ...details, ...more } })
    expect(answer.status, answer.text).toBe(201)
    return answer.body as NestedConnection
  }
  const patch = async (id: string, body: unknown) => {
    const answer = await send('PATCH', `/v3alpha/connections/${id}`, body)
    expect(answer.status, answer.text).toBe(200)
    return answer.body as NestedConnection
  }
  const secretOf = async (id: string) => {
    const { platform } = server()
    const row = await platform.store.db
      .selectFrom('connections')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return secretSettings(platform.secrets, row)
  }

  test('a connection is created, without its secret in the response, and exists in /v2 too', async () => {
    const made = await create({ settings: { connectionTimeoutSecs: 45, useFriendlyNames: false } })
    expect(made).toEqual({
      connectionId: made.connectionId,
      name: 'Shop',
      details: {
        type: 'postgres',
        serverHostname: '127.0.0.1',
        httpPath: '',
        port: 1,
        database: 'shop',
        authentication: { type: 'service-account', serviceAccount: { type: 'basic-auth', username: 'reader' } },
        settings: expect.objectContaining({ connectionTimeoutSecs: 45, useFriendlyNames: false }),
      },
    })
    const flat = await send('GET', `/v2/connections/${made.connectionId}`)
    expect(flat.body).toMatchObject({ user: 'reader', timeout: { default: 45 }, friendlyName: false })
    expect((await send('GET', `/v3alpha/connections/${made.connectionId}`)).body).toEqual(made)
  })

  test('a change keeps fields that it does not name, including the secret', async () => {
    const { connectionId: id } = await create({
      settings: { connectionTimeoutSecs: 45, connectionQueueSize: 7, useFriendlyNames: false },
      writeAccess: { writeDestinations: [{ destination: { catalog: 'shop', schema: 'scratch' } }] },
    })
    const changed = await patch(id, {
      name: 'Store',
      details: { type: 'postgres', port: 2, settings: { connectionTimeoutSecs: 60 } },
    })
    expect(changed).toMatchObject({
      name: 'Store',
      details: {
        port: 2,
        database: 'shop',
        authentication: { serviceAccount: { username: 'reader' } },
        settings: { connectionTimeoutSecs: 60, connectionQueueSize: 7, useFriendlyNames: false },
        writeAccess: { writeDestinations: [{ destination: { catalog: 'shop', schema: 'scratch' } }] },
      },
    })
    expect(await secretOf(id)).toEqual({ password: 'hunter2' })
  })

  test('null restores defaults and removes write access', async () => {
    const { connectionId: id } = await create({
      settings: { connectionTimeoutSecs: 45, connectionQueueSize: 7, useFriendlyNames: false },
      writeAccess: { writeDestinations: [{ destination: { schema: 'scratch' } }] },
    })
    const changed = await patch(id, { details: { type: 'postgres', settings: null, writeAccess: null } })
    expect(changed.details.settings).toEqual({
      connectionTimeoutSecs: 120,
      connectionQueueSize: expect.any(Number),
      useFriendlyNames: true,
    })
    expect(changed.details.settings?.connectionQueueSize).not.toBe(7)
    expect(changed.details).not.toHaveProperty('writeAccess')
    expect((await send('GET', `/v2/connections/${id}`)).body).toMatchObject({ writeAccess: false, writeSchema: '' })
  })

  test('a password can be changed alone, and a name alone', async () => {
    const { connectionId: id } = await create()
    const serviceAccount = { type: 'basic-auth', password: 'other' }
    await patch(id, { details: { type: 'postgres', authentication: { type: 'service-account', serviceAccount } } })
    expect(await secretOf(id)).toEqual({ password: 'other' })
    expect(await patch(id, { name: 'Renamed' })).toMatchObject({ name: 'Renamed', details: { database: 'shop' } })
    expect(await secretOf(id)).toEqual({ password: 'other' })
  })

  test('a change that is refused changes nothing', async () => {
    const { connectionId: id } = await create()
    const before = (await send('GET', `/v3alpha/connections/${id}`)).body
    for (const [body, code] of [
      [{ name: 'New', details: { ...databricks } }, 'invalid_request'],
      [{ name: 'New', details: { type: 'postgres', python: { computeClusterId: 'c' } } }, 'not_supported'],
      [{ name: 'New', details: { type: 'postgres', port: 0.5 } }, 'invalid_request'],
    ] as const) {
      expect((await send('PATCH', `/v3alpha/connections/${id}`, body)).body).toMatchObject({ code })
    }
    expect((await send('GET', `/v3alpha/connections/${id}`)).body).toEqual(before)
  })

  const onServers = { privileged_role: 'network-connections.test.ts connects to servers with accounts' } as const
  scenarios(
    'POST /v3alpha/connections',
    server,
    [
      {
        name: 'a member who is not an administrator',
        as: 'builder',
        path: '/v3alpha/connections',
        body: { name: 'Shop', details },
        status: 403,
      },
      {
        name: 'a platform without a connector',
        as: 'admin',
        path: '/v3alpha/connections',
        body: { name: 'Lake', details: databricks },
        status: 400,
        answer: { code: 'not_supported' },
      },
      {
        name: 'signing in with OAuth',
        as: 'admin',
        path: '/v3alpha/connections',
        body: { name: 'Shop', details: { ...details, authentication: { type: 'oauth', userCredential: {} } } },
        status: 400,
        answer: { code: 'invalid_request' },
      },
    ],
    { operation: createNestedConnection, untested: onServers },
  )
  scenarios(
    'GET /v3alpha/connections/{connectionId}',
    server,
    [
      { name: 'an unknown one', as: 'admin', path: `/v3alpha/connections/${unknownId}`, status: 404 },
      { name: 'one that is not shared', as: 'viewer', path: () => `/v3alpha/connections/${usableId}`, status: 404 },
      { name: 'one that may be used', as: 'builder', path: () => `/v3alpha/connections/${usableId}`, status: 200 },
    ],
    { operation: getNestedConnection },
  )
  scenarios(
    'PATCH /v3alpha/connections/{connectionId}',
    server,
    [
      {
        name: 'an unknown one',
        as: 'admin',
        path: `/v3alpha/connections/${unknownId}`,
        body: { name: 'New' },
        status: 404,
      },
      {
        name: 'a member who may only use it',
        as: 'builder',
        path: () => `/v3alpha/connections/${usableId}`,
        body: { details: { type: 'postgres', python: { computeClusterId: 'c' } } },
        status: 403,
      },
    ],
    {
      operation: patchNestedConnection,
      untested: { ...onServers, not_supported: 'a test above: it needs a connection that can be changed' },
    },
  )
})
