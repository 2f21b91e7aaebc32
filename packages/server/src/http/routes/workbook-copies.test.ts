import { copyTaggedWorkbook, copyWorkbook } from '@octavo/core/contract'
import { describe, expect, test } from 'vitest'
import { describeEmbedded } from '../../store/testing.ts'
import { type Role, requestsAs, type Scenario, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'

const orders = (connectionId: string, name: string) => ({
  id: 'orders',
  kind: 'table',
  name,
  source: { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] },
  columns: [{ id: 'id', formula: '[ORDERS/ORDER_ID]', name: 'Id' }],
})

describeEmbedded('copies of workbooks', (openStore) => {
  let documents: TestServices
  let connectionId = ''
  let workspaceId = ''
  const shared = { workbookId: '', folderId: '' }
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder', 'analyst'] })
    const builder = await documents.viewer('builder')
    workspaceId = (await documents.files.create(builder, { type: 'workspace', name: 'Shared' })).id
    shared.workbookId = await make('Shared', 'Orders')
    shared.folderId = (await documents.files.create(builder, { type: 'folder', name: 'Seen' })).id
    // The stranger may build, but has no right on the connection.
    for (const role of ['stranger', 'viewer'] as const) {
      await documents.share(shared.workbookId, role, 'view')
      await documents.share(shared.folderId, role, 'view')
    }
    return documents.routes
  })
  const { send, done } = requestsAs(server)
  const person = (role: Role) => server().platform.people[role]
  const bodyOf = (name: string, element: object, pages: object[] = []) => ({
    name,
    description: 'All orders',
    folderId: workspaceId,
    schemaVersion: 1,
    pages: [{ id: 'p', name: 'Page', elements: [element] }, ...pages],
  })
  const make = async (name: string, table: string, pages: object[] = []) => {
    const builder = await documents.viewer('builder')
    const body = bodyOf(name, orders(connectionId, table), pages)
    return (await documents.specs.create(builder, 'workbook', body)).record.inode.id
  }
  const tableOf = async (workbookId: unknown, as: Role) => {
    const { body } = await send('GET', `/v2/workbooks/${workbookId}/elements`, as)
    return (body as { entries: { name: string }[] }).entries.map(({ name }) => name)
  }
  const copyTo = (as: Role, more = {}) => ({ destinationFolderId: person(as).homeFolderId, name: 'Copy', ...more })

  test('the copy is a separate workbook of the caller: version 1, without tags, grants and history', async () => {
    const id = await make('Original', 'First')
    const builder = await documents.viewer('builder')
    await documents.specs.update(builder, 'workbook', id, bodyOf('Original', orders(connectionId, 'Second')), {})
    await done('POST', '/v2/tags', 'admin', { name: 'Kept', color: 'cyan' })
    await done('POST', '/v2/workbooks/tag', 'builder', { workbookId: id, tag: 'Kept', workbookVersion: 1 })
    await documents.share(id, 'viewer', 'view')

    const copy = await done('POST', `/v2/workbooks/${id}/copy`, 'builder', {
      destinationFolderId: person('builder').homeFolderId,
      name: 'Copy',
    })
    expect(copy).toMatchObject({
      name: 'Copy',
      description: 'All orders',
      latestVersion: 1,
      ownerId: person('builder').memberId,
      path: 'My Documents',
      tags: [],
      isArchived: false,
    })
    expect(copy.workbookId).not.toBe(id)
    expect(await tableOf(copy.workbookId, 'builder')).toEqual(['Second'])
    expect((await done('GET', `/v2/workbooks/${copy.workbookId}/version-history`, 'builder')).total).toBe(1)
    expect((await done('GET', `/v2/grants?inodeId=${copy.workbookId}`, 'builder')).entries).toEqual([])
    expect((await send('GET', `/v2/workbooks/${copy.workbookId}`, 'viewer')).status).toBe(404)
    expect(await done('GET', `/v2/workbooks/${copy.workbookId}/sources`, 'builder')).toEqual(
      await done('GET', `/v2/workbooks/${id}/sources`, 'builder'),
    )

    const tagged = await done('POST', `/v2/workbooks/${id}/tag/kept/copy`, 'builder', {
      destinationFolderId: workspaceId,
      name: 'Of the tag',
      description: '',
    })
    expect(tagged).toMatchObject({ name: 'Of the tag', path: 'Shared', latestVersion: 1, tags: [] })
    expect(tagged).not.toHaveProperty('description')
    expect(await tableOf(tagged.workbookId, 'builder')).toEqual(['First'])
    const event = await server()
      .platform.store.db.selectFrom('audit_events')
      .select(['action', 'details'])
      .where('object_id', '=', String(tagged.workbookId))
      .executeTakeFirstOrThrow()
    expect(event.action).toBe('WORKBOOK_CREATED')
    expect(JSON.parse(event.details)).toMatchObject({ copiedFrom: { workbookId: id, version: 1 } })
  })

  test('a change of one does not change the other', async () => {
    const copy = await done('POST', `/v2/workbooks/${shared.workbookId}/copy`, 'builder', copyTo('builder'))
    const builder = await documents.viewer('builder')
    const body = bodyOf('Copy', orders(connectionId, 'Changed'))
    await documents.specs.update(builder, 'workbook', String(copy.workbookId), body, {})
    expect(await tableOf(copy.workbookId, 'builder')).toEqual(['Changed'])
    expect(await tableOf(shared.workbookId, 'builder')).toEqual(['Orders'])
  })

  test('the copy shows all pages', async () => {
    const id = await make('Pages', 'Orders', [{ id: 'q', name: 'Hidden', visibility: 'hidden', elements: [] }])
    const hidden = async (workbookId: unknown) => {
      const { entries } = await done('GET', `/v2/workbooks/${workbookId}/pages`, 'builder')
      return (entries as { hidden?: boolean }[]).map((page) => page.hidden ?? false)
    }
    expect(await hidden(id)).toEqual([false, true])
    const { workbookId } = await done('POST', `/v2/workbooks/${id}/copy`, 'builder', copyTo('builder'))
    expect(await hidden(workbookId)).toEqual([false, false])
  })

  test('a member who may not use the sources cannot copy, unless the tagged version grants them', async () => {
    const id = await make('Data', 'Orders')
    await documents.share(id, 'stranger', 'view')
    const refused = await send('POST', `/v2/workbooks/${id}/copy`, 'stranger', copyTo('stranger'))
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_document' } })
    await done('POST', '/v2/tags', 'admin', { name: 'Given', color: 'cyan' })
    const tag = async (grantSourceAccess: boolean) =>
      done('POST', '/v2/workbooks/tag', 'builder', { workbookId: id, tag: 'Given', grantSourceAccess })
    const copy = () => send('POST', `/v2/workbooks/${id}/tag/Given/copy`, 'stranger', copyTo('stranger'))
    await tag(false)
    expect(await copy()).toMatchObject({ status: 400, body: { code: 'invalid_document' } })
    await tag(true)
    const copied = await copy()
    expect(copied.status, copied.text).toBe(200)
    const { workbookId } = copied.body as { workbookId: string }
    const data = await send('POST', `/v2/workbooks/${workbookId}/pages/p/data`, 'stranger', {})
    expect(data.text).toContain('"event":"batch"')
    // Only the sources of the tagged version are granted; the connection itself stays hidden.
    expect((await send('GET', `/v2/connections/${connectionId}`, 'stranger')).status).toBe(404)
    const other = {
      ...orders(connectionId, 'Other'),
      source: { kind: 'sql', connectionId, statement: 'select 1 as A' },
    }
    const widened = await send('PUT', `/v2/workbooks/${workbookId}/spec`, 'stranger', bodyOf('Copy', other))
    expect(widened).toMatchObject({ status: 400, body: { code: 'invalid_document' } })
  })

  test('a new file with a source document is such a copy', async () => {
    const file = await done('POST', '/v2/files', 'builder', {
      type: 'workbook',
      name: 'From a version',
      source: { inodeId: shared.workbookId, version: 1 },
    })
    expect(await tableOf(file.id, 'builder')).toEqual(['Orders'])
    const missing = { type: 'workbook', name: 'X', source: { inodeId: shared.workbookId, version: 9 } }
    expect((await send('POST', '/v2/files', 'builder', missing)).status).toBe(404)
  })

  test('archived documents are not copied', async () => {
    const id = await make('Old', 'Orders')
    await done('DELETE', `/v2/files/${id}`, 'builder')
    const answer = await send('POST', `/v2/workbooks/${id}/copy`, 'builder', copyTo('builder'))
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })

  describe('refusals', () => {
    const home = (as: Role) => person(as).homeFolderId
    const refused = (title: string, as: Role, path: string, body: () => object, status: number, code: string) =>
      test(`${title}: ${path}`, async () => {
        const answer = await send('POST', path.replace('{id}', shared.workbookId), as, body())
        expect(answer.status, answer.text).toBe(status)
        expect(answer.body).toMatchObject({ code })
      })
    const plain = '/v2/workbooks/{id}/copy'
    const tagged = '/v2/workbooks/{id}/tag/None/copy'
    const into = (destinationFolderId: string, more = {}) => ({ destinationFolderId, name: 'Copy', ...more })
    refused('a folder that may only be seen', 'stranger', plain, () => into(shared.folderId), 403, 'forbidden')
    refused('an account type that builds nothing', 'viewer', plain, () => into(home('viewer')), 403, 'forbidden')
    refused('an unknown folder', 'builder', plain, () => into(unknownId), 404, 'not_found')
    refused('a folder of somebody else', 'builder', plain, () => into(home('analyst')), 404, 'not_found')
    refused('a workbook of others', 'analyst', plain, () => into(home('analyst')), 404, 'not_found')
    refused('no name', 'builder', plain, () => into(home('builder'), { name: '' }), 400, 'invalid_request')
    refused('a tag that is not on it', 'builder', tagged, () => into(home('builder')), 404, 'not_found')
    const all = { copyBookmarks: 'all' }
    refused('saved views of others', 'builder', plain, () => into(home('builder'), all), 403, 'forbidden')
    test('administrators may copy saved views of others, and every member those that they can see', async () => {
      for (const [as, copyBookmarks] of [
        ['admin', 'all'],
        ['builder', 'accessible'],
      ] as const) {
        const path = plain.replace('{id}', shared.workbookId)
        expect(await done('POST', path, as, copyTo(as, { copyBookmarks }))).toMatchObject({ name: 'Copy' })
      }
    })
  })

  for (const operation of [copyWorkbook, copyTaggedWorkbook]) {
    const row: Scenario = {
      name: 'an unknown workbook',
      as: 'builder',
      path: operation.path.replaceAll(/\{\w+\}/g, unknownId),
      body: { destinationFolderId: unknownId, name: 'Copy' },
      status: 404,
      answer: { code: 'not_found' },
    }
    const untested = { forbidden: 'beside this table', invalid_document: 'beside this table' }
    scenarios(`${operation.method} ${operation.path}`, server, [row], { operation, untested })
  }
})
