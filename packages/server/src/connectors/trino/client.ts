import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { connect as tlsConnect } from 'node:tls'
import { AppError } from '@octavo/core/errors'
import type { Destinations } from '../../outbound/index.ts'
import type { OpenOptions } from '../api.ts'
import { errorOf, type PageError, refusedAnswer, unreachable } from './engine-errors.ts'
import { exactJson } from './exact-json.ts'

export interface TrinoSettings {
  host: string
  port?: number
  user: string
  password?: string
  accessToken?: string
  useTls?: boolean
  tlsAuthority?: string
  /** Role of the system; statements run with it. */
  role?: string
}

/** The coordinator of one connection. */
export interface Client {
  /** Posts a statement; resolves to its first page. Throws AppError. */
  begin(text: string, properties: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Page>
  /** The next page of a statement. Throws AppError. */
  next(uri: string, signal: AbortSignal): Promise<Page>
  /** Ends a statement on the coordinator, without waiting for the response. */
  end(uri: string): void
  /** The same coordinator with statements that run with the rights of another role. */
  as(role: string): Client
  close(): void
}

/** The coordinator's response to a statement (https://trino.io/docs/current/develop/client-protocol.html). */
export interface Page {
  id: string
  nextUri?: string
  columns?: { name: string; type: string }[]
  data?: unknown[][]
  error?: PageError
}

interface Call {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** Names and values in turn. */
  headers?: string[]
  body?: string
  signal: AbortSignal
}

const usualConnectMs = 10_000
/**
 * Time limit of one response. The coordinator responds within a second even without news, so only a slow network takes
 * longer.
 */
const silenceMs = 60_000
const endMs = 10_000
const linksAtOnce = 8
/** Status codes of a busy gateway in front of the coordinator: the request is repeated. */
const passing = new Set([502, 503, 504])
const mostTries = 5
const pauseMs = 100
const mostPageBytes = 512 * 1024 * 1024

/**
 * Connects to the coordinator and requests one row, so that a wrong address, sign-in or role fails here. Throws
 * AppError.
 */
export async function openClient(
  settings: TrinoSettings,
  destinations: Destinations,
  { links = linksAtOnce, connectMs = usualConnectMs }: OpenOptions,
): Promise<Client> {
  const client = clientOver(createTransport(settings, destinations, links), settings.role)
  try {
    const signal = AbortSignal.timeout(connectMs)
    let page = await client.begin('SELECT 1', {}, signal)
    while (page.nextUri !== undefined && !page.error) page = await client.next(page.nextUri, signal)
    if (page.error) throw errorOf(page.error)
    return client
  } catch (error) {
    client.close()
    throw unreachable(error)
  }
}

function clientOver(transport: Transport, role: string | undefined): Client {
  const roles = role === undefined ? [] : ['x-trino-role', `system=${encodeURIComponent(`ROLE{${role}}`)}`]
  return {
    begin: (text, properties, signal) => {
      const session = Object.entries(properties).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      const headers = [...roles, 'x-trino-session', session.join(','), 'content-type', 'text/plain; charset=utf-8']
      return transport.call<Page>({ method: 'POST', path: '/v1/statement', headers, body: text, signal })
    },
    next: (uri, signal) => transport.call<Page>({ method: 'GET', path: pathOf(uri), signal }),
    end(uri) {
      const once = () => transport.call({ method: 'DELETE', path: pathOf(uri), signal: AbortSignal.timeout(endMs) })
      once()
        .catch(once)
        .catch(() => {})
    },
    as: (other) => ({ ...clientOver(transport, other), close: () => {} }),
    close: () => transport.close(),
  }
}

/**
 * Path of a page. Its host is ignored: pages are fetched from the connection's own address, which passed the rules of
 * destinations.
 */
function pathOf(uri: string): string {
  const { pathname, search } = new URL(uri)
  return pathname + search
}

/** Calls `onEnd` with the text of a response. */
function onText(response: IncomingMessage, onEnd: (text: string) => void): void {
  const chunks: Buffer[] = []
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    chunks.push(chunk)
    if (bytes > mostPageBytes) response.destroy(new Error('A page is too long.'))
  })
  response.once('end', () => onEnd(Buffer.concat(chunks).toString('utf8')))
}

