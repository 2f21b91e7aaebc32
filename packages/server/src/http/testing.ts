import {
  answerKind,
  answersOf,
  errorsOf,
  jsonSchemaOf,
  lineSchemaOf,
  type OperationDefinition,
  takesDryRun,
} from '@octavo/core/contract'
import type { ErrorCode } from '@octavo/core/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Activity, createActivity } from '../audit/index.ts'
import { openHttpServer } from '../composition/http.ts'
import { commonRoutesOf } from '../composition/routes.ts'
import type { Config } from '../config/index.ts'
import { createOrganizationSettings } from '../services/organization/settings/organization-settings.ts'
import type { OpenStore } from '../store/testing.ts'
import type { Route } from './handle.ts'
import { createLog } from './log.ts'
import { createMatcher } from './matcher.ts'
import { createMetrics } from './metrics.ts'
import { checkOf } from './problems.ts'
import type { RateLimit } from './rate-limiter.ts'
import type { HttpServer } from './server.ts'
import type { Pages } from './serving.ts'
import { buildTestPlatform, type Role, type TestPlatform } from './testing-platform.ts'
import { parseYaml, yamlMediaType } from './yaml.ts'

export {
  addPerson,
  buildTestPlatform,
  type Person,
  type Role,
  roles,
  type TestClock,
  type TestPlatform,
  testClock,
} from './testing-platform.ts'

export interface TestRequest {
  method: string
  path: string
  as?: Role | null
  /** Address of the client; this machine by default. */
  from?: string
  query?: Record<string, string | number | boolean | readonly string[]>
  body?: unknown
  form?: Record<string, string>
  /** The raw bytes; set the content type in `headers`. */
  raw?: string | Buffer
  headers?: Record<string, string>
}

export interface TestAnswer {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  text: string
  bytes: Buffer
  /** The parsed JSON or YAML; undefined for any other kind of response. */
  body: unknown
  /** The lines of an NDJSON stream. */
  lines: unknown[]
}

export interface TestServer {
  platform: TestPlatform
  http: HttpServer
  /** Log lines written so far. */
  log: string[]
  /** A whole request; its response is validated against our schema and the published contract. */
  request(request: TestRequest): Promise<TestAnswer>
  tokenOf(role: Role): Promise<string>
}

export interface TestServerOptions {
  config?: Partial<Config>
  tokenRate?: RateLimit
  pages?: readonly Pages[]
  requestTimeoutMs?: number
  isReady?: () => Promise<void>
  /** Where requests are recorded; a separate one by default. */
  activity?: Activity
}

