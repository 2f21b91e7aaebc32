import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Viewer } from '@octavo/core/access'
import type { SuccessStatus } from '@octavo/core/contract'
import { AppError, type ErrorCode, isAppError } from '@octavo/core/errors'
import type { Clock } from '../config/index.ts'
import type { Secrets } from '../secrets/index.ts'
import {
  claimIdempotencyKey,
  findIdempotencyKey,
  type IdempotencyKey,
  type IdempotencyKeyRow,
  keepAnswer,
} from '../store/idempotency-keys.ts'
import { newUuid, type Store, withWriteClaim } from '../store/index.ts'
import { Reply } from './handle.ts'

export interface IdempotentRequest {
  viewer: Viewer
  operation: string
  /** The status for a handler that returns a plain value. */
  firstStatus: SuccessStatus
  /** The header `Idempotency-Key` as sent. */
  key: string
  method: string
  /** Path and query as sent. */
  url: string
  contentType: string | undefined
  body: Uint8Array | undefined
  signal: AbortSignal
  /** Called when the response of an earlier request is repeated. */
  onReplay(): void
}

/** Runs the work once for each key; a retry gets the response of the first request. */
export type Once = (request: IdempotentRequest, work: () => Promise<unknown>) => Promise<unknown>

type KeptAnswer =
  | { kind: 'json'; status: SuccessStatus; headers: Readonly<Record<string, string>>; text: string }
  | { kind: 'empty'; status: SuccessStatus; headers: Readonly<Record<string, string>> }
  | { kind: 'error'; code: ErrorCode; details: unknown }

class KeyTaken extends Error {}

const keptMs = 24 * 3_600_000
/** Longer than any request runs: without a response after this time there will be none. */
const longestRequestMs = 130_000
const waitMs = 3_000
const lookEveryMs = 100

/**
 * The key is claimed in the transaction of the request's first change, so that it is used exactly when something was
 * changed, and two requests with one key can never both make the change. A request that changes nothing (a refusal, a
 * read by POST) claims nothing and runs again. The response is stored afterwards; when the process dies in between, a
 * retry gets `idempotency_answer_lost` and changes nothing.
 */
export function createIdempotency(parts: Parts): Once {
  const turns = new Map<string, Promise<void>>()
  return async (request, work) => {
    const key = keyOf(request)
    const name = JSON.stringify(key)
    for (let other = turns.get(name); other; other = turns.get(name)) await other
    const turn = Promise.withResolvers<void>()
    turns.set(name, turn.promise)
    try {
      return await once(parts, request, key, work)
    } finally {
      turns.delete(name)
      turn.resolve()
    }
  }
}

interface Parts {
  store: Store
  secrets: Secrets
  clock: Clock
  reportBug(error: unknown): void
}

async function once(
  parts: Parts,
  request: IdempotentRequest,
  key: IdempotencyKey,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const { store, clock } = parts
  const requestHash = hashOfRequest(request)
  const known = await findIdempotencyKey(store.db, key, clock.now())
  if (known) return replay(parts, known, key, requestHash, request)
  const mark = `claim:${newUuid()}`
  const claim = claimOf(parts, key, mark, requestHash)
  try {
    const result = await withWriteClaim(claim, work)
    if (claim.isMade()) await keep(parts, key, mark, answerOf(result, request.firstStatus))
    return result
  } catch (error) {
    if (error instanceof KeyTaken) {
      const taken = await findIdempotencyKey(store.db, key, clock.now())
      if (taken) return await replay(parts, taken, key, requestHash, request)
    }
    if (claim.isMade()) await keep(parts, key, mark, errorOf(error))
    throw error
  } finally {
    // A job started by the change does not belong to this request.
    claim.close()
  }
}

/** Claims the key in the transaction of the first change. */
function claimOf({ store, clock }: Parts, key: IdempotencyKey, mark: string, requestHash: string) {
  let state: 'open' | 'made' | 'closed' = 'open'
  return {
    async insert(tx: Parameters<Parameters<Store['write']>[1]>[0]): Promise<void> {
      if (state !== 'open') return
      const now = clock.now()
      const isOurs = await claimIdempotencyKey(tx, key, { mark, requestHash, now, expiresAt: now + keptMs })
      if (!isOurs) throw new KeyTaken('The Idempotency-Key was claimed by another request.')
      store.afterCommit(tx, () => {
        state = 'made'
      })
    },
    isMade: () => state === 'made',
    close() {
      state = 'closed'
    },
  }
}

