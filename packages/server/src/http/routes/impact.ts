import {
  checkImpact,
  listConnectionSyncs,
  listDataModelMissingSources,
  listSyncAffected,
  listWorkbookMissingSources,
} from '@octavo/core/contract'
import type { Impact } from '../../services/lineage/impact.ts'
import type { Syncs } from '../../services/syncs/syncs.ts'
import { handle, type Route } from '../handle.ts'

export const impactRoutes = ({ impact, syncs }: { impact: Impact; syncs: Syncs }): Route[] => [
  handle(listConnectionSyncs, ({ viewer, params, paged }) =>
    paged((window) => syncs.list(viewer, params.connectionId, window)),
  ),
  handle(listSyncAffected, ({ viewer, params, paged }) =>
    paged((window) => syncs.affected(viewer, params.connectionId, params.syncId, window)),
  ),
  handle(checkImpact, ({ viewer, params, body, paged }) =>
    paged((window) => impact.ofPlanned(viewer, params.connectionId, body.changes, window)),
  ),
  handle(listWorkbookMissingSources, ({ viewer, params, query, paged }) =>
    paged((window) => impact.missingIn(viewer, 'workbook', params.workbookId, query, window)),
  ),
  handle(listDataModelMissingSources, ({ viewer, params, query, paged }) =>
    paged((window) => impact.missingIn(viewer, 'data-model', params.dataModelId, query, window)),
  ),
]
