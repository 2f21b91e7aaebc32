import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { constants, createGzip, gzip } from 'node:zlib'
import { answersOf, type OperationDefinition } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import type { FastifyReply } from 'fastify'
import { Reply, type ReplyPayload } from './handle.ts'
import { printYaml, yamlMediaType } from './yaml.ts'

const compress = promisify(gzip)
const smallestCompressed = 1_024
const largestPiece = 262_144
const ndjson = 'application/x-ndjson; charset=utf-8'

export interface SendFacts {
  requestId: string
  acceptEncoding: string | undefined
  /** The If-None-Match header of a read request: ETags that the client has. */
  ifNoneMatch: string | undefined
  /** Send JSON values as YAML. */
  asYaml: boolean
  signal: AbortSignal
  /** Called for an error after the first line was sent. */
  onLateError(error: unknown): void
}

/** Sends a handler's result: a Reply as it specifies, any other value as JSON with the operation's first status. */
export async function send(
  reply: FastifyReply,
  operation: OperationDefinition,
  result: unknown,
  facts: SendFacts,
): Promise<FastifyReply> {
  const firstStatus = answersOf(operation)[0]?.[0] ?? 200
  const { status, payload, headers } =
    result instanceof Reply ? result : new Reply(firstStatus, { kind: 'json', value: result })
  reply.code(status)
  if (operation.path.startsWith('/v') || operation.path.startsWith('/auth')) reply.header('cache-control', 'no-store')
  reply.headers(headers)
  const json = payload.kind === 'json' ? JSON.stringify(payload.value) : ''
  const etag = headers.etag ?? (operation.etag === true ? tagOfText(json) : undefined)
  if (etag !== undefined) reply.header('etag', etag)
  if (etag !== undefined && isMatch(facts.ifNoneMatch, etag)) return reply.code(304).send()
  switch (payload.kind) {
    case 'json':
      if (facts.asYaml) {
        return sendText(reply, printYaml(payload.value), `${yamlMediaType}; charset=utf-8`, facts.acceptEncoding)
      }
      return sendText(reply, json, 'application/json; charset=utf-8', facts.acceptEncoding)
    case 'lines':
      return sendLines(reply, payload, facts)
    case 'bytes':
      return reply.type(payload.mediaType).send(payload.content)
    case 'empty':
      return reply.send()
  }
}

/** The ETag of a response without a version number. */
const tagOfText = (text: string) => `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`

/** RFC 9110, 13.1.2: whether one of the tags matches weakly, or any is accepted. */
function isMatch(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const plain = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').map(plain).includes(plain(etag))
}

/** Compresses texts above a minimum size, outside the event loop. */
export async function sendText(
  reply: FastifyReply,
  text: string,
  mediaType: string,
  acceptEncoding: string | undefined,
): Promise<FastifyReply> {
  reply.type(mediaType).header('vary', 'accept-encoding')
  if (text.length < smallestCompressed || !acceptsGzip(acceptEncoding)) return reply.send(text)
  return reply.header('content-encoding', 'gzip').send(await compress(text, { level: constants.Z_BEST_SPEED }))
}

export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  return acceptEncoding !== undefined && /\bgzip\b(?!;\s*q=0(?:\.0*)?(?:,|$))/.test(acceptEncoding)
}

async function sendLines(
  reply: FastifyReply,
  { lines, toText }: Extract<ReplyPayload, { kind: 'lines' }>,
  facts: SendFacts,
): Promise<FastifyReply> {
  const iterator = lines[Symbol.asyncIterator]()
  // A failure before the first line is an ordinary error with its status.
  const first = await iterator.next()
  const texts = textsOf(first, iterator, toText, facts)
  const { ready, rest } = await readyOf(texts)
  reply.header('x-accel-buffering', 'no')
  if (rest === null) return sendText(reply, ready, ndjson, facts.acceptEncoding)
  const stream = Readable.from(continued(ready, rest, texts), { objectMode: false, highWaterMark: 65_536 })
  facts.signal.addEventListener('abort', () => stream.destroy(), { once: true })
  reply.type(ndjson).header('vary', 'accept-encoding')
  if (!acceptsGzip(facts.acceptEncoding)) return reply.send(stream)
  // Every write is flushed, so that a tile does not wait for the next one to fill a block.
  const gzipped = createGzip({ level: constants.Z_BEST_SPEED, flush: constants.Z_SYNC_FLUSH })
  pipeline(stream, gzipped, () => {})
  return reply.header('content-encoding', 'gzip').send(gzipped)
}

/** A line is produced when the reader is ready; leaving the loop early ends the source too. */
async function* textsOf(
  first: IteratorResult<unknown>,
  iterator: AsyncIterator<unknown>,
  toText: (line: unknown) => string,
  facts: SendFacts,
): AsyncGenerator<string> {
  let isWhole = false
  try {
    for (let step = first; !step.done; step = await iterator.next()) yield toText(step.value)
    isWhole = true
  } catch (error) {
    isWhole = true
    if (facts.signal.aborted) return
    facts.onLateError(error)
    const shown = error instanceof AppError ? error : new AppError('internal', {}, { cause: error })
    yield `${JSON.stringify({ event: 'error', ...shown.toBody(facts.requestId) })}\n`
  } finally {
    if (!isWhole) await iterator.return?.()
  }
}

type Step = Promise<IteratorResult<string>>

/**
 * Collects the texts that are available without waiting for anything outside this process, such as a cached response, so that they are sent
 * in one piece, which costs a third of a stream. `rest` is the pending step, or null when everything is ready.
 */
async function readyOf(texts: AsyncGenerator<string>): Promise<{ ready: string; rest: Step | null }> {
  const turn = new Promise<null>((resolve) => setImmediate(resolve, null))
  let ready = ''
  for (;;) {
    const step: Step = texts.next()
    const come = ready.length > largestPiece ? null : await Promise.race([step, turn])
    if (come === null) return { ready, rest: step }
    if (come.done) return { ready, rest: null }
    ready += come.value
  }
}

async function* continued(ready: string, rest: Step, texts: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    if (ready !== '') yield ready
    const step = await rest
    if (step.done) return
    yield step.value
    yield* texts
  } finally {
    await texts.return(undefined)
  }
}
