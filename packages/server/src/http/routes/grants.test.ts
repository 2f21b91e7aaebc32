import {
  createConnectionGrant,
  createConnectionPathGrant,
  createGrant,
  createWorkbookGrant,
  createWorkspaceGrant,
  deleteConnectionGrant,
  deleteConnectionPathGrant,
  deleteGrant,
  deleteWorkbookGrant,
  deleteWorkspaceGrant,
  getGrant,
  listConnectionGrants,
  listConnectionPathGrants,
  listGrants,
  listWorkspaceGrants,
} from '@octavo/core/contract'
import { describe, expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Role, requestsAs, type Scenario, scenarios, useServer } from '../testing.ts'
import { buildTestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'

interface Entry {
  grantId: string
  inodeId: string
  memberId: string | null
  teamId: string | null
  permission: string
}

describeStores('grants', (openStore) => {
  const ids = { workspace: '', workbook: '', connection: '', hidden: '', seen: '' }
  const server = useServer(openStore, async (platform) => {
    const documents = buildTestServices(platform)
    const builder = await documents.viewer('builder')
    const { files } = documents
    ids.workspace = (await files.create(builder, { type: 'workspace', name: 'Finance' })).id
    ids.workbook = (await files.create(builder, { type: 'workbook', name: 'Book', parentId: ids.workspace })).id
    ids.hidden = (await files.create(builder, { type: 'workbook', name: 'Hidden' })).id
    ids.seen = (await files.create(builder, { type: 'workspace', name: 'Seen' })).id
    ids.connection = await documents.addConnection(
      [
        'CREATE TABLE T (A INTEGER)',
        'CREATE SCHEMA SHOP',
        'CREATE TABLE SHOP.ORDERS (A INTEGER)',
        'CREATE TABLE SHOP.LINES (A INTEGER)',
      ],
      { usableBy: ['analyst'] },
    )
    await documents.share(ids.seen, 'viewer', 'view')
    await documents.share(ids.hidden, 'analyst', 'view')
    return documents.routes
  })
  const idOf = (role: Role) => server().platform.people[role].memberId
  const { send } = requestsAs(server)
  const list = async (as: Role, query: Record<string, string | boolean>, path = '/v2/grants') => {
    const { body, status, text } = await server().request({ method: 'GET', path, as, query })
    expect(status, text).toBe(200)
    return (body as { entries: Entry[] }).entries
  }
  const eventsOf = async (objectId: string) => {
    const { store } = server().platform
    const rows = await store.db
      .selectFrom('audit_events')
      .select(['action', 'category'])
      .where('object_id', '=', objectId)
      .where('category', '=', 'ACCESS')
      .orderBy('id')
      .execute()
    return rows.map(({ action }) => action)
  }
  const grantTo = (role: Role, permission: string, inodeId = ids.workbook, as: Role = 'builder') =>
    send('POST', '/v2/grants', as, { grantee: { memberId: idOf(role) }, permission, inodeId })
  const revoke = async (inodeId: string) => {
    for (const { grantId } of await list('admin', { inodeId, directGrantsOnly: true })) {
      expect((await send('DELETE', `/v2/grants/${grantId}`, 'admin')).status).toBe(200)
    }
  }

  test('a grant gives access to the file at once, and its deletion ends it', async () => {
    const path = `/v2/files/${ids.workbook}`
    expect((await send('GET', path, 'viewer')).status).toBe(404)
    const made = await grantTo('viewer', 'view')
    expect(made.body).toMatchObject({
      inodeId: ids.workbook,
      memberId: idOf('viewer'),
      teamId: null,
      permission: 'view',
      inodeType: 'workbook',
    })
    expect((await send('GET', path, 'viewer')).body).toMatchObject({ permission: 'view' })
    const { grantId } = made.body as Entry
    expect((await send('DELETE', `/v2/grants/${grantId}`, 'builder')).body).toMatchObject({
      grantId,
      permission: 'view',
    })
    expect((await send('GET', path, 'viewer')).status).toBe(404)
    expect(await eventsOf(ids.workbook)).toEqual(['GRANT_CREATED', 'GRANT_DELETED'])
  })

  test('POST /v2/grants never lowers a permission', async () => {
    const first = (await grantTo('analyst', 'explore')).body as Entry
    expect((await grantTo('analyst', 'view')).body).toMatchObject({ grantId: first.grantId, permission: 'explore' })
    expect((await grantTo('analyst', 'edit')).body).toMatchObject({ grantId: first.grantId, permission: 'edit' })
    expect((await eventsOf(ids.workbook)).slice(-2)).toEqual(['GRANT_CREATED', 'GRANT_UPDATED'])
    expect(await list('builder', { inodeId: ids.workbook, directGrantsOnly: true })).toHaveLength(1)
    await revoke(ids.workbook)
  })

  test('on workbooks and workspaces a new grant replaces the old one, for several grantees at once', async () => {
    const team = (
      await send('POST', '/v2/teams', 'admin', { name: 'Readers', members: [idOf('stranger')], visibility: 'public' })
    ).body as { teamId: string }
    const grantees = [{ memberId: idOf('analyst') }, { teamId: team.teamId }]
    const path = `/v2/workbooks/${ids.workbook}/grants`
    for (const permission of ['explore', 'view']) {
      const grants = grantees.map((grantee) => ({ grantee, permission }))
      expect((await send('POST', path, 'builder', { grants })).body).toEqual({})
      const found = await list('builder', { inodeId: ids.workbook, directGrantsOnly: true })
      expect(found.map(({ memberId, teamId, permission: is }) => [memberId ?? teamId, is]).toSorted()).toEqual(
        [
          [idOf('analyst'), permission],
          [team.teamId, permission],
        ].toSorted(),
      )
    }
    expect((await send('GET', `/v2/files/${ids.workbook}`, 'stranger')).body).toMatchObject({ permission: 'view' })
    expect(await list('stranger', { userId: idOf('stranger') })).toMatchObject([{ teamId: team.teamId }])
    expect(await list('stranger', { userId: idOf('stranger'), directGrantsOnly: true })).toEqual([])
    expect(await list('admin', { teamId: team.teamId })).toMatchObject([{ inodeId: ids.workbook }])
    await revoke(ids.workbook)
  })

  test('comment on a workbook means view; other kinds of files refuse it', async () => {
    expect((await grantTo('viewer', 'comment')).body).toMatchObject({ permission: 'view' })
    await revoke(ids.workbook)
    const grants = [{ grantee: { memberId: idOf('viewer') }, permission: 'comment' }]
    expect((await send('POST', `/v2/workbooks/${ids.workbook}/grants`, 'builder', { grants })).status).toBe(200)
    expect(await list('builder', { inodeId: ids.workbook, directGrantsOnly: true })).toMatchObject([
      { permission: 'view' },
    ])
    await revoke(ids.workbook)
    expect((await grantTo('viewer', 'comment', ids.workspace)).body).toMatchObject({ code: 'invalid_request' })
  })

  test('one refused grantee refuses all', async () => {
    const grants = [idOf('viewer'), 'nobody'].map((memberId) => ({ grantee: { memberId }, permission: 'view' }))
    expect((await send('POST', `/v2/workbooks/${ids.workbook}/grants`, 'builder', { grants })).status).toBe(404)
    expect(await list('builder', { inodeId: ids.workbook, directGrantsOnly: true })).toEqual([])
  })

  test('the list of a file includes grants on folders above, as far as the reader may see them', async () => {
    const grants = [{ grantee: { memberId: idOf('analyst') }, permission: 'explore' }]
    await send('POST', `/v2/workspaces/${ids.workspace}/grants`, 'builder', { grants })
    await grantTo('viewer', 'view')
    const kinds = async (as: Role, directGrantsOnly = false) =>
      (await list(as, { inodeId: ids.workbook, directGrantsOnly })).map(({ inodeId }) => inodeId).toSorted()
    expect(await kinds('builder')).toEqual([ids.workbook, ids.workspace].toSorted())
    expect(await kinds('analyst')).toEqual([ids.workbook, ids.workspace].toSorted())
    expect(await kinds('builder', true)).toEqual([ids.workbook])
    expect(await kinds('viewer')).toEqual([ids.workbook])
    await revoke(ids.workbook)
    await revoke(ids.workspace)
  })

  test('grants on a connection give and end access to it', async () => {
    const path = `/v2/connections/${ids.connection}`
    expect((await send('GET', path, 'builder')).status).toBe(404)
    const grants = [{ grantee: { memberId: idOf('builder') }, permission: 'usage' }]
    expect((await send('POST', `${path}/grants`, 'admin', { grants })).body).toEqual({})
    expect((await send('GET', path, 'builder')).status).toBe(200)
    const found = await list('admin', {}, `${path}/grants`)
    const own = found.find(({ memberId }) => memberId === idOf('builder'))
    expect(own).toMatchObject({ inodeId: ids.connection, permission: 'usage', teamId: null })
    expect((await send('GET', `/v2/grants/${own?.grantId}`, 'builder')).body).toMatchObject({ inodeType: 'scope' })
    expect((await send('DELETE', `${path}/grants/${own?.grantId}`, 'admin')).body).toEqual({})
    expect((await send('GET', path, 'builder')).status).toBe(404)
    expect(await eventsOf(ids.connection)).toEqual(['GRANT_CREATED', 'GRANT_DELETED'])
  })

  test('a grant to everybody applies to every member except guests', async () => {
    const path = `/v2/files/${ids.workbook}`
    const everybody = { grantee: { isEveryone: true }, permission: 'view', inodeId: ids.workbook }
    const made = (await send('POST', '/v2/grants', 'builder', everybody)).body as Entry
    expect(made).toMatchObject({ isEveryone: true, memberId: null, teamId: null, permission: 'view' })
    for (const as of ['viewer', 'stranger'] as const) expect((await send('GET', path, as)).status).toBe(200)
    for (const as of ['guest', 'outsider'] as const) expect((await send('GET', path, as)).status).toBe(404)
    const raised = await send('POST', '/v2/grants', 'builder', { ...everybody, permission: 'explore' })
    expect(raised.body).toMatchObject({ grantId: made.grantId, permission: 'explore' })
    // It has no owner, so the list of a member's grants does not include it.
    expect(await list('stranger', { userId: idOf('stranger') })).toEqual([])
    const two = { ...everybody, grantee: { isEveryone: true, memberId: idOf('viewer') } }
    expect((await send('POST', '/v2/grants', 'builder', two)).status).toBe(400)
    const onWorkbook = { grants: [{ grantee: { isEveryone: true }, permission: 'view' }] }
    expect((await send('POST', `/v2/workbooks/${ids.workbook}/grants`, 'builder', onWorkbook)).status).toBe(200)
    expect(await list('builder', { inodeId: ids.workbook, directGrantsOnly: true })).toMatchObject([
      { grantId: made.grantId, permission: 'view', isEveryone: true },
    ])
    await revoke(ids.workbook)
    expect((await send('GET', path, 'stranger')).status).toBe(404)
  })

  test('a grant may be for one version tag: its grantee sees that version only, until the tag is removed', async () => {
    const tagOf = async (name: string) =>
      ((await send('POST', '/v2/tags', 'admin', { name, color: 'cyan' })).body as { versionTagId: string }).versionTagId
    const [shown, other] = [await tagOf('Shown'), await tagOf('Other')]
    const path = `/v2/workbooks/${ids.workbook}`
    const put = (tag: string) => send('POST', '/v2/workbooks/tag', 'builder', { workbookId: ids.workbook, tag })
    const taggedOf = async (tag: string) => ((await put(tag)).body as { taggedWorkbookId: string }).taggedWorkbookId
    const tagged = await taggedOf('Shown')
    await put('Other')
    const wanted = { grantee: { memberId: idOf('viewer') }, permission: 'view', inodeId: ids.workbook, tagId: shown }
    const made = (await send('POST', '/v2/grants', 'builder', wanted)).body as Entry
    expect(made).toMatchObject({ inodeId: ids.workbook, tagId: shown, inodeType: 'workbook', permission: 'view' })

    for (const at of [path, `/v2/files/${ids.workbook}`]) {
      const seen = (await send('GET', at, 'viewer')).body as { workbookId?: string; id?: string }
      expect(seen.workbookId ?? seen.id).toBe(tagged)
    }
    expect((await send('GET', `${path}/pages?tag=Other`, 'viewer')).status).toBe(404)
    const shownBy = async (filter: object) => (await list('admin', { ...filter })) as object[]
    for (const filter of [{ inodeId: ids.workbook, directGrantsOnly: true }, { userId: idOf('viewer') }]) {
      expect(await shownBy(filter)).toContainEqual(expect.objectContaining({ grantId: made.grantId, tagId: shown }))
    }
    for (const [path, id] of [
      ['/v2/workbooks', 'workbookId'],
      ['/v2/files?typeFilters=workbook', 'id'],
    ] as const) {
      const { body } = await send('GET', path, 'viewer')
      expect(body, path).toMatchObject({ entries: [{ name: 'Book', [id]: tagged }], total: 1 })
    }
    // A tag that moves to another version keeps its grants; a grant with another tag is a separate one.
    await put('Shown')
    expect((await send('GET', path, 'viewer')).status).toBe(200)
    const grants = [{ grantee: { memberId: idOf('viewer') }, permission: 'explore', tagId: other }]
    expect((await send('POST', `${path}/grants`, 'builder', { grants })).body).toEqual({})
    const both = await list('builder', { inodeId: ids.workbook, directGrantsOnly: true })
    expect(both.map(({ permission }) => permission).toSorted()).toEqual(['explore', 'view'])
    const ofOther = both.find(({ permission }) => permission === 'explore')?.grantId
    expect((await send('DELETE', `${path}/grants/${ofOther}`, 'builder')).body).toEqual({})
    await send('DELETE', `${path}/tags/${shown}`, 'builder')
    expect((await send('GET', path, 'viewer')).status).toBe(404)
    expect((await send('GET', `/v2/grants/${made.grantId}`, 'admin')).status).toBe(404)
    expect(await list('admin', { userId: idOf('viewer') })).not.toContainEqual(
      expect.objectContaining({ grantId: made.grantId }),
    )
    const gone = await send('POST', '/v2/grants', 'builder', wanted)
    expect(gone).toMatchObject({ status: 404, body: { details: { kind: 'version tag on this workbook', id: shown } } })
  })

  test('a folder may be shared by version tag: tagged versions of everything below it, and nothing else', async () => {
    const tagOf = async (name: string) =>
      ((await send('POST', '/v2/tags', 'admin', { name, color: 'cyan' })).body as { versionTagId: string }).versionTagId
    const [released, draft] = [await tagOf('Released'), await tagOf('Rough')]
    const fileOf = async (type: string, name: string, parentId: string) =>
      ((await send('POST', '/v2/files', 'builder', { type, name, parentId })).body as { id: string }).id
    const folder = await fileOf('folder', 'Reports', ids.workspace)
    const inner = await fileOf('folder', 'Inner', folder)
    const [book, other, outside] = [
      await fileOf('workbook', 'Yearly', inner),
      await fileOf('workbook', 'Not ready', folder),
      await fileOf('workbook', 'Elsewhere', ids.workspace),
    ]
    const put = async (workbookId: string, tag: string) =>
      ((await send('POST', '/v2/workbooks/tag', 'builder', { workbookId, tag })).body as { taggedWorkbookId: string })
        .taggedWorkbookId
    const tagged = await put(book, 'Released')
    await put(book, 'Rough')
    await put(other, 'Rough')
    await put(outside, 'Released')

    const wanted = { grantee: { memberId: idOf('stranger') }, permission: 'view', inodeId: folder, tagId: released }
    const made = (await send('POST', '/v2/grants', 'builder', wanted)).body as Entry
    expect(made).toMatchObject({ inodeId: folder, tagId: released, inodeType: 'folder', permission: 'view' })
    const again = await send('POST', '/v2/grants', 'builder', { ...wanted, permission: 'explore' })
    expect(again.body).toMatchObject({ grantId: made.grantId, permission: 'explore' })

    const seen = async (id: string) => {
      const { status, body } = await send('GET', `/v2/workbooks/${id}`, 'stranger')
      return status === 200 ? (body as { workbookId: string }).workbookId : status
    }
    expect(await seen(book)).toBe(tagged)
    expect(await seen(tagged)).toBe(tagged)
    for (const id of [other, outside]) expect(await seen(id)).toBe(404)
    expect((await send('GET', `/v2/workbooks/${book}/pages?tag=Rough`, 'stranger')).status).toBe(404)
    for (const id of [folder, inner]) expect((await send('GET', `/v2/files/${id}`, 'stranger')).status).toBe(404)
    for (const [path, id] of [
      ['/v2/workbooks', 'workbookId'],
      ['/v2/files?typeFilters=workbook', 'id'],
    ] as const) {
      const { body } = await send('GET', path, 'stranger')
      expect(body, path).toMatchObject({ entries: [{ name: 'Yearly', [id]: tagged }], total: 1 })
    }

    // Lists of the folder, of a file that inherits the grant, and of the member contain the grant.
    const filters: Record<string, string>[] = [{ inodeId: folder }, { inodeId: book }, { userId: idOf('stranger') }]
    for (const filter of filters) {
      expect(await list('admin', filter)).toContainEqual(
        expect.objectContaining({ grantId: made.grantId, inodeId: folder, tagId: released }),
      )
    }
    const { body: access } = await send('GET', `/v2/files/${tagged}/access`, 'builder')
    expect((access as { entries: { grantee: { id: string } }[] }).entries).toContainEqual(
      expect.objectContaining({
        grantee: expect.objectContaining({ id: idOf('stranger') }),
        explanation: expect.stringContaining('folder Reports'),
      }),
    )

    // A grant without a tag, and one with another tag, are separate grants.
    const plain = { grantee: wanted.grantee, permission: 'view', inodeId: folder }
    expect(((await send('POST', '/v2/grants', 'builder', plain)).body as Entry).grantId).not.toBe(made.grantId)
    expect(await seen(other)).toBe(other)
    for (const { grantId } of await list('builder', { inodeId: folder, directGrantsOnly: true })) {
      if (grantId !== made.grantId) await send('DELETE', `/v2/grants/${grantId}`, 'builder')
    }
    expect(await seen(other)).toBe(404)
    const higher = await send('POST', '/v2/grants', 'builder', { ...wanted, permission: 'organize' })
    expect(higher).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    const unknown = await send('POST', '/v2/grants', 'builder', { ...wanted, tagId: unknownId })
    expect(unknown).toMatchObject({ status: 404, body: { details: { kind: 'version tag', id: unknownId } } })

    // A workspace has its own operation; deleting a tag deletes its grants.
    const grants = [{ grantee: wanted.grantee, permission: 'view', tagId: draft }]
    expect((await send('POST', `/v2/workspaces/${ids.workspace}/grants`, 'builder', { grants })).body).toEqual({})
    expect(await seen(other)).not.toBe(404)
    await send('DELETE', `/v2/tags/${draft}`, 'admin')
    expect(await seen(other)).toBe(404)
    expect(await list('admin', { userId: idOf('stranger') })).toMatchObject([{ grantId: made.grantId }])
    expect((await send('DELETE', `/v2/grants/${made.grantId}`, 'builder')).body).toMatchObject({ tagId: released })
    expect(await seen(book)).toBe(404)
  })

  test('My Documents itself cannot be shared', async () => {
    const inodeId = server().platform.people.builder.homeFolderId
    for (const as of ['builder', 'admin'] as const) {
      const answer = await send('POST', '/v2/grants', as, {
        grantee: { memberId: idOf('viewer') },
        permission: 'view',
        inodeId,
      })
      expect(answer, answer.text).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    }
  })

  const forbidden = { status: 403, answer: { code: 'forbidden' } } as const
  const notFound = { status: 404, answer: { code: 'not_found' } } as const
  const invalid = { status: 400, answer: { code: 'invalid_request' } } as const
  const onTag = { status: 400, answer: { code: 'not_supported' } } as const
  const body = () => ({ grantee: { memberId: idOf('guest') }, permission: 'view', inodeId: ids.seen })
  const refused = (title: string, as: Role, given: () => object, expected: { status: number; answer: object }) =>
    test(`POST /v2/grants: ${title}`, async () => {
      const got = await send('POST', '/v2/grants', as, given())
      expect(got.status, got.text).toBe(expected.status)
      expect(got.body).toMatchObject(expected.answer)
    })
  refused('to see is not to share', 'viewer', body, forbidden)
  refused('a file of others is not found', 'stranger', body, notFound)
  refused('a word that the kind does not know', 'builder', () => ({ ...body(), permission: 'usage' }), invalid)
  refused(
    'a data right on a workbook',
    'builder',
    () => ({ ...body(), inodeId: ids.workbook, permission: 'organize' }),
    invalid,
  )
  refused('two grantees', 'builder', () => ({ ...body(), grantee: { memberId: idOf('guest'), teamId: 'x' } }), invalid)
  refused('no grantee', 'builder', () => ({ ...body(), grantee: {} }), invalid)
  refused(
    'a member of another organization',
    'builder',
    () => ({ ...body(), grantee: { memberId: idOf('outsider') } }),
    notFound,
  )
  refused('an unknown team', 'builder', () => ({ ...body(), grantee: { teamId: unknownId } }), notFound)
  refused('an unknown version tag', 'builder', () => ({ ...body(), tagId: 'x' }), notFound)

  const fixed = { grantee: { memberId: 'nobody' }, permission: 'view' }
  scenarios(
    'POST /v2/grants',
    server,
    [{ name: 'an unknown file', as: 'builder', body: { ...fixed, inodeId: unknownId }, ...notFound }],
    {
      operation: createGrant,
      untested: { forbidden: 'stands above', not_supported: 'stands above' },
    },
  )

  scenarios(
    'GET /v2/grants',
    server,
    [
      { name: 'of nothing', as: 'admin', ...invalid },
      { name: 'of two things', as: 'admin', query: { teamId: 'x', userId: 'y' }, ...invalid },
      { name: 'of an unknown file', as: 'admin', query: { inodeId: unknownId }, ...notFound },
      { name: 'of an unknown member', as: 'admin', query: { userId: 'nobody' }, ...notFound },
      { name: 'of another member', as: 'builder', query: { userId: 'nobody' }, ...forbidden },
    ],
    { operation: listGrants },
  )

  const grantOn = async (inodeId: string) =>
    (await list('admin', { inodeId, directGrantsOnly: true })).at(0)?.grantId ?? ''
  test('a grant on a hidden file is hidden, one on a visible file may be read but not deleted', async () => {
    const [hidden, seen] = [await grantOn(ids.hidden), await grantOn(ids.seen)]
    for (const method of ['GET', 'DELETE']) {
      expect((await send(method, `/v2/grants/${hidden}`, 'viewer')).status).toBe(404)
    }
    expect((await send('GET', `/v2/grants/${seen}`, 'viewer')).body).toMatchObject({
      grantId: seen,
      inodeType: 'folder',
    })
    expect((await send('DELETE', `/v2/grants/${seen}`, 'viewer')).body).toMatchObject({ code: 'forbidden' })
  })
  scenarios(
    'GET /v2/grants/{grantId}',
    server,
    [{ name: 'an unknown grant', as: 'admin', path: `/v2/grants/${unknownId}`, ...notFound }],
    {
      operation: getGrant,
    },
  )
  scenarios(
    'DELETE /v2/grants/{grantId}',
    server,
    [{ name: 'an unknown grant', as: 'admin', path: `/v2/grants/${unknownId}`, ...notFound }],
    { operation: deleteGrant, untested: { forbidden: 'stands above' } },
  )

  const grants = { grants: [{ grantee: { memberId: 'nobody' }, permission: 'view' }] }
  const tagged = { grants: [{ ...fixed, grantee: { isEveryone: true }, tagId: 'x' }] }
  const usageOfNobody = { grants: [{ grantee: { memberId: 'nobody' }, permission: 'usage' }] }
  const onWorkspace =
    (more = '') =>
    () =>
      `/v2/workspaces/${ids.seen}/grants${more}`
  const onWorkbook =
    (more = '') =>
    () =>
      `/v2/workbooks/${ids.hidden}/grants${more}`
  const onConnection =
    (more = '') =>
    () =>
      `/v2/connections/${ids.connection}/grants${more}`
  const refusals = (
    path: (more?: string) => () => string,
    sharer: Role,
    reader: Role,
    sent?: object,
    withTag?: object,
    ofTag: { status: number; answer: object } = onTag,
  ) => {
    const more = sent === undefined ? `/${unknownId}` : ''
    const rows: Scenario[] = [
      { name: 'a viewer may not share', as: reader, path: path(more), ...(sent ? { body: sent } : {}), ...forbidden },
      {
        name: 'an object that the caller may not see',
        as: 'stranger',
        path: path(more),
        ...(sent ? { body: sent } : {}),
        ...notFound,
      },
      {
        name: 'an object that does not exist',
        as: sharer,
        path: path(more),
        ...(sent ? { body: sent } : {}),
        ...notFound,
      },
    ]
    if (withTag) rows.push({ name: 'a version tag', as: sharer, path: path(), body: withTag, ...ofTag })
    return rows
  }

  scenarios(
    'GET /v2/workspaces/{workspaceId}/grants',
    server,
    [
      { name: 'with any right', as: 'viewer', path: onWorkspace(), status: 200, answer: { total: 1 } },
      { name: 'a workspace of others', as: 'stranger', path: onWorkspace(), ...notFound },
    ],
    { operation: listWorkspaceGrants },
  )
  scenarios(
    'POST /v2/workspaces/{workspaceId}/grants',
    server,
    refusals(onWorkspace, 'builder', 'viewer', grants, tagged, notFound),
    {
      operation: createWorkspaceGrant,
    },
  )
  scenarios(
    'DELETE /v2/workspaces/{workspaceId}/grants/{grantId}',
    server,
    refusals(onWorkspace, 'builder', 'viewer'),
    {
      operation: deleteWorkspaceGrant,
    },
  )
  scenarios('POST /v2/workbooks/{workbookId}/grants', server, refusals(onWorkbook, 'builder', 'analyst', grants), {
    operation: createWorkbookGrant,
  })
  scenarios('DELETE /v2/workbooks/{workbookId}/grants/{grantId}', server, refusals(onWorkbook, 'builder', 'analyst'), {
    operation: deleteWorkbookGrant,
  })
  scenarios(
    'GET /v2/connections/{connectionId}/grants',
    server,
    [
      { name: 'a user of the connection may not share', as: 'analyst', path: onConnection(), ...forbidden },
      { name: 'a connection of others', as: 'stranger', path: onConnection(), ...notFound },
      { name: 'an unknown one', as: 'admin', path: '/v2/connections/x/grants', ...notFound },
    ],
    { operation: listConnectionGrants },
  )
  scenarios(
    'POST /v2/connections/{connectionId}/grants',
    server,
    refusals(onConnection, 'admin', 'analyst', usageOfNobody, { grants: [{ ...usageOfNobody.grants[0], tagId: 'x' }] }),
    { operation: createConnectionGrant },
  )
  scenarios(
    'DELETE /v2/connections/{connectionId}/grants/{grantId}',
    server,
    refusals(onConnection, 'admin', 'analyst'),
    { operation: deleteConnectionGrant },
  )
  test('a grant of another object is not found', async () => {
    const seen = await grantOn(ids.seen)
    expect((await send('DELETE', `/v2/workbooks/${ids.hidden}/grants/${seen}`, 'builder')).status).toBe(404)
    expect((await send('DELETE', `/v2/workspaces/${ids.seen}/grants/${seen}`, 'builder')).body).toEqual({})
  })

  describe('on database paths', () => {
    const at = { connection: '', schema: '', orders: '', lines: '', other: '' }
    const path = (inodeId: string, more = '') => `/v2/connections/paths/${inodeId}/grants${more}`
    const usage = (role: Role) => ({ grants: [{ grantee: { memberId: idOf(role) }, permission: 'usage' }] })
    const lookup = async (names: string[], as: Role = 'admin') => {
      const { body } = await send('POST', `/v2/connection/${at.connection}/lookup`, as, { path: names })
      return (body as { inodeId?: string }).inodeId ?? ''
    }
    const known = async (as: Role) =>
      (await list(as, { connectionId: at.connection }, '/v2/connections/paths')).map((entry) =>
        (entry as unknown as { path: string[] }).path.join('.'),
      )
    const workbookOver = (...names: string[]) => ({
      name: 'Over a table',
      folderId: server().platform.people.builder.homeFolderId,
      schemaVersion: 1,
      pages: [
        {
          id: 'p',
          name: 'Page',
          elements: [
            {
              id: 't',
              kind: 'table',
              source: { kind: 'warehouse-table', connectionId: at.connection, path: names },
              columns: [{ id: 'c', formula: `[${names.at(-1)}/A]` }],
              order: ['c'],
            },
          ],
        },
      ],
    })
    const verified = async (...names: string[]) =>
      (await send('POST', '/v2/workbooks/spec/verify', 'builder', workbookOver(...names))).body

    test('a path gives access to itself and everything below it, and to nothing else', async () => {
      at.connection = ids.connection
      at.schema = await lookup(['RETAIL', 'SHOP'])
      at.orders = await lookup(['RETAIL', 'SHOP', 'ORDERS'])
      at.lines = await lookup(['RETAIL', 'SHOP', 'LINES'])
      at.other = await lookup(['RETAIL', 'main', 'T'])
      expect((await send('GET', `/v2/connections/${at.connection}`, 'builder')).status).toBe(404)
      expect((await send('POST', path(at.orders), 'admin', usage('builder'))).body).toEqual({})

      expect((await send('GET', `/v2/connections/${at.connection}`, 'builder')).status).toBe(200)
      expect(await list('builder', {}, '/v2/connections')).toMatchObject([{ connectionId: at.connection }])
      expect(await lookup(['RETAIL', 'SHOP', 'ORDERS'], 'builder')).toBe(at.orders)
      expect(await lookup(['RETAIL', 'SHOP'], 'builder')).toBe(at.schema)
      expect(await lookup(['RETAIL', 'SHOP', 'LINES'], 'builder')).toBe('')
      expect((await known('builder')).toSorted()).toEqual(['RETAIL.SHOP', 'RETAIL.SHOP.ORDERS'])
      expect((await send('GET', `/v2/connections/tables/${at.orders}/columns`, 'builder')).status).toBe(200)
      expect((await send('GET', `/v2/connections/tables/${at.lines}/columns`, 'builder')).status).toBe(404)

      expect(await verified('RETAIL', 'SHOP', 'ORDERS')).toEqual({ valid: true })
      expect(await verified('RETAIL', 'SHOP', 'LINES')).toMatchObject({
        valid: false,
        errors: [{ summary: expect.stringContaining('The table RETAIL.SHOP.LINES is not open to you') }],
      })
      const sql = { kind: 'sql', connectionId: at.connection, statement: 'select 1 as A' }
      const custom = workbookOver('RETAIL', 'SHOP', 'ORDERS')
      Object.assign(custom.pages[0]?.elements[0] ?? {}, { source: sql })
      expect((await send('POST', '/v2/workbooks/spec/verify', 'builder', custom)).body).toMatchObject({
        valid: false,
        errors: [{ summary: expect.stringContaining('as a whole is not open to you') }],
      })
    })

    test('a grant on a schema gives access to its tables, until it is deleted', async () => {
      expect((await send('POST', path(at.schema), 'admin', usage('builder'))).body).toEqual({})
      expect(await lookup(['RETAIL', 'SHOP', 'LINES'], 'builder')).toBe(at.lines)
      expect(await lookup(['RETAIL', 'main', 'T'], 'builder')).toBe('')
      for (const inodeId of [at.schema, at.orders]) {
        const [grant] = await list('admin', {}, path(inodeId))
        expect(grant).toMatchObject({ inodeId, memberId: idOf('builder'), permission: 'usage' })
        expect((await send('GET', `/v2/grants/${grant?.grantId}`, 'builder')).body).toMatchObject({
          inodeType: inodeId === at.orders ? 'table' : 'scope',
        })
        expect((await send('DELETE', path(inodeId, `/${grant?.grantId}`), 'admin')).body).toEqual({})
      }
      expect(await known('builder')).toEqual([])
      expect((await send('GET', `/v2/connections/${at.connection}`, 'builder')).status).toBe(404)
      expect(await eventsOf(at.orders)).toEqual(['GRANT_CREATED', 'GRANT_DELETED'])
    })

    const pathOf =
      (more = '') =>
      () =>
        path(at.orders, more)
    scenarios(
      'GET /v2/connections/paths/{connectionPathId}/grants',
      server,
      [
        { name: 'a user of the connection may not share', as: 'analyst', path: pathOf(), ...forbidden },
        { name: 'a path of others', as: 'stranger', path: pathOf(), ...notFound },
        { name: 'an unknown one', as: 'admin', path: path(unknownId), ...notFound },
      ],
      { operation: listConnectionPathGrants },
    )
    scenarios(
      'POST /v2/connections/paths/{connectionPathId}/grants',
      server,
      refusals(pathOf, 'admin', 'analyst', usageOfNobody, { grants: [{ ...usageOfNobody.grants[0], tagId: 'x' }] }),
      { operation: createConnectionPathGrant },
    )
    scenarios(
      'DELETE /v2/connections/paths/{connectionPathId}/grants/{grantId}',
      server,
      refusals(pathOf, 'admin', 'analyst'),
      { operation: deleteConnectionPathGrant },
    )
  })
})