/** The error of a request that was ended by its signal. */
const aborted = () => Object.assign(new Error('The request was aborted.'), { code: 'ABORT_ERR' })

type Transport = ReturnType<typeof createTransport>

function createTransport(settings: TrinoSettings, destinations: Destinations, links: number) {
  const isSecure = settings.useTls ?? (settings.password !== undefined || settings.accessToken !== undefined)
  const { host, port = isSecure ? 443 : 8080 } = settings
  const agent = agentOf(settings, destinations, isSecure, port, links)
  const own = {
    host: `${isIP(host) === 6 ? `[${host}]` : host}${port === (isSecure ? 443 : 80) ? '' : `:${port}`}`,
    'x-trino-user': settings.user,
    'x-trino-source': 'Octavo',
    'x-trino-time-zone': 'UTC',
    'x-trino-client-capabilities': 'PARAMETRIC_DATETIME',
    'user-agent': 'Octavo',
    ...authorizationOf(settings),
  }
  const ownHeaders = Object.entries(own).flat()
  const options = { agent, host, port, timeout: silenceMs }
  const open = isSecure ? httpsRequest : httpRequest
  // A page of a workbook sends hundreds of these requests. A list of headers and a listener of our own take a sixth less processor time
  // than an object of headers and the option `signal`.
  const send = ({ method, path, headers = [], body, signal }: Call) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      if (signal.aborted) return reject(aborted())
      const length = body === undefined ? [] : ['content-length', String(Buffer.byteLength(body))]
      const request = open({ ...options, method, path, headers: [...ownHeaders, ...headers, ...length] })
      const abort = () => request.destroy(aborted())
      const fail = (error: Error) => {
        signal.removeEventListener('abort', abort)
        reject(error)
      }
      signal.addEventListener('abort', abort)
      request.once('timeout', () => request.destroy(new Error('The server did not answer in time.')))
      request.on('error', fail)
      request.once('response', (response) => {
        response.on('error', fail)
        onText(response, (text) => {
          signal.removeEventListener('abort', abort)
          resolve({ status: response.statusCode ?? 0, text })
        })
      })
      request.end(body)
    })
  return {
    /** The JSON of a response. Throws AppError, or the error of the network. */
    async call<Answer>(call: Call): Promise<Answer> {
      for (let tries = 1; ; tries += 1) {
        const { status, text } = await send(call)
        if (status === 204) return {} as Answer
        if (status === 200) return exactJson(text) as Answer
        // A posted statement may already run, so it is not posted again.
        if (!passing.has(status) || call.method === 'POST' || tries === mostTries)
          throw refusedAnswer(status, text, call.method)
        await new Promise((resolve) => setTimeout(resolve, pauseMs * tries))
        if (call.signal.aborted) throw new AppError('query_cancelled', {})
      }
    },
    close: () => agent.destroy(),
  }
}

function authorizationOf({ user, password, accessToken }: TrinoSettings): Record<string, string> {
  if (accessToken !== undefined) return { authorization: `Bearer ${accessToken}` }
  if (password === undefined) return {}
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }
}

/** Sockets reach allowed destinations only; the address is checked for each new socket. */
function agentOf(
  { host, tlsAuthority }: TrinoSettings,
  destinations: Destinations,
  isSecure: boolean,
  port: number,
  links: number,
): HttpAgent | HttpsAgent {
  // Twice as many sockets, because ending a statement needs another one while its page is awaited.
  const options = { keepAlive: true, maxSockets: links * 2 }
  const plain = (): Socket => destinations.socket().connect(port, host)

  class GuardedHttpAgent extends HttpAgent {
    override createConnection(): Socket {
      return plain()
    }
  }

  class GuardedHttpsAgent extends HttpsAgent {
    override createConnection(): Socket {
      const socket = plain()
      const secured = tlsConnect({
        socket,
        ...(isIP(host) === 0 ? { servername: host } : { host }),
        ...(tlsAuthority === undefined ? {} : { ca: tlsAuthority }),
      })
      socket.once('error', (error) => secured.destroy(error))
      return secured
    }
  }

  return isSecure ? new GuardedHttpsAgent(options) : new GuardedHttpAgent(options)
}
