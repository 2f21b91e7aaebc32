import {
  createVersionTag,
  deleteTaggedDataModel,
  deleteTaggedWorkbook,
  deleteVersionTag,
  getWorkbookTags,
  listDataModelTags,
  listVersionTag,
  listWorkbooksForTag,
  tagDataModel,
  tagWorkbook,
  updateVersionTag,
} from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import type { TaggedVersions } from '../../services/tags/tagged-versions.ts'
import type { VersionTags } from '../../services/tags/version-tags.ts'
import { handle, type Route } from '../handle.ts'

export const tagRoutes = ({ tags, tagged }: { tags: VersionTags; tagged: TaggedVersions }): Route[] => [
  handle(listVersionTag, ({ viewer, query, paged }) => paged((window) => tags.list(viewer, query, window))),
  handle(createVersionTag, ({ viewer, body }) => tags.create(viewer, body)),
  handle(updateVersionTag, ({ viewer, params, body }) => tags.update(viewer, params.tagId, body)),
  handle(deleteVersionTag, async ({ viewer, params }) => {
    await tags.remove(viewer, params.tagId)
    return {}
  }),
  handle(listWorkbooksForTag, ({ viewer, params, request, paged }) =>
    paged((window) => tagged.workbooksWith(viewer, params.tagId, window, request.baseUrl)),
  ),
  handle(tagWorkbook, async ({ viewer, body, request }) => {
    if (Object.keys(body.sourceVersions ?? {}).length > 0) {
      throw new AppError('not_supported', {
        what: 'sourceVersions names versions of datasets, which this server does not have.',
        hint: 'Leave it out; name data models in dataModelSourceTaggedVersions.',
      })
    }
    const { versionTagId, taggedId, taggedVersion, report } = await tagged.put(
      viewer,
      'workbook',
      {
        documentId: body.workbookId,
        version: body.workbookVersion,
        ...orderOf(body),
        grantSourceAccess: body.grantSourceAccess,
      },
      request.signal,
    )
    return { versionTagId, taggedWorkbookId: taggedId, taggedWorkbookVersion: taggedVersion, ...report }
  }),
  handle(getWorkbookTags, ({ viewer, params, paged }) =>
    paged((window) => tagged.ofWorkbook(viewer, params.workbookId, window)),
  ),
  handle(deleteTaggedWorkbook, async ({ viewer, params }) => {
    await tagged.remove(viewer, 'workbook', params.workbookId, params.tagId)
    return {}
  }),
  handle(tagDataModel, async ({ viewer, body, request }) => {
    const { versionTagId, taggedId, taggedVersion, report } = await tagged.put(
      viewer,
      'data-model',
      { documentId: body.dataModelId, version: body.dataModelVersion, ...orderOf(body) },
      request.signal,
    )
    return { versionTagId, taggedDataModelId: taggedId, taggedDataModelVersion: taggedVersion, ...report }
  }),
  handle(listDataModelTags, ({ viewer, params, paged }) =>
    paged((window) => tagged.ofDataModel(viewer, params.dataModelId, window)),
  ),
  handle(deleteTaggedDataModel, async ({ viewer, params }) => {
    await tagged.remove(viewer, 'data-model', params.dataModelId, params.tagId)
    return {}
  }),
]

type Order = Parameters<TaggedVersions['put']>[2]

function orderOf(body: {
  tag: string
  isDefault?: boolean
  sourceMappingConfig?: Order['connectionSwaps']
  dataModelSourceTaggedVersions?: Order['modelSwaps']
  sourceSwapPolicyId?: string
}) {
  return {
    tag: body.tag,
    isDefault: body.isDefault,
    connectionSwaps: body.sourceMappingConfig,
    modelSwaps: body.dataModelSourceTaggedVersions,
    sourceSwapPolicyId: body.sourceSwapPolicyId,
  }
}
