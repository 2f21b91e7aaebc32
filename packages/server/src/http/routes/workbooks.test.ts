import { getWorkbook, listWorkbooks } from '@octavo/core/contract'
import { emptyDocument } from '@octavo/core/document'
import { describe, expect, test } from 'vitest'
import { urlIdOf } from '../../store/index.ts'
import { describeStores } from '../../store/testing.ts'
import { type Role, scenarios, useServer } from '../testing.ts'
import { buildTestServices, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'

interface Listed {
  entries: { workbookId: string; name: string; tags?: unknown[] }[]
  nextPage: string | null
  hasMore: boolean
  total: number
}

describeStores('workbooks', (openStore) => {
  let documents: TestServices
  const server = useServer(openStore, (platform) => {
    documents = buildTestServices(platform)
    return documents.routes
  })
  const person = (role: Role) => server().platform.people[role]
  const create = async (as: Role, body: Record<string, unknown>) =>
    server().request({
      method: 'POST',
      path: '/v2/workbooks',
      as,
      body: { folderId: person(as).homeFolderId, name: 'Untitled', ...body },
    })
  const made = async (as: Role, name: string) => {
    const { body, status, text } = await create(as, { name })
    expect(status, text).toBe(200)
    return (body as { workbookId: string }).workbookId
  }
  const list = async (as: Role, query = {}) =>
    (await server().request({ method: 'GET', path: '/v2/workbooks', as, query })).body as Listed

  describe('POST /v2/workbooks', () => {
    test('creates an empty workbook of the caller as version 1', async () => {
      const { body } = await create('builder', { name: 'Crème & Co', description: 'Sweets' })
      const workbook = body as { workbookId: string; workbookUrlId: string }
      expect(body).toMatchObject({
        name: 'Crème & Co',
        description: 'Sweets',
        latestVersion: 1,
        ownerId: person('builder').memberId,
        path: 'My Documents',
        isArchived: false,
        url: expect.stringMatching(`/main/workbook/Cr%C3%A8me-Co-${workbook.workbookUrlId}$`),
      })
      expect(workbook.workbookUrlId).toBe(urlIdOf(workbook.workbookId))
    })

    test.each<[string, Role, () => Record<string, unknown>, number, string]>([
      [
        'a foreign owner needs the Admin account type',
        'builder',
        () => ({ ownerId: person('analyst').memberId }),
        403,
        'forbidden',
      ],
      ['an unknown owner is not found', 'admin', () => ({ ownerId: 'nobody' }), 404, 'not_found'],
      ['an unknown folder is not found', 'builder', () => ({ folderId: unknownId }), 404, 'not_found'],
      [
        'a folder of somebody else is not known',
        'builder',
        () => ({ folderId: person('stranger').homeFolderId }),
        404,
        'not_found',
      ],
      [
        'a folder of another organization is not known',
        'admin',
        () => ({ folderId: person('outsider').homeFolderId }),
        404,
        'not_found',
      ],
      ['an account type that cannot build is refused', 'viewer', () => ({}), 403, 'forbidden'],
      ['a workbook without a name is refused', 'builder', () => ({ name: '' }), 400, 'invalid_request'],
    ])('%s', async (_title, as, body, status, code) => {
      const answer = await create(as, body())
      expect(answer.status, answer.text).toBe(status)
      expect(answer.body).toMatchObject({ code })
    })

    test('an administrator can name another owner', async () => {
      const owner = person('builder')
      const { body } = await create('admin', { ownerId: owner.memberId, folderId: owner.homeFolderId })
      expect(body).toMatchObject({ ownerId: owner.memberId })
    })
  })

  test('a workbook is read by its id and by its urlId', async () => {
    const id = await made('builder', 'By urlId')
    for (const name of [id, urlIdOf(id), id.toUpperCase()]) {
      const answer = await server().request({ method: 'GET', path: `/v2/workbooks/${name}`, as: 'builder' })
      expect(answer.body).toMatchObject({ workbookId: id })
    }
  })

  test('a workbook that is not shared looks like one that does not exist', async () => {
    const id = await made('builder', 'Private')
    const paths = ['', '/pages', '/elements', '/columns', '/queries', '/controls', '/sources', '/embeds', '/spec']
    paths.push(
      '/version-history',
      '/schema',
      '/lineage',
      '/elements/x/query',
      '/elements/x/explain',
      '/elements/x/columns',
      '/pages/p/elements',
    )
    for (const as of ['stranger', 'outsider'] as const) {
      for (const path of paths) {
        const [hidden, missing] = await Promise.all(
          [id, unknownId].map((each) => server().request({ method: 'GET', path: `/v2/workbooks/${each}${path}`, as })),
        )
        expect(hidden?.status, path).toBe(404)
        const plain = (text = '') =>
          text
            .replaceAll(id, 'ID')
            .replaceAll(unknownId, 'ID')
            .replace(/"requestId":"[^"]*"/, '')
        expect(plain(hidden?.text)).toBe(plain(missing?.text))
      }
    }
    const put = await server().request({ method: 'PUT', path: `/v2/workbooks/${id}/spec`, as: 'stranger', body: {} })
    expect(put.status).toBe(404)
  })

  test('a member who may only view is refused edits, with the reason', async () => {
    const id = await made('builder', 'To look at')
    await documents.share(id, 'viewer', 'view')
    expect((await server().request({ method: 'GET', path: `/v2/workbooks/${id}`, as: 'viewer' })).status).toBe(200)
    for (const [method, path] of [
      ['GET', 'embeds'],
      ['PUT', 'spec'],
    ] as const) {
      const body = method === 'PUT' ? { schemaVersion: 1, pages: [] } : undefined
      const answer = await server().request({ method, path: `/v2/workbooks/${id}/${path}`, as: 'viewer', body })
      expect(answer.status, path).toBe(403)
      expect(answer.body).toMatchObject({ code: 'forbidden' })
    }
  })

  test('embeds are an empty list in the full envelope', async () => {
    const id = await made('builder', 'Embeds')
    const { body } = await server().request({ method: 'GET', path: `/v2/workbooks/${id}/embeds`, as: 'builder' })
    expect(body).toEqual({ entries: [], hasMore: false, total: 0, nextPage: null })
  })

  test('versions come newest first, in pages', async () => {
    const id = await made('builder', 'Versions')
    for (let version = 2; version <= 5; version += 1) {
      const body = { schemaVersion: 1, pages: [] }
      await server().request({ method: 'PUT', path: `/v2/workbooks/${id}/spec`, as: 'builder', body })
    }
    const path = `/v2/workbooks/${id}/version-history`
    const first = await server().request({ method: 'GET', path, as: 'builder', query: { limit: 3 } })
    expect(first.body).toMatchObject({ entries: [{ version: 5 }, { version: 4 }, { version: 3 }], total: 5 })
    const { nextPage } = first.body as Listed
    const second = await server().request({
      method: 'GET',
      path,
      as: 'builder',
      query: { limit: 3, page: nextPage ?? '' },
    })
    expect(second.body).toMatchObject({ entries: [{ version: 2 }, { version: 1 }], nextPage: null })
  })

  describe('GET /v2/workbooks', () => {
    test('lists own and shared workbooks, also for an administrator', async () => {
      const own = await made('analyst', 'x').catch(() => null)
      expect(own).toBeNull()
      const shared = await made('builder', 'Shared with a viewer')
      await documents.share(shared, 'viewer', 'view')
      expect((await list('viewer')).entries.map(({ workbookId }) => workbookId)).toContain(shared)
      expect((await list('stranger')).entries).toEqual([])
      expect((await list('admin')).entries.map(({ workbookId }) => workbookId)).not.toContain(shared)
      const everything = await list('admin', { skipPermissionCheck: true, limit: 1000 })
      expect(everything.entries.map(({ workbookId }) => workbookId)).toContain(shared)
    })

    test('tags are left out on request', async () => {
      await made('builder', 'Tagless')
      expect((await list('builder')).entries[0]?.tags).toEqual([])
      expect((await list('builder', { excludeTags: true })).entries[0]).not.toHaveProperty('tags')
    })

    test('archived workbooks have a separate list', async () => {
      const id = await made('builder', 'To archive')
      await server().request({ method: 'DELETE', path: `/v2/files/${id}`, as: 'builder' })
      expect((await list('builder', { limit: 1000 })).entries.map(({ workbookId }) => workbookId)).not.toContain(id)
      expect((await list('builder', { isArchived: true })).entries.map(({ workbookId }) => workbookId)).toEqual([id])
    })
  })

  scenarios(
    'GET /v2/workbooks',
    server,
    [
      { name: 'without a token', status: 401, answer: { code: 'unauthorized' } },
      {
        name: 'everything is for administrators',
        as: 'builder',
        query: { skipPermissionCheck: true },
        status: 403,
        answer: { code: 'forbidden' },
      },
      {
        name: 'a limit of zero is refused',
        as: 'builder',
        query: { limit: 0 },
        status: 400,
        answer: { code: 'invalid_request' },
      },
      {
        name: 'a made-up cursor is refused',
        as: 'builder',
        query: { page: 'abc' },
        status: 400,
        answer: { code: 'invalid_cursor' },
      },
    ],
    { operation: listWorkbooks },
  )

  scenarios(
    'GET /v2/workbooks/{workbookId}',
    server,
    [
      { name: 'without a token', path: `/v2/workbooks/${unknownId}`, status: 401, answer: { code: 'unauthorized' } },
      {
        name: 'an id of the wrong form is not found',
        as: 'builder',
        path: '/v2/workbooks/not%20an%20id',
        status: 404,
        answer: { code: 'not_found' },
      },
    ],
    { operation: getWorkbook },
  )
})

describeStores('a list of 5,000 workbooks', (openStore) => {
  let documents: TestServices
  const server = useServer(openStore, (platform) => {
    documents = buildTestServices(platform)
    return documents.routes
  })

  test('pages have no gap or duplicate while workbooks are added', async () => {
    const { platform } = server()
    const { people, organizationId, store, clock } = platform
    const rows = Array.from({ length: 5000 }, (_, index) => {
      const hex = index.toString(16).padStart(12, '0')
      // Several share a time, so that the id decides the order.
      return { id: `00000000-0000-4000-8000-${hex}`, createdAt: clock.now() - Math.floor(index / 7) }
    })
    await store.maintain('test workbooks', async (tx) => {
      for (let start = 0; start < rows.length; start += 500) {
        const part = rows.slice(start, start + 500)
        await tx
          .insertInto('inodes')
          .values(
            part.map(({ id, createdAt }) => ({
              organization_id: organizationId,
              id,
              url_id: urlIdOf(id),
              type: 'workbook',
              name: `Workbook ${id.slice(-5)}`,
              description: '',
              parent_id: people.builder.homeFolderId,
              owner_id: people.builder.memberId,
              is_home: 0,
              badge: null,
              is_archived: 0,
              archived_at: null,
              archived_by: null,
              created_by: 'system',
              updated_by: 'system',
              created_at: createdAt,
              updated_at: createdAt,
            })),
          )
          .execute()
        await tx
          .insertInto('documents')
          .values(
            part.map(({ id }) => ({
              organization_id: organizationId,
              id,
              kind: 'workbook' as const,
              latest_version: 1,
              draft_revision: 1,
              published_revision: 1,
            })),
          )
          .execute()
      }
    })

    const viewer = await documents.viewer('builder')
    const seen: string[] = []
    let page: string | null = ''
    while (page !== null) {
      const query = { limit: 500, ...(page === '' ? {} : { page }) }
      const answer = await server().request({ method: 'GET', path: '/v2/workbooks', as: 'builder', query })
      expect(answer.status, answer.text.slice(0, 300)).toBe(200)
      const body = answer.body as Listed
      expect(body.hasMore).toBe(body.nextPage !== null)
      expect(body.total).toBeGreaterThanOrEqual(5000)
      seen.push(...body.entries.map(({ workbookId }) => workbookId))
      page = body.nextPage
      clock.advance(1)
      await documents.documents.create(viewer, {
        kind: 'workbook',
        name: 'Added meanwhile',
        folderId: people.builder.homeFolderId,
        content: emptyDocument('workbook'),
      })
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
  })

  test('a cursor of one list does not work for another, for other filters or for another member', async () => {
    const ask = (as: Role, path: string, query: Record<string, string | number | boolean>) =>
      server().request({ method: 'GET', path, as, query })
    const { nextPage } = (await ask('builder', '/v2/workbooks', { limit: 1 })).body as Listed
    const page = nextPage ?? ''
    expect((await ask('builder', '/v2/workbooks', { limit: 7, page })).status).toBe(200)
    expect((await ask('builder', '/v2/workbooks', { page, excludeTags: true })).body).toMatchObject({
      code: 'invalid_cursor',
    })
    expect((await ask('admin', '/v2/workbooks', { page })).body).toMatchObject({ code: 'invalid_cursor' })
    expect((await ask('builder', '/v2/files', { page })).body).toMatchObject({ code: 'invalid_cursor' })
  })
})
