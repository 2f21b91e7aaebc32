import {
  createApiCredential,
  deleteApiCredential,
  getApiCredential,
  listApiCredentials,
  updateApiCredential,
} from '@octavo/core/contract'
import type { ApiCredentials } from '../../services/api-connectors/api-credentials.ts'
import { handle, type Route } from '../handle.ts'

export const apiCredentialRoutes = ({ apiCredentials }: { apiCredentials: ApiCredentials }): Route[] => [
  handle(listApiCredentials, ({ viewer, query, paged }) =>
    paged((window) => apiCredentials.list(viewer, query, window)),
  ),
  handle(createApiCredential, ({ viewer, body }) => apiCredentials.create(viewer, body)),
  handle(getApiCredential, ({ viewer, params }) => apiCredentials.get(viewer, params.apiCredentialId)),
  handle(updateApiCredential, ({ viewer, params, body }) =>
    apiCredentials.update(viewer, params.apiCredentialId, body ?? {}),
  ),
  handle(deleteApiCredential, async ({ viewer, params }) => {
    await apiCredentials.archive(viewer, params.apiCredentialId)
    return {}
  }),
]
