import { randomUUID } from 'node:crypto'
import { once as occurrence } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import type { Viewer } from '@octavo/core/access'
import {
  answersOf,
  bodyLimits,
  bodySizeOf,
  isDeed,
  isForOneselfOnly,
  type OperationDefinition,
  type PageQuery,
  takesIdempotencyKey,
} from '@octavo/core/contract'
import { AppError, isAppError } from '@octavo/core/errors'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { requireOperation } from '../access/index.ts'
import type { Denials } from '../audit/index.ts'
import { type Clock, type Config, StartupError } from '../config/index.ts'
import { type Store, withRequest } from '../store/index.ts'
import type { Authenticate } from './authenticate.ts'
import { createBodyReader } from './body-reader.ts'
import { answerDryRun } from './dry-run.ts'
import { errorAnswer, rawErrorAnswer } from './error-answer.ts'
import type { HandlerContext, RequestFacts, Route } from './handle.ts'
import type { Once } from './idempotency.ts'
import type { Log } from './log.ts'
import { createMatcher, type Match } from './matcher.ts'
import type { Metrics } from './metrics.ts'
import type { Paged } from './paging.ts'
import type { RateLimits } from './rate-limits.ts'
import { assertReadable } from './read-body.ts'
import { mayExceed, readBytes } from './read-bytes.ts'
import { hsts, securityHeaders } from './security-headers.ts'
import { send } from './send.ts'
import { createServerAddresses } from './server-addresses.ts'
import { validateRequest } from './validate-request.ts'
import { wantsYaml } from './yaml.ts'

export interface HttpServerOptions {
  config: Pick<Config, 'publicUrl' | 'authUrl' | 'trustedProxies' | 'strict' | 'cors'>
  log: Log
  clock: Clock
  /** Everything that is served; one route for each operation. */
  routes: readonly Route[]
  authenticate: Authenticate
  paged: Paged
  metrics: Metrics
  once: Once
  /** Runs work and undoes its writes. */
  dryRun: Store['dryRun']
  rateLimits: RateLimits
  /** Told of every deed that the gate refused. */
  denials: Denials
  /** Pages and files that are no operations; the first that answers wins. */
  pages?: readonly Pages[]
  /** Time for a request to arrive whole. */
  requestTimeoutMs?: number
}

/** Pages for browsers: the web app and the reference. True when the request was answered. */
export type Pages = (request: PageRequest, reply: FastifyReply) => Promise<boolean>
export interface PageRequest {
  path: string
  acceptEncoding: string | undefined
  wantsHtml: boolean
  ifNoneMatch: string | undefined
}

export interface HttpServer {
  /** Starts to listen, on `authPort` too, and returns where. Throws StartupError when it may not. */
  listen(at: { host: string; port: number; authPort?: number | null }): Promise<{ url: string; port: number }>
  /** Stops accepting, lets running requests end, and after `graceMs` cuts what still runs. */
  stop(options?: { graceMs?: number }): Promise<void>
  /** A whole request without a network, for tests. */
  inject: FastifyInstance['inject']
}

interface RequestState {
  operation: OperationDefinition
  route: Route
  params: Record<string, string>
  viewer: Viewer | undefined
}

