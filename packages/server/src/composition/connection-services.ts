import { apiConnectorRoutes } from '../http/routes/api-connectors.ts'
import { apiCredentialRoutes } from '../http/routes/api-credentials.ts'
import { connectionSignInRoutes } from '../http/routes/connection-sign-ins.ts'
import { connectionRoutes } from '../http/routes/connections.ts'
import { nestedConnectionRoutes } from '../http/routes/nested-connections.ts'
import { uploadRoutes } from '../http/routes/uploads.ts'
import { createHttpRequest } from '../outbound/index.ts'
import { createApiConnectors } from '../services/api-connectors/api-connectors.ts'
import { createApiCredentials } from '../services/api-connectors/api-credentials.ts'
import { createConnectionSignIns } from '../services/connection-sign-ins/connection-sign-ins.ts'
import { createConnectionChanges } from '../services/connections/connection-changes.ts'
import { createConnections } from '../services/connections/connections.ts'
import { createNestedConnections } from '../services/connections/nested-connections.ts'
import { createTableDetails } from '../services/connections/table-details.ts'
import type { Impact } from '../services/lineage/impact.ts'
import { createPeriodicSyncs } from '../services/syncs/periodic-syncs.ts'
import { createSyncMails } from '../services/syncs/sync-mails.ts'
import { createSyncs } from '../services/syncs/syncs.ts'
import { createUploads } from '../services/uploads/uploads.ts'
import type { DocumentServices } from './document-services.ts'
import type { organizationServices } from './organization-services.ts'
import type { QueryServices } from './query-services.ts'
import type { Base } from './service-base.ts'

/** The files of `http/routes` for these services. */
export const connectionResources = [
  apiConnectorRoutes,
  apiCredentialRoutes,
  connectionRoutes,
  connectionSignInRoutes,
  nestedConnectionRoutes,
  uploadRoutes,
]

export function connectionServices(
  base: Base,
  services: DocumentServices & QueryServices & ReturnType<typeof organizationServices> & { impact: Impact },
) {
  const given = { ...base, ...services }
  const connections = createConnections(given)
  const connectionChanges = createConnectionChanges({ ...given, connections })
  const syncs = createSyncs({ ...given, connections })
  const apiCredentials = createApiCredentials(base)
  return {
    apiCredentials,
    apiConnectors: createApiConnectors({ ...base, apiCredentials, requestHttp: createHttpRequest(base) }),
    connections,
    connectionChanges,
    connectionSignIns: createConnectionSignIns({ ...base, requestHttp: createHttpRequest(base) }),
    nestedConnections: createNestedConnections({ ...given, connections, connectionChanges }),
    tableDetails: createTableDetails(given),
    syncs,
    periodicSyncs: createPeriodicSyncs({ ...given, syncs }),
    syncMails: createSyncMails(given),
    uploads: createUploads(given),
  }
}
