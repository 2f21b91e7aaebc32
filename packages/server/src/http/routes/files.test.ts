import { filesCreate, filesDelete, filesGet, filesList, filesUpdate } from '@octavo/core/contract'
import { describe, expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Role, requestsAs, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, smallWorkbook, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'

interface File {
  id: string
  urlId: string
  name: string
  type: string
  path: string
  parentId: string
  permission: string
  isArchived: boolean
}

describeStores('files', (openStore) => {
  let documents: TestServices
  const server = useServer(openStore, (platform) => {
    documents = buildTestServices(platform)
    return documents.routes
  })
  const person = (role: Role) => server().platform.people[role]
  const { send } = requestsAs(server)
  const create = async (as: Role, body: object): Promise<File> => {
    const answer = await send('POST', '/v2/files', as, body)
    expect(answer.status, answer.text).toBe(200)
    return answer.body as File
  }
  const list = async (as: Role, query: Record<string, string | boolean | string[]> = {}) => {
    const answer = await server().request({ method: 'GET', path: '/v2/files', as, query })
    expect(answer.status, answer.text).toBe(200)
    return (answer.body as { entries: File[] }).entries
  }

  test('folders can be nested, and a file has the path of the folders above it', async () => {
    const outer = await create('builder', { type: 'folder', name: 'Outer' })
    const inner = await create('builder', { type: 'folder', name: 'Inner', parentId: outer.id })
    const workbook = await create('builder', { type: 'workbook', name: 'Deep', parentId: inner.urlId })
    expect(outer).toMatchObject({ path: 'My Documents', parentId: person('builder').homeFolderId, permission: 'edit' })
    expect(workbook).toMatchObject({
      path: 'My Documents/Outer/Inner',
      parentId: inner.id,
      isArchived: false,
      badge: null,
    })
    expect((await send('GET', `/v2/files/${workbook.urlId}`, 'builder')).body).toEqual(workbook)
  })

  describe('GET /v2/files', () => {
    test('lists everything below a parent, or its children only', async () => {
      const top = await create('builder', { type: 'folder', name: 'Top' })
      const below = await create('builder', { type: 'folder', name: 'Below', parentId: top.id })
      const book = await create('builder', { type: 'workbook', name: 'Book', parentId: below.id })
      const ids = async (query: Record<string, string | boolean>) => (await list('builder', query)).map(({ id }) => id)
      expect((await ids({ parentId: top.id })).toSorted()).toEqual([below.id, book.id].toSorted())
      expect(await ids({ parentId: top.id, directChildFilter: true })).toEqual([below.id])
    })

    test('the root contains workspaces and My Documents', async () => {
      const folder = await create('builder', { type: 'folder', name: 'Not at the root' })
      const workspace = await create('builder', { type: 'workspace', name: 'At the root' })
      const home = person('builder').homeFolderId
      const atRoot = async (query: Record<string, string>) =>
        (await list('builder', { directChildFilter: true, ...query })).map(({ id }) => id)
      expect(await atRoot({})).toEqual([home])
      expect(await atRoot({ typeFilters: 'workspace' })).toContain(workspace.id)
      expect((await list('builder')).map(({ id }) => id)).toContain(folder.id)
    })

    test('one type filters by that type; several never return workspaces', async () => {
      const space = await create('builder', { type: 'workspace', name: 'Space' })
      const types = async (typeFilters: string | string[]) =>
        new Set((await list('builder', { typeFilters })).map(({ type }) => type))
      expect([...(await types('workspace'))]).toEqual(['workspace'])
      expect(await types(['workspace', 'folder'])).toEqual(new Set(['folder']))
      expect((await list('builder')).map(({ id }) => id)).not.toContain(space.id)
    })

    test.each([
      ['a part of the name, any case', 'ARTERLY', true],
      ['a sign of the pattern language is only a sign', 'q%y', false],
      ['an underscore is only an underscore', 'Q_arterly', false],
    ])('finds by %s', async (_title, name, isFound) => {
      const file = await create('builder', { type: 'workbook', name: 'Quarterly' })
      expect((await list('builder', { name })).some(({ id }) => id === file.id)).toBe(isFound)
    })

    test('filters by the permission of the caller', async () => {
      const file = await create('builder', { type: 'workbook', name: 'For explorers' })
      await documents.share(file.id, 'analyst', 'explore')
      const ids = async (permissionFilter: string) => (await list('analyst', { permissionFilter })).map(({ id }) => id)
      expect(await ids('explore')).toContain(file.id)
      expect(await ids('edit')).not.toContain(file.id)
    })

    test('a grant on a folder applies to its contents, and paths contain only visible folders', async () => {
      const secret = await create('builder', { type: 'folder', name: 'Secret plans' })
      const shared = await create('builder', { type: 'folder', name: 'Shared', parentId: secret.id })
      const book = await create('builder', { type: 'workbook', name: 'Inside', parentId: shared.id })
      await documents.share(shared.id, 'viewer', 'view')
      const found = (await list('viewer')).find(({ id }) => id === book.id)
      expect(found).toMatchObject({ permission: 'view', path: 'Shared' })
      expect((await send('GET', `/v2/files/${secret.id}`, 'viewer')).status).toBe(404)
    })
  })

  describe('PATCH /v2/files/{inodeId}', () => {
    test('absent fields keep their values', async () => {
      const file = await create('builder', { type: 'workbook', name: 'Old name', description: 'Stays' })
      const { body } = await send('PATCH', `/v2/files/${file.id}`, 'builder', { name: 'New name' })
      expect(body).toMatchObject({ name: 'New name', description: 'Stays', path: 'My Documents' })
    })

    test('a file moves into a folder; a folder never into itself', async () => {
      const target = await create('builder', { type: 'folder', name: 'Target' })
      const file = await create('builder', { type: 'workbook', name: 'Moving' })
      const moved = await send('PATCH', `/v2/files/${file.id}`, 'builder', { parentId: target.id })
      expect(moved.body).toMatchObject({ parentId: target.id, path: 'My Documents/Target' })
      const child = await create('builder', { type: 'folder', name: 'Child', parentId: target.id })
      const circle = await send('PATCH', `/v2/files/${target.id}`, 'builder', { parentId: child.id })
      expect(circle.body).toMatchObject({ code: 'invalid_request' })
    })

    test('only an administrator can change the owner', async () => {
      const file = await create('builder', { type: 'workbook', name: 'Handed over' })
      const change = { ownerId: person('analyst').memberId }
      expect((await send('PATCH', `/v2/files/${file.id}`, 'builder', change)).status).toBe(403)
      expect((await send('PATCH', `/v2/files/${file.id}`, 'admin', change)).body).toMatchObject(change)
    })

    test('a deleted file can be restored', async () => {
      const file = await create('builder', { type: 'workbook', name: 'Comes back' })
      expect((await send('DELETE', `/v2/files/${file.id}`, 'builder')).body).toEqual({})
      expect((await list('builder')).map(({ id }) => id)).not.toContain(file.id)
      expect((await send('GET', `/v2/files/${file.id}`, 'builder')).body).toMatchObject({ isArchived: true })
      const back = await send('PATCH', `/v2/files/${file.id}`, 'builder', { restore: true })
      expect(back.body).toMatchObject({ isArchived: false })
    })

    test('the contents of a folder are deleted and restored with it', async () => {
      const folder = await create('builder', { type: 'folder', name: 'Goes' })
      const file = await create('builder', { type: 'workbook', name: 'Goes too', parentId: folder.id })
      await send('DELETE', `/v2/files/${folder.id}`, 'builder')
      expect((await list('builder')).map(({ id }) => id)).not.toContain(file.id)
      await send('PATCH', `/v2/files/${folder.id}`, 'builder', { restore: true })
      expect((await list('builder')).map(({ id }) => id)).toContain(file.id)
    })
  })

  test('a copy of a workbook needs the right to use its sources', async () => {
    const connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    const builder = await documents.viewer('builder')
    const body = smallWorkbook(connectionId, person('builder').homeFolderId)
    const { inode } = (await documents.specs.create(builder, 'workbook', body)).record
    await documents.share(inode.id, 'stranger', 'explore')
    const copy = { type: 'workbook', name: 'Copy', source: { inodeId: inode.id, version: 1 } }
    expect(await send('POST', '/v2/files', 'stranger', copy)).toMatchObject({
      status: 400,
      body: { code: 'invalid_document' },
    })
    expect((await send('POST', '/v2/files', 'builder', copy)).status).toBe(200)
  })

  scenarios(
    'POST /v2/files',
    server,
    [
      {
        name: 'a kind that is not supported yet',
        as: 'builder',
        body: { type: 'report', name: 'R' },
        status: 400,
        answer: { code: 'not_supported' },
      },
      {
        name: 'an unknown parent',
        as: 'builder',
        body: { type: 'folder', name: 'F', parentId: unknownId },
        status: 404,
      },
      { name: 'an account type without folders', as: 'viewer', body: { type: 'folder', name: 'F' }, status: 403 },
      { name: 'an account type without workspaces', as: 'viewer', body: { type: 'workspace', name: 'W' }, status: 403 },
      { name: 'no kind at all', as: 'builder', body: { name: 'F' }, status: 400, answer: { code: 'invalid_request' } },
    ],
    { operation: filesCreate, untested: { invalid_document: 'the test before this table' } },
  )

  scenarios(
    'GET /v2/files',
    server,
    [{ name: 'a parent that does not exist', as: 'builder', query: { parentId: unknownId }, status: 404 }],
    { operation: filesList },
  )

  scenarios(
    'GET /v2/files/{inodeId}',
    server,
    [{ name: 'an unknown file', as: 'builder', path: `/v2/files/${unknownId}`, status: 404 }],
    { operation: filesGet },
  )

  const homeOfBuilder = () => `/v2/files/${person('builder').homeFolderId}`
  scenarios(
    'PATCH /v2/files/{inodeId}',
    server,
    [
      { name: 'an unknown file', as: 'builder', path: `/v2/files/${unknownId}`, body: { name: 'x' }, status: 404 },
      { name: 'My Documents keeps its name', as: 'builder', path: homeOfBuilder, body: { name: 'x' }, status: 403 },
    ],
    { operation: filesUpdate, untested: { conflict: 'among the tests of the archive' } },
  )
  scenarios(
    'DELETE /v2/files/{inodeId}',
    server,
    [
      { name: 'an unknown file', as: 'builder', path: `/v2/files/${unknownId}`, status: 404 },
      { name: 'My Documents stays', as: 'builder', path: homeOfBuilder, status: 403 },
    ],
    { operation: filesDelete, untested: { conflict: 'among the tests of the archive' } },
  )
})
