import {
  createAccountType,
  deleteAccountType,
  listAccountTypePermissions,
  listAccountTypes,
  updateAccountType,
} from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { requestsAs, scenarios, useServer } from '../testing.ts'
import { buildTestServices } from './testing.ts'

interface Entry {
  accountTypeId: string
  accountTypeName: string
  isCustom: boolean
}

describeStores('account types', (openStore) => {
  const ids: Record<string, string> = {}
  const server = useServer(openStore, async (platform) => {
    const rows = await platform.store.db
      .selectFrom('account_types')
      .select(['id', 'name'])
      .where('organization_id', '=', platform.organizationId)
      .execute()
    for (const { id, name } of rows) ids[name] = id
    return buildTestServices(platform).routes
  })
  const { send } = requestsAs(server)
  const of = (name: string, more = '') => `/v2/accountTypes/${ids[name]}${more}`
  const make = async (name: string, permissions: string[] = []) => {
    const answer = await send('POST', '/v2/accountTypes', 'admin', { name, description: '', permissions })
    expect(answer.status, answer.text).toBe(201)
    return `/v2/accountTypes/${(answer.body as Entry).accountTypeId}`
  }
  const permissionsOf = async (path: string) => {
    const { body } = await send('GET', `${path}/permissions`, 'admin')
    return (body as { permission: string }[]).map(({ permission }) => permission)
  }
  const eventsOf = async (path: string) => {
    const rows = await server()
      .platform.store.db.selectFrom('audit_events')
      .select('action')
      .where('object_id', '=', path.split('/').at(-1) ?? '')
      .orderBy('id')
      .execute()
    return rows.map(({ action }) => action)
  }

  test('the built-in ones come first, and pages follow by token', async () => {
    server().platform.clock.advance(1_000)
    const path = await make('Reviewer')
    const names: string[] = []
    let token: string | undefined = ''
    while (token !== undefined) {
      const query: Record<string, string | number> = { pageSize: 4, ...(token === '' ? {} : { pageToken: token }) }
      const { body } = await server().request({ method: 'GET', path: '/v2/accountTypes', as: 'admin', query })
      const part = body as { entries: Entry[]; nextPageToken?: string }
      names.push(...part.entries.map(({ accountTypeName }) => accountTypeName))
      token = part.nextPageToken
    }
    expect(names).toEqual(['View', 'Act', 'Analyze', 'Build', 'Admin', 'Reviewer'])
    await send('DELETE', path, 'admin')
  })

  test('a change sets the fields of the operation only, not other columns', async () => {
    const path = await make('Closed')
    const body = { description: 'new', is_built_in: 1, organization_id: 'x', nothingOfOurs: true }
    expect(await send('PATCH', path, 'admin', body)).toMatchObject({ status: 200, body: { description: 'new' } })
    const [row] = await server()
      .platform.store.db.selectFrom('account_types')
      .selectAll()
      .where('name', '=', 'Closed')
      .execute()
    expect(row).toMatchObject({ organization_id: server().platform.organizationId, description: 'new', is_built_in: 0 })
  })

  test('a permission includes the permissions that it needs', async () => {
    const path = await make('Downloader', ['full-explore', 'export-to-email'])
    expect(await permissionsOf(path)).toEqual([
      'view-workbooks',
      'basic-explore',
      'full-explore',
      'download',
      'export-to-email',
    ])
    await send('DELETE', path, 'admin')
  })

  test('the permissions of a custom type apply, change at once, and its members move when it is deleted', async () => {
    const path = await make('Maker', ['create-workspaces'])
    const { memberId } = server().platform.people.viewer
    await send('PATCH', `/v2/members/${memberId}`, 'admin', { memberType: 'Maker' })
    const workspace = () => send('POST', '/v2/workspaces', 'viewer', { name: 'Mine' })
    expect((await workspace()).status).toBe(200)
    const changed = await send('PATCH', path, 'admin', { name: 'Maker 2', permissions: ['view-workbooks'] })
    expect(changed.body).toMatchObject({ accountTypeName: 'Maker 2', isCustom: true })
    expect((await workspace()).status).toBe(403)
    expect((await send('DELETE', path, 'admin')).body).toMatchObject({ code: 'conflict' })
    const to = (name: string) => send('DELETE', `${path}?reassignToAccountTypeId=${ids[name]}`, 'admin')
    expect((await to('Admin')).body).toMatchObject({ code: 'conflict' })
    expect((await to('View')).body).toEqual({})
    expect((await send('GET', `/v2/members/${memberId}`, 'admin')).body).toMatchObject({ memberType: 'View' })
    expect(await eventsOf(path)).toEqual(['ACCOUNT_TYPE_CREATED', 'ACCOUNT_TYPE_UPDATED', 'ACCOUNT_TYPE_DELETED'])
  })

  const forbidden = { status: 403, answer: { code: 'forbidden' } } as const
  const notFound = { status: 404, answer: { code: 'not_found' } } as const
  const conflict = { status: 409, answer: { code: 'conflict' } } as const
  const body = { name: 'New', description: 'd', permissions: [] }
  const unknown = '/v2/accountTypes/x'

  scenarios('GET /v2/accountTypes', server, [{ name: 'is for administrators', as: 'builder', ...forbidden }], {
    operation: listAccountTypes,
  })
  scenarios(
    'POST /v2/accountTypes',
    server,
    [
      { name: 'is for administrators', as: 'builder', body, ...forbidden },
      { name: 'a taken name, in any case', as: 'admin', body: { ...body, name: 'build' }, ...conflict },
      {
        name: 'an unknown permission',
        as: 'admin',
        body: { ...body, permissions: ['fly'] },
        status: 400,
        answer: { code: 'invalid_request', message: 'There is no permission "fly".' },
      },
    ],
    { operation: createAccountType },
  )
  scenarios(
    'PATCH /v2/accountTypes/{accountTypeId}',
    server,
    [
      { name: 'is for administrators', as: 'builder', path: () => of('View'), body: {}, ...forbidden },
      { name: 'a built-in type cannot be changed', as: 'admin', path: () => of('View'), body: {}, ...conflict },
      { name: 'an unknown one', as: 'admin', path: unknown, body: {}, ...notFound },
    ],
    { operation: updateAccountType },
  )
  scenarios(
    'DELETE /v2/accountTypes/{accountTypeId}',
    server,
    [
      { name: 'is for administrators', as: 'builder', path: () => of('View'), ...forbidden },
      { name: 'a built-in type cannot be deleted', as: 'admin', path: () => of('Act'), ...conflict },
      { name: 'an unknown one', as: 'admin', path: unknown, ...notFound },
    ],
    { operation: deleteAccountType },
  )
  scenarios(
    'GET /v2/accountTypes/{accountTypeId}/permissions',
    server,
    [
      { name: 'is for administrators', as: 'builder', path: () => of('View', '/permissions'), ...forbidden },
      { name: 'an unknown one', as: 'admin', path: `${unknown}/permissions`, ...notFound },
      {
        name: 'names and descriptions in a bare array',
        as: 'admin',
        path: () => of('View', '/permissions'),
        status: 200,
        check: ({ body }) =>
          expect(body).toContainEqual({
            permission: 'view-worksheet',
            description: 'Open and use data models and datasets.',
          }),
      },
    ],
    { operation: listAccountTypePermissions },
  )
})
