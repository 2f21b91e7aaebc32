import {
  createDataModelSpec,
  type DataModelSpec,
  getDataModel,
  getDataModelColumns,
  getDataModelElementQuery,
  getDataModelSpec,
  listDataModelElements,
  listDataModelSources,
  listDataModels,
  updateDataModelSpec,
} from '@octavo/core/contract'
import type { DataModels } from '../../services/data-models.ts'
import type { DocumentSpecs } from '../../services/document-specs.ts'
import type { WorkbookContents } from '../../services/workbook-contents.ts'
import { answer, handle } from '../handle.ts'
import type { Paged } from '../paging.ts'
import { entityTag, versionOfIfMatch } from './entity-tag.ts'
import { listOf } from './list-of.ts'

export const dataModelRoutes = ({
  dataModels,
  contents,
  specs,
  paged,
}: {
  dataModels: DataModels
  contents: WorkbookContents
  specs: DocumentSpecs
  paged: Paged
}) => [
  handle(listDataModels, (context) =>
    listOf(paged, listDataModels, context, (window) =>
      dataModels.list(context.viewer, context.query, window, context.request.baseUrl),
    ),
  ),
  handle(getDataModel, ({ viewer, params, query, request }) =>
    dataModels.get(viewer, params.dataModelId, query, request.baseUrl),
  ),
  handle(listDataModelSources, (context) =>
    listOf(paged, listDataModelSources, context, (window) =>
      dataModels.sources(context.viewer, context.params.dataModelId, window, context.request.signal),
    ),
  ),
  handle(listDataModelElements, (context) =>
    listOf(paged, listDataModelElements, context, (window) =>
      contents.elements(context.viewer, 'data-model', context.params.dataModelId, context.query, window),
    ),
  ),
  handle(getDataModelColumns, (context) =>
    listOf(paged, getDataModelColumns, context, (window) =>
      contents.columns(context.viewer, 'data-model', context.params.dataModelId, {}, window),
    ),
  ),
  handle(getDataModelElementQuery, ({ viewer, params, query }) =>
    contents.elementQuery(viewer, 'data-model', params.dataModelId, params.elementId, query),
  ),
  handle(createDataModelSpec, async ({ viewer, body }) => {
    const { record, warnings } = await specs.create(viewer, 'data-model', body)
    return {
      success: true,
      dataModelId: record.inode.id,
      documentVersion: record.document.latest_version,
      ...(warnings.length > 0 ? { warnings } : {}),
    }
  }),
  handle(getDataModelSpec, async ({ viewer, params, query, request }) => {
    const { spec, open } = await specs.get(viewer, 'data-model', params.dataModelId, query, request.baseUrl)
    return answer(200, spec as DataModelSpec, { etag: entityTag(open) })
  }),
  handle(updateDataModelSpec, async ({ viewer, params, query, body, request }) => {
    const { record, warnings } = await specs.update(viewer, 'data-model', params.dataModelId, body, {
      discardDraft: query.discardDraft,
      ifMatch: versionOfIfMatch(request.headers['if-match']),
    })
    const version = record.document.latest_version
    return answer(
      200,
      {
        success: true,
        dataModelId: record.inode.id,
        documentVersion: version,
        ...(warnings.length > 0 ? { warnings } : {}),
      },
      { etag: `"${version}"` },
    )
  }),
]
