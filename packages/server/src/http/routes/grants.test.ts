import {
  createConnectionGrant,
  createGrant,
  createWorkbookGrant,
  createWorkspaceGrant,
  deleteConnectionGrant,
  deleteGrant,
  deleteWorkbookGrant,
  deleteWorkspaceGrant,
  getGrant,
  listConnectionGrants,
  listGrants,
  listWorkspaceGrants,
} from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Role, scenarios } from '../testing.ts'
import {
  type Entry,
  forbidden,
  invalid,
  notFound,
  refusals,
  unknownId,
  usageOfNobody,
  useGrants,
} from './testing-grants.ts'

describeStores('grants', (openStore) => {
  const { ids, server, idOf, send, list, eventsOf, grantTo, revoke } = useGrants(openStore)

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
})
