import { postToken, whoAmI } from '@octavo/core/contract'
import { describe, expect, test } from 'vitest'
import { hashToken } from '../../secrets/index.ts'
import { describeStores } from '../../store/testing.ts'
import { scenarios, type TestAnswer, type TestServer, useServer } from '../testing.ts'

const tokenPath = '/v2/auth/token'
const grant = { grant_type: 'client_credentials' }
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})
const adminBasic = basic('client-of-admin', 'secret-of-admin-0123456789abcdef')
const adminFields = { client_id: 'client-of-admin', client_secret: 'secret-of-admin-0123456789abcdef' }

function postForm(server: TestServer, form: Record<string, string>): Promise<TestAnswer> {
  return server.request({ method: 'POST', path: tokenPath, form })
}
async function newTokens(server: TestServer) {
  const { body } = await postForm(server, { ...grant, ...adminFields })
  return body as { access_token: string; refresh_token: string }
}
function whoAmIWith(server: TestServer, token: string): Promise<TestAnswer> {
  return server.request({ method: 'GET', path: '/v2/whoami', headers: { authorization: `Bearer ${token}` } })
}

describeStores('tokens', (openStore) => {
  const serverOf = useServer(openStore)

  scenarios(
    'POST /v2/auth/token',
    serverOf,
    [
      {
        name: 'client credentials by HTTP Basic return a token for one hour',
        headers: adminBasic,
        form: grant,
        status: 200,
        answer: { token_type: 'bearer', expires_in: 3600 },
        check: ({ headers, body }) => {
          expect(headers['cache-control']).toBe('no-store')
          const { access_token, refresh_token } = body as Record<string, string>
          expect(access_token).toMatch(/^[\w-]{43}$/)
          expect(refresh_token).not.toBe(access_token)
        },
      },
      { name: 'client credentials as form fields work too', form: { ...grant, ...adminFields }, status: 200 },
      {
        name: 'a wrong secret is refused',
        headers: basic('client-of-admin', 'wrong'),
        form: grant,
        status: 401,
        answer: { code: 'unauthorized', message: 'The client id or the client secret is wrong.' },
        check: ({ headers }) => expect(headers['www-authenticate']).toBe('Basic realm="octavo"'),
      },
      {
        name: 'an unknown client is refused in the same words',
        headers: basic('nobody', 'wrong'),
        form: grant,
        status: 401,
        answer: { code: 'unauthorized', message: 'The client id or the client secret is wrong.' },
      },
      {
        name: 'a request without a client is refused with instructions',
        form: grant,
        status: 401,
        answer: { code: 'unauthorized' },
      },
      { name: 'an invalid Basic header', headers: { authorization: 'Basic ###' }, form: grant, status: 401 },
      {
        name: 'an unknown grant type is named',
        headers: adminBasic,
        form: { grant_type: 'password' },
        status: 400,
        answer: { code: 'invalid_request', message: 'The grant type "password" is not known.' },
      },
      {
        name: 'a missing grant type is named',
        headers: adminBasic,
        form: {},
        status: 400,
        answer: { code: 'invalid_request', details: { problems: [{ path: 'grant_type', message: 'is required' }] } },
      },
      {
        name: 'an exchange without an actor token',
        headers: adminBasic,
        form: { grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange' },
        status: 401,
        answer: { code: 'unauthorized' },
      },
      {
        name: 'JSON is refused with instructions',
        headers: adminBasic,
        body: grant,
        status: 415,
        answer: { code: 'unsupported_media_type', hint: 'Send application/x-www-form-urlencoded.' },
      },
      {
        name: 'a refresh without its token is named',
        form: { grant_type: 'refresh_token', ...adminFields },
        status: 400,
        answer: { code: 'invalid_request' },
      },
      {
        name: 'an unknown refresh token is refused',
        form: { grant_type: 'refresh_token', refresh_token: 'x'.repeat(43), ...adminFields },
        status: 401,
        answer: { code: 'unauthorized' },
      },
    ],
    {
      operation: postToken,
      untested: {
        too_many_attempts: 'the rate has its test below',
        forbidden: 'among the tests of the organization',
        not_found: 'among the tests of the organization',
      },
    },
  )

  scenarios('GET /v2/whoami', serverOf, [
    {
      name: 'returns the member of the token',
      as: 'viewer',
      status: 200,
      check: ({ body }, { platform }) =>
        expect(body).toEqual({ userId: platform.people.viewer.memberId, organizationId: platform.organizationId }),
    },
    {
      name: 'without a token',
      status: 401,
      answer: { code: 'unauthorized', message: 'The request carries no access token.' },
    },
    ...[
      'Bearer',
      'Bearer ',
      'Bearer a b',
      'Basic YTpi',
      'bearer null',
      'Bearer undefined',
      `Bearer ${'a'.repeat(43)}`,
      `Bearer ${'a'.repeat(5_000)}`,
      'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.',
      "Bearer ' or 1=1 --",
      'Bearer %00',
      'Token abc',
      'Bearer "abc"',
      'Bearer a, Bearer b',
    ].map((authorization) => ({
      name: `the hostile header "${authorization.slice(0, 40)}" is refused`,
      headers: { authorization },
      status: 401,
      answer: { code: 'unauthorized' },
    })),
  ])

  describe('a token', () => {
    test('of another organization has its identity', async () => {
      const { body } = await serverOf().request({ method: 'GET', path: whoAmI.path, as: 'outsider' })
      expect(body).toMatchObject({ organizationId: serverOf().platform.people.outsider.organizationId })
    })
    test('expires after an hour, and the error says what to do', async () => {
      const server = serverOf()
      const { access_token } = await newTokens(server)
      server.platform.clock.advance(3_599_999)
      expect((await whoAmIWith(server, access_token)).status).toBe(200)
      server.platform.clock.advance(1)
      const { status, body } = await whoAmIWith(server, access_token)
      expect(status).toBe(401)
      expect(body).toMatchObject({ code: 'unauthorized', message: 'The access token has expired.' })
      expect((body as { hint: string }).hint).toContain('POST /v2/auth/token')
    })
    test('is stored as its hash only', async () => {
      const server = serverOf()
      const tokens = await newTokens(server)
      const rows = await server.platform.store.db.selectFrom('tokens').selectAll().execute()
      const text = JSON.stringify(rows)
      for (const token of Object.values(tokens)) expect(text).not.toContain(token)
      expect(rows.map((row) => row.token_hash)).toContain(hashToken(tokens.access_token))
    })
    test('of the kind refresh gives no access', async () => {
      const { refresh_token } = await newTokens(serverOf())
      expect((await whoAmIWith(serverOf(), refresh_token)).status).toBe(401)
    })
    test('ends within a second when its owner is deactivated, with a clear error', async () => {
      const server = serverOf()
      const { store, clock, people } = server.platform
      const token = await server.tokenOf('stranger')
      expect((await whoAmIWith(server, token)).status).toBe(200)
      const setArchived = (is_archived: number) =>
        store.maintain('test', (tx) =>
          tx.updateTable('members').set({ is_archived }).where('id', '=', people.stranger.memberId).execute(),
        )
      await setArchived(1)
      clock.advance(1_000)
      expect((await whoAmIWith(server, token)).status).toBe(401)
      const { clientId: client_id, clientSecret: client_secret } = people.stranger
      const { status, body } = await postForm(server, { ...grant, client_id, client_secret })
      expect({ status, body }).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
      await setArchived(0)
      clock.advance(1_000)
      expect((await whoAmIWith(server, token)).status).toBe(200)
    })
    test('ends at once when its credential is revoked', async () => {
      const server = serverOf()
      const token = await server.tokenOf('analyst')
      const { clientId, clientSecret } = server.platform.people.analyst
      await server.platform.store.maintain('test', (tx) =>
        tx.updateTable('api_credentials').set({ is_revoked: 1 }).where('id', '=', clientId).execute(),
      )
      expect((await whoAmIWith(server, token)).status).toBe(401)
      const answer = await postForm(server, { ...grant, client_id: clientId, client_secret: clientSecret })
      expect(answer.status).toBe(401)
    })
    test('records when its credential was last used, to the minute', async () => {
      const server = serverOf()
      const { store, clock } = server.platform
      const lastUsed = async () =>
        (
          await store.db
            .selectFrom('api_credentials')
            .select('last_used_at')
            .where('id', '=', adminFields.client_id)
            .executeTakeFirstOrThrow()
        ).last_used_at
      const { access_token } = await newTokens(server)
      expect(await lastUsed()).toBe(clock.now())
      clock.advance(600_000)
      await whoAmIWith(server, access_token)
      expect(await lastUsed()).toBe(clock.now())
    })
  })

  describe('a refresh token', () => {
    const refresh = (server: TestServer, refresh_token: string) =>
      postForm(server, { grant_type: 'refresh_token', refresh_token, ...adminFields })

    test('returns the next pair, and the old access token remains valid until it expires', async () => {
      const server = serverOf()
      const first = await newTokens(server)
      const answer = await refresh(server, first.refresh_token)
      expect(answer.status).toBe(200)
      const second = answer.body as typeof first
      expect((await whoAmIWith(server, second.access_token)).status).toBe(200)
      expect((await whoAmIWith(server, first.access_token)).status).toBe(200)
      expect(second.refresh_token).not.toBe(first.refresh_token)
    })
    test('that is reused ends its whole family', async () => {
      const server = serverOf()
      const first = await newTokens(server)
      const second = (await refresh(server, first.refresh_token)).body as typeof first
      expect((await refresh(server, first.refresh_token)).body).toMatchObject({ code: 'unauthorized' })
      for (const token of [first.access_token, second.access_token]) {
        expect((await whoAmIWith(server, token)).status).toBe(401)
      }
      expect((await refresh(server, second.refresh_token)).status).toBe(401)
      const other = await newTokens(server)
      expect((await whoAmIWith(server, other.access_token)).status).toBe(200)
    })
    test('sent twice at once works once, and the family ends', async () => {
      const server = serverOf()
      const { refresh_token } = await newTokens(server)
      const answers = await Promise.all([refresh(server, refresh_token), refresh(server, refresh_token)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
      const won = answers.find(({ status }) => status === 200)?.body as { access_token: string }
      expect((await whoAmIWith(server, won.access_token)).status).toBe(401)
    })
    test('of another client is refused and not used up', async () => {
      const server = serverOf()
      const { refresh_token } = await newTokens(server)
      const { clientId: client_id, clientSecret: client_secret } = server.platform.people.viewer
      const stolen = await postForm(server, { grant_type: 'refresh_token', refresh_token, client_id, client_secret })
      expect(stolen.status).toBe(401)
      expect((await refresh(server, refresh_token)).status).toBe(200)
    })
    test('ends after 45 days', async () => {
      const server = serverOf()
      const { refresh_token } = await newTokens(server)
      server.platform.clock.advance(45 * 86_400_000)
      expect((await refresh(server, refresh_token)).status).toBe(401)
    })
  })

  test('every token is in the audit log with its request, and without a secret', async () => {
    const server = serverOf()
    const { headers } = await postForm(server, { ...grant, ...adminFields })
    const rows = await server.platform.store.db
      .selectFrom('audit_events')
      .selectAll()
      .where('request_id', '=', String(headers['x-request-id']))
      .execute()
    expect(rows).toMatchObject([
      {
        action: 'TOKEN_ISSUED',
        actor_kind: 'credential',
        actor_id: server.platform.people.admin.memberId,
        details: JSON.stringify({ credentialId: 'client-of-admin' }),
      },
    ])
  })
})

describeStores('the token endpoint', (openStore) => {
  const serverOf = useServer(openStore, () => [], { tokenRate: { perSecond: 1, burst: 3 } })
  test('limits the rate of each client, and says when to retry', async () => {
    const server = serverOf()
    for (let i = 0; i < 3; i += 1) expect((await postForm(server, { ...grant, ...adminFields })).status).toBe(200)
    const refused = await postForm(server, { ...grant, ...adminFields })
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('1')
    expect(refused.body).toMatchObject({ code: 'too_many_attempts' })
    const { clientId: client_id, clientSecret: client_secret } = server.platform.people.viewer
    expect((await postForm(server, { ...grant, client_id, client_secret })).status).toBe(200)
    server.platform.clock.advance(1_000)
    expect((await postForm(server, { ...grant, ...adminFields })).status).toBe(200)
  })
})
