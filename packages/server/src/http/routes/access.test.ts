import {
  getConnectionAccess,
  getFileAccess,
  listConnectionAccess,
  listFileAccess,
  type MemberAccess,
} from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Role, requestsAs, scenarios, useServer } from '../testing.ts'
import { buildTestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'

describeStores('who has access, and why', (openStore) => {
  const ids = { workspace: '', folder: '', workbook: '', private: '', connection: '', team: '' }
  const server = useServer(openStore, async (platform) => {
    const documents = buildTestServices(platform)
    const builder = await documents.viewer('builder')
    const { files } = documents
    ids.workspace = (await files.create(builder, { type: 'workspace', name: 'Finance' })).id
    ids.folder = (await files.create(builder, { type: 'folder', name: 'Plans', parentId: ids.workspace })).id
    ids.workbook = (await files.create(builder, { type: 'workbook', name: 'Book', parentId: ids.folder })).id
    ids.private = (await files.create(builder, { type: 'workbook', name: 'Own' })).id
    ids.connection = await documents.addConnection(['CREATE TABLE T (A INTEGER)'], { usableBy: ['analyst'] })
    await documents.share(ids.workbook, 'guest', 'view')
    return documents.routes
  })
  const idOf = (role: Role) => server().platform.people[role].memberId
  const { done } = requestsAs(server)
  const accessOf = async (role: Role, as: Role = 'builder') =>
    (await done('GET', `/v2/files/${ids.workbook}/access/${idOf(role)}`, as)) as unknown as MemberAccess

  test('a team on a workspace: the list and the report of a member name the origin of the access', async () => {
    const team = await done('POST', '/v2/teams', 'admin', { name: 'Sales', members: [idOf('viewer')] })
    ids.team = String(team.teamId)
    await done('POST', `/v2/workspaces/${ids.workspace}/grants`, 'builder', {
      grants: [{ grantee: { memberId: idOf('analyst') }, permission: 'explore' }],
    })
    await done('POST', `/v2/workspaces/${ids.workspace}/grants`, 'admin', {
      grants: [{ grantee: { teamId: ids.team }, permission: 'explore' }],
    })

    const { entries } = await done('GET', `/v2/files/${ids.workbook}/access`, 'admin')
    expect(entries).toMatchObject([
      {
        grantee: { kind: 'member', id: idOf('builder'), email: 'builder@example.com' },
        permission: 'edit',
        explanation: 'Can edit as its owner',
        sources: [{ kind: 'owner' }, { kind: 'owner' }, { kind: 'owner', on: { name: 'Finance' }, isInherited: true }],
      },
      {
        grantee: { kind: 'team', name: 'Sales' },
        permission: 'explore',
        explanation: 'Can explore through team Sales on workspace Finance',
        sources: [
          {
            kind: 'grant',
            granted: 'explore',
            on: { id: ids.workspace, type: 'workspace' },
            team: { teamId: ids.team, name: 'Sales' },
            text: 'through team Sales on workspace Finance',
          },
        ],
      },
      {
        grantee: { id: idOf('analyst') },
        explanation: 'Can explore through a grant to them on workspace Finance',
      },
      { grantee: { id: idOf('guest') }, permission: 'view', sources: [{ isInherited: false }] },
    ])
    // The private team is not visible to the builder.
    const asBuilder = await done('GET', `/v2/files/${ids.workbook}/access`, 'builder')
    expect(asBuilder.entries).toContainEqual(
      expect.objectContaining({ grantee: { kind: 'team', id: ids.team, name: null } }),
    )

    const viewer = await accessOf('viewer', 'admin')
    expect(viewer).toMatchObject({
      accountType: 'View',
      permission: 'view',
      explanation:
        'Can view through team Sales on workspace Finance; that gives "Can explore", but the account type View does not go so far',
    })
    expect(viewer.actions).toContainEqual({
      action: 'edit',
      isAllowed: false,
      reason: 'This needs the permission "edit"; you have "explore".',
    })
  })

  test('every member may ask about themselves, even without the right to see the list', async () => {
    expect(await accessOf('guest', 'guest')).toMatchObject({ permission: 'view', sources: [{ on: { name: 'Book' } }] })
    expect(await accessOf('stranger')).toMatchObject({ permission: null, explanation: 'No access', sources: [] })
    expect(await accessOf('admin')).toMatchObject({ permission: 'edit', explanation: 'Can edit as an administrator' })
  })

  test('objects that the caller may not see have no name', async () => {
    const outer = await done('POST', '/v2/files', 'admin', { type: 'workspace', name: 'Board' })
    const inner = await done('POST', '/v2/files', 'admin', { type: 'folder', name: 'Shared', parentId: outer.id })
    for (const [inodeId, role, permission] of [
      [inner.id, 'builder', 'view'],
      [outer.id, 'analyst', 'explore'],
    ] as const) {
      await done('POST', '/v2/grants', 'admin', { grantee: { memberId: idOf(role) }, permission, inodeId })
    }
    const { entries } = await done('GET', `/v2/files/${inner.id}/access`, 'builder')
    expect(entries).toContainEqual(
      expect.objectContaining({
        explanation: 'Can explore through a grant to them on something above it',
        sources: [
          {
            kind: 'grant',
            permission: 'explore',
            granted: 'explore',
            grantId: null,
            on: { id: null, name: null, type: 'folder' },
            isInherited: true,
            team: null,
            text: 'through a grant to them on something above it',
          },
        ],
      }),
    )
    expect(JSON.stringify(entries)).not.toContain('Board')
  })

  test('a long list comes in pages, each person once, whatever grants they have', async () => {
    const { store, organizationId } = server().platform
    const row = await store.db
      .selectFrom('members')
      .selectAll()
      .where('id', '=', idOf('viewer'))
      .executeTakeFirstOrThrow()
    const long = await done('POST', '/v2/files', 'admin', { type: 'workspace', name: 'Crowded' })
    const inner = await done('POST', '/v2/files', 'admin', { type: 'folder', name: 'In it', parentId: long.id })
    const stamp = { created_by: 'system', updated_by: 'system', created_at: 1, updated_at: 1 }
    await store.maintain('a crowd', async (tx) => {
      for (let n = 0; n < 25; n += 1) {
        const id = `crowd${String(n).padStart(24, '0')}`
        const email = `crowd${n}@example.com`
        const name = { first_name: 'Crowd', last_name: String(n).padStart(2, '0') }
        await tx
          .insertInto('members')
          .values({ ...row, ...name, id, email, email_key: email })
          .execute()
        for (const [object_id, permission] of [
          [String(long.id), 'view'],
          [String(inner.id), n % 2 ? 'view' : 'edit'],
        ] as const) {
          const grant = {
            organization_id: organizationId,
            object_kind: 'inode',
            team_id: null,
            is_everyone: 0,
            ...stamp,
          }
          await tx
            .insertInto('grants')
            .values({ ...grant, id: `${id}${object_id.slice(0, 6)}`, object_id, member_id: id, permission })
            .execute()
        }
      }
    })
    const names: string[] = []
    let page: string | null = null
    do {
      const at: string = page === null ? '' : `&page=${page}`
      const body = await done('GET', `/v2/files/${inner.id}/access?limit=7${at}`, 'admin')
      expect(body.total).toBe(26)
      names.push(
        ...(body.entries as { grantee: { name: string }; sources: object[] }[]).map(({ grantee }) => grantee.name),
      )
      page = body.nextPage as string | null
    } while (page !== null)
    const crowd = Array.from({ length: 25 }, (_, n) => `Crowd ${String(n).padStart(2, '0')}`)
    const isEditor = (_: string, n: number) => n % 2 === 0
    expect(names.filter((name) => name.startsWith('Crowd'))).toEqual([
      ...crowd.filter(isEditor),
      ...crowd.filter((name, n) => !isEditor(name, n)),
    ])
    expect(new Set(names).size).toBe(26)
  })

  test('a connection', async () => {
    const path = `/v2/connections/${ids.connection}/access`
    expect((await done('GET', path, 'analyst')).entries).toMatchObject([
      { grantee: { id: idOf('analyst') }, permission: 'usage', explanation: 'Can use through a grant to them on it' },
    ])
    expect(await done('GET', `${path}/${idOf('stranger')}`, 'admin')).toMatchObject({
      permission: null,
      explanation: 'No access',
    })
  })

  const forbidden = { status: 403, answer: { code: 'forbidden' } } as const
  const notFound = { status: 404, answer: { code: 'not_found' } } as const
  const of = (kind: 'files' | 'connections', more = '') => ({
    own: () => `/v2/${kind}/${kind === 'files' ? ids.workbook : ids.connection}/access${more}`,
    hidden: () => `/v2/${kind}/${kind === 'files' ? ids.private : ids.connection}/access${more}`,
  })
  scenarios(
    'GET /v2/files/{inodeId}/access',
    server,
    [
      { name: 'a guest', as: 'guest', path: of('files').own, ...forbidden },
      { name: 'a file of others', as: 'stranger', path: of('files').hidden, ...notFound },
    ],
    { operation: listFileAccess },
  )
  scenarios(
    'GET /v2/files/{inodeId}/access/{memberId}',
    server,
    [
      { name: 'a guest, of others', as: 'guest', path: () => `${of('files').own()}/${idOf('builder')}`, ...forbidden },
      {
        name: 'a file of others',
        as: 'stranger',
        path: () => `${of('files').hidden()}/${idOf('builder')}`,
        ...notFound,
      },
      { name: 'an unknown member', as: 'builder', path: of('files', `/${unknownId}`).own, ...notFound },
      {
        name: 'a member of another organization',
        as: 'admin',
        path: () => `${of('files').own()}/${idOf('outsider')}`,
        ...notFound,
      },
    ],
    { operation: getFileAccess },
  )
  scenarios(
    'GET /v2/connections/{connectionId}/access',
    server,
    [
      { name: 'a connection of others', as: 'stranger', path: of('connections').hidden, ...notFound },
      { name: 'an unknown one', as: 'admin', path: '/v2/connections/x/access', ...notFound },
    ],
    { operation: listConnectionAccess, untested: { forbidden: 'as for files' } },
  )
  scenarios(
    'GET /v2/connections/{connectionId}/access/{memberId}',
    server,
    [{ name: 'a connection of others', as: 'stranger', path: of('connections', '/x').hidden, ...notFound }],
    { operation: getConnectionAccess, untested: { forbidden: 'as for files' } },
  )
})
