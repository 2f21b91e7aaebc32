import {
  applyDraftEdits,
  discardDraft,
  getWorkbookDraft,
  listDraftEdits,
  publishDraft,
  restoreWorkbookVersion,
  showDraftPresence,
  streamDraftEvents,
  viewDraftAs,
} from '@octavo/core/contract'
import type { DraftEvents } from '../../services/documents/draft-events.ts'
import type { DraftReaders } from '../../services/documents/draft-readers.ts'
import type { Drafts } from '../../services/documents/drafts.ts'
import type { Workbooks } from '../../services/workbooks/workbooks.ts'
import { eventStream } from '../event-stream.ts'
import { answer, handle, noContent, type Route } from '../handle.ts'
import { entityTag, ifMatchOf } from './entity-tag.ts'

export const draftRoutes = ({
  drafts,
  draftEvents,
  draftReaders,
  workbooks,
}: {
  drafts: Drafts
  draftEvents: DraftEvents
  draftReaders: DraftReaders
  workbooks: Workbooks
}): Route[] => [
  handle(getWorkbookDraft, async ({ viewer, params }) => {
    const { draft, open } = await drafts.get(viewer, 'workbook', params.workbookId)
    return answer(200, ofWorkbook(draft), { etag: entityTag(open) })
  }),
  handle(listDraftEdits, async ({ viewer, params, query }) =>
    ofWorkbook(await drafts.changes(viewer, 'workbook', params.workbookId, query.since)),
  ),
  handle(applyDraftEdits, async ({ viewer, params, body }) => {
    const saved = await drafts.apply(viewer, 'workbook', params.workbookId, body)
    return answer(200, ofWorkbook(saved), { etag: `"draft-${saved.revision}"` })
  }),
  handle(publishDraft, async ({ viewer, params, body }) =>
    ofWorkbook(await drafts.publish(viewer, 'workbook', params.workbookId, body?.revision)),
  ),
  handle(discardDraft, async ({ viewer, params, request }) => {
    await drafts.discard(viewer, 'workbook', params.workbookId, ifMatchOf(request))
    return noContent()
  }),
  handle(streamDraftEvents, async ({ viewer, params, query, request }) => {
    const events = draftEvents.stream(viewer, 'workbook', params.workbookId, query, request.signal)
    // Refusals are ordinary responses, so the stream begins only afterwards.
    const first = await events.next()
    return eventStream(first, events)
  }),
  handle(showDraftPresence, async ({ viewer, params, body }) => {
    await draftEvents.show(viewer, 'workbook', params.workbookId, body)
    return noContent()
  }),
  handle(viewDraftAs, ({ viewer, params, body }) => draftReaders.describe(viewer, 'workbook', params.workbookId, body)),
  handle(restoreWorkbookVersion, async ({ viewer, params, query, body, request }) => {
    const { inode } = await drafts.restore(viewer, 'workbook', params.workbookId, body.version, query)
    return workbooks.get(viewer, inode.id, request.baseUrl)
  }),
]

const ofWorkbook = <Body extends { documentId: string }>({ documentId, ...rest }: Body) => ({
  workbookId: documentId,
  ...rest,
})
