import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type AuditSettings, type Connection, getAuditSettings, updateAuditSettings } from '@octavo/core/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealEvents } from '../../audit/index.ts'
import { partsFolder } from '../../services/audit-trail/trail-parts.ts'
import { describeStores } from '../../store/testing.ts'
import {
  buildTestPlatform,
  type Role,
  scenarios,
  startTestServer,
  type TestPlatform,
  type TestServer,
} from '../testing.ts'
import { buildTestServices, type TestServices } from './testing.ts'

const path = getAuditSettings.path
const dayMs = 86_400_000
const table = ['AUDIT_LOG', 'PUBLIC', 'AUDIT_LOGS']

describeStores('the audit log connection', (openStore) => {
  let platform: TestPlatform
  let server: TestServer
  let documents: TestServices

  beforeAll(async () => {
    platform = await buildTestPlatform(openStore)
    documents = buildTestServices(platform)
    server = await startTestServer(platform, documents.routes)
  })
  afterAll(async () => {
    await server.http.stop({ graceMs: 0 })
    await documents.close()
    await platform.close()
  })

  const ask = (as: Role, method: string, to: string, body?: object) =>
    server.request({ method, path: to, as, ...(body ? { body } : {}) })
  const set = async (body: object): Promise<AuditSettings> => {
    const answer = await ask('admin', 'PATCH', path, body)
    expect(answer.status, answer.text).toBe(200)
    return answer.body as AuditSettings
  }
  const settings = async () => (await ask('admin', 'GET', path)).body as AuditSettings
  const copy = () => documents.trailCopies.copy(platform.organizationId, new AbortController().signal)
  /** Runs the server's work of one minute: sealing and copying. */
  const minute = async () => {
    platform.clock.advance(60_000)
    await sealEvents(documents.store, platform.organizationId)
    return copy()
  }
  const named = async (name: string) => {
    platform.clock.advance(1000)
    const answer = await ask('admin', 'POST', '/v2/teams', { name })
    expect(answer.status, answer.text).toBe(200)
  }

  /** Rows of a statement over the connection, as a workbook with custom SQL reads them. */
  async function read(statement: string): Promise<unknown[][]> {
    const { connectionId } = await settings()
    const { session } = await documents.sessions.openOwn(platform.organizationId, connectionId ?? '')
    const budget = { timeoutMs: 30_000, maxRows: 1000 }
    const run = await session.query({ text: statement, values: [] }, budget, new AbortController().signal)
    const rows: unknown[][] = []
    for await (const batch of run.batches) {
      for (let row = 0; row < batch.rowCount; row += 1) rows.push(batch.columns.map(({ values }) => values[row]))
    }
    return rows
  }
  const teams = async () =>
    (
      await read(`SELECT OBJECT_NAME FROM PUBLIC.AUDIT_LOGS WHERE EVENT_TYPE = 'TEAM_CREATED' ORDER BY SEQUENCE_NUMBER`)
    ).flat()
  const connectionsOf = async (role: Role, query = ''): Promise<Connection[]> => {
    const { body } = await ask(role, 'GET', `/v2/connections?${query}`)
    return (body as { entries: Connection[] }).entries.filter(({ isAuditLog }) => isAuditLog)
  }

  test('is off at first; earlier events are only in the log', async () => {
    expect(await settings()).toMatchObject({
      enabled: false,
      isReady: false,
      retentionDays: 30,
      connectionId: null,
      keptUntil: null,
    })
    await named('Before')
    expect(await connectionsOf('admin')).toEqual([])
  })

  test('starts with the event that enabled it, and grows with new events', async () => {
    platform.clock.advance(1000)
    expect(await set({ enabled: true })).toMatchObject({ enabled: true, isReady: false })
    await documents.worker.runDue()
    expect(await settings()).toMatchObject({ enabled: true, isReady: true, workspaceId: expect.any(String) })
    const [first] = await read('SELECT EVENT_TYPE, USER_EMAIL FROM PUBLIC.AUDIT_LOGS ORDER BY SEQUENCE_NUMBER LIMIT 1')
    expect(first).toEqual(['AUDIT_LOGGING_ENABLED', platform.people.admin.email])
    expect(await teams()).toEqual([])
    await named('North')
    await named('South')
    expect(await teams()).toEqual([])
    await minute()
    expect(await teams()).toEqual(['North', 'South'])
  })

  test('each event is in it once, in the order of the chain, however often it is copied', async () => {
    for (let index = 0; index < 40; index += 1) {
      await named(`Part ${index}`)
      await minute()
    }
    expect(await copy()).toBe(0)
    const [[rows, distinct, gaps]] = (await read(
      'SELECT count(*), count(DISTINCT EVENT_ID), max(SEQUENCE_NUMBER) - min(SEQUENCE_NUMBER) + 1 FROM PUBLIC.AUDIT_LOGS',
    )) as [unknown[]]
    expect([distinct, gaps]).toEqual([rows, rows])
    expect((await teams()).filter((name) => String(name).startsWith('Part'))).toHaveLength(40)
    // Small parts were joined to larger ones, but are kept for statements that started earlier.
    const parts = readdirSync(join(platform.dataDir, 'audit', platform.organizationId, partsFolder))
    expect(parts.some((name) => /^(\d+)-(\d+)-/.test(name) && sizeOf(name) >= 16)).toBe(true)
  }, 120_000)
  const sizeOf = (name: string): number => {
    const [from = 0, to = 0] = name.split('-').map(Number)
    return to - from + 1
  }

  test('only administrators see it, and it cannot be changed, deleted or written to', async () => {
    const [connection] = await connectionsOf('admin')
    expect(connection).toMatchObject({ name: 'Octavo Audit Logs', isAuditLog: true })
    expect(JSON.stringify(connection)).not.toContain(platform.dataDir)
    expect(await connectionsOf('builder')).toEqual([])
    const id = connection?.connectionId ?? ''
    expect((await ask('builder', 'GET', `/v2/connections/${id}`)).status).toBe(404)
    const refused = await ask('admin', 'DELETE', `/v2/connections/${id}`)
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    for (const statement of [
      "SELECT * FROM read_parquet('x.parquet')",
      'DELETE FROM PUBLIC.AUDIT_LOGS',
      "SELECT * FROM glob('/*')",
      `SELECT * FROM '${join(platform.dataDir, 'octavo.db')}'`,
    ]) {
      await expect(read(statement)).rejects.toMatchObject({ code: 'query_failed' })
    }
  })

  test('its table is found, with readable names of its columns', async () => {
    const { connectionId } = await settings()
    const found = await ask('admin', 'POST', `/v2/connection/${connectionId}/lookup`, { path: table })
    expect(found.status, found.text).toBe(200)
    const { inodeId } = found.body as { inodeId: string }
    const { body } = await ask('admin', 'GET', `/v2/connections/tables/${inodeId}/columns`)
    const names = (body as { entries: { name: string }[] }).entries.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['CATEGORY', 'EVENT_TYPE', 'EVENT_STATUS', 'OBJECT_NAME']))
  })

  test('the usage dashboards show what happened', async () => {
    if (!(await settings()).isReady) {
      await set({ enabled: true })
      await documents.worker.runDue()
    }
    await named('Seen')
    await minute()
    const { workspaceId } = await settings()
    const { body } = await ask('admin', 'GET', `/v2/files?parentId=${workspaceId}&limit=100`)
    const files = (body as { entries: { id: string; name: string; type: string }[] }).entries
    expect(files.map(({ name }) => name).sort()).toEqual(
      [
        'Octavo usage',
        'Usage: document activity',
        'Usage: document permissions',
        'Usage: embedding',
        'Usage: exports',
        'Usage: materializations',
        'Usage: queries',
        'Usage: users',
      ].sort(),
    )
    for (const { id, name, type } of files) {
      if (type !== 'workbook') continue
      const page = await ask('admin', 'POST', `/v2/workbooks/${id}/pages/overview/data`, {})
      expect(page.status, page.text).toBe(200)
      const lines = page.text.trim().split('\n')
      const reported = lines.filter((line) => line.includes('"error"'))
      expect(reported, name).toEqual([])
      expect(lines.at(-1), name).toContain('end')
      if (name === 'Usage: users') expect(page.text).toContain('"Teams"')
      if (name === 'Usage: document activity') expect(page.text).toMatch(/"(Workbook|Folder|Object) [a-z]+"/)
      expect(page.text, name).not.toMatch(/"[A-Z]{3,}_[A-Z_]+"/)
    }
  }, 60_000)

  test('a shorter retention removes older events from it, and only from it', async () => {
    platform.clock.advance(3 * dayMs)
    await named('Today')
    await set({ retentionDays: 1 })
    await minute()
    expect(await teams()).toEqual(['Today'])
    const { body } = await ask('admin', 'GET', '/v2/audit/events?eventType=AUDIT_RETENTION_CHANGED')
    expect((body as { entries: object[] }).entries).toMatchObject([
      { before: { retentionDays: 30 }, after: { retentionDays: 1 } },
    ])
    await set({ retentionDays: 30 })
  })

  test('when disabled it is hidden, and returns with its events within 30 days', async () => {
    const now = platform.clock.now()
    const { connectionId } = await settings()
    const off = await set({ enabled: false })
    expect(off).toMatchObject({
      enabled: false,
      connectionId: null,
      keptUntil: new Date(now + 30 * dayMs).toISOString(),
      disabledBy: platform.people.admin.memberId,
    })
    expect(await connectionsOf('admin')).toEqual([])
    await expect(documents.sessions.openOwn(platform.organizationId, connectionId ?? '')).rejects.toMatchObject({
      code: 'source_unavailable',
    })
    await named('Meanwhile')
    expect(await minute()).toBe(0)
    platform.clock.advance(dayMs)
    await documents.trailCopies.clean()
    expect(await set({ enabled: true })).toMatchObject({ enabled: true, connectionId, keptUntil: null })
    await minute()
    expect(await teams()).toEqual(['Today', 'Meanwhile'])
    const { body } = await ask('admin', 'GET', '/v2/audit/events?eventType=AUDIT_LOGGING_DISABLED')
    expect((body as { entries: object[] }).entries).toHaveLength(1)
  })

  test('after 30 days the copy is removed, and a new one starts empty', async () => {
    await set({ enabled: false })
    platform.clock.advance(30 * dayMs + 1)
    await documents.trailCopies.clean()
    expect(readdirSync(join(platform.dataDir, 'audit'))).not.toContain(platform.organizationId)
    expect(await settings()).toMatchObject({ keptUntil: null })
    await set({ enabled: true })
    await minute()
    expect(await teams()).toEqual([])
  })

  test('a scheduled export of its data is cancelled with it', async () => {
    const { workspaceId, linked } = await settings()
    expect(linked).toMatchObject({ documents: 8, schedules: 0, storageIntegrations: 0 })
    const { body } = await ask('admin', 'GET', `/v2/files?parentId=${workspaceId}&limit=100`)
    const files = (body as { entries: { id: string; name: string }[] }).entries
    const workbookId = files.find(({ name }) => name === 'Usage: users')?.id
    const made = await ask('admin', 'POST', `/v2/workbooks/${workbookId}/schedules`, {
      target: [{ webhookUrl: 'http://127.0.0.1:9/x' }],
      schedule: { cronSpec: '0 9 * * *', timezone: 'UTC' },
      configV2: {
        title: 'Users',
        messageBody: '',
        exportAttachments: [
          { formatOptions: { type: 'CSV' }, workbookExportSource: { type: 'element', elementIds: ['events'] } },
        ],
      },
    })
    expect(made.status, made.text).toBe(200)
    expect((await settings()).linked).toMatchObject({ schedules: 1 })
    expect((await set({ enabled: false })).linked).toMatchObject({ schedules: 0 })
    const left = await ask('admin', 'GET', `/v2/workbooks/${workbookId}/schedules`)
    expect(left.body).toMatchObject({ entries: [] })
  })

  const running = () => server
  scenarios(
    'GET /v2/audit/settings',
    running,
    [
      { name: 'an administrator reads them', as: 'admin', path, status: 200, answer: { enabled: expect.any(Boolean) } },
      { name: 'a builder may not', as: 'builder', path, status: 403, answer: { code: 'forbidden' } },
    ],
    { operation: getAuditSettings },
  )
  scenarios(
    'PATCH /v2/audit/settings',
    running,
    [
      {
        name: 'days alone',
        as: 'admin',
        path,
        body: { retentionDays: 90 },
        status: 200,
        answer: { retentionDays: 90 },
      },
      {
        name: 'no days',
        as: 'admin',
        path,
        body: { retentionDays: 0 },
        status: 400,
        answer: { code: 'invalid_request' },
      },
      { name: 'a builder may not', as: 'builder', path, body: { enabled: true }, status: 403 },
    ],
    { operation: updateAuditSettings },
  )
})
