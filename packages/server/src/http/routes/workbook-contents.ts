import {
  getElementColumns,
  getElementQuery,
  getWorkbookColumns,
  getWorkbookControls,
  getWorkbookSchema,
  listLineageTree,
  listWorkbookElements,
  listWorkbookPageElements,
  listWorkbookPages,
  listWorkbookQueries,
} from '@octavo/core/contract'
import type { DocumentUses } from '../../services/document-uses.ts'
import type { WorkbookContents } from '../../services/workbook-contents.ts'
import type { WorkbookSchema } from '../../services/workbook-schema.ts'
import { handle } from '../handle.ts'
import type { Paged } from '../paging.ts'
import { listOf } from './list-of.ts'

export const workbookContentsRoutes = ({
  contents,
  schema,
  uses,
  paged,
}: {
  contents: WorkbookContents
  schema: WorkbookSchema
  uses: DocumentUses
  paged: Paged
}) => [
  handle(listWorkbookPages, (context) =>
    listOf(paged, listWorkbookPages, context, (window) =>
      contents.pages(context.viewer, context.params.workbookId, context.query, window),
    ),
  ),
  handle(listWorkbookPageElements, (context) => {
    const { viewer, params, query } = context
    return listOf(paged, listWorkbookPageElements, context, (window) =>
      contents.pageElements(viewer, params.workbookId, params.pageId, query, window),
    )
  }),
  handle(listWorkbookElements, (context) =>
    listOf(paged, listWorkbookElements, context, (window) =>
      contents.elements(context.viewer, 'workbook', context.params.workbookId, context.query, window),
    ),
  ),
  handle(getWorkbookColumns, (context) =>
    listOf(paged, getWorkbookColumns, context, (window) =>
      contents.columns(context.viewer, 'workbook', context.params.workbookId, context.query, window),
    ),
  ),
  handle(getElementColumns, (context) => {
    const { viewer, params, query } = context
    return listOf(paged, getElementColumns, context, (window) =>
      contents.elementColumns(viewer, params.workbookId, params.elementId, query, window),
    )
  }),
  handle(getElementQuery, ({ viewer, params, query }) =>
    contents.elementQuery(viewer, 'workbook', params.workbookId, params.elementId, query),
  ),
  handle(listWorkbookQueries, (context) =>
    listOf(paged, listWorkbookQueries, context, (window) =>
      contents.queries(context.viewer, context.params.workbookId, context.query, window),
    ),
  ),
  handle(getWorkbookControls, (context) =>
    listOf(paged, getWorkbookControls, context, (window) =>
      contents.controls(context.viewer, context.params.workbookId, context.query, window),
    ),
  ),
  handle(listLineageTree, (context) => {
    const { viewer, params, request } = context
    return listOf(paged, listLineageTree, context, (window) =>
      uses.lineage(viewer, 'workbook', params.workbookId, window, request.signal),
    )
  }),
  handle(getWorkbookSchema, ({ viewer, params, query }) =>
    schema.get(viewer, params.workbookId, query, query.includeSql ?? false),
  ),
]
