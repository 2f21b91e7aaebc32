import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { partsFolder } from '../../packages/server/src/services/audit-trail/trail-parts.ts'
import {
  startStoragePeer,
  testBucket,
  testKey,
} from '../../packages/server/src/services/schedules/destinations/storage/testing.ts'
import { program as bundle, root } from '../../scripts/lib/setup.mjs'

/**
 * Stores one secret of every kind on a server, and searches everything that the server writes and returns for them: its log, its data folder, a
 * backup of it, the audit log, its copy in Parquet, exports, and errors.
 */
const folder = mkdtempSync(join(tmpdir(), 'octavo-canary-'))
const dataDir = join(folder, 'data')
const program = join(root, bundle)
const given = {
  'password of the administrator': 'canary-of-the-administrator-7f3a',
  'secret of the first credential': 'canary-of-the-first-credential-91c4-0123456789',
  'wrong password': 'canary-of-a-wrong-password-55e0',
  'password of a connection': 'canary-of-a-connection-c81b',
  'token of an API connector': 'canary-of-an-api-connector-2d6f',
  'key of a storage integration': testKey.secretAccessKey,
  'client secret of a connection with sign-in': 'canary-of-a-connection-with-sign-in-6e2d',
  'password of a member': 'canary of the password of a member',
}
const secrets: Record<string, string> = { ...given }
let log = ''
let answers = ''
let address = ''
let server: ChildProcess
let storage: Awaited<ReturnType<typeof startStoragePeer>>
let token = ''

beforeAll(async () => {
  storage = await startStoragePeer()
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  server = spawn(process.execPath, [program, 'serve'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      OCTAVO_DATA: dataDir,
      OCTAVO_PORT: String(port),
      OCTAVO_SAMPLE: 'off',
      OCTAVO_LOG_LEVEL: 'debug',
      OCTAVO_ALLOWED_DESTINATIONS: '127.0.0.1',
      OCTAVO_ADMIN_EMAIL: 'admin@example.com',
      OCTAVO_ADMIN_PASSWORD: given['password of the administrator'],
      OCTAVO_CLIENT_ID: 'canary-client',
      OCTAVO_CLIENT_SECRET: given['secret of the first credential'],
    },
  })
  for (const stream of [server.stdout, server.stderr]) {
    stream?.on('data', (bytes: Buffer) => {
      log += bytes.toString()
    })
  }
  await until(() =>
    fetch(`${address}/readyz`)
      .then(({ ok }) => ok)
      .catch(() => false),
  )
}, 120_000)
afterAll(async () => {
  server.kill('SIGKILL')
  await storage.close()
  rmSync(folder, { recursive: true, force: true })
})

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; !(await isSo()); tries += 1) {
    if (tries > 600) throw new Error(`It never came to that.\n${log.slice(-2000)}`)
    await pause(100)
  }
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const found = probe.address()
      probe.close(() => done(typeof found === 'object' && found ? found.port : 0))
    })
  })
}

/** `isSecret`: the purpose of the response is to return a secret. */
async function ask(method: string, path: string, body?: unknown, { isSecret = false } = {}) {
  const response = await fetch(address + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!isSecret) answers += `${method} ${path} ${response.status} ${text}\n`
  return { status: response.status, text, body: JSON.parse(text) as Record<string, unknown> }
}

async function made(method: string, path: string, body?: unknown, options?: { isSecret: boolean }) {
  const answer = await ask(method, path, body, options)
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300)
  return answer.body
}

test('a secret of every kind is sent to the server', async () => {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'canary-client',
    client_secret: given['secret of the first credential'],
  })
  const signed = (await (await fetch(`${address}/v2/auth/token`, { method: 'POST', body: form })).json()) as {
    access_token: string
    refresh_token: string
  }
  token = signed.access_token
  Object.assign(secrets, { 'access token': token, 'refresh token': signed.refresh_token })
  await made('PATCH', '/v2/audit/settings', { enabled: true })
  const { userId: ownerId } = (await made('GET', '/v2/whoami')) as { userId: string }
  const pair = await made('POST', '/v2/credentials', { ownerId, name: 'Program' }, { isSecret: true })
  secrets['secret of a credential'] = String(pair.clientSecret)
  const signing = await made('GET', '/v2/organizations/settings/webhookSecret', undefined, { isSecret: true })
  secrets['secret of webhooks'] = String(signing.secret)
  const password = given['password of a connection']
  const details = { type: 'postgres', host: '127.0.0.1', port: 1, database: 'd', user: 'u', password }
  const { connectionId } = await made('POST', '/v2/connections', { name: 'Platform', details })
  await ask('POST', `/v2/connections/${connectionId}/test`)
  await made('POST', '/v2/api-credentials', {
    name: 'Key',
    allowlist: ['*'],
    credential: { authMethod: 'bearer', bearer: { token: given['token of an API connector'] } },
  })
  const provider = {
    ...{ useOauth: true, metadataUrl: `${storage.url}/metadata`, clientId: 'client' },
    clientSecret: given['client secret of a connection with sign-in'],
  }
  const ownDetails = { type: 'postgres', host: '127.0.0.1', port: 1, database: 'd', ...provider }
  await made('POST', '/v2/connections', { name: 'Signed in', details: ownDetails })
  await acceptInvitation()
  const s3 = { ...testKey, bucket: testBucket, region: 'us-east-1', endpoint: storage.url, isPathStyle: true }
  await made('POST', '/v2/audit/storageIntegrations', { name: 'trail', provider: 's3', s3 })
  expect(Object.values(secrets).every((secret) => secret.length >= 16)).toBe(true)
}, 60_000)

