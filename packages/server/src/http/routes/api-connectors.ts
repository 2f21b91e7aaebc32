import {
  createApiConnector,
  deleteApiConnector,
  getApiConnector,
  listApiConnectors,
  testApiConnector,
  updateApiConnector,
} from '@octavo/core/contract'
import type { ApiConnectors } from '../../services/api-connectors/api-connectors.ts'
import { handle, type Route } from '../handle.ts'

export const apiConnectorRoutes = ({ apiConnectors }: { apiConnectors: ApiConnectors }): Route[] => [
  handle(listApiConnectors, ({ viewer, query, paged }) => paged((window) => apiConnectors.list(viewer, query, window))),
  handle(createApiConnector, ({ viewer, body }) => apiConnectors.create(viewer, body)),
  handle(getApiConnector, ({ viewer, params }) => apiConnectors.get(viewer, params.apiConnectorId)),
  handle(updateApiConnector, ({ viewer, params, body }) =>
    apiConnectors.update(viewer, params.apiConnectorId, body ?? {}),
  ),
  handle(deleteApiConnector, async ({ viewer, params }) => {
    await apiConnectors.archive(viewer, params.apiConnectorId)
    return {}
  }),
  handle(testApiConnector, ({ viewer, params, body, request }) =>
    apiConnectors.test(viewer, params.apiConnectorId, body ?? {}, request.signal),
  ),
]
