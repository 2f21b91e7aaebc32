import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  appendToUpload,
  deleteUpload,
  getUpload,
  importUpload,
  listUploads,
  replaceUpload,
  uploadTable,
} from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Role, type Scenario, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
const formType = 'multipart/form-data; boundary=b'

function form(content: string | Buffer, fields: Record<string, string> = {}, fileName = 'Sales 2026.csv'): Buffer {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`
  return Buffer.concat([Buffer.from(parts.join('') + head), Buffer.from(content), Buffer.from('\r\n--b--\r\n')])
}

const sales = 'Channel,Amount,Order id\nweb,100.10,9007199254740993\ncounter,-3,1\nweb,0.25,2\n'

describeStores('uploaded tables', (openStore) => {
  let documents: TestServices
  let connectionId = ''
  let uploadId = ''
  let workbookId = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder', 'viewer', 'stranger'] })
    return documents.routes
  })
  const at = (path = '') => `/v2/connections/${connectionId}/uploads${path}`
  const sent = (raw: Buffer): Pick<Scenario, 'raw' | 'headers'> => ({ raw, headers: { 'content-type': formType } })
  const ask = (method: string, path: string, more: Partial<Scenario> = {}, as: Role = 'builder') =>
    server().request({ method, path, as, ...(more as object) })
  const done = async (method: string, path: string, more: Partial<Scenario> = {}) => {
    const answer = await ask(method, path, more)
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body as Record<string, unknown>
  }
  const uploadsFolder = () => join(server().platform.dataDir, 'uploads')
  /** Files of uploads in progress and of tables. */
  const files = () => ({
    unfinished: namesIn(join(uploadsFolder(), '.unfinished')),
    tables: namesIn(join(uploadsFolder(), 'tables')),
  })
  const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder).sort() : [])
  const table = (source: unknown = { kind: 'csv-table', connectionId, inodeId: uploadId }) => ({
    id: 'sales',
    kind: 'table',
    name: 'Sales',
    source,
    columns: [
      { id: 'channel', formula: '[Sales 2026/Channel]', name: 'Channel' },
      { id: 'amount', formula: '[Sales 2026/Amount]', name: 'Amount' },
      { id: 'id', formula: '[Sales 2026/Order id]', name: 'Id' },
      { id: 'orders', formula: 'Rollup(Count(), [Channel], [Orders/Channel])', name: 'Orders' },
    ],
  })
  const orders = () => ({
    id: 'orders',
    kind: 'table',
    name: 'Orders',
    source: { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] },
    columns: [{ id: 'channel', formula: '[ORDERS/CHANNEL]', name: 'Channel' }],
  })
  const workbook = (elements: unknown[]) => ({
    name: 'Book',
    folderId: server().platform.people.builder.homeFolderId,
    schemaVersion: 1,
    pages: [{ id: 'p', name: 'Page', elements }],
  })
  const page = async (elementId = 'sales', as: Role = 'builder', id = workbookId) => {
    const body = { elementIds: [elementId] }
    const { lines } = await ask('POST', `/v2/workbooks/${id}/pages/p/data`, { body }, as)
    const events = lines as { event: string; message?: string; columns: unknown[][] }[]
    const error = events.find(({ event }) => event === 'error')
    return error ? error.message : events.findLast(({ event }) => event === 'batch')?.columns
  }

  test('a file has a preview first, and becomes a table with the chosen types', async () => {
    const preview = await done('POST', at('?preview=true'), sent(form(sales)))
    expect(preview).toMatchObject({
      state: 'preview',
      place: 'engine',
      name: 'Sales 2026',
      format: 'csv',
      rows: 3,
      columns: [
        { name: 'Channel', type: 'text' },
        { name: 'Amount', type: 'decimal(18,2)' },
        { name: 'Order id', type: 'int64' },
      ],
      preview: [
        ['web', '100.10', '9007199254740993'],
        ['counter', '-3', '1'],
        ['web', '0.25', '2'],
      ],
    })
    const path = at(`/${preview.uploadId}`)
    expect(await done('GET', path)).toEqual(preview)
    const wrong = await ask('POST', `${path}/import`, { body: { columns: [{ name: 'Channel', type: 'int64' }] } })
    expect(wrong).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', message: 'Line 2: "web" in "Channel" is not int64.' },
    })
    expect(files()).toEqual({ unfinished: [preview.uploadId], tables: [] })
    const columns = [{ name: 'Amount', type: 'decimal(38,4)' }]
    const made = await done('POST', `${path}/import`, { body: { columns } })
    expect(made).toMatchObject({ state: 'ready', revision: 1, rows: 3, columns: [{}, { type: 'decimal(38,4)' }, {}] })
    uploadId = String(made.uploadId)
    expect(files()).toEqual({ unfinished: [], tables: [uploadId.replaceAll('-', '')] })
    expect(await done('GET', at())).toMatchObject({ entries: [made], total: 1 })
  })

  test('elements read it together with tables of its connection, exactly and in its order', async () => {
    const made = await done('POST', '/v2/workbooks/spec', { body: workbook([table(), orders()]) })
    workbookId = String(made.workbookId)
    expect(await page()).toEqual([
      ['web', 'counter', 'web'],
      ['100.1000', '-3.0000', '0.2500'],
      ['9007199254740993', '1', '2'],
      ['2', '1', '2'],
    ])
  })

  test('its rows are appended to and replaced, and documents continue to work', async () => {
    const appended = await done('POST', at(`/${uploadId}/rows`), sent(form('Order id;Channel;Amount\n5;web;1.5\n')))
    expect(appended).toMatchObject({ rows: 4, revision: 2 })
    const [channels, amounts] = (await page()) as unknown[][]
    expect([channels, amounts]).toEqual([
      ['web', 'counter', 'web', 'web'],
      ['100.1000', '-3.0000', '0.2500', '1.5000'],
    ])
    const json = '{"Amount":7,"Channel":"web","Order id":8,"Note":"new"}\n'
    const replaced = await done('PUT', at(`/${uploadId}`), sent(form(json, {}, 'x.jsonl')))
    expect(replaced).toMatchObject({
      rows: 1,
      revision: 3,
      format: 'jsonl',
      columns: [{}, {}, {}, { name: 'Note', type: 'text' }],
    })
    expect(await page()).toEqual([['web'], ['7.0000'], ['8'], ['2']])
  })

  test.each<[string, string, string | Buffer, Record<string, string>, RegExp]>([
    [
      'a column that is missing',
      'PUT',
      'Channel,Amount\nweb,1\n',
      {},
      /does not have these columns of the table: "Order id"/,
    ],
    [
      'a value of another type',
      'PUT',
      'Channel,Amount,Order id,Note\nweb,much,1,x\n',
      {},
      /^Line 2: "much" in "Amount" is not decimal/,
    ],
    [
      'a column too many',
      'POST',
      'Channel,Amount,Order id,Note,More\nweb,1,1,x,y\n',
      {},
      /has columns that the table does not have: "More"/,
    ],
    ['a field that nobody knows', 'POST', 'a\n1\n', { nonsense: '1' }, /There is no field "nonsense"/],
  ])('%s leaves the table unchanged', async (_, method, content, fields, message) => {
    const before = files()
    const answer = await ask(method, at(`/${uploadId}${method === 'POST' ? '/rows' : ''}`), sent(form(content, fields)))
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringMatching(message) } })
    expect(files()).toEqual(before)
    expect(await page()).toEqual([['web'], ['7.0000'], ['8'], ['2']])
  })

  test('it cannot be read by its name, whatever other rights on the connection a member has', async () => {
    const name = `octavo_upload_${uploadId.replaceAll('-', '')}_3`
    const statements = [
      `SELECT c_1 AS a FROM ${name}`,
      `SELECT c_1 AS a FROM temp.main.${name}`,
      `SELECT c_1 AS a FROM "${name.toUpperCase()}"`,
      `SELECT * FROM read_parquet('${join(uploadsFolder(), 'tables')}/*/*/*.parquet')`,
    ]
    for (const statement of statements) {
      const element = {
        id: 'sql',
        kind: 'table',
        name: 'S',
        source: { kind: 'sql', connectionId, statement },
        columns: [{ id: 'a', formula: '[Custom SQL/a]' }],
      }
      const made = await ask('POST', '/v2/workbooks/spec', { body: workbook([element]) })
      const reported =
        made.status < 300 ? await page('sql', 'builder', (made.body as { workbookId: string }).workbookId) : made.text
      expect(String(reported)).toMatch(/uploaded|belongs to the engine|may not be used/)
    }
    const other = workbook([table()])
    const stolen = await ask(
      'POST',
      '/v2/workbooks/spec',
      { body: { ...other, folderId: server().platform.people.stranger.homeFolderId } },
      'stranger',
    )
    expect(stolen).toMatchObject({ status: 400, body: { code: 'invalid_document' } })
  })

  test('a file that is larger than the organization allows is refused before it is read', async () => {
    const { platform } = server()
    const settings = { method: 'PATCH', path: '/v2/organizations/settings', as: 'admin' as const }
    expect((await server().request({ ...settings, body: { uploadBytes: 2_000_000_000 } })).status).toBe(400)
    expect((await server().request({ ...settings, body: { uploadBytes: 1000 } })).status).toBe(200)
    const announced = await ask('POST', at(), {
      raw: form('a\n1\n'),
      headers: { 'content-type': formType, 'content-length': '600000' },
    })
    expect(announced).toMatchObject({ status: 413, body: { code: 'body_too_large', details: { limitBytes: 1000 } } })
    const longer = await ask('POST', at(), sent(form(`a\n${'1\n'.repeat(2000)}`)))
    expect(longer).toMatchObject({ status: 413, body: { code: 'body_too_large', details: { limitBytes: 1000 } } })
    expect(files().unfinished).toEqual([])
    expect((await server().request({ ...settings, body: { uploadBytes: 209_715_200 } })).status).toBe(200)
    platform.clock.advance(10_000)
  })

  test('rows are appended to a table that was uploaded as text, and replace it', async () => {
    const body = { name: 'Old', csv: 'Channel,Amount\nweb,1.5\n' }
    const { csvId } = await done('POST', `/v2/connections/${connectionId}/csv`, { body })
    const more = await done('POST', at(`/${csvId}/rows`), sent(form('Amount,Channel\n2,counter\n')))
    expect(more).toMatchObject({ rows: 2, revision: 1, columns: [{ name: 'Channel' }, { type: 'decimal(18,1)' }] })
    const columns = [
      { id: 'c', formula: '[Old/Channel]', name: 'C' },
      { id: 'a', formula: '[Old/Amount]', name: 'A' },
    ]
    const element = { ...table({ kind: 'csv-table', connectionId, inodeId: csvId }), columns }
    const made = await done('POST', '/v2/workbooks/spec', { body: workbook([element]) })
    const id = String(made.workbookId)
    const [channels = [], amounts = []] = (await page('sales', 'builder', id)) as unknown[][]
    // Rows inside statements have no defined order.
    expect(new Set(channels.map((channel, at) => `${channel} ${amounts[at]}`))).toEqual(
      new Set(['web 1.5', 'counter 2.0']),
    )
    await done('PUT', at(`/${csvId}`), sent(form('Channel,Amount\nfair,3\n')))
    expect(await page('sales', 'builder', id)).toEqual([['fair'], ['3.0']])
  })

  const process = {
    query_cancelled: 'a request that ends early is cut off in ingest.test.ts',
    engine_unavailable: 'a system that starts no process',
    source_unavailable: 'a platform that does not take the table: uploads-in-schemas.test.ts',
  }
  const path = () => at()
  scenarios(
    'POST /v2/connections/{connectionId}/uploads',
    server,
    [
      {
        name: 'a table at once',
        as: 'builder',
        path,
        ...sent(form('a\n1\n', { name: 'One' })),
        status: 201,
        answer: { name: 'One', state: 'ready' },
      },
      { name: 'no file', as: 'builder', path, ...sent(Buffer.from('--b--\r\n')), status: 400 },
      { name: 'a form that ends early', as: 'builder', path, ...sent(form('a\n1\n').subarray(0, -11)), status: 400 },
      { name: 'a file of unknown format', as: 'builder', path, ...sent(form('a\n1\n', {}, 'x.exe')), status: 400 },
      { name: 'JSON instead of a form', as: 'builder', path, body: { file: 'a' }, status: 415 },
      { name: 'a viewer may not upload', as: 'viewer', path, ...sent(form('a\n1\n')), status: 403 },
      {
        name: 'an unknown connection',
        as: 'builder',
        path: `/v2/connections/${unknownId}/uploads`,
        ...sent(form('a')),
        status: 404,
      },
    ],
    { operation: uploadTable, untested: process },
  )
  const one = () => at(`/${uploadId}`)
  const rows = () => at(`/${uploadId}/rows`)
  for (const operation of [replaceUpload, appendToUpload]) {
    const where = operation === replaceUpload ? one : rows
    scenarios(
      `${operation.method} ${operation.path}`,
      server,
      [
        { name: 'rows of another form', as: 'builder', path: where, ...sent(form('a\n1\n')), status: 400 },
        { name: 'a stranger does not find the table', as: 'stranger', path: where, ...sent(form(sales)), status: 404 },
      ],
      {
        operation,
        untested: {
          ...process,
          forbidden:
            'who uploaded the table may upload; one whose account type was changed is refused as by uploadTable',
          conflict: 'two requests that end at the same moment',
        },
      },
    )
  }
  scenarios(
    'POST /v2/connections/{connectionId}/uploads/{uploadId}/import',
    server,
    [
      { name: 'a table is not a preview', as: 'builder', path: () => at(`/${uploadId}/import`), body: {}, status: 404 },
      {
        name: 'a field of another type',
        as: 'builder',
        path: () => at(`/${uploadId}/import`),
        body: { columns: 1 },
        status: 400,
      },
    ],
    { operation: importUpload, untested: { ...process, forbidden: 'who may not upload has no preview' } },
  )
  scenarios(
    'GET /v2/connections/{connectionId}/uploads',
    server,
    [{ name: 'an unknown connection', as: 'builder', path: `/v2/connections/${unknownId}/uploads`, status: 404 }],
    { operation: listUploads },
  )
  scenarios(
    'GET /v2/connections/{connectionId}/uploads/{uploadId}',
    server,
    [
      { name: 'an administrator sees it', as: 'admin', path: one, status: 200 },
      { name: 'a stranger does not', as: 'stranger', path: one, status: 404 },
    ],
    { operation: getUpload },
  )
  scenarios(
    'DELETE /v2/connections/{connectionId}/uploads/{uploadId}',
    server,
    [{ name: 'an unknown table', as: 'builder', path: () => at(`/${unknownId}`), status: 404 }],
    { operation: deleteUpload },
  )

  test('it is deleted with its files, and elements report that', async () => {
    expect((await ask('DELETE', at(`/${uploadId}`), {}, 'stranger')).status).toBe(404)
    await done('DELETE', at(`/${uploadId}`))
    expect(files().tables).not.toContain(uploadId.replaceAll('-', ''))
    expect(await page()).toMatch(/There is no CSV/)
    expect((await ask('GET', at(`/${uploadId}`))).status).toBe(404)
  })
})
