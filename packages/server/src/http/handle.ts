import type { Readable } from 'node:stream'
import type { Viewer } from '@octavo/core/access'
import type {
  AnswerOf,
  BodyOf,
  CountedPageOf,
  LineOf,
  OperationDefinition,
  ParamsOf,
  QueryOf,
  SuccessStatus,
} from '@octavo/core/contract'
import type { Slice, Window } from '../services/answers/slice.ts'
import type { SentFile } from '../services/uploads/sent-file.ts'
import { runUrgently } from '../store/index.ts'
import type { KnownAddresses } from './server-addresses.ts'

/** Facts about the request that a handler may need besides its validated parts. */
export interface RequestFacts extends KnownAddresses {
  /** UUID, also in the response header and in error bodies. */
  id: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Address of the client, seen through trusted proxies. */
  address: string
  /** The bytes of the body, for signatures; undefined without a body and for streamed ones. */
  bodyBytes: Buffer | undefined
  /** When the request arrived, by `performance.now()`. */
  startedAt: number
  /** Aborted when the client disconnects or the server stops before the response is complete. */
  signal: AbortSignal
  /**
   * The uploaded file, for operations with a streamed body. Throws `unsupported_media_type` when the body is not a form.
   */
  sentFile(): SentFile
  /** Sets headers of the response, also of an error. */
  setHeaders(headers: Readonly<Record<string, string>>): void
}

export interface HandlerContext<D extends OperationDefinition> {
  /** Also undefined for `signed` when the request has no token. */
  viewer: D['auth'] extends 'client' | 'none' ? undefined : D['auth'] extends 'signed' ? Viewer | undefined : Viewer
  params: ParamsOf<D>
  query: QueryOf<D>
  body: BodyOf<D>
  request: RequestFacts
  /**
   * One page of the list that `read` returns for a window. The cursor is bound to the operation, its parameters and the viewer:
   * `paged((window) => workbooks.list(viewer, query, window))`.
   */
  paged<Entry>(read: (window: Window) => Promise<Slice<Entry>> | Slice<Entry>): Promise<CountedPageOf<Entry>>
}

/** A response with a status, headers or a body other than one JSON value. */
export class Reply {
  readonly status: SuccessStatus
  readonly payload: ReplyPayload
  readonly headers: Readonly<Record<string, string>>

  constructor(status: SuccessStatus, payload: ReplyPayload, headers: Readonly<Record<string, string>> = {}) {
    this.status = status
    this.payload = payload
    this.headers = headers
  }
}

export type ReplyPayload =
  | { kind: 'json'; value: unknown }
  | { kind: 'lines'; lines: AsyncIterable<unknown>; toText: (line: unknown) => string }
  | { kind: 'bytes'; content: Readable | Uint8Array | string; mediaType: string }
  | { kind: 'empty' }

/** A JSON response with another status or further headers. */
export function answer(status: SuccessStatus, value: unknown, headers?: Readonly<Record<string, string>>): Reply {
  return new Reply(status, { kind: 'json', value }, headers)
}

/** 204 unless another status is named. */
export function noContent(headers?: Readonly<Record<string, string>>, status: SuccessStatus = 204): Reply {
  return new Reply(status, { kind: 'empty' }, headers)
}

/**
 * A stream of NDJSON lines. The next line is produced only when the client is ready for it. An error of the iterable after the first line
 * becomes a last line `{"event":"error", ...}` with the error body; a stream without its `end` has failed. `toText` serializes a line with
 * its line feed when that is cheaper than `JSON.stringify`.
 */
export function streamLines<D extends OperationDefinition>(
  _operation: D,
  lines: AsyncIterable<LineOf<D>>,
  toText: (line: LineOf<D>) => string = (line) => `${JSON.stringify(line)}\n`,
): Reply {
  // It receives only lines of this iterable.
  return new Reply(200, { kind: 'lines', lines, toText: toText as (line: unknown) => string })
}

/** A file to save, with its name; names outside ASCII are sent as RFC 5987 says. */
export function download(file: {
  content: Readable | Uint8Array
  mediaType: string
  fileName: string
  sizeBytes?: number
  headers?: Readonly<Record<string, string>>
}): Reply {
  const ascii = file.fileName.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const exact = encodeURIComponent(file.fileName).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
  return new Reply(
    200,
    { kind: 'bytes', content: file.content, mediaType: file.mediaType },
    {
      ...file.headers,
      'content-disposition': `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`,
      'cache-control': 'private, no-store',
      ...(file.sizeBytes === undefined ? {} : { 'content-length': String(file.sizeBytes) }),
    },
  )
}

/** Text or bytes shown in place, for example metrics. */
export function bytes(
  content: Readable | Uint8Array | string,
  mediaType: string,
  headers?: Readonly<Record<string, string>>,
): Reply {
  return new Reply(200, { kind: 'bytes', content, mediaType }, headers)
}

type Result<T> = T | Reply
export type Handler<D extends OperationDefinition> = (
  context: HandlerContext<D>,
) => Promise<Result<AnswerOf<D>>> | Result<AnswerOf<D>>

/** An operation with its handler. */
export interface Route {
  operation: OperationDefinition
  run(context: HandlerContext<OperationDefinition>): Promise<unknown>
}

/** Binds an operation to its handler. A plain value becomes the body of the operation's first status; otherwise return a Reply. */
export function handle<D extends OperationDefinition>(operation: D, handler: Handler<D>): Route {
  // The server builds the context from this operation, so the erased type is correct.
  const run: Route['run'] = async (context) => handler(context as unknown as HandlerContext<D>)
  return { operation, run: isUrgent(operation) ? (context) => runUrgently(() => run(context)) : run }
}

/** Whether the operation must work on a full disk: signing in and out, and deleting. */
function isUrgent({ method, path }: OperationDefinition): boolean {
  return method === 'DELETE' || path.startsWith('/auth/') || path.startsWith('/v2/auth/')
}

/** Throws unless every operation has exactly one route. */
export function assertComplete(routes: readonly Route[], operations: readonly OperationDefinition[]): void {
  const served = new Set(routes.map(({ operation }) => operation.id))
  const listed = new Set(operations.map(({ id }) => id))
  const missing = [...listed].filter((id) => !served.has(id))
  const hidden = [...served].filter((id) => !listed.has(id))
  if (missing.length > 0) throw new Error(`Operations without a route: ${missing.join(', ')}`)
  if (hidden.length > 0) throw new Error(`Routes of operations that the contract does not list: ${hidden.join(', ')}`)
}
