import type { ApiConnector, ApiConnectorSummary, ApiCredential, ApiCredentialSummary } from '@octavo/core/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api.ts'
import { listAll } from '../../data/list-all.ts'

export const connectorsPath = '/v2/api-connectors'
export const credentialsPath = '/v2/api-credentials'

export const connectorsQuery = queryOptions({
  queryKey: ['api-connectors'],
  queryFn: ({ signal }) => listAll<ApiConnectorSummary>(connectorsPath, { signal }),
})
export const connectorQuery = (id: string) =>
  queryOptions({
    queryKey: ['api-connectors', id],
    // A dialog keeps the data with which it opens, so it must not open with outdated data.
    gcTime: 0,
    queryFn: ({ signal }) => call<ApiConnector>(`${connectorsPath}/${id}`, { signal }),
  })

export const credentialsQuery = queryOptions({
  queryKey: ['api-credentials'],
  queryFn: ({ signal }) => listAll<ApiCredentialSummary>(credentialsPath, { signal }),
})
export const credentialQuery = (id: string) =>
  queryOptions({
    queryKey: ['api-credentials', id],
    gcTime: 0,
    queryFn: ({ signal }) => call<ApiCredential>(`${credentialsPath}/${id}`, { signal }),
  })