const defaultRequestTimeoutMs = 120_000
const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Joins the parts of the framework; knows no resource. Throws when two routes clash or a body type cannot be read. */
export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const {
    config,
    log,
    clock,
    routes,
    authenticate,
    paged,
    metrics,
    once,
    dryRun,
    rateLimits,
    denials,
    pages = [],
    requestTimeoutMs = defaultRequestTimeoutMs,
  } = options
  for (const { operation } of routes) assertReadable(operation)
  const matcher = createMatcher(routes)
  const states = new WeakMap<FastifyRequest, RequestState>()
  const starts = new WeakMap<FastifyRequest, number>()
  const running = new Set<AbortController>()
  const headersOfAll = securityHeaders(config)
  const reader = createBodyReader()
  let isStopping = false
  let listeningUrl: string | null = null
  const addresses = createServerAddresses(config, () => listeningUrl)
  const otherPorts: Server[] = []

  const app = Fastify({
    logger: false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: config.trustedProxies.length === 0 ? false : [...config.trustedProxies],
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: requestTimeoutMs,
    http: {
      // Refused below, in our shape.
      requireHostHeader: false,
      // Node exchanges the two when this one is the longer.
      headersTimeout: Math.min(60_000, requestTimeoutMs),
      connectionsCheckingInterval: Math.min(30_000, requestTimeoutMs / 4),
    },
    routerOptions: { ignoreTrailingSlash: false },
    exposeHeadRoutes: false,
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, request, reply) => answerError(error, request, reply),
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request: FastifyRequest, stream: IncomingMessage) =>
    readBytes(stream, request.headers, bodyBytesOf(states.get(request)?.operation)),
  )
  app.setErrorHandler(async (error, request, reply) => {
    await noteDenial(error, request)
    return answerError(error, request, reply)
  })
  app.setNotFoundHandler((request) => {
    throw new AppError('unknown_operation', { method: request.method, path: pathOf(request) })
  })
  app.addHook('onRequest', async (request, reply) => {
    starts.set(request, performance.now())
    reply.headers(headersOfAll).header('x-request-id', request.id)
    // A proxy that is trusted says that the client came by https.
    if (request.protocol === 'https') reply.header('strict-transport-security', hsts)
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      throw new AppError('invalid_request', { reason: 'The header Host is missing.' })
    }
    if (isStopping) throw new AppError('not_ready', { reason: 'The server is stopping.' })
  })
  app.addHook('onSend', async (_request, reply) => {
    // A connection that was busy when the stop began would otherwise be kept alive and waited for.
    if (isStopping) reply.header('connection', 'close')
  })
  app.addHook('onResponse', async (request, reply) => noteAnswer(request, reply))
  app.route({
    method: [...allMethods],
    url: '/*',
    // Who asks is known before a single byte of the body is read.
    onRequest: async (request, reply) => {
      const path = pathOf(request)
      const isApi = isApiPath(path)
      if (isApi && config.cors && request.headers.cookie === undefined) allowOtherOrigins(reply)
      if (request.method === 'OPTIONS') return answerPreflight(path, isApi, reply)
      const match = matcher.match(request.method, path)
      if (match.kind !== 'found') return answerPage(path, match, request, reply)
      const { operation } = match.route
      // What can be no media type would be refused before the operation says whether it takes a body at all.
      if (!mediaTypeForm.test(request.headers['content-type'] ?? anyBytes)) request.headers['content-type'] = anyBytes
      states.set(request, { operation, route: match.route, params: match.params, viewer: undefined })
      rateLimits.ofAddress(operation, request.ip, (headers) => reply.headers(headers))
      addresses.requireRightOne(operation, request)
      const viewer = await authenticate(operation, {
        method: request.method,
        headers: request.headers,
        isHttps: addresses.isHttps(request),
        ownOrigins: addresses.ownOrigins(request),
        address: request.ip,
      })
      states.set(request, { operation, route: match.route, params: match.params, viewer })
      if (viewer !== undefined && (operation.auth ?? 'viewer') === 'viewer') {
        requireOperation(viewer, {
          requires: operation.requires,
          isDeed: isDeed(operation),
          isForOneselfOnly: isForOneselfOnly(operation),
        })
      }
    },
    handler: async (request, reply) => {
      const state = states.get(request)
      if (state === undefined) throw new Error('A request reached its handler without an operation.')
      return withRequest({ id: request.id, address: request.ip }, () => answerOperation(state, request, reply))
    },
  })

  async function answerOperation(state: RequestState, request: FastifyRequest, reply: FastifyReply) {
    const { operation, route, params, viewer } = state
    if (viewer !== undefined) await rateLimits.ofViewer(operation, viewer, (headers) => reply.headers(headers))
    const valid = await validateRequest(
      operation,
      {
        params,
        query: queryOf(request),
        contentType: request.headers['content-type'],
        body: Buffer.isBuffer(request.body) ? request.body : undefined,
      },
      { isStrict: config.strict, reader },
    )
    if (valid.warnings.length > 0) reply.header('warning', warningHeader(valid.warnings))
    const controller = new AbortController()
    running.add(controller)
    reply.raw.once('close', () => {
      running.delete(controller)
      if (!reply.raw.writableFinished) controller.abort(new Error('The client went away.'))
    })
    const startedAt = starts.get(request) ?? performance.now()
    const facts = { ...factsOf(request, reply), ...addresses.of(request), startedAt, signal: controller.signal }
    const { page, limit, pageToken, pageSize, ...filters } = valid.query
    const paging = { page, limit, pageToken, pageSize } as PageQuery
    // The contract's types hold because the request was validated against this very operation.
    const context = {
      viewer,
      params: valid.params,
      query: valid.query,
      body: valid.body,
      request: facts,
      paged: (read) => {
        if (viewer === undefined) throw new Error(`Operation ${operation.id} has pages but no viewer.`)
        const { organizationId, memberId: actorId } = viewer
        return paged(
          { operation: operation.id, organizationId, actorId, filters: [valid.params, filters], paging },
          read,
        )
      },
    } as HandlerContext<OperationDefinition>
    const run = () => (valid.isDryRun ? answerDryRun(dryRun, () => route.run(context)) : route.run(context))
    const key = request.headers['idempotency-key']
    const result =
      viewer === undefined || key === undefined || valid.isDryRun || !takesIdempotencyKey(operation)
        ? await run()
        : await once(
            {
              viewer,
              operation: operation.id,
              firstStatus: answersOf(operation)[0]?.[0] ?? 200,
              key: String(key),
              method: request.method,
              url: request.url,
              contentType: request.headers['content-type'],
              body: Buffer.isBuffer(request.body) ? request.body : undefined,
              signal: controller.signal,
              onReplay: () => reply.header('idempotency-replayed', 'true'),
            },
            run,
          )
    return send(reply, operation, result, {
      requestId: request.id,
      acceptEncoding: request.headers['accept-encoding'],
      ifNoneMatch: operation.method === 'GET' ? request.headers['if-none-match'] : undefined,
      asYaml: operation.yaml === true && wantsYaml(request.headers.accept, valid.query.format),
      signal: controller.signal,
      onLateError: (error) =>
        log.error({ requestId: request.id, operation: operation.id, err: error }, 'stream failed'),
    })
  }

  async function answerPage(path: string, match: Match<Route>, request: FastifyRequest, reply: FastifyReply) {
    if (request.method === 'GET' || request.method === 'HEAD') {
      const asked = {
        path,
        acceptEncoding: request.headers['accept-encoding'],
        wantsHtml: /text\/html/.test(request.headers.accept ?? ''),
        ifNoneMatch: request.headers['if-none-match'],
      }
      for (const page of pages) if (await page(asked, reply)) return reply
    }
    if (match.kind === 'wrong_method') {
      throw new AppError('method_not_allowed', { method: request.method, allowed: match.allowed })
    }
    throw new AppError('unknown_operation', { method: request.method, path })
  }

  function answerPreflight(path: string, isApi: boolean, reply: FastifyReply) {
    if (!isApi || !config.cors) throw new AppError('unknown_operation', { method: 'OPTIONS', path })
    return reply
      .code(204)
      .header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
      .header('access-control-allow-headers', 'authorization, content-type, idempotency-key, if-match, if-none-match')
      .header('access-control-max-age', '86400')
      .send()
  }

  /** What the gate refused is told to the log of deeds; a log that cannot be written refuses nothing else. */
  async function noteDenial(error: unknown, request: FastifyRequest): Promise<void> {
    const { viewer, operation, params = {} } = states.get(request) ?? {}
    if (viewer === undefined || operation === undefined || !isAppError(error, 'forbidden')) return
    try {
      await withRequest({ id: request.id, address: request.ip }, () =>
        denials(viewer, { operation: operation.id, ids: params, reason: error.message }),
      )
    } catch (failure) {
      log.error({ requestId: request.id, operation: operation.id, err: failure }, 'a denial is not in the log')
    }
  }

  function answerError(thrown: unknown, request: FastifyRequest, reply: FastifyReply) {
    const { status, headers, body, isBug } = errorAnswer(thrown, request.id)
    if (isBug)
      log.error({ requestId: request.id, operation: states.get(request)?.operation.id, err: thrown }, body.code)
    else if (status === 401 && states.get(request)?.operation.auth === 'client') {
      headers['www-authenticate'] = 'Basic realm="octavo"'
    }
    // The rest of a body that nobody wants is not read: the connection ends with this answer.
    if (!request.raw.readableEnded && mayExceed(request.headers, bodyLimits.open.bytes)) headers.connection = 'close'
    return reply
      .code(status)
      .headers({ 'x-request-id': request.id, 'cache-control': 'no-store', ...headers })
      .send(body)
  }

  function answerUnreadable(error: Error & { code?: string }, socket: Socket) {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
    const status = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
    socket.end(rawErrorAnswer(status, randomUUID()))
  }

  function noteAnswer(request: FastifyRequest, reply: FastifyReply) {
    const state = states.get(request)
    const seconds = (performance.now() - (starts.get(request) ?? performance.now())) / 1000
    metrics.note({ operation: state?.operation.id ?? 'none', status: reply.statusCode, seconds })
    // The query stays out of the log: people put names and values into it.
    const line = {
      requestId: request.id,
      method: request.method,
      path: pathOf(request),
      operation: state?.operation.id,
      status: reply.statusCode,
      ms: Math.round(seconds * 1000),
      memberId: state?.viewer?.memberId,
      address: request.ip,
    }
    const isProbe = state?.operation.tag === 'service'
    if (isProbe) log.debug(line, 'request')
    else log.info(line, 'request')
  }

  return {
    async listen({ host, port, authPort = null }) {
      await app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
        throw whyNotListening(error, host, port)
      })
      if (authPort !== null) otherPorts.push(await listenToo(app.server, host, authPort))
      const address = app.server.address()
      const actual = typeof address === 'object' && address !== null ? address.port : port
      listeningUrl = urlOf(host, actual)
      log.debug({ at: clock.now() }, 'listening')
      return { url: listeningUrl, port: actual }
    },
    async stop({ graceMs = 10_000 } = {}) {
      isStopping = true
      const cut = setTimeout(() => {
        for (const controller of running) controller.abort(new Error('The server is stopping.'))
        app.server.closeAllConnections()
      }, graceMs)
      for (const other of otherPorts) other.close()
      await app.close()
      await reader.close()
      clearTimeout(cut)
    },
    inject: app.inject.bind(app),
  }
}

