import type { Viewer } from '@octavo/core/access'
import type { FollowedTemplate, SwapSourcesRequest } from '@octavo/core/contract'
import { type AppError, conflict, isAppError } from '@octavo/core/errors'
import { jobKinds } from '@octavo/core/jobs'
import type { Access } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import type { Sessions } from '../../connectors/index.ts'
import type { Queue } from '../../queue/index.ts'
import { findDocument, listDocumentVersions } from '../../store/documents.ts'
import type { Store } from '../../store/index.ts'
import { findInode } from '../../store/inodes.ts'
import {
  deleteTemplateFollower,
  findTemplateFollower,
  insertTemplateFollower,
  listFollowersBehind,
  type TemplateFollowerRow,
  updateTemplateFollower,
} from '../../store/template-followers.ts'
import { timestamp } from '../answers/timestamp.ts'
import { copyAdded, rowsToCopy, withAllPages } from '../documents/document-copies.ts'
import type { Documents } from '../documents/documents.ts'
import type { OpenDocument } from '../documents/open-document.ts'
import { wakeFollowers } from '../documents/template-following.ts'
import type { Inodes } from '../inodes/inodes.ts'
import { serviceOf } from '../service/service.ts'
import type { Viewers } from '../sign-in/viewers.ts'
import type { SourceSwaps } from '../source-swaps/source-swaps.ts'

export type TemplateUpdates = ReturnType<typeof createTemplateUpdates>

/** Publishes each new version of a template in the workbooks that follow it. */
export function createTemplateUpdates(parts: Parts) {
  return serviceOf(parts, { follow, of, stop, run })
}

interface Parts {
  store: Store
  sessions: Sessions
  clock: Clock
  queue: Queue
  access: Access
  viewers: Viewers
  documents: Documents
  inodes: Inodes
  sourceSwaps: SourceSwaps
}

type Transaction = Parameters<Store['announce']>[0]

/** Maximum workbooks that one statement reads. */
const atOnce = 100

/** In the transaction that creates the workbook: starts following. A version published in the meantime is applied next. */
async function follow(
  parts: Parts,
  tx: Transaction,
  viewer: Viewer,
  { workbookId, template, swaps }: { workbookId: string; template: OpenDocument; swaps: SwapSourcesRequest },
): Promise<void> {
  const { organizationId, memberId } = viewer
  const templateId = template.record.inode.id
  const now = parts.clock.now()
  await insertTemplateFollower(tx, {
    organization_id: organizationId,
    workbook_id: workbookId,
    template_id: templateId,
    template_version: template.version,
    swaps: JSON.stringify(swaps),
    tried_version: template.version,
    state: 'done',
    reason: null,
    updated_at: now,
    created_by: memberId,
    created_at: now,
  })
  const version = (await findDocument(tx, organizationId, templateId))?.latest_version ?? template.version
  await wakeFollowers(parts, tx, viewer, { id: templateId, version })
}

/** The template that a workbook follows, for viewers of the workbook. */
async function of({ documents, store, clock }: Parts, viewer: Viewer, workbookId: string): Promise<FollowedTemplate> {
  const { inode } = await documents.find(viewer, 'workbook', workbookId)
  const row = await findTemplateFollower(store.db, viewer.organizationId, inode.id)
  if (!row) return { isFollowing: false }
  const window = { before: null, limit: 1 }
  const [latest] = await listDocumentVersions(store.db, viewer.organizationId, row.template_id, window)
  const latestVersion = latest?.version ?? row.template_version
  const isLate = clock.now() > (latest?.published_at ?? 0) + jobKinds['template.follow'].deadlineMs
  return {
    isFollowing: true,
    templateId: row.template_id,
    version: row.template_version,
    latestVersion,
    ...stateOf(row, latestVersion, isLate),
    updatedAt: timestamp(row.updated_at),
  }
}

/** An update that was not attempted in time has failed, because the server stopped before. */
function stateOf(row: TemplateFollowerRow, latestVersion: number, isLate: boolean) {
  if (row.template_version >= latestVersion) return { state: 'current' as const }
  if (row.tried_version >= latestVersion) {
    const state = row.state === 'skipped' ? ('skipped' as const) : ('failed' as const)
    return { state, ...(row.reason === null ? {} : { reason: row.reason }) }
  }
  if (!isLate) return { state: 'queued' as const }
  return {
    state: 'failed' as const,
    reason: 'The server stopped before the update was made. The next version is tried again.',
  }
}

