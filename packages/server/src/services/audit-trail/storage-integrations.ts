import type { Viewer } from '@octavo/core/access'
import type {
  NewStorageIntegration,
  ScheduleTarget,
  StorageIntegration,
  StorageIntegrationChange,
} from '@octavo/core/contract'
import { AppError, conflict } from '@octavo/core/errors'
import { requireRight } from '../../access/index.ts'
import type { Clock } from '../../config/index.ts'
import type { Destinations } from '../../outbound/index.ts'
import type { Queue } from '../../queue/index.ts'
import type { Secrets } from '../../secrets/index.ts'
import { findAuditTrail } from '../../store/audit-trails.ts'
import { type AuditEvent, newUuid, type Queryable, type Store } from '../../store/index.ts'
import { findOrganization, updateOrganization } from '../../store/organizations.ts'
import { listOpenSchedules, type ScheduleRow, updateSchedule } from '../../store/schedules.ts'
import { type Slice, sliceOfList, type Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import type { Mails } from '../organization/mails/mails.ts'
import { enqueueSwitchMails, type Switched } from '../organization/mails/switch-mails.ts'
import {
  type OrganizationSettings,
  type OrganizationSettingsReader,
  type SavedStorage,
  settingsOf,
} from '../organization/settings/organization-settings.ts'
import type { StorageApi } from '../schedules/destinations/storage/storage-api.ts'
import { checked, withStorage } from '../schedules/destinations/storage/storage-settings.ts'
import { addressOfStorage } from '../schedules/destinations/storage/storage-target.ts'
import { serviceOf } from '../service/service.ts'
import {
  cancelSchedules,
  integrationEvent,
  integrationsOf,
  pauseSchedules,
  removeIntegrations,
  scheduleEvent,
  storagesOf,
} from './linked.ts'

export type StorageIntegrations = ReturnType<typeof createStorageIntegrations>

/** Storages that exports of the audit log are written to. They belong to the organization, and only administrators may use them. */
export function createStorageIntegrations(parts: Parts) {
  return serviceOf(parts, { list, create, update, remove })
}

interface Parts {
  store: Store
  clock: Clock
  secrets: Secrets
  settings: OrganizationSettingsReader
  destinations: Destinations
  storage: StorageApi
  queue: Queue
  mails: Pick<Mails, 'isSet'>
}

/** Context of the request that makes a change. */
interface Asked {
  /** Base URL of links in mails. */
  baseUrl: string
  signal: AbortSignal
}

/** Ordered by name. */
async function list({ store }: Parts, viewer: Viewer, window: Window): Promise<Slice<StorageIntegration>> {
  requireRight(viewer, 'manageAuditLog')
  const { organizationId } = viewer
  const integrations = await integrationsOf(store.db, organizationId)
  const schedules = integrations.length === 0 ? [] : await listOpenSchedules(store.db, organizationId)
  return sliceOfList(
    integrations.map((saved) => entry(saved, schedules)),
    window,
  )
}

function entry(saved: SavedStorage, schedules: readonly ScheduleRow[]): StorageIntegration {
  const { name, region, endpoint, isPathStyle, accessKeyId, integrationId = '', updatedAt } = saved
  return {
    storageIntegrationId: integrationId,
    name,
    provider: 's3',
    uri: addressOfStorage(saved),
    region,
    endpoint,
    isPathStyle,
    accessKeyId,
    linkedSchedules: linkedBy(schedules, name).length,
    updatedAt: timestamp(updatedAt),
  }
}

const linkedBy = (schedules: readonly ScheduleRow[], name: string): ScheduleRow[] =>
  schedules.filter((row) => storagesOf(row).includes(name))

async function create(
  parts: Parts,
  viewer: Viewer,
  { name, provider, s3: body }: NewStorageIntegration,
  { baseUrl, signal }: Asked,
): Promise<StorageIntegration> {
  requireRight(viewer, 'manageAuditLog')
  const { organizationId } = viewer
  if (provider !== 's3') {
    const what = provider === 'gcs' ? 'Google Cloud Storage' : 'Azure'
    throw new AppError('not_supported', {
      what: `This version does not write to ${what} yet.`,
      hint: 'Use s3, for S3 and stores that speak its API.',
    })
  }
  if (body === undefined) throw invalid('s3', 'Say which bucket it is.')
  await requireEnabled(parts.store.db, organizationId)
  const before = await storagesIn(parts.store.db, organizationId)
  if (before.some((each) => each.name === name)) throw taken(name)
  const storage = await checked(parts, organizationId, { name, body, known: undefined }, signal)
  const saved = { ...storage, integrationId: newUuid() }
  await parts.store.write(integrationEvent(viewer, 'STORAGE_INTEGRATION_CREATED', null, saved), async (tx) => {
    await requireEnabled(tx, organizationId)
    await change(parts, tx, organizationId, (settings) => {
      if (settings.storages?.some((each) => each.name === name)) throw taken(name)
      return withStorage(settings, saved)
    })
    await notifyAdministrators(parts, tx, viewer, { saved, state: 'on', baseUrl })
  })
  parts.settings.forget(organizationId)
  return entry(saved, [])
}

async function update(
  parts: Parts,
  viewer: Viewer,
  id: string,
  { s3: body, linkedSchedules = 'pause' }: StorageIntegrationChange,
  { baseUrl, signal }: Asked,
): Promise<StorageIntegration> {
  requireRight(viewer, 'manageAuditLog')
  const { organizationId } = viewer
  const known = await find(parts.store.db, organizationId, id)
  const storage = await checked(parts, organizationId, { name: known.name, body, known }, signal)
  const saved = { ...storage, integrationId: id }
  const events = await parts.store.write<AuditEvent[]>(
    (events) => events,
    async (tx) => {
      const before = await find(tx, organizationId, id)
      await change(parts, tx, organizationId, (settings) => withStorage(settings, saved))
      await notifyAdministrators(parts, tx, viewer, { saved, state: 'changed', baseUrl })
      const isElsewhere = addressOfStorage(before) !== addressOfStorage(saved)
      const linked = isElsewhere ? linkedBy(await listOpenSchedules(tx, organizationId), saved.name) : []
      const now = parts.clock.now()
      const followed =
        linkedSchedules === 'pause'
          ? await pauseSchedules(tx, viewer, linked, now)
          : await repoint(tx, viewer, linked, { before, after: saved, now })
      return [integrationEvent(viewer, 'STORAGE_INTEGRATION_UPDATED', before, saved), ...followed]
    },
  )
  parts.settings.forget(organizationId)
  return entry(saved, events.length === 0 ? [] : await listOpenSchedules(parts.store.db, organizationId))
}

/** Scheduled exports keep their path below the new address. */
async function repoint(
  tx: Queryable,
  viewer: Viewer,
  schedules: readonly ScheduleRow[],
  { before, after, now }: { before: SavedStorage; after: SavedStorage; now: number },
): Promise<AuditEvent[]> {
  const [from, to] = [addressOfStorage(before), addressOfStorage(after)]
  const moved = (address: string | null | undefined) =>
    address?.startsWith(from) === true ? `${to}${address.slice(from.length)}` : address
  for (const row of schedules) {
    const targets = (JSON.parse(row.targets) as ScheduleTarget[]).map((target) => {
      const { workbookCloudExport: asked } = target
      if (asked?.authorization !== after.name) return target
      const { uri, timestampedUri } = asked
      return { ...target, workbookCloudExport: { ...asked, uri: moved(uri), timestampedUri: moved(timestampedUri) } }
    })
    const stamp = { updated_by: viewer.memberId, updated_at: now }
    await updateSchedule(tx, viewer.organizationId, row.id, { targets: JSON.stringify(targets), ...stamp })
  }
  return schedules.map((row) => scheduleEvent(viewer, 'SCHEDULE_UPDATED', row, { movedTo: to }))
}

async function remove(
  parts: Parts,
  viewer: Viewer,
  id: string,
  linkedSchedules: 'pause' | 'delete',
  baseUrl: string,
): Promise<void> {
  requireRight(viewer, 'manageAuditLog')
  const { organizationId } = viewer
  await parts.store.write<AuditEvent[]>(
    (events) => events,
    async (tx) => {
      const known = await find(tx, organizationId, id)
      const linked = linkedBy(await listOpenSchedules(tx, organizationId), known.name)
      const now = parts.clock.now()
      const end = linkedSchedules === 'delete' ? cancelSchedules : pauseSchedules
      const ended = await end(tx, viewer, linked, now)
      await notifyAdministrators(parts, tx, viewer, { saved: known, state: 'off', baseUrl })
      return [...(await removeIntegrations(tx, viewer, [known], now)), ...ended]
    },
  )
  parts.settings.forget(organizationId)
}

async function notifyAdministrators(
  parts: Parts,
  tx: Parameters<Queue['enqueue']>[0],
  { organizationId, memberId: byMemberId }: Viewer,
  { saved, state, baseUrl }: { saved: SavedStorage; state: Switched['state']; baseUrl: string },
): Promise<void> {
  const of = { organizationId, byMemberId, connectionId: null, baseUrl }
  const place = addressOfStorage(saved)
  await enqueueSwitchMails(parts, tx, { ...of, what: 'storage-integration', state, name: saved.name, place })
}

async function find(db: Queryable, organizationId: string, id: string): Promise<SavedStorage> {
  const found = (await integrationsOf(db, organizationId)).find(({ integrationId }) => integrationId === id)
  if (!found) throw new AppError('not_found', { kind: 'storage integration', id })
  return found
}

async function storagesIn(db: Queryable, organizationId: string): Promise<SavedStorage[]> {
  const row = await findOrganization(db, organizationId)
  return settingsOf(row ?? { id: organizationId, settings: '{}' }).storages ?? []
}

async function change(
  { clock }: Parts,
  tx: Queryable,
  organizationId: string,
  storagesOf: (settings: OrganizationSettings) => SavedStorage[],
): Promise<void> {
  const row = await findOrganization(tx, organizationId)
  if (!row) throw new AppError('not_found', { kind: 'organization', id: organizationId })
  const settings = settingsOf(row)
  const text = JSON.stringify({ ...settings, storages: storagesOf(settings) })
  await updateOrganization(tx, organizationId, { settings: text, updated_at: clock.now() })
}

async function requireEnabled(db: Queryable, organizationId: string): Promise<void> {
  const trail = await findAuditTrail(db, organizationId)
  if (trail?.is_enabled === 1) return
  throw conflict({ rule: 'audit_log_off' })
}

const taken = (name: string): AppError => conflict({ rule: 'storage_named', name })

const invalid = (path: string, message: string): AppError =>
  new AppError('invalid_request', { reason: `${path}: ${message}`, problems: [{ path, message }] })
