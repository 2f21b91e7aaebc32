import type { Viewer } from '@octavo/core/access'
import type { AuditVerb, CreatedWebhook, SequenceRun, WebhookSchema, WorkbookWebhook } from '@octavo/core/contract'
import { findSequence } from '@octavo/core/document'
import { AppError, conflict } from '@octavo/core/errors'
import type { Access } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import type { Secrets } from '../../secrets/index.ts'
import { newKeyUuid, type ObjectChange, type Store } from '../../store/index.ts'
import { findJobs, type JobRow } from '../../store/jobs.ts'
import { deleteWebhook, findWebhook, findWebhooksOf, insertWebhook, type WebhookRow } from '../../store/webhooks.ts'
import { type Slice, sliceOfList, type Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import type { Documents } from '../documents/documents.ts'
import { shownContent } from '../documents/shown-content.ts'
import { serviceOf } from '../service/service.ts'
import { webhookSecret } from './webhook-signatures.ts'
import { variablesOf, whyNotRunnable } from './webhook-variables.ts'

export type Webhooks = ReturnType<typeof createWebhooks>

/** Manages webhooks of sequences for editors of the workbook. `webhook-starts.ts` starts the sequences. */
export function createWebhooks(parts: Parts) {
  return serviceOf(parts, { list, create, remove, schema })
}

interface Parts {
  store: Store
  clock: Clock
  secrets: Secrets
  access: Access
  documents: Documents
}

export const webhookUrl = (baseUrl: string, documentId: string, sequenceId: string): string =>
  `${baseUrl}/v2/webhooks/${documentId}/${encodeURIComponent(sequenceId)}`

/** The published version as its editor sees it. Throws `not_found` and `forbidden`. */
async function editable({ access, documents }: Parts, viewer: Viewer, workbookId: string) {
  const { record, content } = await documents.read(viewer, 'workbook', workbookId)
  await access.requireInode(viewer, record.inode.id, 'edit', 'workbook')
  return { documentId: record.inode.id, document: shownContent(viewer, record.facts, content) }
}

async function list(
  parts: Parts,
  viewer: Viewer,
  workbookId: string,
  baseUrl: string,
  window: Window,
): Promise<Slice<WorkbookWebhook>> {
  const { documentId, document } = await editable(parts, viewer, workbookId)
  const rows = await findWebhooksOf(parts.store.db, viewer.organizationId, documentId)
  const { entries, ...page } = sliceOfList(rows, window)
  const jobs = await findJobs(
    parts.store.db,
    viewer.organizationId,
    entries.flatMap(({ last_job_id }) => last_job_id ?? []),
  )
  const described = entries.map((row) => ({
    sequenceId: row.sequence_id,
    name: findSequence(document, row.sequence_id)?.name ?? null,
    url: webhookUrl(baseUrl, documentId, row.sequence_id),
    ownerId: row.owner_id,
    createdAt: timestamp(row.created_at),
    lastRun: runOf(jobs.get(row.last_job_id ?? '')),
  }))
  return { ...page, entries: described }
}

function runOf(job: JobRow | undefined): SequenceRun | null {
  if (!job) return null
  const error =
    job.state === 'failed' && job.error !== null
      ? (JSON.parse(job.error) as { code?: string; message?: unknown; details?: unknown })
      : null
  return {
    traceId: job.id,
    state: job.state,
    startedAt: timestamp(job.created_at),
    problem: error ? String(error.message ?? '') : null,
    ...(error?.code === undefined ? {} : { code: error.code, details: error.details }),
  }
}

/** A sequence that cannot run is refused now instead of at its first request. */
async function create(
  parts: Parts,
  viewer: Viewer,
  workbookId: string,
  sequenceId: string,
  baseUrl: string,
): Promise<CreatedWebhook> {
  const { clock, secrets, store } = parts
  const { documentId, document } = await editable(parts, viewer, workbookId)
  const sequence = findSequence(document, sequenceId)
  if (!sequence) throw new AppError('not_found', { kind: 'published sequence', id: sequenceId })
  const reason = whyNotRunnable(sequence)
  if (reason !== null) throw conflict(reason)
  const row: WebhookRow = {
    organization_id: viewer.organizationId,
    document_id: documentId,
    sequence_id: sequenceId,
    id: newKeyUuid(),
    owner_id: viewer.memberId,
    created_at: clock.now(),
    last_job_id: null,
  }
  await store.write(event(viewer, row, 'CREATED', { before: null, after: factsOf(row) }), async (tx) => {
    if (!(await insertWebhook(tx, row))) {
      throw conflict({ rule: 'webhook_exists' })
    }
  })
  return { sequenceId, url: webhookUrl(baseUrl, documentId, sequenceId), secret: webhookSecret(secrets, row) }
}

async function remove(parts: Parts, viewer: Viewer, workbookId: string, sequenceId: string): Promise<void> {
  const { store } = parts
  const { documentId } = await editable(parts, viewer, workbookId)
  const missing = new AppError('not_found', { kind: 'webhook', id: sequenceId })
  const row = await findWebhook(store.db, documentId, sequenceId)
  if (row?.organization_id !== viewer.organizationId) throw missing
  await store.write(event(viewer, row, 'DELETED', { before: factsOf(row), after: null }), async (tx) => {
    if (!(await deleteWebhook(tx, row))) throw missing
  })
}

/** For everyone who may open the workbook: the names and types are in the published document too. */
async function schema(
  { documents, store }: Parts,
  viewer: Viewer,
  workbookId: string,
  sequenceId: string,
): Promise<WebhookSchema> {
  const { record, content } = await documents.read(viewer, 'workbook', workbookId)
  const document = shownContent(viewer, record.facts, content)
  const row = await findWebhook(store.db, record.inode.id, sequenceId)
  if (!row) throw new AppError('not_found', { kind: 'webhook', id: sequenceId })
  const sequence = findSequence(document, sequenceId)
  if (!sequence) throw conflict({ rule: 'sequence_gone' })
  return { variables: Object.fromEntries(variablesOf(document, sequence)) }
}

function event(viewer: Viewer, { document_id }: WebhookRow, word: AuditVerb<'WEBHOOK'>, change: ObjectChange) {
  return eventOf(viewer, {
    category: 'OBJECT_INTERACTION',
    action: `WEBHOOK_${word}`,
    object: { kind: 'workbook', id: document_id },
    change,
  })
}

const factsOf = ({ sequence_id, owner_id }: WebhookRow) => ({ sequenceId: sequence_id, ownerId: owner_id })
