import {
  type AnswerOf,
  answerKind,
  answersOf,
  type BinaryAnswer,
  type EmptyAnswer,
  getSession,
  type LineOf,
  type LinesAnswer,
  type ListedOperation,
  type OperationDefinition,
  operations,
  type SignInRequest,
  signIn,
  signOut,
  type WebSession,
} from '@octavo/core/contract'
import { type Authorization, browserSession, clientCredentials, fixedToken } from './authorization.ts'
import { ApiFailure, failureOf, Unreachable } from './failures.ts'
import { readLines } from './lines.ts'
import { type AnyRequest, addressOf, payloadOf, type RequestOf } from './request.ts'

export type ClientOptions = {
  /** The address of the server, for example `https://octavo.example.com`; empty for the server that the page came from. */
  baseUrl: string
  fetch?: typeof globalThis.fetch
} & (
  | { clientId: string; clientSecret: string /** Where tokens are issued; `baseUrl` when absent. */; authUrl?: string }
  | { token: string }
  | { session: true }
)

/** A file as the server sent it. */
export interface FileAnswer {
  mediaType: string
  fileName: string | undefined
  headers: Headers
  stream: ReadableStream<Uint8Array> | null
  blob(): Promise<Blob>
  text(): Promise<string>
}

type Answers<D extends OperationDefinition> = D['answers'][keyof D['answers']]
type LinesResult<D extends OperationDefinition> =
  Extract<Answers<D>, LinesAnswer> extends never ? never : AsyncGenerator<LineOf<D>, void, undefined>
type FileResult<D extends OperationDefinition> = Extract<Answers<D>, BinaryAnswer> extends never ? never : FileAnswer
type EmptyResult<D extends OperationDefinition> = Extract<Answers<D>, EmptyAnswer> extends never ? never : null

/** The JSON of the response, the stream of its lines, the file, or null for a response without a body. */
export type ResultOf<D extends OperationDefinition> = AnswerOf<D> | LinesResult<D> | FileResult<D> | EmptyResult<D>

type Call<D extends OperationDefinition> =
  Record<never, never> extends RequestOf<D>
    ? (request?: RequestOf<D>) => Promise<ResultOf<D>>
    : (request: RequestOf<D>) => Promise<ResultOf<D>>

type NamedCalls = { readonly [O in ListedOperation as O['id']]: Call<O> }

/** Every operation of the contract as a method, and a few methods that need more than one call. */
export type Client = Omit<NamedCalls, 'signIn' | 'signOut'> & {
  call<const D extends OperationDefinition>(operation: D, request: RequestOf<D>): Promise<ResultOf<D>>
  /** Waits for the file of an export. Throws ApiFailure when the export failed or has expired. */
  downloadWhenReady(
    queryId: string,
    options?: { signal?: AbortSignal; firstWaitMs?: number; longestWaitMs?: number },
  ): Promise<FileAnswer>
  /** For a client of kind `session`. */
  signIn(request: SignInRequest): Promise<WebSession>
  signOut(): Promise<void>
  /** The current session; null when not signed in. */
  session(): Promise<WebSession | null>
}