/** Stops following; the workbook is not changed. */
async function stop({ documents, inodes, store }: Parts, viewer: Viewer, workbookId: string): Promise<void> {
  const record = await documents.find(viewer, 'workbook', workbookId)
  inodes.requireEdit(viewer, record)
  const { id } = record.inode
  await store.write<TemplateFollowerRow | null>(
    (ended) =>
      ended === null
        ? []
        : eventOf(viewer, {
            category: 'OBJECT_INTERACTION',
            action: 'WORKBOOK_UNFOLLOWED',
            object: { kind: 'workbook', id },
            change: { before: { templateId: ended.template_id, version: ended.template_version }, after: null },
          }),
    async (tx) => {
      await inodes.requireEditStill(tx, viewer, record)
      return deleteTemplateFollower(tx, viewer.organizationId, id)
    },
  )
}

interface Update {
  organizationId: string
  templateId: string
  signal: AbortSignal
}

type Ended = 'done' | 'skipped' | 'failed'

/**
 * Brings the latest version of a template to each workbook that follows it and has an older one. A repeated run continues with the
 * remaining ones. Throws at the end when data platforms did not respond, so that the queue retries.
 */
async function run(parts: Parts, { organizationId, templateId, signal }: Update): Promise<Record<Ended, number>> {
  const { store } = parts
  const counts = { done: 0, skipped: 0, failed: 0 }
  const version = (await findDocument(store.db, organizationId, templateId))?.latest_version ?? 0
  const passing: AppError[] = []
  for (let after: string | null = null; ; ) {
    const rows: TemplateFollowerRow[] = await listFollowersBehind(store.db, organizationId, {
      ...{ templateId, version, after, limit: atOnce },
    })
    for (const row of rows) {
      signal.throwIfAborted()
      try {
        await update(parts, row, signal)
        counts.done += 1
      } catch (error) {
        if (signal.aborted || !isAppError(error)) throw error
        counts[await note(parts, row, version, error)] += 1
        if (isPassing(error)) passing.push(error)
      }
    }
    after = rows.at(-1)?.workbook_id ?? null
    if (rows.length < atOnce) break
  }
  const [first] = passing
  if (first) throw first
  return counts
}

const isPassing = (error: AppError): boolean =>
  isAppError(error, 'engine_unavailable') ||
  (isAppError(error, 'source_unavailable') && error.details.isPassing === true)

/** Uses the current rights of the workbook's owner. */
async function update(parts: Parts, row: TemplateFollowerRow, signal: AbortSignal): Promise<void> {
  const { access, clock, documents, sourceSwaps } = parts
  const { organization_id: organizationId, workbook_id: workbookId, template_id: templateId } = row
  const owner = await ownerOf(parts, row)
  const template = await documents.read(owner, 'template', templateId)
  const workbook = await documents.read(owner, 'workbook', workbookId)
  const swaps = JSON.parse(row.swaps) as SwapSourcesRequest
  const swapped = Object.keys(swaps).length > 0 ? await sourceSwaps.ofCopy(owner, template, swaps, signal) : template
  const { version } = template
  const fetched = await rowsToCopy(parts, owner, { from: template, to: workbook })
  await documents.publish(owner, 'workbook', workbookId, {
    content: withAllPages(swapped.content),
    expectedVersion: workbook.version,
    followed: {
      templateId,
      version,
      async update(tx) {
        await access.requireInode(owner, templateId, 'copy', 'template', tx)
        await copyAdded(tx, owner, { from: template, to: workbook, fetched })
        const updated = { template_version: version, tried_version: version, state: 'done', reason: null }
        const change = { ...updated, updated_at: clock.now() }
        if (await updateTemplateFollower(tx, organizationId, workbookId, change)) return
        throw conflict({ rule: 'template_left' })
      },
    },
  })
}

async function ownerOf({ store, viewers }: Parts, row: TemplateFollowerRow): Promise<Viewer> {
  const { organization_id: organizationId, workbook_id: id } = row
  const inode = await findInode(store.db, organizationId, id)
  const owner = inode?.owner_id ? await viewers.load(organizationId, inode.owner_id, { kind: 'job' }) : null
  if (owner) return owner
  throw conflict({ rule: 'workbook_owner_gone' })
}

/** A draft with changes postpones the update; every other problem that a person has to fix is a failure. */
async function note(
  { store, clock }: Parts,
  row: TemplateFollowerRow,
  version: number,
  error: AppError,
): Promise<Ended> {
  const isDraft = isAppError(error, 'draft_has_changes')
  const reason = isDraft ? 'The draft of the workbook has changes that are not published.' : error.message
  const state = isDraft ? 'skipped' : 'failed'
  const change = { tried_version: version, state, reason, updated_at: clock.now() }
  await store.maintain('update from a template', (tx) =>
    updateTemplateFollower(tx, row.organization_id, row.workbook_id, change),
  )
  return state
}
