import { createWorkspace, deleteWorkspace, getWorkspace, updateWorkspace } from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Role, requestsAs, scenarios, useServer } from '../testing.ts'
import { buildTestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'

describeStores('workspaces', (openStore) => {
  let finance = ''
  let sales = ''
  const server = useServer(openStore, async (platform) => {
    const documents = buildTestServices(platform)
    const builder = await documents.viewer('builder')
    finance = (await documents.files.create(builder, { type: 'workspace', name: 'Finance' })).id
    sales = (await documents.files.create(builder, { type: 'workspace', name: 'Sales' })).id
    await documents.share(sales, 'viewer', 'view')
    await documents.share(sales, 'guest', 'view')
    return documents.routes
  })
  const { send } = requestsAs(server)
  const names = async (as: Role, query = {}, path = '/v2/workspaces') => {
    const { body, status, text } = await server().request({ method: 'GET', path, as, query })
    expect(status, text).toBe(200)
    return (body as { entries: { name: string }[] }).entries.map(({ name }) => name).toSorted()
  }
  const make = async (name: string, as: Role = 'builder') =>
    (await send('POST', '/v2/workspaces', as, { name })).body as { workspaceId: string; workspaceUrlId: string }
  const lastAction = async (objectId: string) =>
    (
      await server()
        .platform.store.db.selectFrom('audit_events')
        .select('action')
        .where('object_id', '=', objectId)
        .orderBy('id', 'desc')
        .executeTakeFirst()
    )?.action

  test.each(['/v2/workspaces', '/v2.1/workspaces'])(
    '%s lists granted workspaces, also for an administrator',
    async (path) => {
      expect(await names('builder', {}, path)).toEqual(['Finance', 'Sales'])
      expect(await names('viewer', {}, path)).toEqual(['Sales'])
      expect(await names('guest', {}, path)).toEqual(['Sales'])
      expect(await names('stranger', {}, path)).toEqual([])
      expect(await names('admin', {}, path)).toEqual([])
    },
  )

  test.each<[Role, number]>([
    ['builder', 403],
    ['admin', 403],
    ['viewer', 404],
    ['outsider', 404],
  ])('a home folder is not a workspace: %s gets %i', async (as, status) => {
    const { homeFolderId } = server().platform.people.builder
    const answer = await send('GET', `/v2/workspaces/${homeFolderId}`, as)
    expect(answer.status, answer.text).toBe(status)
  })

  test.each([
    ['a part of the name', { name: 'ALE' }, ['Sales']],
    ['the whole name', { exactName: 'sALES' }, ['Sales']],
    ['a part in place of the whole name', { exactName: 'ale' }, []],
    ['both, where the whole name wins', { exactName: 'finance', name: 'ale' }, ['Finance']],
  ])('workspaces are found by %s', async (_title, query, expected) => {
    expect(await names('builder', query)).toEqual(expected)
  })

  test('names in any script are found in any case', async () => {
    const made = await make('Übersicht Größe')
    expect(await names('builder', { name: 'GRÖSSE' })).toEqual([])
    for (const query of [{ name: 'Übers' }, { name: 'ÜBERS' }, { exactName: 'übersicht größe' }, { name: 'größe' }]) {
      expect(await names('builder', query), JSON.stringify(query)).toEqual(['Übersicht Größe'])
    }
    const taken = await send('POST', '/v2/workspaces', 'builder', { name: 'ÜBERSICHT größe', noDuplicates: true })
    expect(taken.body).toMatchObject({ workspaceIds: [made.workspaceId] })
    await send('DELETE', `/v2/workspaces/${made.workspaceId}`, 'builder')
  })

  test('two may have the same name; noDuplicates returns existing ones', async () => {
    const [first, second] = [await make('Twice'), await make('Twice')]
    expect(first.workspaceId).not.toBe(second.workspaceId)
    const answer = await send('POST', '/v2/workspaces', 'builder', { name: 'TWICE', noDuplicates: true })
    const { workspaceIds, workspaceUrlIds } = answer.body as { workspaceIds: string[]; workspaceUrlIds: string[] }
    expect(workspaceIds.toSorted()).toEqual([first.workspaceId, second.workspaceId].toSorted())
    expect(workspaceUrlIds[workspaceIds.indexOf(first.workspaceId)]).toBe(first.workspaceUrlId)
    for (const { workspaceId } of [first, second]) await send('DELETE', `/v2/workspaces/${workspaceId}`, 'builder')
  })

  test('a name of hidden workspaces only can be used', async () => {
    const answer = await send('POST', '/v2/workspaces', 'stranger', { name: 'Finance', noDuplicates: true })
    const { workspaceId } = answer.body as { workspaceId: string }
    expect(workspaceId).toEqual(expect.any(String))
    await send('DELETE', `/v2/workspaces/${workspaceId}`, 'stranger')
  })

  test('the contents of a deleted workspace move into a folder of My Documents', async () => {
    const { workspaceId } = await make('Old')
    const folder = { type: 'folder', name: 'Inner', parentId: workspaceId }
    const { id } = (await send('POST', '/v2/files', 'builder', folder)).body as { id: string }
    expect((await send('DELETE', `/v2/workspaces/${workspaceId}`, 'builder')).body).toEqual({})
    expect((await send('GET', `/v2/files/${id}`, 'builder')).body).toMatchObject({ path: 'My Documents/Old' })
    expect((await send('GET', `/v2/files/${workspaceId}`, 'admin')).status).toBe(404)
    expect(await lastAction(workspaceId)).toBe('WORKSPACE_DELETED')
  })

  test('an empty workspace leaves no folder', async () => {
    const { workspaceId } = await make('Empty')
    await send('DELETE', `/v2/workspaces/${workspaceId}`, 'builder')
    const files = await server().request({ method: 'GET', path: '/v2/files', as: 'builder', query: { name: 'Empty' } })
    expect(files.body).toMatchObject({ entries: [] })
  })

  const forbidden = { status: 403, answer: { code: 'forbidden' } } as const
  const notFound = { status: 404, answer: { code: 'not_found' } } as const

  scenarios(
    'POST /v2/workspaces',
    server,
    [
      { name: 'needs create-workspaces', as: 'analyst', body: { name: 'X' }, ...forbidden },
      { name: 'needs a name', as: 'builder', body: {}, status: 400, answer: { code: 'invalid_request' } },
      {
        name: 'answers the workspace',
        as: 'builder',
        body: { name: 'New', noDuplicates: true },
        status: 200,
        answer: { name: 'New' },
        check: async ({ body }) => {
          const { workspaceId } = body as { workspaceId: string }
          expect(await lastAction(workspaceId)).toBe('WORKSPACE_CREATED')
          await send('DELETE', `/v2/workspaces/${workspaceId}`, 'builder')
        },
      },
    ],
    { operation: createWorkspace },
  )

  scenarios(
    'GET /v2/workspaces/{workspaceId}',
    server,
    [
      {
        name: 'with any right',
        as: 'viewer',
        path: () => `/v2/workspaces/${sales}`,
        status: 200,
        answer: { name: 'Sales' },
      },
      { name: 'an administrator sees all', as: 'admin', path: () => `/v2/workspaces/${finance}`, status: 200 },
      { name: 'one of others', as: 'viewer', path: () => `/v2/workspaces/${finance}`, ...notFound },
      { name: 'an unknown one', as: 'viewer', path: `/v2/workspaces/${unknownId}`, ...notFound },
      {
        name: 'My Documents is not a workspace, and its owner gets an error that says so',
        as: 'builder',
        path: ({ platform }) => `/v2/workspaces/${platform.people.builder.homeFolderId}`,
        status: 403,
        answer: { code: 'forbidden' },
      },
    ],
    { operation: getWorkspace },
  )

  scenarios(
    'PATCH /v2/workspaces/{workspaceId}',
    server,
    [
      {
        name: 'a new name',
        as: 'builder',
        path: () => `/v2/workspaces/${finance}`,
        body: { name: 'Money', noDuplicates: true },
        status: 200,
        answer: { name: 'Money' },
        check: async () => expect(await lastAction(finance)).toBe('WORKSPACE_UPDATED'),
      },
      {
        name: 'a taken name',
        as: 'builder',
        path: () => `/v2/workspaces/${finance}`,
        body: { name: 'sales', noDuplicates: true },
        status: 409,
        answer: { code: 'conflict' },
      },
      {
        name: 'a viewer may not change it',
        as: 'viewer',
        path: () => `/v2/workspaces/${sales}`,
        body: { name: 'X' },
        ...forbidden,
      },
      {
        name: 'one of others',
        as: 'viewer',
        path: () => `/v2/workspaces/${finance}`,
        body: { name: 'X' },
        ...notFound,
      },
    ],
    { operation: updateWorkspace },
  )

  scenarios(
    'DELETE /v2/workspaces/{workspaceId}',
    server,
    [
      { name: 'a viewer may not delete it', as: 'viewer', path: () => `/v2/workspaces/${sales}`, ...forbidden },
      { name: 'one of others', as: 'viewer', path: () => `/v2/workspaces/${finance}`, ...notFound },
    ],
    { operation: deleteWorkspace },
  )
})
