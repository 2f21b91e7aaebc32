import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Role, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

interface File {
  id: string
  urlId: string
  name: string
  type: string
  path: string
  parentId: string
}

describeStores('tables, schemas and databases as files', (openStore) => {
  let documents: TestServices
  let connectionId = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    return documents.routes
  })
  const get = (path: string, as: Role = 'builder', query = {}) => server().request({ method: 'GET', path, as, query })
  const list = async (query: Record<string, string | boolean | string[]>, as: Role = 'builder') => {
    const answer = await get('/v2/files', as, query)
    expect(answer.status, answer.text).toBe(200)
    return (answer.body as { entries: File[] }).entries
  }
  const idOf = async (path: string[]): Promise<string> => {
    const found = await server().request({
      method: 'POST',
      path: `/v2/connection/${connectionId}/lookup`,
      as: 'builder',
      body: { path },
    })
    return (found.body as { inodeId: string }).inodeId
  }

  test('a table is found by its id, with the path that clients parse', async () => {
    const schemaId = await idOf(['RETAIL', 'PUBLIC'])
    const tableId = await idOf(['RETAIL', 'PUBLIC', 'ORDERS'])
    const table = (await get(`/v2/files/${tableId}`)).body as File
    expect(table).toMatchObject({
      id: tableId,
      name: 'ORDERS',
      type: 'table',
      path: 'Connection Root/RETAIL/PUBLIC',
      parentId: schemaId,
    })
    expect((await get(`/v2/files/${table.urlId}`)).body).toEqual(table)
  })

  test('clients find the connection of a table by following parentId', async () => {
    const names: string[] = []
    await idOf(['RETAIL'])
    await idOf(['RETAIL', 'PUBLIC'])
    let id = await idOf(['RETAIL', 'PUBLIC', 'ORDERS'])
    while (id !== connectionId) {
      const file = (await get(`/v2/files/${id}`)).body as File
      names.push(`${file.type} ${file.name}`)
      id = file.parentId
    }
    expect(names).toEqual(['table ORDERS', 'folder PUBLIC', 'folder RETAIL'])
  })

  test.each<[string, (ids: { schema: string; database: string }) => Record<string, string | boolean>, boolean]>([
    ['everywhere', () => ({}), true],
    ['below a connection', () => ({ parentId: connectionId }), true],
    ['below a database', ({ database }) => ({ parentId: database }), true],
    ['below a schema', ({ schema }) => ({ parentId: schema }), true],
    ['directly in a schema', ({ schema }) => ({ parentId: schema, directChildFilter: true }), true],
    [
      'directly in a database, which holds schemas',
      ({ database }) => ({ parentId: database, directChildFilter: true }),
      false,
    ],
    ['by a part of its name', () => ({ name: 'orde' }), true],
    ['by a part of another name', () => ({ name: 'nowhere' }), false],
    ['in the archive', () => ({ isArchived: true }), false],
  ])('a table is listed %s: %j', async (_where, query, isThere) => {
    const ids = { database: await idOf(['RETAIL']), schema: await idOf(['RETAIL', 'PUBLIC']) }
    await idOf(['RETAIL', 'PUBLIC', 'ORDERS'])
    const found = await list({ typeFilters: 'table', ...query(ids) })
    expect(found.some(({ name }) => name === 'ORDERS')).toBe(isThere)
    expect(found.filter(({ type }) => type !== 'table')).toEqual([])
  })

  test('pages list all tables once', async () => {
    await idOf(['RETAIL', 'PUBLIC', 'ORDERS'])
    const all = await list({ typeFilters: 'table' })
    const seen: string[] = []
    let page: string | null = '0'
    while (page !== null) {
      const { body } = await get('/v2/files', 'builder', { typeFilters: 'table', limit: 1, page })
      const answer = body as { entries: File[]; nextPage: string | null; total: number }
      expect(answer.total).toBe(all.length)
      seen.push(...answer.entries.map(({ id }) => id))
      page = answer.nextPage
    }
    expect(seen).toEqual(all.map(({ id }) => id))
  })

  test('without the right to use the connection its tables are not found', async () => {
    const tableId = await idOf(['RETAIL', 'PUBLIC', 'ORDERS'])
    expect(await list({ typeFilters: 'table' }, 'viewer')).toEqual([])
    expect((await get(`/v2/files/${tableId}`, 'viewer')).status).toBe(404)
    expect((await get('/v2/files', 'viewer', { typeFilters: 'table', parentId: connectionId })).status).toBe(404)
  })

  test('tables are not mixed with documents in one list', async () => {
    const answer = await get('/v2/files', 'builder', { typeFilters: ['table', 'workbook'] })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })
})
