import { cancelQueryRun, getQueryRun, listQueryRuns } from '@octavo/core/contract'
import type { QueryHistory } from '../../services/queries/query-history.ts'
import { handle, type Route } from '../handle.ts'

export const queryRunRoutes = ({ queryHistory }: { queryHistory: QueryHistory }): Route[] => [
  handle(listQueryRuns, ({ viewer, query, paged }) => paged((window) => queryHistory.list(viewer, query, window))),
  handle(getQueryRun, ({ viewer, params }) => queryHistory.get(viewer, params.queryRunId)),
  handle(cancelQueryRun, ({ viewer, params }) => queryHistory.cancel(viewer, params.queryRunId)),
]
