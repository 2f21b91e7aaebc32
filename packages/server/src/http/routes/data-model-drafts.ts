import {
  applyDataModelDraftEdits,
  discardDataModelDraft,
  getDataModelDraft,
  listDataModelDraftEdits,
  publishDataModelDraft,
  restoreDataModelVersion,
  showDataModelDraftPresence,
  streamDataModelDraftEvents,
  viewDataModelDraftAs,
} from '@octavo/core/contract'
import type { DraftEvents } from '../../services/documents/draft-events.ts'
import type { DraftReaders } from '../../services/documents/draft-readers.ts'
import type { Drafts } from '../../services/documents/drafts.ts'
import type { DataModels } from '../../services/workbooks/data-models.ts'
import { eventStream } from '../event-stream.ts'
import { answer, handle, noContent, type Route } from '../handle.ts'
import { entityTag, ifMatchOf } from './entity-tag.ts'

export const dataModelDraftRoutes = ({
  drafts,
  draftEvents,
  draftReaders,
  dataModels,
}: {
  drafts: Drafts
  draftEvents: DraftEvents
  draftReaders: DraftReaders
  dataModels: DataModels
}): Route[] => [
  handle(getDataModelDraft, async ({ viewer, params }) => {
    const { draft, open } = await drafts.get(viewer, 'data-model', params.dataModelId)
    return answer(200, ofDataModel(draft), { etag: entityTag(open) })
  }),
  handle(listDataModelDraftEdits, async ({ viewer, params, query }) =>
    ofDataModel(await drafts.changes(viewer, 'data-model', params.dataModelId, query.since)),
  ),
  handle(applyDataModelDraftEdits, async ({ viewer, params, body }) => {
    const saved = await drafts.apply(viewer, 'data-model', params.dataModelId, body)
    return answer(200, ofDataModel(saved), { etag: `"draft-${saved.revision}"` })
  }),
  handle(publishDataModelDraft, async ({ viewer, params, body }) =>
    ofDataModel(await drafts.publish(viewer, 'data-model', params.dataModelId, body?.revision)),
  ),
  handle(discardDataModelDraft, async ({ viewer, params, request }) => {
    await drafts.discard(viewer, 'data-model', params.dataModelId, ifMatchOf(request))
    return noContent()
  }),
  handle(streamDataModelDraftEvents, async ({ viewer, params, query, request }) => {
    const events = draftEvents.stream(viewer, 'data-model', params.dataModelId, query, request.signal)
    // Refusals are ordinary responses, so the stream begins only afterwards.
    const first = await events.next()
    return eventStream(first, events)
  }),
  handle(showDataModelDraftPresence, async ({ viewer, params, body }) => {
    await draftEvents.show(viewer, 'data-model', params.dataModelId, body)
    return noContent()
  }),
  handle(restoreDataModelVersion, async ({ viewer, params, query, body, request }) => {
    const { inode } = await drafts.restore(viewer, 'data-model', params.dataModelId, body.version, query)
    return dataModels.get(viewer, inode.id, {}, request.baseUrl)
  }),
  handle(viewDataModelDraftAs, ({ viewer, params, body }) =>
    draftReaders.describe(viewer, 'data-model', params.dataModelId, body),
  ),
]

const ofDataModel = <Body extends { documentId: string }>({ documentId, ...rest }: Body) => ({
  dataModelId: documentId,
  ...rest,
})
