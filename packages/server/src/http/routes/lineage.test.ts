import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { urlIdOf } from '../../store/index.ts'
import { describeStores } from '../../store/testing.ts'
import { type Role, useServer } from '../testing.ts'
import { buildDocumentHouse, type DocumentHouse, smallRetail } from './testing.ts'

describeStores('lineage', (openStore) => {
  let documents: DocumentHouse
  let connectionId = ''
  let folderId = ''
  const server = useServer(openStore, async (house) => {
    documents = buildDocumentHouse(house)
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    folderId = house.people.builder.homeFolderId
    return documents.routes
  })
  const get = async (path: string, as: Role = 'builder') => {
    const answer = await server().request({ method: 'GET', path, as })
    expect(answer.status, answer.text).toBe(200)
    return answer.body as Record<string, unknown>
  }
  const make = async (kind: 'workbook' | 'data-model', elements: object[]) => {
    const pages = [{ id: 'p', name: 'Page', elements }]
    const body = { name: 'L', folderId, schemaVersion: 1, pages }
    return (await documents.specs.create(await documents.viewer('builder'), kind, body)).record.inode.id
  }
  const table = (id: string, source: object, prefix: string) => ({
    id,
    kind: 'table',
    name: id,
    source,
    columns: [{ id: `${id}-c`, formula: `[${prefix}/CHANNEL]`, name: 'CHANNEL' }],
  })
  const warehouse = () => ({ kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] })
  const tableNode = async () => {
    const { body } = await server().request({
      method: 'POST',
      path: `/v2/connection/${connectionId}/lookup`,
      as: 'builder',
      body: { path: ['RETAIL', 'PUBLIC', 'ORDERS'] },
    })
    const { inodeId } = body as { inodeId: string }
    return { inodeId, nodeId: `inode-${urlIdOf(inodeId)}` }
  }

  test('the graph of an element leads from tables to it, over elements that it reads and looks up', async () => {
    const child = table('child', { kind: 'table', elementId: 'base' }, 'base')
    const columns = [...child.columns, { id: 'l', formula: 'Lookup([other/CHANNEL], [CHANNEL], [other/CHANNEL])' }]
    const id = await make('workbook', [
      table('base', warehouse(), 'ORDERS'),
      table('other', warehouse(), 'ORDERS'),
      { ...child, columns },
      table('apart', warehouse(), 'ORDERS'),
    ])
    const { inodeId, nodeId } = await tableNode()
    const sheet = (elementId: string) => ({ nodeId: elementId, type: 'sheet', name: elementId, elementId })
    const found = await get(`/v2/workbooks/${id}/lineage/elements/child`)
    expect(found.dependencies).toEqual({
      child: sheet('child'),
      base: sheet('base'),
      other: sheet('other'),
      [nodeId]: { nodeId, type: 'table', name: 'ORDERS', inodeId },
    })
    expect(new Set(found.edges as object[])).toEqual(
      new Set([
        { source: 'base', target: 'child', type: 'source' },
        { source: 'other', target: 'child', type: 'lookup' },
        { source: nodeId, target: 'base', type: 'source' },
        { source: nodeId, target: 'other', type: 'source' },
      ]),
    )
    expect(await get(`/v2/files/${inodeId}`)).toMatchObject({ id: inodeId, type: 'table' })
  })

  test('elements without data have an empty graph', async () => {
    const control = { id: 'pick', kind: 'control', controlType: 'text', controlId: 'Pick', mode: 'equals' }
    const id = await make('workbook', [
      table('base', warehouse(), 'ORDERS'),
      control,
      { id: 'words', kind: 'text', body: 'Words' },
    ])
    for (const elementId of ['pick', 'words']) {
      expect(await get(`/v2/workbooks/${id}/lineage/elements/${elementId}`)).toEqual({ dependencies: {}, edges: [] })
    }
    const unknown = `/v2/workbooks/${id}/lineage/elements/nothing`
    expect((await server().request({ method: 'GET', path: unknown, as: 'builder' })).status).toBe(404)
  })

  test('a data model has the same list; what reads it names its element', async () => {
    const model = await make('data-model', [table('base', warehouse(), 'ORDERS')])
    const { inodeId, nodeId } = await tableNode()
    expect(await get(`/v2/dataModels/${model}/lineage`)).toMatchObject({
      entries: [
        { type: 'element', elementId: 'base', sourceIds: [nodeId], dataSourceIds: [nodeId] },
        { type: 'table', inodeId, datasourceId: nodeId, connectionId, name: 'ORDERS' },
      ],
      total: 2,
    })
    const source = { kind: 'data-model', dataModelId: model, elementId: 'base' }
    const id = await make('workbook', [table('reader', source, 'base')])
    const modelNode = `${urlIdOf(model)}/base`
    expect(await get(`/v2/workbooks/${id}/lineage/elements/reader`)).toEqual({
      dependencies: {
        reader: { nodeId: 'reader', type: 'sheet', name: 'reader', elementId: 'reader' },
        [modelNode]: { nodeId: modelNode, type: 'data-model', name: 'base' },
      },
      edges: [{ source: modelNode, target: 'reader', type: 'source' }],
    })
  })

  test('the list of a thousand elements in a chain leads each to its table', async () => {
    const chain = Array.from({ length: 1000 }, (_, index) =>
      index === 0
        ? table('e0', warehouse(), 'ORDERS')
        : table(`e${index}`, { kind: 'table', elementId: `e${index - 1}` }, `e${index - 1}`),
    )
    const id = await make('workbook', chain)
    const path = `/v2/workbooks/${id}/lineage?limit=1000`
    const first = await get(path)
    expect(first.total).toBe(1001)
    const from = performance.now()
    const again = await get(path)
    console.info(`Lineage of 1,000 elements in a chain: ${Math.round(performance.now() - from)} ms.`)
    expect(again).toEqual(first)
    const { nodeId } = await tableNode()
    expect((again.entries as { elementId: string; dataSourceIds: string[] }[])[999]).toMatchObject({
      elementId: 'e999',
      dataSourceIds: [nodeId],
    })
  })
})
