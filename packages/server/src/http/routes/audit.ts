import {
  createStorageIntegration,
  deleteStorageIntegration,
  getAuditSettings,
  listAuditEvents,
  listStorageIntegrations,
  updateAuditSettings,
  updateStorageIntegration,
} from '@octavo/core/contract'
import type { AuditLog } from '../../services/audit-log/audit-log.ts'
import type { AuditSettingsService } from '../../services/audit-trail/audit-settings.ts'
import type { StorageIntegrations } from '../../services/audit-trail/storage-integrations.ts'
import { handle, type Route } from '../handle.ts'

export const auditRoutes = ({
  auditLog,
  auditSettings,
  storageIntegrations,
}: {
  auditLog: AuditLog
  auditSettings: AuditSettingsService
  storageIntegrations: StorageIntegrations
}): Route[] => [
  handle(listAuditEvents, ({ viewer, query, paged }) => paged((window) => auditLog.list(viewer, query, window))),
  handle(getAuditSettings, ({ viewer }) => auditSettings.get(viewer)),
  handle(updateAuditSettings, ({ viewer, body, request }) => auditSettings.update(viewer, body, request.baseUrl)),
  handle(listStorageIntegrations, ({ viewer, paged }) => paged((window) => storageIntegrations.list(viewer, window))),
  handle(createStorageIntegration, ({ viewer, body, request }) => storageIntegrations.create(viewer, body, request)),
  handle(updateStorageIntegration, ({ viewer, params, body, request }) =>
    storageIntegrations.update(viewer, params.storageIntegrationId, body, request),
  ),
  handle(deleteStorageIntegration, async ({ viewer, params, query, request }) => {
    const { linkedSchedules = 'pause' } = query
    await storageIntegrations.remove(viewer, params.storageIntegrationId, linkedSchedules, request.baseUrl)
    return {}
  }),
]