async function keep(
  { store, secrets, reportBug }: Parts,
  key: IdempotencyKey,
  mark: string,
  answer: KeptAnswer,
): Promise<void> {
  const status = answer.kind === 'error' ? new AppError(answer.code, answer.details as never).status : answer.status
  const encrypted = secrets.encrypt(JSON.stringify(answer), contextOf(key))
  try {
    await store.maintain('keep answer', (tx) => keepAnswer(tx, key, { mark, status, encrypted }), {
      isolation: 'read committed',
    })
  } catch (error) {
    // The change is made and the client gets its response; only a retry will report that the response was lost.
    reportBug(error)
  }
}

async function replay(
  parts: Parts,
  row: IdempotencyKeyRow,
  key: IdempotencyKey,
  requestHash: string,
  request: IdempotentRequest,
): Promise<Reply> {
  if (row.request_hash !== requestHash) throw new AppError('idempotency_key_reused', {})
  const answered = row.status === null ? await untilAnswered(parts, row, key, request.signal) : row
  const encrypted = answered.response_encrypted ?? ''
  const answer = JSON.parse(parts.secrets.decrypt(encrypted, contextOf(key)).reveal()) as KeptAnswer
  request.onReplay()
  if (answer.kind === 'error') throw new AppError(answer.code, answer.details as never)
  const { status, headers } = answer
  if (answer.kind === 'empty') return new Reply(status, { kind: 'empty' }, headers)
  const mediaType = 'application/json; charset=utf-8'
  return new Reply(status, { kind: 'bytes', content: answer.text, mediaType }, headers)
}

/** Another process is handling the key, or died before it stored its response. */
async function untilAnswered(
  { store, clock }: Parts,
  row: IdempotencyKeyRow,
  key: IdempotencyKey,
  signal: AbortSignal,
): Promise<IdempotencyKeyRow> {
  const isAlive = () => !store.opening.isExclusive && clock.now() < row.created_at + longestRequestMs
  const giveUpAt = performance.now() + waitMs
  while (isAlive() && performance.now() < giveUpAt) {
    await pause(lookEveryMs, undefined, { signal })
    const now = await findIdempotencyKey(store.db, key, clock.now())
    if (now && now.status !== null) return now
  }
  throw isAlive()
    ? new AppError('idempotency_in_progress', { retryAfterSeconds: 5 })
    : new AppError('idempotency_answer_lost', {})
}

function keyOf({ viewer, operation, key }: IdempotentRequest): IdempotencyKey {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new AppError('invalid_request', {
      reason: 'The header "Idempotency-Key" is not made of 1 to 255 visible ASCII characters.',
      hint: 'Send a new UUID for each new request.',
    })
  }
  const actorId = viewer.via.kind === 'token' ? `${viewer.memberId}/${viewer.via.credentialId}` : viewer.memberId
  const keyHash = createHash('sha256').update(key).digest('hex')
  return { organizationId: viewer.organizationId, actorId, operation, keyHash }
}

function hashOfRequest({ method, url, contentType, body }: IdempotentRequest): string {
  const head = JSON.stringify([method, url, contentType ?? null])
  return createHash('sha256')
    .update(head)
    .update('\n')
    .update(body ?? '')
    .digest('hex')
}

const contextOf = ({ organizationId, actorId, operation, keyHash }: IdempotencyKey): string =>
  `idempotency_keys:${organizationId}:${actorId}:${operation}:${keyHash}`

function answerOf(result: unknown, firstStatus: SuccessStatus): KeptAnswer {
  if (!(result instanceof Reply)) return { kind: 'json', status: firstStatus, headers: {}, text: textOf(result) }
  const { status, payload, headers } = result
  if (payload.kind === 'empty') return { kind: 'empty', status, headers }
  if (payload.kind === 'json') return { kind: 'json', status, headers, text: textOf(payload.value) }
  return { kind: 'error', code: 'idempotency_answer_lost', details: {} }
}

const textOf = (value: unknown): string => JSON.stringify(value) ?? ''

/** After the change: a client error is the response; any other error does not say whether the change was made. */
function errorOf(error: unknown): KeptAnswer {
  return isAppError(error) && error.status < 500
    ? { kind: 'error', code: error.code, details: error.details }
    : { kind: 'error', code: 'idempotency_answer_lost', details: {} }
}
