/** Runs connectors of other projects, unmodified, against a real server; see README.md beside this file. */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const scripts = join(root, 'test/clients')
const clientId = 'clients-test-0000000000'
const clientSecret = 'clients-test-secret-0000000000000000'
const startWithinMs = 120_000

/** What both connectors must find. */
const expected = [
  ['orders', 'child'],
  ['orders', 'orders-table'],
  ['stores', 'stores-table'],
]

function python(): string {
  const folder = join(root, 'node_modules/.cache/test-clients')
  const program = join(folder, 'bin/python')
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true })
    execFileSync('python3', ['-m', 'venv', folder], { stdio: 'inherit' })
  }
  const requirements = join(scripts, 'requirements.txt')
  execFileSync(program, ['-m', 'pip', 'install', '--quiet', '-r', requirements], { stdio: 'inherit' })
  return program
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}

async function startServer(data: string) {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, [join(root, 'packages/server/src/cli/main.ts'), 'serve'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      OCTAVO_PORT: String(port),
      OCTAVO_DATA: data,
      OCTAVO_ADMIN_EMAIL: 'admin@example.com',
      OCTAVO_ADMIN_PASSWORD: 'only for this test 7391',
      OCTAVO_CLIENT_ID: clientId,
      OCTAVO_CLIENT_SECRET: clientSecret,
    },
  })
  const until = Date.now() + startWithinMs
  while (!(await fetch(`${address}/readyz`).catch(() => null))?.ok) {
    if (server.exitCode !== null || Date.now() > until) throw new Error('The server did not start.')
    await wait(200)
  }
  return { address, stop: () => server.kill() }
}

async function makeWorkbook(address: string): Promise<void> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  const { access_token } = await answerOf(await fetch(`${address}/v2/auth/token`, { method: 'POST', body }))
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
  const first = async (path: string) => {
    const { entries } = await answerOf(await fetch(`${address}${path}`, { headers }))
    return (entries as Record<string, string>[])[0] ?? {}
  }
  const { connectionId } = await first('/v2/connections')
  const { workspaceId } = await first('/v2/workspaces')
  const table = (id: string, source: object, formula: string) => {
    return { id, kind: 'table', name: id, source, columns: [{ id: `${id}-column`, formula, name: 'Value' }] }
  }
  const warehouse = (name: string) => ({ kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', name] })
  const elements = [
    table('orders-table', warehouse('ORDERS'), '[ORDERS/CHANNEL]'),
    table('stores-table', warehouse('STORES'), '[STORES/STORE_ID]'),
    table('child', { kind: 'table', elementId: 'orders-table' }, '[orders-table/Value]'),
    { id: 'pick', kind: 'control', controlType: 'text', controlId: 'Pick', mode: 'equals' },
    { id: 'words', kind: 'text', body: 'Words' },
  ]
  const pages = [{ id: 'page', name: 'Page', elements }]
  const spec = JSON.stringify({ name: 'Clients', folderId: workspaceId, schemaVersion: 1, pages })
  await answerOf(await fetch(`${address}/v2/workbooks/spec`, { method: 'POST', headers, body: spec }))
}

async function answerOf(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${text}`)
  return JSON.parse(text) as Record<string, unknown>
}

/** The edges that a connector found to the elements of the workbook, from its last line of output. */
function edgesOf(program: string, script: string, args: readonly string[]): string {
  const printed = execFileSync(program, [join(scripts, script), ...args], { encoding: 'utf8' }).trim()
  const edges = JSON.parse(printed.slice(printed.lastIndexOf('\n') + 1)) as [string, string][]
  const elements = new Set(expected.map(([, element]) => element))
  return JSON.stringify(edges.filter(([, element]) => elements.has(element)))
}

const folder = mkdtempSync(join(tmpdir(), 'octavo-clients-'))
let failed = 0
try {
  const program = python()
  const server = await startServer(join(folder, 'data'))
  try {
    await makeWorkbook(server.address)
    const login = [server.address, clientId, clientSecret]
    for (const [name, script, args] of [
      ['acryl-datahub', 'datahub_edges.py', [...login, join(folder, 'datahub.json')]],
      ['dagster-sigma', 'dagster_edges.py', login],
    ] as const) {
      const found = edgesOf(program, script, args)
      const isSame = found === JSON.stringify(expected)
      if (!isSame) failed += 1
      console.info(`${name}: ${isSame ? 'ok' : `expected ${JSON.stringify(expected)}, found ${found}`}`)
    }
  } finally {
    server.stop()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.info(`${2 - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
