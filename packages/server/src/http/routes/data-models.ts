import {
  createDataModelSpec,
  type DataModelSpec,
  getDataModel,
  getDataModelColumns,
  getDataModelElementQuery,
  getDataModelSpec,
  getDataModelVersionHistory,
  listDataModelElements,
  listDataModelLineageTree,
  listDataModelSources,
  listDataModels,
  updateDataModelSpec,
} from '@octavo/core/contract'
import type { DocumentSpecs } from '../../services/documents/document-specs.ts'
import type { DocumentLineage } from '../../services/lineage/document-lineage.ts'
import type { DataModels } from '../../services/workbooks/data-models.ts'
import type { WorkbookContents } from '../../services/workbooks/workbook-contents.ts'
import { answer, handle, type Route } from '../handle.ts'
import { entityTag, ifMatchOf } from './entity-tag.ts'
import { versionTag, writtenDocument } from './written-document.ts'

export const dataModelRoutes = ({
  dataModels,
  contents,
  specs,
  documentLineage,
}: {
  dataModels: DataModels
  contents: WorkbookContents
  specs: DocumentSpecs
  documentLineage: DocumentLineage
}): Route[] => [
  handle(listDataModels, ({ viewer, query, request, paged }) =>
    paged((window) => dataModels.list(viewer, query, window, request.baseUrl)),
  ),
  handle(getDataModel, ({ viewer, params, query, request }) =>
    dataModels.get(viewer, params.dataModelId, query, request.baseUrl),
  ),
  handle(listDataModelSources, ({ viewer, params, request, paged }) =>
    paged((window) => dataModels.sources(viewer, params.dataModelId, window, request.baseUrl, request.signal)),
  ),
  handle(getDataModelVersionHistory, ({ viewer, params, paged }) =>
    paged((window) => dataModels.versions(viewer, params.dataModelId, window)),
  ),
  handle(listDataModelLineageTree, ({ viewer, params, request, paged }) =>
    paged((window) => documentLineage.tree(viewer, 'data-model', params.dataModelId, window, request.signal)),
  ),
  handle(listDataModelElements, ({ viewer, params, query, paged }) =>
    paged((window) => contents.elements(viewer, 'data-model', params.dataModelId, query, window)),
  ),
  handle(getDataModelColumns, ({ viewer, params, request, paged }) =>
    paged((window) => contents.columns(viewer, 'data-model', params.dataModelId, {}, window, request.signal)),
  ),
  handle(getDataModelElementQuery, ({ viewer, params, query, request }) =>
    contents.elementQuery(viewer, 'data-model', params.dataModelId, params.elementId, query, request.signal),
  ),
  handle(createDataModelSpec, async ({ viewer, body }) => {
    const written = await specs.create(viewer, 'data-model', body)
    return { dataModelId: written.record.inode.id, ...writtenDocument(written, await specs.problems(viewer, written)) }
  }),
  handle(getDataModelSpec, async ({ viewer, params, query, request }) => {
    const { spec, open } = await specs.get(viewer, 'data-model', params.dataModelId, query, request.baseUrl)
    return answer(200, spec as DataModelSpec, { etag: entityTag(open) })
  }),
  handle(updateDataModelSpec, async ({ viewer, params, query, body, request }) => {
    const written = await specs.update(viewer, 'data-model', params.dataModelId, body, {
      discardDraft: query.discardDraft,
      ifMatch: ifMatchOf(request),
    })
    return answer(
      200,
      { dataModelId: written.record.inode.id, ...writtenDocument(written, await specs.problems(viewer, written)) },
      versionTag(written),
    )
  }),
]
