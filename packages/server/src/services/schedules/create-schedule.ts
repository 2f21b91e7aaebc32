import { jobOn, namedConnection, type Viewer } from '@octavo/core/access'
import type { CreateScheduleRequest, Schedule, ScheduleTarget } from '@octavo/core/contract'
import { AppError, isAppError } from '@octavo/core/errors'
import { type Access, requireMember } from '../../access/index.ts'
import type { Clock } from '../../config/index.ts'
import type { DueTimes } from '../../queue/index.ts'
import { newUuidV7, type Store } from '../../store/index.ts'
import { insertSchedule, type ScheduleRow } from '../../store/schedules.ts'
import type { Documents } from '../documents/documents.ts'
import type { Inodes } from '../inodes/inodes.ts'
import type { OrganizationSettingsReader } from '../organization/settings/organization-settings.ts'
import type { Viewers } from '../sign-in/viewers.ts'
import type { ExportRulesOf } from './export-rules.ts'
import type { ScheduleChecks } from './schedule-checks.ts'
import { configFieldsOf, fromLegacy, type SavedConfig, savedTargets } from './schedule-config.ts'
import type { ScheduleConnections } from './schedule-connections.ts'
import { readScheduleEntry } from './schedule-entries.ts'
import { scheduleChange, scheduleEvent } from './schedule-events.ts'
import { sharingLinkProblems } from './sharing-links.ts'

/** A checked schedule that can be added. */
export interface ScheduleRequest {
  documentId: string
  owner: Viewer
  targets: ScheduleTarget[]
  config: SavedConfig
  times: DueTimes | null
}

interface Parts {
  store: Store
  clock: Clock
  access: Access
  inodes: Inodes
  documents: Documents
  viewers: Viewers
  checks: ScheduleChecks
  connections: ScheduleConnections
  rules: Pick<ExportRulesOf, 'frequencyProblems'>
  settings: OrganizationSettingsReader
}

/** Validates a request and returns the schedule; throws its problems. */
export async function askedSchedule(
  parts: Parts,
  viewer: Viewer,
  workbookId: string,
  body: CreateScheduleRequest,
  baseUrl: string,
  signal: AbortSignal,
): Promise<ScheduleRequest> {
  const { connections, documents, inodes, checks } = parts
  const record = await documents.find(viewer, 'workbook', workbookId)
  const { id: documentId } = record.inode
  inodes.requireEdit(viewer, record, 'schedule')
  const owner = await ownerFor(parts, viewer, documentId, body.ownerId ?? viewer.memberId)
  const config = { ...newConfig(body), ...(await connections.ofSession(viewer)), baseUrl }
  const targets = savedTargets(body.target)
  const { times, problems } = checks.times(body.schedule)
  problems.push(...(await parts.rules.frequencyProblems(viewer.organizationId, times)))
  problems.push(...sharingLinkProblems(viewer, config.sharingLink, 'configV2.sharingLink'))
  await checks.require(owner, documentId, { targets, config }, problems, signal)
  checks.requireFeatures(owner, { targets, config })
  return { documentId, owner, targets, config, times }
}

export async function createSchedule(
  parts: Parts,
  viewer: Viewer,
  workbookId: string,
  body: CreateScheduleRequest,
  baseUrl: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<Schedule> {
  const { clock, store, access } = parts
  const { documentId, owner, targets, config, times } = await askedSchedule(
    parts,
    viewer,
    workbookId,
    body,
    baseUrl,
    signal,
  )
  const now = clock.now()
  const row: ScheduleRow = {
    organization_id: viewer.organizationId,
    id: newUuidV7(now),
    document_id: documentId,
    owner_id: owner.memberId,
    cron: body.schedule.cronSpec.trim(),
    zone: body.schedule.timezone,
    targets: JSON.stringify(targets),
    config: JSON.stringify(config),
    description: body.description ?? null,
    state: 'active',
    disabled_at: null,
    disabled_by: null,
    failures: 0,
    next_due_at: times?.after(now, 1)[0] ?? null,
    planned_at: now,
    ended_at: null,
    is_once: 0,
    sent_count: 0,
    created_by: viewer.memberId,
    updated_by: viewer.memberId,
    created_at: now,
    updated_at: now,
  }
  await store.write(scheduleEvent(viewer, 'SCHEDULE_CREATED', row.id, scheduleChange(null, row)), async (tx) => {
    await access.requireInode(viewer, documentId, 'schedule', 'workbook', tx)
    await insertSchedule(tx, row)
  })
  return readScheduleEntry(parts, viewer.organizationId, row.id)
}

/** The member with whose rights the schedule is sent; only administrators may name another member. */
async function ownerFor(
  { documents, inodes, viewers }: Parts,
  viewer: Viewer,
  workbookId: string,
  ownerId: string,
): Promise<Viewer> {
  if (ownerId === viewer.memberId) return viewer
  requireMember(viewer, ownerId, 'exportAs')
  const owner = await viewers.load(viewer.organizationId, ownerId, jobOn(namedConnection(viewer)))
  const refused = (message: string) =>
    new AppError('invalid_request', { reason: message, problems: [{ path: 'ownerId', message }] })
  if (!owner) throw refused(`There is no active member with the id "${ownerId}".`)
  try {
    inodes.requireEdit(owner, await documents.find(owner, 'workbook', workbookId), 'schedule')
  } catch (error) {
    if (!isAppError(error)) throw error
    throw refused(`That member may not schedule exports of this workbook. ${error.message}`)
  }
  return owner
}

function newConfig(body: CreateScheduleRequest): Omit<SavedConfig, 'baseUrl'> {
  const { config, configV2 } = body
  const wrong = (message: string) =>
    new AppError('invalid_request', { reason: message, problems: [{ path: 'configV2', message }] })
  if (config !== undefined && configV2 !== undefined) throw wrong('Send configV2 or its older form config, not both.')
  if (configV2 !== undefined) {
    const { title, messageBody, exportAttachments } = configV2
    return { ...configFieldsOf(configV2), title, messageBody, exportAttachments }
  }
  if (config !== undefined) return fromLegacy(config)
  throw wrong('Say in configV2 what is sent: title, messageBody and exportAttachments.')
}
