import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminTypeName, builtInAccountTypes } from '@octavo/core/access'
import { answersOf, errorsOf, jsonSchemaOf, lineSchemaOf, type OperationDefinition } from '@octavo/core/contract'
import type { ErrorCode } from '@octavo/core/errors'
import { beforeAll, describe, expect, test } from 'vitest'
import { createDenials } from '../audit/index.ts'
import { type Clock, type Config, loadConfig, Secret } from '../config/index.ts'
import { apiCredentialContext, hashPassword, openSecrets, type Secrets } from '../secrets/index.ts'
import { type AllowedAddresses, createAllowedAddresses } from '../services/allowed-addresses.ts'
import { createOrganizationSettings } from '../services/organization-settings.ts'
import { createSignIn, type SignIn } from '../services/sign-in.ts'
import { createTokens, type Tokens } from '../services/tokens.ts'
import { createViewers, type Viewers } from '../services/viewers.ts'
import { insertAccountType } from '../store/account-types.ts'
import { insertCredential } from '../store/api-credentials.ts'
import { newMemberId, newUuid, type Store, urlIdOf } from '../store/index.ts'
import { insertInode } from '../store/inodes.ts'
import { insertMember } from '../store/members.ts'
import { insertOrganization } from '../store/organizations.ts'
import type { OpenStore } from '../store/testing.ts'
import { createAuthenticate } from './authenticate.ts'
import type { Route } from './handle.ts'
import { createIdempotency } from './idempotency.ts'
import { createLog } from './log.ts'
import { createMatcher } from './matcher.ts'
import { createMetrics } from './metrics.ts'
import { createPaging } from './paging.ts'
import { checkOf } from './problems.ts'
import type { RateLimit } from './rate-limit.ts'
import { createRateLimits } from './rate-limits.ts'
import { authRoutes } from './routes/auth.ts'
import { healthRoutes } from './routes/health.ts'
import { sessionRoutes } from './routes/session.ts'
import { whoamiRoutes } from './routes/whoami.ts'
import { createHttpServer, type HttpServer, type Pages } from './server.ts'
import { parseYaml, yamlMediaType } from './yaml.ts'

/**
 * Who asks in a test. All but `outsider` are members of one organization; `stranger` may build but is in no team and gets no
 * grants; `outsider` is the administrator of another organization in the same store.
 */
export const roles = ['admin', 'builder', 'analyst', 'viewer', 'stranger', 'guest', 'outsider'] as const
export type Role = (typeof roles)[number]

const accountTypeOf: Record<Role, string> = {
  admin: adminTypeName,
  builder: 'Build',
  analyst: 'Analyze',
  viewer: 'View',
  stranger: 'Build',
  guest: 'View',
  outsider: adminTypeName,
}

export interface Person {
  organizationId: string
  memberId: string
  email: string
  homeFolderId: string
  clientId: string
  clientSecret: string
}

export interface TestClock extends Clock {
  advance(ms: number): void
}

/** A real store with people in it, and what services are made of. */
export interface House {
  store: Store
  secrets: Secrets
  clock: TestClock
  config: Config
  dataDir: string
  organizationId: string
  people: Record<Role, Person>
  viewers: Viewers
  addresses: AllowedAddresses
  tokens: Tokens
  signIn: SignIn
  /** The password of every person. */
  password: string
  close(): void
  /** How many times the first-start secrets would have been removed. */
  adminSignIns(): number
}

export function testClock(start = Date.UTC(2026, 5, 15, 12)): TestClock {
  let now = start
  return {
    now: () => now,
    advance: (ms) => {
      now += ms
    },
  }
}

/** Made once for a file: argon2 is slow on purpose. */
const password = 'correct horse battery staple'
let passwordHash: Promise<string> | undefined

