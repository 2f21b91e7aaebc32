import type { WebSession } from '@octavo/core/contract'
import type { ErrorBody, Problem } from '@octavo/core/errors'
import { isEnglish } from './i18n/index.ts'
import { loadPart } from './load-part.ts'

/** An error answer of the server, or the lack of any answer (`unreachable`). */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly hint: string | undefined
  readonly requestId: string | undefined
  /** Every problem in the request, each with its place. */
  readonly problems: readonly Problem[]
  /** Further details that the server sends with this kind of error. */
  readonly details: unknown
  /** The text of the server, which is English in every language of the interface. */
  readonly sent: string

  constructor(
    status: number,
    body: { code: string; message: string; hint?: string; requestId?: string; details?: unknown },
    words: Words = body,
  ) {
    super(words.message)
    this.sent = body.message
    this.name = 'ApiError'
    this.status = status
    this.code = body.code
    this.hint = words.hint
    this.requestId = body.requestId
    this.details = body.details
    const { problems } = (body.details ?? {}) as { problems?: unknown }
    this.problems = Array.isArray(problems) ? (problems as Problem[]) : []
  }
}

/** The text and hint of an error in the language of the reader. */
type Words = Pick<ErrorBody, 'message' | 'hint'>

/** Code of an `ApiError` when no server answered. */
export const unreachable = 'unreachable'

let csrfToken = ''

/** The token of this browser's session; every request that is not a GET carries it. */
export function rememberCsrfToken(token: string) {
  csrfToken = token
}

let sessionToken: string | undefined

/** The token of an embed session, which every request carries from now on instead of a cookie. */
export function rememberSessionToken(token: string) {
  sessionToken = token
}

/** With a cookie the browser itself can fetch files; with a session token only this page can. */
export const hasSessionToken = (): boolean => sessionToken !== undefined

let whenSignedOut: () => void = () => undefined

/** Called when the server no longer knows the session of this browser. */
export function onSignedOut(listener: () => void) {
  whenSignedOut = listener
}

type RenewedSession = Omit<WebSession, 'csrfToken'>

let whenRenewed: (session: RenewedSession) => void = () => undefined

/** Called when a new token of the host has renewed the session of an embed. */
export function onRenewed(listener: typeof whenRenewed) {
  whenRenewed = listener
}

/** Called when the server no longer accepts the session of an embed, or accepts it again. */
export const endEmbedSession = (): void => whenSignedOut()
export const renewEmbedSession = (session: RenewedSession): void => whenRenewed(session)

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  /** A list is sent as a repeated key. */
  query?: Record<string, string | number | boolean | readonly string[] | undefined>
  signal?: AbortSignal
  accept?: string
  /** The expected ETag: the request fails when the state on the server has another one. */
  ifMatch?: string
}

/** Sends a request of the web session. Throws `ApiError` for every answer that is not a success; an abort is rethrown. */
export async function send(path: string, options: RequestOptions = {}): Promise<Response> {
  const { method = 'GET', body, query = {}, signal, accept = 'application/json' } = options
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'object') for (const each of value) search.append(name, each)
    else if (value !== undefined) search.set(name, String(value))
  }
  const headers: Record<string, string> = { accept, ...(options.ifMatch && { 'if-match': options.ifMatch }) }
  const isForm = body instanceof FormData
  // The browser adds the content type of a form, with its boundary.
  if (body !== undefined && !isForm) headers['content-type'] = 'application/json'
  if (sessionToken !== undefined) headers.authorization = `Bearer ${sessionToken}`
  else if (method !== 'GET') headers['x-octavo-csrf'] = csrfToken
  let response: Response
  try {
    response = await fetch(search.size > 0 ? `${path}?${search}` : path, {
      method,
      headers,
      body: isForm ? body : body === undefined ? null : JSON.stringify(body),
      credentials: sessionToken === undefined ? 'same-origin' : 'omit',
      signal: signal ?? null,
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(0, { code: unreachable, message: error instanceof Error ? error.message : String(error) })
  }
  if (response.status === 401 && !path.startsWith('/auth/')) whenSignedOut()
  if (!response.ok) throw await errorOf(response)
  return response
}

/** An object URL of a file of the server, which is valid in this page only. */
export async function addressOfFile(path: string, signal?: AbortSignal): Promise<string> {
  const response = await send(path, { accept: '*/*', ...(signal && { signal }) })
  return URL.createObjectURL(await response.blob())
}

/** The JSON of an answer; the caller names its type from the contract. */
export async function call<Answer>(path: string, options?: RequestOptions): Promise<Answer> {
  const response = await send(path, options)
  return (await response.json()) as Answer
}

async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '')
  try {
    const body = JSON.parse(text) as Partial<ErrorBody>
    if (typeof body.code === 'string' && typeof body.message === 'string') {
      const sent = { ...body, code: body.code, message: body.message }
      return new ApiError(response.status, sent, await inWords(sent))
    }
  } catch {
    // Not JSON: a proxy answered in place of the server. The status says what is known.
  }
  return new ApiError(response.status, { code: 'unreadable_answer', message: `HTTP ${response.status}` })
}

/** An error is shown in English if its words are not here after this time. */
const mostWaitMs = 3_000

/** The text and hint of a refusal in the language of the reader. */
export async function inWords(sent: Omit<ErrorBody, 'requestId'>): Promise<Words> {
  if (isEnglish()) return sent
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, mostWaitMs))
  const loaded = loadPart(() => import('./refusal-words.ts')).catch(() => undefined)
  const loadedInTime = await Promise.race([loaded, late])
  return loadedInTime?.wordsOfRefusal(sent) ?? sent
}
