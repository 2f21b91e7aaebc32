import { createMembers, listMembers, listMembersPaged, revokeMemberTokens } from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Role, requestsAs, scenarios, type TestRequest, useServer } from '../testing.ts'
import { buildTestServices } from './testing.ts'

interface Page {
  entries: { memberId: string; email: string; status: string; isInactive: boolean; invitation?: { url: string } }[]
  nextPage: string | null
  total: number
}

describeStores('lists of members', (openStore) => {
  const server = useServer(openStore, (platform) => buildTestServices(platform).routes)
  const idOf = (role: Role) => server().platform.people[role].memberId
  const at = (role: Role) => () => `/v2/members/${idOf(role)}`
  const { send } = requestsAs(server)
  const list = async (query: TestRequest['query'], as: Role = 'admin') => {
    const answer = await send('GET', '/v2.1/members', as, undefined, query)
    expect(answer.status, answer.text).toBe(200)
    return answer.body as Page
  }
  const names = (page: Page) => page.entries.map(({ email }) => email.split('@')[0])
  const setUp = async () => {
    const people = [
      { email: 'zoe@list.example', firstName: 'Zoë', lastName: 'Ångström', memberType: 'Analyze' },
      { email: 'adam@list.example', firstName: 'Adam', lastName: 'Zimmer', memberType: 'View' },
      { email: 'mia@list.example', firstName: 'Mia', lastName: 'Adams', userKind: 'guest' },
      { email: 'bot@list.example', firstName: 'Bot', lastName: '100%_sure', userKind: 'embed' },
    ]
    const answer = await send('POST', '/v2/members:batchCreate', 'admin', { members: people })
    expect(answer.status, answer.text).toBe(200)
    return answer.body as Page
  }
  let made: Page | undefined
  const ready = async () => {
    made ??= await setUp()
    return made
  }
  const ofList = { email: '@list.example' }

  test('many are invited at once, each with a link, and embed users with none', async () => {
    const { entries } = await ready()
    expect(entries.map(({ email, invitation }) => [email.split('@')[0], invitation !== undefined])).toEqual([
      ['zoe', true],
      ['adam', true],
      ['mia', true],
      ['bot', false],
    ])
    expect((await list(ofList)).total).toBe(4)
  })

  test.each<[object, string[]]>([
    [{ query: 'ÅNGSTRÖM' }, ['zoe']],
    [{ query: 'zoë ång' }, ['zoe']],
    [{ query: 'adam' }, ['adam', 'mia']],
    [{ query: '%' }, ['bot']],
    [{ query: '0%_s' }, ['bot']],
    [{ query: 'nobody at all' }, []],
    [{ memberType: 'analyze' }, ['zoe']],
    [{ userKind: 'guest' }, ['mia']],
    [{ status: 'invited' }, ['zoe', 'adam', 'mia']],
    [{ status: 'active' }, ['bot']],
    [{ status: 'deactivated' }, []],
    [{ orderBy: 'name' }, ['adam', 'bot', 'mia', 'zoe']],
    [{ orderBy: 'name desc' }, ['zoe', 'mia', 'bot', 'adam']],
    [{ orderBy: 'email' }, ['adam', 'bot', 'mia', 'zoe']],
    [{ orderBy: 'createdAt desc', limit: 1000 }, []],
    [{ status: 'invited', query: 'a', orderBy: 'name desc' }, ['zoe', 'mia', 'adam']],
  ])('%j', async (filters, expected) => {
    await ready()
    const page = await list({ ...ofList, ...filters })
    // All were created at the same time, so they are ordered by id.
    if ('orderBy' in filters && String(filters.orderBy).startsWith('createdAt')) expect(page.total).toBe(4)
    else
      expect('orderBy' in filters ? names(page) : names(page).toSorted()).toEqual(
        'orderBy' in filters ? expected : expected.toSorted(),
      )
  })

  test.each(['createdAt', 'createdAt desc', 'name', 'name desc', 'email', 'email desc'])(
    'pages by %s follow each other without gap or duplicate',
    async (orderBy) => {
      await ready()
      const whole = (await list({ orderBy, limit: 1000 })).entries.map(({ memberId }) => memberId)
      const seen: string[] = []
      for (let page: string | null = ''; page !== null; ) {
        const part: Page = await list({ orderBy, limit: 3, ...(page ? { page } : {}) })
        seen.push(...part.entries.map(({ memberId }) => memberId))
        page = part.nextPage
      }
      expect(seen).toEqual(whole)
    },
  )

  test('the members of a team are found by it', async () => {
    await ready()
    const [zoe] = (await list({ query: 'zoë' })).entries
    const { body } = await send('POST', '/v2/teams', 'admin', { name: 'Listed', members: [zoe?.memberId] })
    const { teamId } = body as { teamId: string }
    expect(names(await list({ teamId }))).toEqual(['zoe'])
    expect((await send('GET', '/v2/members', 'stranger', undefined, { teamId })).status).toBe(404)
  })

  test('a whole address finds its member only, not one whose address ends alike', async () => {
    await send('POST', '/v2/members', 'admin', { email: 'xadam@list.example', firstName: 'X', lastName: 'Y' })
    expect(names(await list({ email: 'Adam@List.example' }))).toEqual(['adam'])
    expect(names(await list({ search: 'adam@list.example' }))).toEqual(['adam'])
    expect(names(await list({ email: 'dam@list' })).toSorted()).toEqual(['adam', 'xadam'])
  })

  test('a member deactivated by an identity provider stays so until it reactivates them', async () => {
    const { platform } = server()
    const token = await platform.tokens.grant(platform.people.stranger, '127.0.0.1')
    const ask = async () =>
      (
        await server().http.inject({
          method: 'GET',
          url: '/v2/whoami',
          headers: { authorization: `Bearer ${token.access_token}` },
        })
      ).statusCode
    expect(await ask()).toBe(200)
    const out = await send('PATCH', at('stranger')(), 'admin', { isInactive: true })
    expect(out.body).toMatchObject({ isInactive: true, isArchived: false, status: 'deactivated' })
    expect(await ask()).toBe(401)
    const signIn = { email: platform.people.stranger.email, password: platform.password }
    expect((await send('POST', '/auth/sign-in', null, signIn)).status).toBe(401)
    const found = async (query: TestRequest['query']) => (await list({ email: 'stranger@example.com', ...query })).total
    expect(await found({})).toBe(0)
    expect(await found({ includeArchived: true })).toBe(0)
    expect(await found({ includeInactive: true })).toBe(1)
    expect(await found({ status: 'deactivated' })).toBe(1)
    // The two fields are independent: one does not reset the other.
    await send('PATCH', at('stranger')(), 'admin', { isArchived: true })
    expect(await found({ includeInactive: true })).toBe(0)
    expect(await found({ includeInactive: true, includeArchived: true })).toBe(1)
    await send('PATCH', at('stranger')(), 'admin', { isArchived: false })
    await expect(platform.tokens.grant(platform.people.stranger, '127.0.0.1')).rejects.toMatchObject({
      code: 'invalid_request',
    })
    const back = await send('PATCH', at('stranger')(), 'admin', { isInactive: false })
    expect(back.body).toMatchObject({ isInactive: false, status: 'active' })
    await platform.tokens.grant(platform.people.stranger, '127.0.0.1')
  })

  test('a member who becomes a guest loses the API, one who becomes an embed user cannot sign in', async () => {
    const { platform } = server()
    const person = platform.people.analyst
    const { access_token } = await platform.tokens.grant(person, '127.0.0.1')
    const headers = { authorization: `Bearer ${access_token}` }
    await send('PATCH', at('analyst')(), 'admin', { userKind: 'guest' })
    expect((await server().http.inject({ method: 'GET', url: '/v2/whoami', headers })).statusCode).toBe(401)
    await expect(platform.tokens.grant(person, '127.0.0.1')).rejects.toMatchObject({ code: 'unauthorized' })
    const signIn = () => send('POST', '/auth/sign-in', null, { email: person.email, password: platform.password })
    const session = await signIn()
    expect(session.status).toBe(200)
    const cookie = String(session.headers['set-cookie']).split(';')[0] ?? ''
    await send('PATCH', at('analyst')(), 'admin', { userKind: 'embed' })
    const still = await server().http.inject({ method: 'GET', url: '/v2/whoami', headers: { cookie } })
    expect(still.statusCode).toBe(401)
    expect((await signIn()).status).toBe(401)
    await send('PATCH', at('analyst')(), 'admin', { userKind: 'internal' })
  })

  test('refresh tokens are revoked and counted; access tokens remain valid', async () => {
    const { platform } = server()
    const path = `/v2/members/${idOf('viewer')}/revoke`
    await send('POST', path, 'admin', {})
    const tokens = await Promise.all([1, 2].map(() => platform.tokens.grant(platform.people.viewer, '127.0.0.1')))
    const spent = tokens[0]?.refresh_token ?? ''
    const next = await platform.tokens.refresh(spent, platform.people.viewer, '127.0.0.1')
    const answer = await send('POST', path, 'admin', {})
    expect(answer.body).toEqual({ memberId: idOf('viewer'), results: { oauth: { tokensRevoked: 2 } } })
    for (const { refresh_token } of [...tokens, next]) {
      await expect(platform.tokens.refresh(refresh_token, platform.people.viewer, '127.0.0.1')).rejects.toMatchObject({
        code: 'unauthorized',
      })
    }
    const headers = { authorization: `Bearer ${next.access_token}` }
    expect((await server().http.inject({ method: 'GET', url: '/v2/whoami', headers })).statusCode).toBe(200)
    expect((await send('POST', path, 'admin', {})).body).toMatchObject({ results: { oauth: { tokensRevoked: 0 } } })
    expect((await send('GET', at('viewer')(), 'admin')).body).toMatchObject({ isArchived: false, status: 'active' })
  })

  test('a bulk invitation with problems reports all of them and invites no member', async () => {
    await ready()
    const before = (await list({ includeArchived: true })).total
    const person = (email: string, more = {}) => ({ email, firstName: 'N', lastName: 'N', ...more })
    const answer = await send('POST', '/v2/members:batchCreate', 'admin', {
      members: [
        person('fresh@list.example'),
        person('ZOE@list.example'),
        person('typo@list.example', { memberType: 'Kaiser' }),
        person('FRESH@list.example'),
        person('chief@list.example', { memberType: 'Admin', userKind: 'guest' }),
        person('team@list.example', { addToTeams: [{ teamId: 'none' }] }),
      ],
    })
    expect(answer.body).toMatchObject({
      code: 'invalid_request',
      details: {
        problems: [
          { path: 'members[1]', message: expect.stringContaining('exists already') },
          { path: 'members[2]', message: expect.stringContaining('Kaiser') },
          { path: 'members[3]', message: expect.stringContaining('exists already') },
          { path: 'members[4]', message: expect.stringContaining('Admin') },
          { path: 'members[5]', message: expect.stringContaining('none') },
        ],
      },
    })
    expect((await list({ includeArchived: true })).total).toBe(before)
    const refused = await send('POST', '/v2/members:batchCreate', 'viewer', { members: [person('a@b.c')] })
    expect(refused.status).toBe(403)
  })

  test('a thousand are invited together, each with an event', async () => {
    const { body } = await send('POST', '/v2/teams', 'admin', { name: 'Thousand' })
    const { teamId } = body as { teamId: string }
    const members = Array.from({ length: 1000 }, (_, index) => ({
      email: `many${index}@many.example`,
      firstName: `First ${index}`,
      lastName: 'Many',
      addToTeams: [{ teamId }],
    }))
    const answer = await send('POST', '/v2/members:batchCreate', 'admin', { members })
    expect(answer.status, answer.text.slice(0, 300)).toBe(200)
    expect((await list({ teamId })).total).toBe(1000)
    const { count } = await server()
      .platform.store.db.selectFrom('audit_events')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('request_id', '=', String(answer.headers['x-request-id']))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(1000)
  })

  scenarios(
    'GET /v2/members',
    server,
    [
      {
        name: 'an unknown team',
        as: 'admin',
        path: '/v2/members?teamId=none',
        status: 404,
        answer: { code: 'not_found' },
      },
    ],
    { operation: listMembers },
  )
  scenarios(
    'POST /v2/members:batchCreate',
    server,
    [
      {
        name: 'needs manage-members',
        as: 'viewer',
        body: { members: [{ email: 'a@b.example', firstName: '', lastName: '' }] },
        status: 403,
        answer: { code: 'forbidden' },
      },
    ],
    { operation: createMembers },
  )
  scenarios(
    'GET /v2.1/members',
    server,
    [
      {
        name: 'an unknown order',
        as: 'admin',
        path: '/v2.1/members?orderBy=age',
        status: 400,
        answer: { code: 'invalid_request' },
      },
      {
        name: 'an unknown account type',
        as: 'admin',
        path: '/v2.1/members?memberType=Kaiser',
        status: 400,
        answer: { code: 'invalid_request' },
      },
      {
        name: 'an unknown team',
        as: 'admin',
        path: '/v2.1/members?teamId=none',
        status: 404,
        answer: { code: 'not_found' },
      },
      {
        name: 'an unknown status',
        as: 'admin',
        path: '/v2.1/members?status=asleep',
        status: 400,
        answer: { code: 'invalid_request' },
      },
    ],
    { operation: listMembersPaged },
  )
  scenarios(
    'POST /v2/members/{memberId}/revoke',
    server,
    [
      {
        name: 'is for administrators',
        as: 'builder',
        path: () => `/v2/members/${idOf('viewer')}/revoke`,
        body: {},
        status: 403,
        answer: { code: 'forbidden' },
      },
      {
        name: 'an unknown member',
        as: 'admin',
        path: '/v2/members/nobody/revoke',
        body: {},
        status: 404,
        answer: { code: 'not_found' },
      },
    ],
    { operation: revokeMemberTokens },
  )

  // Runs last, because it may deactivate the administrator of the other tests.
  test('two administrators who deactivate each other at once: one of them remains', async () => {
    const { platform } = server()
    const { body } = await send('POST', '/v2/members', 'admin', {
      email: 'other-admin@list.example',
      firstName: 'O',
      lastName: 'A',
      memberType: 'Admin',
    })
    const { memberId } = body as { memberId: string }
    const made = await send('POST', '/v2/credentials', 'admin', { ownerId: memberId, name: 'x' })
    const other = await platform.tokens.grant(made.body as { clientId: string; clientSecret: string }, '127.0.0.1')
    const change = (id: string, token: string) =>
      server().http.inject({
        method: 'PATCH',
        url: `/v2/members/${id}`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        payload: JSON.stringify({ isArchived: true }),
      })
    const own = await platform.tokens.grant(platform.people.admin, '127.0.0.1')
    const answers = await Promise.all([change(memberId, own.access_token), change(idOf('admin'), other.access_token)])
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const active = await platform.store.db
      .selectFrom('members')
      .innerJoin('account_types', 'account_types.id', 'members.account_type_id')
      .select('members.id')
      .where('members.organization_id', '=', platform.organizationId)
      .where('account_types.name', '=', 'Admin')
      .where('members.is_archived', '=', 0)
      .execute()
    expect(active).toHaveLength(1)
  })
})
