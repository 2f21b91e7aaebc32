import { jobOn, type Viewer } from '@octavo/core/access'
import type { AuditEventType, Schedule, UpdateScheduleRequest } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { requireMember } from '../../access/index.ts'
import type { Clock } from '../../config/index.ts'
import type { Store } from '../../store/index.ts'
import { type ScheduleRow, updateSchedule as updateRow } from '../../store/schedules.ts'
import type { Documents } from '../documents/documents.ts'
import type { Inodes } from '../inodes/inodes.ts'
import type { OrganizationSettingsReader } from '../organization/settings/organization-settings.ts'
import type { Viewers } from '../sign-in/viewers.ts'
import type { ExportRulesOf } from './export-rules.ts'
import type { ScheduleChecks } from './schedule-checks.ts'
import { configFieldsOf, type SavedConfig, savedTargets } from './schedule-config.ts'
import type { ScheduleConnections } from './schedule-connections.ts'
import { readScheduleEntry } from './schedule-entries.ts'
import { scheduleChange, scheduleEvent } from './schedule-events.ts'
import { sharingLinkProblems } from './sharing-links.ts'
import { requireEditOfSchedule, scheduleOfWorkbook, visibleSchedule } from './visible-schedule.ts'

interface Parts {
  store: Store
  clock: Clock
  inodes: Inodes
  documents: Documents
  viewers: Viewers
  checks: ScheduleChecks
  connections: ScheduleConnections
  rules: Pick<ExportRulesOf, 'frequencyProblems'>
  settings: OrganizationSettingsReader
}

interface Changed {
  before: ScheduleRow
  after: ScheduleRow
}

export async function updateSchedule(
  parts: Parts,
  viewer: Viewer,
  workbookId: string,
  scheduleId: string,
  body: UpdateScheduleRequest,
  baseUrl: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<Schedule> {
  const { checks, store, clock } = parts
  const { record, row: known } = await visibleSchedule(parts, viewer, workbookId, scheduleId)
  requireEditOfSchedule(parts, viewer, record, known, 'edit')
  const changesContent = body.target !== undefined || body.configV2 !== undefined
  if (changesContent || body.description !== undefined) requireMember(viewer, known.owner_id, 'changeSchedule')
  const schedule = { cronSpec: known.cron, timezone: known.zone, ...body.schedule }
  const { times, problems } = checks.times(schedule)
  if (body.schedule) problems.push(...(await parts.rules.frequencyProblems(viewer.organizationId, times)))
  problems.push(...sharingLinkProblems(viewer, body.configV2?.sharingLink, 'configV2.sharingLink'))
  const targets = body.target === undefined ? undefined : savedTargets(body.target)
  const config = changesContent ? await changedConfig(parts, viewer, known, body.configV2, baseUrl) : undefined
  if (changesContent) {
    const owner = await activeOwner(parts, known, config?.embedConnection?.evalConnectionId)
    const order = { targets: targets ?? JSON.parse(known.targets), config: config ?? JSON.parse(known.config) }
    await checks.require(owner, record.inode.id, order, problems, signal)
    checks.requireFeatures(owner, order)
  } else if (problems.length > 0) {
    throw new AppError('invalid_request', { reason: problems[0]?.message ?? 'The schedule is wrong.', problems })
  }

  await store.write<Changed>(
    ({ before, after }) =>
      scheduleEvent(viewer, actionOf(body.suspensionAction), scheduleId, scheduleChange(before, after)),
    async (tx) => {
      const before = await scheduleOfWorkbook(tx, viewer, record, scheduleId)
      const now = clock.now()
      const state = stateAfter(before, body.suspensionAction, viewer.memberId, now)
      const mustPlan = body.schedule !== undefined || state.state !== before.state
      const next = state.state === 'active' ? (times?.after(now, 1)[0] ?? null) : null
      const change = {
        ...state,
        cron: schedule.cronSpec.trim(),
        zone: schedule.timezone,
        ...(targets === undefined ? {} : { targets: JSON.stringify(targets) }),
        ...(config === undefined ? {} : { config: JSON.stringify(config) }),
        ...(body.description === undefined ? {} : { description: body.description }),
        // A new limit starts counting from now.
        ...(body.configV2?.alertConfig === undefined ? {} : { sent_count: 0 }),
        ...(mustPlan ? { next_due_at: next, planned_at: now } : {}),
        updated_by: viewer.memberId,
        updated_at: now,
      }
      await updateRow(tx, viewer.organizationId, scheduleId, change)
      return { before, after: { ...before, ...change } }
    },
  )
  return readScheduleEntry(parts, viewer.organizationId, scheduleId)
}

async function activeOwner(
  { viewers }: Parts,
  { organization_id, owner_id }: ScheduleRow,
  evalConnectionId: string | undefined,
): Promise<Viewer> {
  const owner = await viewers.load(organization_id, owner_id, jobOn(evalConnectionId))
  if (owner) return owner
  const message = 'The member who owns the schedule is not active any more.'
  throw new AppError('invalid_request', { reason: message, problems: [{ path: '', message }] })
}

/** The older fields apply only while the newer ones do not set the same. */
async function changedConfig(
  { connections }: Parts,
  viewer: Viewer,
  row: ScheduleRow,
  change: UpdateScheduleRequest['configV2'],
  baseUrl: string,
): Promise<SavedConfig> {
  const known = JSON.parse(row.config) as SavedConfig
  const connection = await connections.ofSession(viewer, known)
  if (change === undefined) return { ...known, ...connection }
  const { rowLimit, parameters, ...before } = known
  return {
    ...before,
    ...(rowLimit === undefined || change.exportAttachments ? {} : { rowLimit }),
    ...(parameters === undefined || change.workbookSettings ? {} : { parameters }),
    ...configFieldsOf(change),
    ...connection,
    baseUrl,
  }
}

function stateAfter(row: ScheduleRow, action: 'pause' | 'resume' | undefined, memberId: string, now: number) {
  const { state, disabled_at, disabled_by, failures } = row
  if (action === 'resume') return { state: 'active' as const, disabled_at: null, disabled_by: null, failures: 0 }
  if (action === 'pause' && state !== 'paused') {
    return { state: 'paused' as const, disabled_at: now, disabled_by: memberId, failures }
  }
  return { state, disabled_at, disabled_by, failures }
}

const actionOf = (action: 'pause' | 'resume' | undefined): AuditEventType =>
  action === undefined ? 'SCHEDULE_UPDATED' : action === 'pause' ? 'SCHEDULE_PAUSED' : 'SCHEDULE_RESUMED'
