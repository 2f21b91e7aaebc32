import {
  sourceSwapWorkbook,
  swapDataModelSources,
  swapNamedDataModelSources,
  swapNamedWorkbookSources,
} from '@octavo/core/contract'
import type { SourceSwaps } from '../../services/source-swaps/source-swaps.ts'
import { handle, type Route } from '../handle.ts'

export const sourceSwapRoutes = ({ sourceSwaps }: { sourceSwaps: SourceSwaps }): Route[] => [
  handle(sourceSwapWorkbook, ({ viewer, params, query, body, request }) =>
    sourceSwaps.swap(viewer, 'workbook', params.workbookId, body ?? {}, query, request.signal),
  ),
  handle(swapDataModelSources, ({ viewer, params, query, body, request }) =>
    sourceSwaps.swap(viewer, 'data-model', params.dataModelId, body ?? {}, query, request.signal),
  ),
  handle(swapNamedWorkbookSources, ({ viewer, params, query, body, request }) =>
    sourceSwaps.swapNamed(viewer, 'workbook', params.workbookId, body.sourceMapping, query, request.signal),
  ),
  handle(swapNamedDataModelSources, ({ viewer, params, query, body, request }) =>
    sourceSwaps.swapNamed(viewer, 'data-model', params.dataModelId, body.sourceMapping, query, request.signal),
  ),
]
