import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Role, useServer } from '../testing.ts'
import { buildDocumentHouse, type DocumentHouse, smallRetail } from './testing.ts'

describeStores('pages that are shown to some', (openStore) => {
  let documents: DocumentHouse
  let workbookId = ''
  const server = useServer(openStore, async (house) => {
    documents = buildDocumentHouse(house)
    const connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    const source = { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] }
    const columns = [{ id: 'id', formula: '[ORDERS/ORDER_ID]', name: 'Id' }]
    const page = (id: string, more = {}) => ({
      id,
      name: id,
      elements: [{ id: `${id}-table`, kind: 'table', name: id, source, columns }],
      ...more,
    })
    const only = (assignments: object) => ({ visibility: { kind: 'specific-users-and-teams', assignments } })
    const body = {
      name: 'Pages',
      folderId: house.people.builder.homeFolderId,
      schemaVersion: 1,
      pages: [
        page('open'),
        page('hidden', { visibility: 'hidden' }),
        page('analyst', only({ users: [house.people.analyst.memberId] })),
        page('nobody', only({ teams: ['a-team-that-is-not-there'] })),
      ],
    }
    const builder = await documents.viewer('builder')
    workbookId = (await documents.specs.create(builder, 'workbook', body)).record.inode.id
    for (const role of ['viewer', 'analyst'] as const) await documents.share(workbookId, role, 'view')
    return documents.routes
  })
  const ask = (method: string, path: string, as: Role, body?: unknown) =>
    server().request({
      method,
      path: `/v2/workbooks/${workbookId}${path}`,
      as,
      ...(body === undefined ? {} : { body }),
    })
  const pagesOf = async (as: Role) =>
    ((await ask('GET', '/pages', as)).body as { entries: { pageId: string }[] }).entries.map(({ pageId }) => pageId)

  test('readers get the pages that are for them; who edits gets all', async () => {
    expect(await pagesOf('viewer')).toEqual(['open'])
    expect(await pagesOf('analyst')).toEqual(['open', 'analyst'])
    for (const as of ['builder', 'admin'] as const) {
      expect(await pagesOf(as)).toEqual(['open', 'hidden', 'analyst', 'nobody'])
    }
  })

  test('a page that is not for the reader is not found, neither its elements nor its data', async () => {
    for (const page of ['hidden', 'analyst', 'nobody']) {
      for (const [method, path, body] of [
        ['GET', `/pages/${page}/elements`, undefined],
        ['POST', `/pages/${page}/data`, {}],
      ] as const) {
        const answer = await ask(method, path, 'viewer', body)
        expect(answer, path).toMatchObject({ status: 404, body: { code: 'not_found', details: { id: page } } })
        const isShown = page === 'analyst'
        expect((await ask(method, path, 'analyst', body)).status, path).toBe(isShown ? 200 : 404)
        expect((await ask(method, path, 'builder', body)).status, path).toBe(200)
      }
    }
  })
})
