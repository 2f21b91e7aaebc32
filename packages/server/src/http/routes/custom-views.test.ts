import {
  createCustomView,
  deleteCustomView,
  getCustomView,
  listCustomViews,
  mergeCustomView,
  moveCustomView,
  shareCustomView,
  updateCustomView,
} from '@octavo/core/contract'
import { applyEdits, type DocumentEdit, type WorkbookDocument } from '@octavo/core/document'
import { beforeAll, describe, expect, test } from 'vitest'
import { eraseInodes } from '../../store/erase-inodes.ts'
import { describeStores } from '../../store/testing.ts'
import { type Role, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

const dayMs = 86_400_000
const unknownKey = '0123456789abcdefABCDEF'

interface Made {
  exploreKey: string
  url: string
}
interface Line {
  event: string
  columns?: unknown[][]
  version?: number
  message?: string
}

describeStores('custom views', (openStore) => {
  let documents: TestServices
  let connectionId = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    return documents.routes
  })
  const send = (method: string, path: string, as: Role, body?: unknown, query = {}) =>
    server().request({ method, path, as, query, ...(body === undefined ? {} : { body }) })
  const done = async <T>(method: string, path: string, as: Role, body?: unknown, query = {}) => {
    const answer = await send(method, path, as, body, query)
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body as T
  }
  const warehouse = (table = 'ORDERS') => ({ kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', table] })
  const orders = (more = {}) => ({
    id: 'orders',
    kind: 'table',
    name: 'Orders',
    source: warehouse(),
    columns: [
      { id: 'o-id', formula: '[ORDERS/ORDER_ID]', name: 'Order Id' },
      { id: 'o-status', formula: '[ORDERS/STATUS]', name: 'Status' },
    ],
    ...more,
  })
  const child = (id: string) => ({
    id,
    kind: 'table',
    name: id,
    source: { kind: 'table', elementId: 'orders' },
    columns: [{ id: `${id}-n`, formula: 'CountDistinct([Orders/Order Id])', name: 'Orders' }],
  })
  const book = (elements: unknown[], pages: unknown[] = []) => ({
    name: 'Explored',
    folderId: server().platform.people.builder.homeFolderId,
    schemaVersion: 1,
    pages: [{ id: 'pg', name: 'Page', elements }, ...pages],
  })
  const create = async (elements: unknown[] = [orders(), child('a'), child('b')], pages: unknown[] = []) => {
    const { workbookId } = await done<{ workbookId: string }>(
      'POST',
      '/v2/workbooks/spec',
      'builder',
      book(elements, pages),
    )
    await documents.share(workbookId, 'analyst', 'explore')
    await documents.share(workbookId, 'viewer', 'view')
    return workbookId
  }
  const publish = (workbookId: string, elements: unknown[], pages: unknown[] = []) =>
    done<{ documentVersion: number }>('PUT', `/v2/workbooks/${workbookId}/spec`, 'builder', book(elements, pages))
  const views = (workbookId: string, key?: string) =>
    `/v2/workbooks/${workbookId}/customViews${key === undefined ? '' : `/${key}`}`
  const make = (workbookId: string, edits: DocumentEdit[], as: Role = 'analyst', more = {}) =>
    done<Made>('POST', views(workbookId), as, { workbookVersion: 1, edits, ...more })
  const rows = async (workbookId: string, as: Role, query: object, body: object = { elementIds: ['orders'] }) => {
    const { lines, status, text } = await send('POST', `/v2/workbooks/${workbookId}/pages/pg/data`, as, body, query)
    expect(status, text).toBe(200)
    const events = lines as Line[]
    expect(events.at(-1), text).toEqual({ event: 'end' })
    return {
      version: events[0]?.version,
      columns: events.filter(({ event }) => event === 'batch').flatMap(({ columns = [] }) => columns),
      errors: events.filter(({ event }) => event === 'error'),
    }
  }

  const at = (id: string) => ['elements', { id }] as const
  const renamed = (name: string): DocumentEdit => ({ op: 'set', at: [...at('orders'), 'name'], value: name })
  const onlyShipped: DocumentEdit = {
    op: 'set',
    at: [...at('orders'), 'filters'],
    value: [{ id: 'f', columnId: 'o-status', kind: 'list', mode: 'include', values: ['shipped'] }],
  }
  const added = (id: string, source: unknown, formula: string): DocumentEdit => ({
    op: 'insert',
    at: ['elements'],
    entry: { id, kind: 'table', name: id, source, columns: [{ id: `${id}-c`, formula, name: 'C' }] },
    after: null,
    page: 'pg',
  })

  test('is private, and its data are those of its edits', async () => {
    const workbookId = await create()
    const { exploreKey, url } = await make(workbookId, [onlyShipped])
    expect(exploreKey).toMatch(/^[0-9A-Za-z]{22}$/)
    expect(url).toMatch(new RegExp(`/main/workbook/Explored-[0-9A-Za-z]+\\?:customView=${exploreKey}$`))
    expect((await rows(workbookId, 'analyst', { exploreKey })).columns[0]).toEqual(['4'])
    expect((await rows(workbookId, 'analyst', {})).columns[0]).toHaveLength(4)
    const spec = await send('GET', `/v2/workbooks/${workbookId}/spec`, 'analyst', undefined, { exploreKey })
    expect(spec.text).toContain('shipped')
    expect(spec.headers.etag).toMatch(/^"1-[0-9a-f]{16}"$/)

    for (const as of ['builder', 'viewer', 'admin'] as const) {
      expect(await send('GET', views(workbookId, exploreKey), as)).toMatchObject({
        status: 404,
        body: { code: 'not_found', details: { kind: 'custom view', id: exploreKey } },
      })
      const data = await send('POST', `/v2/workbooks/${workbookId}/pages/pg/data`, as, {}, { exploreKey })
      expect(data).toMatchObject({ status: 404, body: { details: { kind: 'custom view' } } })
    }
  })

  test('keeps the values of controls, which a request may replace', async () => {
    const pick = {
      id: 'pick',
      kind: 'control',
      controlId: 'Pick',
      controlType: 'text',
      mode: 'equals',
      filters: [{ source: { kind: 'table', elementId: 'orders' }, columnId: 'o-status' }],
    }
    const workbookId = await create([orders(), pick])
    const { exploreKey } = await make(workbookId, [], 'viewer', { controls: { Pick: 'returned' } })
    const shown = async (body = {}) =>
      (await rows(workbookId, 'viewer', { exploreKey }, { elementIds: ['orders'], ...body })).columns[0]
    expect(await shown()).toEqual(['3'])
    expect(await shown({ controls: { Pick: 'shipped' } })).toEqual(['4'])
  })

  test('keeps its version when the workbook is published again, and moves on where that is no longer open', async () => {
    const workbookId = await create()
    const { exploreKey } = await make(workbookId, [renamed('Mine')])
    await publish(workbookId, [orders({ name: 'Renamed' }), child('a'), child('b')])
    expect((await rows(workbookId, 'analyst', { exploreKey })).version).toBe(1)
    const spec = async () =>
      JSON.stringify(await done('GET', `/v2/workbooks/${workbookId}/spec`, 'analyst', undefined, { exploreKey }))
    expect(await spec()).toContain('"Mine"')

    // The table reads something else now, and the analyst may not use what it read before.
    const other = { kind: 'sql', connectionId, statement: 'SELECT 7 AS ORDER_ID' }
    const columns = [{ id: 'o-id', formula: '[Custom SQL/ORDER_ID]', name: 'Order Id' }]
    await publish(workbookId, [orders({ source: other, columns }), child('a')])
    const data = await rows(workbookId, 'analyst', { exploreKey })
    expect(data.version).toBe(3)
    expect(data.columns).toEqual([['7']])
    expect(await spec()).toContain('"Mine"')
    expect(await done('GET', views(workbookId, exploreKey), 'analyst')).toMatchObject({
      workbookVersion: 1,
      shownVersion: 3,
    })
  })

  test('is brought to the version that came since, without what says nothing there, which is named', async () => {
    const workbookId = await create()
    const inA: DocumentEdit = { op: 'set', at: [...at('a'), 'name'], value: 'Mine' }
    const { exploreKey } = await make(workbookId, [onlyShipped, inA])
    await publish(workbookId, [orders({ name: 'All orders' }), child('b')])
    const path = views(workbookId, exploreKey)
    expect(await done('GET', path, 'analyst')).toMatchObject({ workbookVersion: 1, shownVersion: 1, dropped: [] })
    const moved = await done<{ edits: DocumentEdit[] }>('POST', `${path}/moveToLatest`, 'analyst')
    expect(moved).toMatchObject({
      workbookVersion: 2,
      shownVersion: 2,
      dropped: [{ edit: inA, reason: 'target_gone' }],
    })
    expect(JSON.stringify(moved.edits)).toContain('shipped')
    const read = await done<{ edits: DocumentEdit[] }>('GET', path, 'analyst', undefined, { includeBase: true })
    expect(read).toMatchObject({
      workbookVersion: 2,
      dropped: [],
      base: { elements: { orders: { name: 'All orders' } } },
    })
    expect(read.edits).toEqual(moved.edits)
    const link = await done<Made>('POST', `${path}/share`, 'analyst')
    const refused = await send('POST', `${views(workbookId, link.exploreKey)}/moveToLatest`, 'analyst')
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })

  test('is saved as a template', async () => {
    const workbookId = await create()
    const { exploreKey } = await make(workbookId, [renamed('Of the view')], 'builder')
    const body = { name: 'Template of a view', exploreKey }
    const { templateId } = await done<{ templateId: string }>(
      'POST',
      `/v2/workbooks/${workbookId}/saveTemplate`,
      'builder',
      body,
    )
    const spec = await done<object>('GET', `/v2/workbooks/${templateId}/spec`, 'builder')
    expect(JSON.stringify(spec)).toContain('Of the view')
    const other = await send('POST', `/v2/workbooks/${workbookId}/saveTemplate`, 'builder', { exploreKey: unknownKey })
    expect(other.status).toBe(404)
  })

  test('a view of version 3 is merged into the draft at version 7 after two elements were deleted', async () => {
    const workbookId = await create()
    await publish(workbookId, [orders(), child('a'), child('b'), child('c')])
    await publish(workbookId, [orders(), child('a'), child('b'), child('c'), child('d')])
    const edits: DocumentEdit[] = [
      { op: 'set', at: [...at('a'), 'name'], value: 'A of mine' },
      { op: 'set', at: [...at('b'), 'name'], value: 'B of mine' },
      { op: 'set', at: [...at('c'), 'columns', { id: 'c-n' }, 'name'], value: 'C of mine' },
      { op: 'set', at: [...at('orders'), 'columns', { id: 'o-status' }, 'name'], value: 'State' },
      { op: 'set', at: ['pages', { id: 'pg' }, 'name'], value: 'My page' },
      added('mine', { kind: 'table', elementId: 'd' }, '[d/Orders] + 1'),
    ]
    const { exploreKey } = await done<Made>('POST', views(workbookId), 'builder', { workbookVersion: 3, edits })
    // Elements b and c are removed, d is kept, and another editor renames the column a third time.
    for (let version = 4; version <= 6; version += 1) {
      await publish(workbookId, [orders({ name: `Orders ${version}` }), child('a'), child('b'), child('c'), child('d')])
    }
    const columns = [...orders().columns.slice(0, 1), { id: 'o-status', formula: '[ORDERS/STATUS]', name: 'Theirs' }]
    const { documentVersion } = await publish(workbookId, [orders({ columns }), child('a'), child('d')])
    expect(documentVersion).toBe(7)

    interface Merged {
      merged: number
      dropped: { edit: DocumentEdit; reason: string; message: string }[]
      overwritten: DocumentEdit[]
      revision: number
    }
    const merged = await done<Merged>('POST', `${views(workbookId, exploreKey)}/merge`, 'builder')
    const gone = merged.dropped.map(({ edit, reason, message }) => ({ id: JSON.stringify(edit.at), reason, message }))
    expect(gone).toEqual([
      { id: JSON.stringify([...at('b'), 'name']), reason: 'target_gone', message: expect.stringContaining('"b"') },
      {
        id: JSON.stringify([...at('c'), 'columns', { id: 'c-n' }, 'name']),
        reason: 'target_gone',
        message: expect.stringContaining('"c"'),
      },
    ])
    expect(merged.overwritten.map(({ at: place }) => place)).toEqual([
      [...at('orders'), 'columns', { id: 'o-status' }, 'name'],
    ])
    const draft = await done<{ revision: number; document: { elements: Record<string, { name: string }> } }>(
      'GET',
      `/v2/workbooks/${workbookId}/draft`,
      'builder',
    )
    expect(draft.revision).toBe(merged.revision)
    expect(Object.keys(draft.document.elements).sort()).toEqual(['a', 'd', 'mine', 'orders'])
    expect(draft.document.elements.a?.name).toBe('A of mine')
    expect(JSON.stringify(draft.document)).toContain('"State"')
    // The view is still there, and the draft can be published.
    expect(await done('GET', views(workbookId, exploreKey), 'builder')).toMatchObject({ workbookVersion: 3 })
    await done('POST', `/v2/workbooks/${workbookId}/draft/publish`, 'builder', {})
    expect((await rows(workbookId, 'builder', {}, { elementIds: ['mine'] })).columns).toEqual([['2', '2', '2', '2']])
  })

  test('merging leaves out what would make the draft invalid, and says why', async () => {
    const workbookId = await create([orders(), child('a')])
    const edits = [added('mine', { kind: 'table', elementId: 'a' }, '[a/Orders]'), renamed('Kept')]
    const { exploreKey } = await make(workbookId, edits, 'builder')
    await publish(workbookId, [orders()])
    const merged = await done<{ merged: number; dropped: { reason: string; message: string }[] }>(
      'POST',
      `${views(workbookId, exploreKey)}/merge`,
      'builder',
    )
    expect(merged.dropped).toContainEqual(
      expect.objectContaining({ reason: 'invalid', message: expect.stringMatching(/mine.*'a'/) }),
    )
    expect(merged.merged).toBeGreaterThan(0)
  })

  test('a link is a copy that others open with their own rights, until it is ended', async () => {
    const workbookId = await create()
    const { exploreKey } = await make(workbookId, [onlyShipped])
    const link = await done<Made>('POST', `${views(workbookId, exploreKey)}/share`, 'analyst')
    expect(link.exploreKey).not.toBe(exploreKey)
    await done('PATCH', views(workbookId, exploreKey), 'analyst', { edits: [renamed('Later')] })
    expect((await rows(workbookId, 'viewer', { exploreKey: link.exploreKey })).columns[0]).toEqual(['4'])
    expect((await send('GET', views(workbookId, link.exploreKey), 'stranger')).status).toBe(404)
    expect((await send('PATCH', views(workbookId, link.exploreKey), 'analyst', { edits: [] })).status).toBe(409)

    const keysOf = async (as: Role) =>
      (await done<{ entries: { exploreKey: string; kind: string }[] }>('GET', views(workbookId), as)).entries.map(
        (entry) => [entry.exploreKey, entry.kind],
      )
    const both = [
      [exploreKey, 'private'],
      [link.exploreKey, 'link'],
    ]
    expect((await keysOf('analyst')).sort()).toEqual(both.sort())
    expect(await keysOf('viewer')).toEqual([])
    expect(await keysOf('builder')).toEqual([[link.exploreKey, 'link']])

    expect((await send('DELETE', views(workbookId, link.exploreKey), 'viewer')).status).toBe(403)
    await done('DELETE', views(workbookId, link.exploreKey), 'builder')
    expect((await send('GET', views(workbookId, link.exploreKey), 'viewer')).status).toBe(404)
  })

  test('a link expires after 30 days without use', async () => {
    const { clock, store } = server().platform
    const workbookId = await create()
    const { exploreKey } = await make(workbookId, [renamed('X')])
    const link = await done<Made>('POST', `${views(workbookId, exploreKey)}/share`, 'analyst')
    clock.advance(29 * dayMs)
    await done('GET', views(workbookId, link.exploreKey), 'viewer')
    clock.advance(29 * dayMs)
    await documents.customViews.endUnusedLinks()
    expect(await done('GET', views(workbookId, link.exploreKey), 'viewer')).toMatchObject({
      kind: 'link',
      expiresAt: new Date(clock.now() + 30 * dayMs).toISOString(),
    })
    clock.advance(30 * dayMs + 1)
    expect((await send('GET', views(workbookId, link.exploreKey), 'viewer')).status).toBe(404)
    expect((await send('GET', views(workbookId, exploreKey), 'analyst')).status).toBe(200)
    await documents.customViews.endUnusedLinks()
    const left = await store.db.selectFrom('custom_views').select('key').where('document_id', '=', workbookId).execute()
    expect(left).toEqual([{ key: exploreKey }])
  })

  test('a change for a state that is gone is refused', async () => {
    const workbookId = await create()
    const { exploreKey } = await make(workbookId, [renamed('One')])
    const path = views(workbookId, exploreKey)
    const read = await send('GET', path, 'analyst')
    expect(read.headers.etag).toBe('"view-1"')
    const change = (ifMatch: string) =>
      server().request({
        method: 'PATCH',
        path,
        as: 'analyst',
        headers: { 'if-match': ifMatch },
        body: { edits: [renamed('Two')] },
      })
    // Exactly one of the requests that start from the same state succeeds.
    const answers = await Promise.all(Array.from({ length: 4 }, () => change('"view-1"')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412])
    const first = answers.find(({ status }) => status === 200) ?? read
    expect(first.headers.etag).toBe('"view-2"')
    expect(await change('"view-1"')).toMatchObject({ status: 412, body: { code: 'precondition_failed' } })
    const named = await Promise.all(Array.from({ length: 4 }, () => send('PATCH', path, 'analyst', { controls: {} })))
    expect(named.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await send('GET', path, 'analyst')).headers.etag).toBe('"view-6"')
    expect(await change('view-2')).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })

  test('views go with their workbook', async () => {
    const workbookId = await create()
    await make(workbookId, [renamed('X')])
    const { platform } = server()
    const count = async () =>
      (await platform.store.db.selectFrom('custom_views').select('key').where('document_id', '=', workbookId).execute())
        .length
    expect(await count()).toBe(1)
    await platform.store.maintain('test', (tx) => eraseInodes(tx, platform.organizationId, [workbookId]))
    expect(await count()).toBe(0)
  })

  test('one person keeps 500 views of a workbook, and no more', async () => {
    const { store } = server().platform
    const workbookId = await create()
    const { exploreKey } = await make(workbookId, [])
    const view = await store.db
      .selectFrom('custom_views')
      .selectAll()
      .where('key', '=', exploreKey)
      .executeTakeFirstOrThrow()
    const copies = Array.from({ length: 499 }, (_, number) => ({ ...view, key: `copy ${number}` }))
    await store.maintain('test', (tx) => tx.insertInto('custom_views').values(copies).execute())
    const body = { workbookVersion: 1, edits: [] }
    for (const answer of [
      await send('POST', views(workbookId), 'analyst', body),
      await send('POST', `${views(workbookId, exploreKey)}/share`, 'analyst'),
    ]) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'conflict', message: expect.stringContaining('500') } })
    }
    await make(workbookId, [], 'viewer')
  })

  describe('changes allowed to members who may not edit the workbook', () => {
    const email = 'CurrentUserEmail() = "nobody@example.com"'
    const guarded = () =>
      orders({
        columns: [...orders().columns, { id: 'o-mine', formula: email, name: 'Mine', hidden: true }],
        filters: [{ id: 'mine', columnId: 'o-mine', kind: 'list', mode: 'include', values: [true] }],
      })
    const secured = () =>
      orders({
        columnSecurities: [{ id: 's', restrictedColumns: ['o-status'], criteria: { kind: 'no-one-can-view' } }],
      })
    const hiddenPage = () => [
      { id: 'secret', name: 'Secret', visibility: 'hidden', elements: [{ ...child('hidden'), id: 'hidden' }] },
    ]
    const table = { kind: 'table', elementId: 'orders' }
    const filters = (value: unknown): DocumentEdit => ({ op: 'set', at: [...at('orders'), 'filters'], value })
    const column = (formula: string): DocumentEdit => ({
      op: 'insert',
      at: [...at('orders'), 'columns'],
      entry: { id: 'new', formula, name: 'New' },
      after: null,
    })

    const cases: [title: string, elements: () => unknown[], edits: () => DocumentEdit[], refused: RegExp | null][] = [
      ['a filter', () => [orders()], () => [onlyShipped], null],
      ['a column of the source', () => [orders()], () => [column('[ORDERS/CHANNEL]')], null],
      ['an element on an element', () => [orders()], () => [added('n', table, '[Orders/Status]')], null],
      ['an element gone', () => [orders(), child('a')], () => [{ op: 'remove', at: ['elements'], id: 'a' }], null],
      [
        'a table that the workbook reads, as a source of their own',
        () => [orders()],
        () => [added('n', warehouse(), '[ORDERS/CHANNEL]')],
        /n.*Dependency not found|open to you|Dependency not found/,
      ],
      [
        'custom SQL',
        () => [orders()],
        () => [added('n', { kind: 'sql', connectionId, statement: 'SELECT 1 AS C' }, '[Custom SQL/C]')],
        /Dependency not found|SQL/,
      ],
      [
        'another source of an element',
        () => [orders()],
        () => [{ op: 'set', at: [...at('orders'), 'source'], value: warehouse('STORES') }],
        /Dependency not found|open to you/,
      ],
      [
        'an element that reads a hidden page',
        () => [orders()],
        () => [added('n', { kind: 'table', elementId: 'hidden' }, '[hidden/Orders]')],
        /hidden from you/,
      ],
      [
        'a lookup into a hidden page',
        () => [orders()],
        () => [column('Lookup([hidden/Orders], [Order Id], [hidden/Orders])')],
        /hidden from you/,
      ],
      [
        'the hidden page itself',
        () => [orders()],
        () => [{ op: 'set', at: ['pages', { id: 'secret' }, 'visibility'] }],
        /hidden from you/,
      ],
      [
        'an element of the hidden page, elsewhere',
        () => [orders()],
        () => [{ op: 'move', at: ['elements'], id: 'hidden', after: null, page: 'pg' }],
        /hidden from you/,
      ],
      [
        'a filter beside one of the viewer',
        () => [guarded()],
        () => [
          {
            op: 'insert',
            at: [...at('orders'), 'filters'],
            entry: { id: 'f', columnId: 'o-status', kind: 'list', mode: 'include', values: ['shipped'] },
            after: 'mine',
          },
        ],
        null,
      ],
      ['no filter of the viewer', () => [guarded()], () => [filters([])], /restricts its rows or columns/],
      [
        'another formula of the filter of the viewer',
        () => [guarded()],
        () => [{ op: 'set', at: [...at('orders'), 'columns', { id: 'o-mine' }, 'formula'], value: 'True' }],
        /restricts its rows or columns/,
      ],
      [
        'an element in the place of one with a filter of the viewer',
        () => [guarded()],
        () => [{ op: 'set', at: at('orders'), value: orders() }],
        /restricts its rows or columns/,
      ],
      [
        'no restriction of columns',
        () => [secured()],
        () => [{ op: 'set', at: [...at('orders'), 'columnSecurities'] }],
        /restricts its rows or columns/,
      ],
      [
        'a second column over a restricted one',
        () => [secured()],
        () => [column('Upper([ORDERS/STATUS])')],
        /restricts its rows or columns/,
      ],
      ['an element on a restricted one', () => [secured()], () => [added('n', table, '[Orders/Status]')], null],
    ]

    test.each(cases)('%s', async (_title, elements, edits, refused) => {
      const workbookId = await create(elements(), hiddenPage())
      const body = { workbookVersion: 1, edits: edits() }
      const answer = await send('POST', views(workbookId), 'analyst', body)
      if (refused === null) expect(answer.status, answer.text).toBe(200)
      else {
        expect(answer.status, answer.text).toBe(400)
        expect(answer.text).toMatch(refused)
      }
      // Members who may edit the workbook can change everything in the draft.
      expect((await send('POST', views(workbookId), 'builder', body)).status).toBe(200)
    })

    test('restricted columns and rows stay so in what reads them', async () => {
      for (const element of [secured(), guarded()]) {
        const workbookId = await create([element])
        const { exploreKey } = await make(workbookId, [added('n', table, '[Orders/Status]')])
        const { columns } = await rows(workbookId, 'analyst', { exploreKey }, { elementIds: ['n'] })
        expect(columns.flat().filter((cell) => cell !== null)).toEqual([])
      }
    })

    test('a restriction that came later counts for views of versions before it', async () => {
      const workbookId = await create([orders()])
      const { exploreKey } = await make(workbookId, [renamed('Old')])
      await publish(workbookId, [guarded()])
      const data = await rows(workbookId, 'analyst', { exploreKey })
      expect(data.version).toBe(2)
      expect(data.columns.flat()).toEqual([])
    })
  })

  describe('what an account type may change in a workbook that it may explore', () => {
    const table = { kind: 'table', elementId: 'orders' }
    const column = (id: string) => [...at('orders'), 'columns', { id }] as const
    const set = (id: string, field: string, value: unknown): DocumentEdit => ({
      op: 'set',
      at: [...column(id), field],
      value,
    })
    const kinds: [what: string, least: 'Act' | 'Analyze', edits: DocumentEdit[]][] = [
      ['a filter', 'Act', [onlyShipped]],
      [
        'sorting',
        'Act',
        [{ op: 'set', at: [...at('orders'), 'sort'], value: [{ columnId: 'o-id', direction: 'descending' }] }],
      ],
      ['the name of a column that others read', 'Act', [set('o-id', 'name', 'Number')]],
      ['the format of a column', 'Act', [set('o-id', 'format', { kind: 'number', formatString: ',.0f' })]],
      ['a column out of sight', 'Act', [set('o-status', 'hidden', true)]],
      ['the order of columns', 'Act', [{ op: 'move', at: [...at('orders'), 'columns'], id: 'o-status', after: null }]],
      ['a column that nothing reads gone', 'Act', [{ op: 'remove', at: [...at('orders'), 'columns'], id: 'o-status' }]],
      [
        'a new column',
        'Analyze',
        [
          {
            op: 'insert',
            at: [...at('orders'), 'columns'],
            entry: { id: 'n', formula: '[ORDERS/CHANNEL]' },
            after: null,
          },
        ],
      ],
      ['another formula', 'Analyze', [set('o-status', 'formula', 'Upper([ORDERS/STATUS])')]],
      ['a new element', 'Analyze', [added('n', table, '[Orders/Status]')]],
      ['an element gone', 'Analyze', [{ op: 'remove', at: ['elements'], id: 'a' }]],
      [
        'a grouping',
        'Analyze',
        [{ op: 'set', at: [...at('orders'), 'groupings'], value: [{ id: 'g', groupBy: ['o-status'] }] }],
      ],
      ['the name of an element', 'Analyze', [renamed('Mine')]],
      ['a page', 'Analyze', [{ op: 'insert', at: ['pages'], entry: { id: 'p2', name: 'Mine' }, after: 'pg' }]],
      ['the layout', 'Analyze', [{ op: 'set', at: ['places', { id: 'a' }, 'column'], value: { start: 1, end: 7 } }]],
    ]
    const types = ['View', 'Act', 'Analyze'] as const

    /** The analyst with another account type for as long as `work` takes. */
    async function analystAs(type: string, work: () => Promise<void>) {
      const { clock, store, organizationId, people } = server().platform
      const { id } = await store.db
        .selectFrom('account_types')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where('name', '=', type)
        .executeTakeFirstOrThrow()
      const become = async (account_type_id: string) => {
        await store.maintain('test', (tx) =>
          tx.updateTable('members').set({ account_type_id }).where('id', '=', people.analyst.memberId).execute(),
        )
        // The viewer of a token is cached for a second.
        clock.advance(2_000)
      }
      const before = await store.db
        .selectFrom('members')
        .select('account_type_id')
        .where('id', '=', people.analyst.memberId)
        .executeTakeFirstOrThrow()
      await become(id)
      try {
        await work()
      } finally {
        await become(before.account_type_id)
      }
    }

    test.each(types)('%s', async (type) => {
      const workbookId = await create()
      await analystAs(type, async () => {
        for (const [what, least, edits] of kinds) {
          const answer = await send('POST', views(workbookId), 'analyst', { workbookVersion: 1, edits })
          const isAllowed = types.indexOf(type) >= types.indexOf(least)
          expect({ what, status: answer.status, text: isAllowed ? '' : answer.text }).toEqual({
            what,
            status: isAllowed ? 200 : 403,
            text: isAllowed ? '' : expect.stringContaining('forbidden'),
          })
        }
        // A second save starts from what follows from the first: the name is in the formulas of others too.
        if (type !== 'Act') return
        const { exploreKey } = await make(workbookId, [set('o-id', 'name', 'Number')])
        const stored = await done<{ edits: DocumentEdit[] }>('GET', views(workbookId, exploreKey), 'analyst')
        const edits = [...stored.edits, set('o-status', 'hidden', true)]
        await done('PATCH', views(workbookId, exploreKey), 'analyst', { edits })
      })
    })

    test('the draft alone has custom SQL, input tables, popovers, navigation and hidden pages', async () => {
      const workbookId = await create()
      const beyond: DocumentEdit[][] = [
        [added('n', { kind: 'sql', connectionId, statement: 'SELECT 1 AS C' }, '[Custom SQL/C]')],
        [{ op: 'insert', at: ['overlays'], entry: { id: 'o', name: 'More', type: 'popover' }, after: null }],
        [
          {
            op: 'insert',
            at: ['elements'],
            entry: { id: 'n', kind: 'navigation', mode: 'auto' },
            after: null,
            page: 'pg',
          },
        ],
        [{ op: 'set', at: ['pages', { id: 'pg' }, 'visibility'], value: 'hidden' }],
      ]
      for (const edits of beyond) {
        const body = { workbookVersion: 1, edits }
        const answer = await send('POST', views(workbookId), 'analyst', body)
        expect(answer.status, answer.text).toBe(400)
        const asEditor = await send('POST', views(workbookId), 'builder', body)
        expect(asEditor.status, asEditor.text).toBe(200)
      }
    })
  })

  test('the version that a view changes comes along when it is asked for, without what is hidden', async () => {
    const hidden = [{ id: 'secret', name: 'Secret', visibility: 'hidden', elements: [{ ...child('hidden') }] }]
    const workbookId = await create([orders()], hidden)
    const { exploreKey } = await make(workbookId, [renamed('Mine')])
    interface Contents {
      edits: DocumentEdit[]
      base?: WorkbookDocument
    }
    const read = (query: object) => done<Contents>('GET', views(workbookId, exploreKey), 'analyst', undefined, query)
    expect((await read({})).base).toBeUndefined()
    const { base, edits } = await read({ includeBase: true })
    if (!base) throw new Error('The version is missing.')
    expect(Object.keys(base.elements)).toEqual(['orders'])
    expect(base.pages.map(({ id }) => id)).toEqual(['pg'])
    expect(applyEdits(base, edits).document.elements.orders?.name).toBe('Mine')
  })

  test('rows of a view with edits that are not saved are those that saving them would give', async () => {
    const workbookId = await create()
    const { exploreKey } = await make(workbookId, [renamed('Mine')])
    const seen = await rows(workbookId, 'analyst', { exploreKey }, { elementIds: ['orders'], edits: [onlyShipped] })
    expect(seen.columns[0]).toEqual(['4'])
    expect((await rows(workbookId, 'analyst', { exploreKey })).columns[0]).toHaveLength(4)
    const sql = added('n', { kind: 'sql', connectionId, statement: 'SELECT 1 AS C' }, '[Custom SQL/C]')
    const path = `/v2/workbooks/${workbookId}/pages/pg/data`
    const refused = await send('POST', path, 'analyst', { elementIds: ['n'], edits: [sql] }, { exploreKey })
    expect(refused.status, refused.text).toBe(400)
  })

  test('some of the changes are merged: those that are chosen, which the view must still have', async () => {
    const workbookId = await create()
    const { exploreKey } = await make(
      workbookId,
      [renamed('Mine'), onlyShipped, added('n', { kind: 'table', elementId: 'orders' }, '[Orders/Status]')],
      'builder',
    )
    const path = views(workbookId, exploreKey)
    const { edits } = await done<{ edits: DocumentEdit[] }>('GET', path, 'builder')
    const chosen = edits.filter(({ at: place, op }) => op === 'insert' || place[2] === 'filters')
    const merge = (body: unknown) => send('POST', `${path}/merge`, 'builder', body)
    expect(await merge({ edits: [...chosen, renamed('Other')] })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', message: expect.stringContaining(`edits[${chosen.length}]`) },
    })
    expect(await merge({ edits: chosen })).toMatchObject({ status: 200, body: { dropped: [] } })
    const draft = await done<{ document: WorkbookDocument }>('GET', `/v2/workbooks/${workbookId}/draft`, 'builder')
    const { orders: merged, n } = draft.document.elements
    expect(merged).toMatchObject({ name: 'Orders', filters: [{ values: ['shipped'] }] })
    expect(n).toMatchObject({ kind: 'table' })
  })

  describe('answers', () => {
    let workbookId = ''
    let key = ''
    let viewersKey = ''
    beforeAll(async () => {
      workbookId = await create()
      key = (await make(workbookId, [renamed('X')])).exploreKey
      viewersKey = (await make(workbookId, [], 'viewer')).exploreKey
    })
    const body = (edits: DocumentEdit[], workbookVersion = 1) => ({ workbookVersion, edits })
    const path = () => views(workbookId)
    scenarios(
      'GET /v2/workbooks/{workbookId}/customViews',
      server,
      [{ name: 'a workbook of somebody else', as: 'stranger', path, status: 404, answer: { code: 'not_found' } }],
      { operation: listCustomViews },
    )
    scenarios(
      'POST /v2/workbooks/{workbookId}/customViews',
      server,
      [
        {
          name: 'edits need the right to explore',
          as: 'viewer',
          path,
          body: body([renamed('X')]),
          status: 403,
          answer: { code: 'forbidden' },
        },
        {
          name: 'a workbook of somebody else',
          as: 'stranger',
          path,
          body: body([]),
          status: 404,
          answer: { code: 'not_found' },
        },
        {
          name: 'a version that is not there',
          as: 'analyst',
          path,
          body: body([], 9),
          status: 404,
          answer: { details: { kind: 'version' } },
        },
        {
          name: 'no version at all',
          as: 'analyst',
          path,
          body: body([], 0.5),
          status: 404,
          answer: { details: { kind: 'version' } },
        },
        {
          name: 'an edit of what is not there',
          as: 'analyst',
          path,
          body: body([{ op: 'set', at: ['elements', { id: 'nowhere' }, 'name'], value: 'X' }]),
          status: 400,
          answer: { code: 'invalid_request' },
        },
        {
          name: 'an edit that makes no valid document',
          as: 'analyst',
          path,
          body: body([{ op: 'set', at: [...at('a'), 'source'], value: { kind: 'table', elementId: 'nowhere' } }]),
          status: 400,
          answer: { code: 'invalid_document' },
        },
      ],
      { operation: createCustomView, untested: { conflict: 'a test above fills a workbook with views' } },
    )
    const unknown = { as: 'analyst', status: 404, answer: { code: 'not_found', details: { id: unknownKey } } } as const
    const about = (more = '', body?: unknown) => [
      { name: 'an unknown key', path: () => `${views(workbookId, unknownKey)}${more}`, body, ...unknown },
      {
        name: 'the view of somebody else',
        as: 'builder' as const,
        path: () => `${views(workbookId, key)}${more}`,
        body,
        status: 404,
        answer: { code: 'not_found' },
      },
    ]
    const full = { conflict: 'a test above fills a workbook with views' }
    const own = () => views(workbookId, key)
    scenarios('GET /v2/workbooks/{workbookId}/customViews/{exploreKey}', server, about(), { operation: getCustomView })
    scenarios(
      'PATCH /v2/workbooks/{workbookId}/customViews/{exploreKey}',
      server,
      [
        ...about('', {}),
        {
          name: 'edits of somebody who has lost the right to explore',
          as: 'viewer',
          path: () => views(workbookId, viewersKey),
          body: { edits: [renamed('X')] },
          status: 403,
          answer: { code: 'forbidden' },
        },
        {
          name: 'an edit that makes no valid document',
          as: 'analyst',
          path: own,
          body: { edits: [{ op: 'set', at: [...at('a'), 'source'], value: { kind: 'table', elementId: 'nowhere' } }] },
          status: 400,
          answer: { code: 'invalid_document' },
        },
      ],
      { operation: updateCustomView, untested: { conflict: 'a test above changes a link' } },
    )
    scenarios('POST /v2/workbooks/{workbookId}/customViews/{exploreKey}/moveToLatest', server, about('/moveToLatest'), {
      operation: moveCustomView,
      untested: {
        forbidden: 'as for the change of a view, which it is',
        invalid_document: 'as for the change of a view',
        conflict: 'a test above moves a link',
      },
    })
    scenarios('DELETE /v2/workbooks/{workbookId}/customViews/{exploreKey}', server, about(), {
      operation: deleteCustomView,
      untested: { forbidden: 'a test above ends the link of somebody else' },
    })
    scenarios('POST /v2/workbooks/{workbookId}/customViews/{exploreKey}/share', server, about('/share'), {
      operation: shareCustomView,
      untested: { ...full, forbidden: 'a test below shares a view of what is archived' },
    })
    scenarios(
      'POST /v2/workbooks/{workbookId}/customViews/{exploreKey}/merge',
      server,
      [
        ...about('/merge'),
        {
          name: 'needs the right to edit the workbook',
          as: 'analyst',
          path: () => `${own()}/merge`,
          status: 403,
          answer: { code: 'forbidden' },
        },
      ],
      {
        operation: mergeCustomView,
        untested: {
          invalid_document:
            'what makes the draft invalid is dropped; a source that is not one’s own is a race with its grant',
          draft_conflict: 'eight writers in a row have to come between; drafts.test.ts has the conflict itself',
        },
      },
    )
    test('what is archived takes no new views, and shows those that it has', async () => {
      const archived = await create()
      const { exploreKey } = await make(archived, [renamed('X')])
      await done('DELETE', `/v2/files/${archived}`, 'builder')
      expect((await send('POST', views(archived), 'analyst', body([]))).status).toBe(403)
      expect((await send('POST', `${views(archived, exploreKey)}/share`, 'analyst')).status).toBe(403)
    })
    test('a view cannot be asked for with the draft', async () => {
      const query = { exploreKey: key, draft: true }
      const answer = await send('POST', `/v2/workbooks/${workbookId}/pages/pg/data`, 'builder', {}, query)
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    })
  })
})
