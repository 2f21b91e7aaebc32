import {
  createTaggedWorkbookBookmark,
  deleteTaggedWorkbookBookmark,
  deleteWorkbookBookmarks,
  getTaggedWorkbookBookmark,
  getTaggedWorkbookBookmarks,
  getWorkbookBookmark,
  getWorkbookBookmarks,
  type OperationDefinition,
  postWorkbookBookmarks,
  updateTaggedWorkbookBookmark,
  updateWorkbookBookmark,
} from '@octavo/core/contract'
import type { DocumentEdit } from '@octavo/core/document'
import { beforeAll, describe, expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Role, requestsAs, scenarios, type TestRequest, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, smallWorkbook, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'

interface Saved {
  bookmarkId: string
  name: string
  isShared: boolean
  isDefault: boolean
  exploreKey: string
  dropped?: { edit: DocumentEdit; reason: string }[]
}

describeStores('saved views', (openStore) => {
  let documents: TestServices
  let connectionId = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    return documents.routes
  })
  const { send, done } = requestsAs(server)
  const book = () => smallWorkbook(connectionId, server().platform.people.builder.homeFolderId)
  const create = async () => {
    const { workbookId } = await done<{ workbookId: string }>('POST', '/v2/workbooks/spec', 'builder', book())
    await documents.share(workbookId, 'analyst', 'explore')
    await documents.share(workbookId, 'viewer', 'view')
    return workbookId
  }
  const tag = async (workbookId: string) => {
    const name = `Tag ${workbookId.slice(0, 8)}`
    await done('POST', '/v2/tags', 'admin', { name, color: 'cyan' })
    const { taggedWorkbookId } = await done<{ taggedWorkbookId: string }>('POST', '/v2/workbooks/tag', 'builder', {
      workbookId,
      tag: name,
    })
    await documents.share(taggedWorkbookId, 'analyst', 'explore')
    await documents.share(taggedWorkbookId, 'viewer', 'view')
    return name
  }
  const onlyShipped: DocumentEdit = {
    op: 'set',
    at: ['elements', { id: 'orders' }, 'filters'],
    value: [{ id: 'f', columnId: 'o-status', kind: 'list', mode: 'include', values: ['shipped'] }],
  }
  const renamed = (id: string): DocumentEdit => ({ op: 'set', at: ['elements', { id }, 'name'], value: 'Mine' })
  const keyOf = async (workbookId: string, edits: DocumentEdit[] = [], as: Role = 'analyst', query = {}) =>
    (
      await done<{ exploreKey: string }>(
        'POST',
        `/v2/workbooks/${workbookId}/customViews`,
        as,
        { workbookVersion: 1, edits },
        query,
      )
    ).exploreKey
  const at = (workbookId: string, tagName?: string) =>
    tagName === undefined
      ? `/v2/workbooks/${workbookId}/bookmarks`
      : `/v2/workbooks/${workbookId}/tags/${encodeURIComponent(tagName)}/bookmarks`
  /** Advances the clock before saving, because lists are ordered by time. */
  const save = (path: string, exploreKey: string, as: Role, more = {}) => {
    server().platform.clock.advance(1)
    return done<Saved>('POST', path, as, { workbookVersion: 1, name: 'View', isShared: false, exploreKey, ...more })
  }
  const namesOf = async (path: string, as: Role) =>
    (await done<{ entries: Saved[] }>('GET', path, as)).entries.map(({ name }) => name)
  const shownRows = async (workbookId: string, as: Role, query: TestRequest['query']) => {
    const path = `/v2/workbooks/${workbookId}/pages/pg/data`
    const { lines, text } = await send('POST', path, as, { elementIds: ['orders'] }, query)
    expect(lines.at(-1), text).toEqual({ event: 'end' })
    const batch = (lines as { event: string; columns?: unknown[][] }[]).find(({ event }) => event === 'batch')
    return batch?.columns?.[0]
  }

  test('a saved view is personal, or shared with everybody who may see the workbook', async () => {
    const workbookId = await create()
    const path = at(workbookId)
    const own = await save(path, await keyOf(workbookId, [onlyShipped]), 'analyst', { name: 'Own' })
    const shared = await save(path, await keyOf(workbookId, [onlyShipped], 'builder'), 'builder', {
      name: 'Shared',
      isShared: true,
    })
    expect(own).toMatchObject({ name: 'Own', isShared: false, isDefault: false, dropped: [] })
    expect(await namesOf(path, 'analyst')).toEqual(['Own', 'Shared'])
    expect(await namesOf(path, 'viewer')).toEqual(['Shared'])
    expect((await send('GET', path, 'stranger')).status).toBe(404)
    expect((await send('GET', `${path}/${own.bookmarkId}`, 'viewer')).status).toBe(404)
    expect(await done('GET', `${path}/${shared.bookmarkId}`, 'viewer')).toMatchObject({ exploreKey: shared.exploreKey })

    expect(await shownRows(workbookId, 'viewer', { bookmarkId: shared.bookmarkId })).toEqual(['4'])
    expect(await shownRows(workbookId, 'viewer', { exploreKey: shared.exploreKey })).toEqual(['4'])
    const query = { bookmarkId: own.bookmarkId }
    expect((await send('POST', `/v2/workbooks/${workbookId}/pages/pg/data`, 'viewer', {}, query)).body).toMatchObject({
      code: 'not_found',
      details: { kind: 'saved view', id: own.bookmarkId },
    })
    // The saved view takes precedence over the custom view, as in addresses.
    const plain = await keyOf(workbookId, [], 'viewer')
    const both = { bookmarkId: shared.bookmarkId, exploreKey: plain }
    expect(await shownRows(workbookId, 'viewer', both)).toEqual(['4'])
  })

  test('is a copy: the custom view may change or be deleted', async () => {
    const workbookId = await create()
    const key = await keyOf(workbookId, [onlyShipped])
    const { bookmarkId } = await save(at(workbookId), key, 'analyst')
    const view = `/v2/workbooks/${workbookId}/customViews/${key}`
    await done('PATCH', view, 'analyst', { edits: [] })
    expect(await shownRows(workbookId, 'analyst', { bookmarkId })).toEqual(['4'])
    await done('DELETE', view, 'analyst')
    expect(await shownRows(workbookId, 'analyst', { bookmarkId })).toEqual(['4'])
    const other = await keyOf(workbookId, [renamed('orders')])
    const changed = await done<Saved>('PATCH', `${at(workbookId)}/${bookmarkId}`, 'analyst', { exploreKey: other })
    expect(changed).toMatchObject({ exploreKey: other, name: 'View' })
    expect(await shownRows(workbookId, 'analyst', { bookmarkId })).toHaveLength(4)
  })

  test('follows the published version, and reports edits that no longer apply', async () => {
    const workbookId = await create()
    const key = await keyOf(workbookId, [renamed('bars'), renamed('orders')])
    const { bookmarkId } = await save(at(workbookId), key, 'analyst')
    const { layout: _layout, ...spec } = book()
    const pages = spec.pages as { elements: { id: string }[] }[]
    await done('PUT', `/v2/workbooks/${workbookId}/spec`, 'builder', {
      ...spec,
      pages: pages.map((page) => ({ ...page, elements: page.elements.filter(({ id }) => id !== 'bars') })),
    })
    const { dropped = [] } = await done<Saved>('GET', `${at(workbookId)}/${bookmarkId}`, 'analyst')
    expect(dropped).toContainEqual(expect.objectContaining({ edit: renamed('bars'), reason: 'target_gone' }))
    const shown = await send('GET', `/v2/workbooks/${workbookId}/spec`, 'analyst', undefined, { bookmarkId })
    expect(shown.body).toMatchObject({ documentVersion: 2 })
    expect(shown.text).toContain('"Mine"')
    expect(shown.text).not.toContain('"bars"')
    const elements = await done('GET', `/v2/workbooks/${workbookId}/elements`, 'analyst', undefined, { bookmarkId })
    expect(JSON.stringify(elements)).toContain('"Mine"')
  })

  test('ten may be shared; personal ones have no limit', async () => {
    const workbookId = await create()
    const key = await keyOf(workbookId, [], 'builder')
    for (let count = 0; count < 10; count += 1) await save(at(workbookId), key, 'builder', { isShared: true })
    const { bookmarkId } = await save(at(workbookId), key, 'builder')
    const body = { workbookVersion: 1, name: 'V', isShared: true, exploreKey: key }
    const path = `${at(workbookId)}/${bookmarkId}`
    for (const answer of [
      await send('POST', at(workbookId), 'builder', body),
      await send('PATCH', path, 'builder', { isShared: true }),
    ]) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'conflict', message: expect.stringContaining('10') } })
    }
    const [first] = (await done<{ entries: Saved[] }>('GET', at(workbookId), 'builder')).entries
    await done('PATCH', `${at(workbookId)}/${first?.bookmarkId}`, 'builder', { isShared: false })
    expect(await done('PATCH', path, 'builder', { isShared: true })).toMatchObject({ isShared: true })
  })

  test('editors of the workbook choose the default shared view', async () => {
    const workbookId = await create()
    const key = await keyOf(workbookId, [], 'builder')
    const shared = { isShared: true }
    const ids = [
      (await save(at(workbookId), key, 'builder', shared)).bookmarkId,
      (await save(at(workbookId), key, 'builder', shared)).bookmarkId,
    ]
    const own = await save(at(workbookId), await keyOf(workbookId), 'analyst')
    const path = (id = '') => `${at(workbookId)}/${id}`
    expect((await send('PATCH', path(own.bookmarkId), 'analyst', { isDefault: true })).status).toBe(403)
    expect((await send('PATCH', path(ids[0]), 'analyst', { isDefault: true })).status).toBe(403)
    for (const id of ids)
      expect(await done('PATCH', path(id), 'builder', { isDefault: true })).toMatchObject({ isDefault: true })
    const defaults = async () =>
      (await done<{ entries: Saved[] }>('GET', at(workbookId), 'viewer')).entries
        .filter(({ isDefault }) => isDefault)
        .map(({ bookmarkId }) => bookmarkId)
    expect(await defaults()).toEqual([ids[1]])
    await done('PATCH', path(ids[1]), 'builder', { isShared: false })
    expect(await defaults()).toEqual([])
    expect((await send('PATCH', path(ids[1]), 'builder', { isDefault: true })).body).toMatchObject({ code: 'conflict' })
    expect(await done('PATCH', path(ids[1]), 'builder', { name: null, isShared: null })).toMatchObject({ name: 'View' })
  })

  test('a tagged version has its own saved views', async () => {
    const workbookId = await create()
    const tagName = await tag(workbookId)
    const key = await keyOf(workbookId, [onlyShipped], 'analyst', { tag: tagName })
    const made = await save(`${at(workbookId, tagName)}/`, key, 'analyst', { name: 'Tagged' })
    await save(at(workbookId, tagName), key, 'analyst', { name: 'No slash' })
    expect(await namesOf(at(workbookId, tagName), 'analyst')).toEqual(['Tagged', 'No slash'])
    const published = await keyOf(workbookId, [onlyShipped], 'analyst')
    const body = { workbookVersion: 1, name: 'Of the published one', isShared: false, exploreKey: published }
    expect(await send('POST', at(workbookId, tagName), 'analyst', body)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('was made on the published version') },
    })
    expect(await namesOf(at(workbookId), 'analyst')).toEqual([])
    const { bookmarkId } = made
    expect(await shownRows(workbookId, 'analyst', { bookmarkId, tag: tagName })).toEqual(['4'])
    const path = `${at(workbookId, tagName)}/${bookmarkId}`
    expect(await done('PATCH', path, 'analyst', { name: 'New' })).toMatchObject({ name: 'New', bookmarkId })
    expect(await done('GET', path, 'analyst')).toMatchObject({ name: 'New' })
    expect(await done('DELETE', path, 'analyst')).toEqual({})
    expect(await namesOf(at(workbookId, tagName), 'analyst')).toEqual(['No slash'])
  })

  test('are copied with the workbook on request', async () => {
    const workbookId = await create()
    await save(at(workbookId), await keyOf(workbookId, [onlyShipped], 'builder'), 'builder', {
      name: 'Shared',
      isShared: true,
    })
    await save(at(workbookId), await keyOf(workbookId), 'analyst', { name: 'Analyst' })
    await save(at(workbookId), await keyOf(workbookId, [], 'builder'), 'builder', { name: 'Builder' })
    const copied = async (as: Role, copyBookmarks?: string) => {
      const destinationFolderId = server().platform.people[as].homeFolderId
      const body = { name: 'Copy', destinationFolderId, ...(copyBookmarks ? { copyBookmarks } : {}) }
      const { workbookId: id } = await done<{ workbookId: string }>(
        'POST',
        `/v2/workbooks/${workbookId}/copy`,
        as,
        body,
      )
      return (await done<{ entries: (Saved & { ownerId: string })[] }>('GET', at(id), as)).entries
    }
    expect(await copied('builder')).toEqual([])
    const accessible = await copied('builder', 'accessible')
    expect(accessible.map(({ name }) => name).sort()).toEqual(['Builder', 'Shared'])
    const { memberId } = server().platform.people.builder
    expect(accessible.map(({ ownerId }) => ownerId)).toEqual([memberId, memberId])
    const all = await copied('admin', 'all')
    expect(all.map(({ name }) => name).sort()).toEqual(['Analyst', 'Builder', 'Shared'])
  })

  describe('answers', () => {
    let workbookId = ''
    let tagName = ''
    let key = ''
    let shared = ''
    let taggedKey = ''
    let taggedShared = ''
    beforeAll(async () => {
      workbookId = await create()
      tagName = await tag(workbookId)
      key = await keyOf(workbookId)
      const buildersKey = await keyOf(workbookId, [], 'builder')
      shared = (await save(at(workbookId), buildersKey, 'builder', { isShared: true })).bookmarkId
      taggedKey = await keyOf(workbookId, [], 'analyst', { tag: tagName })
      const taggedBuildersKey = await keyOf(workbookId, [], 'builder', { tag: tagName })
      taggedShared = (await save(at(workbookId, tagName), taggedBuildersKey, 'builder', { isShared: true })).bookmarkId
    })
    const conflict = { conflict: 'a test above shares an eleventh view' }
    for (const { isTagged, all, create, read, change, remove } of [
      {
        isTagged: false,
        all: { operation: getWorkbookBookmarks },
        create: { operation: postWorkbookBookmarks },
        read: { operation: getWorkbookBookmark },
        change: { operation: updateWorkbookBookmark },
        remove: { operation: deleteWorkbookBookmarks },
      },
      {
        isTagged: true,
        all: { operation: getTaggedWorkbookBookmarks },
        create: { operation: createTaggedWorkbookBookmark },
        read: { operation: getTaggedWorkbookBookmark },
        change: { operation: updateTaggedWorkbookBookmark },
        remove: { operation: deleteTaggedWorkbookBookmark },
      },
    ]) {
      const title = ({ operation }: { operation: OperationDefinition }) => `${operation.method} ${operation.path}`
      const list = () => at(workbookId, isTagged ? tagName : undefined)
      const body = (more = {}) => ({ workbookVersion: 1, name: 'V', isShared: false, exploreKey: '', ...more })
      const unknown = { path: () => `${list()}/${unknownId}`, status: 404, answer: { details: { kind: 'saved view' } } }
      const others = () => `${list()}/${isTagged ? taggedShared : shared}`
      scenarios(
        title(all),
        server,
        [
          {
            name: 'a workbook of somebody else',
            as: 'stranger',
            path: list,
            status: 404,
            answer: { code: 'not_found' },
          },
        ],
        all,
      )
      scenarios(
        title(create),
        server,
        [
          {
            name: 'an unknown custom view',
            as: 'analyst',
            path: list,
            body: body(),
            status: 404,
            answer: { code: 'not_found', details: { kind: 'custom view' } },
          },
          {
            name: 'a shared one by a member who may not publish',
            as: 'analyst',
            path: list,
            body: body({ isShared: true }),
            status: 403,
            answer: { code: 'forbidden' },
          },
        ],
        { ...create, untested: conflict },
      )
      scenarios(title(read), server, [{ name: 'an unknown id', as: 'analyst', ...unknown }], read)
      scenarios(
        title(change),
        server,
        [
          { name: 'an unknown id', as: 'analyst', body: {}, ...unknown },
          {
            name: 'one that somebody else has shared',
            as: 'analyst',
            path: others,
            body: { name: 'Mine' },
            status: 403,
            answer: { code: 'forbidden' },
          },
        ],
        { ...change, untested: conflict },
      )
      scenarios(
        title(remove),
        server,
        [
          { name: 'an unknown id', as: 'analyst', ...unknown },
          {
            name: 'one that somebody else has shared',
            as: 'analyst',
            path: others,
            status: 403,
            answer: { code: 'forbidden' },
          },
        ],
        remove,
      )
    }
    test('a version that does not exist', async () => {
      const body = { workbookVersion: 9, name: 'V', isShared: false, exploreKey: key }
      expect(await send('POST', at(workbookId), 'analyst', body)).toMatchObject({
        status: 404,
        body: { details: { kind: 'version', id: '9' } },
      })
      // A tagged version has only one version, whatever number the request has.
      const tagged = { ...body, exploreKey: taggedKey }
      expect((await send('POST', at(workbookId, tagName), 'analyst', tagged)).status).toBe(200)
    })
  })
})
