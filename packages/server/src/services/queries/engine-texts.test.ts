import type { Viewer } from '@octavo/core/access'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createExportFiles } from '../exports/export-files.ts'
import type { ExportOrder } from '../exports/export-requests.ts'
import { openQueryBench, type QueryBench } from '../testing/query-bench.ts'
import type { QueriedDocument } from './element-compiler.ts'
import '../../store/testing.ts'

let bench: QueryBench
let document: QueriedDocument
let stranger: Viewer

beforeAll(async () => {
  bench = await openQueryBench({
    tables: [
      'CREATE TABLE PUBLIC.SECRETS (NAME VARCHAR)',
      "INSERT INTO PUBLIC.SECRETS SELECT 'secret-' || range FROM range(20)",
    ],
  })
  document = await bench.publish({
    name: 'Failing',
    schemaVersion: 1,
    pages: [
      {
        id: 'p',
        name: 'P',
        elements: [
          {
            id: 'failing',
            kind: 'table',
            source: {
              kind: 'sql',
              connectionId: '11111111-1111-4111-8111-111111111111',
              statement: 'SELECT CAST(NAME AS BIGINT) AS N FROM PUBLIC.SECRETS',
            },
            columns: [{ id: 'n', formula: '[Custom SQL/N]' }],
          },
        ],
      },
    ],
  })
  stranger = {
    ...bench.viewer,
    memberId: 'z'.repeat(29),
    isAdmin: false,
    accountType: { id: 'none', name: 'None', permissions: [] },
    teams: [],
  }
})
afterAll(() => bench.close())

/** Reads the failing element for a viewer, as a page and as a file. */
const waysToFail: Record<string, (viewer: Viewer) => Promise<unknown>> = {
  'a page': (viewer) =>
    bench.queries.run(
      viewer,
      { document, elementId: 'failing', window: { offset: 0, limit: 10 }, purpose: 'dashboard' },
      bench.signal,
    ),
  async 'a file'(viewer) {
    const files = createExportFiles(bench)
    const order: ExportOrder = {
      elementIds: ['failing'],
      format: 'csv',
      rowLimit: 10,
      offset: 0,
      parameters: {},
      runAs: viewer.memberId,
    } as ExportOrder
    const { content } = await files.open({ viewer, document, owner: 'test', purpose: 'download' }, order, bench.signal)
    for await (const _ of content);
  },
}

describe.each(Object.entries(waysToFail))('%s that fails in the engine', (_, fail) => {
  it('shows its text to people who may use the connection', async () => {
    await expect(fail(bench.viewer)).rejects.toMatchObject({
      code: 'query_failed',
      message: expect.stringContaining('secret-'),
    })
  })

  it('shows the code of the engine to everybody else', async () => {
    const error = await fail(stranger).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'query_failed', details: { engineCode: 'Conversion Error' } })
    expect(JSON.stringify(error) + String(error)).not.toContain('secret-')
  })
})
