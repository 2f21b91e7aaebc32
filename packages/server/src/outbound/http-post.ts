import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { connect as tlsConnect } from 'node:tls'
import type { Destinations } from './destinations.ts'

export interface HttpPost {
  url: string
  headers: Readonly<Record<string, string | number>>
  body: AsyncIterable<Uint8Array>
  signal: AbortSignal
  /** Of the response; the first 2,000 where it is absent. */
  mostTextBytes?: number
}

export interface HttpAnswer {
  status: number
  /** The beginning of the response, for the person who has to fix the problem. */
  text: string
  /** Seconds after which the server wants to be asked again; null where it does not say. */
  retryAfter: number | null
}

/** Sends to an address that somebody named. Rejects with DestinationRefused, or with what the network says. */
export type PostHttp = (post: HttpPost) => Promise<HttpAnswer>

const patienceMs = 60_000
const usualTextBytes = 2_000

/** HTTP to allowed destinations only. Redirects are not followed: they are answers like any other. */
export function createHttpPost({ destinations }: { destinations: Destinations }): PostHttp {
  return async ({ url: address, headers, body, signal, mostTextBytes = usualTextBytes }) => {
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
      method: 'POST',
      headers: { 'user-agent': 'Octavo', ...headers },
      createConnection: () => socket,
      signal,
      timeout: patienceMs,
    })
    request.once('response', answered.resolve)
    request.once('error', answered.reject)
    request.once('timeout', () => request.destroy(new Error('The server did not answer in time.')))
    try {
      const sending = pipeline(body, request)
      // The answer may come before the body has ended, and then the rest is not wanted.
      sending.catch(answered.reject)
      const response = await answered.promise
      const wait = Number(response.headers['retry-after'])
      return {
        status: response.statusCode ?? 0,
        text: await beginningOf(response, mostTextBytes),
        retryAfter: wait >= 0 ? wait : null,
      }
    } finally {
      request.destroy()
      plain.destroy()
    }
  }
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

async function beginningOf(response: IncomingMessage, mostTextBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.byteLength
    if (bytes >= mostTextBytes) break
  }
  return Buffer.concat(chunks).subarray(0, mostTextBytes).toString('utf8')
}
