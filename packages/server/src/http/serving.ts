import type { Server } from 'node:net'
import type { Viewer } from '@octavo/core/access'
import type { OperationDefinition } from '@octavo/core/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Activity, Denials } from '../audit/index.ts'
import type { Clock, Config } from '../config/index.ts'
import type { Tokens } from '../services/sign-in/tokens.ts'
import type { Store } from '../store/index.ts'
import type { Authenticate } from './authenticate.ts'
import { type BodyReader, createBodyReader } from './body-reader.ts'
import type { Route } from './handle.ts'
import type { Once } from './idempotency.ts'
import type { Log } from './log.ts'
import { createMatcher } from './matcher.ts'
import type { Metrics } from './metrics.ts'
import type { Paged } from './paging.ts'
import type { RateLimits } from './rate-limits.ts'
import { createServerAddresses, type ServerAddresses } from './server-addresses.ts'

export interface HttpServerOptions {
  config: Pick<Config, 'publicUrl' | 'authUrl' | 'trustedProxies' | 'strict' | 'cors'>
  log: Log
  clock: Clock
  /** All routes; one for each operation. */
  routes: readonly Route[]
  authenticate: Authenticate
  /** When an embed session ends, including renewals; null when it was ended early. */
  endOfEmbedSession: Tokens['endOfEmbedSession']
  paged: Paged
  metrics: Metrics
  once: Once
  /** Runs work and rolls back its writes. */
  dryRun: Store['dryRun']
  rateLimits: RateLimits
  /** Records requests that the authorization check refused. */
  denials: Denials
  /** Records reads for organizations that enabled it. */
  activity: Activity
  /** Pages and files besides the operations; the first that responds is used. */
  pages?: readonly Pages[]
  /** Time limit for receiving a whole request. */
  requestTimeoutMs?: number
}

/** Pages for browsers: the web app and the reference. True when the request was answered. */
export type Pages = (request: PageRequest, reply: FastifyReply) => Promise<boolean>
export interface PageRequest {
  /** Address of the server, as in API responses. */
  baseUrl: string
  path: string
  /** Includes the question mark; empty without a query. */
  search: string
  acceptEncoding: string | undefined
  wantsHtml: boolean
  ifNoneMatch: string | undefined
  /** The browser's headers about where the page will be shown. */
  frame: { destination: string | undefined; site: string | undefined; referer: string | undefined }
}

/** Facts about a request, filled in while it is handled. */
export interface RequestState {
  operation: OperationDefinition
  route: Route
  params: Record<string, string>
  /** Absent until the caller is authenticated, and for operations that need no caller. */
  viewer: Viewer | undefined
}

/** State shared by all requests of one server. */
export interface Serving {
  options: HttpServerOptions
  matcher: ReturnType<typeof createMatcher<Route>>
  addresses: ServerAddresses
  reader: BodyReader
  states: WeakMap<FastifyRequest, RequestState>
  /** When each request began, on the clock of `performance.now()`. */
  starts: WeakMap<FastifyRequest, number>
  /** One controller for each running operation, to abort it when the server stops. */
  running: Set<AbortController>
  otherPorts: Server[]
  isStopping: boolean
  /** Null before the server listens. */
  listeningUrl: string | null
}

export function createServing(options: HttpServerOptions): Serving {
  const serving: Serving = {
    options,
    matcher: createMatcher(options.routes),
    addresses: createServerAddresses(options.config, () => serving.listeningUrl),
    reader: createBodyReader(),
    states: new WeakMap(),
    starts: new WeakMap(),
    running: new Set(),
    otherPorts: [],
    isStopping: false,
    listeningUrl: null,
  }
  return serving
}

/** Path of the address without its query. */
export function pathOf(request: FastifyRequest): string {
  const end = request.url.indexOf('?')
  return end < 0 ? request.url : request.url.slice(0, end)
}

/** Query of the address without its question mark. */
export function queryOf(request: FastifyRequest): string {
  const start = request.url.indexOf('?')
  return start < 0 ? '' : request.url.slice(start + 1)
}