export async function buildHouse(openStore: OpenStore): Promise<House> {
  const clock = testClock()
  const store = await openStore({ clock })
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-http-'))
  const secrets = openSecrets({ dataDir, secretKey: null })
  passwordHash ??= hashPassword(new Secret(password))
  const hash = await passwordHash
  const organizationId = await addOrganization(store, clock, 'main')
  const otherId = await addOrganization(store, clock, 'other')
  const people: Partial<Record<Role, Person>> = {}
  for (const role of roles) {
    const home = role === 'outsider' ? otherId : organizationId
    const kind = { name: role, accountType: accountTypeOf[role], userKind: role === 'guest' ? 'guest' : 'internal' }
    people[role] = await addPerson({ store, secrets, clock, organizationId: home, hash, ...kind })
  }
  let adminSignIns = 0
  const viewers = createViewers({ store, clock })
  const addresses = createAllowedAddresses({ store, clock })
  return {
    store,
    secrets,
    clock,
    config: loadConfig({ OCTAVO_DATA: dataDir, OCTAVO_LOG_LEVEL: 'info', OCTAVO_PUBLIC_URL: '' }),
    dataDir,
    organizationId,
    people: people as Record<Role, Person>,
    viewers,
    addresses,
    tokens: createTokens({ store, secrets, clock, viewers, addresses }),
    signIn: createSignIn({
      store,
      secrets,
      clock,
      viewers,
      addresses,
      onAdminSignIn: () => {
        adminSignIns += 1
      },
    }),
    password,
    close: () => rmSync(dataDir, { recursive: true, force: true }),
    adminSignIns: () => adminSignIns,
  }
}

function audited(now: number) {
  return { created_by: 'system', updated_by: 'system', created_at: now, updated_at: now }
}

async function addOrganization(store: Store, clock: Clock, slug: string): Promise<string> {
  const id = newUuid()
  // Sign-in takes the oldest organization, so each is a little younger than the one before.
  if ('advance' in clock) (clock as TestClock).advance(1)
  const now = clock.now()
  await store.maintain('test organization', async (tx) => {
    const row = { id, slug, name: slug, zone: 'UTC', settings: '{}', created_at: now, updated_at: now }
    await insertOrganization(tx, row)
    for (const [index, type] of builtInAccountTypes.entries()) {
      await insertAccountType(tx, {
        organization_id: id,
        id: newUuid(),
        name: type.name,
        description: type.description,
        is_built_in: 1,
        permissions: JSON.stringify(type.permissions),
        ...audited(now),
        created_at: now + index,
      })
    }
  })
  return id
}

/** A member with a password and an API credential. */
export async function addPerson(given: {
  store: Store
  secrets: Secrets
  clock: Clock
  organizationId: string
  /** Of the email and the credential; unique in the organization. */
  name: string
  accountType: string
  userKind: string
  hash: string | null
}): Promise<Person> {
  const { store, secrets, clock, organizationId, name, accountType, userKind, hash } = given
  const person: Person = {
    organizationId,
    memberId: newMemberId(),
    email: `${name}@example.com`,
    homeFolderId: newUuid(),
    clientId: `client-of-${name}`,
    clientSecret: `secret-of-${name}-0123456789abcdef`,
  }
  const stamp = { organization_id: organizationId, ...audited(clock.now()) }
  await store.maintain('test member', async (tx) => {
    const type = await tx
      .selectFrom('account_types')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('name', '=', accountType)
      .executeTakeFirstOrThrow()
    await insertMember(tx, {
      ...stamp,
      id: person.memberId,
      email: person.email,
      email_key: person.email,
      first_name: name,
      last_name: 'Test',
      account_type_id: type.id,
      user_kind: userKind,
      home_folder_id: person.homeFolderId,
      password_hash: hash,
      profile_img_url: null,
      is_archived: 0,
    })
    await insertInode(tx, {
      ...stamp,
      id: person.homeFolderId,
      url_id: urlIdOf(person.homeFolderId),
      type: 'folder',
      name: 'My Documents',
      parent_id: null,
      owner_id: person.memberId,
      is_home: 1,
      description: '',
      badge: null,
      is_archived: 0,
      archived_at: null,
      archived_by: null,
    })
    await insertCredential(tx, {
      ...stamp,
      id: person.clientId,
      owner_id: person.memberId,
      name: 'test',
      description: '',
      secret_encrypted: secrets.encrypt(person.clientSecret, apiCredentialContext(person.clientId)),
      last_used_at: null,
      expires_at: null,
      is_revoked: 0,
      scopes: null,
    })
  })
  return person
}

export interface TestRequest {
  method: string
  path: string
  as?: Role | null
  /** Address of the client; absent: this machine. */
  from?: string
  query?: Record<string, string | number | boolean | readonly string[]>
  body?: unknown
  form?: Record<string, string>
  /** Bytes as they are; give the content type in `headers`. */
  raw?: string | Buffer
  headers?: Record<string, string>
}

export interface TestAnswer {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  text: string
  bytes: Buffer
  /** The parsed JSON or YAML; undefined for any other kind of answer. */
  body: unknown
  /** The lines of an NDJSON stream. */
  lines: unknown[]
}

export interface TestServer {
  house: House
  http: HttpServer
  /** Log lines written so far. */
  log: string[]
  /** A whole request; its answer is checked against our schema and against the published contract. */
  request(request: TestRequest): Promise<TestAnswer>
  tokenOf(role: Role): Promise<string>
}

