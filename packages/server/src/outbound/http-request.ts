import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { connect as tlsConnect } from 'node:tls'
import type { Destinations } from './destinations.ts'

export interface HttpRequest {
  method: string
  url: string
  headers: OutgoingHttpHeaders
  /** Null for no body. */
  body: AsyncIterable<Uint8Array> | null
  signal: AbortSignal
  /** Maximum bytes of the response that are read. */
  mostBytes: number
}

export interface HttpResponse {
  status: number
  /** Names in lower case; a repeated header has several entries. */
  headers: [name: string, value: string][]
  bytes: Buffer
  /** The body was longer than `mostBytes`. */
  isTruncated: boolean
}

/** Requests an address entered by a user. Rejects with DestinationRefused, or with a network error. */
export type RequestHttp = (request: HttpRequest) => Promise<HttpResponse>

const patienceMs = 60_000

/** HTTP to allowed destinations only. Redirects are not followed: they are returned as responses. */
export function createHttpRequest({ destinations }: { destinations: Destinations }): RequestHttp {
  return async ({ method, url: address, headers, body, signal, mostBytes }) => {
    const url = new URL(address)
    const isSecure = url.protocol === 'https:'
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const port = Number(url.port) || (isSecure ? 443 : 80)
    const plain = await connected(destinations, port, host, signal)
    const socket = isSecure
      ? tlsConnect({ socket: plain, ...(isIP(host) === 0 ? { servername: host } : { host }) })
      : plain
    const answered = Promise.withResolvers<IncomingMessage>()
    const request = (isSecure ? httpsRequest : httpRequest)(url, {
      method,
      headers: { 'user-agent': 'Octavo', ...headers },
      createConnection: () => socket,
      signal,
      timeout: patienceMs,
    })
    request.once('response', answered.resolve)
    request.once('error', answered.reject)
    request.once('timeout', () => request.destroy(new Error('The server did not answer in time.')))
    try {
      if (body === null) request.end()
      else {
        // The response may arrive before the body was sent completely; the rest of the body is then not needed.
        pipeline(body, request).catch(answered.reject)
      }
      const response = await answered.promise
      return {
        status: response.statusCode ?? 0,
        headers: headersOf(response),
        ...(await beginningOf(response, mostBytes)),
      }
    } finally {
      request.destroy()
      plain.destroy()
    }
  }
}

function headersOf({ rawHeaders }: IncomingMessage): HttpResponse['headers'] {
  const headers: HttpResponse['headers'] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    headers.push([(rawHeaders[at] ?? '').toLowerCase(), rawHeaders[at + 1] ?? ''])
  }
  return headers
}

async function connected(destinations: Destinations, port: number, host: string, signal: AbortSignal): Promise<Socket> {
  signal.throwIfAborted()
  const socket = destinations.socket()
  const done = Promise.withResolvers<void>()
  const stop = () => socket.destroy(new Error('Stopped.'))
  signal.addEventListener('abort', stop, { once: true })
  socket.once('connect', done.resolve)
  socket.once('error', done.reject)
  socket.setTimeout(patienceMs, () => socket.destroy(new Error('The server did not answer in time.')))
  socket.connect(port, host)
  try {
    await done.promise
    return socket
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

async function beginningOf(
  response: IncomingMessage,
  mostBytes: number,
): Promise<Pick<HttpResponse, 'bytes' | 'isTruncated'>> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.byteLength
    if (length > mostBytes) break
  }
  return { bytes: Buffer.concat(chunks).subarray(0, mostBytes), isTruncated: length > mostBytes }
}
