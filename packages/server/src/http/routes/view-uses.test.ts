import type { DocumentEdit } from '@octavo/core/document'
import { beforeEach, describe, expect, test } from 'vitest'
import { eraseInodes } from '../../store/erase-inodes.ts'
import { describeStores } from '../../store/testing.ts'
import { type Role, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

const dayMs = 86_400_000

interface View {
  kind: string
  exploreKey?: string
  bookmarkId?: string
  name?: string
  changes?: number[]
}
interface Use {
  documentId: string
  elements: { elementId: string }[]
  views: View[]
  otherViews: number
}

describeStores('columns that views read', (openStore) => {
  let documents: TestServices
  let connectionId = ''
  let workbookId = ''
  let modelId = ''
  let tableId = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder', 'analyst', 'viewer'] })
    return documents.routes
  })
  const done = async <T>(method: string, path: string, as: Role, body?: unknown, query = {}) => {
    const answer = await server().request({ method, path, as, query, ...(body === undefined ? {} : { body }) })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body as T
  }
  const orders = () => ({ kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] })
  const table = (id: string, source: unknown, formula: string) => ({
    ...{ id, kind: 'table', name: id, source },
    columns: [{ id: `${id}-c`, formula, name: 'C' }],
  })
  const book = (elements: unknown[]) => ({
    name: 'Read in views',
    folderId: server().platform.people.builder.homeFolderId,
    schemaVersion: 1,
    pages: [{ id: 'pg', name: 'Page', elements }],
  })
  beforeEach(async () => {
    const path = ['RETAIL', 'PUBLIC', 'ORDERS']
    const found = await done<{ inodeId: string }>('POST', `/v2/connection/${connectionId}/lookup`, 'builder', { path })
    tableId = found.inodeId
    const model = book([table('model', orders(), '[ORDERS/STATUS]')])
    modelId = (await done<{ dataModelId: string }>('POST', '/v2/dataModels/spec', 'builder', model)).dataModelId
    const base = book([table('base', orders(), '[ORDERS/CHANNEL]')])
    workbookId = (await done<{ workbookId: string }>('POST', '/v2/workbooks/spec', 'builder', base)).workbookId
    await documents.share(workbookId, 'analyst', 'explore')
    await documents.share(workbookId, 'viewer', 'view')
    await documents.share(modelId, 'analyst', 'view')
  })
  const views = (key = '') => `/v2/workbooks/${workbookId}/customViews${key === '' ? '' : `/${key}`}`
  const explore = async (edits: DocumentEdit[], as: Role = 'analyst', workbookVersion = 1) =>
    (await done<{ exploreKey: string }>('POST', views(), as, { workbookVersion, edits })).exploreKey
  const share = async (key: string) =>
    (await done<{ exploreKey: string }>('POST', `${views(key)}/share`, 'analyst')).exploreKey
  const save = async (exploreKey: string, as: Role, isShared: boolean) => {
    const body = { name: 'Saved', isShared, exploreKey, workbookVersion: 1 }
    return (await done<{ bookmarkId: string }>('POST', `/v2/workbooks/${workbookId}/bookmarks`, as, body)).bookmarkId
  }
  const usesOf = async (column: string, as: Role = 'builder') => {
    const path = `/v2/connections/tables/${tableId}/uses`
    const { entries, total } = await done<{ entries: Use[]; total: number }>('GET', path, as, undefined, {
      column,
      limit: 1000,
    })
    expect(total).toBe(entries.length)
    return entries.find(({ documentId }) => documentId === workbookId)
  }
  const rowsLeft = async () =>
    (
      await server()
        .platform.store.db.selectFrom('view_reads')
        .select('view_id')
        .distinct()
        .where('document_id', '=', workbookId)
        .execute()
    ).map(({ view_id }) => view_id)

  const set = (field: string, value: unknown): DocumentEdit => ({
    ...{ op: 'set', at: ['elements', { id: 'base' }, field], value },
  })
  const insert = (entry: { id: string; kind: string }): DocumentEdit => ({
    ...{ op: 'insert', at: ['elements'], entry, after: null, page: 'pg' },
  })
  const column = (formula: string): DocumentEdit => ({
    ...{ op: 'insert', at: ['elements', { id: 'base' }, 'columns'], entry: { id: 'new', formula, name: 'New' } },
    after: null,
  })

  describe('are found, and the view is named', () => {
    const statement = 'SELECT STATUS FROM RETAIL.PUBLIC.ORDERS'
    test.each<[string, () => DocumentEdit]>([
      ['a column of an element', () => column('[ORDERS/STATUS]')],
      ['an element of the view', () => insert(table('mine', orders(), 'Max([ORDERS/STATUS])'))],
      [
        'a data model',
        () => insert(table('mine', { kind: 'data-model', dataModelId: modelId, elementId: 'model' }, 'Max([model/C])')),
      ],
      ['custom SQL', () => insert(table('mine', { kind: 'sql', connectionId, statement }, '[Custom SQL/STATUS]'))],
    ])('%s', async (_, edit) => {
      expect(await usesOf('STATUS')).toBeUndefined()
      const exploreKey = await explore([edit()], 'builder')
      const ownerId = server().platform.people.builder.memberId
      expect(await usesOf('STATUS')).toMatchObject({
        elements: [],
        views: [{ kind: 'custom', exploreKey, ownerId }],
        otherViews: 0,
      })
      expect(await usesOf('PRICE')).toBeUndefined()
      await done('DELETE', views(exploreKey), 'builder')
      expect(await usesOf('STATUS')).toBeUndefined()
      expect(await rowsLeft()).toEqual([])
    })

    test('reads that a view shares with its workbook do not name the view', async () => {
      await explore([set('name', 'Renamed'), column('[ORDERS/STATUS]')])
      expect(await usesOf('CHANNEL')).toMatchObject({ elements: [{ elementId: 'base' }], views: [], otherViews: 0 })
    })

    test('a view of an older version has the reads of that version', async () => {
      const exploreKey = await explore([set('name', 'Renamed')], 'builder')
      await done(
        'PUT',
        `/v2/workbooks/${workbookId}/spec`,
        'builder',
        book([table('base', orders(), '[ORDERS/PRICE]')]),
      )
      expect(await usesOf('CHANNEL')).toMatchObject({ elements: [], views: [{ exploreKey }] })
      expect(await usesOf('PRICE')).toMatchObject({ elements: [{ elementId: 'base' }], views: [] })
    })

    test('a change of the view replaces its reads', async () => {
      const exploreKey = await explore([column('[ORDERS/STATUS]')], 'builder')
      await done('PATCH', views(exploreKey), 'builder', { edits: [column('[ORDERS/PRICE]')] })
      expect(await usesOf('STATUS')).toBeUndefined()
      expect(await usesOf('PRICE')).toMatchObject({ views: [{ exploreKey }] })
    })
  })

  test('each reader gets the names of views that they may open, and the number of others', async () => {
    const exploreKey = await explore([column('[ORDERS/STATUS]')])
    const link = await share(exploreKey)
    const own = await save(exploreKey, 'analyst', false)
    const shared = await save(link, 'builder', true)
    const seen = async (as: Role) => {
      const use = await usesOf('STATUS', as)
      return { ids: new Set(use?.views.map((view) => view.exploreKey ?? view.bookmarkId)), others: use?.otherViews }
    }
    expect(await seen('analyst')).toEqual({ ids: new Set([exploreKey, link, own, shared]), others: 0 })
    expect(await seen('builder')).toEqual({ ids: new Set([link, shared]), others: 2 })
    expect(await seen('viewer')).toEqual({ ids: new Set([shared]), others: 3 })
    const kinds = new Map(
      (await usesOf('STATUS', 'analyst'))?.views.map((view) => [view.exploreKey ?? view.bookmarkId, view]),
    )
    expect([exploreKey, link, own].map((id) => kinds.get(id)?.kind)).toEqual(['custom', 'link', 'saved'])
    expect(kinds.get(own)?.name).toBe('Saved')

    const changes = [
      { path: ['RETAIL', 'PUBLIC', 'ORDERS'], column: 'PRICE' },
      { path: ['RETAIL', 'PUBLIC', 'ORDERS'], column: 'STATUS' },
    ]
    const { entries } = await done<{ entries: Use[] }>('POST', `/v2/connections/${connectionId}/impact`, 'viewer', {
      changes,
    })
    expect(entries.filter(({ documentId }) => documentId === workbookId)).toMatchObject([
      { documentId: workbookId, elements: [], views: [{ bookmarkId: shared, changes: [1] }], otherViews: 3 },
    ])
  })

  test('the reads of a view are deleted with it, however it ends', async () => {
    const { clock, store, organizationId } = server().platform
    const exploreKey = await explore([column('[ORDERS/STATUS]')])
    const link = await share(exploreKey)
    const saved = await save(exploreKey, 'analyst', false)
    expect(new Set(await rowsLeft())).toEqual(new Set([exploreKey, link, saved]))
    await done('DELETE', `/v2/workbooks/${workbookId}/bookmarks/${saved}`, 'analyst')
    clock.advance(31 * dayMs)
    expect(await usesOf('STATUS')).toMatchObject({ views: [], otherViews: 1 })
    await documents.customViews.endUnusedLinks()
    expect(await rowsLeft()).toEqual([exploreKey])
    await store.maintain('test', (tx) => eraseInodes(tx, organizationId, [workbookId]))
    expect(await rowsLeft()).toEqual([])
  })
})
