import { cancelQueryRun, getQueryRun, listQueryRuns } from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { askToCancelRun } from '../../store/query-runs.ts'
import { describeStores } from '../../store/testing.ts'
import { type Role, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
const dayMs = 86_400_000
/** Runs for longer than any test, in little memory. */
const endless = 'SELECT count(*) AS N FROM range(100000000000000) WHERE hash(range) % 7 = 0'

interface Run {
  queryRunId: string
  elementId: string
  outcome: string
  [field: string]: unknown
}

describeStores('the history of queries over the API', (openStore) => {
  let documents: TestServices
  let connectionId = ''
  let workbookId = ''
  /** One of its pages is not for everybody. */
  let guardedId = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    const sqlElement = (id: string, statement: string) => ({
      id,
      kind: 'table',
      name: `Table ${id}`,
      source: { kind: 'sql', connectionId, statement },
      columns: [{ id: `${id}-n`, name: 'N', formula: '[Custom SQL/N]' }],
    })
    const body = {
      name: 'Busy',
      folderId: platform.people.builder.homeFolderId,
      schemaVersion: 1,
      pages: [
        { id: 'quick', name: 'Quick', elements: [sqlElement('one', 'SELECT range AS N FROM range(3)')] },
        { id: 'slow', name: 'Slow', elements: [sqlElement('slow', endless)] },
      ],
    }
    const create = async (spec: Record<string, unknown>) =>
      (await documents.specs.create(await documents.viewer('builder'), 'workbook', spec)).record.inode.id
    workbookId = await create(body)
    const [quick, slow] = body.pages
    guardedId = await create({ ...body, name: 'Guarded', pages: [quick, { ...slow, visibility: 'hidden' }] })
    await documents.share(workbookId, 'viewer', 'view')
    return documents.routes
  })
  const read = (page: string, as: Role, of = workbookId) =>
    server().request({ method: 'POST', path: `/v2/workbooks/${of}/pages/${page}/data`, as, body: {} })
  const runs = async (as: Role, query: Record<string, string> = {}): Promise<Run[]> => {
    const answer = await server().request({ method: 'GET', path: '/v2/queryRuns', as, query })
    expect(answer.status, answer.text).toBe(200)
    return (answer.body as { entries: Run[] }).entries
  }
  const act = (method: string, path: string, as: Role) =>
    server().request({ method, path: `/v2/queryRuns/${path}`, as })
  const written = () => documents.queryLog.flush()

  test('has the member, the query, its purpose, the time of each step and the outcome', async () => {
    await read('quick', 'builder')
    await read('quick', 'viewer')
    await written()
    expect(await runs('builder')).toMatchObject([
      {
        connectionId,
        connectionName: 'Warehouse',
        documentId: workbookId,
        documentName: 'Busy',
        elementId: 'one',
        elementName: 'Table one',
        memberId: server().platform.people.builder.memberId,
        purpose: 'dashboard',
        outcome: 'succeeded',
        errorCode: null,
        isCached: false,
        rows: 3,
        bytes: expect.any(Number),
        steps: {
          compileMs: expect.any(Number),
          queueMs: expect.any(Number),
          engineMs: expect.any(Number),
          transferMs: expect.any(Number),
        },
        sql: expect.stringContaining('range(3)'),
        mayCancel: false,
      },
    ])
    // The second response came from the cache. A member who may not use the connection sees no statement.
    expect(await runs('viewer')).toMatchObject([
      { isCached: true, rows: 3, sql: null, documentName: 'Busy', elementName: 'Table one' },
    ])
    const all = await runs('admin', { scope: 'all' })
    expect(all.map(({ isCached }) => isCached).sort()).toEqual([false, true])
    expect(all.map(({ elementName }) => elementName)).toEqual(['Table one', 'Table one'])
    expect(await runs('admin')).toEqual([])
    expect(await runs('outsider', { scope: 'all' })).toEqual([])
    const only = {
      scope: 'all',
      connectionId,
      memberId: server().platform.people.viewer.memberId,
      documentId: workbookId,
    }
    expect(await runs('admin', only)).toHaveLength(1)
    expect(await runs('admin', { ...only, outcome: 'failed' })).toEqual([])
    expect(
      await runs('admin', { ...only, from: new Date(server().platform.clock.now() + 1000).toISOString() }),
    ).toEqual([])
  })

  test('a running query is listed, and ends when its member cancels it', async () => {
    const reading = read('slow', 'builder')
    await expect.poll(() => runs('builder', { outcome: 'running' }), { timeout: 10_000, interval: 50 }).toHaveLength(1)
    const [run] = await runs('builder', { outcome: 'running' })
    const id = run?.queryRunId ?? ''
    expect(run).toMatchObject({ elementId: 'slow', mayCancel: true, rows: null })
    expect((await act('POST', `${id}:cancel`, 'viewer')).status).toBe(404)
    expect((await act('POST', `${id}:cancel`, 'builder')).status).toBe(200)
    expect((await reading).text).toContain('query_cancelled')
    await written()
    expect((await act('GET', id, 'builder')).body).toMatchObject({ outcome: 'cancelled', errorCode: 'query_cancelled' })
    const again = await act('POST', `${id}:cancel`, 'admin')
    expect(again.body).toMatchObject({ outcome: 'cancelled', mayCancel: false })
    const events = await server()
      .platform.store.db.selectFrom('audit_events')
      .select('actor_id')
      .where('action', '=', 'CONNECTION_QUERY_CANCELLED')
      .execute()
    expect(events).toEqual([{ actor_id: server().platform.people.builder.memberId }])
  })

  test('a query ends when it is cancelled in another process that shares only the store', async () => {
    const reading = read('slow', 'builder')
    await expect.poll(() => runs('builder', { outcome: 'running' }), { timeout: 10_000, interval: 50 }).toHaveLength(1)
    const [run] = await runs('builder', { outcome: 'running' })
    const { store, organizationId, clock } = server().platform
    await store.maintain('test', (tx) => askToCancelRun(tx, organizationId, run?.queryRunId ?? '', clock.now()))
    expect((await reading).text).toContain('query_cancelled')
  })

  test('a query whose server stopped is lost, and no longer running', async () => {
    const { store, clock } = server().platform
    await written()
    const [run] = await runs('builder')
    await store.maintain('test', (tx) =>
      tx
        .updateTable('query_runs')
        .set({ outcome: 'running', deadline_at: clock.now() - 1 })
        .where('id', '=', run?.queryRunId ?? '')
        .execute(),
    )
    expect(await runs('builder', { outcome: 'running' })).toEqual([])
    expect(await runs('builder', { outcome: 'lost' })).toMatchObject([{ outcome: 'lost', mayCancel: false }])
  })

  scenarios(
    'GET /v2/queryRuns',
    server,
    [
      { name: 'queries of everybody are for administrators', as: 'builder', query: { scope: 'all' }, status: 403 },
      {
        name: 'queries of a connection are for its editors',
        as: 'builder',
        path: () => `/v2/queryRuns?scope=all&connectionId=${connectionId}`,
        status: 403,
      },
      {
        name: 'a connection that the caller may not see',
        as: 'viewer',
        path: () => `/v2/queryRuns?scope=all&connectionId=${connectionId}`,
        status: 404,
      },
      { name: 'no connection at all', as: 'admin', query: { scope: 'all', connectionId: 'x' }, status: 404 },
    ],
    { operation: listQueryRuns },
  )
  scenarios(
    'GET /v2/queryRuns/{queryRunId}',
    server,
    [{ name: 'an id that does not exist', as: 'admin', path: `/v2/queryRuns/${unknownId}`, status: 404 }],
    { operation: getQueryRun },
  )
  scenarios(
    'POST /v2/queryRuns/{queryRunId}:cancel',
    server,
    [{ name: 'an id that does not exist', as: 'admin', path: `/v2/queryRuns/${unknownId}:cancel`, status: 404 }],
    { operation: cancelQueryRun },
  )

  test('queries are kept for 30 days, and their statements as long as a query names them', async () => {
    const { clock, store } = server().platform
    const stored = async () => {
      await documents.queryHistory.clean()
      const runs = await store.db.selectFrom('query_runs').select('statement_key').execute()
      const texts = await store.db.selectFrom('query_statements').select('statement_key').execute()
      return { runs: runs.length, texts: texts.map((text) => text.statement_key) }
    }
    const before = await stored()
    expect(before.runs).toBeGreaterThan(0)
    expect(before.texts.length).toBeGreaterThan(1)
    clock.advance(31 * dayMs)
    await read('quick', 'builder')
    await written()
    expect(await stored()).toMatchObject({ runs: 1, texts: expect.arrayContaining(before.texts) })
    expect(await runs('builder')).toMatchObject([{ sql: expect.stringContaining('range(3)') }])
    clock.advance(2 * dayMs)
    expect((await stored()).texts).toHaveLength(1)
    clock.advance(31 * dayMs)
    expect(await stored()).toEqual({ runs: 0, texts: [] })
  })

  test('has the title of an element of a document with hidden parts only for who ran the query', async () => {
    await read('quick', 'builder', guardedId)
    await written()
    const query = { documentId: guardedId }
    expect(await runs('builder', query)).toMatchObject([{ documentName: 'Guarded', elementName: 'Table one' }])
    expect(await runs('admin', { ...query, scope: 'all' })).toMatchObject([{ elementName: null }])
  })
})
