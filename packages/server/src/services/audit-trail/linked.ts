import type { Viewer } from '@octavo/core/access'
import type { AuditEventType, ScheduleTarget } from '@octavo/core/contract'
import { eventOf } from '../../audit/index.ts'
import { type AuditTrailRow, listDocumentsReading } from '../../store/audit-trails.ts'
import type { AuditEvent, Queryable } from '../../store/index.ts'
import { findOrganization, updateOrganization } from '../../store/organizations.ts'
import { listOpenSchedules, type ScheduleRow, updateSchedule } from '../../store/schedules.ts'
import { type SavedStorage, settingsOf } from '../organization/settings/organization-settings.ts'
import { cloudExportsOf } from '../schedules/schedule-config.ts'

/** Everything that depends on the audit log connection of an organization. */
export interface Linked {
  documentIds: string[]
  /** Schedules of these documents, and schedules that write to a storage integration. */
  schedules: ScheduleRow[]
  integrations: SavedStorage[]
}

export async function linkedTo(
  db: Queryable,
  organizationId: string,
  trail: Pick<AuditTrailRow, 'connection_id'> | undefined,
): Promise<Linked> {
  const connectionId = trail?.connection_id ?? null
  const documentIds = connectionId === null ? [] : await listDocumentsReading(db, organizationId, connectionId)
  const integrations = await integrationsOf(db, organizationId)
  const isRead = new Set(documentIds)
  const names = new Set(integrations.map(({ name }) => name))
  const open = documentIds.length === 0 && names.size === 0 ? [] : await listOpenSchedules(db, organizationId)
  const schedules = open.filter((row) => isRead.has(row.document_id) || storagesOf(row).some((name) => names.has(name)))
  return { documentIds, schedules, integrations }
}

/** Names of the storages that a schedule writes to. */
export const storagesOf = ({ targets }: Pick<ScheduleRow, 'targets'>): string[] =>
  cloudExportsOf(JSON.parse(targets) as ScheduleTarget[]).flatMap(({ asked }) => asked.authorization ?? [])

export async function integrationsOf(db: Queryable, organizationId: string): Promise<SavedStorage[]> {
  const row = await findOrganization(db, organizationId)
  const { storages = [] } = settingsOf(row ?? { id: organizationId, settings: '{}' })
  return storages.filter(({ integrationId }) => integrationId !== undefined)
}

/** Cancelled schedules start no more runs. */
export async function cancelSchedules(
  tx: Queryable,
  viewer: Viewer,
  schedules: readonly ScheduleRow[],
  now: number,
): Promise<AuditEvent[]> {
  for (const { id } of schedules) {
    const stamp = { updated_by: viewer.memberId, updated_at: now }
    await updateSchedule(tx, viewer.organizationId, id, { ended_at: now, next_due_at: null, ...stamp })
  }
  return schedules.map((row) => scheduleEvent(viewer, 'SCHEDULE_DELETED', row, null))
}

/** Paused schedules are not deleted; they start no run until a member resumes them. */
export async function pauseSchedules(
  tx: Queryable,
  viewer: Viewer,
  schedules: readonly ScheduleRow[],
  now: number,
): Promise<AuditEvent[]> {
  const running = schedules.filter(({ state }) => state === 'active')
  for (const { id } of running) {
    const stamp = { updated_by: viewer.memberId, updated_at: now }
    const paused = { state: 'paused' as const, disabled_at: now, disabled_by: viewer.memberId, next_due_at: null }
    await updateSchedule(tx, viewer.organizationId, id, { ...paused, ...stamp })
  }
  return running.map((row) => scheduleEvent(viewer, 'SCHEDULE_PAUSED', row, { state: 'paused' }))
}

export function scheduleEvent(
  viewer: Viewer,
  action: AuditEventType,
  { id, document_id, state }: ScheduleRow,
  after: Record<string, unknown> | null,
): AuditEvent {
  const before = { workbookId: document_id, state }
  const object = { kind: 'schedule', id }
  const change = { before, after: after === null ? null : { ...before, ...after } }
  return eventOf(viewer, { category: 'EXPORTS', action, object, change })
}

/** Objects already written to the storages are not deleted. */
export async function removeIntegrations(
  tx: Queryable,
  viewer: Viewer,
  integrations: readonly SavedStorage[],
  now: number,
): Promise<AuditEvent[]> {
  if (integrations.length === 0) return []
  const { organizationId } = viewer
  const row = await findOrganization(tx, organizationId)
  if (!row) return []
  const settings = settingsOf(row)
  const gone = new Set(integrations.map(({ name }) => name))
  const storages = (settings.storages ?? []).filter(({ name }) => !gone.has(name))
  await updateOrganization(tx, organizationId, {
    settings: JSON.stringify({ ...settings, storages }),
    updated_at: now,
  })
  return integrations.map((saved) => integrationEvent(viewer, 'STORAGE_INTEGRATION_DELETED', saved, null))
}

/** Facts of an integration for audit events: everything except its secret. */
export function integrationEvent(
  viewer: Viewer,
  action: AuditEventType,
  before: SavedStorage | null,
  after: SavedStorage | null,
): AuditEvent {
  const auditFactsOf = (saved: SavedStorage | null) => {
    if (saved === null) return null
    const { secret: _, updatedAt: __, integrationId: ___, ...rest } = saved
    return { ...rest, provider: 's3' }
  }
  const id = (before ?? after)?.integrationId ?? ''
  const object = { kind: 'storage-integration', id }
  const change = { before: auditFactsOf(before), after: auditFactsOf(after) }
  return eventOf(viewer, { category: 'ORGANIZATION', action, object, change })
}
