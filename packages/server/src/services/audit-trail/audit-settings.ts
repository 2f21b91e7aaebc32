import type { Viewer } from '@octavo/core/access'
import {
  type AuditEventType,
  type AuditSettings,
  type AuditSettingsChange,
  auditKeptDays,
  auditRetentionDays,
} from '@octavo/core/contract'
import { requireRight } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import type { Queue } from '../../queue/index.ts'
import { type AuditTrailRow, findAuditTrail, lastSealedNumber, saveAuditTrail } from '../../store/audit-trails.ts'
import { updateConnection } from '../../store/connections.ts'
import type { AuditEvent, Queryable, Store } from '../../store/index.ts'
import { timestamp } from '../answers/timestamp.ts'
import type { Mails } from '../organization/mails/mails.ts'
import { enqueueSwitchMails } from '../organization/mails/switch-mails.ts'
import type { OrganizationSettingsReader } from '../organization/settings/organization-settings.ts'
import { serviceOf } from '../service/service.ts'
import { cancelSchedules, linkedTo, removeIntegrations } from './linked.ts'
import { trailConnectionName } from './trail-copies.ts'

const dayMs = 86_400_000

export type AuditSettingsService = ReturnType<typeof createAuditSettings>

/**
 * Whether an organization has its audit log as a connection, and for how long that copy keeps events. The audit chain itself is always
 * written.
 */
export function createAuditSettings(parts: Parts) {
  return serviceOf(parts, { get, update })
}

interface Parts {
  store: Store
  clock: Clock
  queue: Queue
  settings: OrganizationSettingsReader
  mails: Pick<Mails, 'isSet'>
}

async function get(parts: Parts, viewer: Viewer): Promise<AuditSettings> {
  requireRight(viewer, 'readAuditLog')
  return read(parts, viewer.organizationId)
}

async function read({ store }: Parts, organizationId: string): Promise<AuditSettings> {
  const trail = await findAuditTrail(store.db, organizationId)
  const linked = await linkedTo(store.db, organizationId, trail)
  const time = (at: number | null | undefined) => (at === null || at === undefined ? null : timestamp(at))
  const isEnabled = trail?.is_enabled === 1
  return {
    enabled: isEnabled,
    isReady: isEnabled && trail.connection_id !== null,
    retentionDays: trail?.retention_days ?? auditRetentionDays.usual,
    connectionId: isEnabled ? trail.connection_id : null,
    workspaceId: trail?.workspace_id ?? null,
    copiedAt: time(trail?.copied_at),
    enabledAt: time(trail?.enabled_at),
    enabledBy: trail?.enabled_by ?? null,
    disabledAt: isEnabled ? null : time(trail?.disabled_at),
    disabledBy: isEnabled ? null : (trail?.disabled_by ?? null),
    keptUntil: time(trail?.kept_until),
    linked: {
      documents: linked.documentIds.length,
      schedules: linked.schedules.length,
      storageIntegrations: linked.integrations.length,
    },
  }
}

interface Changed {
  events: AuditEvent[]
}

async function update(
  parts: Parts,
  viewer: Viewer,
  change: AuditSettingsChange,
  baseUrl: string,
): Promise<AuditSettings> {
  requireRight(viewer, 'manageAuditLog')
  const { organizationId } = viewer
  await parts.store.write<Changed>(
    ({ events }) => events,
    async (tx) => {
      const known = await findAuditTrail(tx, organizationId)
      const isEnabled = known?.is_enabled === 1
      const { enabled: wanted = isEnabled, retentionDays } = change
      const now = parts.clock.now()
      const base = { ...(known ?? newTrail(organizationId)), updated_at: now }
      const trail = { ...base, ...(retentionDays === undefined ? {} : { retention_days: retentionDays }) }
      if (wanted !== isEnabled) {
        const keptUntil = wanted ? null : timestamp(now + auditKeptDays * dayMs)
        await notifyAdministrators(parts, tx, viewer, { keptUntil, baseUrl })
      }
      if (wanted && !isEnabled) return enable(parts, tx, viewer, trail)
      if (!wanted && isEnabled) return disable(parts, tx, viewer, trail)
      if (retentionDays === undefined || retentionDays === known?.retention_days) return { events: [] }
      await saveAuditTrail(tx, trail)
      const before = { retentionDays: known?.retention_days ?? auditRetentionDays.usual }
      return { events: [eventAbout(viewer, 'AUDIT_RETENTION_CHANGED', before, { retentionDays })] }
    },
  )
  parts.settings.forget(organizationId)
  return read(parts, organizationId)
}

