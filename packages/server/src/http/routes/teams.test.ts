import {
  createTeam,
  deleteTeam,
  getTeam,
  getTeamMembers,
  listMemberTeams,
  updateTeam,
  updateTeamMember,
  updateTeamMembers,
} from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { newUuid } from '../../store/index.ts'
import { describeStores } from '../../store/testing.ts'
import { type Role, requestsAs, scenarios, useServer } from '../testing.ts'
import { buildTestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'

describeStores('teams', (openStore) => {
  const ids = { sales: newUuid(), secret: newUuid() }
  const server = useServer(openStore, async (platform) => {
    const stamp = { created_by: 'system', updated_by: 'system', created_at: 1, updated_at: 1 }
    const organization_id = platform.organizationId
    await platform.store.maintain('test teams', async (tx) => {
      for (const [name, id, visibility] of [
        ['Sales', ids.sales, 'public'],
        ['Secret', ids.secret, 'private'],
      ] as const) {
        const row = { organization_id, id, name, description: `Team ${name}`, visibility, is_archived: 0, ...stamp }
        await tx.insertInto('teams').values(row).execute()
      }
      const { memberId } = platform.people.analyst
      const row = { organization_id, member_id: memberId, added_by: 'system', added_at: 1 }
      await tx
        .insertInto('team_members')
        .values([
          { ...row, team_id: ids.sales, is_admin: 1 },
          { ...row, team_id: ids.secret, is_admin: 0 },
        ])
        .execute()
    })
    return buildTestServices(platform).routes
  })
  const memberId = (role: Role) => server().platform.people[role].memberId
  const { send } = requestsAs(server)
  const names = async (as: Role, query = {}, path = '/v2/teams') => {
    const { body, status, text } = await server().request({ method: 'GET', path, as, query })
    expect(status, text).toBe(200)
    return (body as { entries: { name: string }[] }).entries.map(({ name }) => name)
  }
  const membersOf = async (teamId: string) => {
    const { body } = await send('GET', `/v2/teams/${teamId}`, 'admin')
    return (body as { members: string[] }).members
  }
  const make = async (body: object) => (await send('POST', '/v2/teams', 'admin', body)).body as { teamId: string }
  const lastEvent = (objectId: string) =>
    server()
      .platform.store.db.selectFrom('audit_events')
      .select(['action', 'actor_id'])
      .where('object_id', '=', objectId)
      .orderBy('id', 'desc')
      .executeTakeFirst()

  test.each(['/v2/teams', '/v2.1/teams'])('%s lists teams to members who may see them, by name', async (path) => {
    expect(await names('admin', {}, path)).toEqual(['Sales', 'Secret'])
    expect(await names('analyst', {}, path)).toEqual(['Sales', 'Secret'])
    expect(await names('viewer', {}, path)).toEqual(['Sales'])
    expect(await names('guest', {}, path)).toEqual([])
    expect(await names('outsider', {}, path)).toEqual([])
  })

  test.each([
    ['a part of the name', { name: 'SEC' }, ['Secret']],
    ['a part of the description', { description: 'team sal' }, ['Sales']],
    ['the visibility', { visibility: 'public' }, ['Sales']],
    ['a sign of the pattern language', { name: '%' }, []],
  ])('teams are found by %s', async (_title, query, expected) => {
    expect(await names('admin', query)).toEqual(expected)
  })

  test('pages follow each other', async () => {
    const first = await server().request({ method: 'GET', path: '/v2/teams', as: 'admin', query: { limit: 1 } })
    const { entries, nextPage, total } = first.body as { entries: object[]; nextPage: string; total: number }
    expect({ count: entries.length, total }).toEqual({ count: 1, total: 2 })
    expect(await names('admin', { limit: 1, page: nextPage })).toEqual(['Secret'])
  })

  test('a team comes with a workspace to which its members may contribute', async () => {
    const { body } = await send('POST', '/v2/teams', 'admin', {
      name: 'With workspace',
      createTeamFolder: true,
      members: [memberId('viewer')],
    })
    const { workspaceId, teamId, visibility } = body as { workspaceId: string; teamId: string; visibility: string }
    expect(visibility).toBe('private')
    const seen = await send('GET', `/v2/files/${workspaceId}`, 'viewer')
    expect(seen.body).toMatchObject({ type: 'workspace', name: 'With workspace' })
    expect((await send('DELETE', `/v2/teams/${teamId}`, 'admin')).status).toBe(200)
    expect((await send('GET', `/v2/files/${workspaceId}`, 'viewer')).status).toBe(404)
    expect(await lastEvent(teamId)).toEqual({ action: 'TEAM_DELETED', actor_id: memberId('admin') })
  })

  test('a member who creates a private team without being an administrator can continue to manage it', async () => {
    const { body } = await send('POST', '/v2/teams', 'builder', { name: 'Of the builder' })
    const { teamId, members } = body as { teamId: string; members: string[] }
    expect(members).toEqual([memberId('builder')])
    expect((await send('PATCH', `/v2/teams/${teamId}`, 'builder', { description: 'x' })).status).toBe(200)
    expect((await send('GET', `/v2/teams/${teamId}`, 'stranger')).status).toBe(404)
    await send('DELETE', `/v2/teams/${teamId}`, 'builder')
  })

  test('one PATCH adds and removes, and works at once', async () => {
    const { teamId } = await make({ name: 'Changing', members: [memberId('viewer')] })
    const change = { add: [memberId('guest'), memberId('guest')], remove: [memberId('viewer')] }
    expect((await send('PATCH', `/v2/teams/${teamId}/members`, 'admin', change)).body).toEqual({})
    expect(await membersOf(teamId)).toEqual([memberId('guest')])
    expect(await names('guest')).toEqual(['Changing'])
    expect(await lastEvent(teamId)).toMatchObject({ action: 'TEAM_MEMBERS_CHANGED' })
    await send('PATCH', `/v2/teams/${teamId}/members`, 'admin', { remove: [memberId('guest')] })
    expect(await names('guest')).toEqual([])
    await send('DELETE', `/v2/teams/${teamId}`, 'admin')
  })

  test('members who manage all teams appoint admins, who change the members of their team', async () => {
    const { teamId } = await make({ name: 'With admins', members: [memberId('viewer')] })
    const path = `/v2/teams/${teamId}`
    const of = (role: Role) => `${path}/members/${memberId(role)}`
    const add = () => send('PATCH', `${path}/members`, 'viewer', { add: [memberId('analyst')] })
    expect((await add()).status).toBe(403)
    const named = await send('PATCH', of('viewer'), 'admin', { isTeamAdmin: true })
    expect(named.body).toEqual({ userId: memberId('viewer'), isTeamAdmin: true, addedBy: memberId('admin') })
    expect((await add()).status).toBe(200)
    expect((await send('PATCH', of('analyst'), 'viewer', { isTeamAdmin: true })).status).toBe(403)
    await send('PATCH', of('viewer'), 'admin', { isTeamAdmin: false })
    expect((await send('PATCH', path, 'viewer', { description: 'Mine' })).status).toBe(403)
    expect((await send('PATCH', of('stranger'), 'admin', { isTeamAdmin: true })).status).toBe(404)
    const events = await server()
      .platform.store.db.selectFrom('audit_events')
      .select('details')
      .where('action', '=', 'TEAM_ADMIN_CHANGED')
      .orderBy('id')
      .execute()
    expect(events.map(({ details }) => JSON.parse(details))).toMatchObject([
      { memberId: memberId('viewer'), before: { isTeamAdmin: false }, after: { isTeamAdmin: true } },
      { memberId: memberId('viewer'), before: { isTeamAdmin: true }, after: { isTeamAdmin: false } },
    ])
    await send('DELETE', path, 'admin')
  })

  test('a refused change changes nothing', async () => {
    const change = { add: [memberId('viewer'), memberId('outsider')] }
    const refused = await send('PATCH', `/v2/teams/${ids.sales}/members`, 'admin', change)
    expect(refused.body).toMatchObject({ code: 'not_found' })
    expect(await membersOf(ids.sales)).toEqual([memberId('analyst')])
    const both = { add: [memberId('viewer')], remove: [memberId('viewer')] }
    expect((await send('PATCH', `/v2/teams/${ids.sales}/members`, 'admin', both)).body).toMatchObject({
      code: 'invalid_request',
    })
  })

  test('a change sets the fields of the operation only, not other columns', async () => {
    const { teamId } = await make({ name: 'Closed' })
    const body = { description: 'new', organization_id: newUuid(), is_archived: 1, nothingOfOurs: true }
    expect(await send('PATCH', `/v2/teams/${teamId}`, 'admin', body)).toMatchObject({ status: 200 })
    const row = await server()
      .platform.store.db.selectFrom('teams')
      .selectAll()
      .where('id', '=', teamId)
      .executeTakeFirst()
    expect(row).toMatchObject({
      organization_id: server().platform.organizationId,
      name: 'Closed',
      description: 'new',
      is_archived: 0,
    })
  })

  test('texts with U+0000, which only one of the stores could store, are refused by both', async () => {
    expect(await send('GET', '/v2/teams/a%00b', 'admin')).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await send('POST', '/v2/teams', 'admin', { name: 'a\0b' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', details: { problems: [{ path: 'name' }] } },
    })
    const query = { name: 'a\0b' }
    expect(await server().request({ method: 'GET', path: '/v2/teams', as: 'admin', query })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    })
  })

  scenarios(
    'POST /v2/teams',
    server,
    [
      { name: 'needs manage-teams', as: 'analyst', body: { name: 'X' }, status: 403, answer: { code: 'forbidden' } },
      { name: 'a taken name', as: 'admin', body: { name: 'Sales' }, status: 409, answer: { code: 'conflict' } },
      {
        name: 'an unknown member',
        as: 'admin',
        body: { name: 'Y', members: ['nobody'] },
        status: 404,
        answer: { code: 'not_found' },
      },
      {
        name: 'returns the whole team',
        as: 'admin',
        body: { name: 'Whole', description: 'd', visibility: 'public' },
        status: 200,
        answer: { name: 'Whole', description: 'd', visibility: 'public', members: [], workspaceId: null },
        check: async ({ body }) => {
          const { teamId } = body as { teamId: string }
          expect(await lastEvent(teamId)).toEqual({ action: 'TEAM_CREATED', actor_id: memberId('admin') })
          await send('DELETE', `/v2/teams/${teamId}`, 'admin')
        },
      },
    ],
    { operation: createTeam },
  )

  const path = () => `/v2/teams/${ids.sales}`
  const hidden = () => `/v2/teams/${ids.secret}`
  const notFound = { status: 404, answer: { code: 'not_found' } } as const

  scenarios(
    'GET /v2/teams/{teamId}',
    server,
    [
      {
        name: 'a team with its members',
        as: 'viewer',
        path,
        status: 200,
        check: ({ body }) => expect(body).toMatchObject({ name: 'Sales', members: [memberId('analyst')] }),
      },
      { name: 'a private team of others', as: 'viewer', path: hidden, ...notFound },
      { name: 'an unknown team', as: 'viewer', path: `/v2/teams/${unknownId}`, ...notFound },
    ],
    { operation: getTeam },
  )

  scenarios(
    'PATCH /v2/teams/{teamId}',
    server,
    [
      {
        name: 'an admin of the team may',
        as: 'analyst',
        path,
        body: { description: 'New' },
        status: 200,
        answer: { name: 'Sales', description: 'New', visibility: 'public' },
        check: async () => expect(await lastEvent(ids.sales)).toMatchObject({ action: 'TEAM_UPDATED' }),
      },
      {
        name: 'a member of the team may not',
        as: 'analyst',
        path: hidden,
        body: { name: 'X' },
        status: 403,
        answer: { code: 'forbidden' },
      },
      { name: 'a taken name', as: 'admin', path, body: { name: 'Secret' }, status: 409, answer: { code: 'conflict' } },
      { name: 'a private team of others', as: 'builder', path: hidden, body: { name: 'X' }, ...notFound },
    ],
    { operation: updateTeam },
  )

  scenarios(
    'GET /v2/teams/{teamId}/members',
    server,
    [
      {
        name: 'with the member who added them',
        as: 'viewer',
        path: () => `${path()}/members`,
        status: 200,
        check: ({ body }) =>
          expect(body).toMatchObject({
            entries: [{ userId: memberId('analyst'), isTeamAdmin: true, addedBy: 'system' }],
            total: 1,
          }),
      },
      { name: 'a private team of others', as: 'viewer', path: () => `${hidden()}/members`, ...notFound },
    ],
    { operation: getTeamMembers },
  )

  scenarios(
    'PATCH /v2/teams/{teamId}/members',
    server,
    [
      {
        name: 'a member of the team may not',
        as: 'analyst',
        path: () => `${hidden()}/members`,
        body: {},
        status: 403,
        answer: { code: 'forbidden' },
      },
      { name: 'a private team of others', as: 'viewer', path: () => `${hidden()}/members`, body: {}, ...notFound },
    ],
    { operation: updateTeamMembers },
  )

  scenarios(
    'PATCH /v2/teams/{teamId}/members/{memberId}',
    server,
    [
      {
        name: 'an admin of the team cannot appoint others',
        as: 'analyst',
        path: () => `/v2/teams/${ids.sales}/members/${memberId('analyst')}`,
        body: { isTeamAdmin: false },
        status: 403,
        answer: { code: 'forbidden' },
      },
      {
        name: 'a member who is not in the team',
        as: 'admin',
        path: () => `/v2/teams/${ids.sales}/members/${memberId('viewer')}`,
        body: { isTeamAdmin: true },
        ...notFound,
      },
    ],
    { operation: updateTeamMember },
  )

  scenarios(
    'GET /v2/members/{memberId}/teams',
    server,
    [
      {
        name: 'all teams of the member',
        as: 'admin',
        path: () => `/v2/members/${memberId('analyst')}/teams`,
        status: 200,
        answer: { entries: [{ name: 'Sales' }, { name: 'Secret' }], total: 2 },
      },
      {
        name: 'a member sees its own',
        as: 'analyst',
        path: () => `/v2/members/${memberId('analyst')}/teams`,
        status: 200,
        answer: { total: 2 },
      },
      {
        name: 'nobody else does',
        as: 'builder',
        path: () => `/v2/members/${memberId('analyst')}/teams`,
        status: 403,
        answer: { code: 'forbidden' },
      },
      { name: 'an unknown member', as: 'admin', path: '/v2/members/nobody/teams', ...notFound },
    ],
    { operation: listMemberTeams },
  )

  scenarios(
    'DELETE /v2/teams/{teamId}',
    server,
    [
      {
        name: 'a member of the team may not',
        as: 'analyst',
        path: hidden,
        status: 403,
        answer: { code: 'forbidden' },
      },
      { name: 'a private team of others', as: 'viewer', path: hidden, ...notFound },
    ],
    { operation: deleteTeam },
  )
})
