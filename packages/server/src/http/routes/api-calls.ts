import { callWorkbookApi, listActionConnectors } from '@octavo/core/contract'
import type { ApiConnectors } from '../../services/api-connectors/api-connectors.ts'
import type { ApiCalls } from '../../services/sequences/api-calls.ts'
import { handle, type Route } from '../handle.ts'

interface Given {
  apiConnectors: ApiConnectors
  apiCalls: ApiCalls
}

export const apiCallRoutes = ({ apiConnectors, apiCalls }: Given): Route[] => [
  handle(listActionConnectors, ({ viewer, query, paged }) =>
    paged((window) => apiConnectors.listForActions(viewer, query, window)),
  ),
  handle(callWorkbookApi, ({ viewer, params, body, request }) =>
    apiCalls.call(viewer, { ...params, ...body }, request.signal),
  ),
]
