import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { bodyLimits, bodySizeOf, isForOneselfOnly, isWrite, type OperationDefinition } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { requireOperation } from '../access/index.ts'
import { withRequest } from '../store/index.ts'
import { answerError, answerUnreadable, noteDenial } from './answer-error.ts'
import { answerOperation } from './answer-operation.ts'
import { answerPage } from './answer-page.ts'
import { listen, stopListening } from './listening.ts'
import { allowOtherOrigins, answerPreflight } from './other-origins.ts'
import { assertReadable } from './read-body.ts'
import { readBytes } from './read-bytes.ts'
import { hsts, securityHeaders } from './security-headers.ts'
import { createServing, type HttpServerOptions, pathOf, type Serving } from './serving.ts'

export interface HttpServer {
  /** Starts to listen, also on `authPort`, and returns the addresses. Throws StartupError when it may not. */
  listen(at: { host: string; port: number; authPort?: number | null }): Promise<{ url: string; port: number }>
  /** Stops accepting requests, lets running ones end, and aborts the rest after `graceMs`. */
  stop(options?: { graceMs?: number }): Promise<void>
  /** A whole request without a network, for tests. */
  inject: FastifyInstance['inject']
}

const defaultRequestTimeoutMs = 120_000
/** Long enough for a gigabyte over a slow line; only signed-in callers can upload. */
const streamedTimeoutMs = 3_600_000
const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Assembles the server; knows no resource. Throws when two routes conflict or a body type is unsupported. */
export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  for (const { operation } of options.routes) assertReadable(operation)
  const serving = createServing(options)
  const app = openFastify(serving)
  addHooks(app, serving)
  app.route({
    method: [...allMethods],
    url: '/*',
    // The caller is authenticated before any of the body is read.
    onRequest: (request, reply) => admit(serving, request, reply),
    handler: async (request, reply) => {
      const state = serving.states.get(request)
      if (state === undefined) throw new Error('A request reached its handler without an operation.')
      return withRequest({ id: request.id, address: request.ip }, () => answerOperation(serving, state, request, reply))
    },
  })
  return {
    listen: (at) => listen(app, serving, at),
    stop: ({ graceMs = 10_000 } = {}) => stopListening(app, serving, graceMs),
    inject: app.inject.bind(app),
  }
}

const requestTimedOut = Object.assign(new Error('The body did not come in time.'), {
  code: 'ERR_HTTP_REQUEST_TIMEOUT',
})

/**
 * Bodies and responses are validated by the contract. The framework would otherwise load its own compilers, a hundred unused modules.
 */
function compileNothing() {
  return () => {
    throw new Error('The framework compiles no schemas: an operation has those of its contract.')
  }
}

function openFastify(serving: Serving): FastifyInstance {
  const { config, requestTimeoutMs = defaultRequestTimeoutMs } = serving.options
  const app = Fastify({
    logger: false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: config.trustedProxies.length === 0 ? false : [...config.trustedProxies],
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // The limit for uploads; other bodies have their own below.
    requestTimeout: streamedTimeoutMs,
    http: {
      // Refused in `addHooks`, in the form of any other error.
      requireHostHeader: false,
      // Node swaps the two when this one is longer.
      headersTimeout: Math.min(60_000, requestTimeoutMs),
      connectionsCheckingInterval: Math.min(30_000, requestTimeoutMs / 4),
    },
    routerOptions: { ignoreTrailingSlash: false },
    schemaController: { compilersFactory: { buildValidator: compileNothing, buildSerializer: compileNothing } },
    exposeHeadRoutes: false,
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, request, reply) => answerError(serving, error, request, reply),
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async (request: FastifyRequest, stream: IncomingMessage) => {
    const operation = serving.states.get(request)?.operation
    // Its handler reads the body as a stream.
    if (operation?.streamedBody === true) return stream
    const timer = setTimeout(() => answerUnreadable(requestTimedOut, request.raw.socket), requestTimeoutMs)
    return readBytes(stream, request.headers, bodyBytesOf(operation)).finally(() => clearTimeout(timer))
  })
  app.setErrorHandler(async (error, request, reply) => {
    await noteDenial(serving, error, request)
    return answerError(serving, error, request, reply)
  })
  app.setNotFoundHandler((request) => {
    throw new AppError('unknown_operation', { method: request.method, path: pathOf(request) })
  })
  return app
}

