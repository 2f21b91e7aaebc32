import { createWebQuery, deleteWebQuery, listWebQueries, readWebQuery, type WebQuery } from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Role, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'

describeStores('web queries', (openStore) => {
  let documents: TestServices
  let workbookId = ''
  let content: () => Record<string, unknown>
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    const connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    const { email } = await documents.viewer('analyst')
    const table = (id: string, columns: object[], more = {}) => ({
      id,
      kind: 'table',
      name: id,
      source: { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] },
      columns,
      ...more,
    })
    const orders = table(
      'orders',
      [
        { id: 'id', formula: '[ORDERS/ORDER_ID]', name: 'Id' },
        { id: 'channel', formula: '[ORDERS/CHANNEL]', name: 'Channel' },
        { id: 'own', name: 'Own', formula: `If(CurrentUserEmail() = "${email}", [ORDERS/CHANNEL] = "web", True)` },
      ],
      {
        sort: [{ columnId: 'id', direction: 'ascending' }],
        filters: [{ id: 'policy', columnId: 'own', kind: 'list', mode: 'include', values: [true] }],
      },
    )
    const broken = table('broken', [{ id: 'b', formula: '[ORDERS/NOT_THERE]', name: 'B' }])
    const pick = {
      id: 'pick',
      kind: 'control',
      controlId: 'Up-To',
      controlType: 'number-range',
      name: 'Up to',
      filters: [{ source: { kind: 'table', elementId: 'orders' }, columnId: 'id' }],
    }
    const secret = {
      id: 'secret',
      name: 'Secret',
      visibility: 'hidden',
      elements: [{ ...orders, id: 'kept', name: 'kept' }],
    }
    const words = { id: 'words', kind: 'text', body: 'Words' }
    content = () => ({
      name: 'Orders',
      folderId: platform.people.builder.homeFolderId,
      schemaVersion: 1,
      pages: [{ id: 'page', name: 'Page', elements: [orders, pick, broken, words] }, secret],
    })
    workbookId = (await documents.specs.create(await documents.viewer('builder'), 'workbook', content())).record.inode
      .id
    await documents.share(workbookId, 'analyst', 'view')
    await documents.share(workbookId, 'viewer', 'view')
    return documents.routes
  })
  const at = (id = workbookId) => `/v2/workbooks/${id}/web-queries`
  const create = async (as: Role, more: object = {}) => {
    const body = { elementId: 'orders', format: 'csv', ...more }
    const answer = await server().request({ method: 'POST', path: at(), as, body })
    expect(answer.status, answer.text).toBe(201)
    const { webQueryId, url } = answer.body as { webQueryId: string; url: string }
    const { pathname, searchParams } = new URL(url)
    return { webQueryId, path: pathname, token: searchParams.get('token') ?? '' }
  }
  const read = ({ path, token }: { path: string; token: string }) =>
    server().request({ method: 'GET', path, query: { token } })
  const lines = (text: string) =>
    text
      .replace(/^\ufeff/, '')
      .trim()
      .split(/\r?\n/)
  const list = async (as: Role) =>
    ((await server().request({ method: 'GET', path: at(), as })).body as { entries: WebQuery[] }).entries

  test('the address returns the rows that its creator may see, and only with its token', async () => {
    const [all, own] = [await create('builder'), await create('analyst')]
    const answer = await read(all)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-store' })
    expect(answer.headers['content-type']).toContain('text/csv')
    expect(lines(answer.text)).toHaveLength(5)
    expect(lines((await read(own)).text)).toEqual(['Id,Channel,Own', '1,web,true', '3,web,true'])
    expect((await read({ ...all, token: own.token })).status).toBe(404)
    const { store } = server().platform
    const rows = await store.db.selectFrom('web_queries').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(all.token)
    expect(server().log.join()).not.toContain(all.token)
    const events = await store.db.selectFrom('audit_events').selectAll().where('action', 'like', 'WEB_QUERY%').execute()
    expect(events.map(({ action }) => action).sort()).toEqual([
      'WEB_QUERY_CREATED',
      'WEB_QUERY_CREATED',
      'WEB_QUERY_READ',
      'WEB_QUERY_READ',
    ])
    expect(JSON.stringify(events)).not.toContain(all.token)
  })

  test('it keeps its control values and format, and reads a new version at once', async () => {
    const query = await create('builder', { format: 'json', parameters: { 'Up-To': 'min:,max:2' } })
    expect(JSON.parse((await read(query)).text)).toEqual([
      { Id: 1, Channel: 'web', Own: true },
      { Id: 2, Channel: 'counter', Own: true },
    ])
    const changed = JSON.parse(JSON.stringify(content()).replaceAll('"name":"Channel"', '"name":"Way"'))
    const put = { method: 'PUT', path: `/v2/workbooks/${workbookId}/spec`, as: 'builder', body: changed } as const
    expect((await server().request(put)).status).toBe(200)
    expect(JSON.parse((await read(query)).text)[0]).toEqual({ Id: 1, Way: 'web', Own: true })
  })

  test('a member lists and revokes their own, and editors of the workbook those of everybody', async () => {
    const ofAnalyst = (await list('analyst')).length
    expect((await list('builder')).length).toBeGreaterThan(ofAnalyst)
    const [own, other] = [await create('analyst'), await create('builder')]
    expect(await list('analyst')).toHaveLength(ofAnalyst + 1)
    const entryOf = async () => (await list('analyst')).find(({ webQueryId }) => webQueryId === own.webQueryId)
    expect(await entryOf()).toMatchObject({
      elementId: 'orders',
      elementName: 'orders',
      lastReadAt: null,
    })
    await read(own)
    expect((await entryOf())?.lastReadAt).toMatch(/^2026/)
    const revoke = (as: Role, id: string) => server().request({ method: 'DELETE', path: `${at()}/${id}`, as })
    expect((await revoke('analyst', other.webQueryId)).status).toBe(404)
    expect((await revoke('builder', own.webQueryId)).status).toBe(200)
    expect((await read(own)).status).toBe(404)
    expect((await read(other)).status).toBe(200)
  })

  test('it stops working when its creator loses the right', async () => {
    const query = await create('analyst')
    expect((await read(query)).status).toBe(200)
    const { organizationId, people, store } = server().platform
    await store.maintain('no grant any more', (tx) =>
      tx
        .deleteFrom('grants')
        .where('object_id', '=', workbookId)
        .where('member_id', '=', people.analyst.memberId)
        .execute(),
    )
    expect((await read(query)).status).toBe(404)
    await documents.share(workbookId, 'analyst', 'view')
    expect((await read(query)).status).toBe(200)
    await store.maintain('a deactivated member', (tx) =>
      tx
        .updateTable('members')
        .set({ is_archived: 1 })
        .where('organization_id', '=', organizationId)
        .where('id', '=', people.analyst.memberId)
        .execute(),
    )
    documents.viewers.forget(organizationId, people.analyst.memberId)
    expect((await read(query)).status).toBe(404)
  })

  test('it may be read 30 times a minute', async () => {
    const query = await create('builder')
    const statuses: number[] = []
    for (let time = 0; time < 31; time++) statuses.push((await read(query)).status)
    expect(statuses.slice(0, 30).every((status) => status === 200)).toBe(true)
    expect(statuses[30]).toBe(429)
  })

  const body = { elementId: 'orders', format: 'csv' }
  scenarios(
    'POST /v2/workbooks/{workbookId}/web-queries',
    server,
    [
      { name: 'a member whose account type may not export', as: 'viewer', path: () => at(), body, status: 403 },
      { name: 'no such workbook', as: 'builder', path: at(unknownId), body, status: 404 },
      { name: 'a member who may not see the workbook', as: 'stranger', path: () => at(), body, status: 404 },
      {
        name: 'no such element',
        as: 'builder',
        path: () => at(),
        body: { ...body, elementId: 'nothing' },
        status: 404,
      },
      {
        name: 'a text',
        as: 'builder',
        path: () => at(),
        body: { ...body, elementId: 'words' },
        status: 400,
        answer: { code: 'element_has_no_data' },
      },
      {
        name: 'a broken element',
        as: 'builder',
        path: () => at(),
        body: { ...body, elementId: 'broken' },
        status: 400,
        answer: { code: 'element_invalid' },
      },
      { name: 'another format', as: 'builder', path: () => at(), body: { ...body, format: 'xlsx' }, status: 400 },
      {
        name: 'an unknown control',
        as: 'builder',
        path: () => at(),
        body: { ...body, parameters: { no: '1' } },
        status: 400,
      },
    ],
    {
      operation: createWebQuery,
      untested: { conflict: 'nobody makes 500 of them', control_required: 'as for exports' },
    },
  )
  scenarios(
    'GET /v2/workbooks/{workbookId}/web-queries',
    server,
    [{ name: 'a member who may not see the workbook', as: 'stranger', path: () => at(), status: 404 }],
    { operation: listWebQueries },
  )
  scenarios(
    'DELETE /v2/workbooks/{workbookId}/web-queries/{webQueryId}',
    server,
    [{ name: 'an unknown one', as: 'builder', path: () => `${at()}/${unknownId}`, status: 404 }],
    { operation: deleteWebQuery },
  )
  scenarios(
    'GET /v2/web-queries/{webQueryId}',
    server,
    [
      { name: 'an unknown one', path: `/v2/web-queries/${unknownId}`, query: { token: 'x' }, status: 404 },
      { name: 'without a token', path: `/v2/web-queries/${unknownId}`, status: 400 },
    ],
    {
      operation: readWebQuery,
      untested: {
        address_not_allowed: 'the tests of allowed addresses have the rule',
        element_invalid: 'an element breaks after the query was made; the tests of exports have it',
      },
    },
  )
})