/** A member chooses a password with the link of the invitation, and signs in to the app. */
async function acceptInvitation(): Promise<void> {
  const email = 'canary@example.com'
  const member = { email, firstName: 'Canary', lastName: 'Bird', memberType: 'Build' }
  const { invitation } = await made('POST', '/v2/members', member, { isSecret: true })
  const invited = new URL((invitation as { url: string }).url).hash.slice(1)
  secrets['token of an invitation'] = invited
  const password = given['password of a member']
  const headers = { 'content-type': 'application/json' }
  const post = (path: string, body: object) =>
    fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) })
  expect((await post('/auth/accept-invitation', { token: invited, password })).status).toBeLessThan(300)
  const signed = await post('/auth/sign-in', { email, password })
  const session = /octavo_session=([^;]+)/.exec(signed.headers.get('set-cookie') ?? '')?.[1] ?? ''
  secrets['session of a member'] = session
}

test('requests that contain them get error responses', async () => {
  const wrong = { email: 'admin@example.com', password: given['wrong password'] }
  expect((await ask('POST', '/auth/sign-in', wrong)).status).toBeGreaterThanOrEqual(400)
  const secret = given['password of a connection']
  for (const [method, path, body] of [
    ['POST', '/v2/connections', { name: 'x', details: { type: 'postgres', password: secret } }],
    ['POST', '/v2/connections', { name: 7, details: { type: 'nothing', password: secret } }],
    ['POST', '/v2/api-credentials', { credential: { authMethod: 'bearer', bearer: { token: secret, more: 1 } } }],
    ['POST', '/v2/audit/storageIntegrations', { name: 'y', provider: 's3', s3: { secretAccessKey: secret } }],
    ['PUT', '/v2/organizations/settings/slack', { token: secret }],
  ] as const) {
    expect((await ask(method, path, body)).status, path).toBeGreaterThanOrEqual(400)
  }
}, 60_000)

test('none is in the audit log, its copy, an export of it, or the responses', async () => {
  let workspaceId = ''
  await until(async () => {
    const settings = (await ask('GET', '/v2/audit/settings')).body as { isReady: boolean; workspaceId: string | null }
    workspaceId = settings.workspaceId ?? ''
    return settings.isReady && workspaceId !== ''
  })
  const parts = join(dataDir, 'audit', readdirSync(join(dataDir, 'audit'))[0] ?? '', partsFolder)
  let trail = ''
  await until(async () => {
    trail = await rowsOf(parts)
    return trail.includes('STORAGE_INTEGRATION_CREATED')
  })
  const events = await ask('GET', '/v2/audit/events?limit=1000')
  expect(events.text).toContain('CONNECTION_CREATED')
  const { entries } = (await made('GET', `/v2/files?parentId=${workspaceId}&limit=100`)) as {
    entries: { id: string; name: string }[]
  }
  const workbookId = entries.find(({ name }) => name === 'Usage: users')?.id
  const asked = await made('POST', `/v2/workbooks/${workbookId}/export`, {
    elementId: 'events',
    format: { type: 'csv' },
  })
  let file = ''
  await until(async () => {
    const download = await fetch(`${address}/v2/query/${String(asked.queryId)}/download`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (download.status === 200) file = await download.text()
    return file !== ''
  })
  expect(file).toContain('Audit logging enabled')
  expect(foundIn({ trail, answers, file })).toEqual([])
}, 120_000)

/** All cells of all parts, as text. */
async function rowsOf(parts: string): Promise<string> {
  const instance = await DuckDBInstance.create(':memory:')
  try {
    const connection = await instance.connect()
    const reader = await connection.runAndReadAll(`SELECT * FROM read_parquet('${parts}/*.parquet')`)
    return JSON.stringify(reader.getRowsJson())
  } catch {
    return ''
  } finally {
    instance.closeSync()
  }
}

test('none is in the log of the server, in its files, or in a backup', async () => {
  const backup = join(folder, 'backup')
  const made = spawnSync(process.execPath, [program, 'backup', backup], {
    env: { PATH: process.env.PATH ?? '', OCTAVO_DATA: dataDir },
    encoding: 'utf8',
  })
  expect(made.status, made.stderr).toBe(0)
  expect(log).toContain('createConnection')
  const key = readFileSync(join(dataDir, 'keys', 'secret.key'), 'utf8').trim()
  secrets['key of the server'] = key
  expect(foundIn({ log, backupOutput: made.stdout + made.stderr, ...filesIn(backup), ...filesIn(dataDir) })).toEqual([])
  // The search works: it finds the names beside the secrets.
  const all = Object.values(filesIn(backup)).join('')
  expect(all).toContain('STORAGE_INTEGRATION_CREATED')
}, 60_000)

/** The file with the first sign-in is meant to be read once, and the key has its own folder. */
const isIntended = (path: string) => /(^|\/)(keys\/|first-sign-in\.txt$)/.test(path)

function filesIn(start: string): Record<string, string> {
  const files = readdirSync(start, { recursive: true, encoding: 'utf8' }).map((name) => join(start, name))
  return Object.fromEntries(
    files
      .filter(
        (path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true && !isIntended(relative(start, path)),
      )
      .map((path) => [relative(folder, path), readFileSync(path, 'latin1')]),
  )
}

const foundIn = (places: Record<string, string>): string[] =>
  Object.entries(places).flatMap(([place, text]) =>
    Object.entries(secrets).flatMap(([name, secret]) => (text.includes(secret) ? [`${name} in ${place}`] : [])),
  )