async function notifyAdministrators(
  parts: Parts,
  tx: Parameters<Queue['enqueue']>[0],
  { organizationId, memberId: byMemberId }: Viewer,
  { keptUntil, baseUrl }: { keptUntil: string | null; baseUrl: string },
): Promise<void> {
  await enqueueSwitchMails(parts, tx, {
    organizationId,
    what: 'audit-log',
    state: keptUntil === null ? 'on' : 'off',
    name: trailConnectionName,
    place: keptUntil,
    connectionId: null,
    byMemberId,
    baseUrl,
  })
}

const newTrail = (organizationId: string): AuditTrailRow => ({
  organization_id: organizationId,
  is_enabled: 0,
  retention_days: auditRetentionDays.usual,
  since_number: 0,
  since_at: 0,
  connection_id: null,
  workspace_id: null,
  usage_documents: null,
  snapshot: 0,
  copied_number: 0,
  copied_at: null,
  enabled_by: null,
  enabled_at: null,
  disabled_by: null,
  disabled_at: null,
  kept_until: null,
  updated_at: 0,
})

function eventAbout(
  viewer: Viewer,
  action: AuditEventType,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): AuditEvent {
  const object = { kind: 'organization', id: viewer.organizationId }
  return eventOf(viewer, { category: 'ORGANIZATION', action, object, change: { before, after } })
}

/**
 * If the previous copy still exists within its retention days, copying continues where it stopped; otherwise, and the first time, the copy
 * begins with this event.
 */
async function enable(
  { clock, queue }: Parts,
  tx: Parameters<Parameters<Store['write']>[1]>[0],
  viewer: Viewer,
  known: AuditTrailRow,
): Promise<Changed> {
  const { organizationId, memberId } = viewer
  const now = clock.now()
  const isKept = known.kept_until !== null && known.kept_until > now
  const begins = isKept ? {} : { since_number: await lastSealedNumber(tx, organizationId), since_at: now }
  const trail = { ...known, ...begins, is_enabled: 1, enabled_by: memberId, enabled_at: now, kept_until: null }
  await saveAuditTrail(tx, { ...trail, copied_at: null })
  if (trail.connection_id !== null) await archiveConnection(tx, viewer, trail.connection_id, false, now)
  await queue.enqueue(tx, {
    organizationId,
    kind: 'audit.seal',
    payload: {},
    actorId: 'system',
    uniqueKey: 'audit.seal',
  })
  const after = { enabled: true, retentionDays: trail.retention_days }
  return { events: [eventAbout(viewer, 'AUDIT_LOGGING_ENABLED', { enabled: false }, after)] }
}

/** All in one transaction, so that nothing remains that reads or sends the copy. */
async function disable({ clock }: Parts, tx: Queryable, viewer: Viewer, known: AuditTrailRow): Promise<Changed> {
  const now = clock.now()
  const keptUntil = now + auditKeptDays * dayMs
  const linked = await linkedTo(tx, viewer.organizationId, known)
  await saveAuditTrail(tx, {
    ...known,
    is_enabled: 0,
    disabled_by: viewer.memberId,
    disabled_at: now,
    kept_until: keptUntil,
  })
  if (known.connection_id !== null) await archiveConnection(tx, viewer, known.connection_id, true, now)
  const cancelled = await cancelSchedules(tx, viewer, linked.schedules, now)
  const removed = await removeIntegrations(tx, viewer, linked.integrations, now)
  const after = { enabled: false, keptUntil: timestamp(keptUntil) }
  return { events: [eventAbout(viewer, 'AUDIT_LOGGING_DISABLED', { enabled: true }, after), ...cancelled, ...removed] }
}

async function archiveConnection(
  tx: Queryable,
  { organizationId, memberId }: Viewer,
  connectionId: string,
  isArchived: boolean,
  now: number,
): Promise<void> {
  const change = { is_archived: isArchived ? 1 : 0, updated_by: memberId, updated_at: now }
  await updateConnection(tx, organizationId, connectionId, change)
}
