import {
  getTemplate,
  saveTemplateFromWorkbook,
  saveWorkbookFromTemplate,
  sourceSwapTemplate,
} from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { newUuid } from '../../store/index.ts'
import { describeStores } from '../../store/testing.ts'
import { type Role, requestsAs, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
/** The same table at another path, and one that lacks a column. */
const moved = [
  ...smallRetail,
  'CREATE SCHEMA OTHER',
  'CREATE TABLE OTHER.ORDERS AS SELECT * FROM PUBLIC.ORDERS',
  'CREATE TABLE OTHER.FEWER AS SELECT ORDER_ID FROM PUBLIC.ORDERS',
]

const ofEngines = {
  source_unavailable: 'the connection of the new source cannot be opened; the tests of sessions have such',
  query_cancelled: 'the engine answers before a test could cancel',
  engine_unavailable: 'the connector tests end the engine',
}

const ordersOf = (connectionId: string) => ({
  id: 'orders',
  kind: 'table',
  name: 'Orders',
  source: { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] },
  columns: [
    { id: 'id', formula: '[ORDERS/ORDER_ID]', name: 'Id' },
    { id: 'status', formula: '[ORDERS/STATUS]', name: 'Status' },
  ],
})

describeStores('templates', (openStore) => {
  let documents: TestServices
  let connectionId = ''
  const shared = { workbookId: '', templateId: '', folderId: '', seenFolderId: '', broken: '' }
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    connectionId = await documents.addConnection(moved, { usableBy: ['builder', 'analyst'] })
    const builder = await documents.viewer('builder')
    const folder = (name: string) => documents.files.create(builder, { type: 'folder', name })
    shared.folderId = (await folder('Shared')).id
    shared.seenFolderId = (await folder('Seen')).id
    shared.workbookId = await make('Monthly')
    for (const role of ['viewer', 'stranger'] as const) {
      await documents.share(shared.workbookId, role, 'view')
      await documents.share(shared.seenFolderId, role, 'view')
    }
    return documents.routes
  })
  const { send, done } = requestsAs(server, 'builder')
  const person = (role: Role) => server().platform.people[role]
  const homeOf = (role: Role) => person(role).homeFolderId
  const make = async (name: string, elements: object[] = [ordersOf(connectionId)]) => {
    const pages = [
      { id: 'p', name: 'Page', elements },
      { id: 'q', name: 'Hidden', visibility: 'hidden', elements: [] },
    ]
    const body = { name, description: 'Start here', folderId: shared.folderId, schemaVersion: 1, pages }
    return (await documents.specs.create(await documents.viewer('builder'), 'workbook', body)).record.inode.id
  }
  const save = async (body: object = {}, as: Role = 'builder', workbookId = shared.workbookId) =>
    String((await done('POST', `/v2/workbooks/${workbookId}/saveTemplate`, as, body)).templateId)
  const start = (templateId: string, as: Role = 'builder', more: object = {}) =>
    done('POST', '/v2/templates/save_workbook', as, { templateId, folderId: homeOf(as), ...more })
  const namesIn = async (path: string, as: Role = 'builder') => {
    const { entries } = (await done('GET', path, as)) as { entries: { name: string }[] }
    return entries.map(({ name }) => name)
  }
  const pathsOf = async (id: unknown) => {
    const { pages } = (await done('GET', `/v2/workbooks/${id}/spec?format=json`)) as {
      pages: { elements: { source: { path: string[] } }[] }[]
    }
    return pages.flatMap(({ elements }) => elements.map(({ source }) => source.path.join('.')))
  }
  const toOther = () => ({
    connectionMapping: [
      {
        fromId: connectionId,
        toId: connectionId,
        swapTables: true,
        paths: [{ fromPath: ['RETAIL', 'PUBLIC'], toPath: ['RETAIL', 'OTHER'] }],
      },
    ],
  })
  const tableId = async (schema: string, name: string) =>
    String(
      (await done('POST', `/v2/connection/${connectionId}/lookup`, 'builder', { path: ['RETAIL', schema, name] }))
        .inodeId,
    )

  test('a workbook becomes a template in My Documents, and the template a workbook with the same rows', async () => {
    const templateId = await save()
    const template = await done('GET', `/v2/templates/${templateId}`)
    expect(template).toMatchObject({
      templateId,
      name: 'Monthly',
      description: 'Start here',
      path: 'My Documents',
      latestVersion: 1,
      ownerId: person('builder').memberId,
      tags: [],
    })
    expect(template.url).toMatch(/\/workbook\/Monthly-/)
    expect(await done('GET', `/v2/templates/${template.templateUrlId}`)).toEqual(template)

    const { workbookId } = await start(templateId, 'builder', { name: 'May' })
    const workbook = await done('GET', `/v2/workbooks/${workbookId}`)
    expect(workbook).toMatchObject({ name: 'May', description: 'Start here', latestVersion: 1 })
    expect(await pathsOf(workbookId)).toEqual(['RETAIL.PUBLIC.ORDERS'])
    const pages = await namesIn(`/v2/workbooks/${workbookId}/pages`)
    expect(pages).toEqual(['Page', 'Hidden'])

    const copy = await start(templateId)
    expect((await done('GET', `/v2/workbooks/${copy.workbookId}`)).name).toBe('Monthly')
  })

  test('the published version is saved, or the one with a tag', async () => {
    const id = await make('Versions')
    await done('POST', '/v2/tags', 'admin', { name: 'First', color: 'cyan' })
    await done('POST', '/v2/workbooks/tag', 'builder', { workbookId: id, tag: 'First' })
    await done('POST', `/v2/workbooks/${id}/swapSources`, 'builder', toOther())
    expect(await pathsOf(await save({}, 'builder', id))).toEqual(['RETAIL.OTHER.ORDERS'])
    expect(await pathsOf(await save({ tag: 'First' }, 'builder', id))).toEqual(['RETAIL.PUBLIC.ORDERS'])
  })

  test('an administrator can name another owner, whose My Documents then contains the template, or a folder', async () => {
    await documents.share(connectionId, 'admin', 'usage', 'connection')
    const own = await save({ ownerId: person('analyst').memberId, name: 'Yours' }, 'admin')
    expect(await done('GET', `/v2/templates/${own}`, 'analyst')).toMatchObject({ name: 'Yours', path: 'My Documents' })
    const placed = await save({ folderId: shared.folderId })
    expect(await done('GET', `/v2/templates/${placed}`)).toMatchObject({ path: 'My Documents/Shared' })
  })

  test('lists contain shared templates, filtered by a part of the name; none come from other organizations', async () => {
    const templateId = await save({ name: 'Quarterly board pack' })
    const search = '/v2/templates?search=BOARD'
    expect(await namesIn(search)).toEqual(['Quarterly board pack'])
    expect(await namesIn(`${search}&source=internal`)).toEqual(['Quarterly board pack'])
    expect(await namesIn(`${search}&source=external`)).toEqual([])
    expect(await namesIn(search, 'analyst')).toEqual([])
    await done('POST', '/v2/grants', 'builder', {
      grantee: { memberId: person('analyst').memberId },
      permission: 'view',
      inodeId: templateId,
    })
    expect(await namesIn(search, 'analyst')).toEqual(['Quarterly board pack'])
    const { entries } = (await done('GET', `/v2/grants?inodeId=${templateId}`)) as { entries: object[] }
    expect(entries).toMatchObject([{ inodeType: 'template', permission: 'view' }])
    expect(await namesIn('/v2/files?typeFilters=template&name=board', 'analyst')).toEqual(['Quarterly board pack'])
    expect(await namesIn('/v2/workbooks', 'analyst')).not.toContain('Quarterly board pack')
  })

  test('a template is a file like others: renamed, moved, marked, archived, restored', async () => {
    const templateId = await save({ name: 'Filed' })
    const file = `/v2/files/${templateId}`
    await done('PATCH', file, 'builder', { name: 'Renamed', parentId: shared.folderId })
    expect(await done('GET', file)).toMatchObject({ type: 'template', name: 'Renamed', path: 'My Documents/Shared' })
    await done('POST', '/v2/favorites', 'builder', { memberId: person('builder').memberId, inodeId: templateId })
    expect(await namesIn(`/v2/favorites/member/${person('builder').memberId}`)).toContain('Renamed')
    const shortcut = { parentId: shared.folderId, target: { id: templateId } }
    expect(await send('POST', '/v2/shortcuts', 'builder', shortcut)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', message: 'A shortcut cannot point to a template.' },
    })
    await done('DELETE', file)
    expect(await namesIn('/v2/templates?search=Renamed')).toEqual([])
    expect(await namesIn('/v2/files?typeFilters=template&isArchived=true&name=Renamed')).toEqual(['Renamed'])
    expect(
      (await send('POST', '/v2/templates/save_workbook', 'builder', { templateId, folderId: homeOf('builder') }))
        .status,
    ).toBe(403)
    await done('PATCH', file, 'builder', { restore: true })
    expect(await namesIn('/v2/templates?search=Renamed')).toEqual(['Renamed'])
  })

  test('operations that open and change workbooks accept templates, which lists of workbooks do not contain', async () => {
    const templateId = await save({ name: 'Opened' })
    const at = `/v2/workbooks/${templateId}`
    expect(await done('GET', at)).toMatchObject({ workbookId: templateId, name: 'Opened' })
    const data = await send('POST', `${at}/pages/p/data`, 'builder', {})
    expect(data.lines.some((line) => (line as { event: string }).event === 'batch')).toBe(true)
    expect(await namesIn('/v2/workbooks')).not.toContain('Opened')

    const edit = { baseRevision: 1, edits: [{ op: 'set', at: ['pages', { id: 'p' }, 'name'], value: 'First' }] }
    await done('POST', `${at}/draft/edits`, 'builder', edit)
    await done('POST', `${at}/draft/publish`, 'builder', {})
    expect(await namesIn(`${at}/pages`)).toEqual(['First', 'Hidden'])
    const spec = await send('GET', `${at}/spec?format=json`)
    expect(spec.headers.etag).toBe('"2"')
    const written = { method: 'PUT', path: `${at}/spec`, as: 'builder' as const, body: spec.body }
    expect((await server().request({ ...written, headers: { 'if-match': '"1"' } })).status).toBe(412)
    expect((await server().request({ ...written, headers: { 'if-match': '"2"' } })).status).toBe(200)
    expect((await done('GET', `/v2/templates/${templateId}`)).latestVersion).toBe(3)

    const events = await server()
      .platform.store.db.selectFrom('audit_events')
      .select(['action', 'object_kind'])
      .where('object_id', '=', templateId)
      .orderBy('id')
      .execute()
    expect(events.map(({ action, object_kind }) => `${object_kind} ${action}`)).toEqual([
      'template TEMPLATE_CREATED',
      'template TEMPLATE_DRAFT_SAVED',
      'template TEMPLATE_PUBLISHED',
      'template TEMPLATE_PUBLISHED',
    ])
  })

  test('a tagged version of a template is listed with the template, and not among workbooks with the tag', async () => {
    const templateId = await save({ name: 'Tagged' })
    const { versionTagId } = await done('POST', '/v2/tags', 'admin', { name: 'Released', color: 'cyan' })
    await done('POST', '/v2/workbooks/tag', 'builder', { workbookId: templateId, tag: 'Released' })
    expect(await done('GET', `/v2/templates/${templateId}`)).toMatchObject({
      tags: [{ versionTagId, name: 'Released' }],
    })
    expect(await namesIn(`/v2/tags/${versionTagId}/workbooks`)).toEqual([])
    await done('DELETE', `/v2/workbooks/${templateId}/tags/${versionTagId}`)
    expect(await done('GET', `/v2/templates/${templateId}`)).toMatchObject({ tags: [] })
  })

  test('templates are listed among the uses of a table', async () => {
    const templateId = await save({ name: 'Reader' })
    const { entries } = (await done('GET', `/v2/connections/tables/${await tableId('PUBLIC', 'ORDERS')}/uses`)) as {
      entries: { documentId: string }[]
    }
    expect(entries.find(({ documentId }) => documentId === templateId)).toMatchObject({
      documentType: 'template',
      name: 'Reader',
      elements: [{ elementId: 'orders' }],
    })
    expect(await done('GET', `/v2/workbooks/${templateId}/lineage`)).toMatchObject({ total: 2 })
  })

  test('sources are swapped in the template, and a dry run says what would be missing', async () => {
    const templateId = await save({ name: 'Swapped' })
    const at = `/v2/templates/${templateId}/swapSources`
    const fewer = {
      sourceMapping: [{ fromId: await tableId('PUBLIC', 'ORDERS'), toId: await tableId('OTHER', 'FEWER') }],
    }
    expect(await done('POST', at, 'builder', { ...fewer, dryRun: true })).toMatchObject({
      unswappedSources: [],
      unresolved: [{ path: ['RETAIL', 'OTHER', 'FEWER'], column: 'STATUS', elementIds: ['orders'] }],
      brokenFormulas: [{ elementId: 'orders', columnId: 'status' }],
      changes: [{ action: 'TEMPLATE_PUBLISHED' }],
    })
    expect(await pathsOf(templateId)).toEqual(['RETAIL.PUBLIC.ORDERS'])
    expect(await done('POST', at, 'builder', toOther())).toEqual({ unswappedSources: [], unswappedConnections: [] })
    expect(await pathsOf(templateId)).toEqual(['RETAIL.OTHER.ORDERS'])
    expect(await done('POST', at)).toMatchObject({ unswappedSources: [await tableId('OTHER', 'ORDERS')] })
  })

  test('a swap requires sources that the caller may use, and replaces a draft only on request', async () => {
    const templateId = await save({ name: 'Refusing' })
    const at = `/v2/templates/${templateId}/swapSources`
    const closedId = await documents.addConnection([], { name: 'Closed' })
    const closed = { connectionMapping: [{ fromId: connectionId, toId: closedId, swapTables: true }] }
    expect(await send('POST', at, 'builder', closed)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    const edit = { baseRevision: 1, edits: [{ op: 'set', at: ['pages', { id: 'p' }, 'name'], value: 'Draft' }] }
    await done('POST', `/v2/workbooks/${templateId}/draft/edits`, 'builder', edit)
    expect(await send('POST', at, 'builder', toOther())).toMatchObject({
      status: 409,
      body: { code: 'draft_has_changes' },
    })
    expect((await send('POST', `${at}?discardDraft=true`, 'builder', toOther())).status).toBe(200)
    expect((await done('GET', `/v2/templates/${templateId}`)).latestVersion).toBe(2)
  })

  test('a member who may not use the sources of a template uses others instead', async () => {
    const templateId = await save({ name: 'For everybody' })
    const strangersId = await documents.addConnection([], { usableBy: ['stranger'], name: 'Own' })
    await documents.share(templateId, 'stranger', 'view')
    const order = { templateId, folderId: homeOf('stranger') }
    const refused = await send('POST', '/v2/templates/save_workbook', 'stranger', order)
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_document' } })
    const connectionMapping = [{ fromId: connectionId, toId: strangersId, swapTables: true }]
    const reported = await done('POST', '/v2/templates/save_workbook?dryRun=true', 'stranger', {
      ...order,
      connectionMapping,
    })
    expect(reported).toMatchObject({
      unswappedSources: [],
      resolved: [{ elementId: 'orders', to: { connectionId: strangersId } }],
      unresolved: [],
      changes: [{ action: 'WORKBOOK_CREATED' }],
    })
    const made = await done('POST', '/v2/templates/save_workbook', 'stranger', { ...order, connectionMapping })
    expect(made).toEqual({ workbookId: made.workbookId, unswappedSources: [], unswappedConnections: [] })
    expect(await done('GET', `/v2/workbooks/${made.workbookId}`, 'stranger')).toMatchObject({ name: 'For everybody' })
  })

  test('a repeated request with one Idempotency-Key creates one template and one workbook', async () => {
    const twice = async (path: string, body: object) => {
      const answers = []
      const key = newUuid()
      for (let time = 0; time < 2; time += 1) {
        const headers = { 'idempotency-key': key }
        answers.push((await server().request({ method: 'POST', path, as: 'builder', body, headers })).body)
      }
      return answers
    }
    const [template, again] = await twice(`/v2/workbooks/${shared.workbookId}/saveTemplate`, { name: 'Once' })
    expect(again).toEqual(template)
    expect(await namesIn('/v2/templates?search=Once')).toEqual(['Once'])
    const { templateId } = template as { templateId: string }
    const [workbook, same] = await twice('/v2/templates/save_workbook', { templateId, folderId: homeOf('builder') })
    expect(same).toEqual(workbook)
  })

  test('nothing about a template that is not shared is visible to others', async () => {
    const templateId = await save({ name: 'Own' })
    const order = { templateId, folderId: homeOf('analyst') }
    for (const answer of [
      await send('GET', `/v2/templates/${templateId}`, 'analyst'),
      await send('GET', `/v2/workbooks/${templateId}`, 'analyst'),
      await send('POST', '/v2/templates/save_workbook', 'analyst', order),
      await send('GET', `/v2/templates/${shared.workbookId}`),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  })

  const ofShared = (path: string) => path.replace('{workbookId}', shared.workbookId)
  scenarios(
    'POST /v2/workbooks/{workbookId}/saveTemplate',
    server,
    [
      {
        name: 'a builder saves a template, which the next tables use',
        as: 'builder',
        path: () => ofShared('/v2/workbooks/{workbookId}/saveTemplate'),
        body: { name: 'Table' },
        status: 200,
        async check({ body }) {
          shared.templateId = String((body as { templateId: string }).templateId)
          for (const role of ['viewer', 'stranger'] as const) await documents.share(shared.templateId, role, 'view')
        },
      },
      {
        name: 'a member who may not build workbooks cannot save one',
        as: 'viewer',
        path: () => ofShared('/v2/workbooks/{workbookId}/saveTemplate'),
        status: 403,
        answer: { code: 'forbidden' },
      },
      {
        name: 'an unknown workbook',
        as: 'builder',
        path: `/v2/workbooks/${unknownId}/saveTemplate`,
        status: 404,
        answer: { code: 'not_found' },
      },
      {
        name: 'sources that the caller may not use',
        as: 'stranger',
        path: () => ofShared('/v2/workbooks/{workbookId}/saveTemplate'),
        status: 400,
        answer: { code: 'invalid_document' },
      },
    ],
    { operation: saveTemplateFromWorkbook },
  )

  scenarios(
    'GET /v2/templates/{templateId}',
    server,
    [
      {
        name: 'a member with a grant reads it',
        as: 'viewer',
        path: () => `/v2/templates/${shared.templateId}`,
        status: 200,
        answer: { name: 'Table' },
      },
      { name: 'an unknown id', as: 'builder', path: `/v2/templates/${unknownId}`, status: 404 },
    ],
    { operation: getTemplate },
  )

  /** A body with getters, because the ids exist only when the request is sent. */
  const orderOf = (as: Role, folderOf = homeOf) => ({
    get templateId() {
      return shared.templateId
    },
    get folderId() {
      return folderOf(as)
    },
  })
  scenarios(
    'POST /v2/templates/save_workbook',
    server,
    [
      { name: 'a builder creates a workbook from it', as: 'builder', body: orderOf('builder'), status: 200 },
      {
        name: 'an unknown template',
        as: 'builder',
        body: { templateId: unknownId, folderId: unknownId },
        status: 404,
        answer: { code: 'not_found' },
      },
      {
        name: 'a member who may not build workbooks cannot create one',
        as: 'viewer',
        body: orderOf('viewer'),
        status: 403,
      },
      {
        name: 'a folder that the caller may only view',
        as: 'stranger',
        body: orderOf('stranger', () => shared.seenFolderId),
        status: 403,
        answer: { code: 'forbidden' },
      },
      {
        name: 'sources that the caller may not use',
        as: 'stranger',
        body: orderOf('stranger'),
        status: 400,
        answer: { code: 'invalid_document' },
      },
    ],
    { operation: saveWorkbookFromTemplate, untested: ofEngines },
  )

  scenarios(
    'POST /v2/templates/{templateId}/swapSources',
    server,
    [
      {
        name: 'a member who may only use a template cannot change it',
        as: 'viewer',
        path: () => `/v2/templates/${shared.templateId}/swapSources`,
        body: {},
        status: 403,
      },
      { name: 'an unknown template', as: 'builder', path: `/v2/templates/${unknownId}/swapSources`, status: 404 },
    ],
    {
      operation: sourceSwapTemplate,
      untested: { invalid_document: 'beside this table', draft_has_changes: 'beside this table', ...ofEngines },
    },
  )
})