function factsOf(
  request: FastifyRequest,
  reply: FastifyReply,
): Pick<RequestFacts, 'id' | 'headers' | 'address' | 'setHeaders'> {
  const { id, headers, ip: address } = request
  return { id, headers, address, setHeaders: (given) => void reply.headers(given) }
}

const anyBytes = 'application/octet-stream'
const mediaTypeForm = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(;|$)/

/** Serves the same requests on one more port. Throws StartupError when it may not. */
async function listenToo(server: Server, host: string, port: number): Promise<Server> {
  const other = createServer((socket) => void server.emit('connection', socket))
  try {
    await occurrence(other.listen({ host, port }), 'listening')
  } catch (error) {
    throw whyNotListening(error as NodeJS.ErrnoException, host, port, 'OCTAVO_AUTH_URL')
  }
  return other
}

function urlOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** What the operator can fix, in words; anything else as it is. `setting` names the port. */
function whyNotListening(
  error: NodeJS.ErrnoException,
  host: string,
  port: number,
  setting: 'OCTAVO_PORT' | 'OCTAVO_AUTH_URL' = 'OCTAVO_PORT',
): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartupError(
        `The port ${port} of ${host} is in use by another program.`,
        `End that program, or choose another port with ${setting}.`,
        { cause: error },
      )
    case 'EACCES':
      return new StartupError(
        `This account may not listen on the port ${port}.`,
        `Choose a port above 1023 with ${setting}, and let a proxy listen on this one.`,
        { cause: error },
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartupError(
        `This machine has no address "${host}".`,
        'Set OCTAVO_HOST to one of its addresses, 127.0.0.1 for this machine alone, or 0.0.0.0 for all.',
        { cause: error },
      )
    default:
      return error
  }
}

