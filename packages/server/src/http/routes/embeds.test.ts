import { createWorkbookEmbed, deleteWorkbookEmbeds, listWorkbookEmbeds } from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { requestsOf, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, smallWorkbook, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
const whole = { embedType: 'public', sourceType: 'workbook' }
const setting = '/v2/organizations/settings/publicEmbeds'

interface Made {
  embedId: string
  embedUrl: string
}

describeStores('embeds of workbooks', (openStore) => {
  let documents: TestServices
  let connectionId = ''
  let id = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    id = await newWorkbook(platform.people.builder.homeFolderId)
    await documents.share(id, 'viewer', 'view')
    return documents.routes
  })
  const newWorkbook = async (folderId: string, more: object[] = []) => {
    const body = smallWorkbook(connectionId, folderId)
    const pages = [...(body.pages as object[]), ...more]
    const viewer = await documents.viewer('builder')
    return (await documents.specs.create(viewer, 'workbook', { ...body, pages })).record.inode.id
  }
  const own = (more: object[] = []) => newWorkbook(server().platform.people.builder.homeFolderId, more)
  const { send } = requestsOf(server, 'admin')
  const at = (workbookId = id) => `/v2/workbooks/${workbookId}/embeds`
  const make = async (workbookId: string, body: object = whole): Promise<Made> => {
    const answer = await send('POST', at(workbookId), body)
    expect(answer.status, answer.text).toBe(200)
    return answer.body as Made
  }
  const listed = async (workbookId: string) =>
    (await send('GET', at(workbookId), undefined, 'builder')).body as { entries: object[]; total: number }
  const rows = (workbookId: string) =>
    server().platform.store.db.selectFrom('embeds').selectAll().where('document_id', '=', workbookId).execute()

  scenarios(
    'GET /v2/workbooks/{workbookId}/embeds',
    server,
    [
      { name: 'nobody', as: null, path: () => at(), status: 401 },
      { name: 'needs the right to edit', as: 'viewer', path: () => at(), status: 403, answer: { code: 'forbidden' } },
      { name: 'a stranger sees no workbook', as: 'stranger', path: () => at(), status: 404 },
      {
        name: 'an unknown workbook',
        as: 'admin',
        path: () => at(unknownId),
        status: 404,
        answer: { code: 'not_found' },
      },
      {
        name: 'none yet',
        as: 'builder',
        path: () => at(),
        status: 200,
        check: ({ body }) => expect(body).toEqual({ entries: [], hasMore: false, total: 0, nextPage: null }),
      },
    ],
    { operation: listWorkbookEmbeds },
  )

  const refusal = (name: string, body: object, problem: string) => ({
    name,
    as: 'admin' as const,
    path: () => at(),
    body,
    status: 400,
    answer: { code: 'invalid_request', details: { problems: [{ path: problem }] } },
  })
  scenarios(
    'POST /v2/workbooks/{workbookId}/embeds',
    server,
    [
      {
        name: 'the owner is not an administrator',
        as: 'builder',
        path: () => at(),
        body: whole,
        status: 403,
        answer: { code: 'forbidden', message: expect.stringContaining('create public embeds') },
      },
      { name: 'a viewer', as: 'viewer', path: () => at(), body: whole, status: 403 },
      { name: 'a stranger', as: 'stranger', path: () => at(), body: whole, status: 404 },
      { name: 'an unknown workbook', as: 'admin', path: () => at(unknownId), body: whole, status: 404 },
      refusal('a page without its id', { ...whole, sourceType: 'page' }, 'sourceId'),
      refusal('a whole workbook with an id', { ...whole, sourceId: 'pg' }, 'sourceId'),
      refusal('an unknown page', { ...whole, sourceType: 'page', sourceId: 'orders' }, 'sourceId'),
      refusal('an unknown element', { ...whole, sourceType: 'element', sourceId: 'pg' }, 'sourceId'),
      refusal('a secure embed', { embedType: 'secure', sourceType: 'workbook' }, 'embedType'),
      {
        name: 'a dry run creates none',
        as: 'admin',
        path: () => at(),
        body: { ...whole, dryRun: true },
        status: 200,
        answer: { changes: [{ action: 'EMBED_CREATED' }] },
        check: async () => expect(await rows(id)).toEqual([]),
      },
    ],
    { operation: createWorkbookEmbed, untested: { conflict: 'tested below, with 500 embeds' } },
  )

  test('embeds of a workbook, a page and an element are listed with their names, oldest first, page by page', async () => {
    const workbookId = await own()
    const made = [
      await make(workbookId),
      await make(workbookId, { ...whole, sourceType: 'page', sourceId: 'pg' }),
      await make(workbookId, { ...whole, sourceType: 'element', sourceId: 'bars' }),
    ]
    for (const { embedId, embedUrl } of made) {
      expect(embedId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      expect(new URL(embedUrl).pathname).toBe(`/embed/${embedId}`)
    }
    const { entries, total } = await listed(workbookId)
    expect(total).toBe(3)
    const named = [
      { public: true, sourceType: 'workbook', sourceId: null, sourceName: null },
      { public: true, sourceType: 'page', sourceId: 'pg', sourceName: 'Overview' },
      { public: true, sourceType: 'element', sourceId: 'bars', sourceName: 'Orders by channel' },
    ]
    const expected = named.map((source, place) => ({ ...made[place], ...source }))
    expect(new Set(entries)).toEqual(new Set(expected))
    const page = (await send('GET', `${at(workbookId)}?limit=2`)).body as { entries: object[]; nextPage: string }
    const next = (await send('GET', `${at(workbookId)}?limit=2&page=${page.nextPage}`)).body as typeof page
    expect([...page.entries, ...next.entries]).toEqual(entries)
    expect(next).toMatchObject({ hasMore: false, nextPage: null })
  })

  test('ids are random in all their bits', async () => {
    const workbookId = await own()
    const ids: string[] = []
    for (let count = 0; count < 24; count += 1) ids.push((await make(workbookId)).embedId.replaceAll('-', ''))
    expect(new Set(ids).size).toBe(ids.length)
    // Among this many ids, the bits at the position of a UUID's version and variant are all equal only once in 4
    // million runs.
    const differs = (place: number) => new Set(ids.map((each) => each[place])).size > 1
    expect([12, 16].map(differs)).toEqual([true, true])
  })

  test('the audit log has what was created and deleted, but not the id that opens it', async () => {
    const workbookId = await own()
    const { embedId } = await make(workbookId, { ...whole, sourceType: 'page', sourceId: 'pg' })
    expect((await send('DELETE', `${at(workbookId)}/${embedId}`, undefined, 'builder')).status).toBe(200)
    const events = await server()
      .platform.store.db.selectFrom('audit_events')
      .selectAll()
      .where('object_id', '=', workbookId)
      .where('action', 'like', 'EMBED_%')
      .execute()
    expect(new Set(events.map(({ action }) => action))).toEqual(new Set(['EMBED_CREATED', 'EMBED_DELETED']))
    expect(JSON.stringify(events)).toContain('"sourceId\\":\\"pg')
    expect(JSON.stringify(events)).not.toContain(embedId)
  })

  const remove = { path: (key: string) => `${at()}/${key}` }
  scenarios(
    'DELETE /v2/workbooks/{workbookId}/embeds/{embedId}',
    server,
    [
      {
        name: 'needs the right to edit',
        as: 'viewer',
        path: () => remove.path(unknownId),
        status: 403,
        answer: { code: 'forbidden' },
      },
      {
        name: 'an unknown embed',
        as: 'builder',
        path: () => remove.path(unknownId),
        status: 404,
        answer: { code: 'not_found' },
      },
      {
        name: 'a text that is not an id',
        as: 'builder',
        path: () => remove.path('x'),
        status: 404,
        answer: { code: 'not_found' },
      },
    ],
    { operation: deleteWorkbookEmbeds },
  )

  test('an embed can be deleted only through its own workbook, and once', async () => {
    const [workbookId, otherId] = [await own(), await own()]
    const { embedId } = await make(workbookId)
    expect((await send('DELETE', `${at(otherId)}/${embedId}`)).status).toBe(404)
    expect((await listed(workbookId)).total).toBe(1)
    expect((await send('DELETE', `${at(workbookId)}/${embedId.toUpperCase()}`)).status).toBe(200)
    expect((await listed(workbookId)).total).toBe(0)
    expect((await send('DELETE', `${at(workbookId)}/${embedId}`)).status).toBe(404)
  })

  test('while public embeds are switched off none can be created; existing ones are still listed', async () => {
    const workbookId = await own()
    await make(workbookId)
    await send('PATCH', setting, { enabled: false })
    const answer = await send('POST', at(workbookId), whole)
    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'forbidden', message: expect.stringContaining('switched off') },
    })
    expect((await listed(workbookId)).total).toBe(1)
    await send('PATCH', setting, { enabled: true })
    await make(workbookId)
  })

  test('pages that are hidden from some readers cannot be embedded, nor can their elements', async () => {
    const { memberId } = server().platform.people.viewer
    const page = (pageId: string, visibility: unknown) => ({
      id: pageId,
      name: pageId,
      visibility,
      elements: [{ id: `${pageId}-text`, kind: 'text', body: 'Words' }],
    })
    const some = { kind: 'specific-users-and-teams', assignments: { users: [memberId] } }
    const workbookId = await own([page('hidden', 'hidden'), page('some', some)])
    for (const pageId of ['hidden', 'some']) {
      for (const source of [
        { sourceType: 'page', sourceId: pageId },
        { sourceType: 'element', sourceId: `${pageId}-text` },
      ]) {
        const answer = await send('POST', at(workbookId), { ...whole, ...source })
        expect(answer, answer.text).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
      }
    }
  })

  test('publishing a version deletes the embeds of pages and elements that it no longer has', async () => {
    const page = { id: 'second', name: 'Second', elements: [{ id: 'words', kind: 'text', body: 'Words' }] }
    const workbookId = await own([page])
    for (const [sourceType, sourceId] of [
      ['page', 'pg'],
      ['page', 'second'],
      ['element', 'words'],
      ['element', 'bars'],
    ]) {
      await make(workbookId, { ...whole, sourceType, sourceId })
    }
    await make(workbookId)
    const body = smallWorkbook(connectionId, server().platform.people.builder.homeFolderId)
    const answer = await send('PUT', `/v2/workbooks/${workbookId}/spec`, body, 'builder')
    expect(answer.status, answer.text).toBe(200)
    const left = (await rows(workbookId)).map(({ source_id }) => source_id)
    expect(new Set(left)).toEqual(new Set(['pg', 'bars', null]))
    const events = await server()
      .platform.store.db.selectFrom('audit_events')
      .select('details')
      .where('object_id', '=', workbookId)
      .where('action', '=', 'WORKBOOK_PUBLISHED')
      .execute()
    expect(events.map(({ details }) => JSON.parse(String(details)).endedEmbeds)).toEqual([2])
  })

  test('copies and tagged versions have none, and purging the workbook deletes its own', async () => {
    const workbookId = await own()
    await make(workbookId)
    const destinationFolderId = server().platform.people.builder.homeFolderId
    const copied = await send('POST', `/v2/workbooks/${workbookId}/copy`, { name: 'C', destinationFolderId }, 'builder')
    const copyId = (copied.body as { workbookId: string }).workbookId
    expect((await listed(copyId)).total).toBe(0)
    await send('POST', '/v2/tags', { name: 'Final', color: 'cyan' })
    const tagged = await send('POST', '/v2/workbooks/tag', { workbookId, tag: 'Final' })
    expect(tagged.status, tagged.text).toBe(200)
    const { db } = server().platform.store
    const documentsWithEmbeds = await db.selectFrom('embeds').select('document_id').distinct().execute()
    const versions = await db.selectFrom('tagged_versions').select('id').execute()
    for (const { id: version } of versions) expect(documentsWithEmbeds).not.toContainEqual({ document_id: version })
    expect((await send('DELETE', `/v2/files/${workbookId}`)).status).toBe(200)
    expect(await rows(workbookId)).toHaveLength(1)
    const purged = await send('DELETE', `/v2/files/${workbookId}?purge=true`)
    expect(purged.status, purged.text).toBe(200)
    expect(await rows(workbookId)).toEqual([])
  })

  test('a workbook has at most 500, and a template none', async () => {
    const workbookId = await own()
    const { platform } = server()
    const { organizationId: organization_id } = platform
    const source = { source_type: 'workbook', source_id: null, created_by: 'system', created_at: 1 } as const
    await platform.store.maintain('many embeds', async (tx) => {
      for (let count = 0; count < 500; count += 1) {
        const key = `00000000-0000-0000-0000-${String(count).padStart(12, '0')}`
        await tx
          .insertInto('embeds')
          .values({ organization_id, id: key, document_id: workbookId, ...source })
          .execute()
      }
    })
    expect(await send('POST', at(workbookId), whole)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    const body = { name: 'T', folderId: platform.people.builder.homeFolderId }
    const template = await send('POST', `/v2/workbooks/${workbookId}/saveTemplate`, body, 'builder')
    const { templateId } = template.body as { templateId: string }
    expect(await send('POST', at(templateId), whole)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })
})
