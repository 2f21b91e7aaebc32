import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configurationTable } from '../../packages/server/src/config/index.ts'
import { credential, type RunningServer, startServer } from '../bench/server.ts'

const root = resolve(fileURLToPath(import.meta.url), '../../..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

test('the table of settings in the README lists the settings that the server reads', () => {
  const table = /<!-- configuration -->\n([\s\S]*?)\n<!-- \/configuration -->/.exec(readme)?.[1]
  expect(table).toBe(configurationTable().trim())
})

test('every file that the README names exists', () => {
  const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path = '']) => path)
  expect(links.length).toBeGreaterThan(5)
  for (const path of links) expect(() => readFileSync(join(root, path)), path).not.toThrow(/ENOENT/)
})

const missing = ['bash', 'curl', 'sed'].filter((tool) => spawnSync(tool, ['--version']).error)

test.skipIf(missing.length > 0)(
  `the tour of the README${missing.length > 0 ? ` (skipped: no ${missing})` : ''}`,
  async () => {
    const script = /## A tour with curl[\s\S]*?```sh\nURL=[^\n]*\n([\s\S]*?)```/.exec(readme)?.[1]
    const folder = mkdtempSync(join(tmpdir(), 'octavo-tour-'))
    symlinkSync(join(root, 'docs'), join(folder, 'docs'))
    const variables = `URL=${server.url}\nCLIENT_ID=${credential.id}\nCLIENT_SECRET=${credential.secret}\n`
    const run = spawnSync('bash', ['-euo', 'pipefail', '-c', `${variables}${script}`], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` },
      timeout: 60_000,
    })
    expect(run.stderr).toBe('')
    expect(run.status).toBe(0)
    expect(run.stdout).toContain('"elementId":"bars"')
    const sql = /^(?:WITH|SELECT)[\s\S]*?(?=^Order Id,)/m.exec(run.stdout)?.[0] ?? ''

    // The file contains what the engine returns for the SQL that the API returned.
    const instance = await DuckDBInstance.create(join(dataDir, 'sample', 'RETAIL.duckdb'), { access_mode: 'READ_ONLY' })
    const connection = await instance.connect()
    const answer = await connection.runAndReadAll(sql)
    const expected = answer
      .getRowsJS()
      .map((row) =>
        row
          .map((cell) => (cell === null ? '' : cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell)))
          .join(','),
      )
    connection.closeSync()
    const [header, ...lines] = readFileSync(join(folder, 'orders.csv'), 'utf8').trimEnd().split('\r\n')
    expect(header).toBe('Order Id,Order Date,Status,Channel')
    expect(lines.length).toBe(200_000)
    const dates = lines.map((line) => line.split(',')[1] ?? '')
    expect(dates.findIndex((date, index) => index > 0 && date > (dates[index - 1] ?? ''))).toBe(-1)
    // Orders of the same day have no defined order.
    lines.sort()
    expected.sort()
    expect(lines.findIndex((line, index) => line !== expected[index])).toBe(-1)
    expect(expected.length).toBe(lines.length)
    rmSync(folder, { recursive: true })
  },
)

let dataDir = ''
let server: RunningServer

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'octavo-commands-'))
  server = await startServer(dataDir)
})

afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})
