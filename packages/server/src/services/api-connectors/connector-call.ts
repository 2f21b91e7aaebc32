import { setTimeout as pause } from 'node:timers/promises'
import type { ApiConnectorTestResult, ConnectorConfig } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import {
  DestinationRefused,
  type Destinations,
  type HttpResponse,
  type RequestHttp,
  retryAfterOf,
} from '../../outbound/index.ts'
import type { CredentialParts } from './credential-parts.ts'
import type { FilledRequest } from './filled-request.ts'
import { hiddenSecrets } from './hidden-secrets.ts'
import { createSigner, type Signer } from './signed-request.ts'
import { hostOf, isHostAllowed } from './web-addresses.ts'

/** Largest response body that is returned, in bytes. */
export const mostBodyBytes = 1_048_576
/** Limit for the whole call with retries and redirects, whatever timeout the connector has. */
const mostMs = 120_000
const longestPauseMs = 10_000

/** Response headers that carry session cookies or credentials. */
const leftOut = new Set(['set-cookie', 'set-cookie2', 'www-authenticate', 'proxy-authenticate', 'authorization'])

export interface Call {
  request: FilledRequest
  config: ConnectorConfig
  /** Null for a call without a credential. */
  credential: (CredentialParts & { name: string; allowlist: readonly string[] }) | null
  signal: AbortSignal
}

export interface CallParts {
  destinations: Destinations
  requestHttp: RequestHttp
  /** The current time (epoch ms), for signatures that contain a date. */
  now: () => number
}

/**
 * Makes a call with its retries and redirects. Secrets of the credential are removed from the result. Throws `call_failed` when there is no
 * response.
 */
export async function makeCall(parts: CallParts, call: Call): Promise<ApiConnectorTestResult> {
  const startedAt = performance.now()
  const ends = AbortSignal.any([call.signal, AbortSignal.timeout(mostMs)])
  const run: Run = { ...parts, ...call, ends, signer: signerOf(parts, call, ends), requestCount: 0 }
  const { url, response } = await withRetries(run)
  const hidden = hiddenSecrets(run.signer?.secrets() ?? [])
  const body = hidden.in(response.bytes)
  // The end of a truncated body may contain the start of a secret, so it is cut off.
  const kept = response.isTruncated ? body.subarray(0, -hidden.longestBytes || undefined) : body
  const isTruncated = response.isTruncated || kept.length > mostBodyBytes
  return {
    url: hidden.inText(url),
    status: response.status,
    headers: response.headers
      .filter(([name]) => !leftOut.has(name))
      .map(([name, value]) => ({ name: hidden.inText(name), value: hidden.inText(value) })),
    ...textOrBytes(kept.subarray(0, mostBodyBytes), isTruncated),
    isTruncated,
    requestCount: run.requestCount,
    durationMs: Math.round(performance.now() - startedAt),
  }
}

interface Run extends CallParts, Call {
  ends: AbortSignal
  signer: Signer | null
  requestCount: number
}

function signerOf(parts: CallParts, { credential, config }: Call, ends: AbortSignal): Signer | null {
  if (credential === null) return null
  const send = (request: FilledRequest) => sendOnce(parts, request, { config, ends, mostBytes: 100_000 })
  return createSigner({ ...credential, send, now: parts.now })
}

async function withRetries(run: Run): Promise<{ url: string; response: HttpResponse }> {
  const { maxRetries, retryableStatusCodes } = run.config.retry
  for (let retries = 0; ; retries += 1) {
    const answered = await withRedirects(run)
    const { status, headers } = answered.response
    if (retries >= maxRetries || !retryableStatusCodes.includes(status)) return answered
    const wantedMs = (retryAfterOf(headers) ?? 0.25 * 2 ** retries) * 1000
    if (wantedMs > longestPauseMs) return answered
    await pause(wantedMs, undefined, { signal: run.ends }).catch((error: unknown) => {
      throw failureOf(run.request.url, error, mostMs / 1000)
    })
  }
}

async function withRedirects(run: Run): Promise<{ url: string; response: HttpResponse }> {
  let request = run.request
  for (let redirects = 0; ; redirects += 1) {
    requireAllowedHost(run, request.url)
    const signed = run.signer === null ? request : await run.signer.sign(request)
    run.requestCount += 1
    const longest = hiddenSecrets(run.signer?.secrets() ?? []).longestBytes
    const response = await sendOnce(run, signed, { ...run, mostBytes: mostBodyBytes + longest })
    const next = redirects < run.config.redirects.maxRedirects ? redirected(request, response) : null
    if (next === null) return { url: signed.url, response }
    request = next
  }
}