/** Hooks for every request, whether it is for an operation, a page or nothing that is served. */
function addHooks(app: FastifyInstance, serving: Serving): void {
  const headersOfAll = securityHeaders(serving.options.config)
  app.addHook('onRequest', async (request, reply) => {
    serving.starts.set(request, performance.now())
    reply.headers(headersOfAll).header('x-request-id', request.id)
    // A trusted proxy says that the client used https.
    if (request.protocol === 'https') reply.header('strict-transport-security', hsts)
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      throw new AppError('invalid_request', { reason: 'The header Host is missing.' })
    }
    if (serving.isStopping) throw new AppError('not_ready', { reason: 'The server is stopping.' })
  })
  app.addHook('onSend', async (_request, reply) => {
    // A connection that was busy when the stop began would otherwise be kept alive and delay the stop.
    if (serving.isStopping) reply.header('connection', 'close')
  })
  app.addHook('onResponse', async (request, reply) => noteAnswer(serving, request, reply))
}

/** Finds the operation and its caller, and checks that the caller may use it. Responds to pages and preflights itself. */
async function admit(serving: Serving, request: FastifyRequest, reply: FastifyReply) {
  const { states, addresses, options } = serving
  const path = pathOf(request)
  const isOpenToOthers = isApiPath(path) && options.config.cors
  if (isOpenToOthers && request.headers.cookie === undefined) allowOtherOrigins(reply)
  if (request.method === 'OPTIONS') {
    if (isOpenToOthers) return answerPreflight(reply)
    throw new AppError('unknown_operation', { method: 'OPTIONS', path })
  }
  const match = serving.matcher.match(request.method, path)
  if (match.kind !== 'found') return answerPage(serving, path, match, request, reply)
  const { route, params } = match
  const { operation } = route
  // An invalid media type would otherwise be refused before the operation decides whether it accepts a body at all.
  if (!mediaTypeForm.test(request.headers['content-type'] ?? anyBytes)) request.headers['content-type'] = anyBytes
  states.set(request, { operation, route, params, viewer: undefined })
  options.rateLimits.ofAddress(operation, request.ip, (headers) => reply.headers(headers))
  addresses.requireRightOne(operation, request)
  const viewer = await options.authenticate(operation, {
    method: request.method,
    headers: request.headers,
    isHttps: addresses.isHttps(request),
    ownOrigins: addresses.ownOrigins(request),
    address: request.ip,
  })
  states.set(request, { operation, route, params, viewer })
  if (viewer === undefined || operation.auth === 'session') return
  requireOperation(viewer, {
    requires: operation.requires,
    isWrite: isWrite(operation),
    isForOneselfOnly: isForOneselfOnly(operation),
  })
}

/** Counts and logs a response. The query is not logged, because it may contain names and values. */
function noteAnswer({ options, states, starts }: Serving, request: FastifyRequest, reply: FastifyReply): void {
  const state = states.get(request)
  const seconds = (performance.now() - (starts.get(request) ?? performance.now())) / 1000
  options.metrics.note({ operation: state?.operation.id ?? 'none', status: reply.statusCode, seconds })
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
  if (state?.viewer) {
    options.activity.answered({
      viewer: state.viewer,
      operation: state.operation,
      params: state.params,
      status: reply.statusCode,
      durationMs: line.ms,
      request: { id: request.id, address: request.ip },
    })
  }
  const isProbe = state?.operation.tag === 'service'
  if (isProbe) options.log.debug(line, 'request')
  else options.log.info(line, 'request')
}

const anyBytes = 'application/octet-stream'
const mediaTypeForm = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(;|$)/

/** Operations of the API proper; `/auth` serves only this server's own pages. */
function isApiPath(path: string): boolean {
  return /^\/v\d[\w.]*\//.test(path)
}

/** A request without an operation is answered without reading its body. */
function bodyBytesOf(operation: OperationDefinition | undefined): number {
  return bodyLimits[operation === undefined ? 'open' : bodySizeOf(operation)].bytes
}
