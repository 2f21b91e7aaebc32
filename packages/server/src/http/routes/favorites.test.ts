import {
  addFavorite,
  createShortcut,
  getShortcut,
  listFavoriteInodes,
  listFavorites,
  listRecentInodes,
  removeFavorite,
} from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { removeExpiredFiles } from '../../services/files/expired-files.ts'
import { createOrganizationSettings } from '../../services/organization/settings/organization-settings.ts'
import { describeStores } from '../../store/testing.ts'
import { type Role, requestsAs, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
const dayMs = 86_400_000

interface File {
  id: string
  name: string
  type: string
  path: string
  isArchived: boolean
}

describeStores('favorites, recents, shortcuts and the archive', (openStore) => {
  let documents: TestServices
  let connectionId = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    return documents.routes
  })
  const memberId = (role: Role) => server().platform.people[role].memberId
  const { send, done } = requestsAs(server)
  const create = async (as: Role, body: object) => (await done('POST', '/v2/files', as, body)) as unknown as File
  const listOf = async (path: string, as: Role, query: Record<string, string | number | boolean> = {}) => {
    const found: File[] = []
    for (let page = ''; ; ) {
      const { entries, nextPage } = await done('GET', path, as, undefined, { limit: 2, ...query, page })
      found.push(...(entries as File[]))
      if (nextPage === null) return found
      page = String(nextPage)
    }
  }
  const namesOf = async (path: string, as: Role, query = {}) => (await listOf(path, as, query)).map(({ name }) => name)
  const favorites = (role: Role) => `/v2/favorites/member/${memberId(role)}`
  const recents = (role: Role) => `/v2/members/${memberId(role)}/files/recents`
  const countOf = async (table: 'inodes' | 'documents' | 'document_versions' | 'member_files') => {
    const { count } = await server()
      .platform.store.db.selectFrom(table)
      .select((row) => row.fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  test('favorites: most recently marked first, each once, only files that the member may still see', async () => {
    const names = ['One', 'Two', 'Three']
    const files: File[] = []
    for (const name of names) {
      const file = await create('builder', { type: 'workbook', name })
      await documents.share(file.id, 'viewer', 'view')
      files.push(file)
      server().platform.clock.advance(1_000)
      const mark = { memberId: memberId('viewer'), inodeId: file.id }
      expect(await done('POST', '/v2/favorites', 'viewer', mark)).toEqual({})
      await done('POST', '/v2/favorites', 'viewer', mark)
    }
    expect(await namesOf(favorites('viewer'), 'viewer')).toEqual(['Three', 'Two', 'One'])
    expect(await namesOf(`/v2/members/${memberId('viewer')}/files/favorites`, 'admin')).toEqual(['Three', 'Two', 'One'])
    await done('DELETE', `/v2/files/${files[1]?.id}`, 'builder')
    expect(await namesOf(favorites('viewer'), 'viewer')).toEqual(['Three', 'One'])
    await done('DELETE', `${favorites('viewer')}/file/${files[2]?.id}`, 'viewer')
    expect(await namesOf(favorites('viewer'), 'viewer')).toEqual(['One'])
    expect((await send('GET', `/v2/files/${files[2]?.id}`, 'viewer')).status).toBe(200)
    await server().platform.store.maintain('no grants', (tx) =>
      tx
        .deleteFrom('grants')
        .where('object_id', '=', files[0]?.id ?? '')
        .execute(),
    )
    expect(await namesOf(favorites('viewer'), 'viewer')).toEqual([])
  })

  test('a workspace marked as favorite can be deleted', async () => {
    const space = await create('builder', { type: 'workspace', name: 'Marked' })
    const before = await countOf('member_files')
    await done('POST', '/v2/favorites', 'builder', { memberId: memberId('builder'), inodeId: space.id })
    expect(await countOf('member_files')).toBe(before + 1)
    await done('DELETE', `/v2/workspaces/${space.id}`, 'builder')
    expect(await countOf('member_files')).toBe(before)
  })

  test('recents: most recently opened first', async () => {
    const builder = await documents.viewer('builder')
    const ids: string[] = []
    for (const name of ['First', 'Second']) {
      const element = {
        id: 'orders',
        kind: 'table',
        name: 'Orders',
        source: { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] },
        columns: [{ id: 'id', formula: '[ORDERS/ORDER_ID]', name: 'Id' }],
      }
      const body = {
        name,
        folderId: server().platform.people.builder.homeFolderId,
        schemaVersion: 1,
        pages: [{ id: 'p', name: 'Page', elements: [element] }],
      }
      ids.push((await documents.specs.create(builder, 'workbook', body)).record.inode.id)
    }
    const open = async (id: string | undefined) => {
      server().platform.clock.advance(61_000)
      expect((await send('POST', `/v2/workbooks/${id}/pages/p/data`, 'builder', {})).status).toBe(200)
    }
    await open(ids[0])
    await open(ids[1])
    expect(await namesOf(recents('builder'), 'builder')).toEqual(['Second', 'First'])
    await open(ids[0])
    const listed = await listOf(recents('builder'), 'admin', { includeExplorations: 'true' })
    expect(listed).toMatchObject([{ name: 'First', lastInteractionAt: expect.any(String) }, { name: 'Second' }])
  })

  test('a shortcut is visible only on request, and gives no access', async () => {
    const folder = await create('builder', { type: 'folder', name: 'Of shortcuts' })
    const secret = await create('builder', { type: 'workbook', name: 'Secret' })
    const made = await done('POST', '/v2/shortcuts', 'builder', { parentId: folder.id, target: { id: secret.id } })
    expect(made).toMatchObject({
      name: 'Secret',
      parentId: folder.id,
      path: 'My Documents/Of shortcuts',
      target: { type: 'workbook', id: secret.id },
    })
    const inFolder = { parentId: folder.id }
    expect(await namesOf('/v2/files', 'builder', inFolder)).toEqual([])
    expect(await listOf('/v2/files', 'builder', { ...inFolder, typeFilters: 'symlink' })).toMatchObject([
      { id: made.id, type: 'symlink' },
    ])
    await documents.share(folder.id, 'viewer', 'view')
    expect((await send('GET', `/v2/files/${made.id}`, 'viewer')).status).toBe(200)
    const hidden = await send('GET', `/v2/shortcuts/${made.id}`, 'viewer')
    expect(hidden.status).toBe(404)
    expect(hidden.text).not.toContain(secret.id)
    expect(await done('GET', `/v2/shortcuts/${made.id}`, 'builder')).toEqual(made)
    await done('DELETE', `/v2/files/${made.id}`, 'builder')
    for (const target of [String(made.id), server().platform.people.builder.homeFolderId]) {
      const refused = await send('POST', '/v2/shortcuts', 'builder', { parentId: folder.id, target: { id: target } })
      expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    }
  })

  test('a shortcut to a table needs the right to use that table, and one to what holds it is another right', async () => {
    const idOf = async (...path: string[]) =>
      String((await done('POST', `/v2/connection/${connectionId}/lookup`, 'admin', { path })).inodeId)
    const orders = await idOf('RETAIL', 'PUBLIC', 'ORDERS')
    const [schema, database] = [await idOf('RETAIL', 'PUBLIC'), await idOf('RETAIL')]
    await documents.share(orders, 'stranger', 'usage', 'connection-path')
    const parentId = server().platform.people.stranger.homeFolderId
    const shortcutTo = (id: string) => ({ parentId, target: { id } })
    const made = await done('POST', '/v2/shortcuts', 'stranger', shortcutTo(orders))
    expect(made).toMatchObject({ name: 'ORDERS', target: { type: 'table', id: orders } })
    for (const id of [schema, database]) {
      const refused = await send('POST', '/v2/shortcuts', 'stranger', shortcutTo(id))
      expect(refused).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
    await documents.share(schema, 'stranger', 'usage', 'connection-path')
    expect(await done('POST', '/v2/shortcuts', 'stranger', shortcutTo(schema))).toMatchObject({
      target: { type: 'scope', id: schema },
    })
  })

  test('a deleted file is restored to its folder or another one, never into an archived folder', async () => {
    const folder = await create('builder', { type: 'folder', name: 'Gone' })
    const other = await create('builder', { type: 'folder', name: 'Other' })
    const file = await create('builder', { type: 'workbook', name: 'Returns', parentId: folder.id })
    await done('DELETE', `/v2/files/${folder.id}`, 'builder')
    const archived = await namesOf('/v2/files', 'builder', { isArchived: true })
    expect(archived).toEqual(expect.arrayContaining(['Gone', 'Returns']))
    const refused = await send('PATCH', `/v2/files/${file.id}`, 'builder', { restore: true })
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } })
    const back = await done('PATCH', `/v2/files/${file.id}`, 'builder', { restore: true, parentId: other.id })
    expect(back).toMatchObject({ isArchived: false, path: 'My Documents/Other' })
    expect(await send('PATCH', `/v2/files/${file.id}`, 'builder', { restore: true })).toMatchObject({ status: 409 })
  })

  test('purging is for administrators and archived files, and includes everything below', async () => {
    const folder = await create('builder', { type: 'folder', name: 'Purged' })
    const inner = await create('builder', { type: 'folder', name: 'Inner', parentId: folder.id })
    const file = await create('builder', { type: 'workbook', name: 'Deep', parentId: inner.id })
    await done('POST', '/v2/favorites', 'builder', { memberId: memberId('builder'), inodeId: file.id })
    await done('POST', '/v2/shortcuts', 'builder', { parentId: inner.id, target: { id: file.id } })
    const before = { inodes: await countOf('inodes'), versions: await countOf('document_versions') }
    expect(await send('DELETE', `/v2/files/${folder.id}`, 'admin', undefined, { purge: true })).toMatchObject({
      status: 409,
    })
    await done('DELETE', `/v2/files/${folder.id}`, 'builder')
    expect((await send('DELETE', `/v2/files/${folder.id}`, 'builder', undefined, { purge: true })).status).toBe(403)
    await done('DELETE', `/v2/files/${folder.id}`, 'admin', undefined, { purge: true })
    expect((await send('GET', `/v2/files/${file.id}`, 'admin')).status).toBe(404)
    expect(await countOf('inodes')).toBe(before.inodes - 4)
    expect(await countOf('document_versions')).toBe(before.versions - 1)
    const event = await server()
      .platform.store.db.selectFrom('audit_events')
      .select(['action', 'details'])
      .where('object_id', '=', folder.id)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(event).toMatchObject({ action: 'FOLDER_PURGED', details: expect.stringContaining('"files":4') })
  })

  test('archived files are kept for 30 days', async () => {
    const { store, clock } = server().platform
    const settings = createOrganizationSettings({ store, clock })
    const run = () => removeExpiredFiles({ store, clock, settings })
    const folder = await create('builder', { type: 'folder', name: 'Thirty days' })
    const file = await create('builder', { type: 'workbook', name: 'In it', parentId: folder.id })
    await done('DELETE', `/v2/files/${folder.id}`, 'builder')
    clock.advance(30 * dayMs - 1)
    await run()
    expect((await send('GET', `/v2/files/${file.id}`, 'builder')).status).toBe(200)
    clock.advance(2)
    await run()
    expect((await send('GET', `/v2/files/${file.id}`, 'builder')).status).toBe(404)
    expect((await send('GET', `/v2/files/${folder.id}`, 'builder')).status).toBe(404)
  })

  test('a badge needs manage-badges and no right to edit', async () => {
    const file = await create('builder', { type: 'workbook', name: 'Badged' })
    await documents.share(file.id, 'stranger', 'view')
    await documents.share(file.id, 'viewer', 'view')
    expect(await done('PATCH', `/v2/files/${file.id}`, 'stranger', { badge: 'Endorsed' })).toMatchObject({
      badge: 'Endorsed',
    })
    expect((await send('PATCH', `/v2/files/${file.id}`, 'viewer', { badge: null })).status).toBe(403)
    expect((await send('PATCH', `/v2/files/${file.id}`, 'stranger', { badge: null, name: 'x' })).status).toBe(403)
    expect(await done('GET', `/v2/files/${file.id}`, 'viewer')).toMatchObject({ badge: 'Endorsed', name: 'Badged' })
    const home = await send('PATCH', `/v2/files/${server().platform.people.builder.homeFolderId}`, 'admin', {
      badge: 'Warning',
    })
    expect(home.status).toBe(403)
  })

  test('the files of a member are those in every workspace, also after the member has left', async () => {
    const space = await create('builder', { type: 'workspace', name: 'Far away' })
    await documents.share(space.id, 'stranger', 'organize')
    const file = await create('stranger', { type: 'workbook', name: 'Of the stranger', parentId: space.id })
    const path = `/v2/members/${memberId('stranger')}/files`
    expect(await listOf(path, 'admin', { typeFilters: 'workbook' })).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ id: file.id, path: 'Far away' })]),
    )
    await done('PATCH', `/v2/members/${memberId('stranger')}`, 'admin', { isArchived: true })
    expect(await namesOf(path, 'admin', { typeFilters: 'workbook' })).toContain('Of the stranger')
    await done('PATCH', `/v2/members/${memberId('stranger')}`, 'admin', { isArchived: false })
  })

  const forbidden = { status: 403, answer: { code: 'forbidden' } } as const
  const notFound = { status: 404, answer: { code: 'not_found' } } as const
  for (const operation of [listFavorites, listFavoriteInodes, listRecentInodes]) {
    const at = (id: string) => operation.path.replace('{memberId}', id)
    const rows = [
      { name: 'of somebody else', as: 'builder' as const, path: () => at(memberId('viewer')), ...forbidden },
      { name: 'of nobody', as: 'admin' as const, path: at('nobody'), ...notFound },
    ]
    scenarios(`GET ${operation.path}`, server, rows, { operation })
  }
  scenarios(
    'POST /v2/favorites',
    server,
    [{ name: 'of nobody', as: 'admin', body: { memberId: 'nobody', inodeId: unknownId }, ...notFound }],
    { operation: addFavorite, untested: { forbidden: 'the test below this table' } },
  )
  test('a member cannot mark favorites of another member', async () => {
    const mark = { memberId: memberId('viewer'), inodeId: unknownId }
    expect((await send('POST', '/v2/favorites', 'builder', mark)).status).toBe(403)
    expect((await send('POST', '/v2/favorites', 'admin', mark)).status).toBe(404)
  })
  const mark = (id: string) => `/v2/favorites/member/${id}/file/${unknownId}`
  scenarios(
    'DELETE /v2/favorites/member/{memberId}/file/{inodeId}',
    server,
    [
      { name: 'of somebody else', as: 'builder', path: () => mark(memberId('viewer')), ...forbidden },
      { name: 'a file that is not marked', as: 'viewer', path: () => mark(memberId('viewer')), ...notFound },
    ],
    { operation: removeFavorite },
  )
  scenarios(
    'POST /v2/shortcuts',
    server,
    [
      {
        name: 'a target that does not exist',
        as: 'builder',
        body: { parentId: unknownId, target: { id: unknownId } },
        ...notFound,
      },
    ],
    { operation: createShortcut, untested: { forbidden: 'the test below this table' } },
  )
  test('a shortcut needs the right to add to its folder', async () => {
    const folder = await create('builder', { type: 'folder', name: 'Only to look at' })
    await documents.share(folder.id, 'viewer', 'view')
    const body = { parentId: folder.id, target: { id: folder.id } }
    expect((await send('POST', '/v2/shortcuts', 'viewer', body)).status).toBe(403)
  })
  scenarios(
    'GET /v2/shortcuts/{shortcutId}',
    server,
    [{ name: 'an unknown one', as: 'builder', path: `/v2/shortcuts/${unknownId}`, ...notFound }],
    { operation: getShortcut },
  )
})
