import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { requestsOf, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

describeStores('sources of documents', (openStore) => {
  let documents: TestServices
  let connectionId = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    return documents.routes
  })
  const { done } = requestsOf<Record<string, string>>(server, 'builder')
  const folderId = () => server().platform.people.builder.homeFolderId
  const warehouse = () => ({ kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] })
  const bodyOf = (name: string, elements: object[]) => ({
    name,
    folderId: folderId(),
    schemaVersion: 1,
    pages: [{ id: 'p', name: 'Page', elements }],
  })
  const table = (id: string, source: object, formula: string) => ({
    id,
    kind: 'table',
    name: id,
    source,
    columns: [{ id: 'c', formula, name: 'Id' }],
  })

  test('workbooks, templates and data models name tables, datasets, custom SQL and elements of data models', async () => {
    const { dataModelId } = await done('POST', '/v2/dataModels/spec', {
      ...bodyOf('Model', [
        table('first', warehouse(), '[ORDERS/ORDER_ID]'),
        table('second', { kind: 'table', elementId: 'first' }, '[first/Id]'),
      ]),
    })
    const { versionTagId } = await done('POST', '/v2/tags', { name: 'Stable', color: 'cyan' }, 'admin')
    await done('POST', '/v2/dataModels/tag', { dataModelId, tag: 'Stable' })
    const { datasetId } = await done('POST', '/v2/datasets', {
      name: 'Dataset',
      folderId: folderId(),
      source: warehouse(),
      columns: [{ name: 'Id', formula: '[ORDERS/ORDER_ID]' }],
    })
    const statement = 'SELECT 1 AS ID'
    const model = (elementId: string, more: object = {}) => ({ kind: 'data-model', dataModelId, elementId, ...more })
    const elements = [
      table('t', warehouse(), '[ORDERS/ORDER_ID]'),
      table('m2', model('second'), '[second/Id]'),
      table('m1', model('first'), '[first/Id]'),
      table('pinned', model('first', { versionTagId }), '[first/Id]'),
      table('d', { kind: 'dataset', datasetId }, '[Dataset/Id]'),
      table('s', { kind: 'sql', connectionId, statement }, '[Custom SQL/ID]'),
      // An element that reads another element of the document adds no source.
      table('inner', { kind: 'table', elementId: 't' }, '[t/Id]'),
    ]
    const { inodeId } = await done('POST', `/v2/connection/${connectionId}/lookup`, { path: warehouse().path })
    const { workbookId } = await done('POST', '/v2/workbooks/spec', bodyOf('Reads all', elements))
    const { templateId } = await done('POST', `/v2/workbooks/${workbookId}/saveTemplate`, {})
    const models = [
      { type: 'data-model', dataModelId, elementIds: ['second', 'first'] },
      { type: 'data-model', dataModelId, elementIds: ['first'], versionTagId },
    ]
    const customSql = { type: 'custom-sql', connectionId, definition: statement, customSqlId: 's' }
    for (const id of [workbookId, templateId]) {
      expect(await done('GET', `/v2/workbooks/${id}/sources`)).toEqual([
        { type: 'table', inodeId },
        ...models,
        { type: 'dataset', inodeId: datasetId, url: expect.stringContaining('/dataset/Dataset-') },
        customSql,
      ])
    }
    const reader = await done('POST', '/v2/dataModels/spec', bodyOf('Reads all too', elements))
    expect(await done('GET', `/v2/dataModels/${reader.dataModelId}/sources`)).toMatchObject({
      entries: [{ type: 'table', tableId: inodeId }, ...models, { type: 'dataset', datasetId }, customSql],
      total: 5,
    })
  })
})