/** A server with the given routes besides those for signing in and health. Call `http.stop()` when done. */
export async function startTestServer(
  platform: TestPlatform,
  routes: readonly Route[] = [],
  options: TestServerOptions = {},
): Promise<TestServer> {
  const { store, clock, tokens } = platform
  const config = { ...platform.config, ...options.config }
  const log: string[] = []
  const metrics = createMetrics()
  const tokenRate = options.tokenRate ?? { perSecond: 1_000, burst: 1_000 }
  const all = [
    ...commonRoutesOf(platform, {
      config,
      clock,
      metrics,
      tokenRate,
      version: '0.0.0',
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
  const { pages, requestTimeoutMs } = options
  const activity =
    options.activity ?? createActivity({ store, clock, reportBug: (error) => void log.push(String(error)) })
  platform.beforeClose(() => activity.close())
  const services = {
    ...platform,
    settings: createOrganizationSettings({ store, clock }),
    activity,
    reportBug: (error: unknown) => void log.push(`kept no answer: ${String(error)}`),
  }
  const http = await openHttpServer(services, {
    config,
    log: createLog(config, { write: (line: string) => void log.push(line) }),
    metrics,
    routes: all,
    ...(pages === undefined ? {} : { pages }),
    ...(requestTimeoutMs === undefined ? {} : { requestTimeoutMs }),
  })
  const matcher = createMatcher(all)
  const issued = new Map<Role, { token: string; until: number }>()

  async function tokenOf(role: Role): Promise<string> {
    const known = issued.get(role)
    if (known !== undefined && known.until > clock.now()) return known.token
    const token = await tokens.grant(platform.people[role], '127.0.0.1')
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

  return { platform, http, log, request, tokenOf }
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

/** Faults of the service itself, which every operation may return. */
const alwaysPossible: readonly string[] = ['not_ready', 'store_unavailable', 'internal', 'method_not_allowed']

/** The response must be one that the operation declares, and one that the published contract allows. */
async function checkAnswer(operation: OperationDefinition, method: string, answer: TestAnswer): Promise<void> {
  const { id } = operation
  expect(answer.headers['x-request-id'], `${id} answers a request id`).toMatch(/^[0-9a-f-]{36}$/)
  if (method === 'HEAD') return
  if (answer.status >= 400) {
    const { code, requestId } = answer.body as { code: string; requestId: string }
    expect(requestId).toBe(answer.headers['x-request-id'])
    expect([...errorsOf(operation), ...alwaysPossible], `${id} declares the error it answers`).toContain(code)
  } else if (answer.status === 304) {
    expect({ etag: operation.etag, text: answer.text }, `${id} declares its ETag`).toEqual({ etag: true, text: '' })
    return
  } else {
    if (isDryRunAlone(operation, answer)) return
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

/** Whether the body is the dry run of an operation without a response body. */
function isDryRunAlone(operation: OperationDefinition, { status, body }: TestAnswer): boolean {
  const isEmpty = answersOf(operation).every(([, answer]) => answerKind(answer) === 'empty')
  return isEmpty && takesDryRun(operation) && status === 200 && Array.isArray((body as { changes?: unknown }).changes)
}

/** Whether the line is the one with which the framework ends a failed stream. */
function isFailure(line: unknown): boolean {
  return typeof line === 'object' && line !== null && 'requestId' in line && 'code' in line
}

type PublishedCheck = (operationId: string, status: number, body: unknown) => Promise<void> | void

/** Set by test/setup/published-answers.ts, which has the published contract; packages cannot import from there. */
function publishedCheck(): PublishedCheck | undefined {
  return (globalThis as { octavoPublishedCheck?: PublishedCheck }).octavoPublishedCheck
}

export interface Scenario extends Omit<TestRequest, 'method' | 'path'> {
  name: string
  /** The path with its ids; by default the path of the title. */
  path?: string | ((server: TestServer) => string)
  status: number
  /** Part of the response, compared like `toMatchObject`. */
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

/** Starts a platform and a server before the tests of a suite, and closes them afterwards. */
export function useServer(
  openStore: OpenStore,
  routesOf: (platform: TestPlatform) => readonly Route[] | Promise<readonly Route[]> = () => [],
  options: TestServerOptions = {},
): () => TestServer {
  let server: TestServer | undefined
  beforeAll(async () => {
    const platform = await buildTestPlatform(openStore)
    server = await startTestServer(platform, await routesOf(platform), options)
  })
  // Not returned from `beforeAll`: that would run after the store is closed, and the platform still writes to the store while it closes.
  afterAll(async () => {
    await server?.http.stop({ graceMs: 0 })
    await server?.platform.close()
  })
  return () => {
    if (server === undefined) throw new Error('The server is made before the first test, not before the suite.')
    return server
  }
}

/**
 * Functions that send a request as `defaultRole` unless another role is given. `done` also expects a successful response and returns its
 * body.
 */
export function requestsOf<Body = Record<string, unknown>>(server: () => TestServer, defaultRole: Role) {
  const { send: sendAs, done: doneAs } = requestsAs<Body>(server)
  const send = (method: string, path: string, body?: unknown, as: Role = defaultRole, query?: TestRequest['query']) =>
    sendAs(method, path, as, body, query)
  const done = <B = Body>(...[method, path, body, as = defaultRole, query]: Parameters<typeof send>) =>
    doneAs<B>(method, path, as, body, query)
  return { send, done }
}

/** Like `requestsOf`, for suites whose requests name their role, which comes before the body; null is a request without a session. */
export function requestsAs<Body = Record<string, unknown>>(server: () => TestServer, defaultRole: Role | null = null) {
  const send = (
    method: string,
    path: string,
    as: Role | null = defaultRole,
    body?: unknown,
    query?: TestRequest['query'],
  ) =>
    server().request({
      method,
      path,
      as,
      ...(body === undefined ? {} : { body }),
      ...(query === undefined ? {} : { query }),
    })
  async function done<B = Body>(...request: Parameters<typeof send>): Promise<B> {
    const answer = await send(...request)
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body as B
  }
  return { send, done }
}
