import {
  explainElement,
  getElementColumns,
  getElementQuery,
  getWorkbookColumns,
  getWorkbookControls,
  getWorkbookSchema,
  listLineage,
  listLineageTree,
  listWorkbookElements,
  listWorkbookPageElements,
  listWorkbookPages,
  listWorkbookQueries,
} from '@octavo/core/contract'
import type { DocumentLineage } from '../../services/lineage/document-lineage.ts'
import type { WorkbookContents } from '../../services/workbooks/workbook-contents.ts'
import type { WorkbookSchema } from '../../services/workbooks/workbook-schema.ts'
import { handle, type Route } from '../handle.ts'

export const workbookContentsRoutes = ({
  contents,
  workbookSchema,
  documentLineage,
}: {
  contents: WorkbookContents
  workbookSchema: WorkbookSchema
  documentLineage: DocumentLineage
}): Route[] => [
  handle(listWorkbookPages, ({ viewer, params, query, paged }) =>
    paged((window) => contents.pages(viewer, params.workbookId, query, window)),
  ),
  handle(listWorkbookPageElements, ({ viewer, params, query, paged }) =>
    paged((window) => contents.pageElements(viewer, params.workbookId, params.pageId, query, window)),
  ),
  handle(listWorkbookElements, ({ viewer, params, query, paged }) =>
    paged((window) => contents.elements(viewer, 'workbook', params.workbookId, query, window)),
  ),
  handle(getWorkbookColumns, ({ viewer, params, query, request, paged }) =>
    paged((window) => contents.columns(viewer, 'workbook', params.workbookId, query, window, request.signal)),
  ),
  handle(getElementColumns, ({ viewer, params, query, request, paged }) =>
    paged((window) =>
      contents.elementColumns(viewer, params.workbookId, params.elementId, query, window, request.signal),
    ),
  ),
  handle(getElementQuery, ({ viewer, params, query, request }) =>
    contents.elementQuery(viewer, 'workbook', params.workbookId, params.elementId, query, request.signal),
  ),
  handle(explainElement, ({ viewer, params, query, request }) =>
    contents.explain(viewer, params.workbookId, params.elementId, query, request.signal),
  ),
  handle(listWorkbookQueries, ({ viewer, params, query, request, paged }) =>
    paged((window) => contents.queries(viewer, params.workbookId, query, window, request.signal)),
  ),
  handle(getWorkbookControls, ({ viewer, params, query, request, paged }) =>
    paged((window) => contents.controls(viewer, params.workbookId, query, window, request.signal)),
  ),
  handle(listLineageTree, ({ viewer, params, request, paged }) =>
    paged((window) => documentLineage.tree(viewer, 'workbook', params.workbookId, window, request.signal)),
  ),
  handle(listLineage, ({ viewer, params, request }) =>
    documentLineage.ofElement(viewer, 'workbook', params.workbookId, params.elementId, request.signal),
  ),
  handle(getWorkbookSchema, ({ viewer, params, query, request }) =>
    workbookSchema.get(viewer, params.workbookId, query, query.includeSql ?? false, request.signal),
  ),
]