/** A client of the API, in Node or in a browser. Failures are thrown as ApiFailure, Unreachable or IncompleteStream. */
export function createClient(options: ClientOptions): Client {
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const doFetch = options.fetch ?? ((url: string, init: RequestInit) => globalThis.fetch(url, init))
  const send = async (url: string, init: RequestInit): Promise<Response> => {
    try {
      return await doFetch(url, init)
    } catch (cause) {
      if (init.signal?.aborted) throw cause
      throw new Unreachable({ cause })
    }
  }
  const session = 'session' in options ? browserSession({ baseUrl, send }) : undefined
  const authorization = session ?? authorizationOf(options, baseUrl, send)

  async function attempt(operation: OperationDefinition, request: AnyRequest, who: Record<string, string>) {
    const payload = payloadOf(operation, request.body)
    return send(addressOf(operation, baseUrl, request), {
      method: operation.method,
      headers: {
        ...(payload === undefined ? {} : { 'content-type': payload.mediaType }),
        ...who,
        ...request.headers,
      },
      ...(payload === undefined ? {} : { body: payload.content }),
      ...(authorization.credentials === undefined ? {} : { credentials: authorization.credentials }),
      ...(request.signal === undefined ? {} : { signal: request.signal }),
    })
  }

  async function call(operation: OperationDefinition, request: AnyRequest = {}): Promise<unknown> {
    const isOpen = operation.auth === 'none' || operation.auth === 'client'
    const headersFor = async () => (isOpen ? {} : authorization.headersFor(operation.method))
    const who = await headersFor()
    let response = await attempt(operation, request, who)
    if (!response.ok) {
      const failure = await failureOf(response)
      if (isOpen || !(await authorization.renew(failure, who))) throw failure
      response = await attempt(operation, request, await headersFor())
      if (!response.ok) throw await failureOf(response)
    }
    return resultOf(operation, response)
  }

  const named = Object.fromEntries(
    operations.map((operation) => [operation.id, (request?: AnyRequest) => call(operation, request)]),
  )
  const more = {
    call,
    async downloadWhenReady(
      queryId: string,
      wait: { signal?: AbortSignal; firstWaitMs?: number; longestWaitMs?: number } = {},
    ): Promise<FileAnswer> {
      const { signal, firstWaitMs = 100, longestWaitMs = 5_000 } = wait
      const request = { params: { queryId }, ...(signal === undefined ? {} : { signal }) }
      for (let waitMs = firstWaitMs; ; waitMs = Math.min(longestWaitMs, waitMs * 2)) {
        const file = (await named.downloadQuery?.(request)) as FileAnswer | null
        if (file !== null) return file
        await pause(waitMs, signal)
      }
    },
    async signIn(body: SignInRequest): Promise<WebSession> {
      const signedIn = (await call(signIn, { body })) as WebSession
      session?.remember(signedIn)
      return signedIn
    },
    async signOut(): Promise<void> {
      await call(signOut)
      session?.forget()
    },
    async session(): Promise<WebSession | null> {
      try {
        const found = (await call(getSession)) as WebSession
        session?.remember(found)
        return found
      } catch (error) {
        if (error instanceof ApiFailure && error.status === 401) return null
        throw error
      }
    },
  }
  // The types of the methods are derived from the same list of operations as the methods.
  return { ...named, ...more } as unknown as Client
}

function authorizationOf(
  options: ClientOptions,
  baseUrl: string,
  send: (url: string, init: RequestInit) => Promise<Response>,
): Authorization {
  if ('token' in options) return fixedToken(options.token)
  if ('clientId' in options) {
    const { clientId, clientSecret, authUrl = baseUrl } = options
    return clientCredentials({ clientId, clientSecret, authUrl: authUrl.replace(/\/+$/, ''), send })
  }
  return browserSession({ baseUrl, send })
}

async function resultOf(operation: OperationDefinition, response: Response): Promise<unknown> {
  const declared = answersOf(operation).find(([status]) => status === response.status)?.[1]
  switch (declared === undefined ? 'json' : answerKind(declared)) {
    case 'lines':
      return readLines(response)
    case 'binary':
      return fileOf(response)
    case 'empty':
      return null
    case 'json':
      return response.json()
  }
}

function fileOf(response: Response): FileAnswer {
  const disposition = response.headers.get('content-disposition') ?? ''
  const exact = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  const plain = /filename="([^"]*)"/i.exec(disposition)?.[1]
  return {
    mediaType: response.headers.get('content-type') ?? 'application/octet-stream',
    fileName: exact === undefined ? plain : decodeURIComponent(exact),
    headers: response.headers,
    stream: response.body,
    blob: () => response.blob(),
    text: () => response.text(),
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
