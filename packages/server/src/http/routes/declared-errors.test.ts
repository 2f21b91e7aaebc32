import {
  cancelQuery,
  getVersionHistory,
  getWorkbookSources,
  listDataModelLineageTree,
  listDataModelUses,
  listLineage,
  listLineageTree,
  listTableUses,
  metrics,
  type OperationDefinition,
  readyz,
  updateDataModelSpec,
  updateWorkbookSpec,
} from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { describe } from 'vitest'
import { describeEmbedded, describeStores } from '../../store/testing.ts'
import { type Scenario, scenarios, type TestRequest, useServer } from '../testing.ts'
import { buildTestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'

/** Refusals of operations whose other tests are beside their services. */
describeEmbedded('refusals', (openStore) => {
  let workbookId = ''
  let dataModelId = ''
  const server = useServer(openStore, async (platform) => {
    const documents = buildTestServices(platform)
    const builder = await documents.viewer('builder')
    const empty = { folderId: platform.people.builder.homeFolderId, schemaVersion: 1, pages: [] }
    workbookId = (await documents.specs.create(builder, 'workbook', { ...empty, name: 'Empty' })).record.inode.id
    dataModelId = (await documents.specs.create(builder, 'data-model', { ...empty, name: 'Empty' })).record.inode.id
    await documents.share(workbookId, 'viewer', 'view')
    await documents.share(dataModelId, 'viewer', 'view')
    const draft = { draft_revision: 2 }
    await platform.store.maintain('test draft', (tx) => tx.updateTable('documents').set(draft).execute())
    return documents.routes
  })
  const unknown = (operation: OperationDefinition, more: Partial<TestRequest> = {}): Scenario => ({
    name: 'an unknown id is not found',
    as: 'viewer',
    path: operation.path.replaceAll(/\{\w+\}/g, unknownId),
    status: 404,
    answer: { code: 'not_found' },
    ...more,
  })
  const atRest = {
    source_unavailable: 'a source that cannot be read is told by its element; the tests of the catalogue have such',
    query_cancelled: 'the engine answers before a test could cancel',
    engine_unavailable: 'the connector tests end the engine',
  } as const

  for (const operation of [
    getWorkbookSources,
    getVersionHistory,
    listLineageTree,
    listLineage,
    listDataModelLineageTree,
    listTableUses,
    listDataModelUses,
    cancelQuery,
  ]) {
    scenarios(`${operation.method} ${operation.path}`, server, [unknown(operation)], { operation, untested: atRest })
  }
  describe.each([
    ['workbooks', updateWorkbookSpec, () => workbookId],
    ['dataModels', updateDataModelSpec, () => dataModelId],
  ] as const)('code of %s', (folder, operation, id) => {
    const body = { name: 'Empty', schemaVersion: 1, pages: [] }
    const path = () => `/v2/${folder}/${id()}/spec`
    scenarios(
      `PUT ${operation.path}`,
      server,
      [
        unknown(operation, { body }),
        { name: 'a reader may not write', as: 'viewer', path, body, status: 403, answer: { code: 'forbidden' } },
        {
          name: 'a body that is not a document',
          as: 'builder',
          path,
          body: { ...body, pages: 7 },
          status: 400,
          answer: { code: 'invalid_document' },
        },
        {
          name: 'a version that is not the latest',
          as: 'builder',
          path,
          body: { ...body, documentVersion: 7 },
          status: 409,
          answer: { code: 'version_conflict' },
        },
        {
          name: 'a draft with changes',
          as: 'builder',
          path,
          body,
          status: 409,
          answer: { code: 'draft_has_changes' },
        },
      ],
      { operation, untested: { edits_stopped: 'stopped-edits.test.ts' } },
    )
  })
})

describeStores('a server that is not ready', (openStore) => {
  const server = useServer(openStore, () => [], {
    config: { metrics: 'local' },
    isReady: () => Promise.reject(new AppError('not_ready', { reason: 'The store is away.' })),
  })
  scenarios('GET /readyz', server, [{ name: 'says so', status: 503, answer: { code: 'not_ready' } }], {
    operation: readyz,
  })
  scenarios(
    'GET /metrics',
    server,
    [
      {
        name: 'returns metrics to this machine only',
        headers: { 'x-forwarded-for': '203.0.113.9' },
        status: 403,
        answer: { code: 'forbidden' },
      },
    ],
    { operation: metrics, untested: { not_found: 'the setting off has its test among the settings of the edge' } },
  )
})
