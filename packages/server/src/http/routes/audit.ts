import { getAuditSettings, listAuditEvents, updateAuditSettings } from '@octavo/core/contract'
import type { AuditLog } from '../../services/audit-log/audit-log.ts'
import type { AuditSettingsService } from '../../services/audit-trail/audit-settings.ts'
import { handle, type Route } from '../handle.ts'

export const auditRoutes = ({
  auditLog,
  auditSettings,
}: {
  auditLog: AuditLog
  auditSettings: AuditSettingsService
}): Route[] => [
  handle(listAuditEvents, ({ viewer, query, paged }) => paged((window) => auditLog.list(viewer, query, window))),
  handle(getAuditSettings, ({ viewer }) => auditSettings.get(viewer)),
  handle(updateAuditSettings, ({ viewer, body }) => auditSettings.update(viewer, body)),
]
