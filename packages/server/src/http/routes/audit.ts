import { listAuditEvents } from '@octavo/core/contract'
import type { AuditLog } from '../../services/audit-log/audit-log.ts'
import { handle, type Route } from '../handle.ts'

export const auditRoutes = ({ auditLog }: { auditLog: AuditLog }): Route[] => [
  handle(listAuditEvents, ({ viewer, query, paged }) => paged((window) => auditLog.list(viewer, query, window))),
]
