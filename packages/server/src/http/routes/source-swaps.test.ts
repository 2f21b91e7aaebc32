import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  sourceSwapWorkbook,
  swapDataModelSources,
  swapNamedDataModelSources,
  swapNamedWorkbookSources,
} from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { newUuid } from '../../store/index.ts'
import { describeEmbedded } from '../../store/testing.ts'
import { type Role, requestsOf, scenarios, useServer } from '../testing.ts'
import { buildTestServices, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
const tableCount = 40
const tables = Array.from({ length: tableCount }, (_, index) => `T${index}`)

/** Forty tables, and tables for swaps by name and in custom SQL. */
const oldTables = [
  'CREATE SCHEMA PUBLIC',
  'CREATE SCHEMA PROD',
  ...tables.map((name, index) => `CREATE TABLE PUBLIC.${name} AS SELECT ${index} AS ID, 'old' AS LABEL, 1 AS AMOUNT`),
  "CREATE TABLE PROD.T0 AS SELECT 100 AS ID, 'prod' AS LABEL, 7 AS AMOUNT",
  'CREATE TABLE PROD.SALES AS SELECT 200 AS ID, \'sales\' AS "la-bel", 9 AS TOTAL',
]
/** The same tables, one of them without a column. */
const newTables = [
  'CREATE SCHEMA PUBLIC',
  ...tables.map((name, index) =>
    index === 17
      ? `CREATE TABLE PUBLIC.${name} AS SELECT ${index} AS ID, 'new' AS LABEL`
      : `CREATE TABLE PUBLIC.${name} AS SELECT ${index} AS ID, 'new' AS LABEL, 2 AS AMOUNT`,
  ),
]

describeEmbedded('swaps of sources', (openStore) => {
  let documents: TestServices
  let oldId = ''
  let newId = ''
  let folderId = ''
  const refusing = { workbookId: '', dataModelId: '' }
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    oldId = await documents.addConnection(oldTables, { usableBy: ['builder'], name: 'Old' })
    newId = await addSecond('Second', ['builder'])
    folderId = platform.people.builder.homeFolderId
    refusing.workbookId = await make('workbook', [tableOf('T0')])
    refusing.dataModelId = await make('data-model', [tableOf('T0')])
    for (const id of Object.values(refusing)) await documents.share(id, 'viewer', 'view')
    return documents.routes
  })

  /** A database of the same name in another folder. */
  async function addSecond(name: string, usableBy: readonly Role[]): Promise<string> {
    const folder = join(documents.folder, newUuid())
    mkdirSync(folder)
    const path = join(folder, 'RETAIL.duckdb')
    await documents.duckdb.build(path, newTables, new AbortController().signal)
    return documents.addConnection([], { usableBy, name, settings: { path } })
  }
  const warehouse = (name: string, schema = 'PUBLIC') => ({
    kind: 'warehouse-table',
    connectionId: oldId,
    path: ['RETAIL', schema, name],
  })
  const tableOf = (name: string, source: object = warehouse(name), prefix = name) => ({
    id: name.toLowerCase(),
    kind: 'table',
    name,
    source,
    columns: [
      { id: 'id', formula: `[${prefix}/ID]`, name: 'Id' },
      { id: 'label', formula: `[${prefix}/Label]`, name: 'Label' },
      { id: 'double', formula: `[${prefix}/AMOUNT] * 2`, name: 'Double' },
    ],
  })
  const make = async (kind: 'workbook' | 'data-model', elements: object[]) => {
    const pages = [{ id: 'p', name: 'Page', elements }]
    const body = { name: 'Swapped', folderId, schemaVersion: 1, pages }
    return (await documents.specs.create(await documents.viewer('builder'), kind, body)).record.inode.id
  }
  const { send, done } = requestsOf(server, 'builder')
  const swap = (id: string, body: object) => done('POST', `/v2/workbooks/${id}/swapSources`, body)
  const swapNamed = (id: string, body: object) => done('POST', `/v3alpha/workbooks/${id}:swapSources`, body)
  const versionOf = async (id: string) => (await done('GET', `/v2/workbooks/${id}`)).latestVersion
  const elementsOf = async (id: string, kind = 'workbooks') => {
    const spec = (await done('GET', `/v2/${kind}/${id}/spec?format=json`)) as { pages: { elements: Element[] }[] }
    return spec.pages.flatMap(({ elements }) => elements)
  }
  interface Element {
    id: string
    source: Record<string, unknown>
    columns: { formula: string }[]
    filters?: unknown
  }
  const cells = async (id: string, elementId: string) => {
    const answer = await send('POST', `/v2/workbooks/${id}/pages/p/data`, {})
    return answer.lines.flatMap((line) => {
      const { event, resultId, columns, elements } = line as Record<string, unknown>
      if (event === 'schema' && (elements as string[]).includes(elementId)) results.set(elementId, resultId)
      return event === 'batch' && resultId === results.get(elementId) ? [columns] : []
    })
  }
  const results = new Map<string, unknown>()
  const tableId = async (name: string, connectionId = oldId, schema = 'PUBLIC') => {
    const lookup = await send('POST', `/v2/connection/${connectionId}/lookup`, {
      path: ['RETAIL', schema, name],
    })
    return String((lookup.body as { inodeId: string }).inodeId)
  }

  test('a workbook on forty tables: a dry run names the missing column of the other connection', async () => {
    const id = await make(
      'workbook',
      tables.map((name) => tableOf(name)),
    )
    const body = { connectionMapping: [{ fromId: oldId, toId: newId, swapTables: true }] }
    for (const reported of [
      await swap(id, { ...body, dryRun: true }),
      await done('POST', `/v2/workbooks/${id}/swapSources?dryRun=true`, body),
    ]) {
      expect(reported).toMatchObject({
        unswappedSources: [],
        unswappedConnections: [],
        unresolved: [{ path: ['RETAIL', 'PUBLIC', 'T17'], column: 'AMOUNT', elementIds: ['t17'] }],
        brokenFormulas: [{ elementId: 't17', columnId: 'double', formula: '[T17/AMOUNT] * 2' }],
        changes: [{ action: 'WORKBOOK_PUBLISHED' }],
      })
      expect(reported.resolved).toHaveLength(tableCount - 1)
      expect((reported.resolved as unknown[])[0]).toEqual({
        elementId: 't0',
        from: { type: 'table', connectionId: oldId, path: ['RETAIL', 'PUBLIC', 'T0'] },
        to: { type: 'table', connectionId: newId, path: ['RETAIL', 'PUBLIC', 'T0'] },
      })
    }
    expect(await versionOf(id)).toBe(1)
    expect((await elementsOf(id)).map(({ source }) => source.connectionId)).toEqual(tables.map(() => oldId))
    expect(await swap(id, body)).toEqual({ unswappedSources: [], unswappedConnections: [] })
    expect(await versionOf(id)).toBe(2)
    expect((await elementsOf(id)).map(({ source }) => source.connectionId)).toEqual(tables.map(() => newId))
    expect((await cells(id, 't3'))[0]).toEqual([['3'], ['new'], ['4']])
  })

  const missingColumn = {
    unresolved: [{ path: ['RETAIL', 'PUBLIC', 'T17'], column: 'AMOUNT', elementIds: ['t17'] }],
    brokenFormulas: [{ elementId: 't17', columnId: 'double', formula: '[T17/AMOUNT] * 2' }],
  }
  test.each([
    ['workbooks', 'workbook', 'workbookId'],
    ['dataModels', 'data-model', 'dataModelId'],
  ] as const)(
    'tagging %s with another connection names the missing column in a dry run',
    async (family, kind, field) => {
      const id = await make(kind, [tableOf('T17'), tableOf('T1')])
      const tag = `Dry ${kind}`
      await send('POST', '/v2/tags', { name: tag, color: 'cyan' }, 'admin')
      const sourceMappingConfig = [{ fromConnectionId: oldId, toConnectionId: newId, paths: [] }]
      const body = { [field]: id, tag, sourceMappingConfig }
      for (const report of [
        await done('POST', `/v2/${family}/tag`, { ...body, dryRun: true }),
        await done('POST', `/v2/${family}/tag?dryRun=true`, body),
      ]) {
        expect(report).toMatchObject({ ...missingColumn, resolved: [{ elementId: 't1' }] })
        expect((report.changes as { action: string }[]).map(({ action }) => action)).toHaveLength(1)
      }
      expect(await done('GET', `/v2/${family}/${id}/tags`)).toMatchObject({ entries: [] })
      expect(Object.keys(await done('POST', `/v2/${family}/tag`, body))).toHaveLength(3)
    },
  )

  test('a path that does not exist on the connection is refused by name, unless the document reads it', async () => {
    const gone = tableOf('GONE', warehouse('GONE'))
    const id = await make('workbook', [tableOf('T0'), gone])
    const path = (fromPath: string[]) => ({
      connectionMapping: [
        { fromId: oldId, toId: newId, swapTables: true, paths: [{ fromPath, toPath: ['RETAIL', 'PUBLIC', 'T1'] }] },
      ],
    })
    for (const fromPath of [['RETAIL', 'PUBLIC', 'NOTHING'], ['RETAIL', 'NOWHERE'], ['NOTHING']]) {
      const answer = await send('POST', `/v2/workbooks/${id}/swapSources`, path(fromPath))
      expect(answer.status, answer.text).toBe(400)
      expect(answer.body).toMatchObject({
        code: 'invalid_request',
        details: { problems: [{ path: 'connectionMapping[0].paths[0].fromPath' }] },
      })
      expect(answer.text).toContain(fromPath.join('.'))
    }
    expect(await versionOf(id)).toBe(1)
    expect((await swap(id, path(['RETAIL', 'PUBLIC', 'T2']))).unswappedSources).toHaveLength(2)
    expect((await swap(id, path(['RETAIL', 'PUBLIC', 'GONE']))).unswappedSources).toEqual([await tableId('T0')])
  })

  test('a table is replaced by id: formulas, join keys and controls follow, and sources without a rule are listed', async () => {
    const source = {
      kind: 'join',
      joins: [{ left: warehouse('T0'), right: warehouse('T1'), columns: [{ left: '[ID]', right: '[T1/ID]' }] }],
    }
    const joined = { ...tableOf('Joined', source, 'T0'), id: 'joined' }
    const control = {
      id: 'pick',
      kind: 'control',
      controlType: 'list',
      controlId: 'Pick',
      filters: [{ source: warehouse('T0'), columnId: 'LABEL' }],
    }
    const child = {
      ...tableOf('Child', { kind: 'table', elementId: 't0' }, 'T0'),
      columns: [{ id: 'c', formula: '[T0/Double] + 1' }],
    }
    const id = await make('workbook', [tableOf('T0'), joined, control, child, tableOf('T2')])
    const columnMapping = [{ fromColumn: 'AMOUNT', toColumn: ['TOTAL'] }]
    const [fromId, toId] = [await tableId('T0'), await tableId('SALES', oldId, 'PROD')]
    const left = await swap(id, { sourceMapping: [{ fromId, toId, columnMapping }] })
    expect(new Set(left.unswappedSources as string[])).toEqual(new Set([await tableId('T1'), await tableId('T2')]))
    const elements = new Map((await elementsOf(id)).map((element) => [element.id, element]))
    expect(elements.get('t0')?.source.path).toEqual(['RETAIL', 'PROD', 'SALES'])
    expect(elements.get('t0')?.columns.map(({ formula }) => formula)).toEqual([
      '[SALES/ID]',
      '[SALES/la-bel]',
      '[SALES/TOTAL] * 2',
    ])
    expect(elements.get('joined')?.columns[2]?.formula).toBe('[SALES/TOTAL] * 2')
    expect(elements.get('joined')?.source).toMatchObject({
      joins: [{ left: { path: ['RETAIL', 'PROD', 'SALES'] }, right: { path: ['RETAIL', 'PUBLIC', 'T1'] } }],
    })
    expect(elements.get('pick')?.filters).toEqual([{ source: warehouse('SALES', 'PROD'), columnId: 'la-bel' }])
    expect(elements.get('child')?.columns[0]?.formula).toBe('[T0/Double] + 1')
    expect((await cells(id, 't0'))[0]).toEqual([['200'], ['sales'], ['18']])
    expect((await cells(id, 'child'))[0]).toEqual([['19']])
  })

  test('custom SQL moves with its connection; paths replace its tables and nothing else of its text', async () => {
    const statement = `-- RETAIL.PUBLIC.T0
WITH t1 AS (SELECT 1 AS X)
SELECT T0.ID, 'RETAIL.PUBLIC.T0' AS "T0", T0.LABEL FROM RETAIL.PUBLIC.T0 JOIN t1 ON true`
    const sql = (id: string, connectionId = oldId, text = statement) => ({
      id,
      kind: 'table',
      source: { kind: 'sql', connectionId, statement: text },
      columns: [{ id: 'c', formula: '[Custom SQL/ID]' }],
    })
    const id = await make('workbook', [sql('q'), tableOf('T0')])
    const paths = [{ fromPath: ['RETAIL', 'PUBLIC', 'T0'], toPath: ['RETAIL', 'PROD', 'SALES'] }]
    const left = await swap(id, { connectionMapping: [{ fromId: oldId, toId: oldId, paths }] })
    expect(left).toEqual({ unswappedSources: [await tableId('T0')], unswappedConnections: [] })
    expect((await elementsOf(id))[0]?.source.statement).toBe(`-- RETAIL.PUBLIC.T0
WITH t1 AS (SELECT 1 AS X)
SELECT "SALES".ID, 'RETAIL.PUBLIC.T0' AS "T0", "SALES".LABEL FROM "RETAIL"."PROD"."SALES" JOIN t1 ON true`)
    const moved = await make('workbook', [sql('q')])
    expect(await swap(moved, { connectionMapping: [{ fromId: oldId, toId: newId }] })).toEqual({
      unswappedSources: [],
      unswappedConnections: [],
    })
    expect((await elementsOf(moved))[0]?.source).toEqual({ kind: 'sql', connectionId: newId, statement })
    // The request has no path for one of its tables, so the whole statement is kept.
    const partly = await make('workbook', [sql('q', oldId, 'SELECT T0.ID FROM RETAIL.PUBLIC.T0, RETAIL.PUBLIC.T1')])
    const half = [{ fromPath: ['RETAIL', 'PUBLIC', 'T0'], toPath: ['RETAIL', 'PUBLIC', 'T0'] }]
    expect(await swap(partly, { connectionMapping: [{ fromId: oldId, toId: newId, paths: half }] })).toEqual({
      unswappedSources: [],
      unswappedConnections: [oldId],
    })
    expect(await versionOf(partly)).toBe(1)
  })

  test('named sources: custom SQL becomes other SQL or a table, a table becomes an element of a data model', async () => {
    const model = await make('data-model', [tableOf('T5')])
    const q = {
      id: 'q',
      kind: 'table',
      source: { kind: 'sql', connectionId: oldId, statement: 'SELECT ID, LABEL, AMOUNT FROM RETAIL.PUBLIC.T0' },
      columns: [{ id: 'c', formula: '[Custom SQL/AMOUNT] + 1' }],
    }
    const id = await make('workbook', [q, { ...tableOf('T5'), columns: [{ id: 'd', formula: '[T5/Label]' }] }])
    const from = { type: 'custom-sql', customSqlId: 'q' }
    const definition = 'SELECT 5 AS AMOUNT'
    const other = { type: 'custom-sql', connectionId: newId, definition }
    const report = await swapNamed(id, { sourceMapping: [{ from, to: other }], dryRun: true })
    expect(report).toMatchObject({ resolved: [{ elementId: 'q' }], unresolved: [], brokenFormulas: [] })
    const broken = { ...other, definition: 'SELECT 5 AS NOTHING' }
    expect(await swapNamed(id, { sourceMapping: [{ from, to: broken }], dryRun: true })).toMatchObject({
      brokenFormulas: [{ elementId: 'q', columnId: 'c' }],
    })
    expect(await swapNamed(id, { sourceMapping: [{ from, to: other }] })).toEqual({})
    expect((await elementsOf(id))[0]?.source).toEqual({ kind: 'sql', connectionId: newId, statement: definition })
    await swapNamed(id, {
      sourceMapping: [
        { from, to: { type: 'table', tableId: await tableId('T7') } },
        {
          from: { type: 'table', tableId: await tableId('T5') },
          to: { type: 'data-model', dataModelId: model, elementId: 't5' },
        },
      ],
    })
    const [swapped, read] = await elementsOf(id)
    expect(swapped).toMatchObject({ source: warehouse('T7'), columns: [{ formula: '[T7/AMOUNT] + 1' }] })
    expect(read).toMatchObject({
      source: { kind: 'data-model', dataModelId: model, elementId: 't5' },
      columns: [{ formula: '[T5/Label]' }],
    })
    expect((await cells(id, 't5'))[0]).toEqual([['old']])
  })

  test('a source of a data model moves to another version of the same data model only', async () => {
    const model = await make('data-model', [tableOf('T5')])
    const other = await make('data-model', [tableOf('T5')])
    await send('POST', '/v2/tags', { name: 'Stable', color: 'cyan' }, 'admin')
    const { taggedDataModelId, versionTagId } = await done('POST', '/v2/dataModels/tag', {
      dataModelId: model,
      tag: 'Stable',
    })
    const source = { kind: 'data-model', dataModelId: model, elementId: 't5' }
    const id = await make('workbook', [
      { ...tableOf('R', source, 'T5'), columns: [{ id: 'c', formula: '[T5/Double]' }] },
    ])
    await swap(id, { sourceMapping: [{ fromId: model, toId: taggedDataModelId }] })
    const uses = (await send('GET', `/v2/workbooks/${id}/sources`)).body
    expect(uses).toEqual([{ type: 'data-model', dataModelId: model, elementIds: ['t5'], versionTagId }])
    expect((await cells(id, 'r'))[0]).toEqual([['2']])
    expect(await swap(id, {})).toEqual({ unswappedSources: [model], unswappedConnections: [] })
    const refused = await send('POST', `/v2/workbooks/${id}/swapSources`, {
      sourceMapping: [{ fromId: taggedDataModelId, toId: other }],
    })
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', message: expect.stringContaining('another version of itself') },
    })
    const reading = await make('data-model', [
      { ...tableOf('R', source, 'T5'), columns: [{ id: 'c', formula: '[T5/Double]' }] },
    ])
    const { templateId } = await done('POST', `/v2/workbooks/${id}/saveTemplate`, {})
    for (const path of [`/v2/dataModels/${reading}`, `/v2/templates/${templateId}`]) {
      for (const dryRun of [true, false]) {
        const mapping = { sourceMapping: [{ fromId: model, toId: other }], dryRun }
        expect(await send('POST', `${path}/swapSources`, mapping)).toMatchObject({
          status: 400,
          body: { code: 'invalid_request', message: expect.stringContaining('another version of itself') },
        })
      }
    }
    await swapNamed(id, {
      sourceMapping: [
        {
          from: { type: 'data-model', dataModelId: model, elementId: 't5', versionTagId },
          to: { type: 'data-model', dataModelId: model, elementId: 't5' },
        },
      ],
    })
    expect((await send('GET', `/v2/workbooks/${id}/sources`)).body).toEqual([
      { type: 'data-model', dataModelId: model, elementIds: ['t5'] },
    ])
  })

  test('missing objects are named, and nothing is swapped', async () => {
    const id = await make('workbook', [tableOf('T0'), tableOf('T1')])
    const t0 = await tableId('T0')
    const paths = (name: string) => [
      { fromPath: ['RETAIL', 'PUBLIC', 'T0'], toPath: ['RETAIL', 'PROD', 'T0'] },
      { fromPath: ['RETAIL', 'PUBLIC', 'T1'], toPath: ['RETAIL', 'PROD', name] },
    ]
    for (const [body, named] of [
      [{ sourceMapping: [{ fromId: unknownId, toId: t0 }] }, unknownId],
      [{ sourceMapping: [{ fromId: t0, toId: unknownId }] }, unknownId],
      [{ sourceMapping: [{ fromId: t0, toId: t0, metricMapping: [{ fromMetric: 'a', toMetric: 'b' }] }] }, 'metric'],
      [{ connectionMapping: [{ fromId: unknownId, toId: oldId }] }, unknownId],
      [{ connectionMapping: [{ fromId: newId, toId: unknownId }] }, unknownId],
      // The workbook's tables would not change, but the target is checked all the same.
      [{ connectionMapping: [{ fromId: oldId, toId: unknownId }] }, unknownId],
      [{ connectionMapping: [{ fromId: oldId, toId: oldId, swapTables: true, paths: paths('GONE') }] }, 'PROD.GONE'],
    ] as const) {
      const answer = await send('POST', `/v2/workbooks/${id}/swapSources`, body)
      expect(answer.status, answer.text).toBe(400)
      expect(answer.body).toMatchObject({ code: 'invalid_request', message: expect.stringContaining(named) })
    }
    for (const [from, to] of [
      [
        { type: 'table', tableId: unknownId },
        { type: 'table', tableId: t0 },
      ],
      [
        { type: 'custom-sql', customSqlId: 'nothing' },
        { type: 'table', tableId: t0 },
      ],
      [
        { type: 'data-model', dataModelId: unknownId, elementId: 'x' },
        { type: 'table', tableId: t0 },
      ],
      [
        { type: 'dataset', datasetId: unknownId },
        { type: 'table', tableId: t0 },
      ],
      [
        { type: 'table', tableId: t0 },
        { type: 'custom-sql', connectionId: unknownId, definition: 'SELECT 1' },
      ],
    ]) {
      const answer = await send('POST', `/v3alpha/workbooks/${id}:swapSources`, {
        sourceMapping: [{ from, to }],
      })
      expect(answer, answer.text).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    }
    expect(await versionOf(id)).toBe(1)
  })

  test('the caller must be able to use the new source', async () => {
    const closed = await addSecond('Closed', [])
    const id = await make('workbook', [tableOf('T0')])
    const body = { connectionMapping: [{ fromId: oldId, toId: closed, swapTables: true }] }
    const refused = await send('POST', `/v2/workbooks/${id}/swapSources`, body)
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect(refused.text).toContain(closed)
    expect(await versionOf(id)).toBe(1)
  })

  test('a draft with changes is replaced only on request', async () => {
    const id = await make('workbook', [tableOf('T0')])
    const draft = { draft_revision: 2 }
    const { store } = server().platform
    await store.maintain('test draft', (tx) => tx.updateTable('documents').set(draft).where('id', '=', id).execute())
    const body = { connectionMapping: [{ fromId: oldId, toId: newId, swapTables: true }] }
    const path = `/v2/workbooks/${id}/swapSources`
    expect(await send('POST', path, body)).toMatchObject({ status: 409, body: { code: 'draft_has_changes' } })
    expect((await send('POST', `${path}?discardDraft=true`, body)).status).toBe(200)
    expect(await versionOf(id)).toBe(2)
  })

  const body = { sourceMapping: [] }
  const beside = {
    invalid_document: 'beside this table',
    draft_has_changes: 'beside this table',
    source_unavailable: 'the connection of the new source cannot be opened; the tests of sessions have such',
    query_cancelled: 'the engine answers before a test could cancel',
    engine_unavailable: 'the connector tests end the engine',
  }
  for (const operation of [
    sourceSwapWorkbook,
    swapDataModelSources,
    swapNamedWorkbookSources,
    swapNamedDataModelSources,
  ]) {
    const own = () => (operation.path.includes('dataModels') ? refusing.dataModelId : refusing.workbookId)
    scenarios(
      `POST ${operation.path}`,
      server,
      [
        {
          name: 'an unknown id is not found',
          as: 'admin',
          path: operation.path.replace(/\{\w+\}/, unknownId),
          body,
          status: 404,
          answer: { code: 'not_found' },
        },
        {
          name: 'needs the right to edit',
          as: 'viewer',
          path: () => operation.path.replace(/\{\w+\}/, own()),
          body,
          status: 403,
          answer: { code: 'forbidden' },
        },
      ],
      { operation, untested: beside },
    )
  }
})