function requireAllowedHost({ credential }: Run, url: string): void {
  const host = hostOf(new URL(url))
  if (credential === null || isHostAllowed(credential.allowlist, host)) return
  throw new AppError('call_failed', {
    reason: `The credential "${credential.name}" is not for the host ${host}.`,
    because: { rule: 'api_host', credential: credential.name, host },
    hint: 'Add the host to the allowlist of the credential, or give the connector another one.',
  })
}

/** The request that follows a redirect; null when the redirect leads to another server or to plain HTTP. */
function redirected(request: FilledRequest, { status, headers }: HttpResponse): FilledRequest | null {
  const location = headers.find(([name]) => name === 'location')?.[1]
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return null
  const from = new URL(request.url)
  const to = URL.parse(location, request.url)
  if (to === null || to.username !== '' || to.password !== '') return null
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:' && to.hostname === from.hostname
  if (to.origin !== from.origin && !isUpgrade) return null
  to.hash = ''
  const becomesGet =
    (status === 303 && request.method !== 'HEAD') || ((status === 301 || status === 302) && request.method === 'POST')
  if (!becomesGet) return { ...request, url: to.href }
  const kept = request.headers.filter(([name]) => !name.toLowerCase().startsWith('content-'))
  return { method: 'GET', url: to.href, headers: kept, body: null }
}

/** One request within its time limit. Throws `call_failed`. */
async function sendOnce(
  { destinations, requestHttp }: CallParts,
  { method, url, headers, body }: FilledRequest,
  { config, ends, mostBytes }: { config: ConnectorConfig; ends: AbortSignal; mostBytes: number },
): Promise<HttpResponse> {
  const host = hostOf(new URL(url))
  if (new URL(url).protocol === 'http:' && !destinations.isNamed(host)) {
    throw new AppError('call_failed', {
      reason: `${host} would be called without encryption.`,
      because: { rule: 'api_plain', host },
      hint: `Use https, or ask the operator of this server to set OCTAVO_ALLOWED_DESTINATIONS=${host}.`,
    })
  }
  const { requestSec } = config.timeout
  const signal = AbortSignal.any([ends, AbortSignal.timeout(Math.ceil(requestSec * 1000))])
  try {
    return await requestHttp({
      method,
      url,
      headers: Object.fromEntries([
        ['accept-encoding', 'identity'],
        ...headers.map(([name, value]) => [name.toLowerCase(), value]),
        ...(body === null ? [] : [['content-length', body.byteLength]]),
      ]),
      body: body === null ? null : once(body),
      signal,
      mostBytes,
    })
  } catch (error) {
    throw failureOf(url, error, signal.aborted ? requestSec : null)
  }
}

async function* once(body: Buffer): AsyncGenerator<Uint8Array> {
  yield body
}

/**
 * Leaves the path and query out of the address because they may hold values. `lateAfter`: the timeout in seconds that passed; null for any
 * other failure.
 */
function failureOf(url: string, error: unknown, lateAfter: number | null): AppError<'call_failed'> {
  const { host } = new URL(url)
  if (error instanceof DestinationRefused) {
    const hint = 'Call another host, or ask the operator of this server to allow this one.'
    return new AppError('call_failed', { reason: error.message, hint }, { cause: error })
  }
  if (lateAfter !== null) {
    const reason = `${host} did not answer within ${lateAfter} seconds.`
    const because = { rule: 'api_late', host, seconds: lateAfter } as const
    return new AppError('call_failed', { reason, because }, { cause: error })
  }
  const { message, code } = error as { message?: string; code?: string }
  const reason = `${host} cannot be reached: ${message || code || 'the connection failed'}.`
  return new AppError('call_failed', { reason, because: { rule: 'api_unreachable', host } }, { cause: error })
}

function textOrBytes(bytes: Buffer, isCut: boolean): Pick<ApiConnectorTestResult, 'body' | 'bodyEncoding'> {
  try {
    // A truncated body may end inside a character.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut })
    return { body: text, bodyEncoding: 'utf8' }
  } catch {
    return { body: bytes.toString('base64'), bodyEncoding: 'base64' }
  }
}
