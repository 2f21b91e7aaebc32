import {
  applyDataModelDraftEdits,
  discardDataModelDraft,
  getDataModelDraft,
  listDataModelDraftEdits,
  publishDataModelDraft,
  viewDataModelDraftAs,
} from '@octavo/core/contract'
import type { DraftReaders } from '../../services/documents/draft-readers.ts'
import type { Drafts } from '../../services/documents/drafts.ts'
import { answer, handle, noContent, type Route } from '../handle.ts'
import { entityTag, ifMatchOf } from './entity-tag.ts'

export const dataModelDraftRoutes = ({
  drafts,
  draftReaders,
}: {
  drafts: Drafts
  draftReaders: DraftReaders
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
  handle(viewDataModelDraftAs, ({ viewer, params, body }) =>
    draftReaders.describe(viewer, 'data-model', params.dataModelId, body),
  ),
]

const ofDataModel = <Told extends { documentId: string }>({ documentId, ...told }: Told) => ({
  dataModelId: documentId,
  ...told,
})