export interface TestServerOptions {
  config?: Partial<Config>
  tokenRate?: RateLimit
  pages?: readonly Pages[]
  bodyLimitBytes?: number
  requestTimeoutMs?: number
  isReady?: () => Promise<void>
}

/** A server with the given routes beside those for signing in and health. Call `http.stop()` when done. */
export async function startTestServer(
  house: House,
  routes: readonly Route[] = [],
  options: TestServerOptions = {},
): Promise<TestServer> {
  const { store, clock, secrets, tokens, signIn } = house
  const config = { ...house.config, ...options.config }
  const log: string[] = []
  const metrics = createMetrics()
  const tokenRate = options.tokenRate ?? { perSecond: 1_000, burst: 1_000 }
  const all = [
    ...authRoutes({ tokens, clock, tokenRate }),
    ...sessionRoutes({ signIn, clock }),
    ...whoamiRoutes(),
    ...healthRoutes({
      config,
      metrics,
      isReady:
        options.isReady ??
        (() =>
          store.db
            .selectFrom('instance')
            .select('name')
            .limit(1)
            .execute()
            .then(() => undefined)),
    }),
    ...routes,
  ]
  const http = await createHttpServer({
    config,
    log: createLog(config, { write: (line: string) => void log.push(line) }),
    clock,
    routes: all,
    authenticate: createAuthenticate({ tokens, signIn, addresses: house.addresses }),
    paged: createPaging(secrets),
    metrics,
    once: createIdempotency({
      store,
      secrets,
      clock,
      reportBug: (error) => void log.push(`kept no answer: ${String(error)}`),
    }),
    denials: createDenials({ store, clock }),
    rateLimits: createRateLimits({
      settings: createOrganizationSettings({ store, clock }),
      clock,
      perMinute: config.rateLimits,
    }),
    ...(options.pages === undefined ? {} : { pages: options.pages }),
    ...(options.bodyLimitBytes === undefined ? {} : { bodyLimitBytes: options.bodyLimitBytes }),
    ...(options.requestTimeoutMs === undefined ? {} : { requestTimeoutMs: options.requestTimeoutMs }),
  })
  const matcher = createMatcher(all)
  const issued = new Map<Role, { token: string; until: number }>()

  async function tokenOf(role: Role): Promise<string> {
    const known = issued.get(role)
    if (known !== undefined && known.until > clock.now()) return known.token
    const token = await tokens.grant(house.people[role], '127.0.0.1')
    issued.set(role, { token: token.access_token, until: clock.now() + token.expires_in * 1000 })
    return token.access_token
  }

  async function request(sent: TestRequest): Promise<TestAnswer> {
    const headers: Record<string, string> = { ...sent.headers }
    if (sent.as) headers.authorization ??= `Bearer ${await tokenOf(sent.as)}`
    let payload: string | Buffer | undefined = sent.raw
    if (sent.body !== undefined) {
      payload = JSON.stringify(sent.body)
      headers['content-type'] ??= 'application/json'
    } else if (sent.form !== undefined) {
      payload = new URLSearchParams(sent.form).toString()
      headers['content-type'] ??= 'application/x-www-form-urlencoded'
    }
    const url = sent.path + queryText(sent.query)
    const response = await http.inject({
      method: sent.method as 'GET',
      url,
      headers,
      ...(sent.from === undefined ? {} : { remoteAddress: sent.from }),
      ...(payload === undefined ? {} : { payload }),
    })
    const mediaType = String(response.headers['content-type'] ?? '').split(';')[0]
    const text = response.headers['content-encoding'] === undefined ? response.payload : ''
    const answer: TestAnswer = {
      status: response.statusCode,
      headers: response.headers,
      text,
      bytes: response.rawPayload,
      body: text === '' ? undefined : bodyOf(mediaType, text),
      lines: mediaType === 'application/x-ndjson' ? linesOf(text) : [],
    }
    const match = matcher.match(sent.method, url.split('?')[0] ?? '')
    if (match.kind === 'found') await checkAnswer(match.route.operation, sent.method, answer)
    return answer
  }

  return { house, http, log, request, tokenOf }
}

function queryText(query: TestRequest['query']): string {
  if (query === undefined) return ''
  const text = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) text.append(name, String(item))
  }
  return `?${text}`
}

function bodyOf(mediaType: string | undefined, text: string): unknown {
  if (mediaType === 'application/json') return JSON.parse(text)
  return mediaType === yamlMediaType ? parseYaml(text) : undefined
}

