import type { DocumentEdit } from '@octavo/core/document'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Role, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

describeStores('exports of views', (openStore) => {
  let documents: TestServices
  let connectionId = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    // Control times in views are in the organization's zone, those of exports in UTC.
    await platform.store.maintain('test zone', (tx) =>
      tx
        .updateTable('organizations')
        .set({ zone: 'America/New_York' })
        .where('id', '=', platform.organizationId)
        .execute(),
    )
    return documents.routes
  })

  const send = (as: Role, method: string, path: string, body?: unknown) =>
    server().request({ method, path, as, ...(body === undefined ? {} : { body }) })
  const done = async <T>(as: Role, method: string, path: string, body?: unknown) => {
    const answer = await send(as, method, path, body)
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body as T
  }
  const book = (elements: unknown[]) => ({
    name: 'Viewed',
    folderId: server().platform.people.builder.homeFolderId,
    schemaVersion: 1,
    pages: [{ id: 'pg', name: 'Page', elements }],
  })
  const orders = () => ({
    id: 'orders',
    kind: 'table',
    name: 'Orders',
    source: { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] },
    columns: [
      { id: 'o-id', formula: '[ORDERS/ORDER_ID]', name: 'Order Id' },
      { id: 'o-status', formula: '[ORDERS/STATUS]', name: 'Status' },
      { id: 'o-channel', formula: '[ORDERS/CHANNEL]', name: 'Channel' },
      { id: 'o-at', formula: '[ORDERS/SHIPPED_AT]', name: 'Shipped' },
    ],
  })
  const target = (columnId: string) => [{ source: { kind: 'table', elementId: 'orders' }, columnId }]
  const controls = [
    {
      id: 'ctl-status',
      kind: 'control',
      controlId: 'Status',
      controlType: 'list',
      mode: 'include',
      selectionMode: 'multiple',
      values: [],
      source: { kind: 'source', source: { kind: 'table', elementId: 'orders' }, columnId: 'o-status' },
      filters: target('o-status'),
    },
    {
      id: 'ctl-when',
      kind: 'control',
      controlId: 'When',
      controlType: 'date-range',
      mode: 'between',
      filters: target('o-at'),
    },
  ]
  const create = async () => {
    const { workbookId } = await done<{ workbookId: string }>(
      'builder',
      'POST',
      '/v2/workbooks/spec',
      book([orders(), ...controls]),
    )
    await documents.share(workbookId, 'analyst', 'explore')
    await documents.share(workbookId, 'viewer', 'view')
    return workbookId
  }
  const withoutShipped: DocumentEdit[] = [
    { op: 'set', at: ['elements', { id: 'orders' }, 'name'], value: 'My orders' },
    { op: 'remove', at: ['elements', { id: 'orders' }, 'columns'], id: 'o-channel' },
  ]
  const customView = (workbookId: string, body: object, as: Role = 'analyst') =>
    done<{ exploreKey: string }>(as, 'POST', `/v2/workbooks/${workbookId}/customViews`, {
      workbookVersion: 1,
      edits: [],
      ...body,
    })
  const savedView = async (workbookId: string, body: object, isShared: boolean) => {
    const as = isShared ? 'builder' : 'analyst'
    const { exploreKey } = await customView(workbookId, body, as)
    return done<{ bookmarkId: string }>(as, 'POST', `/v2/workbooks/${workbookId}/bookmarks`, {
      workbookVersion: 1,
      name: 'Mine',
      isShared,
      exploreKey,
    })
  }
  const start = (workbookId: string, as: Role, body: object) =>
    send(as, 'POST', `/v2/workbooks/${workbookId}/export`, { elementId: 'orders', format: { type: 'csv' }, ...body })
  const download = async (as: Role, job: unknown) => {
    await documents.worker.runDue()
    const answer = await send(as, 'GET', `/v2/query/${(job as { queryId: string }).queryId}/download`)
    expect(answer.status, answer.text).toBe(200)
    return answer
  }
  const fileOf = async (workbookId: string, as: Role, body: object) => {
    const { status, text, body: job } = await start(workbookId, as, body)
    expect(status, text).toBe(200)
    const answer = await download(as, job)
    const [head = '', ...rows] = answer.text
      .replace(/^\ufeff/, '')
      .trim()
      .split(/\r?\n/)
    return { name: String(answer.headers['content-disposition']), lines: [head, ...rows.toSorted()] }
  }

  test('the file shows the view: its changes and its control values', async () => {
    const workbookId = await create()
    const contents = { edits: withoutShipped, controls: { Status: 'completed' } }
    const { bookmarkId } = await savedView(workbookId, contents, false)
    const { exploreKey } = await customView(workbookId, contents)
    for (const view of [{ bookmarkId }, { exploreKey }, { bookmarkId, exploreKey: 'unread' }]) {
      const { name, lines } = await fileOf(workbookId, 'analyst', view)
      expect(name).toContain('Viewed - My orders.csv')
      expect(lines).toEqual(['Order Id,Status,Shipped', '1,completed,2026-05-03T10:00:00', '2,completed,'])
    }
    const asked = await fileOf(workbookId, 'analyst', { bookmarkId, parameters: { Status: 'returned' } })
    expect(asked.lines).toEqual(['Order Id,Status,Shipped', '3,returned,2026-05-04T09:30:00'])
    expect((await fileOf(workbookId, 'analyst', {})).lines).toHaveLength(5)
  })

  test('times of the view are in the zone of the organization, times of the request in UTC', async () => {
    const workbookId = await create()
    const { exploreKey } = await customView(workbookId, {
      controls: { When: 'min:2026-05-03T09:00,max:2026-05-03T11:00' },
    })
    const ids = async (body: object) =>
      (await fileOf(workbookId, 'analyst', body)).lines.slice(1).map((line) => line.split(',')[0])
    expect(await ids({ exploreKey })).toEqual(['1'])
    expect(await ids({ exploreKey, parameters: { When: 'min:2026-05-03T13:00,max:2026-05-03T15:00' } })).toEqual(['1'])
    expect(await ids({ exploreKey, parameters: { When: 'min:2026-05-03T09:00,max:2026-05-03T11:00' } })).toEqual([])
  })

  test('the file shows the view at the time of the request, even when it is changed or deleted before the file is made', async () => {
    const workbookId = await create()
    const { exploreKey } = await customView(workbookId, { edits: withoutShipped })
    const { body } = await start(workbookId, 'analyst', { exploreKey })
    await done('analyst', 'DELETE', `/v2/workbooks/${workbookId}/customViews/${exploreKey}`)
    await done('builder', 'PUT', `/v2/workbooks/${workbookId}/spec`, book([{ ...orders(), name: 'Other' }]))
    expect((await download('analyst', body)).text).toContain('Order Id,Status,Shipped\r\n')
  })

  test('members who may open a view may export it, and an unknown one is named', async () => {
    const workbookId = await create()
    const own = await savedView(workbookId, { edits: withoutShipped }, false)
    const shared = await savedView(workbookId, { edits: withoutShipped }, true)
    const { exploreKey } = await customView(workbookId, { edits: withoutShipped })
    const link = await done<{ exploreKey: string }>(
      'analyst',
      'POST',
      `/v2/workbooks/${workbookId}/customViews/${exploreKey}/share`,
    )
    expect((await fileOf(workbookId, 'analyst', { bookmarkId: shared.bookmarkId })).lines).toHaveLength(5)
    expect((await fileOf(workbookId, 'builder', { exploreKey: link.exploreKey })).lines).toHaveLength(5)
    const refused = { status: 404, body: { code: 'not_found' } }
    for (const [view, kind] of [
      [{ bookmarkId: own.bookmarkId }, 'saved view'],
      [{ bookmarkId: 'nowhere' }, 'saved view'],
      [{ exploreKey }, 'custom view'],
      [{ exploreKey: 'nowhere' }, 'custom view'],
    ] as const) {
      const [id] = Object.values(view)
      expect(await start(workbookId, 'builder', view)).toMatchObject({ ...refused, body: { details: { kind, id } } })
    }
  })

  test('an element that only the view has is exported too', async () => {
    const workbookId = await create()
    const more = {
      id: 'more',
      kind: 'table',
      name: 'More',
      source: { kind: 'table', elementId: 'orders' },
      columns: [{ id: 'n', formula: 'Count()', name: 'N' }],
      groupings: [{ id: 'g', groupBy: [], calculations: ['n'] }],
    }
    const { exploreKey } = await customView(workbookId, {
      edits: [{ op: 'insert', at: ['elements'], entry: more, after: null, page: 'pg' }],
    })
    const { name } = await fileOf(workbookId, 'analyst', { exploreKey, elementId: 'more' })
    expect(name).toContain('Viewed - More.csv')
    expect((await start(workbookId, 'analyst', { elementId: 'more' })).status).toBe(404)
  })

  test('a saved view whose control was removed can still be read and exported, without the value', async () => {
    const workbookId = await create()
    const { bookmarkId } = await savedView(workbookId, { controls: { Status: 'completed', When: '' } }, true)
    await done('builder', 'PUT', `/v2/workbooks/${workbookId}/spec`, book([orders()]))
    const page = await server().request({
      method: 'POST',
      path: `/v2/workbooks/${workbookId}/pages/pg/data`,
      as: 'analyst',
      query: { bookmarkId },
      body: {},
    })
    expect(page.status, page.text).toBe(200)
    expect((await fileOf(workbookId, 'analyst', { bookmarkId })).lines).toHaveLength(5)
    expect(await done<object>('analyst', 'GET', `/v2/workbooks/${workbookId}/bookmarks/${bookmarkId}`)).toMatchObject({
      droppedControls: ['Status', 'When'],
    })
  })

  const saveDraft = (workbookId: string, baseRevision: number, edits: DocumentEdit[]) =>
    done<{ revision: number }>('builder', 'POST', `/v2/workbooks/${workbookId}/draft/edits`, { baseRevision, edits })

  test('editors can export the current draft', async () => {
    const workbookId = await create()
    await documents.share(workbookId, 'analyst', 'explore')
    const { revision } = await done<{ revision: number }>('builder', 'GET', `/v2/workbooks/${workbookId}/draft`)
    const kept = { ...orders(), id: 'kept', name: 'Kept' }
    const saved = await saveDraft(workbookId, revision, [
      ...withoutShipped,
      { op: 'insert', at: ['elements'], entry: kept, after: null, page: 'pg' },
    ])
    const shown = await fileOf(workbookId, 'builder', { draft: true, parameters: { Status: 'completed' } })
    expect(shown.name).toContain('Viewed - My orders.csv')
    expect(shown.lines).toEqual(['Order Id,Status,Shipped', '1,completed,2026-05-03T10:00:00', '2,completed,'])
    expect((await fileOf(workbookId, 'builder', { draft: true, elementId: 'kept' })).lines).toHaveLength(5)
    expect((await fileOf(workbookId, 'builder', {})).lines[0]).toBe('Order Id,Status,Channel,Shipped')
    expect(await start(workbookId, 'builder', { elementId: 'kept' })).toMatchObject({ status: 404 })
    expect(await start(workbookId, 'analyst', { draft: true })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
    expect(await start(workbookId, 'stranger', { draft: true })).toMatchObject({ status: 404 })
    expect((await fileOf(workbookId, 'analyst', { draft: false })).lines[0]).toBe('Order Id,Status,Channel,Shipped')

    // The file shows the draft at the time of the request, although others continue to edit and publish.
    const { body: job } = await start(workbookId, 'builder', { draft: true })
    const renamed: DocumentEdit = {
      op: 'set',
      at: ['elements', { id: 'orders' }, 'columns', { id: 'o-at' }, 'name'],
      value: 'Sent',
    }
    await saveDraft(workbookId, saved.revision, [renamed])
    expect((await download('builder', job)).text).toContain('Order Id,Status,Shipped\r\n')
    expect((await fileOf(workbookId, 'builder', { draft: true })).lines[0]).toBe('Order Id,Status,Sent')
    await done('builder', 'POST', `/v2/workbooks/${workbookId}/draft/publish`, {})
    expect((await fileOf(workbookId, 'builder', { draft: true })).lines[0]).toBe('Order Id,Status,Sent')
  })

  test('a draft cannot be combined with a view', async () => {
    const workbookId = await create()
    for (const other of [{ tag: 'Released' }, { bookmarkId: 'any' }, { exploreKey: 'any' }]) {
      const refused = await start(workbookId, 'builder', { draft: true, ...other })
      expect(refused, JSON.stringify(other)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    }
  })
})
