import { beforeAll, describe, expect, inject, test } from 'vitest'
import { flavourLabel } from '../../connectors/mysql/testing.ts'
import { embeddedStore } from '../../store/testing.ts'
import { requestsOf, useServer } from '../testing.ts'
import { buildTestServices, type TestServices } from './testing.ts'
import { orderColumns, type Platform, platforms } from './testing-platforms.ts'

const skipped = 'skipped' in inject('mariadb')
const onMariadb = test.skipIf(skipped)
const minuteMs = 60_000

interface Line {
  event: string
  message?: string
  columns?: unknown[][]
  materializedAt?: string
}

describe(`what is written into a schema of ${flavourLabel}`, () => {
  let documents: TestServices
  let platform: Awaited<ReturnType<Platform['open']>>
  let connectionId = ''
  const server = useServer(embeddedStore(), (testPlatform) => {
    documents = buildTestServices(testPlatform)
    return documents.routes
  })
  beforeAll(async () => {
    if (skipped) return undefined
    const opened = await platforms.find(({ kind }) => kind === 'mariadb')?.open()
    if (!opened) throw new Error('There is no MariaDB among the platforms.')
    platform = opened
    await platform.allowTables()
    connectionId = String((await done('POST', '/v2/connections', connection(false))).connectionId)
    return async () => {
      await documents.close()
      await platform.close()
    }
  })
  const { send, done } = requestsOf(server, 'admin')
  const connection = (writes: boolean) => ({
    name: 'Shop',
    details: { type: 'mysql', ...platform.details },
    useFriendlyNames: false,
    ...(writes ? { writeAccess: true, writeSchema: platform.schema } : { writeAccess: false }),
  })
  const save = (writes: boolean) => done('PUT', `/v2/connections/${connectionId}`, connection(writes))
  const create = async (...elements: unknown[]) => {
    const { homeFolderId: folderId } = server().platform.people.admin
    const body = { name: 'Book', folderId, schemaVersion: 1, pages: [{ id: 'p', name: 'P', elements }] }
    return String((await done('POST', '/v2/workbooks/spec', body)).workbookId)
  }
  const dataOf = async (workbookId: string, elementId: string) => {
    const body = { elementIds: [elementId], refresh: true }
    const { lines } = await server().request({
      method: 'POST',
      path: `/v2/workbooks/${workbookId}/pages/p/data`,
      as: 'admin',
      body,
    })
    const events = lines as Line[]
    expect(events.filter(({ event }) => event === 'error')).toEqual([])
    return {
      cells: events.filter(({ event }) => event === 'batch').map(({ columns }) => JSON.stringify(columns)),
      isStored: events.some(({ materializedAt }) => materializedAt !== undefined),
    }
  }
  const tables = async (start: string) => (await platform.tables()).filter((name) => name.startsWith(start))

  let notesId = ''
  const rowsPath = () => `/v2/workbooks/${notesId}/elements/notes/rows`
  const enter = (body: object) => done('POST', rowsPath(), body)
  /** Saving a connection enqueues its check. */
  const settle = async () => {
    await save(true)
    await documents.worker.runDue()
  }

  onMariadb('rows of input tables move there, and read as before', async () => {
    notesId = await create({
      id: 'notes',
      kind: 'input-table',
      name: 'Notes',
      source: { kind: 'empty', connectionId },
      inputMode: 'edit',
      columns: [
        { id: 'ID', hidden: true },
        { id: 'word', type: 'text', name: 'Word' },
        { id: 'score', type: 'number', name: 'Score' },
        { id: 'due', type: 'datetime', name: 'Due' },
        { id: 'open', type: 'checkbox', name: 'Open' },
        { id: 'CREATED_BY' },
      ],
    })
    const hostile = `x'); DROP DATABASE ${platform.schema}; -- \\ \` " 😀 `
    const [, second] = (
      await enter({
        insert: [
          { word: hostile, score: 0.1, due: '2026-03-29T02:30:00', open: true },
          { word: 'long '.repeat(20_000), score: -1e300, open: false },
          { word: '' },
        ],
      })
    ).inserted as string[]
    await enter({ update: [{ rowId: second, values: { score: 2 } }] })
    const before = await dataOf(notesId, 'notes')
    expect(await platform.tables()).toEqual(['orders'])

    await settle()
    const { db } = server().platform.store
    expect(await db.selectFrom('input_rows').selectAll().execute()).toEqual([])
    expect(await tables('octavo_input_')).toHaveLength(2)
    expect(await dataOf(notesId, 'notes')).toEqual(before)
  })

  onMariadb('rows of input tables are changed there, with their history, one writer after the other', async () => {
    const [row] = (await enter({ insert: [{ word: 'one' }] })).inserted as string[]
    await enter({ update: [{ rowId: row, values: { word: 'eins' } }], baseRevision: 3 })
    const late = { update: [{ rowId: row, values: { word: 'i' } }], baseRevision: 3 }
    expect(await send('POST', rowsPath(), late)).toMatchObject({ status: 409, body: { code: 'row_conflict' } })
    expect((await done('GET', `${rowsPath()}/${row}/history`)).entries).toMatchObject([
      { revision: 4, kind: 'updated', cells: { word: { before: 'one', after: 'eins' } } },
      { revision: 3, kind: 'inserted' },
    ])
    const many = await Promise.all(Array.from({ length: 6 }, (_, at) => enter({ insert: [{ word: `w${at}` }] })))
    expect(new Set(many.map(({ revision }) => revision)).size).toBe(6)
    const ours = [{ columnId: 'word', condition: 'StartsWith', value: 'w' }]
    expect(await enter({ deleteWhere: [{ tests: ours }] })).toMatchObject({ deleted: 6, rows: 4 })
  })

  onMariadb('edits of input tables stop while the server refuses them', async () => {
    await platform.refuseChanges()
    const lost = () => send('POST', rowsPath(), { insert: [{ word: 'lost' }] })
    const stopped = { status: 409, body: { code: 'edits_stopped', message: expect.stringMatching(/denied/) } }
    expect(await lost()).toMatchObject(stopped)
    await settle()
    expect(await lost(), 'still refused').toMatchObject(stopped)
    await platform.allowTables()
    await settle()
    expect(await enter({ insert: [{ word: 'after' }] })).toMatchObject({ rows: 5 })
    await done('POST', `/v2/connections/${connectionId}/sync`, { path: [platform.schema] })
    const paths = await done('GET', `/v2/connections/paths?connectionId=${connectionId}`)
    expect(JSON.stringify(paths)).not.toContain('octavo_')
  })

  onMariadb('uploaded files are tables of exact types there, which statements join', async () => {
    await save(true)
    const form = (text: string) => ({
      raw: Buffer.from(
        `--b\r\ncontent-disposition: form-data; name="file"; filename="Sales.csv"\r\n\r\n${text}\r\n--b--\r\n`,
      ),
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    })
    const upload = (method: string, path: string, text: string) =>
      server().request({ method, path: `/v2/connections/${connectionId}/uploads${path}`, as: 'admin', ...form(text) })
    const lines = [
      'Shop,Amount,Big,Day,At,Open,Share,Note',
      '1,12345678901234567890.000001,9007199254740993,2026-05-01,2026-05-01 09:30:00.25,true,1e-300,"back\\slash\\n, ""q"" 😀"',
      '2,-3,-9223372036854775808,1969-12-31,1000-01-01 00:00:00,false,2,""',
      '1,,,,,,,',
    ].join('\n')
    const made = await upload('POST', '', lines)
    expect(made.body, made.text).toMatchObject({ place: 'schema', rows: 3 })
    const { uploadId } = made.body as { uploadId: string }
    const names = ['Amount', 'Big', 'Day', 'At', 'Open', 'Share', 'Note']
    const workbookId = await create(
      {
        id: 'sales',
        kind: 'table',
        name: 'Sales table',
        source: { kind: 'csv-table', connectionId, inodeId: uploadId },
        columns: [
          ...names.map((name) => ({ id: name, formula: `[Sales/${name}]`, name })),
          { id: 'who', formula: 'Lookup([Orders/Name], [Sales/Shop], [Orders/Id])', name: 'Who' },
        ],
      },
      {
        id: 'orders',
        kind: 'table',
        name: 'Orders',
        source: { kind: 'warehouse-table', connectionId, path: [platform.schema, 'orders'] },
        columns: [orderColumns.id, orderColumns.name],
      },
    )
    const [first = ''] = await tables('octavo_upload_')
    expect(JSON.parse((await dataOf(workbookId, 'sales')).cells[0] ?? '')).toEqual([
      ['12345678901234567890.000001', '-3.000000', null],
      ['9007199254740993', '-9223372036854775808', null],
      ['2026-05-01', '1969-12-31', null],
      ['2026-05-01T09:30:00.25', '1000-01-01T00:00:00', null],
      [true, false, null],
      [1e-300, 2, null],
      ['back\\slash\\n, "q" 😀', '', null],
      ['größe', "O'Brien; --", 'größe'],
    ])
    const more = lines.split('\n').slice(0, 2).join('\n')
    expect((await upload('POST', `/${uploadId}/rows`, more)).body).toMatchObject({ rows: 4, revision: 2 })
    expect(JSON.parse((await dataOf(workbookId, 'sales')).cells[0] ?? '')[1]).toHaveLength(4)

    const statement = `SELECT c_1 AS a FROM ${platform.schema}.${first}`
    const source = { kind: 'sql', connectionId, statement }
    const columns = [{ id: 'a', formula: '[Custom SQL/a]' }]
    const body = {
      name: 'Sneaky',
      folderId: server().platform.people.admin.homeFolderId,
      schemaVersion: 1,
      pages: [{ id: 'p', name: 'P', elements: [{ id: 'sql', kind: 'table', name: 'S', source, columns }] }],
    }
    const sneaky = await send('POST', '/v2/workbooks/spec', body)
    const { workbookId: id } = sneaky.body as { workbookId: string }
    const reported =
      sneaky.status < 300
        ? (await send('POST', `/v2/workbooks/${id}/pages/p/data`, { elementIds: ['sql'] })).text
        : sneaky.text
    expect(reported).toMatch(/An uploaded table is read only as a source of its own/)

    await platform.refuseChanges()
    const refused = await upload('POST', '', 'a\n1\n')
    expect(refused).toMatchObject({ status: 400, body: { code: 'source_unavailable' } })
    expect(refused.text).toMatch(/did not take the table: .*denied/)
    await platform.allowTables()
    server().platform.clock.advance(70 * minuteMs)
    await documents.schemaTables.clean()
    expect(await tables('octavo_upload_')).toHaveLength(1)
  })

  onMariadb('rows of elements are stored there, read as they were, and dropped', async () => {
    await save(true)
    const workbookId = await create({
      id: 'orders',
      kind: 'table',
      name: 'Orders',
      source: { kind: 'warehouse-table', connectionId, path: [platform.schema, 'orders'] },
      columns: [
        orderColumns.name,
        orderColumns.price,
        orderColumns.code,
        orderColumns.sold,
        orderColumns.paid,
        // A text that is not a number reads as null, but fails an insert in the server's strict mode.
        { id: 'number', formula: 'Number([Name])', name: 'Number' },
        { id: 'sum', formula: 'Sum([Price])', name: 'Sum' },
      ],
      groupings: [{ id: 'g', groupBy: ['paid'], calculations: ['sum'] }],
      sort: [{ columnId: 'code', direction: 'descending' }],
    })
    const schedules = `/v2/workbooks/${workbookId}/elements/orders/materializationSchedules`
    const live = await dataOf(workbookId, 'orders')
    await done('POST', schedules, { schedule: { cronSpec: '0 3 * * *', timezone: 'UTC' } })
    await documents.worker.runDue()
    const { entries } = (await done('GET', `/v2/workbooks/${workbookId}/materialization-schedules`)) as {
      entries: unknown[]
    }
    const stored = await dataOf(workbookId, 'orders')
    expect(stored.isStored, JSON.stringify(entries)).toBe(true)
    expect(stored.cells.toSorted()).toEqual(live.cells.toSorted())
    expect((await tables('octavo_mat_')).length).toBeGreaterThan(1)

    await done('DELETE', schedules)
    expect(await dataOf(workbookId, 'orders')).toMatchObject({ isStored: false })
    await documents.materializationDue.clean()
    server().platform.clock.advance(420 * minuteMs)
    await documents.materializationDue.clean()
    expect(await tables('octavo_mat_')).toEqual([])
  })
})