function linesOf(text: string): unknown[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

/** Faults of the service itself, which every operation may answer. */
const alwaysPossible: readonly string[] = ['not_ready', 'store_unavailable', 'internal', 'method_not_allowed']

/** The answer must be one that the operation declares, and one that the published contract allows. */
async function checkAnswer(operation: OperationDefinition, method: string, answer: TestAnswer): Promise<void> {
  const { id } = operation
  expect(answer.headers['x-request-id'], `${id} answers a request id`).toMatch(/^[0-9a-f-]{36}$/)
  if (method === 'HEAD') return
  if (answer.status >= 400) {
    const { code, requestId } = answer.body as { code: string; requestId: string }
    expect(requestId).toBe(answer.headers['x-request-id'])
    expect([...errorsOf(operation), ...alwaysPossible], `${id} declares the error it answers`).toContain(code)
  } else {
    const declared = answersOf(operation).find(([status]) => status === answer.status)?.[1]
    if (declared === undefined) throw new Error(`${id} answers the status ${answer.status}, which it does not declare.`)
    const schema = jsonSchemaOf(declared)
    if (schema !== undefined && answer.headers['content-encoding'] === undefined)
      expect(checkOf(schema)(answer.body), `${id} answers what it declares`).toEqual([])
    const line = lineSchemaOf(declared)
    for (const sent of line === undefined ? [] : answer.lines.filter((sent) => !isFailure(sent))) {
      expect(line && checkOf(line)(sent), `a line of ${id}: ${JSON.stringify(sent)}`).toEqual([])
    }
  }
  await publishedCheck()?.(id, answer.status, answer.body)
}

/** The line with which the framework ends a stream that failed. */
function isFailure(line: unknown): boolean {
  return typeof line === 'object' && line !== null && 'requestId' in line && 'code' in line
}

type PublishedCheck = (operationId: string, status: number, body: unknown) => Promise<void> | void

/** Set by test/setup/published-answers.ts, which knows the published contract; packages cannot import from there. */
function publishedCheck(): PublishedCheck | undefined {
  return (globalThis as { octavoPublishedCheck?: PublishedCheck }).octavoPublishedCheck
}

export interface Scenario extends Omit<TestRequest, 'method' | 'path'> {
  name: string
  /** The path with its ids; absent: the path of the title as it is. */
  path?: string | ((server: TestServer) => string)
  status: number
  /** Part of the answer, as `toMatchObject` compares. */
  answer?: object
  check?: (answer: TestAnswer, server: TestServer) => void | Promise<void>
}

/**
 * Whole requests against one operation, named by its title: `scenarios('GET /v2/teams/{teamId}', () => server, [...])`. Every
 * error that the operation itself declares needs a row; `untested` says why one has none.
 */
export function scenarios(
  title: string,
  serverOf: () => TestServer,
  rows: readonly Scenario[],
  options: { operation?: OperationDefinition; untested?: { readonly [C in ErrorCode]?: string } } = {},
): void {
  const [method = '', pathOfTitle = ''] = title.split(' ')
  const seen = new Set<string>()
  describe(title, () => {
    test.each(rows)('$name', async ({ name: _name, path, status, answer, check, ...request }) => {
      const server = serverOf()
      const where = typeof path === 'function' ? path(server) : (path ?? pathOfTitle)
      const got = await server.request({ ...request, method, path: where })
      expect(got.status, got.text.slice(0, 500)).toBe(status)
      if (answer !== undefined) expect(got.body).toMatchObject(answer)
      await check?.(got, server)
      if (status >= 400) seen.add((got.body as { code: string }).code)
    })
    const declared = options.operation?.errors ?? []
    if (declared.length === 0) return
    test('every error of its own has a row', () => {
      const missing = declared.filter((code) => !seen.has(code) && options.untested?.[code] === undefined)
      expect(missing).toEqual([])
    })
  })
}

/** A house and a server for a whole suite, gone after it. */
export function useServer(
  openStore: OpenStore,
  routesOf: (house: House) => readonly Route[] | Promise<readonly Route[]> = () => [],
  options: TestServerOptions = {},
): () => TestServer {
  let server: TestServer | undefined
  beforeAll(async () => {
    const house = await buildHouse(openStore)
    const started = await startTestServer(house, await routesOf(house), options)
    server = started
    return async () => {
      await started.http.stop({ graceMs: 0 })
      house.close()
    }
  })
  return () => {
    if (server === undefined) throw new Error('The server is made before the first test, not before the suite.')
    return server
  }
}
