import {
  createDataset,
  createDatasetGrant,
  deleteDatasetGrant,
  getDataset,
  getDatasetColumns,
  getDatasetSources,
  listDatasetGrants,
  listDatasets,
  listDatasetUses,
  migrateDatasetToDataModel,
} from '@octavo/core/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Role, requestsOf, type Scenario, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
type Fields = Record<string, unknown>

describeStores('datasets', (openStore) => {
  let documents: TestServices
  let connectionId = ''
  let folderId = ''
  let datasetId = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    folderId = platform.people.builder.homeFolderId
    return documents.routes
  })
  const { send, done } = requestsOf<Fields>(server, 'builder')
  const table = () => ({ kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] })
  const columns = [
    { name: 'Order', formula: '[ORDERS/ORDER_ID]' },
    { name: 'State', formula: 'Upper([ORDERS/STATUS])' },
  ]
  const wanted = (more = {}) => ({ name: 'Old orders', folderId, source: table(), columns, ...more })
  const make = async (more = {}) => String((await done('POST', '/v2/datasets', wanted(more))).datasetId)
  const reads = () => ({ kind: 'dataset', datasetId })
  /** A workbook with a table, a join and a control that all read the dataset. */
  const book = () => ({
    name: 'Reader',
    folderId,
    schemaVersion: 1,
    pages: [
      {
        id: 'pg',
        name: 'Page',
        elements: [
          {
            id: 'list',
            kind: 'table',
            name: 'List',
            source: reads(),
            columns: [
              { id: 'order', formula: '[Old orders/Order]', name: 'Order' },
              { id: 'state', formula: 'Lower([Old orders/State])', name: 'State' },
            ],
          },
          {
            id: 'joined',
            kind: 'table',
            name: 'Joined',
            source: {
              kind: 'join',
              name: 'Left',
              primarySource: table(),
              joins: [
                {
                  left: table(),
                  right: reads(),
                  name: 'Old',
                  joinType: 'inner',
                  columns: [{ left: '[ORDER_ID]', right: '[Order]' }],
                },
              ],
            },
            columns: [{ id: 'both', formula: 'Concat([Left/CHANNEL], " ", [Old/State])', name: 'Both' }],
          },
          {
            id: 'pick',
            kind: 'control',
            controlType: 'list',
            controlId: 'Pick',
            source: { kind: 'source', source: reads(), columnId: 'column-2' },
            filters: [{ source: { kind: 'table', elementId: 'list' }, columnId: 'state' }],
          },
        ],
      },
    ],
  })
  const rows = async (workbookId: string, query = {}) => {
    const body = { elementIds: ['list', 'joined'] }
    const { lines, status, text } = await send(
      'POST',
      `/v2/workbooks/${workbookId}/pages/pg/data`,
      body,
      'builder',
      query,
    )
    expect(status, text).toBe(200)
    const events = lines as { event: string; columns?: unknown[][]; resultId?: string }[]
    expect(events.filter(({ event }) => event === 'error')).toEqual([])
    // Results arrive in the order in which they are ready.
    const columns = events.flatMap(({ event, columns: values }) => (event === 'batch' ? (values ?? []) : []))
    return columns.map((each) => each.toSorted()).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  }
  const shown = [
    ['1', '2', '3', '4'],
    ['app SHIPPED', 'counter COMPLETED', 'web COMPLETED', 'web RETURNED'],
    ['completed', 'completed', 'returned', 'shipped'],
  ]
  const reader = async () => String((await done('POST', '/v2/workbooks/spec', book())).workbookId)
  const migrate = (id: string, more = {}, as: Role = 'builder') =>
    send('POST', `/v2/datasets/${id}/migrate`, { shouldUpdateReferences: true, ...more }, as)

  beforeEach(async () => {
    datasetId = await make()
  })

  test('its columns have types, and the readers of each are listed', async () => {
    const { entries } = (await done('GET', `/v2/datasets/${datasetId}/columns`)) as { entries: Fields[] }
    expect(entries.map(({ name, type }) => [name, (type as Fields).type])).toEqual([
      ['Order', 'integer'],
      ['State', 'text'],
    ])
    const uses = async (query = {}) => {
      const path = `/v2/datasets/${datasetId}/uses`
      const answer = (await done('GET', path, undefined, 'builder', query)) as {
        entries: { documentId: string; elements: { elementId: string }[] }[]
      }
      return answer.entries.map(({ documentId, elements }) => [documentId, elements.map(({ elementId }) => elementId)])
    }
    expect(await uses()).toEqual([])
    const workbookId = await reader()
    expect(await uses()).toEqual([[workbookId, expect.arrayContaining(['list', 'joined', 'pick'])]])
    const [only] = await uses({ columnId: 'column-1' })
    expect(only).toEqual([workbookId, expect.arrayContaining(['list', 'joined'])])
    expect(only?.[1]).not.toContain('pick')
  })

  test('is a file and an entry of the list, over a table or custom SQL', async () => {
    const statement = 'select ORDER_ID as N from RETAIL.PUBLIC.ORDERS'
    const sql = await done('POST', '/v2/datasets', {
      ...wanted({ name: 'By hand', source: { kind: 'sql', connectionId, statement } }),
      columns: [{ name: 'N', formula: '[Custom SQL/N]' }],
    })
    expect(sql).not.toHaveProperty('warnings')
    const entry = await done('GET', `/v2/datasets/${datasetId}`)
    expect(entry).toMatchObject({
      datasetId,
      name: 'Old orders',
      description: '',
      url: expect.stringContaining('/main/dataset/Old-orders-'),
      path: 'My Documents',
      referenceCount: 0,
      migrationStatus: 'not-required',
      migrationToDataModel: null,
    })
    const { source: origin, ...listed } = entry
    expect(origin).toEqual(table())
    expect((await done('GET', `/v2/datasets/${sql.datasetId}`)).source).toEqual({
      kind: 'sql',
      connectionId,
      statement,
    })
    const { entries } = (await done('GET', '/v2/datasets')) as { entries: Fields[] }
    expect(entries).toContainEqual(listed)
    const files = (await done('GET', '/v2/files', undefined, 'builder', { typeFilters: 'dataset' })) as {
      entries: Fields[]
    }
    expect(files.entries.map(({ id }) => id)).toContain(datasetId)
    expect(await done('GET', `/v2/files/${datasetId}`)).toMatchObject({ type: 'dataset', name: 'Old orders' })

    const [source] = (await send('GET', `/v2/datasets/${datasetId}/sources`)).body as Fields[]
    expect(source).toMatchObject({ type: 'table' })
    expect(await done('GET', `/v2/files/${source?.inodeId}`)).toMatchObject({ type: 'table', name: 'ORDERS' })
    expect((await send('GET', `/v2/datasets/${sql.datasetId}/sources`)).body).toEqual([])

    const member = server().platform.people.builder.memberId
    await done('POST', '/v2/favorites', { memberId: member, inodeId: datasetId })
    const favorites = (await done('GET', `/v2/favorites/member/${member}`)) as { entries: Fields[] }
    expect(favorites.entries.map(({ id }) => id)).toContain(datasetId)
    await done('DELETE', `/v2/files/${datasetId}`)
    expect(await done('GET', `/v2/datasets/${datasetId}`)).toMatchObject({ isArchived: true })
    expect(((await done('GET', '/v2/datasets')) as { entries: Fields[] }).entries).not.toContainEqual(
      expect.objectContaining({ datasetId }),
    )
  })

  test('a formula that cannot be computed is stored with a warning', async () => {
    const made = await done('POST', '/v2/datasets', wanted({ columns: [{ name: 'X', formula: '[ORDERS/NOTHING]' }] }))
    expect(made.warnings).toMatchObject([{ path: 'source' }, { path: 'columns[0].formula', code: 'unknown_column' }])
  })

  test('workbooks and data models compute from it, and list it as a source', async () => {
    const workbookId = await reader()
    expect(await rows(workbookId)).toEqual(shown)
    const { url } = await done('GET', `/v2/datasets/${datasetId}`)
    expect((await send('GET', `/v2/workbooks/${workbookId}/sources`)).body).toEqual([
      { type: 'dataset', inodeId: datasetId, url },
      { type: 'table', inodeId: expect.any(String) },
    ])
    const model = {
      ...book(),
      name: 'Model',
      pages: [{ id: 'pg', name: 'P', elements: book().pages[0]?.elements.slice(0, 1) }],
    }
    const { dataModelId } = await done('POST', '/v2/dataModels/spec', model)
    expect(await done('GET', `/v2/dataModels/${dataModelId}/sources`)).toMatchObject({
      entries: [{ type: 'dataset', datasetId }],
    })
    expect(await done('GET', `/v2/datasets/${datasetId}`)).toMatchObject({
      referenceCount: 2,
      migrationStatus: 'not-migrated',
    })
    const lineage = (await done('GET', `/v2/workbooks/${workbookId}/lineage/elements/list`)) as { dependencies: Fields }
    expect(Object.values(lineage.dependencies)).toContainEqual(
      expect.objectContaining({ type: 'dataset', inodeId: datasetId, name: 'Old orders' }),
    )
    const tree = (await done('GET', `/v2/workbooks/${workbookId}/lineage`)) as { entries: Fields[] }
    expect(tree.entries).toContainEqual(expect.objectContaining({ type: 'dataset', inodeId: datasetId }))

    const [{ inodeId } = { inodeId: '' }] = (await send('GET', `/v2/datasets/${datasetId}/sources`)).body as {
      inodeId: string
    }[]
    const uses = await done('GET', `/v2/connections/tables/${inodeId}/uses`, undefined, 'builder', {
      column: 'STATUS',
      limit: 1000,
    })
    const byId = new Map((uses.entries as { documentId: string }[]).map((use) => [use.documentId, use]))
    expect(byId.get(datasetId)).toMatchObject({ documentType: 'dataset', elements: [{ columnIds: ['column-2'] }] })
    expect(byId.get(workbookId)).toMatchObject({ documentType: 'workbook' })
    expect(byId.get(String(dataModelId))).toMatchObject({ documentType: 'data-model' })
  })

  test.each(['nested', 'document', 'contents'])(
    'a document that reads it can be sent back unchanged in the form %s',
    async (form) => {
      const workbookId = await reader()
      const spec = await done('GET', `/v2/workbooks/${workbookId}/spec`, undefined, 'builder', { form })
      await done('PUT', `/v2/workbooks/${workbookId}/spec`, spec)
      const again = await done('GET', `/v2/workbooks/${workbookId}/spec`, undefined, 'builder', { form })
      const contentOf = ({ documentVersion: _, latestDocumentVersion: __, updatedAt: ___, ...rest }: Fields) => rest
      expect(contentOf(again)).toEqual(contentOf(spec))
      expect(await rows(workbookId)).toEqual(shown)
    },
  )

  test('a writer who may not see it is refused by name', async () => {
    const body = { ...book(), folderId: server().platform.people.stranger.homeFolderId }
    expect((await send('POST', '/v2/workbooks/spec', body, 'stranger')).body).toMatchObject({
      code: 'invalid_document',
      details: {
        problems: expect.arrayContaining([
          expect.objectContaining({ message: `Dependency not found: '${datasetId}'` }),
        ]),
      },
    })
    const asModel = {
      ...book().pages[0]?.elements[0],
      source: { kind: 'data-model', dataModelId: datasetId, elementId: 'dataset' },
    }
    const wrong = { ...book(), pages: [{ id: 'pg', name: 'P', elements: [asModel] }] }
    expect((await send('POST', '/v2/workbooks/spec', wrong)).status).toBe(400)
  })

  test('a swap replaces a dataset by a table, but nothing by a dataset', async () => {
    const workbookId = await reader()
    const [{ inodeId } = { inodeId: '' }] = (await send('GET', `/v2/datasets/${datasetId}/sources`)).body as {
      inodeId: string
    }[]
    const swap = (sourceMapping: object[]) => send('POST', `/v2/workbooks/${workbookId}/swapSources`, { sourceMapping })
    expect((await swap([{ fromId: inodeId, toId: datasetId }])).status).toBe(400)
    const columnMapping = [
      { fromColumn: 'Order', toColumn: 'ORDER_ID' },
      { fromColumn: 'State', toColumn: 'STATUS' },
    ]
    const named = { from: { type: 'dataset', datasetId }, to: { type: 'table', tableId: inodeId }, columnMapping }
    const answer = await send('POST', `/v3alpha/workbooks/${workbookId}:swapSources`, { sourceMapping: [named] })
    expect(answer.status, answer.text).toBe(200)
    const [orders, , states] = shown
    expect(await rows(workbookId)).toEqual([orders, expect.arrayContaining(['web returned']), states])
    expect((await send('GET', `/v2/workbooks/${workbookId}/sources`)).body).toMatchObject([{ type: 'table' }])
  })

  describe('migration', () => {
    test('every reader reads the data model instead, in versions, drafts and views, with the same rows', async () => {
      const workbookId = await reader()
      const draftOnly = String(
        (
          await done('POST', '/v2/workbooks/spec', {
            ...book(),
            name: 'Draft',
            pages: [{ id: 'pg', name: 'P', elements: [] }],
          })
        ).workbookId,
      )
      const draftOf = async (id: string) =>
        (await done('GET', `/v2/workbooks/${id}/draft`)) as { revision: number; baseVersion: number }
      const edit = async (id: string, ...edits: object[]) =>
        done('POST', `/v2/workbooks/${id}/draft/edits`, { baseRevision: (await draftOf(id)).revision, edits })
      const inserted = {
        id: 'late',
        kind: 'table',
        name: 'Late',
        source: reads(),
        columns: [{ id: 'l', formula: '[Old orders/Order]' }],
      }
      const insert = { op: 'insert', at: ['elements'], entry: inserted, after: null, page: 'pg' }
      await edit(workbookId, { op: 'set', at: ['pages', { id: 'pg' }, 'name'], value: 'Renamed' }, insert)
      await edit(draftOnly, insert)
      const view = await done('POST', `/v2/workbooks/${workbookId}/customViews`, {
        workbookVersion: 1,
        edits: [insert],
      })
      await documents.share(datasetId, 'analyst', 'view')

      const dry = await done('POST', `/v2/datasets/${datasetId}/migrate`, {
        shouldUpdateReferences: true,
        dryRun: true,
      })
      expect(dry).toMatchObject({
        dataModelId: null,
        links: [],
        linkCount: 0,
        referenceCount: 1,
        changes: expect.any(Array),
      })
      expect((dry.changes as { action: string }[]).map(({ action }) => action)).toEqual([
        'DATA_MODEL_CREATED',
        'DATASET_MIGRATED',
        'WORKBOOK_PUBLISHED',
        'WORKBOOK_DRAFT_SAVED',
      ])
      expect(await done('GET', `/v2/datasets/${datasetId}`)).toMatchObject({ migrationStatus: 'not-migrated' })
      expect((await send('GET', `/v2/workbooks/${workbookId}/sources`)).text).toContain('"type":"dataset"')

      const answer = await migrate(datasetId)
      expect(answer.status, answer.text).toBe(200)
      const { dataModelId } = answer.body as { dataModelId: string }
      expect(answer.body).toEqual({ dataModelId, links: [], linkCount: 0, referenceCount: 1 })
      const model = await done('GET', `/v2/dataModels/${dataModelId}`, undefined, 'analyst')
      expect(model).toMatchObject({
        name: 'Old orders',
        ownerId: server().platform.people.builder.memberId,
        latestVersion: 1,
      })
      expect(await done('GET', `/v2/datasets/${datasetId}`)).toMatchObject({
        referenceCount: 0,
        migrationStatus: 'migrated',
        migrationToDataModel: {
          dataModelId,
          dataModelUrl: model.url,
          migratedBy: server().platform.people.builder.memberId,
        },
      })

      expect(await rows(workbookId)).toEqual(shown)
      expect((await send('GET', `/v2/workbooks/${workbookId}/sources`)).body).toMatchObject([
        { type: 'data-model', dataModelId, elementIds: ['dataset'] },
        { type: 'table' },
      ])
      const uses = (await done('GET', `/v2/dataModels/${dataModelId}/uses`)) as { entries: Fields[] }
      expect(uses.entries).toMatchObject([
        { documentId: workbookId, views: [{ kind: 'custom', exploreKey: view.exploreKey }] },
      ])
      expect(await done('GET', `/v2/datasets/${datasetId}/uses`)).toMatchObject({ entries: [] })
      expect(await draftOf(workbookId)).toMatchObject({ baseVersion: 2 })
      expect(await rows(workbookId, { draft: true })).toEqual(shown)
      for (const [id, query] of [
        [workbookId, {}],
        [workbookId, { draft: true }],
        [draftOnly, { draft: true }],
        [workbookId, { exploreKey: String(view.exploreKey) }],
      ] as const) {
        const { text } = await send('GET', `/v2/workbooks/${id}/spec`, undefined, 'builder', query)
        expect(text).toContain(dataModelId)
        expect(text).not.toContain(datasetId)
      }
      await done('POST', `/v2/workbooks/${workbookId}/draft/publish`)
      expect(await rows(workbookId)).toEqual(shown)
      expect(await done('GET', `/v2/workbooks/${workbookId}`)).toMatchObject({ latestVersion: 3 })
      // An earlier version is not changed and still reads the dataset.
      const first = await send('GET', `/v2/workbooks/${workbookId}/spec`, undefined, 'builder', { documentVersion: 1 })
      expect(first.text).toContain(datasetId)
    })

    test('formulas stay bound: a column that is renamed in the data model is renamed in them', async () => {
      const workbookId = await reader()
      const { dataModelId } = (await migrate(datasetId)).body as { dataModelId: string }
      const spec = await done('GET', `/v2/dataModels/${dataModelId}/spec`)
      const renamed = JSON.parse(JSON.stringify(spec).replace('"name":"State"', '"name":"Status"')) as Fields
      await done('PUT', `/v2/dataModels/${dataModelId}/spec`, renamed)
      expect(await rows(workbookId)).toEqual(shown)
      expect((await send('GET', `/v2/workbooks/${workbookId}/spec`)).text).toContain('[Old orders/Status]')
    })

    test('without shouldUpdateReferences nothing is moved, and a later request moves the rest to the same data model', async () => {
      const workbookId = await reader()
      const first = (await migrate(datasetId, { shouldUpdateReferences: false })).body as { dataModelId: string }
      expect(await rows(workbookId)).toEqual(shown)
      expect((await send('GET', `/v2/workbooks/${workbookId}/sources`)).text).toContain('"type":"dataset"')
      expect((await migrate(datasetId)).body).toEqual({ ...first, referenceCount: 1 })
      expect((await send('GET', `/v2/workbooks/${workbookId}/sources`)).text).not.toContain('"type":"dataset"')
      expect(await rows(workbookId)).toEqual(shown)
      expect((await migrate(datasetId)).body).toEqual({ ...first, referenceCount: 0 })
      expect(await done('GET', `/v2/workbooks/${workbookId}`)).toMatchObject({ latestVersion: 2 })
    })

    test('into a given folder; a folder without rights is refused and nothing is created', async () => {
      const { id } = await done('POST', '/v2/files', { type: 'folder', name: 'Models', parentId: folderId })
      expect((await migrate(datasetId, { destFolderId: unknownId })).status).toBe(404)
      expect(await done('GET', `/v2/datasets/${datasetId}`)).toMatchObject({ migrationToDataModel: null })
      const { dataModelId } = (await migrate(datasetId, { destFolderId: id })).body as { dataModelId: string }
      expect(await done('GET', `/v2/dataModels/${dataModelId}`)).toMatchObject({ path: 'My Documents/Models' })
    })

    test('the same request with an Idempotency-Key runs once', async () => {
      const again = () =>
        server().request({
          method: 'POST',
          path: `/v2/datasets/${datasetId}/migrate`,
          as: 'builder',
          body: { shouldUpdateReferences: true },
          headers: { 'idempotency-key': `migrate-${datasetId}` },
        })
      expect((await again()).body).toEqual((await again()).body)
    })
  })

  describe('what they answer', () => {
    const own = () => `/v2/datasets/${datasetId}`
    const missing = (rest: string): Scenario => ({
      name: 'one that does not exist',
      as: 'builder',
      path: `/v2/datasets/${unknownId}${rest}`,
      status: 404,
      answer: { code: 'not_found', details: { kind: 'dataset', id: unknownId } },
    })
    const shared = async () => documents.share(datasetId, 'viewer', 'view')
    const granted = () => ({
      grants: [{ grantee: { memberId: server().platform.people.analyst.memberId }, permission: 'view' }],
    })

    test('grants are created, listed and deleted; a tag is not supported', async () => {
      await done('POST', `${own()}/grants`, granted())
      const { entries } = (await done('GET', `${own()}/grants`)) as {
        entries: { grantId: string; permission: string }[]
      }
      expect(entries).toMatchObject([{ permission: 'view', inodeId: datasetId }])
      expect((await send('GET', own(), undefined, 'analyst')).status).toBe(200)
      await done('DELETE', `${own()}/grants/${entries[0]?.grantId}`)
      expect((await send('GET', own(), undefined, 'analyst')).status).toBe(404)
      const tagged = { grants: [{ ...granted().grants[0], tagId: unknownId }] }
      expect((await send('POST', `${own()}/grants`, tagged)).body).toMatchObject({ code: 'not_supported' })
      await shared()
      for (const [method, path, body] of [
        ['POST', `${own()}/grants`, granted()],
        ['DELETE', `${own()}/grants/${unknownId}`, undefined],
        ['POST', `${own()}/migrate`, { shouldUpdateReferences: false }],
      ] as const) {
        const { status } = await send(method, path, body, 'viewer')
        expect([403, 404], `${method} ${path}`).toContain(status)
      }
      expect((await migrate(datasetId, {}, 'viewer')).body).toMatchObject({ code: 'forbidden' })
    })

    scenarios(
      'GET /v2/datasets',
      server,
      [{ name: 'everything is for administrators', as: 'builder', query: { skipPermissionCheck: true }, status: 403 }],
      { operation: listDatasets },
    )
    scenarios(
      'POST /v2/datasets',
      server,
      [
        {
          name: 'a source that the writer may not use',
          as: 'builder',
          body: {
            name: 'X',
            folderId: unknownId,
            source: { kind: 'sql', connectionId: unknownId, statement: 'select 1' },
            columns,
          },
          status: 404,
        },
        {
          name: 'an account type without data models',
          as: 'viewer',
          body: {
            name: 'X',
            folderId: unknownId,
            source: { kind: 'sql', connectionId: unknownId, statement: 'select 1' },
            columns,
          },
          status: 404,
        },
      ],
      { operation: createDataset, untested: { forbidden: 'tested below', invalid_document: 'tested below' } },
    )
    test('a missing connection is named, and a viewer cannot create one', async () => {
      const answer = await send('POST', '/v2/datasets', wanted({ source: { ...table(), connectionId: unknownId } }))
      expect(answer.body).toMatchObject({
        code: 'invalid_document',
        details: { problems: [{ path: 'source', message: `Dependency not found: '${unknownId}'` }] },
      })
      const home = server().platform.people.viewer.homeFolderId
      expect((await send('POST', '/v2/datasets', wanted({ folderId: home }), 'viewer')).body).toMatchObject({
        code: 'forbidden',
      })
    })
    scenarios('GET /v2/datasets/{datasetId}', server, [missing('')], { operation: getDataset })
    scenarios('GET /v2/datasets/{datasetId}/grants', server, [missing('/grants')], { operation: listDatasetGrants })
    scenarios('GET /v2/datasets/{datasetId}/sources', server, [missing('/sources')], {
      operation: getDatasetSources,
      untested: { query_cancelled: 'the engine answers before a test could cancel' },
    })
    scenarios('GET /v2/datasets/{datasetId}/columns', server, [missing('/columns')], {
      operation: getDatasetColumns,
      untested: {
        source_unavailable: 'a source that cannot be read is named by its column, as for data models',
        query_cancelled: 'the engine answers before a test could cancel',
        engine_unavailable: 'the connector tests end the engine',
      },
    })
    scenarios('GET /v2/datasets/{datasetId}/uses', server, [missing('/uses')], { operation: listDatasetUses })
    scenarios('POST /v2/datasets/{datasetId}/grants', server, [{ ...missing('/grants'), body: { grants: [] } }], {
      operation: createDatasetGrant,
      untested: { forbidden: 'tested above', not_supported: 'tested above' },
    })
    scenarios('DELETE /v2/datasets/{datasetId}/grants/{grantId}', server, [missing(`/grants/${unknownId}`)], {
      operation: deleteDatasetGrant,
      untested: { forbidden: 'tested above' },
    })
    scenarios(
      'POST /v2/datasets/{datasetId}/migrate',
      server,
      [{ ...missing('/migrate'), body: { shouldUpdateReferences: true } }],
      { operation: migrateDatasetToDataModel, untested: { forbidden: 'tested above' } },
    )
  })
})
