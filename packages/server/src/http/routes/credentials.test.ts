import { createCredentials, deleteCredentials, listCredentials } from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Role, requestsAs, scenarios, useServer } from '../testing.ts'
import { buildTestServices } from './testing.ts'

describeStores('API credentials', (openStore) => {
  const server = useServer(openStore, (platform) => buildTestServices(platform).routes)
  const idOf = (role: Role) => server().platform.people[role].memberId
  const { send } = requestsAs(server)
  const make = async (role: Role, scopes?: string[]) => {
    const body = { ownerId: idOf(role), name: 'Nightly', description: 'd', ...(scopes ? { scopes } : {}) }
    const answer = await send('POST', '/v2/credentials', 'admin', body)
    expect(answer.status, answer.text).toBe(200)
    return answer.body as { clientId: string; clientSecret: string }
  }
  const eventsOf = async (clientId: string) => {
    const { store } = server().platform
    const rows = await store.db
      .selectFrom('audit_events')
      .select(['action', 'details'])
      .where('object_id', '=', clientId)
      .orderBy('id')
      .execute()
    return rows
  }

  test('a pair acts as its owner until it is revoked, which ends its tokens too', async () => {
    const pair = await make('builder', ['api'])
    const { http, platform } = server()
    const { access_token } = await platform.tokens.grant(pair, '127.0.0.1')
    const headers = { authorization: `Bearer ${access_token}` }
    const ask = () => http.inject({ method: 'GET', url: '/v2/whoami', headers })
    expect(JSON.parse((await ask()).payload)).toMatchObject({ userId: idOf('builder') })
    expect((await send('DELETE', `/v2/credentials/${pair.clientId}`, 'admin')).body).toEqual({})
    expect((await ask()).statusCode).toBe(401)
    await expect(platform.tokens.grant(pair, '127.0.0.1')).rejects.toMatchObject({ code: 'unauthorized' })
    expect((await send('DELETE', `/v2/credentials/${pair.clientId}`, 'admin')).status).toBe(404)
    const events = await eventsOf(pair.clientId)
    expect(events.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['CREDENTIAL_CREATED', 'TOKEN_ISSUED', 'CREDENTIAL_REVOKED']),
    )
    expect(JSON.stringify(events)).not.toContain(pair.clientSecret)
  })

  test('a refused token request is logged once for each credential and reason in ten minutes', async () => {
    const { clientId, clientSecret } = await make('builder')
    const { platform } = server()
    const grant = (secret: string) => platform.tokens.grant({ clientId, clientSecret: secret }, '127.0.0.1')
    const refusals = async () => {
      const rows = await platform.store.db
        .selectFrom('audit_events')
        .select(['actor_kind', 'outcome', 'details'])
        .where('object_id', '=', clientId)
        .where('action', '=', 'TOKEN_REFUSED')
        .orderBy('id')
        .execute()
      return rows.map(({ details, ...row }) => ({ ...row, ...(JSON.parse(details) as object) }))
    }
    for (let time = 0; time < 3; time += 1) await expect(grant('wrong')).rejects.toThrow()
    const first = { actor_kind: 'system', outcome: 'denied', reason: 'wrong secret' }
    await expect.poll(refusals).toEqual([first])
    platform.clock.advance(600_000)
    await expect(grant('wrong')).rejects.toThrow()
    await expect.poll(refusals).toEqual([first, { ...first, deniedSinceLastEvent: 2 }])
    await send('DELETE', `/v2/credentials/${clientId}`, 'admin')
    await expect(grant(clientSecret)).rejects.toThrow()
    await expect.poll(async () => (await refusals()).length).toBe(3)
    expect(JSON.stringify(await refusals())).not.toContain(clientSecret)
  })

  test('the list contains the credentials in force, never a secret', async () => {
    const { clientId, clientSecret } = await make('analyst')
    const query = { ownerId: idOf('analyst') }
    const answer = await server().request({ method: 'GET', path: '/v2/credentials', as: 'admin', query })
    expect(answer.body).toMatchObject({
      entries: expect.arrayContaining([
        expect.objectContaining({ clientId, ownerId: idOf('analyst'), name: 'Nightly', lastUsedAt: null }),
      ]),
      total: 2,
    })
    expect(answer.text).not.toContain(clientSecret)
    expect(answer.text).not.toMatch(/secret/i)
    const { store } = server().platform
    const row = await store.db
      .selectFrom('api_credentials')
      .select('secret_encrypted')
      .where('id', '=', clientId)
      .executeTakeFirst()
    expect(row?.secret_encrypted).toMatch(/^v1\./)
    expect(row?.secret_encrypted).not.toContain(clientSecret)
    await send('DELETE', `/v2/credentials/${clientId}`, 'admin')
    const after = await server().request({ method: 'GET', path: '/v2/credentials', as: 'admin', query })
    expect(after.body).toMatchObject({ total: 1 })
  })

  test.each<[string, Role, number, string]>([
    ['a guest', 'guest', 400, 'invalid_request'],
    ['a member of another organization', 'outsider', 404, 'not_found'],
  ])('%s gets none', async (_title, role, status, code) => {
    const answer = await send('POST', '/v2/credentials', 'admin', { ownerId: idOf(role), name: 'x' })
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status, body: { code } })
  })

  test('an administrator of another organization cannot revoke', async () => {
    const { clientId } = server().platform.people.viewer
    expect((await send('DELETE', `/v2/credentials/${clientId}`, 'outsider')).status).toBe(404)
  })

  const forbidden = { status: 403, answer: { code: 'forbidden' } } as const
  const notFound = { status: 404, answer: { code: 'not_found' } } as const
  const body = { ownerId: 'nobody', name: 'x' }
  scenarios(
    'POST /v2/credentials',
    server,
    [
      { name: 'is for administrators', as: 'builder', body, ...forbidden },
      { name: 'an unknown owner', as: 'admin', body, ...notFound },
    ],
    { operation: createCredentials },
  )
  scenarios('GET /v2/credentials', server, [{ name: 'is for administrators', as: 'builder', ...forbidden }], {
    operation: listCredentials,
  })
  scenarios(
    'DELETE /v2/credentials/{clientId}',
    server,
    [
      { name: 'is for administrators', as: 'builder', path: '/v2/credentials/x', ...forbidden },
      { name: 'an unknown one', as: 'admin', path: '/v2/credentials/x', ...notFound },
    ],
    { operation: deleteCredentials },
  )
})
