import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import { answersOf, type OperationDefinition } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import type { FastifyReply } from 'fastify'
import { Reply } from './handle.ts'

const compress = promisify(gzip)
const smallestCompressed = 1_024

export interface SendFacts {
  requestId: string
  acceptEncoding: string | undefined
  signal: AbortSignal
  /** Called for an error that comes after the first line was sent. */
  onLateError(error: unknown): void
}

/** Sends what a handler gave: a Reply as it says, any other value as the JSON of the operation's first status. */
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
  switch (payload.kind) {
    case 'json':
      return sendText(reply, JSON.stringify(payload.value), 'application/json; charset=utf-8', facts.acceptEncoding)
    case 'lines':
      return sendLines(reply, payload.lines, facts)
    case 'bytes':
      return reply.type(payload.mediaType).send(payload.content)
    case 'empty':
      return reply.send()
  }
}

/** Text that is worth it goes compressed; the work is done outside the event loop. */
export async function sendText(
  reply: FastifyReply,
  text: string,
  mediaType: string,
  acceptEncoding: string | undefined,
): Promise<FastifyReply> {
  const bytes = Buffer.from(text)
  reply.type(mediaType).header('vary', 'accept-encoding')
  if (bytes.length < smallestCompressed || !acceptsGzip(acceptEncoding)) return reply.send(bytes)
  return reply.header('content-encoding', 'gzip').send(await compress(bytes, { level: constants.Z_BEST_SPEED }))
}

export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  return acceptEncoding !== undefined && /\bgzip\b(?!;\s*q=0(?:\.0*)?(?:,|$))/.test(acceptEncoding)
}

async function sendLines(reply: FastifyReply, lines: AsyncIterable<unknown>, facts: SendFacts): Promise<FastifyReply> {
  const iterator = lines[Symbol.asyncIterator]()
  // What fails before the first line is an ordinary error with its status.
  const first = await iterator.next()
  const stream = Readable.from(linesOf(first, iterator, facts), { objectMode: false, highWaterMark: 65_536 })
  facts.signal.addEventListener('abort', () => stream.destroy(), { once: true })
  return reply.type('application/x-ndjson; charset=utf-8').header('x-accel-buffering', 'no').send(stream)
}

/** A line is made when the reader below has room; leaving the loop early ends the source too. */
async function* linesOf(first: IteratorResult<unknown>, iterator: AsyncIterator<unknown>, facts: SendFacts) {
  let isWhole = false
  try {
    for (let step = first; !step.done; step = await iterator.next()) yield `${JSON.stringify(step.value)}\n`
    isWhole = true
  } catch (error) {
    isWhole = true
    if (facts.signal.aborted) return
    facts.onLateError(error)
    const told = error instanceof AppError ? error : new AppError('internal', {}, { cause: error })
    yield `${JSON.stringify({ event: 'error', ...told.toBody(facts.requestId) })}\n`
  } finally {
    if (!isWhole) await iterator.return?.()
  }
}
