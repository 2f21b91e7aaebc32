import type { Viewer } from '@octavo/core/access'
import type { ReportTheme } from '@octavo/core/contract'
import { policyFingerprint } from '../../cache/index.ts'
import type { Clock } from '../../config/index.ts'
import type { Queue } from '../../queue/index.ts'
import { type CardPictureRow, findCardPicture } from '../../store/card-pictures.ts'
import type { Store } from '../../store/index.ts'
import { findOpenJob } from '../../store/jobs.ts'
import type { Documents } from '../documents/documents.ts'
import { serviceOf } from '../service/service.ts'

/** Data changes without a publication, so a picture is rendered again after this time. */
const freshMs = 24 * 3_600_000
/** A failed picture is tried again after this time. */
const retryMs = 3_600_000

export type CardPicture = { state: 'ready'; content: Buffer } | { state: 'waiting' } | { state: 'none' }

export type CardPictures = ReturnType<typeof createCardPictures>

/** Pictures of workbooks in lists, stored for each set of rights; `card-picture-runs.ts` renders them. */
export function createCardPictures(parts: Parts) {
  return serviceOf(parts, { read })
}

interface Parts {
  store: Store
  clock: Clock
  queue: Queue
  documents: Documents
}

/**
 * The picture of the published version as the viewer sees it. Enqueues a job when there is none; an outdated picture is returned until the
 * new one is ready. Throws `not_found` for a workbook that is not visible to the viewer.
 */
async function read(parts: Parts, viewer: Viewer, workbookId: string, theme: ReportTheme): Promise<CardPicture> {
  const { record, version } = await parts.documents.read(viewer, 'workbook', workbookId)
  const { organizationId } = viewer
  const key = {
    organization_id: organizationId,
    document_id: record.inode.id,
    fingerprint: policyFingerprint(viewer),
    theme,
  }
  const row = await findCardPicture(parts.store.db, key)
  const wanted = { ...key, version }
  if (row?.version !== version) return ask(parts, viewer, wanted)
  const age = parts.clock.now() - row.made_at
  if (row.content === null) return age > retryMs ? ask(parts, viewer, wanted) : { state: 'none' }
  if (age > freshMs) await ask(parts, viewer, wanted)
  return { state: 'ready', content: Buffer.from(row.content, 'base64') }
}

/** Enqueues at most one job, however often it is called. */
async function ask(
  { queue, store }: Parts,
  { organizationId, memberId }: Viewer,
  { document_id: documentId, fingerprint, theme, version }: Omit<CardPictureRow, 'member_id' | 'content' | 'made_at'>,
): Promise<CardPicture> {
  const uniqueKey = `card ${documentId} ${fingerprint} ${theme}`
  if (await findOpenJob(store.db, organizationId, uniqueKey)) return { state: 'waiting' }
  await store.maintain('a picture of a workbook is asked for', (tx) =>
    queue.enqueue(tx, {
      organizationId,
      kind: 'card.picture',
      payload: { documentId, memberId, fingerprint, theme, version },
      actorId: memberId,
      uniqueKey,
    }),
  )
  return { state: 'waiting' }
}
