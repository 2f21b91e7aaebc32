import { acceptInvitation, createInvitation, createMember, deleteMember, updateMember } from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { newUuid } from '../../store/index.ts'
import { describeStores } from '../../store/testing.ts'
import { type Role, requestsAs, scenarios, useServer } from '../testing.ts'
import { buildTestServices } from './testing.ts'

interface Created {
  memberId: string
  homeFolderId: string
  email: string
  invitation?: { url: string; expiresAt: string }
}

describeStores('changes of members', (openStore) => {
  const server = useServer(openStore, (platform) => buildTestServices(platform).routes)
  const idOf = (role: Role) => server().platform.people[role].memberId
  const invitationOf = (role: Role) => () => `/v2/members/${idOf(role)}/invitation`
  const at = (role: Role) => () => `/v2/members/${idOf(role)}`
  const { send } = requestsAs(server)
  let made = 0
  const invite = async (more: object = {}): Promise<Created> => {
    made += 1
    const body = { email: `New${made}@example.com`, firstName: 'New', lastName: `Member ${made}`, ...more }
    const answer = await send('POST', '/v2/members', 'admin', body)
    expect(answer.status, answer.text).toBe(200)
    return answer.body as Created
  }
  const signIn = (email: string, password: string) => send('POST', '/auth/sign-in', null, { email, password })
  const eventsOf = async (objectId: string) => {
    const { store } = server().platform
    const rows = await store.db
      .selectFrom('audit_events')
      .select('action')
      .where('object_id', '=', objectId)
      .orderBy('id')
      .execute()
    return rows.map(({ action }) => action)
  }
  const tokenIn = (created: Created) => created.invitation?.url.split('#')[1] ?? ''
  const password = 'a password of my own'

  test('a link with a secret never uses the host in the request', async () => {
    const email = 'linked@example.com'
    const answer = await server().request({
      method: 'POST',
      path: '/v2/members',
      as: 'admin',
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
      body: { email, firstName: '', lastName: '', memberType: 'View' },
    })
    expect(answer.status, answer.text).toBeLessThan(300)
    expect((answer.body as Created).invitation?.url).toMatch(/^http:\/\/127\.0\.0\.1/)
    expect(answer.text).not.toContain('evil')
  })

  test('an invitation works once, and then the member can sign in', async () => {
    const created = await invite({ memberType: 'Build' })
    expect(created).toMatchObject({ memberType: 'Build', userKind: 'internal', isArchived: false })
    expect((await signIn(created.email, password)).status).toBe(401)
    const accept = () => send('POST', '/auth/accept-invitation', null, { token: tokenIn(created), password })
    expect((await accept()).status).toBe(200)
    expect((await signIn(created.email.toLowerCase(), password)).status).toBe(200)
    expect((await accept()).status).toBe(401)
    const events = ['MEMBER_CREATED', 'INVITATION_ACCEPTED', 'SIGNED_IN']
    expect(await eventsOf(created.memberId)).toEqual(expect.arrayContaining(events))
    const home = await send('GET', `/v2/files/${created.homeFolderId}`, 'admin')
    expect(home.body).toMatchObject({ name: 'My Documents', ownerId: created.memberId })
  })

  test.each([
    ['when its time is over', async () => void server().platform.clock.advance(7 * 86_400_000 + 1)],
    [
      'when the address has changed',
      async ({ memberId }: Created) => {
        await send('PATCH', `/v2/members/${memberId}`, 'admin', { email: `moved-${memberId}@example.com` })
      },
    ],
    [
      'when the member was deactivated',
      async ({ memberId }: Created) => {
        await send('PATCH', `/v2/members/${memberId}`, 'admin', { isArchived: true })
      },
    ],
  ])('an invitation ends %s', async (_title, end) => {
    const created = await invite()
    await end(created)
    const answer = await send('POST', '/auth/accept-invitation', null, { token: tokenIn(created), password })
    expect(answer.body).toMatchObject({ code: 'unauthorized' })
  })

  test.each([
    ['sendInvite is false', { query: { sendInvite: false }, body: {} }],
    ['the member is an embed user', { query: {}, body: { userKind: 'embed' } }],
  ])('there is no link when %s', async (_title, { query, body }) => {
    made += 1
    const person = { email: `none${made}@example.com`, firstName: '', lastName: '', ...body }
    const answer = await server().request({ method: 'POST', path: '/v2/members', as: 'admin', query, body: person })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).not.toHaveProperty('invitation')
  })

  test.each([
    [{}, 'View', 'internal'],
    [{ isGuest: true }, 'View', 'guest'],
    [{ memberType: 'creator' }, 'Build', 'internal'],
    [{ memberType: 'author' }, 'Build', 'internal'],
    [{ memberType: 'Essential' }, 'Analyze', 'internal'],
    [{ memberType: 'analyze', userKind: 'guest' }, 'Analyze', 'guest'],
  ])('%j creates a member of type %s and kind %s', async (body, memberType, userKind) => {
    expect(await invite(body)).toMatchObject({ memberType, userKind })
  })

  test('a new member is added to teams', async () => {
    const team = (await send('POST', '/v2/teams', 'admin', { name: 'For the new' })).body as { teamId: string }
    const { memberId } = await invite({ addToTeams: [{ teamId: team.teamId, isTeamAdmin: true }] })
    const { body } = await send('GET', `/v2/teams/${team.teamId}/members`, 'admin')
    expect(body).toMatchObject({ entries: [{ userId: memberId, isTeamAdmin: true, addedBy: idOf('admin') }] })
  })

  test('deactivation ends sessions and tokens, and after reactivation new ones are issued', async () => {
    const { platform, http } = server()
    const { email } = platform.people.stranger
    const token = await platform.tokens.grant(platform.people.stranger, '127.0.0.1')
    const session = await signIn(email, platform.password)
    const cookie = String(session.headers['set-cookie']).split(';')[0] ?? ''
    const ask = async (headers: Record<string, string>) =>
      (await http.inject({ method: 'GET', url: '/v2/whoami', headers })).statusCode
    const bearer = { authorization: `Bearer ${token.access_token}` }
    expect([await ask(bearer), await ask({ cookie })]).toEqual([200, 200])
    expect((await send('PATCH', at('stranger')(), 'admin', { isArchived: true })).body).toMatchObject({
      isArchived: true,
    })
    expect([await ask(bearer), await ask({ cookie })]).toEqual([401, 401])
    await expect(platform.tokens.grant(platform.people.stranger, '127.0.0.1')).rejects.toMatchObject({
      code: 'invalid_request',
    })
    expect((await signIn(email, platform.password)).status).toBe(401)
    expect((await send('PATCH', at('stranger')(), 'admin', { isArchived: false })).body).toMatchObject({
      isArchived: false,
    })
    expect(await ask(bearer)).toBe(401)
    expect((await platform.tokens.grant(platform.people.stranger, '127.0.0.1')).access_token).toEqual(
      expect.any(String),
    )
    expect(await eventsOf(idOf('stranger'))).toEqual(
      expect.arrayContaining(['MEMBER_DEACTIVATED', 'MEMBER_REACTIVATED']),
    )
  })

  /** A member with a workbook in My Documents and one in another member's workspace. */
  async function memberWithFiles() {
    const member = await invite({ memberType: 'Build' })
    const workspace = (await send('POST', '/v2/files', 'admin', { type: 'workspace', name: `Shared ${made}` }))
      .body as {
      id: string
    }
    const workbook = async (parentId: string) =>
      (
        (await send('POST', '/v2/files', 'admin', { type: 'workbook', name: 'W', parentId, ownerId: member.memberId }))
          .body as { id: string }
      ).id
    return { member, workspace, atHome: await workbook(member.homeFolderId), elsewhere: await workbook(workspace.id) }
  }
  const file = async (id: string) =>
    (await send('GET', `/v2/files/${id}`, 'admin')).body as {
      ownerId: string
      parentId: string
      path: string
      isArchived: boolean
    }

  test('deactivation transfers documents to the new owner; those in My Documents move to Archived Users', async () => {
    const { member, workspace, atHome, elsewhere } = await memberWithFiles()
    const { memberId, homeFolderId } = member
    const listed = await send('GET', `/v2/members/${memberId}/files`, 'admin')
    const ids = (listed.body as { entries: { id: string }[] }).entries.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining([atHome, elsewhere]))

    const change = { isArchived: true, newOwnerId: idOf('builder') }
    expect((await send('PATCH', `/v2/members/${memberId}`, 'admin', change)).status).toBe(200)
    expect(await file(atHome)).toMatchObject({
      ownerId: idOf('builder'),
      path: `My Documents/Archived Users/New Member ${made}`,
    })
    expect(await file(elsewhere)).toMatchObject({ ownerId: idOf('builder'), parentId: workspace.id })
    expect(await file(homeFolderId)).toMatchObject({ ownerId: memberId })
    expect((await send('GET', `/v2/files/${atHome}`, 'builder')).body).toMatchObject({ permission: 'edit' })
  })

  test.each<[string, () => string, number]>([
    ['unknown', () => 'nobody', 404],
    ['of another organization', () => idOf('outsider'), 404],
    ['the member itself', () => 'SELF', 400],
    ['deactivated', () => 'ARCHIVED', 400],
  ])('nothing moves when the new owner is %s', async (_title, ownerOf, status) => {
    const { member, atHome } = await memberWithFiles()
    const archived = await invite()
    await send('PATCH', `/v2/members/${archived.memberId}`, 'admin', { isArchived: true })
    const named: Record<string, string> = { SELF: member.memberId, ARCHIVED: archived.memberId }
    const newOwnerId = named[ownerOf()] ?? ownerOf()
    const path = `/v2/members/${member.memberId}`
    const refused = await send('PATCH', path, 'admin', { isArchived: true, newOwnerId, firstName: 'Changed' })
    expect(refused.status, refused.text).toBe(status)
    expect(await file(atHome)).toMatchObject({ ownerId: member.memberId, parentId: member.homeFolderId })
    expect((await send('GET', path, 'admin')).body).toMatchObject({ isArchived: false, firstName: 'New' })
  })

  test('archiveDocuments archives them in their place', async () => {
    const { member, atHome, elsewhere } = await memberWithFiles()
    await send('PATCH', `/v2/members/${member.memberId}`, 'admin', { isArchived: true, archiveDocuments: true })
    for (const id of [atHome, elsewhere]) {
      expect(await file(id)).toMatchObject({ isArchived: true, ownerId: member.memberId })
    }
  })

  test('DELETE deactivates and transfers the documents to the caller', async () => {
    const { member, atHome } = await memberWithFiles()
    expect((await send('DELETE', `/v2/members/${member.memberId}`, 'admin')).body).toEqual({})
    expect((await send('GET', `/v2/members/${member.memberId}`, 'admin')).body).toMatchObject({ isArchived: true })
    expect(await file(atHome)).toMatchObject({ ownerId: idOf('admin') })
  })

  test('a member who manages members without being an administrator cannot assign a type that manages members', async () => {
    const person = { email: 'by-builder@example.com', firstName: '', lastName: '' }
    const ofType = (memberType: string) => send('POST', '/v2/members', 'builder', { ...person, memberType })
    expect((await ofType('Admin')).status).toBe(403)
    expect((await ofType('Build')).status).toBe(403)
    expect((await ofType('Analyze')).status).toBe(200)
    expect((await send('PATCH', at('admin')(), 'builder', { email: 'mine@example.com' })).status).toBe(403)
    expect((await send('PATCH', at('viewer')(), 'builder', { memberType: 'Build' })).status).toBe(403)
    expect((await send('PATCH', at('viewer')(), 'builder', { firstName: 'Viewer' })).status).toBe(200)
    const take = { isArchived: true, newOwnerId: idOf('builder') }
    expect((await send('PATCH', at('viewer')(), 'builder', take)).status).toBe(403)
  })

  test('a new account type takes effect at once', async () => {
    const { memberId } = server().platform.people.analyst
    await send('PATCH', `/v2/members/${memberId}`, 'admin', { memberType: 'Build' })
    expect((await send('POST', '/v2/files', 'analyst', { type: 'workspace', name: 'Now I may' })).status).toBe(200)
    await send('PATCH', `/v2/members/${memberId}`, 'admin', { memberType: 'Analyze' })
    expect((await send('POST', '/v2/files', 'analyst', { type: 'workspace', name: 'Not any more' })).status).toBe(403)
  })

  const person = { email: 'person@example.com', firstName: 'P', lastName: 'Q' }
  const invalid = { status: 400, answer: { code: 'invalid_request' } } as const
  const forbidden = { status: 403, answer: { code: 'forbidden' } } as const
  const notFound = { status: 404, answer: { code: 'not_found' } } as const
  const conflict = { status: 409, answer: { code: 'conflict' } } as const

  scenarios(
    'POST /v2/members',
    server,
    [
      { name: 'needs manage-members', as: 'analyst', body: person, ...forbidden },
      {
        name: 'a taken email, in any case',
        as: 'admin',
        body: { ...person, email: 'Viewer@Example.com' },
        ...conflict,
      },
      { name: 'no email', as: 'admin', body: { ...person, email: 'person' }, ...invalid },
      { name: 'an unknown account type', as: 'admin', body: { ...person, memberType: 'King' }, ...invalid },
      {
        name: 'a guest cannot be an Admin',
        as: 'admin',
        body: { ...person, memberType: 'Admin', isGuest: true },
        ...invalid,
      },
      {
        name: 'isGuest against userKind',
        as: 'admin',
        body: { ...person, isGuest: true, userKind: 'internal' },
        ...invalid,
      },
      {
        name: 'an unknown team, and no member is created',
        as: 'admin',
        body: { ...person, addToTeams: [{ teamId: newUuid() }] },
        ...notFound,
        check: async () => {
          const { body } = await server().request({
            method: 'GET',
            path: '/v2/members',
            as: 'admin',
            query: { email: person.email },
          })
          expect(body).toMatchObject({ entries: [] })
        },
      },
    ],
    { operation: createMember },
  )

  scenarios(
    'PATCH /v2/members/{memberId}',
    server,
    [
      { name: 'needs manage-members', as: 'viewer', path: at('viewer'), body: { firstName: 'X' }, ...forbidden },
      { name: 'an unknown member', as: 'admin', path: '/v2/members/nobody', body: {}, ...notFound },
      { name: 'a member of another organization', as: 'admin', path: at('outsider'), body: {}, ...notFound },
      {
        name: 'a taken email',
        as: 'admin',
        path: at('viewer'),
        body: { email: 'builder@example.com' },
        ...conflict,
      },
      {
        name: 'members cannot deactivate themselves',
        as: 'admin',
        path: at('admin'),
        body: { isArchived: true },
        ...conflict,
      },
      {
        name: 'members cannot lower their own account type',
        as: 'admin',
        path: at('admin'),
        body: { memberType: 'View' },
        ...conflict,
      },
      {
        name: 'hand-over without deactivation',
        as: 'admin',
        path: at('viewer'),
        body: { archiveDocuments: true },
        ...invalid,
      },
      {
        name: 'hand-over and archive at once',
        as: 'admin',
        path: at('viewer'),
        body: { isArchived: true, archiveDocuments: true, newOwnerId: 'x' },
        ...invalid,
      },
      {
        name: 'a new owner without isArchived',
        as: 'admin',
        path: at('viewer'),
        body: { isInactive: true, newOwnerId: 'x' },
        ...invalid,
      },
      {
        name: 'absent fields keep their values',
        as: 'admin',
        path: at('viewer'),
        body: { lastName: 'New', profileImgUrl: 'https://example.com/me.png' },
        status: 200,
        answer: { email: 'viewer@example.com', lastName: 'New', profileImgUrl: 'https://example.com/me.png' },
        check: async () => expect(await eventsOf(idOf('viewer'))).toContain('MEMBER_UPDATED'),
      },
    ],
    { operation: updateMember },
  )

  scenarios(
    'DELETE /v2/members/{memberId}',
    server,
    [
      { name: 'is for administrators', as: 'builder', path: at('viewer'), ...forbidden },
      { name: 'not oneself', as: 'admin', path: at('admin'), ...conflict },
      { name: 'an unknown member', as: 'admin', path: '/v2/members/nobody', ...notFound },
    ],
    { operation: deleteMember },
  )

  scenarios(
    'POST /v2/members/{memberId}/invitation',
    server,
    [
      { name: 'a member with a password cannot be invited', as: 'admin', path: invitationOf('guest'), ...conflict },
      { name: 'needs manage-members', as: 'viewer', path: invitationOf('viewer'), ...forbidden },
      { name: 'an unknown member', as: 'admin', path: '/v2/members/nobody/invitation', ...notFound },
    ],
    { operation: createInvitation },
  )

  test('a lost link is replaced by a new one', async () => {
    const created = await invite()
    const again = await send('POST', `/v2/members/${created.memberId}/invitation`, 'admin')
    const url = (again.body as { url: string }).url
    const accepted = await send('POST', '/auth/accept-invitation', null, { token: url.split('#')[1], password })
    expect(accepted.status, accepted.text).toBe(200)
    expect(await eventsOf(created.memberId)).toContain('INVITATION_CREATED')
  })

  scenarios(
    'POST /auth/accept-invitation',
    server,
    [
      { name: 'a forged link', body: { token: 'W10.x', password }, status: 401, answer: { code: 'unauthorized' } },
      { name: 'no link at all', body: { token: 'x', password }, status: 401, answer: { code: 'unauthorized' } },
      { name: 'a short password', body: { token: 'x', password: 'short' }, ...invalid },
      {
        name: 'from the page of another site',
        body: { token: 'x', password },
        headers: { origin: 'https://evil.example' },
        status: 403,
        answer: { code: 'csrf_failed' },
      },
    ],
    { operation: acceptInvitation },
  )
})
