import { listDataModelUses, listTableUses } from '@octavo/core/contract'
import type { SourceUses } from '../../services/lineage/source-uses.ts'
import { handle, type Route } from '../handle.ts'

export const lineageRoutes = ({ sourceUses }: { sourceUses: SourceUses }): Route[] => [
  handle(listTableUses, ({ viewer, params, query, paged }) =>
    paged((window) => sourceUses.ofTable(viewer, params.tableId, query.column, window)),
  ),
  handle(listDataModelUses, ({ viewer, params, query, paged }) =>
    paged((window) => sourceUses.ofModel(viewer, params.dataModelId, query, window)),
  ),
]
