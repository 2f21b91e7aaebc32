import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { stringify } from 'yaml'
import { type BundleContents, contentsFile, packagesAtRunTime, serverBundle } from '../../scripts/bundle/contents.ts'
import { program, programSource, root } from '../../scripts/lib/setup.mjs'
import { getToken, type RunningServer, startServer } from '../bench/server.ts'

/** The server as `npm start` runs it. Everything that it loads when it is needed, or finds by a path, is used here once. */
const folder = mkdtempSync(join(tmpdir(), 'octavo-bundle-'))
const bundle = join(root, serverBundle)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the files of the bundle', () => {
  const contents = JSON.parse(readFileSync(join(bundle, contentsFile), 'utf8')) as BundleContents

  test('have every migration, thread and child process under the name of its source', () => {
    const entries = (place: string, ending: string) =>
      readdirSync(join(root, 'packages/server', place), { recursive: true, encoding: 'utf8' })
        .filter((file) => new RegExp(`(^store/migrations/\\d{4}-[\\w-]+|-worker)\\${ending}$`).test(file))
        .map((file) => file.slice(0, -ending.length))
        .sort()
    expect(entries('dist', '.js')).toEqual(entries('src', '.ts'))
    expect(entries('dist', '.js').length).toBeGreaterThan(70)
  })

  test('contain all packages except those that stay in node_modules', () => {
    expect(contents.bundled).toEqual(expect.arrayContaining(['node_modules/fastify', 'node_modules/kysely']))
    const both = packagesAtRunTime.filter((name) => contents.bundled.includes(`node_modules/${name}`))
    expect(both).toEqual([])
    const { dependencies } = JSON.parse(readFileSync(join(root, 'packages/server/package.json'), 'utf8')) as {
      dependencies: Record<string, string>
    }
    const named = [...contents.bundled.map((path) => path.replace(/^node_modules\//, '')), ...packagesAtRunTime]
    const missing = Object.keys(dependencies).filter((name) => name !== '@octavo/core' && !named.includes(name))
    expect(missing).toEqual([])
  })
})

test('stack traces name the lines of the sources', () => {
  const fail = "process.exit = () => { throw new Error('stopped') }"
  const { stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(fail)}`, join(root, program), 'help'],
    { encoding: 'utf8', env: { PATH: process.env.PATH ?? '' } },
  )
  const lines = readFileSync(join(root, programSource), 'utf8').split('\n')
  const line = lines.findIndex((text) => text.includes('process.exit(')) + 1
  expect(stderr).toContain('Error: stopped\n')
  expect(stderr).toContain(`    at ${programSource}:${line}\n`)
})

describe('the running bundle', () => {
  let server: RunningServer
  let headers: Record<string, string>
  let connectionId = ''
  let folderId = ''
  let workbookId = ''

  async function answer(method: string, path: string, body?: BodyInit, type = 'application/json'): Promise<Response> {
    const ofBody: Record<string, string> = typeof body === 'string' ? { 'content-type': type } : {}
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { ...headers, ...ofBody },
      ...(body === undefined ? {} : { body }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }
  const ask = async (method: string, path: string, body?: unknown) =>
    (await answer(method, path, body === undefined ? undefined : JSON.stringify(body))).json()

  function workbook(name: string, elements: unknown[]) {
    return { name, folderId, schemaVersion: 1, pages: [{ id: 'pg', name: 'Page', elements }] }
  }

  async function columnsOf(id: string, elementId: string): Promise<unknown[][] | undefined> {
    const response = await answer(
      'POST',
      `/v2/workbooks/${id}/pages/pg/data`,
      JSON.stringify({ elementIds: [elementId] }),
    )
    const events = (await response.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(events.filter(({ event }) => event === 'error')).toEqual([])
    return events.findLast(({ event }) => event === 'batch')?.columns
  }

  async function exported(body: object): Promise<Buffer> {
    const { queryId } = await ask('POST', `/v2/workbooks/${workbookId}/export`, body)
    for (;;) {
      const response = await answer('GET', `/v2/query/${queryId}/download`)
      if (response.status === 200) return Buffer.from(await response.arrayBuffer())
      await pause(100)
    }
  }

  beforeAll(async () => {
    vi.stubEnv('OCTAVO_ALLOWED_DESTINATIONS', '127.0.0.1')
    server = await startServer(join(folder, 'data'))
    vi.unstubAllEnvs()
    headers = { authorization: `Bearer ${await getToken(server.url)}` }
    const { entries } = await ask('GET', '/v2/connections')
    connectionId = entries.find(({ isSample }: { isSample: boolean }) => isSample).connectionId
    const { userId } = await ask('GET', '/v2/whoami')
    folderId = (await ask('GET', `/v2/members/${userId}`)).homeFolderId
    const example = readFileSync(join(root, 'docs/examples/workbook-small.json'), 'utf8')
      .replaceAll('11111111-1111-4111-8111-111111111111', connectionId)
      .replaceAll('22222222-2222-4222-8222-222222222222', folderId)
    // Long enough to be read in the thread of large bodies.
    const yaml = `${'# A comment.\n'.repeat(1000)}${stringify(JSON.parse(example))}`
    const made = await answer('POST', '/v2/workbooks/spec', yaml, 'application/yaml')
    workbookId = ((await made.json()) as { workbookId: string }).workbookId
  })
  afterAll(() => server.stop())

  test('exports a report as PDF and as a picture', async () => {
    const pdf = await exported({ elementId: 'bars', format: { type: 'pdf', layout: 'portrait' } })
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    const png = await exported({ elementId: 'bars', format: { type: 'png' } })
    expect(png.subarray(1, 4).toString()).toBe('PNG')
  })

  test('exports a workbook of a spreadsheet, which it reads as an upload', async () => {
    const xlsx = await exported({ elementId: 'bars', format: { type: 'xlsx' } })
    const form = new FormData()
    form.set('file', new File([new Uint8Array(xlsx)], 'Bars.xlsx'))
    const path = `/v2/connections/${connectionId}/uploads?preview=true`
    const preview = (await (await answer('POST', path, form)).json()) as { columns: { name: string }[] }
    expect(preview.columns.map(({ name }) => name)).toContain('Channel')
  })

  test('runs custom SQL, and reads in it which columns it uses', async () => {
    const path = ['RETAIL', 'PUBLIC', 'ORDERS']
    const source = {
      kind: 'sql',
      connectionId,
      statement: 'SELECT max(STATUS) AS LAST, 6 * 7 AS ANSWER FROM PUBLIC.ORDERS',
    }
    const columns = [{ id: 'answer', formula: '[Custom SQL/ANSWER]', name: 'Answer' }]
    const element = { id: 'own', kind: 'table', name: 'Own', source, columns }
    const { workbookId: id } = await ask('POST', '/v2/workbooks/spec', workbook('Own SQL', [element]))
    expect((await columnsOf(id, 'own'))?.map((column) => column.map(String))).toEqual([['42']])
    const { inodeId } = await ask('POST', `/v2/connection/${connectionId}/lookup`, { path })
    const readersOf = async (column: string) => {
      const { entries } = await ask('GET', `/v2/connections/tables/${inodeId}/uses?column=${column}`)
      return entries.map(({ documentId }: { documentId: string }) => documentId)
    }
    expect(await readersOf('STATUS')).toContain(id)
    // SQL that the parser cannot read counts as a reader of every column.
    expect(await readersOf('CHANNEL')).not.toContain(id)
  })

  test.each([
    ['postgres', { database: 'shop' }, 'E\0\0\0\x25SFATAL\0C28000\0Mno entry for you\0\0'],
    ['mysql', {}, '\x19\0\0\0\xff\x15\x04#28000no entry for you'],
  ])('understands a server with the driver of %s', async (type, more, refusal) => {
    const refusing = createServer((socket) => socket.on('error', () => {}).end(Buffer.from(refusal, 'latin1')))
    await once(refusing.listen(0, '127.0.0.1'), 'listening')
    const { port } = refusing.address() as AddressInfo
    const details = { type, host: '127.0.0.1', port, user: 'reader', password: 'secret', ...more }
    const outcome = await ask('POST', '/v2/connections/test', { name: 'Refusing', details })
    refusing.close()
    expect(outcome).toMatchObject({ read: 'FAILED', write: 'DISABLED', diagnosis: { step: 'signIn' } })
  })

  test('stores rows of an input table', async () => {
    const columns = [{ id: 'ID' }, { id: 'note', type: 'text', name: 'Note' }]
    const source = { kind: 'empty', connectionId }
    const notes = { id: 'notes', kind: 'input-table', name: 'Notes', source, inputMode: 'explore', columns }
    const { workbookId: id } = await ask('POST', '/v2/workbooks/spec', workbook('Notes', [notes]))
    await ask('POST', `/v2/workbooks/${id}/elements/notes/rows`, { insert: [{ note: 'first' }] })
    expect((await columnsOf(id, 'notes'))?.flat()).toContain('first')
  })

  test('serves the reference of the API, the metrics and the web app', async () => {
    expect(await (await answer('GET', '/docs/reference.js')).text()).toContain('createApiReference')
    expect(await (await answer('GET', '/metrics')).text()).toMatch(/^# HELP/m)
  })
})
