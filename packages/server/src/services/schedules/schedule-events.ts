import type { Viewer } from '@octavo/core/access'
import type { AuditEventType } from '@octavo/core/contract'
import { eventOf } from '../../audit/index.ts'
import type { AuditEvent, ObjectChange } from '../../store/index.ts'
import type { ScheduleRow } from '../../store/schedules.ts'
import { type SavedConfig, savedTargets, storedWords } from './schedule-config.ts'

/** An event of the audit log about a schedule. */
export function scheduleEvent(
  viewer: Viewer,
  action: AuditEventType,
  scheduleId: string,
  change: ObjectChange,
): AuditEvent {
  return eventOf(viewer, { category: 'EXPORTS', action, object: { kind: 'schedule', id: scheduleId }, change })
}

/** The change of a schedule for an event; null where it does not exist yet or any more. */
export function scheduleChange(before: ScheduleRow | null, after: ScheduleRow | null): ObjectChange {
  return { before: before && auditFactsOf(before), after: after && auditFactsOf(after) }
}

/** Facts of a schedule for audit events. Addresses of webhooks may contain secrets, so only their hosts are logged. */
function auditFactsOf(row: ScheduleRow): Record<string, unknown> {
  const config = storedWords(JSON.parse(row.config) as SavedConfig)
  const targets = savedTargets(JSON.parse(row.targets)).map(({ webhookUrl, ...target }) => ({
    ...target,
    ...(webhookUrl === undefined ? {} : { webhookHost: URL.parse(webhookUrl)?.host ?? '' }),
  }))
  return {
    workbookId: row.document_id,
    ownerId: row.owner_id,
    schedule: { cronSpec: row.cron, timezone: row.zone },
    target: targets,
    configV2: config,
    description: row.description,
    state: row.state,
  }
}
