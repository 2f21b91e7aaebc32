import { createTenant, deleteTenant, getTenant, listTenants, patchTenant } from '@octavo/core/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { Secret } from '../../config/index.ts'
import { tablesOfOrganization } from '../../store/tables-of-organization.ts'
import { describeStores } from '../../store/testing.ts'
import { addPerson, type Role, requestsOf, scenarios, useServer } from '../testing.ts'
import { buildTestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
const text = (val: string) => ({ type: 'string', val })

describeStores('tenants', (openStore) => {
  const server = useServer(openStore, async (platform) => buildTestServices(platform).routes)
  const { send, done } = requestsOf(server, 'admin')
  const tenant = async (slug: string, name = slug, as: Role = 'admin') => {
    const body = { tenantOrganizationName: name, tenantOrganizationSlug: slug }
    return String((await done('POST', '/v2/tenants', body, as)).tenantOrganizationId)
  }
  /** The slugs of all pages of a list. */
  const slugs = async (query: Record<string, string>, as: Role = 'admin') => {
    const found: string[] = []
    for (let pageToken = ''; ; ) {
      const answer = await server().request({
        method: 'GET',
        path: '/v2/tenants',
        as,
        query: { ...query, pageSize: 1, pageToken },
      })
      expect(answer.status, answer.text).toBe(200)
      const { entries, nextPageToken } = answer.body as {
        entries: { tenantOrganizationSlug: string }[]
        nextPageToken?: string
      }
      found.push(...entries.map(({ tenantOrganizationSlug }) => tenantOrganizationSlug))
      if (nextPageToken === undefined) return found
      pageToken = nextPageToken
    }
  }
  const eventsOn = async (id: string) => {
    const rows = await server()
      .platform.store.db.selectFrom('audit_events')
      .select(['organization_id', 'action', 'details'])
      .where('object_id', '=', id)
      .orderBy('id')
      .execute()
    return rows.map(({ organization_id, action, details }) => {
      const { before, after } = JSON.parse(details) as { before: unknown; after: unknown }
      return { organization_id, action, before, after }
    })
  }

  test('a tenant is created, read, renamed and removed, and the log of the parent has the events', async () => {
    const { organizationId, people, store } = server().platform
    const id = await tenant('acme-1', 'Acme')
    const path = `/v2/tenants/${id}`
    expect(await done('GET', path)).toMatchObject({
      tenantOrganizationId: id,
      parentOrganizationId: organizationId,
      tenantOrganizationName: 'Acme',
      tenantOrganizationSlug: 'acme-1',
      sharedAt: expect.any(String),
      tenantCloudProvider: 'self-hosted',
      tenantRegion: 'self-hosted',
      tenantApiUrl: expect.stringMatching(/^http/),
      createdBy: people.admin.memberId,
    })
    const types = await store.db.selectFrom('account_types').select('name').where('organization_id', '=', id).execute()
    expect(types).toContainEqual({ name: 'Admin' })
    const members = await store.db.selectFrom('members').select('id').where('organization_id', '=', id).execute()
    expect(members).toEqual([])
    expect(await done('PATCH', path, { tenantOrganizationSlug: 'acme-2' })).toMatchObject({
      tenantOrganizationName: 'Acme',
      tenantOrganizationSlug: 'acme-2',
    })
    await done('PATCH', path, { tenantOrganizationName: 'Acme Ltd', tenantOrganizationSlug: 'acme-2' })
    await done('PATCH', path)
    await done('DELETE', path)
    expect((await send('GET', path)).status).toBe(404)
    expect(await eventsOn(id)).toEqual([
      {
        organization_id: organizationId,
        action: 'TENANT_CREATED',
        before: null,
        after: { name: 'Acme', slug: 'acme-1' },
      },
      expect.objectContaining({ action: 'TENANT_RENAMED' }),
      expect.objectContaining({ action: 'TENANT_RENAMED' }),
      expect.objectContaining({ action: 'TENANT_RENAMED' }),
      {
        organization_id: organizationId,
        action: 'TENANT_DELETED',
        before: { name: 'Acme Ltd', slug: 'acme-2' },
        after: null,
      },
    ])
    await tenant('acme-2')
    await done('DELETE', `/v2/tenants/${(await onlyId('acme-2')) ?? ''}`)
  })

  const onlyId = async (search: string) => {
    const { body } = await server().request({ method: 'GET', path: '/v2/tenants', as: 'admin', query: { search } })
    return (body as { entries: { tenantOrganizationId: string }[] }).entries[0]?.tenantOrganizationId
  }

  test('lists are paged, sorted and searched, and contain only tenants of the own organization', async () => {
    const { people, clock } = server().platform
    const ids = [await tenant('list-b', 'Two')]
    clock.advance(1)
    ids.push(await tenant('list-a', 'Three'))
    clock.advance(1)
    ids.push(await tenant('list-c', 'One'))
    const others = await tenant('list-d', 'Others', 'outsider')
    const inOrder: [Record<string, string>, string[]][] = [
      [{}, ['list-b', 'list-a', 'list-c']],
      [{ order: 'desc' }, ['list-c', 'list-a', 'list-b']],
      [{ key: 'url' }, ['list-a', 'list-b', 'list-c']],
      [{ key: 'url', order: 'desc' }, ['list-c', 'list-b', 'list-a']],
      [{ key: 'name' }, ['list-c', 'list-a', 'list-b']],
      [{ key: 'createdAt', order: 'asc' }, ['list-b', 'list-a', 'list-c']],
      [{ search: 'IST-C' }, ['list-c']],
      [{ search: 'One' }, []],
      [{ search: 'list_' }, []],
      [{ search: people.outsider.memberId }, []],
      [{ search: people.admin.memberId, key: 'url' }, ['list-a', 'list-b', 'list-c']],
    ]
    for (const [query, expected] of inOrder) expect(await slugs(query), JSON.stringify(query)).toEqual(expected)
    expect((await slugs({ key: 'createdBy' })).sort()).toEqual(['list-a', 'list-b', 'list-c'])
    expect(await slugs({}, 'outsider')).toEqual(['list-d'])
    for (const id of ids) await done('DELETE', `/v2/tenants/${id}`)
    await done('DELETE', `/v2/tenants/${others}`, undefined, 'outsider')
  })

  test('sign-in takes the oldest organization that is nobody’s tenant', async () => {
    const { platform } = server()
    const id = await tenant('oldest')
    await platform.store.maintain('test', (tx) =>
      tx.updateTable('organizations').set({ created_at: 1 }).where('id', '=', id).execute(),
    )
    const { session } = await platform.signIn.signIn({
      email: platform.people.analyst.email,
      password: new Secret(platform.password),
      address: '127.0.0.1',
      userAgent: 'test',
    })
    expect(session.organization.organizationId).toBe(platform.organizationId)
    await done('DELETE', `/v2/tenants/${id}`)
  })

  test('a tenant is deleted with all of its data, and nothing else is', async () => {
    const { platform } = server()
    const { store, secrets, clock } = platform
    const kept = await tenant('kept')
    const id = await tenant('full')
    const person = await addPerson({
      store,
      secrets,
      clock,
      organizationId: id,
      name: 'inside',
      accountType: 'Admin',
      userKind: 'internal',
      hash: null,
    })
    const { access_token } = await platform.tokens.grant(person, '127.0.0.1')
    const inside = async (method: string, path: string, body?: unknown) => {
      const headers = { authorization: `Bearer ${access_token}` }
      const answer = await server().request({ method, path, headers, ...(body === undefined ? {} : { body }) })
      expect(answer.status, answer.text).toBeLessThan(300)
      return answer.body as Record<string, string>
    }
    const { teamId } = await inside('POST', '/v2/teams', { name: 'Team', members: [person.memberId] })
    const { userAttributeId } = await inside('POST', '/v2/user-attributes', { name: 'A' })
    await inside('POST', `/v2/user-attributes/${userAttributeId}/teams`, {
      assignments: [{ teamId, value: text('x') }],
    })
    await inside('POST', `/v2/user-attributes/${userAttributeId}/users`, {
      assignments: [{ userId: person.memberId, value: text('x') }],
    })
    const { workspaceId } = await inside('POST', '/v2/workspaces', { name: 'W' })
    const { id: folderId } = await inside('POST', '/v2/files', { type: 'folder', name: 'F', parentId: workspaceId })
    const { workbookId } = await inside('POST', '/v2/workbooks/spec', {
      name: 'Book',
      folderId,
      schemaVersion: 1,
      pages: [],
    })
    await inside('POST', '/v2/tags', { name: 'T', color: 'cyan' })
    await inside('POST', '/v2/workbooks/tag', { workbookId, tag: 'T' })
    await inside('GET', `/v2/workbooks/${workbookId}/draft`)
    await inside('POST', '/v2/favorites', { memberId: person.memberId, inodeId: workbookId })
    const args = [{ name: 'x', type: 'number' }]
    await inside('POST', '/v2/customFunctions', { name: 'Own', arguments: args, body: '[x] + 1' })
    const refused = await server().request({
      method: 'POST',
      path: '/v2/tenants',
      headers: { authorization: `Bearer ${access_token}` },
      body: { tenantOrganizationName: 'Below', tenantOrganizationSlug: 'below' },
    })
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } })

    const rows = async () => {
      const counts: Record<string, number> = {}
      for (const table of tablesOfOrganization) {
        const all = await store.db.selectFrom(table).select('organization_id').execute()
        for (const { organization_id } of all) counts[organization_id] = (counts[organization_id] ?? 0) + 1
      }
      return counts
    }
    const before = await rows()
    expect(before[id]).toBeGreaterThan(25)
    await done('DELETE', `/v2/tenants/${id}`)
    const after = await rows()
    expect(after[id]).toBeUndefined()
    // The parent has one more event; other organizations are unchanged.
    expect(after).toEqual({
      ...Object.fromEntries(Object.entries(before).filter(([organizationId]) => organizationId !== id)),
      [platform.organizationId]: (before[platform.organizationId] ?? 0) + 1,
    })
    const gone = await server().request({
      method: 'GET',
      path: '/v2/whoami',
      headers: { authorization: `Bearer ${access_token}` },
    })
    expect(gone.status).toBe(401)
    await done('DELETE', `/v2/tenants/${kept}`)
  })

  test('tenants have values of user attributes, deleted with the tenant or the attribute', async () => {
    const { userAttributeId } = await done('POST', '/v2/user-attributes', { name: 'Region' })
    const path = `/v2/user-attributes/${userAttributeId}/tenants`
    const ids = [await tenant('value-a'), await tenant('value-b'), await tenant('value-c')].sort()
    const listed = async () => {
      const { entries, total } = (await done('GET', path)) as { entries: Record<string, unknown>[]; total: number }
      expect(entries.length).toBe(total)
      return entries.map(({ tenantOrganizationId, value }) => [tenantOrganizationId, (value as { val: string }).val])
    }
    const assign = (values: [string | undefined, string][]) => ({
      assignments: values.map(([tenantOrganizationId, val]) => ({ tenantOrganizationId, value: text(val) })),
    })
    await done(
      'POST',
      path,
      assign([
        [ids[0], 'n'],
        [ids[1], 's'],
      ]),
    )
    await done(
      'POST',
      path,
      assign([
        [ids[1], 'e'],
        [ids[2], 'w'],
      ]),
    )
    expect(await listed()).toEqual([
      [ids[0], 'n'],
      [ids[1], 'e'],
      [ids[2], 'w'],
    ])

    const others = await tenant('value-d', 'd', 'outsider')
    for (const unknown of [unknownId, others, server().platform.organizationId]) {
      expect(
        await send(
          'POST',
          path,
          assign([
            [ids[0], 'changed'],
            [unknown, 'x'],
          ]),
        ),
      ).toMatchObject({
        status: 404,
        body: { details: { kind: 'tenant organization', id: unknown } },
      })
      expect(
        (await send('PATCH', path, { delete: [ids[0], unknown].map((each) => ({ tenantOrganizationId: each })) }))
          .status,
      ).toBe(404)
    }
    expect((await listed())[0]).toEqual([ids[0], 'n'])

    await done('PATCH', path, { delete: [{ tenantOrganizationId: ids[0] }] })
    await done('PATCH', path, { delete: [{ tenantOrganizationId: ids[0] }] })
    expect((await send('DELETE', `${path}/${ids[0]}`)).status).toBe(404)
    await done('DELETE', `${path}/${ids[1]}`)
    expect(await listed()).toEqual([[ids[2], 'w']])
    const events = await eventsOn(String(userAttributeId))
    expect(events[2]).toMatchObject({
      action: 'USER_ATTRIBUTE_VALUES_SET',
      before: { tenants: [{ id: ids[1], value: 's' }] },
      after: {
        tenants: [
          { id: ids[1], value: 'e' },
          { id: ids[2], value: 'w' },
        ],
      },
    })
    expect(events.map(({ action }) => action.replace('USER_ATTRIBUTE_', ''))).toEqual([
      'CREATED',
      'VALUES_SET',
      'VALUES_SET',
      'VALUES_REMOVED',
      'VALUES_REMOVED',
    ])
    await done('DELETE', `/v2/tenants/${ids[2]}`)
    expect(await listed()).toEqual([])
    await done('POST', path, assign([[ids[0], 'last']]))
    await done('DELETE', `/v2/user-attributes/${userAttributeId}`)
    const left = await server().platform.store.db.selectFrom('user_attribute_tenants').selectAll().execute()
    expect(left).toEqual([])
    for (const each of ids.slice(0, 2)) await done('DELETE', `/v2/tenants/${each}`)
    await done('DELETE', `/v2/tenants/${others}`, undefined, 'outsider')
  })

  const path = `/v2/tenants/${unknownId}`
  const adminOnly = {
    name: 'is for administrators',
    as: 'builder',
    status: 403,
    answer: { code: 'forbidden' },
  } as const
  const unknown = { as: 'admin', status: 404, answer: { code: 'not_found', details: { id: unknownId } } } as const
  const ownParent = () => `/v2/tenants/${server().platform.organizationId}`
  const given = (slug: string, more = {}) => ({ tenantOrganizationName: 'T', tenantOrganizationSlug: slug, ...more })

  scenarios('GET /v2/tenants', server, [adminOnly], { operation: listTenants })
  scenarios(
    'POST /v2/tenants',
    server,
    [
      { ...adminOnly, body: given('fresh') },
      {
        name: 'a new one',
        as: 'admin',
        body: given('taken'),
        status: 200,
        answer: { tenantOrganizationSlug: 'taken' },
      },
      {
        name: 'a slug that a tenant of another parent may have too',
        as: 'outsider',
        body: given('taken'),
        status: 409,
        answer: { code: 'conflict', message: expect.stringContaining('"taken"') },
      },
      { name: 'the slug of the parent', as: 'admin', body: given('main'), status: 409, answer: { code: 'conflict' } },
      {
        name: 'on a cloud',
        as: 'admin',
        body: given('cloud', { cloudProvider: 'aws' }),
        status: 400,
        answer: { code: 'not_supported', message: expect.stringContaining('"aws"') },
      },
      ...['Upper', 'two words', '', '-a', 'a/b', 'x'.repeat(64)].map((slug) => ({
        name: `the slug "${slug}"`,
        as: 'admin' as const,
        body: given(slug),
        status: 400,
        answer: { code: 'invalid_request' },
      })),
    ],
    { operation: createTenant },
  )
  for (const operation of [getTenant, deleteTenant]) {
    scenarios(
      `${operation.method} /v2/tenants/{tenantOrganizationId}`,
      server,
      [
        { ...adminOnly, path },
        { name: 'an unknown id', path, ...unknown },
        { name: 'the own organization', as: 'admin', path: ownParent, status: 404, answer: { code: 'not_found' } },
      ],
      { operation },
    )
  }
  describe('renaming', () => {
    let renamed = ''
    beforeAll(async () => {
      renamed = await tenant('renamed')
    })
    scenarios(
      'PATCH /v2/tenants/{tenantOrganizationId}',
      server,
      [
        { ...adminOnly, path, body: {} },
        { name: 'an unknown id', path, body: {}, ...unknown },
        {
          name: 'the own organization',
          as: 'admin',
          path: ownParent,
          body: {},
          status: 404,
          answer: { code: 'not_found' },
        },
        {
          name: 'a slug that is not valid in an address',
          as: 'admin',
          path: () => `/v2/tenants/${renamed}`,
          body: { tenantOrganizationSlug: 'Two Words' },
          status: 400,
          answer: { code: 'invalid_request', message: expect.stringContaining('"Two Words"') },
        },
        {
          name: 'a taken slug',
          as: 'admin',
          path: () => `/v2/tenants/${renamed}`,
          body: { tenantOrganizationSlug: 'main' },
          status: 409,
          answer: { code: 'conflict' },
        },
      ],
      { operation: patchTenant },
    )
  })
})
