import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { urlIdOf } from '../../store/index.ts'
import { describeStores } from '../../store/testing.ts'
import { type Role, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

describeStores('lineage', (openStore) => {
  let documents: TestServices
  let connectionId = ''
  let folderId = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform, { sendMail: async () => ({ refused: [] }) })
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    folderId = platform.people.builder.homeFolderId
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

  test('the graph of an element contains the tables and elements that it reads or looks up', async () => {
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

  test('a data model has the same list; its readers name its element', async () => {
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

  const uses = async (column?: string, as: Role = 'builder') => {
    const { inodeId } = await tableNode()
    const query = column === undefined ? '' : `&column=${column}`
    return (await get(`/v2/connections/tables/${inodeId}/uses?limit=1000${query}`, as)) as unknown as Uses
  }
  interface Uses {
    entries: {
      documentId: string
      elements: { elementId: string; columnIds: string[]; isWhole: boolean }[]
      scheduleIds: string[]
      exportIds: string[]
      embedIds: string[]
    }[]
    total: number
  }
  const elementsIn = (found: Uses, id: string) =>
    found.entries
      .find(({ documentId }) => documentId === id)
      ?.elements.map(({ elementId, columnIds, isWhole }) => [elementId, columnIds, isWhole])

  test('metrics and relationships of data models are found where formulas name them', async () => {
    const orders = {
      ...table('base', warehouse(), 'ORDERS'),
      columns: [
        { id: 'channel', formula: '[ORDERS/Channel]', name: 'Channel' },
        { id: 'status', formula: '[ORDERS/STATUS]', name: 'Status' },
      ],
      metrics: [
        { id: 'count', name: 'Orders', formula: 'CountDistinct([Channel])' },
        { id: 'unused', name: 'Unused', formula: 'Count()' },
      ],
      relationships: [
        {
          id: 'to',
          name: 'Other',
          targetElementId: 'other',
          keys: [{ sourceColumnId: 'channel', targetColumnId: 'other-channel' }],
        },
      ],
    }
    const target = {
      ...table('other', warehouse(), 'ORDERS'),
      columns: [
        { id: 'other-channel', formula: '[ORDERS/Channel]', name: 'Channel' },
        { id: 'other-status', formula: '[ORDERS/STATUS]', name: 'State' },
      ],
    }
    const model = await make('data-model', [orders, target])
    const source = { kind: 'data-model', dataModelId: model, elementId: 'base' }
    const reads = (id: string, formulas: readonly string[]) => ({
      id,
      kind: 'table',
      source,
      columns: formulas.map((formula, at) => ({ id: `${id}-${at}`, formula })),
    })
    const reader = await make('workbook', [
      reads('m', ['[base/Channel]', '[Metrics/Orders]']),
      reads('r', ['[base/Channel]', '[base/Other/State]']),
    ])
    await make('workbook', [reads('none', ['[base/Channel]'])])
    const of = async (query: string) => {
      const found = (await get(`/v2/dataModels/${model}/uses?elementId=base&${query}`)) as unknown as Uses
      return [found.total, elementsIn(found, reader)]
    }
    expect(await of('metricId=count')).toEqual([1, [['m', ['m-1'], false]]])
    expect(await of('relationshipId=to')).toEqual([1, [['r', ['r-1'], false]]])
    expect(await of('metricId=unused')).toEqual([0, undefined])
    expect(await of('relationshipId=count')).toEqual([0, undefined])
    const wrong = await server().request({
      method: 'GET',
      path: `/v2/dataModels/${model}/uses?metricId=count`,
      as: 'builder',
    })
    expect(wrong).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })

  test('a column is followed to elements, controls, texts, data models, their readers, and schedules', async () => {
    const base = {
      ...table('base', warehouse(), 'ORDERS'),
      columns: [
        { id: 'channel', formula: '[ORDERS/Channel]', name: 'Channel' },
        { id: 'status', formula: '[ORDERS/STATUS]', name: 'Status' },
        { id: 'both', formula: '[Channel] & [Status]', name: 'Both' },
      ],
    }
    const child = (id: string, column: string, more = {}) => ({
      id,
      kind: 'table',
      source: { kind: 'table', elementId: 'base' },
      columns: [{ id: `${id}-c`, formula: `[base/${column}]` }],
      ...more,
    })
    const model = await make('data-model', [base])
    const id = await make('workbook', [
      base,
      child('reads', 'Both'),
      child('apart', 'Status'),
      {
        id: 'pick',
        kind: 'control',
        controlType: 'list',
        controlId: 'Pick',
        filters: [{ source: warehouse(), columnId: 'CHANNEL' }],
      },
      { id: 'words', kind: 'text', body: 'Of {{Max([base/Channel])}}' },
    ])
    const reader = await make('workbook', [
      {
        id: 'r',
        kind: 'table',
        source: { kind: 'data-model', dataModelId: model, elementId: 'base' },
        columns: [
          { id: 'r-both', formula: '[base/Both]' },
          { id: 'r-status', formula: '[base/Status]' },
        ],
      },
    ])
    const sql = (statement: string) => ({
      id: 'sql',
      kind: 'table',
      source: { kind: 'sql', connectionId, statement },
      columns: [],
    })
    const named = await make('workbook', [sql("SELECT channel FROM PUBLIC.ORDERS -- STATUS\nWHERE 'STATUS' <> ''")])
    const other = await make('workbook', [sql('SELECT STATUS FROM RETAIL.OTHER.ORDERS')])
    const whole = await make('workbook', [sql('SELECT * FROM ORDERS')])
    const { queryId } = (
      await server().request({
        method: 'POST',
        path: `/v2/workbooks/${reader}/export`,
        as: 'builder',
        body: { elementId: 'r', format: { type: 'csv' } },
      })
    ).body as { queryId: string }
    const csv = { formatOptions: { type: 'CSV' }, workbookExportSource: { type: 'element', elementIds: ['r'] } }
    const planned = await server().request({
      method: 'POST',
      path: `/v2/workbooks/${reader}/schedules`,
      as: 'builder',
      body: {
        target: [{ email: 'reader@example.com' }],
        schedule: { cronSpec: '0 9 * * *', timezone: 'UTC' },
        configV2: { title: 'Orders', messageBody: '', exportAttachments: [csv] },
      },
    })
    expect(planned.status, planned.text).toBeLessThan(300)
    const { scheduledNotificationId } = planned.body as { scheduledNotificationId: string }

    const channel = await uses('CHANNEL')
    expect(elementsIn(channel, id)).toEqual(
      expect.arrayContaining([
        ['base', expect.arrayContaining(['channel', 'both']), false],
        ['reads', ['reads-c'], false],
        ['pick', [], true],
        ['words', [], true],
      ]),
    )
    expect(elementsIn(channel, id)).toHaveLength(4)
    expect(elementsIn(channel, reader)).toEqual([['r', ['r-both'], false]])
    expect(channel.entries.find(({ documentId }) => documentId === reader)?.exportIds).toEqual([queryId])
    expect(channel.entries.find(({ documentId }) => documentId === reader)?.scheduleIds).toEqual([
      scheduledNotificationId,
    ])
    expect(elementsIn(channel, named)).toEqual([['sql', [], true]])
    const status = await uses('Status')
    expect(elementsIn(status, reader)).toEqual([['r', expect.arrayContaining(['r-both', 'r-status']), false]])
    for (const found of [channel, status]) {
      expect(elementsIn(found, whole)).toEqual([['sql', [], true]])
      expect(elementsIn(found, other)).toBeUndefined()
    }
    expect(elementsIn(status, named)).toBeUndefined()
    expect(elementsIn(await uses(), reader)).toEqual([['r', expect.arrayContaining(['r-both', 'r-status']), true]])
    const ofModel = (await get(`/v2/dataModels/${model}/uses?elementId=base&columnId=both`)) as unknown as Uses
    expect(ofModel).toMatchObject({ entries: [{ documentId: reader, documentType: 'workbook' }], total: 1 })
    expect(elementsIn(ofModel, reader)).toEqual([['r', ['r-both'], false]])
    // A new version replaces the reads of the previous one.
    const body = { name: 'L', folderId, schemaVersion: 1, pages: [{ id: 'p', name: 'Page', elements: [] }] }
    await documents.specs.update(await documents.viewer('builder'), 'workbook', id, body, {})
    expect(elementsIn(await uses('CHANNEL'), id)).toBeUndefined()
  })

  test('a column is followed to embeds that show it, for editors', async () => {
    const base = {
      ...table('base', warehouse(), 'ORDERS'),
      columns: ['CHANNEL', 'STATUS'].map((name) => ({ id: name, formula: `[ORDERS/${name}]`, name })),
    }
    const child = (id: string, column: string) => ({
      id,
      kind: 'table',
      source: { kind: 'table', elementId: 'base' },
      columns: [{ id: `${id}-c`, formula: `[base/${column}]` }],
    })
    const pages = [
      { id: 'p', name: 'Page', elements: [base, child('channels', 'CHANNEL')] },
      { id: 'other', name: 'Other', elements: [child('states', 'STATUS'), { id: 'words', kind: 'text', body: 'W' }] },
    ]
    const body = { name: 'Embedded', folderId, schemaVersion: 1, pages }
    const viewer = await documents.viewer('builder')
    const id = (await documents.specs.create(viewer, 'workbook', body)).record.inode.id
    const embed = async (sourceType: string, sourceId?: string) => {
      const answer = await server().request({
        method: 'POST',
        path: `/v2/workbooks/${id}/embeds`,
        as: 'admin',
        body: { embedType: 'public', sourceType, sourceId },
      })
      expect(answer.status, answer.text).toBe(200)
      return (answer.body as { embedId: string }).embedId
    }
    const ids = {
      whole: await embed('workbook'),
      page: await embed('page', 'p'),
      other: await embed('page', 'other'),
      channels: await embed('element', 'channels'),
      states: await embed('element', 'states'),
    }
    await embed('element', 'words')
    await documents.share(id, 'analyst', 'view')
    await documents.share(connectionId, 'analyst', 'usage', 'connection')
    const embedsIn = async (column: string, as: Role) => {
      const entry = (await uses(column, as)).entries.find(({ documentId }) => documentId === id)
      return new Set(entry?.embedIds)
    }
    expect(await embedsIn('CHANNEL', 'builder')).toEqual(new Set([ids.whole, ids.page, ids.channels]))
    expect(await embedsIn('STATUS', 'builder')).toEqual(new Set([ids.whole, ids.page, ids.other, ids.states]))
    expect(await embedsIn('CHANNEL', 'analyst')).toEqual(new Set())
  })

  test('only uses that are visible to the viewer are listed, page by page', async () => {
    const { inodeId } = await tableNode()
    const all = await uses('CHANNEL')
    expect(all.total).toBeGreaterThan(2)
    const path = `/v2/connections/tables/${inodeId}/uses?column=CHANNEL&limit=1`
    const first = (await get(path)) as { entries: { documentId: string }[]; nextPage: string; total: number }
    expect(first.total).toBe(all.total)
    const second = (await get(`${path}&page=${first.nextPage}`)) as typeof first
    expect([...first.entries, ...second.entries].map(({ documentId }) => documentId)).toEqual(
      all.entries.slice(0, 2).map(({ documentId }) => documentId),
    )
    await documents.share(connectionId, 'viewer', 'usage', 'connection')
    expect((await uses('CHANNEL', 'viewer')).entries).toEqual([])
    await documents.share(all.entries[0]?.documentId ?? '', 'viewer', 'view')
    expect((await uses('CHANNEL', 'viewer')).entries).toHaveLength(1)
    const unknown = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
    for (const unknownPath of [`/v2/connections/tables/${unknown}/uses`, `/v2/dataModels/${unknown}/uses`]) {
      expect((await server().request({ method: 'GET', path: unknownPath, as: 'builder' })).status).toBe(404)
    }
  })

  test('in a chain of a thousand elements each leads to its table', async () => {
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
