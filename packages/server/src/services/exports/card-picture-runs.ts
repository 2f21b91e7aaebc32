import type { Viewer } from '@octavo/core/access'
import { isAppError } from '@octavo/core/errors'
import { type JobPayload, jobKinds } from '@octavo/core/jobs'
import { policyFingerprint } from '../../cache/index.ts'
import { pruneCardPictures, putCardPicture } from '../../store/card-pictures.ts'
import type { Documents } from '../documents/documents.ts'
import type { OpenDocument } from '../documents/open-document.ts'
import { shownContent } from '../documents/shown-content.ts'
import { queriedDocument } from '../queries/element-descriptions.ts'
import { serviceOf } from '../service/service.ts'
import type { Viewers } from '../sign-in/viewers.ts'
import { pageIdsOf } from './export-requests.ts'
import { makeReport, type ReportParts } from './report-files.ts'

/** Maximum pictures of one member; the oldest are deleted for new ones. */
const mostOfMember = 100

export interface CardPictureAttempt {
  organizationId: string
  payload: JobPayload<'card.picture'>
  attempt: number
  signal: AbortSignal
}

export type CardPictureRuns = ReturnType<typeof createCardPictureRuns>

/** Renders the pictures of workbooks in lists, with the rights of the member who looks at the list. */
export function createCardPictureRuns(parts: Parts) {
  return serviceOf(parts, { run })
}

interface Parts extends ReportParts {
  documents: Documents
  viewers: Viewers
}

/** Returns what the job ledger records: the state, and why there is no picture. */
async function run(
  parts: Parts,
  { organizationId, payload, attempt, signal }: CardPictureAttempt,
): Promise<Record<string, unknown>> {
  const { documentId, memberId, fingerprint } = payload
  const viewer = await parts.viewers.load(organizationId, memberId, { kind: 'job' })
  // Rights or attributes have changed since the request, so the picture would differ.
  if (!viewer || policyFingerprint(viewer) !== fingerprint) {
    await put(parts, organizationId, payload, { version: payload.version, content: null })
    return { state: 'left out', reason: 'The member has changed.' }
  }
  let version: number | undefined
  try {
    const open = await parts.documents.read(viewer, 'workbook', documentId)
    version = open.version
    const file = await picture(parts, viewer, open, payload, signal)
    if (file === null) await put(parts, organizationId, payload, { version, content: null })
    else await put(parts, organizationId, payload, { version, content: Buffer.from(file).toString('base64') })
    return file === null ? { state: 'none', reason: 'No page is shown to its readers.' } : { state: 'made', version }
  } catch (error) {
    if (signal.aborted || !isAppError(error)) throw error
    const isLast = error.status < 500 || attempt >= jobKinds['card.picture'].maxAttempts
    if (!isLast) throw error
    if (version !== undefined) await put(parts, organizationId, payload, { version, content: null })
    return { state: 'none', code: error.code, reason: error.message }
  }
}

/** Null for a workbook without visible pages. */
async function picture(
  parts: Parts,
  viewer: Viewer,
  open: OpenDocument,
  { theme }: JobPayload<'card.picture'>,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  const [pageId] = pageIdsOf(shownContent(viewer, open.record.facts, open.content), viewer, undefined)
  if (pageId === undefined) return null
  const { file } = await makeReport(
    parts,
    { viewer, document: queriedDocument(open), purpose: 'picture' },
    { report: { paper: { kind: 'card' }, theme, shown: { pageIds: [pageId] } }, parameters: {} },
    signal,
  )
  return file
}

async function put(
  { clock, store }: Parts,
  organizationId: string,
  { documentId, memberId, fingerprint, theme }: JobPayload<'card.picture'>,
  made: { version: number; content: string | null },
): Promise<void> {
  await store.maintain('a picture of a workbook is made', async (tx) => {
    await putCardPicture(tx, {
      organization_id: organizationId,
      document_id: documentId,
      fingerprint,
      theme,
      member_id: memberId,
      made_at: clock.now(),
      ...made,
    })
    await pruneCardPictures(tx, organizationId, memberId, mostOfMember)
  })
}
