import { type EmbedSession, getEmbedSession, startEmbedSession } from '@octavo/core/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, smallWorkbook } from './testing.ts'
import { expired, type Hostile, hostile, jwt, noAccess, type Pair, week } from './testing-hostile-tokens.ts'

describeStores('embed sessions', (openStore) => {
  const server = useServer(openStore, async (platform) => {
    const documents = buildTestServices(platform)
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    return documents.routes
  })
  let connectionId = ''
  let workbookId = ''
  let admin: Pair
  let own: Pair
  let serial = 0

  const api = async <T = Record<string, unknown>>(method: string, path: string, body?: unknown, as = 'admin') => {
    const answer = await server().request({ method, path, as: as as 'admin', ...(body === undefined ? {} : { body }) })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body as T
  }
  const credential = (ownerId: string, scopes: string[], more = {}) =>
    api<Pair>('POST', '/v2/credentials', { ownerId, name: 'Embeds', scopes, ...more })
  const seconds = () => Math.floor(server().platform.clock.now() / 1000)
  /** Times are relative to now; undefined claims are left out. */
  function sign(
    pair: Pair,
    change: Record<string, unknown> = {},
    header: Record<string, unknown> = {},
    secret?: string,
  ) {
    serial += 1
    const now = seconds()
    const from = (value: unknown) => (typeof value === 'number' ? now + value : value)
    const given = { iat: 0, exp: 3_600, ...change }
    const times = Object.fromEntries(
      ['iat', 'exp', 'nbf'].flatMap((name) => (name in given ? [[name, from(given[name as 'iat'])]] : [])),
    )
    const claims = { sub: 'ada@host.example', jti: `jti-${serial}`, ...given, ...times }
    return jwt(secret ?? pair.clientSecret, { kid: pair.clientId, ...header }, claims)
  }
  const start = (token: string) => server().request({ method: 'POST', path: '/auth/embed', body: { token } })
  async function began(pair: Pair, change: Record<string, unknown> = {}): Promise<EmbedSession> {
    const answer = await start(sign(pair, change))
    expect(answer.status, answer.text).toBe(200)
    return answer.body as EmbedSession
  }
  const withToken = (sessionToken: string, path: string, method = 'GET', body?: unknown) =>
    server().request({
      method,
      path,
      headers: { authorization: `Bearer ${sessionToken}` },
      ...(body === undefined ? {} : { body }),
    })
  const memberOf = (email: string) => {
    const { store, organizationId } = server().platform
    const rows = store.db.selectFrom('members').selectAll().where('organization_id', '=', organizationId)
    return rows.where('email', '=', email).executeTakeFirst()
  }

  beforeAll(async () => {
    const { people } = server().platform
    admin = await credential(people.admin.memberId, ['embed'])
    own = await credential(people.builder.memberId, ['embed'])
    await api('POST', '/v2/teams', { name: 'Sales', members: [] })
    await api('POST', '/v2/teams', { name: 'Support', members: [] })
    await api('POST', '/v2/teams', { name: 'Elsewhere', members: [] }, 'outsider')
    const former = await api<{ teamId: string }>('POST', '/v2/teams', { name: 'Former', members: [] })
    await api('DELETE', `/v2/teams/${former.teamId}`)
    await api('POST', '/v2/user-attributes', { name: 'region' })
    const home = await server()
      .platform.store.db.selectFrom('members')
      .select('home_folder_id')
      .where('id', '=', people.builder.memberId)
      .executeTakeFirstOrThrow()
    const made = await api<{ workbookId: string }>(
      'POST',
      '/v2/workbooks/spec',
      smallWorkbook(connectionId, home.home_folder_id),
      'builder',
    )
    workbookId = made.workbookId
  })

  scenarios(
    'POST /auth/embed',
    server,
    [{ name: 'without a token', body: {}, status: 400, answer: { code: 'invalid_request' } }],
    {
      operation: startEmbedSession,
      untested: {
        unauthorized: 'every row of the hostile tokens below',
        forbidden: 'the API of another organization is not reached by it',
        csrf_failed: 'as for every operation without a session, in server.test.ts',
        address_not_allowed: 'allowed addresses, below',
        too_many_attempts: 'the rate of addresses has tests of its own',
      },
    },
  )
  scenarios(
    'GET /auth/embed',
    server,
    [{ name: 'with a token of the API', as: 'viewer', status: 403, answer: { code: 'forbidden' } }],
    { operation: getEmbedSession },
  )

  describe('a hostile token', () => {
    const pairs: Partial<Record<NonNullable<Hostile['by']>, Pair>> = {}
    beforeAll(async () => {
      const { people, clock } = server().platform
      pairs.api = await credential(people.admin.memberId, ['api'])
      pairs.own = own
      pairs.revoked = await credential(people.admin.memberId, ['embed'])
      await api('DELETE', `/v2/credentials/${pairs.revoked.clientId}`)
      pairs.late = await credential(people.admin.memberId, ['embed'], {
        expiresAt: new Date(clock.now() + 1_000).toISOString(),
      })
      clock.advance(1_000)
      pairs['of a deactivated member'] = await credential(people.stranger.memberId, ['embed'])
      await api('PATCH', `/v2/members/${people.stranger.memberId}`, { isArchived: true })
    })

    test.each(hostile)(
      '%s is refused and changes nothing',
      async (_name, { change, header, by, secret, token }, message, hint) => {
        const { store } = server().platform
        const state = async () =>
          JSON.stringify([
            await store.db.selectFrom('members').selectAll().orderBy('id').execute(),
            await store.db.selectFrom('team_members').selectAll().execute(),
            await store.db.selectFrom('used_tokens').selectAll().execute(),
            (await store.db.selectFrom('tokens').select('token_hash').where('kind', '=', 'embed').execute()).length,
          ])
        const pair = (by && pairs[by]) ?? admin
        const made = sign(pair, change, header, secret === 'clientId' ? pair.clientId : secret)
        const before = await state()
        const answer = await start(token ? token(made) : made)
        expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized', message } })
        if (hint) expect((answer.body as { hint: string }).hint).toMatch(hint)
        expect(await state()).toBe(before)
      },
    )

    test('of another organization reads nothing here', async () => {
      const { people } = server().platform
      const theirs = await api<Pair>(
        'POST',
        '/v2/credentials',
        { ownerId: people.outsider.memberId, name: 'Theirs', scopes: ['embed'] },
        'outsider',
      )
      // The same address may exist in both organizations: the key decides which one is meant.
      const answer = await start(sign(theirs, { sub: 'viewer@example.com' }))
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      const { sessionToken } = answer.body as EmbedSession
      for (const path of [`/v2/workbooks/${workbookId}`, `/v2/members/${people.viewer.memberId}`]) {
        expect((await withToken(sessionToken, path)).status).toBe(404)
      }
      const listed = await withToken(sessionToken, '/v2/teams')
      expect(JSON.stringify(listed.body)).not.toContain('Sales')
    })

    test('the refusal is the same for an existing client id and an unknown one', async () => {
      const known = await start(sign(admin, {}, {}, 'wrong'))
      const unknown = await start(sign({ clientId: 'nobody', clientSecret: 'wrong' }))
      const facts = ({ status, body }: typeof known) => ({ status, ...(body as object), requestId: '' })
      expect(facts(known)).toEqual(facts(unknown))
    })
  })

  describe('a response in progress when a session ends', () => {
    const late = 'late@host.example'
    let url = ''
    const renew = async (sub: string, exp: number, body: object) => {
      const answer = await server().request({
        method: 'POST',
        path: '/auth/embed',
        body: { token: sign(admin, { sub, exp }), ...body },
      })
      expect(answer.status, answer.text).toBe(200)
      return answer.body as EmbedSession
    }
    /**
     * Sets the clock to some milliseconds before the end of a session, opens a stream without an end, and reads it
     * until it is cut off. Returns the milliseconds.
     */
    async function cutAfterMs({ sessionToken, expiresAt }: EmbedSession, leftMs: number): Promise<number> {
      const { platform } = server()
      platform.clock.advance(Date.parse(expiresAt) - platform.clock.now() - leftMs)
      const headers = { authorization: `Bearer ${sessionToken}` }
      const openedAt = performance.now()
      const answer = await fetch(`${url}/v2/workbooks/${workbookId}/rows/events`, { headers })
      expect(answer.status).toBe(200)
      await expect(answer.text()).rejects.toThrow()
      return performance.now() - openedAt
    }

    beforeAll(async () => {
      url = (await server().http.listen({ host: '127.0.0.1', port: 0 })).url
      const { session } = await began(admin, { sub: late })
      const grants = [{ grantee: { memberId: session.member.memberId }, permission: 'view' }]
      await api('POST', `/v2/workbooks/${workbookId}/grants`, { grants })
    })

    test('is cut off by the server', async () => {
      expect(await cutAfterMs(await began(admin, { sub: late, exp: 60 }), 4_000)).toBeGreaterThan(3_000)
    })

    test('continues until the new end when the session was renewed', async () => {
      const first = await began(admin, { sub: late, exp: 60 })
      const { sessionToken } = await renew(late, 61, { sessionToken: first.sessionToken })
      await renew(late, 63, { sessionToken })
      // The test clock does not move, so only timers end the session: one second to the first end, and four more to the
      // last one.
      expect(await cutAfterMs(first, 1_000)).toBeGreaterThan(3_000)
    })

    test('is not prolonged by a separate session, or by one that has ended', async () => {
      const first = await began(admin, { sub: late, exp: 60 })
      const { memberId } = first.session.member
      await renew(late, 3_600, { memberId })
      const over = await began(admin, { sub: late, exp: 1 })
      server().platform.clock.advance(1_000)
      await renew(late, 3_600, { sessionToken: over.sessionToken })
      await cutAfterMs(first, 4_000)
      expect((await withToken(first.sessionToken, '/auth/embed')).status).toBe(200)
    })

    test('a session token can be renewed for its own member only', async () => {
      const { sessionToken } = await began(admin, { sub: late })
      const body = { token: sign(admin, { sub: 'eve@host.example' }), sessionToken }
      expect(await server().request({ method: 'POST', path: '/auth/embed', body })).toMatchObject({
        status: 401,
        body: { hint: expect.stringMatching(/its own member/) },
      })
    })
  })

  test('a token works once, also when it is sent twice at the same time', async () => {
    const token = sign(admin)
    const answers = await Promise.all([start(token), start(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    const again = await start(token)
    expect(again).toMatchObject({
      status: 401,
      body: { message: noAccess, hint: expect.stringContaining('used before') },
    })
    // Token ids are unique only within a credential.
    const other = await credential(server().platform.people.admin.memberId, ['embed'])
    expect((await start(sign(other, { jti: 'shared' }))).status).toBe(200)
    expect((await start(sign(admin, { jti: 'shared' }))).status).toBe(200)
  })

  test('the first token creates a member of the kind embed, a later one changes it', async () => {
    const email = 'grace@host.example'
    const first = await began(admin, {
      sub: email,
      teams: ['Sales'],
      user_attributes: { region: 'EMEA' },
      account_type: 'View',
    })
    expect(first.session.member).toMatchObject({
      email,
      firstName: 'Embed',
      lastName: 'User',
      accountType: 'View',
      isAdmin: false,
    })
    expect(await memberOf(email)).toMatchObject({ user_kind: 'embed', password_hash: null })
    const { memberId } = first.session.member
    expect(await api('GET', `/v2/members/${memberId}`)).toMatchObject({ userKind: 'embed', memberType: 'View' })

    const second = await began(admin, {
      sub: email.toUpperCase(),
      teams: ['Support'],
      first_name: 'Grace',
      last_name: 'H',
    })
    expect(second.session.member).toMatchObject({ memberId, firstName: 'Grace', accountType: 'View' })
    const teams = await api<{ name: string }[]>('GET', '/v2/teams?limit=100')
    const names = JSON.stringify(teams)
    expect(names).toContain('Support')
    expect(second.session.member.teamIds).toHaveLength(1)
    expect(second.session.member.teamIds).not.toEqual(first.session.member.teamIds)
    // Claims belong to the member: the first session sees them too.
    const state = await withToken(first.sessionToken, '/auth/embed')
    expect(state.body).toMatchObject({
      session: { member: { firstName: 'Grace', teamIds: second.session.member.teamIds } },
    })
    // Attributes that the token does not name keep their values.
    const values = await api('GET', `/v2/members/${memberId}/user-attributes`)
    expect(JSON.stringify(values)).toContain('EMEA')
    const actions = await server()
      .platform.store.db.selectFrom('audit_events')
      .select(['action', 'details'])
      .where('object_id', '=', memberId)
      .orderBy('id')
      .execute()
    expect(
      actions.map(({ action }) => action).filter((action) => action.startsWith('EMBED') || action.startsWith('MEMBER')),
    ).toEqual(['EMBED_SESSION_STARTED', 'MEMBER_CREATED', 'EMBED_SESSION_STARTED', 'MEMBER_UPDATED'])
    expect(JSON.stringify(actions)).not.toContain(first.sessionToken)
  })

  test('another token renews a session for its own member only', async () => {
    const first = await began(admin, { sub: 'renewed@host.example' })
    const { memberId } = first.session.member
    const renew = (sub: string) =>
      server().request({
        method: 'POST',
        path: '/auth/embed',
        body: { token: sign(admin, { sub, teams: ['Sales'] }), memberId },
      })
    for (const sub of ['grace@host.example', 'never-seen@host.example']) {
      expect(await renew(sub)).toMatchObject({ status: 401, body: { message: noAccess, hint: /its own member/ } })
    }
    expect(await memberOf('never-seen@host.example')).toBeUndefined()
    const second = (await renew('renewed@host.example')).body as EmbedSession
    expect(second.session.member.memberId).toBe(memberId)
    // Requests that run with the first token continue.
    for (const { sessionToken } of [first, second]) {
      expect((await withToken(sessionToken, '/auth/embed')).status).toBe(200)
    }
  })

  test('without an account type the member gets the one that allows most, and never Admin', async () => {
    const { session } = await began(admin, { sub: 'most@host.example' })
    expect(session.member.isAdmin).toBe(false)
    expect(session.member.accountType).toBe('Build')
  })

  test('the session reads what is shared with the member, its teams or everybody, and nothing else', async () => {
    const { sessionToken, session } = await began(admin, { sub: 'reader@host.example', teams: ['Sales'] })
    const path = `/v2/workbooks/${workbookId}`
    expect((await withToken(sessionToken, path)).status).toBe(404)
    const [teamId] = session.member.teamIds
    await api('POST', `${path}/grants`, { grants: [{ grantee: { teamId }, permission: 'view' }] })
    server().platform.clock.advance(2_000)
    expect(await withToken(sessionToken, path)).toMatchObject({ status: 200, body: { workbookId } })
    const other = await began(admin, { sub: 'other@host.example', teams: ['Support'] })
    expect((await withToken(other.sessionToken, path)).status).toBe(404)
    expect((await withToken(sessionToken, '/v2/members?limit=50')).text).not.toContain('admin@example.com')
    expect((await withToken(sessionToken, '/v2/credentials')).status).toBe(403)
  })

  test('a credential starts sessions of its own organization only', async () => {
    const body = { ownerId: server().platform.people.outsider.memberId, name: 'x', scopes: ['embed'] }
    const made = await server().request({ method: 'POST', path: '/v2/credentials', as: 'outsider', body })
    const { sessionToken, session } = await began(made.body as Pair, { sub: 'viewer@example.com' })
    expect(session.organization.organizationId).toBe(server().platform.people.outsider.organizationId)
    expect((await withToken(sessionToken, `/v2/workbooks/${workbookId}`)).status).toBe(404)
    expect(await memberOf('viewer@example.com')).toMatchObject({ id: server().platform.people.viewer.memberId })
  })

  test('a member who signs in by themselves may use a token, but manages nothing in that session', async () => {
    const { sessionToken, session } = await began(admin, { sub: 'admin@example.com' })
    expect(session.member).toMatchObject({ email: 'admin@example.com', isAdmin: true })
    const answer = await withToken(sessionToken, '/v2/credentials')
    expect(answer).toMatchObject({ status: 403, body: { message: expect.stringContaining('page of another product') } })
    const invite = { email: 'x@example.com', firstName: 'X', lastName: 'Y', memberType: 'View' }
    expect((await withToken(sessionToken, '/v2/members', 'POST', invite)).status).toBe(403)
    const self = await began(own, { sub: 'builder@example.com' })
    expect(self.session.member.email).toBe('builder@example.com')
  })

  test('with embedUserCreation off only known members are admitted', async () => {
    await began(admin, { sub: 'known@host.example' })
    await api('PATCH', '/v2/organizations/settings', { embedUserCreation: false })
    server().platform.clock.advance(6_000)
    expect((await start(sign(admin, { sub: 'unknown@host.example' }))).body).toMatchObject({
      message: noAccess,
      hint: expect.stringContaining('embedUserCreation'),
    })
    expect((await start(sign(admin, { sub: 'known@host.example' }))).status).toBe(200)
    await api('POST', '/v2/members', { email: 'never@example.com', firstName: 'N', lastName: 'S', memberType: 'View' })
    expect((await start(sign(admin, { sub: 'never@example.com' }))).body).toMatchObject({
      message: `${noAccess} Automatic updating of users is disabled.`,
    })
    await api('PATCH', '/v2/organizations/settings', { embedUserCreation: true })
    server().platform.clock.advance(6_000)
  })

  test('an organization may require short lifetimes and its own audience', async () => {
    const audience = 'https://octavo.example'
    const strict = { embedTokenSeconds: 3_600, embedAudienceRequired: true, embedAudiences: [audience] }
    expect(await api('PATCH', '/v2/organizations/settings', strict)).toMatchObject(strict)
    server().platform.clock.advance(6_000)
    expect((await start(sign(admin, { aud: audience, exp: 3_601 }))).body).toMatchObject({
      hint: expect.stringContaining('3600'),
    })
    expect((await start(sign(admin))).body).toMatchObject({ hint: expect.stringContaining(audience) })
    expect((await start(sign(admin, { aud: [audience, 'x'] }))).status).toBe(200)
    const usual = { embedTokenSeconds: 2_592_000, embedAudienceRequired: false, embedAudiences: null }
    await api('PATCH', '/v2/organizations/settings', usual)
    server().platform.clock.advance(6_000)
    expect((await start(sign(admin, { ver: '1.1', aud: 'sigmacomputing', exp: 4 * week }))).status).toBe(200)
  })

  describe('a session ends', () => {
    const works = async (sessionToken: string) => (await withToken(sessionToken, '/auth/embed')).status === 200

    test('at exp, with the message that hosts know', async () => {
      const { sessionToken, expiresAt } = await began(admin, { sub: 'short@host.example', exp: 600 })
      const { clock } = server().platform
      expect(Date.parse(expiresAt)).toBe(seconds() * 1000 + 600_000)
      clock.advance(Date.parse(expiresAt) - clock.now() - 1)
      expect(await works(sessionToken)).toBe(true)
      clock.advance(1)
      const answer = await withToken(sessionToken, `/v2/workbooks/${workbookId}`)
      expect(answer).toMatchObject({ status: 401, body: { message: expired } })
    })

    test('with its credential', async () => {
      const pair = await credential(server().platform.people.admin.memberId, ['embed', 'api'])
      const { sessionToken } = await began(pair)
      expect(await works(sessionToken)).toBe(true)
      await api('DELETE', `/v2/credentials/${pair.clientId}`)
      server().platform.clock.advance(2_000)
      expect(await works(sessionToken)).toBe(false)
    })

    test('with its member, and with the administrator who signed', async () => {
      const { people, clock } = server().platform
      const { sessionToken, session } = await began(admin, { sub: 'gone@host.example' })
      await api('PATCH', `/v2/members/${session.member.memberId}`, { isArchived: true })
      clock.advance(2_000)
      expect(await works(sessionToken)).toBe(false)
      expect((await start(sign(admin, { sub: 'gone@host.example' }))).body).toMatchObject({
        hint: 'The member is deactivated.',
      })

      const type = await api('PATCH', `/v2/members/${people.analyst.memberId}`, { memberType: 'Admin' })
      expect(type).toMatchObject({ memberType: 'Admin' })
      clock.advance(2_000)
      const pair = await credential(people.analyst.memberId, ['embed'])
      const signed = await began(pair, { sub: 'signed@host.example' })
      expect(await works(signed.sessionToken)).toBe(true)
      await api('PATCH', `/v2/members/${people.analyst.memberId}`, { memberType: 'View' })
      clock.advance(2_000)
      expect(await works(signed.sessionToken)).toBe(false)
    })
  })

  test('a credential for embedding alone gives no access to the API', async () => {
    const form = { grant_type: 'client_credentials', client_id: admin.clientId, client_secret: admin.clientSecret }
    const answer = await server().request({ method: 'POST', path: '/v2/auth/token', form })
    expect(answer).toMatchObject({ status: 401, body: { message: expect.stringContaining('for embedding') } })
  })

  test('addresses that may not use the app cannot start a session', async () => {
    const entry = { ip: '127.0.0.1', scope: 'ui' }
    const made = await api<{ entries: { ipAllowlistEntryId: string }[] }>('POST', '/v3alpha/allowedIps:batchCreate', {
      entries: [entry],
    })
    server().platform.clock.advance(2_000)
    const body = { token: sign(admin) }
    const answer = await server().request({ method: 'POST', path: '/auth/embed', from: '203.0.113.9', body })
    expect(answer).toMatchObject({ status: 403, body: { code: 'address_not_allowed' } })
    expect((await start(body.token)).status).toBe(200)
    const ipAllowlistEntryIds = made.entries.map(({ ipAllowlistEntryId }) => ipAllowlistEntryId)
    await api('POST', '/v3alpha/allowedIps:batchDelete', { ipAllowlistEntryIds })
  })
})
