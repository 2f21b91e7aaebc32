import {
  createVersionTag,
  deleteTaggedDataModel,
  deleteTaggedWorkbook,
  deleteVersionTag,
  getWorkbookTags,
  listDataModelTags,
  listWorkbooksForTag,
  type OperationDefinition,
  tagDataModel,
  tagWorkbook,
  updateVersionTag,
} from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { newUuid } from '../../store/index.ts'
import { describeStores } from '../../store/testing.ts'
import { type Role, requestsAs, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'

const retail = [
  ...smallRetail,
  'CREATE SCHEMA PROD',
  'CREATE TABLE PROD.ORDERS AS SELECT * FROM PUBLIC.ORDERS WHERE ORDER_ID > 1',
  'CREATE VIEW PROD.SALES AS SELECT * FROM PROD.ORDERS',
]

/** A table with the orders of one channel. */
const orders = (source: object, name: string, prefix: string, channel: string) => ({
  id: 'orders',
  kind: 'table',
  name,
  source,
  columns: [
    { id: 'id', formula: `[${prefix}/ORDER_ID]`, name: 'ORDER_ID' },
    { id: 'channel', formula: `[${prefix}/CHANNEL]`, name: 'CHANNEL' },
  ],
  filters: [{ id: 'f', columnId: 'channel', kind: 'list', mode: 'include', values: [channel] }],
  sort: [{ columnId: 'id', direction: 'ascending' }],
})

describeStores('version tags', (openStore) => {
  let documents: TestServices
  let connectionId = ''
  let folderId = ''
  const refusing = { workbookId: '', dataModelId: '', tagId: newUuid() }
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    connectionId = await documents.addConnection(retail, { usableBy: ['builder'] })
    folderId = platform.people.builder.homeFolderId
    documents.worker.start()
    refusing.workbookId = await make('workbook', 'W', orders(warehouse(), 'Orders', 'ORDERS', 'web'))
    refusing.dataModelId = await make('data-model', 'M', orders(warehouse(), 'Orders', 'ORDERS', 'web'))
    for (const id of [refusing.workbookId, refusing.dataModelId]) await documents.share(id, 'viewer', 'view')
    const tag = { organization_id: platform.organizationId, color: 'cyan', description: '', owner_id: 'system' }
    const stamp = { created_by: 'system', updated_by: 'system', created_at: 1, updated_at: 1 }
    const row = { ...tag, ...stamp, id: refusing.tagId, name: 'Refusing', name_key: 'refusing', is_protected: 0 }
    await platform.store.maintain('test tag', (tx) => tx.insertInto('version_tags').values(row).execute())
    return documents.routes
  })
  const memberId = (role: Role) => server().platform.people[role].memberId
  const { send, done } = requestsAs(server)
  const warehouse = () => ({ kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] })
  const bodyOf = (name: string, element: object) => ({
    name,
    folderId,
    schemaVersion: 1,
    pages: [{ id: 'p', name: 'Page', elements: [element] }],
  })
  const make = async (kind: 'workbook' | 'data-model', name: string, element: object) => {
    const builder = await documents.viewer('builder')
    return (await documents.specs.create(builder, kind, bodyOf(name, element))).record.inode.id
  }
  const publish = async (kind: 'workbook' | 'data-model', id: string, name: string, element: object) => {
    const builder = await documents.viewer('builder')
    await documents.specs.update(builder, kind, id, bodyOf(name, element), {})
  }
  const newTag = async (name: string, more = {}) =>
    String((await done('POST', '/v2/tags', 'admin', { name, color: 'cyan', ...more })).versionTagId)
  const rows = async (as: Role, workbookId: string, query = {}) => {
    const answer = await send('POST', `/v2/workbooks/${workbookId}/pages/p/data`, as, {}, query)
    expect(answer.status, answer.text).toBe(200)
    return answer.lines.flatMap((line) => {
      const { event, columns, code } = line as { event: string; columns?: unknown[][]; code?: string }
      return event === 'batch' ? (columns?.[0] ?? []) : event === 'error' ? [code] : []
    })
  }
  const csv = async (as: Role, workbookId: string, body: object) => {
    const started = await done('POST', `/v2/workbooks/${workbookId}/export`, as, {
      elementId: 'orders',
      format: { type: 'csv' },
      ...body,
    })
    const path = `/v2/query/${started.queryId}/download`
    await expect.poll(() => send('GET', path, as), { timeout: 15_000, interval: 30 }).toMatchObject({ status: 200 })
    const { text } = await send('GET', path, as)
    return text
      .replace(/^\ufeff/, '')
      .trim()
      .split(/\r?\n/)
      .slice(1)
  }
  /** Version 1 shows the channel web, version 2 the channel app. */
  const twoVersions = async (name: string) => {
    const id = await make('workbook', name, orders(warehouse(), 'Orders', 'ORDERS', 'web'))
    await publish('workbook', id, name, orders(warehouse(), 'Orders', 'ORDERS', 'app'))
    return id
  }
  const put = (workbookId: string, tag: string, more = {}, as: Role = 'builder') =>
    done('POST', '/v2/workbooks/tag', as, { workbookId, tag, ...more })

  test('page data, lists and exports by tag are those of the tagged version', async () => {
    const id = await twoVersions('Tagged')
    const tagId = await newTag('Production')
    const result = await put(id, 'production', { workbookVersion: 1 })
    expect(result).toMatchObject({ versionTagId: tagId, taggedWorkbookVersion: 1 })
    expect(await rows('builder', id)).toEqual(['4'])
    expect(await rows('builder', id, { tag: 'Production' })).toEqual(['1', '3'])
    expect(await csv('builder', id, {})).toEqual(['4,app'])
    expect(await csv('builder', id, { tag: 'Production' })).toEqual(['1,web', '3,web'])
    const { entries } = await done('GET', `/v2/workbooks/${id}/pages`, 'builder', undefined, { tag: 'Production' })
    expect(entries).toMatchObject([{ pageId: 'p' }])
    const tag = { versionTagId: tagId, name: 'Production', sourceWorkbookVersion: 1 }
    const taggedWorkbookId = result.taggedWorkbookId
    expect(await done('GET', `/v2/workbooks/${id}`, 'builder')).toMatchObject({
      latestVersion: 2,
      tags: [{ ...tag, taggedWorkbookId }],
    })
    expect(await done('GET', `/v2/workbooks/${id}/tags`, 'builder')).toMatchObject({ entries: [tag], total: 1 })
    expect((await done('GET', `/v2/workbooks/${id}/version-history`, 'builder')).entries).toMatchObject([
      { version: 2 },
      { version: 1, tags: [{ versionTagId: tagId, taggedBy: memberId('builder') }] },
    ])
    expect(await done('GET', `/v2/tags/${tagId}/workbooks`, 'builder')).toMatchObject({
      entries: [{ workbookId: id, name: 'Tagged', tags: [tag] }],
      total: 1,
    })
    expect((await done('GET', `/v2/tags/${tagId}/workbooks`, 'stranger')).total).toBe(0)
    const files = (await done('GET', '/v2/files', 'builder', undefined, { parentId: folderId })).entries as object[]
    expect(files.filter((file) => (file as { name: string }).name === 'Tagged')).toHaveLength(1)

    await put(id, 'Production')
    expect(await rows('builder', id, { tag: 'Production' })).toEqual(['4'])
    expect((await done('GET', `/v2/workbooks/${id}/tags`, 'builder')).entries).toMatchObject([
      { sourceWorkbookVersion: 2, taggedWorkbookId },
    ])
    await done('DELETE', `/v2/workbooks/${id}/tags/${tagId}`, 'builder')
    expect((await send('GET', `/v2/workbooks/${taggedWorkbookId}`, 'builder')).status).toBe(404)
    expect(await send('GET', `/v2/workbooks/${id}/pages`, 'builder', undefined, { tag: 'Production' })).toMatchObject({
      status: 404,
      body: { details: { id: 'Production' } },
    })
  })

  test('a tagged version has its own grants: a member with only those sees it and not the published version', async () => {
    const id = await twoVersions('Shared by tag')
    await newTag('Shown')
    await newTag('Other')
    const { taggedWorkbookId } = await put(id, 'Shown', { workbookVersion: 1, isDefault: true })
    await put(id, 'Other')
    await documents.share(String(taggedWorkbookId), 'viewer', 'view')
    expect(await rows('viewer', String(taggedWorkbookId))).toEqual(['1', '3'])
    expect(await rows('viewer', id)).toEqual(['1', '3'])
    expect(await done('GET', `/v2/workbooks/${id}`, 'viewer')).toMatchObject({
      workbookId: taggedWorkbookId,
      name: 'Shared by tag',
    })
    for (const query of [{ tag: 'Other' }, undefined]) {
      const answer = await send('GET', `/v2/workbooks/${id}/pages`, 'stranger', undefined, query)
      expect(answer).toMatchObject({ status: 404, body: { details: { kind: 'workbook', id } } })
    }
    expect((await send('GET', `/v2/workbooks/${id}/pages`, 'viewer', undefined, { tag: 'Other' })).status).toBe(404)
    await put(id, 'Shown')
    expect(await rows('viewer', id)).toEqual(['4'])
  })

  test('a tagged version cannot be changed, tagged or deleted as a file', async () => {
    const id = await twoVersions('Frozen')
    await newTag('Ice')
    const { taggedWorkbookId } = await put(id, 'Ice')
    const path = `/v2/workbooks/${taggedWorkbookId}`
    const spec = bodyOf('Frozen', orders(warehouse(), 'Orders', 'ORDERS', 'app'))
    for (const [method, at, body] of [
      ['PUT', `${path}/spec`, spec],
      ['GET', `${path}/draft`, undefined],
      ['PATCH', `/v2/files/${taggedWorkbookId}`, { name: 'Melted' }],
      ['PATCH', `/v2/files/${taggedWorkbookId}`, { badge: 'Warning' }],
      ['DELETE', `/v2/files/${taggedWorkbookId}`, undefined],
    ] as const) {
      const answer = await send(method, at, 'builder', body)
      expect(answer.status, `${method} ${at}: ${answer.text}`).toBe(403)
    }
    const again = await send('POST', '/v2/workbooks/tag', 'builder', { workbookId: taggedWorkbookId, tag: 'Ice' })
    expect(again).toMatchObject({ status: 409, body: { code: 'conflict' } })
    await done('DELETE', `/v2/files/${id}`, 'builder')
    expect(await done('GET', path, 'builder')).toMatchObject({ isArchived: true })
    await done('PATCH', `/v2/files/${id}`, 'builder', { restore: true })
    expect(await done('GET', path, 'builder')).toMatchObject({ isArchived: false })
  })

  test('archiveDocuments of a leaving member includes the tagged versions of their documents, and no others', async () => {
    await newTag('Left')
    const leaver = async (email: string) => {
      const { memberId } = await done('POST', '/v2/members', 'admin', { email, firstName: 'A', lastName: 'B' })
      return String(memberId)
    }
    const [ofDocument, ofVersion] = [await leaver('document@example.com'), await leaver('version@example.com')]
    const [left, stays] = [await twoVersions('Left alone'), await twoVersions('Stays')]
    const tagged = async (id: string) => String((await put(id, 'Left')).taggedWorkbookId)
    const [leftVersion, keptVersion] = [await tagged(left), await tagged(stays)]
    await done('PATCH', `/v2/files/${left}`, 'admin', { ownerId: ofDocument })
    await server().platform.store.maintain('test', (tx) =>
      tx.updateTable('inodes').set({ owner_id: ofVersion }).where('id', '=', keptVersion).execute(),
    )
    const grantee = { memberId: memberId('viewer') }
    const tagId = (await done('GET', `/v2/workbooks/${left}/tags`, 'admin')).entries as { versionTagId: string }[]
    const byTag = { grantee, permission: 'view', inodeId: left, tagId: tagId[0]?.versionTagId }
    await done('POST', '/v2/grants', 'admin', byTag)
    for (const id of [ofDocument, ofVersion]) {
      await done('PATCH', `/v2/members/${id}`, 'admin', { isArchived: true, archiveDocuments: true })
    }
    const isArchived = async (id: string) => (await done('GET', `/v2/files/${id}`, 'admin')).isArchived
    expect([await isArchived(left), await isArchived(leftVersion)]).toEqual([true, true])
    expect(await done('GET', `/v2/workbooks/${left}`, 'viewer')).toMatchObject({ isArchived: true })
    expect([await isArchived(stays), await isArchived(keptVersion)]).toEqual([false, false])
    await done('PATCH', `/v2/files/${left}`, 'admin', { restore: true })
    expect(await isArchived(leftVersion)).toBe(false)
  })

  test('a workbook reads a data model at the tag that it names, and moving the tag needs no new version', async () => {
    const model = await make('data-model', 'Model', orders(warehouse(), 'Model orders', 'ORDERS', 'web'))
    await newTag('Stable')
    const tagged = await done('POST', '/v2/dataModels/tag', 'builder', { dataModelId: model, tag: 'Stable' })
    expect(tagged).toMatchObject({ taggedDataModelVersion: 1 })
    await publish('data-model', model, 'Model', orders(warehouse(), 'Model orders', 'ORDERS', 'app'))
    const onModel = (versionTagId?: unknown, inX?: unknown) => ({
      id: 'orders',
      kind: 'table',
      name: 'Orders',
      source: {
        kind: 'data-model',
        dataModelId: model,
        elementId: 'orders',
        ...(versionTagId ? { versionTagId } : {}),
        ...(inX ? { x: { versionTagId: inX } } : {}),
      },
      columns: [{ id: 'id', formula: '[Model orders/ORDER_ID]', name: 'Id' }],
      sort: [{ columnId: 'id', direction: 'ascending' }],
    })
    const pinned = await make('workbook', 'Pinned', onModel(tagged.versionTagId))
    const following = await make('workbook', 'Following', onModel())
    const inX = await make('workbook', 'Pinned in x', onModel(undefined, tagged.versionTagId))
    expect(await rows('builder', pinned)).toEqual(['1', '3'])
    expect(await rows('builder', inX)).toEqual(['1', '3'])
    expect(await rows('builder', following)).toEqual(['4'])
    await expect(make('workbook', 'Lost', onModel(unknownId))).rejects.toMatchObject({ code: 'invalid_document' })
    expect((await done('GET', `/v2/dataModels/${model}/tags`, 'builder')).entries).toMatchObject([
      { tagName: 'Stable', sourceVersion: 1 },
    ])
    expect(await done('GET', `/v2/dataModels/${model}`, 'builder')).toMatchObject({ tags: [{ tagName: 'Stable' }] })

    await newTag('At stable')
    const swap = { dataModelId: model, fromVersionTagId: null, toVersionTagId: tagged.versionTagId }
    await put(following, 'At stable', { dataModelSourceTaggedVersions: [swap] })
    expect(await rows('builder', following, { tag: 'At stable' })).toEqual(['1', '3'])
    expect(await rows('builder', following)).toEqual(['4'])

    await done('POST', '/v2/dataModels/tag', 'builder', { dataModelId: model, tag: 'Stable' })
    expect(await rows('builder', pinned)).toEqual(['4'])
    await done('DELETE', `/v2/dataModels/${model}/tags/${tagged.versionTagId}`, 'builder')
    expect(await rows('builder', pinned)).toEqual(['source_unavailable'])
  })

  test('sources are swapped with the tag, when the tagger may use them', async () => {
    const id = await make('workbook', 'Swapped', orders(warehouse(), 'Orders', 'ORDERS', 'web'))
    const other = newUuid()
    const { store } = server().platform
    const row = await store.db
      .selectFrom('connections')
      .selectAll()
      .where('id', '=', connectionId)
      .executeTakeFirstOrThrow()
    await store.maintain('another connection', (tx) =>
      tx
        .insertInto('connections')
        .values({ ...row, id: other })
        .execute(),
    )
    await newTag('Swap')
    const paths = [{ fromPath: ['RETAIL', 'PUBLIC'], toPath: ['RETAIL', 'PROD'] }]
    const swap = { fromConnectionId: connectionId, toConnectionId: other, paths }
    const order = { workbookId: id, tag: 'Swap', sourceMappingConfig: [swap] }
    expect(await send('POST', '/v2/workbooks/tag', 'builder', order)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    })
    expect((await done('GET', `/v2/workbooks/${id}/tags`, 'builder')).total).toBe(0)
    await documents.share(other, 'builder', 'usage', 'connection')
    await done('POST', '/v2/workbooks/tag', 'builder', order)
    expect(await rows('builder', id, { tag: 'Swap' })).toEqual(['3'])
    expect(await rows('builder', id)).toEqual(['1', '3'])
    const toPath = (...toPath: string[]) => ({
      ...order,
      sourceMappingConfig: [{ ...swap, paths: [{ fromPath: ['RETAIL', 'PUBLIC', 'ORDERS'], toPath }] }],
    })
    expect(await send('POST', '/v2/workbooks/tag', 'builder', toPath('RETAIL', 'PUBLIC', 'NOT_THERE'))).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', message: expect.stringContaining('RETAIL.PUBLIC.NOT_THERE') },
    })
    expect(await rows('builder', id, { tag: 'Swap' })).toEqual(['3'])
    await done('POST', '/v2/workbooks/tag', 'builder', toPath('RETAIL', 'PROD', 'SALES'))
    expect(await rows('builder', id, { tag: 'Swap' })).toEqual(['3'])
  })

  test('a swap that matches nothing is refused, with the missing source', async () => {
    const id = await make('workbook', 'Unmatched', orders(warehouse(), 'Orders', 'ORDERS', 'web'))
    await newTag('Unmatched')
    const swap = { fromConnectionId: connectionId, toConnectionId: connectionId }
    const paths = [{ fromPath: ['RETAIL', 'OLD'], toPath: ['RETAIL', 'PROD'] }]
    const model = { dataModelId: refusing.dataModelId, fromVersionTagId: null, toVersionTagId: null }
    for (const [body, place, named] of [
      [{ sourceMappingConfig: [{ ...swap, paths }] }, 'sourceMappingConfig[0].paths[0].fromPath', 'RETAIL.OLD'],
      [{ dataModelSourceTaggedVersions: [model] }, 'dataModelSourceTaggedVersions[0]', refusing.dataModelId],
      [
        { sourceMappingConfig: [{ ...swap, fromConnectionId: unknownId, paths: [] }] },
        'sourceMappingConfig[0].fromConnectionId',
        unknownId,
      ],
    ] as const) {
      const answer = await send('POST', '/v2/workbooks/tag', 'builder', { workbookId: id, tag: 'Unmatched', ...body })
      expect(answer, answer.text).toMatchObject({
        status: 400,
        body: {
          code: 'invalid_request',
          details: { problems: [{ path: place, message: expect.stringContaining(named) }] },
        },
      })
    }
    expect((await done('GET', `/v2/workbooks/${id}/tags`, 'builder')).total).toBe(0)
  })

  test('only its approvers and administrators may use a protected tag', async () => {
    const id = await twoVersions('Protected')
    const tagId = await newTag('Golden', { isProtected: true, approverIds: [memberId('stranger')] })
    const order = { workbookId: id, tag: 'Golden' }
    expect(await send('POST', '/v2/workbooks/tag', 'builder', order)).toMatchObject({ status: 403 })
    expect((await send('POST', '/v2/workbooks/tag', 'admin', order)).status).toBe(200)
    expect(await send('DELETE', `/v2/workbooks/${id}/tags/${tagId}`, 'builder')).toMatchObject({ status: 403 })
    const changed = await done('PATCH', `/v2/tags/${tagId}`, 'admin', { approverIds: [memberId('builder')] })
    expect(changed).toMatchObject({ isProtected: true, approverIds: [memberId('builder')] })
    expect((await send('POST', '/v2/workbooks/tag', 'builder', order)).status).toBe(200)
  })

  test('a tag is changed and deleted; deleting it removes every tagged version', async () => {
    const tagId = await newTag('Draft one', { description: 'first' })
    const changed = await done('PATCH', `/v2/tags/${tagId}`, 'admin', {
      name: 'Draft two',
      color: 'plum',
      description: 'second',
    })
    expect(changed).toMatchObject({ name: 'Draft two', color: 'plum', description: 'second', versionTagId: tagId })
    const ids = [await twoVersions('One'), await twoVersions('Two')]
    const tagged = []
    for (const id of ids) tagged.push((await put(id, 'draft TWO')).taggedWorkbookId)
    const first = await done('GET', `/v2/tags/${tagId}/workbooks`, 'builder', undefined, { limit: 1 })
    const second = await done('GET', `/v2/tags/${tagId}/workbooks`, 'builder', undefined, {
      limit: 1,
      page: String(first.nextPage),
    })
    expect([first, second].map(({ entries }) => (entries as { name: string }[])[0]?.name).sort()).toEqual([
      'One',
      'Two',
    ])
    expect(second).toMatchObject({ nextPage: null, total: 2 })
    await done('DELETE', `/v2/tags/${tagId}`, 'admin')
    for (const id of tagged) expect((await send('GET', `/v2/workbooks/${id}`, 'builder')).status).toBe(404)
    for (const id of ids) expect(await done('GET', `/v2/workbooks/${id}`, 'builder')).toMatchObject({ tags: [] })
    const actions = await server()
      .platform.store.db.selectFrom('audit_events')
      .select('action')
      .where('object_id', '=', tagId)
      .orderBy('id')
      .execute()
    expect(actions.map(({ action }) => action)).toEqual([
      'VERSION_TAG_CREATED',
      'VERSION_TAG_UPDATED',
      'VERSION_TAG_DELETED',
    ])
  })

  const unknown = (operation: OperationDefinition, body?: object) => ({
    name: 'an unknown id',
    as: 'admin' as const,
    path: operation.path.replaceAll(/\{\w+\}/g, unknownId),
    status: 404,
    answer: { code: 'not_found' },
    ...(body ? { body } : {}),
  })
  for (const operation of [getWorkbookTags, listDataModelTags, listWorkbooksForTag]) {
    scenarios(`${operation.method} ${operation.path}`, server, [unknown(operation)], { operation })
  }
  const forbidden = { status: 403, answer: { code: 'forbidden' } } as const
  for (const operation of [deleteTaggedWorkbook, deleteTaggedDataModel]) {
    const id = () => (operation.id === 'deleteTaggedworkbook' ? refusing.workbookId : refusing.dataModelId)
    const path = () => operation.path.replace(/\{\w+\}/, id()).replace(/\{\w+\}/, unknownId)
    const rows = [unknown(operation), { name: 'needs the right to edit', as: 'viewer' as const, path, ...forbidden }]
    scenarios(`${operation.method} ${operation.path}`, server, rows, { operation })
  }

  const taken = { status: 409, answer: { code: 'conflict' } } as const
  const one = { name: 'First', color: 'amber' }
  scenarios(
    'POST /v2/tags',
    server,
    [
      { name: 'an administrator', as: 'admin', body: one, status: 200, answer: { name: 'First' } },
      { name: 'a taken name in another case', as: 'admin', body: { ...one, name: 'FIRST' }, ...taken },
      { name: 'anybody else', as: 'builder', body: { ...one, name: 'B' }, ...forbidden },
      {
        name: 'an approver who does not exist',
        as: 'admin',
        body: { ...one, name: 'C', approverIds: ['nobody'] },
        status: 404,
        answer: { code: 'not_found' },
      },
    ],
    { operation: createVersionTag },
  )
  const tagPath = () => `/v2/tags/${refusing.tagId}`
  scenarios(
    'PATCH /v2/tags/{tagId}',
    server,
    [
      unknown(updateVersionTag, {}),
      { name: 'anybody else', as: 'builder', path: tagPath, body: {}, ...forbidden },
      { name: 'a taken name', as: 'admin', path: tagPath, body: { name: 'first' }, ...taken },
    ],
    { operation: updateVersionTag },
  )
  scenarios(
    'DELETE /v2/tags/{tagId}',
    server,
    [unknown(deleteVersionTag), { name: 'anybody else', as: 'builder', path: tagPath, ...forbidden }],
    { operation: deleteVersionTag },
  )
  for (const operation of [tagWorkbook, tagDataModel]) {
    const isWorkbook = operation.id === 'tagWorkbook'
    const body = { [isWorkbook ? 'workbookId' : 'dataModelId']: unknownId, tag: 'Refusing' }
    scenarios(`POST ${operation.path}`, server, [{ ...unknown(operation, body), path: operation.path }], {
      operation,
      untested: {
        forbidden: 'beside this table',
        conflict: 'beside this table',
        invalid_document: 'beside this table',
        not_supported: 'beside this table',
        source_unavailable: 'of the table that a swap names: source-swaps.test.ts',
        query_cancelled: 'the engine answers before a test could cancel',
        engine_unavailable: 'the connector tests end the engine',
      },
    })
  }

  test('tagging requires an existing tag and version, and the right to edit', async () => {
    const { workbookId, dataModelId } = refusing
    for (const [path, body, as, status] of [
      ['workbooks', { workbookId, tag: 'No such tag' }, 'builder', 404],
      ['workbooks', { workbookId, tag: 'Refusing', workbookVersion: 7 }, 'builder', 404],
      ['workbooks', { workbookId, tag: 'Refusing' }, 'viewer', 403],
      ['workbooks', { workbookId, tag: 'Refusing', sourceVersions: { x: 1 } }, 'builder', 400],
      ['dataModels', { dataModelId, tag: 'Refusing' }, 'viewer', 403],
    ] as const) {
      const answer = await send('POST', `/v2/${path}/tag`, as, body)
      expect(answer.status, answer.text).toBe(status)
    }
  })
})
