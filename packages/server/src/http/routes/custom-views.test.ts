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
import { type Role, scenarios, type TestRequest } from '../testing.ts'
import { type Made, useViews } from './testing-views.ts'

const dayMs = 86_400_000
const unknownKey = '0123456789abcdefABCDEF'

describeStores('custom views', (openStore) => {
  const {
    server,
    send,
    done,
    orders,
    child,
    create,
    publish,
    views,
    make,
    rows,
    at,
    renamed,
    onlyShipped,
    added,
    connectionId,
    documents,
  } = useViews(openStore)

  test('is private, and its rows are those of its edits', async () => {
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

  test('keeps control values, which a request may override', async () => {
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

  test('keeps its version when the workbook is published again, and moves on when that version is no longer allowed', async () => {
    const workbookId = await create()
    const { exploreKey } = await make(workbookId, [renamed('Mine')])
    await publish(workbookId, [orders({ name: 'Renamed' }), child('a'), child('b')])
    expect((await rows(workbookId, 'analyst', { exploreKey })).version).toBe(1)
    const spec = async () =>
      JSON.stringify(await done('GET', `/v2/workbooks/${workbookId}/spec`, 'analyst', undefined, { exploreKey }))
    expect(await spec()).toContain('"Mine"')

    // The table now reads another source, and the analyst may not use the previous one.
    const other = { kind: 'sql', connectionId: connectionId(), statement: 'SELECT 7 AS ORDER_ID' }
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

  test('is rebased to the newer version, without edits that no longer apply, which are named', async () => {
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

  test('a link is a copy that others open with their own rights, until it is deleted', async () => {
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
    await documents().customViews.endUnusedLinks()
    expect(await done('GET', views(workbookId, link.exploreKey), 'viewer')).toMatchObject({
      kind: 'link',
      expiresAt: new Date(clock.now() + 30 * dayMs).toISOString(),
    })
    clock.advance(30 * dayMs + 1)
    expect((await send('GET', views(workbookId, link.exploreKey), 'viewer')).status).toBe(404)
    expect((await send('GET', views(workbookId, exploreKey), 'analyst')).status).toBe(200)
    await documents().customViews.endUnusedLinks()
    const left = await store.db.selectFrom('custom_views').select('key').where('document_id', '=', workbookId).execute()
    expect(left).toEqual([{ key: exploreKey }])
  })

  test('a change with an outdated ETag is refused', async () => {
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

  test('views are deleted with their workbook', async () => {
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

  test('a member may have 500 views of a workbook', async () => {
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

  test('the base version of a view is returned on request, without hidden parts', async () => {
    const hidden = [{ id: 'secret', name: 'Secret', visibility: 'hidden', elements: [{ ...child('hidden') }] }]
    const workbookId = await create([orders()], hidden)
    const { exploreKey } = await make(workbookId, [renamed('Mine')])
    interface Contents {
      edits: DocumentEdit[]
      base?: WorkbookDocument
    }
    const read = (query: TestRequest['query']) =>
      done<Contents>('GET', views(workbookId, exploreKey), 'analyst', undefined, query)
    expect((await read({})).base).toBeUndefined()
    const { base, edits } = await read({ includeBase: true })
    if (!base) throw new Error('The version is missing.')
    expect(Object.keys(base.elements)).toEqual(['orders'])
    expect(base.pages.map(({ id }) => id)).toEqual(['pg'])
    expect(applyEdits(base, edits).document.elements.orders?.name).toBe('Mine')
  })

  test('rows of a view with unsaved edits equal those after saving', async () => {
    const workbookId = await create()
    const { exploreKey } = await make(workbookId, [renamed('Mine')])
    const seen = await rows(workbookId, 'analyst', { exploreKey }, { elementIds: ['orders'], edits: [onlyShipped] })
    expect(seen.columns[0]).toEqual(['4'])
    expect((await rows(workbookId, 'analyst', { exploreKey })).columns[0]).toHaveLength(4)
    const sql = added('n', { kind: 'sql', connectionId: connectionId(), statement: 'SELECT 1 AS C' }, '[Custom SQL/C]')
    const path = `/v2/workbooks/${workbookId}/pages/pg/data`
    const refused = await send('POST', path, 'analyst', { elementIds: ['n'], edits: [sql] }, { exploreKey })
    expect(refused.status, refused.text).toBe(400)
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
          name: 'a version that does not exist',
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
          name: 'an edit of an object that does not exist',
          as: 'analyst',
          path,
          body: body([{ op: 'set', at: ['elements', { id: 'nowhere' }, 'name'], value: 'X' }]),
          status: 400,
          answer: { code: 'invalid_request' },
        },
        {
          name: 'an edit that makes the document invalid',
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
          name: 'edits of a member who has lost the right to explore',
          as: 'viewer',
          path: () => views(workbookId, viewersKey),
          body: { edits: [renamed('X')] },
          status: 403,
          answer: { code: 'forbidden' },
        },
        {
          name: 'an edit that makes the document invalid',
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
    test('an archived workbook accepts no new views, and shows existing ones', async () => {
      const archived = await create()
      const { exploreKey } = await make(archived, [renamed('X')])
      await done('DELETE', `/v2/files/${archived}`, 'builder')
      expect((await send('POST', views(archived), 'analyst', body([]))).status).toBe(403)
      expect((await send('POST', `${views(archived, exploreKey)}/share`, 'analyst')).status).toBe(403)
    })
    test('a view cannot be combined with the draft', async () => {
      const query = { exploreKey: key, draft: true }
      const answer = await send('POST', `/v2/workbooks/${workbookId}/pages/pg/data`, 'builder', {}, query)
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    })
  })
})