const exposedHeaders = [
  'x-request-id',
  'warning',
  'retry-after',
  'content-disposition',
  'etag',
  'idempotency-replayed',
  'ratelimit-limit',
  'ratelimit-policy',
  'ratelimit-remaining',
  'ratelimit-reset',
].join(', ')

function allowOtherOrigins(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*')
  reply.header('access-control-expose-headers', exposedHeaders)
  reply.header('cross-origin-resource-policy', 'cross-origin')
}

/** Operations of the API proper; `/auth` serves only this server's own pages. */
function isApiPath(path: string): boolean {
  return /^\/v\d[\w.]*\//.test(path)
}

function pathOf(request: FastifyRequest): string {
  const end = request.url.indexOf('?')
  return end < 0 ? request.url : request.url.slice(0, end)
}

/** What reaches no operation is answered without its body. */
function bodyBytesOf(operation: OperationDefinition | undefined): number {
  return bodyLimits[operation === undefined ? 'open' : bodySizeOf(operation)].bytes
}

function queryOf(request: FastifyRequest): string {
  const start = request.url.indexOf('?')
  return start < 0 ? '' : request.url.slice(start + 1)
}

/** RFC 9111 warn-code 299. Names come from the request, so only plain characters are repeated. */
function warningHeader(warnings: readonly string[]): string {
  return warnings
    .slice(0, 10)
    .map((warning) => `299 octavo "${warning.replace(/[^\w .[\]-]/g, '?').slice(0, 120)}"`)
    .join(', ')
}
