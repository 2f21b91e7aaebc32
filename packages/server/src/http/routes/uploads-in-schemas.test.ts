import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { beforeAll, expect, inject, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Role, useServer } from '../testing.ts'
import { buildTestServices, type TestServices } from './testing.ts'
import { openWritePlatform, writeSchema } from './testing-write-schema.ts'

const skipped = 'skipped' in inject('postgres')
const onPostgres = test.skipIf(skipped)
const { name: schema, quoted } = writeSchema
const minuteMs = 60_000

function form(content: string | Buffer, fileName = 'Sales.csv', fields: Record<string, string> = {}) {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`
  const raw = Buffer.concat([Buffer.from(parts.join('') + head), Buffer.from(content), Buffer.from('\r\n--b--\r\n')])
  return { raw, headers: { 'content-type': 'multipart/form-data; boundary=b' } }
}

/** A Parquet file with the rows of a query of the embedded engine. */
async function parquet(query: string): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-parquet-'))
  const path = join(folder, 'rows.parquet')
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(`COPY (${query}) TO '${path}' (FORMAT parquet)`)
  connection.closeSync()
  instance.closeSync()
  const bytes = readFileSync(path)
  rmSync(folder, { recursive: true })
  return bytes
}

const text = 'back\\slash\\n, "quote"\t tab\n\\.\nnew line \\N'
const line = (cells: string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
const sales = [
  'Shop,Amount,Order id,Day,At,Open,Share,Note',
  `1,12345678901234567890123456789012.000001,9007199254740993,2026-05-01,2026-05-01 09:30:00.25,true,1e-300,${line([text])}`,
  '2,-3,-9223372036854775808,1969-12-31,0001-01-01 00:00:00,false,2,""',
  '1,,,,,,,',
].join('\n')

describeStores('files in the write schema of a connection', (openStore) => {
  let documents: TestServices
  let platform: Awaited<ReturnType<typeof openWritePlatform>>
  let connectionId = ''
  let uploadId = ''
  let workbookId = ''
  const server = useServer(openStore, (testPlatform) => {
    documents = buildTestServices(testPlatform)
    return documents.routes
  })
  beforeAll(async () => {
    if (skipped) return undefined
    platform = await openWritePlatform()
    await platform.client.query(
      `CREATE TABLE public.shops (id BIGINT PRIMARY KEY, city TEXT); INSERT INTO public.shops VALUES (1, 'Bern'), (2, 'Basel');
       GRANT SELECT ON public.shops TO "${platform.owner}"`,
    )
    const made = await done('POST', '/v2/connections', { body: connection(true) }, 'admin')
    connectionId = String(made.connectionId)
    const { builder, viewer, stranger } = server().platform.people
    const grants = [builder, viewer, stranger].map(({ memberId }) => ({ grantee: { memberId }, permission: 'usage' }))
    await done('POST', `/v2/connections/${connectionId}/grants`, { body: { grants } }, 'admin')
    return async () => {
      await documents.close()
      await platform.close()
    }
  })
  const connection = (writes: boolean) => ({
    name: 'Shop',
    details: platform.details,
    useFriendlyNames: false,
    ...(writes ? { writeAccess: true, writeSchema: schema } : {}),
  })
  const save = (writes: boolean) =>
    done('PUT', `/v2/connections/${connectionId}`, { body: connection(writes) }, 'admin')
  const ask = (method: string, path: string, more: object = {}, as: Role = 'builder') =>
    server().request({ method, path, as, ...more })
  const done = async (method: string, path: string, more: object = {}, as: Role = 'builder') => {
    const answer = await ask(method, path, more, as)
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body as Record<string, unknown>
  }
  const at = (path = '') => `/v2/connections/${connectionId}/uploads${path}`
  const inSchema = async (): Promise<string[]> => {
    const { rows } = await platform.client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = $1 AND table_name LIKE 'octavo_upload%'
       ORDER BY 1`,
      [schema],
    )
    return rows.map(({ name }) => name)
  }
  const retired = () => server().platform.store.db.selectFrom('retired_tables').selectAll().execute()
  const unfinished = () => readdirSync(join(server().platform.dataDir, 'uploads', '.unfinished'))
  const table = () => ({
    id: 'sales',
    kind: 'table',
    name: 'Sales table',
    source: { kind: 'csv-table', connectionId, inodeId: uploadId },
    columns: [
      { id: 'amount', formula: '[Sales/Amount]', name: 'Amount' },
      { id: 'order', formula: '[Sales/Order id]', name: 'Order' },
      { id: 'at', formula: '[Sales/At]', name: 'At' },
      { id: 'open', formula: '[Sales/Open]', name: 'Open' },
      { id: 'note', formula: '[Sales/Note]', name: 'Note' },
      { id: 'city', formula: 'Lookup([Shops/City], [Sales/Shop], [Shops/Id])', name: 'City' },
    ],
  })
  const shops = () => ({
    id: 'shops',
    kind: 'table',
    name: 'Shops',
    source: { kind: 'warehouse-table', connectionId, path: ['public', 'shops'] },
    columns: [
      { id: 'id', formula: '[shops/id]', name: 'Id' },
      { id: 'city', formula: '[shops/city]', name: 'City' },
    ],
  })
  const workbook = (elements: unknown[]) => ({
    name: 'Book',
    folderId: server().platform.people.builder.homeFolderId,
    schemaVersion: 1,
    pages: [{ id: 'p', name: 'Page', elements }],
  })
  const page = async (elementId = 'sales', id = workbookId, as: Role = 'builder') => {
    const { lines } = await ask('POST', `/v2/workbooks/${id}/pages/p/data`, { body: { elementIds: [elementId] } }, as)
    const events = lines as { event: string; message?: string; columns: unknown[][] }[]
    const error = events.find(({ event }) => event === 'error')
    return error ? String(error.message) : events.findLast(({ event }) => event === 'batch')?.columns
  }

  onPostgres('say where they will be, and become tables of exact types there', async () => {
    const preview = await done('POST', at('?preview=true'), form(sales))
    expect(preview).toMatchObject({ state: 'preview', place: 'schema', writeSchema: schema, rows: 3 })
    expect(await inSchema()).toEqual([])
    const path = at(`/${preview.uploadId}/import`)
    const tried = await done('POST', `${path}?dryRun=true`, { body: {} })
    expect(tried).toMatchObject({ place: 'schema', rows: 3 })
    expect([await inSchema(), await retired()]).toEqual([[], []])
    const columns = [{ name: 'Amount', type: 'decimal(38,6)' }]
    const made = await done('POST', path, { body: { columns } })
    expect(made).toMatchObject({ state: 'ready', place: 'schema', writeSchema: schema, rows: 3, revision: 1 })
    uploadId = String(made.uploadId)
    expect([await retired(), unfinished()]).toEqual([[], []])
    const [name = ''] = await inSchema()
    const types = await platform.client.query(
      `SELECT column_name, data_type, numeric_precision, numeric_scale FROM information_schema.columns
       WHERE table_schema = $1 AND table_name = $2 AND column_name LIKE 'c%' ORDER BY ordinal_position`,
      [schema, name],
    )
    expect(types.rows.map((row) => row.data_type)).toEqual([
      'bigint',
      'numeric',
      'bigint',
      'date',
      'timestamp without time zone',
      'boolean',
      'double precision',
      'text',
    ])
    expect(types.rows[1]).toMatchObject({ numeric_precision: 38, numeric_scale: 6 })
    const stored = await platform.client.query(`SELECT c_8 FROM ${quoted}."${name}" ORDER BY octavo_row`)
    expect(stored.rows.map(({ c_8 }) => c_8)).toEqual([text, '', null])
    expect(await done('GET', at())).toMatchObject({ entries: [made], total: 1 })
  })

  onPostgres('are read by the platform itself, in their order, with its other tables in one statement', async () => {
    const made = await done('POST', '/v2/workbooks/spec', { body: workbook([table(), shops()]) })
    workbookId = String(made.workbookId)
    expect(await page()).toEqual([
      ['12345678901234567890123456789012.000001', '-3.000000', null],
      ['9007199254740993', '-9223372036854775808', null],
      ['2026-05-01T09:30:00.25', '0001-01-01T00:00:00', null],
      [true, false, null],
      [text, '', null],
      ['Bern', 'Basel', 'Bern'],
    ])
    const { sql } = await done('GET', `/v2/workbooks/${workbookId}/elements/sales/query`)
    expect(sql).toContain((await inSchema())[0])
    expect(sql).toContain('"public"."shops"')
    expect(sql).not.toMatch(/jsonb/i)
  })

  onPostgres('are appended to and replaced under new names; old rows go when nobody reads them any more', async () => {
    const [first = ''] = await inSchema()
    const more = 'Note,Share,Open,At,Day,Order id,Amount,Shop\nmore,1,true,2026-01-01 00:00:00,2026-01-01,7,1.5,2\n'
    const appended = await done('POST', at(`/${uploadId}/rows`), form(more))
    expect(appended).toMatchObject({ rows: 4, revision: 2, place: 'schema' })
    const [, , , , notes, cities] = (await page()) as unknown[][]
    expect([notes, cities]).toEqual([
      [text, '', null, 'more'],
      ['Bern', 'Basel', 'Bern', 'Basel'],
    ])
    expect(await retired()).toMatchObject([{ table_name: first }])
    const replaced = await done(
      'PUT',
      at(`/${uploadId}`),
      form(`${more.replace('Shop', 'Shop,New').replace('2\n', '2,x\n')}`),
    )
    expect(replaced).toMatchObject({ rows: 1, revision: 3 })
    expect(((await page()) as unknown[][])[4]).toEqual(['more'])
    await documents.schemaTables.clean()
    expect(await inSchema()).toHaveLength(3)
    server().platform.clock.advance(12 * minuteMs)
    await documents.schemaTables.clean()
    expect([await retired(), await inSchema()]).toMatchObject([[], { length: 1 }])
    expect(((await page()) as unknown[][])[4]).toEqual(['more'])
  })

  onPostgres('leave nothing where the way to the platform is cut while they are written', async () => {
    const before = await inSchema()
    const large = `a,b\n${'1,some words that fill the way\n'.repeat(60_000)}`
    for (const [cut, reason] of [
      ['COPY ', /connection to the server broke/],
      ['\t1\tsome words that fill the way', /connection to the server broke/],
    ] as const) {
      platform.proxy.cutAfter(cut)
      const answer = await ask('POST', at(), form(large, 'Large.csv'))
      platform.proxy.cutAfter(null)
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'source_unavailable', message: expect.stringMatching(reason) },
      })
    }
    await expect.poll(inSchema).toEqual(before)
    expect([await retired(), unfinished()]).toEqual([[], []])
    platform.proxy.cutAfter('COMMIT')
    const uncertain = await ask('POST', at(), form('a\n1\n', 'Small.csv'))
    platform.proxy.cutAfter(null)
    expect(uncertain).toMatchObject({ status: 400, body: { code: 'source_unavailable' } })
    expect(await retired()).toHaveLength(1)
    server().platform.clock.advance(61 * minuteMs)
    await documents.schemaTables.clean()
    expect([await retired(), await inSchema()]).toEqual([[], before])
    expect(await done('GET', at())).toMatchObject({ total: 1 })
  })

  onPostgres('are refused by their line where the platform does not take a value', async () => {
    const { client, database, url } = platform
    await client.query(`CREATE DATABASE "${database}_latin" ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`)
    const details = {
      ...platform.details,
      database: `${database}_latin`,
      role: undefined,
      user: decodeURIComponent(url.username),
    }
    const body = {
      name: 'Latin',
      details: { ...details, password: decodeURIComponent(url.password) },
      writeAccess: true,
      writeSchema: 'public',
      allowPrivilegedRole: true,
    }
    const made = await done('POST', '/v2/connections', { body }, 'admin')
    const path = `/v2/connections/${made.connectionId}/uploads`
    const answer = await ask('POST', path, form('n,word\n1,"two\nlines"\n2,größe\n3,日本\n', 'Words.csv'), 'admin')
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'invalid_request',
        message: expect.stringMatching(/^Line 5: .*LATIN1/),
        details: { problems: [{ path: 'line 5' }] },
      },
    })
    const file = await parquet("SELECT 'a' AS w UNION ALL SELECT 'b' || chr(0)")
    const zero = await ask('POST', path, form(file, 'Zero.parquet'), 'admin')
    expect(zero).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^Row 2: .*in "w" holds a character with the code 0/) },
    })
  })

  onPostgres('of other formats have the types that the file says', async () => {
    const file = await parquet(
      "SELECT 9007199254740993::BIGINT AS id, DATE '2026-05-01' AS day, TIMESTAMPTZ '2026-05-01 10:00:00+02' AS moment, DATE '0000-01-01' AS old, 'x' AS w",
    )
    const made = await done('POST', at(), form(file, 'Typed.parquet'))
    const { rows } = await platform.client.query(
      `SELECT c_1::text, c_2::text, (c_3 AT TIME ZONE 'UTC')::text AS c_3, c_4::text, c_5 FROM ${quoted}."${(await inSchema()).find((name) => name.endsWith('_1'))}"`,
    )
    expect(rows).toEqual([
      { c_1: '9007199254740993', c_2: '2026-05-01', c_3: '2026-05-01 08:00:00', c_4: '0001-01-01 BC', c_5: 'x' },
    ])
    await done('DELETE', at(`/${made.uploadId}`))
    expect(await inSchema()).toHaveLength(1)
  })

  onPostgres("are nobody else's: not by name, not in the catalogue, not without the right to upload", async () => {
    const [name = ''] = await inSchema()
    const statements = [`SELECT c_1 AS a FROM ${quoted}.${name}`, `SELECT c_1 AS a FROM ${quoted}."${name}" AS t`]
    const sql = (source: object) =>
      workbook([{ id: 'sql', kind: 'table', name: 'S', source, columns: [{ id: 'a', formula: '[Custom SQL/a]' }] }])
    for (const statement of statements) {
      const made = await ask(
        'POST',
        '/v2/workbooks/spec',
        { body: sql({ kind: 'sql', connectionId, statement }) },
        'admin',
      )
      const { workbookId: id } = made.body as { workbookId: string }
      const reported = made.status < 300 ? await page('sql', id, 'admin') : made.text
      expect(String(reported)).toMatch(/An uploaded table is read only as a source of its own/)
    }
    const path = [schema, name]
    const body = sql({ kind: 'warehouse-table', connectionId, path })
    const made = await ask('POST', '/v2/workbooks/spec', { body }, 'admin')
    const { workbookId: id } = made.body as { workbookId: string }
    expect(made.status < 300 ? await page('sql', id, 'admin') : made.text).toMatch(
      /not exist|no table|unknown|cannot be read/i,
    )
    await done('POST', `/v2/connections/${connectionId}/sync`, { body: { path: [schema] } }, 'admin')
    const paths = await done('GET', `/v2/connections/paths?connectionId=${connectionId}`, {}, 'admin')
    expect(JSON.stringify(paths)).not.toContain('octavo_')
    expect(await ask('POST', at(), form('a\n1\n'), 'viewer')).toMatchObject({ status: 403 })
    expect(await ask('PUT', at(`/${uploadId}`), form(sales), 'stranger')).toMatchObject({ status: 404 })
    expect(await inSchema()).toEqual([name])
  })

  onPostgres('stay readable without write access; new rows then go along with statements', async () => {
    await save(false)
    expect(((await page()) as unknown[][])[4]).toEqual(['more'])
    const rows =
      'Note,Share,Open,At,Day,Order id,Amount,Shop,New\nlast,1,true,2026-01-01 00:00:00,2026-01-01,7,1.5,2,y\n'
    const refused = await ask('POST', at(`/${uploadId}/rows`), form(rows))
    expect(refused).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/does not write into the schema/) },
    })
    expect(await done('PUT', at(`/${uploadId}`), form(rows))).toMatchObject({ rows: 1, place: 'statements' })
    expect(((await page()) as unknown[][])[4]).toEqual(['last'])
    server().platform.clock.advance(12 * minuteMs)
    await documents.schemaTables.clean()
    expect(await inSchema()).toHaveLength(1)
    await save(true)
    server().platform.clock.advance(7 * 60 * minuteMs)
    await documents.schemaTables.clean()
    expect([await retired(), await inSchema()]).toEqual([[], []])
    expect(await done('POST', at(`/${uploadId}/rows`), form(rows))).toMatchObject({ rows: 2, place: 'statements' })
    expect(await done('PUT', at(`/${uploadId}`), form(rows))).toMatchObject({ rows: 1, place: 'schema' })
    expect(((await page()) as unknown[][])[4]).toEqual(['last'])
  })

  onPostgres('are refused in words where the schema takes no tables, and dropped when they are deleted', async () => {
    await platform.client.query(`ALTER SCHEMA ${quoted} OWNER TO CURRENT_USER`)
    const answer = await ask('POST', at(), form('a\n1\n'))
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'source_unavailable', message: expect.stringMatching(/did not take the table: permission denied/) },
    })
    await platform.client.query(`ALTER SCHEMA ${quoted} OWNER TO "${platform.owner}"`)
    expect(await retired()).toEqual([])
    await done('DELETE', `/v2/csv/${uploadId}`)
    expect([await retired(), await inSchema()]).toEqual([[], []])
    expect(await page()).toMatch(/There is no CSV/)
  })
})
