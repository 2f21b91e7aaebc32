import {
  assignUserAttributesToTeam,
  createUserAttribute,
  deleteUserAttribute,
  deleteUserAttributeForTeam,
  deleteUserAttributeForTenant,
  deleteUserAttributeForUser,
  getTeamUserAttributeAssignments,
  getUserAttribute,
  getUserAttributeTeamAssignments,
  getUserAttributeTenantAssignments,
  getUserAttributeUserAssignments,
  listMemberUserAttributes,
  type OperationDefinition,
  setUserAttributeForTeams,
  setUserAttributeForTenants,
  setUserAttributeForUsers,
  updateUserAttribute,
  updateUserAttributeForTeams,
  updateUserAttributeForTenants,
  updateUserAttributeForUsers,
} from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Role, requestsOf, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
const text = (val: string) => ({ type: 'string', val })

describeStores('user attributes', (openStore) => {
  let documents: TestServices
  let workbookId = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    const connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    const builder = await documents.viewer('builder')
    const orders = {
      id: 'orders',
      kind: 'table',
      name: 'Orders',
      source: { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] },
      columns: [
        { id: 'id', formula: '[ORDERS/ORDER_ID]', name: 'Id' },
        { id: 'mine', formula: '[ORDERS/CHANNEL] = CurrentUserAttributeText("Channel")', name: 'Mine', hidden: true },
      ],
      filters: [{ id: 'f', columnId: 'mine', kind: 'list', mode: 'include', values: [true] }],
      sort: [{ columnId: 'id', direction: 'ascending' }],
    }
    const body = {
      name: 'Secured',
      folderId: platform.people.builder.homeFolderId,
      schemaVersion: 1,
      pages: [{ id: 'p', name: 'Page', elements: [orders] }],
    }
    workbookId = (await documents.specs.create(builder, 'workbook', body)).record.inode.id
    await documents.share(workbookId, 'viewer', 'view')
    return documents.routes
  })
  const memberId = (role: Role) => server().platform.people[role].memberId
  const { done } = requestsOf(server, 'admin')
  const attribute = async (name: string, more = {}) => {
    const { userAttributeId } = await done('POST', '/v2/user-attributes', { name, ...more })
    return `/v2/user-attributes/${userAttributeId}`
  }
  const team = async (name: string, roles: Role[]) =>
    String((await done('POST', '/v2/teams', { name, members: roles.map(memberId) })).teamId)
  const valuesOf = async (path: string, query: Record<string, string> = {}) => {
    const found: object[] = []
    for (let page = ''; ; ) {
      const { body, status, text } = await server().request({
        method: 'GET',
        path,
        as: 'admin',
        query: { ...query, limit: 1, page },
      })
      expect(status, text).toBe(200)
      const { entries, nextPage, total } = body as { entries: object[]; nextPage: string | null; total: number }
      found.push(...entries)
      if (nextPage === null) return { entries: found, total }
      page = nextPage
    }
  }
  const idsSeenBy = async (as: Role) => {
    const { lines } = await server().request({
      method: 'POST',
      path: `/v2/workbooks/${workbookId}/pages/p/data`,
      as,
      body: {},
    })
    return lines.flatMap((line) => {
      const { event, columns } = line as { event: string; columns?: unknown[][] }
      return event === 'batch' ? (columns?.[0] ?? []) : []
    })
  }
  const actionsOn = async (path: string) => {
    const rows = await server()
      .platform.store.db.selectFrom('audit_events')
      .select('action')
      .where('object_id', '=', path.split('/')[3] ?? '')
      .orderBy('id')
      .execute()
    return rows.map(({ action }) => action.replace('USER_ATTRIBUTE_', ''))
  }

  test('a row policy shows other rows with the next request after a value has changed', async () => {
    expect(await idsSeenBy('viewer')).toEqual([])
    const path = await attribute('Channel', { defaultValue: text('counter') })
    expect(await idsSeenBy('viewer')).toEqual(['2'])
    const later = await team('Later', ['viewer'])
    const sooner = await team('Sooner', ['viewer'])
    await done('POST', `${path}/teams`, {
      assignments: [
        { teamId: later, value: text('app') },
        { teamId: sooner, value: text('web') },
      ],
    })
    expect(await idsSeenBy('viewer')).toEqual(['4'])
    await done('POST', `/v2/teams/${sooner}/assignedUserAttributes`, { assignments: [] })
    await done('POST', `${path}/teams`, { assignments: [{ teamId: later, value: text('app'), priority: 9 }] })
    expect(await idsSeenBy('viewer')).toEqual(['1', '3'])
    await done('POST', `${path}/users`, { assignments: [{ userId: memberId('viewer'), value: text('counter') }] })
    expect(await idsSeenBy('viewer')).toEqual(['2'])
    expect(await idsSeenBy('admin')).toEqual(['2'])
    await done('PATCH', `${path}/users`, { delete: [{ userId: memberId('viewer') }] })
    expect(await idsSeenBy('viewer')).toEqual(['1', '3'])
    await done('PATCH', `/v2/teams/${sooner}/members`, { remove: [memberId('viewer')] })
    expect(await idsSeenBy('viewer')).toEqual(['4'])
    await done('DELETE', `/v2/teams/${later}`)
    expect(await idsSeenBy('viewer')).toEqual(['2'])
    await done('PATCH', path, { defaultValue: null })
    expect(await idsSeenBy('viewer')).toEqual([])
    expect(await actionsOn(path)).toEqual([
      'CREATED',
      'VALUES_SET',
      'VALUES_SET',
      'VALUES_SET',
      'VALUES_REMOVED',
      'UPDATED',
    ])
    await done('DELETE', path)
    await done('DELETE', `/v2/teams/${sooner}`)
  })

  test('the value of a member has its origin', async () => {
    const path = await attribute('Region', { description: 'd', defaultValue: text('north') })
    const id = path.split('/')[3]
    const own = `/v2/members/${memberId('analyst')}/user-attributes`
    const counts = async () => (await valuesOf(own)).entries[0]
    expect(await counts()).toMatchObject({ userAttributeName: 'Region', value: text('north'), from: 'default' })
    const first = await team('First', ['analyst'])
    await done('POST', `/v2/teams/${first}/assignedUserAttributes`, {
      assignments: [{ userAttributeId: id, value: text('east') }],
    })
    expect(await counts()).toMatchObject({ value: text('east'), from: 'team', teamId: first })
    await done('POST', `${path}/users`, { assignments: [{ userId: memberId('analyst'), value: text('') }] })
    expect(await counts()).toMatchObject({ value: text(''), from: 'member', teamId: null })
    await done('DELETE', `${path}/users/${memberId('analyst')}`)
    await done('DELETE', `${path}/teams/${first}`)
    await done('PATCH', path, { defaultValue: null })
    expect(await counts()).toMatchObject({ value: null, from: 'none' })
    expect(await done('GET', path)).toMatchObject({ name: 'Region', description: 'd', defaultValue: null })
    await done('DELETE', path)
    await done('DELETE', `/v2/teams/${first}`)
  })

  test('values of teams that the caller may not see are left out, and values of tenants for members who are not administrators', async () => {
    const path = await attribute('Of hidden teams')
    const [hidden, open] = [await team('Hidden', ['viewer']), await team('Open', ['viewer'])]
    await done('PATCH', `/v2/teams/${open}`, { visibility: 'public' })
    const assignments = [hidden, open].map((teamId) => ({ teamId, value: text('x') }))
    await done('POST', `${path}/teams`, { assignments })
    const listed = async (as: Role) => {
      const { entries, total } = await done('GET', `${path}/teams`, undefined, as)
      return { teams: (entries as { teamId: string }[]).map(({ teamId }) => teamId), total }
    }
    expect(await listed('admin')).toEqual({ teams: [hidden, open], total: 2 })
    expect(await listed('stranger')).toEqual({ teams: [open], total: 1 })
    const readTeam = async (as: Role) => {
      const { entries } = await done('GET', `/v2/members/${memberId('viewer')}/user-attributes`, undefined, as)
      return (entries as { userAttributeName: string }[]).find((each) => each.userAttributeName === 'Of hidden teams')
    }
    expect(await readTeam('admin')).toMatchObject({ from: 'team', teamId: hidden })
    expect(await readTeam('stranger')).toMatchObject({ from: 'team', teamId: null, value: text('x') })
    const ask = (method: string, at: string, body?: unknown) =>
      server().request({ method, path: at, as: 'stranger', ...(body === undefined ? {} : { body }) })
    for (const answer of [
      await ask('POST', `${path}/teams`, { assignments: [{ teamId: hidden, value: text('y') }] }),
      await ask('PATCH', `${path}/teams`, { delete: [{ teamId: hidden }] }),
      await ask('DELETE', `${path}/teams/${hidden}`),
      await ask('GET', `/v2/teams/${hidden}/user-attributes`),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { details: { kind: 'team', id: hidden } } })
    }
    expect((await ask('GET', `${path}/tenants`)).status).toBe(403)
  })

  test('the name cannot be changed, and a request with another one is refused', async () => {
    const path = await attribute('Named')
    const answer = await server().request({ method: 'PATCH', path, as: 'admin', body: { name: 'Other' } })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })

  test('lists are paged, in the order of precedence', async () => {
    const path = await attribute('Paged')
    await attribute('paged too')
    const teams = [await team('C', []), await team('B', []), await team('A', [])]
    await done('POST', `${path}/teams`, { assignments: teams.map((teamId) => ({ teamId, value: text(teamId) })) })
    await done('POST', `${path}/users`, {
      assignments: (['viewer', 'analyst', 'guest'] as const).map((role) => ({
        userId: memberId(role),
        value: text(role),
      })),
    })
    expect(await valuesOf('/v2/user-attributes', { name: 'PAGED' })).toMatchObject({
      entries: [{ name: 'Paged' }, { name: 'paged too' }],
      total: 2,
    })
    expect(await valuesOf(`${path}/teams`)).toMatchObject({
      entries: teams.map((teamId, index) => ({ teamId, value: text(teamId), priority: index + 1 })),
      total: 3,
    })
    const users = await valuesOf(`${path}/users`)
    expect(users.total).toBe(3)
    expect(new Set(users.entries.map((entry) => (entry as { userId: string }).userId)).size).toBe(3)
    expect(await valuesOf(`/v2/teams/${teams[0]}/user-attributes`)).toMatchObject({
      entries: [{ userAttributeName: 'Paged', value: text(teams[0] ?? '') }],
      total: 1,
    })
    await done('PATCH', `${path}/teams`, { delete: [{ teamId: teams[1] }, { teamId: teams[2] }] })
    expect((await valuesOf(`${path}/teams`)).total).toBe(1)
  })

  test('with one unknown team or member no value is assigned', async () => {
    const path = await attribute('Whole')
    const known = await team('Known', [])
    const refused = await server().request({
      method: 'POST',
      path: `${path}/teams`,
      as: 'admin',
      body: { assignments: [known, unknownId].map((teamId) => ({ teamId, value: text('x') })) },
    })
    expect(refused).toMatchObject({ status: 404, body: { details: { kind: 'team', id: unknownId } } })
    expect((await valuesOf(`${path}/teams`)).total).toBe(0)
    const stranger = { userId: memberId('outsider'), value: text('x') }
    const users = await server().request({
      method: 'POST',
      path: `${path}/users`,
      as: 'admin',
      body: { assignments: [{ userId: memberId('viewer'), value: text('x') }, stranger] },
    })
    expect(users).toMatchObject({ status: 404, body: { details: { kind: 'member' } } })
    expect((await valuesOf(`${path}/users`)).total).toBe(0)
  })

  const bodies: Record<string, object> = {
    updateUserAttribute: {},
    setUserAttributeForTeams: { assignments: [] },
    updateUserAttributeForTeams: { delete: [] },
    setUserAttributeForTenants: { assignments: [] },
    updateUserAttributeForTenants: { delete: [] },
    setUserAttributeForUsers: { assignments: [] },
    updateUserAttributeForUsers: { delete: [] },
    assignUserAttributesToTeam: { assignments: [] },
  }
  const refusals = (operation: OperationDefinition) => {
    const body = bodies[operation.id]
    const request = { path: operation.path.replaceAll(/\{\w+\}/g, unknownId), ...(body ? { body } : {}) }
    const kind = operation.path.startsWith('/v2/user-attributes')
      ? 'user attribute'
      : operation.path.startsWith('/v2/teams')
        ? 'team'
        : 'member'
    scenarios(
      `${operation.method} ${operation.path}`,
      server,
      [
        {
          name: 'an unknown id',
          as: 'admin',
          ...request,
          status: 404,
          answer: { code: 'not_found', details: { kind, id: unknownId } },
        },
        {
          name: 'needs manage-user-attributes',
          as: 'analyst',
          ...request,
          status: 403,
          answer: { code: 'forbidden' },
        },
      ],
      { operation },
    )
  }
  for (const operation of [getUserAttribute, updateUserAttribute, deleteUserAttribute]) refusals(operation)
  for (const operation of [getUserAttributeTeamAssignments, setUserAttributeForTeams]) refusals(operation)
  for (const operation of [updateUserAttributeForTeams, deleteUserAttributeForTeam]) refusals(operation)
  for (const operation of [getUserAttributeTenantAssignments, setUserAttributeForTenants]) refusals(operation)
  for (const operation of [updateUserAttributeForTenants, deleteUserAttributeForTenant]) refusals(operation)
  for (const operation of [getUserAttributeUserAssignments, setUserAttributeForUsers]) refusals(operation)
  for (const operation of [updateUserAttributeForUsers, deleteUserAttributeForUser]) refusals(operation)
  for (const operation of [assignUserAttributesToTeam, getTeamUserAttributeAssignments]) refusals(operation)
  for (const operation of [listMemberUserAttributes]) refusals(operation)

  scenarios(
    'POST /v2/user-attributes',
    server,
    [
      { name: 'a new one', as: 'builder', body: { name: 'Once' }, status: 200, answer: { defaultValue: null } },
      { name: 'a taken name', as: 'admin', body: { name: 'Once' }, status: 409, answer: { code: 'conflict' } },
    ],
    { operation: createUserAttribute },
  )
})
