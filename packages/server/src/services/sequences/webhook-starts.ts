import type { Viewer } from '@octavo/core/access'
import { findSequence } from '@octavo/core/document'
import { AppError, conflict } from '@octavo/core/errors'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import type { Queue } from '../../queue/index.ts'
import { hashToken, type Secrets } from '../../secrets/index.ts'
import { isUuid, type Store } from '../../store/index.ts'
import { claimToken } from '../../store/used-tokens.ts'
import { findWebhook, noteWebhookRun, type WebhookRow } from '../../store/webhooks.ts'
import type { Documents } from '../documents/documents.ts'
import { shownContent } from '../documents/shown-content.ts'
import { serviceOf } from '../service/service.ts'
import type { AllowedAddresses } from '../sign-in/allowed-addresses.ts'
import type { Viewers } from '../sign-in/viewers.ts'
import { isRecent, isSignedBy, macOf, readSignature, signatureLifeMs, webhookSecret } from './webhook-signatures.ts'
import { checkedValues, variablesOf, whyNotRunnable } from './webhook-variables.ts'

/** Limit for one sequence. */
const startsPerMinute = 60
const minuteMs = 60_000
const mostCounted = 10_000

export type WebhookStarts = ReturnType<typeof createWebhookStarts>

/** Handles requests that start sequences, with the rights of the caller or, for signed requests, of the webhook's owner. */
export function createWebhookStarts(given: Given) {
  const parts: Parts = { ...given, counts: new Map() }
  return serviceOf(parts, { start })
}

interface Given {
  store: Store
  clock: Clock
  secrets: Secrets
  queue: Queue
  documents: Documents
  viewers: Viewers
  allowedAddresses: AllowedAddresses
}

interface Parts extends Given {
  /** Starts in the current minute, by webhook. */
  counts: Map<string, { minute: number; starts: number }>
}

export interface StartRequest {
  workbookId: string
  sequenceId: string
  /** The viewer of an access token; undefined for a request that has to be signed. */
  viewer: Viewer | undefined
  signature: string | undefined
  /** The raw body, for the signature. */
  bytes: Buffer
  body: Readonly<Record<string, unknown>>
  address: string
  /** Address of this server, for links in messages of the sequence. */
  baseUrl: string
}

interface Start {
  row: WebhookRow
  viewer: Viewer
  /** Key under which a used signature is remembered; null for a token. */
  used: string | null
}

/** Throws when the request is not signed or not allowed, or its body does not match the sequence. The sequence runs afterwards. */
async function start(parts: Parts, request: StartRequest): Promise<{ traceId: string }> {
  const { clock, documents, queue, store } = parts
  const { row, viewer, used } = request.viewer
    ? await startOfViewer(parts, request.viewer, request)
    : await startOfSignature(parts, request)
  requireRate(parts, row.id)
  const { content, record } = await documents.read(viewer, 'workbook', row.document_id)
  const document = shownContent(viewer, record.facts, content)
  const sequence = findSequence(document, row.sequence_id)
  if (!sequence) throw conflict({ rule: 'sequence_gone' })
  const reason = whyNotRunnable(sequence)
  if (reason !== null) throw conflict(reason)
  const values = checkedValues(variablesOf(document, sequence), request.body)
  const { organizationId, memberId } = viewer
  const event = eventOf(viewer, {
    category: 'OBJECT_INTERACTION',
    action: 'SEQUENCE_STARTED',
    object: { kind: 'workbook', id: row.document_id },
    details: { sequenceId: row.sequence_id, by: used === null ? 'token' : 'signature', address: request.address },
  })
  const traceId = await store.write(event, async (tx) => {
    const claim = { organization_id: organizationId, expires_at: clock.now() + 2 * signatureLifeMs }
    if (used !== null && !(await claimToken(tx, { ...claim, id_hash: hashToken(`webhook ${row.id} ${used}`) }))) {
      throw new AppError('unauthorized', { reason: 'The signature was used before.', hint: 'Sign each request anew.' })
    }
    const { baseUrl } = request
    const payload = { workbookId: row.document_id, sequenceId: row.sequence_id, memberId, values, baseUrl }
    const { jobId } = await queue.enqueue(tx, { organizationId, kind: 'sequence.run', payload, actorId: memberId })
    await noteWebhookRun(tx, row, jobId)
    return jobId
  })
  return { traceId }
}

async function startOfViewer({ documents, store }: Parts, viewer: Viewer, request: StartRequest): Promise<Start> {
  const { inode } = await documents.find(viewer, 'workbook', request.workbookId)
  const row = await findWebhook(store.db, inode.id, request.sequenceId)
  if (!row) throw new AppError('not_found', { kind: 'webhook', id: request.sequenceId })
  return { row, viewer, used: null }
}

/** An unknown webhook and a wrong signature are refused identically. */
async function startOfSignature(parts: Parts, request: StartRequest): Promise<Start> {
  const { allowedAddresses, clock, secrets, store, viewers } = parts
  const { workbookId, sequenceId, bytes } = request
  if (request.signature === undefined) {
    throw new AppError('unauthorized', {
      reason: 'The request carries neither an access token nor the header Octavo-Signature.',
    })
  }
  const wrong = new AppError('unauthorized', {
    reason: 'The header Octavo-Signature is not a signature of this body by the secret of this webhook.',
    hint: 'It is "t=<unix seconds>,v1=<hex HMAC-SHA256 of t, a dot and the body>".',
  })
  const signature = readSignature(request.signature)
  const row = isUuid(workbookId) ? await findWebhook(store.db, workbookId.toLowerCase(), sequenceId) : undefined
  if (!signature || !row) throw wrong
  const secret = webhookSecret(secrets, row)
  if (!isSignedBy(secret, signature, bytes)) throw wrong
  if (!isRecent(signature, clock.now())) {
    throw new AppError('unauthorized', {
      reason: 'The signature is more than five minutes old, or dated in the future.',
    })
  }
  await allowedAddresses.require(row.organization_id, 'public-api', request.address)
  const viewer = await viewers.load(row.organization_id, row.owner_id, { kind: 'job' })
  if (!viewer) throw conflict({ rule: 'webhook_member_gone' })
  return { row, viewer, used: macOf(secret, signature, bytes) }
}

function requireRate({ clock, counts }: Parts, id: string): void {
  const minute = Math.floor(clock.now() / minuteMs)
  const known = counts.get(id)
  const starts = known?.minute === minute ? known.starts + 1 : 1
  counts.delete(id)
  counts.set(id, { minute, starts })
  if (counts.size > mostCounted) counts.delete(counts.keys().next().value ?? '')
  if (starts <= startsPerMinute) return
  const retryAfterSeconds = Math.ceil(((minute + 1) * minuteMs - clock.now()) / 1000)
  throw new AppError('too_many_attempts', { retryAfterSeconds })
}
