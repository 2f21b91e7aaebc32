import type { Schedule, ScheduleTarget } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import type { Clock } from '../../config/index.ts'
import { readDueTimes } from '../../queue/index.ts'
import type { Store } from '../../store/index.ts'
import { findLastRuns, type ScheduleRunRow } from '../../store/schedule-runs.ts'
import { findSchedule, type ScheduleRow } from '../../store/schedules.ts'
import { timestamp } from '../answers/timestamp.ts'
import type {
  OrganizationSettings,
  OrganizationSettingsReader,
} from '../organization/settings/organization-settings.ts'
import { cloudExportsOf, destinationsOf, type SavedConfig, storedWords } from './schedule-config.ts'
import { runEntry } from './schedule-history.ts'

interface Parts {
  store: Store
  clock: Clock
  settings: OrganizationSettingsReader
}

const shownRuns = 5

/** Schedules as the API shows them, in the order of their rows. */
export async function scheduleEntries(
  { clock, store, settings }: Parts,
  organizationId: string,
  rows: readonly ScheduleRow[],
): Promise<Schedule[]> {
  const lastRuns = await findLastRuns(
    store.db,
    organizationId,
    rows.map(({ id }) => id),
  )
  const now = clock.now()
  const organization = await settings.read(organizationId)
  return rows.map((row) => ({ ...entry(row, lastRuns.get(row.id), now), ...warningsOf(row, organization) }))
}

/** A schedule as the API shows it now. Throws `not_found`. */
export async function readScheduleEntry(parts: Parts, organizationId: string, scheduleId: string): Promise<Schedule> {
  const row = await findSchedule(parts.store.db, organizationId, scheduleId)
  const [made] = row ? await scheduleEntries(parts, organizationId, [row]) : []
  if (!made) throw new AppError('not_found', { kind: 'schedule', id: scheduleId })
  return made
}

function entry(row: ScheduleRow, lastRun: ScheduleRunRow | undefined, now: number): Schedule {
  const read = row.state === 'active' ? readDueTimes(row.cron, row.zone) : null
  return {
    scheduledNotificationId: row.id,
    workbookId: row.document_id,
    schedule: { cronSpec: row.cron, timezone: row.zone },
    configV2: storedWords(JSON.parse(row.config) as SavedConfig),
    isSuspended: row.state === 'suspended',
    ownerId: row.owner_id,
    lastUpdatedByUser: row.updated_by,
    disabledAt: row.disabled_at === null ? null : timestamp(row.disabled_at),
    disabledBy: row.disabled_by,
    nextRuns: read?.ok ? read.times.after(now, shownRuns).map(timestamp) : [],
    lastRun: lastRun ? runEntry(lastRun) : null,
    createdBy: row.created_by,
    updatedBy: row.updated_by,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}

/** Destinations that the organization has not set up, or has removed. */
function warningsOf(row: ScheduleRow, { slack, storages = [] }: OrganizationSettings): Pick<Schedule, 'warnings'> {
  const targets = JSON.parse(row.targets) as ScheduleTarget[]
  const bot = 'The organization has no bot in Slack yet: an administrator sets its token in the settings.'
  const ofSlack = slack ? [] : destinationsOf(targets).filter(({ kind }) => kind === 'slackConversationId')
  const ofStorage = cloudExportsOf(targets).filter(
    ({ asked }) => !storages.some(({ name }) => name === asked.authorization),
  )
  const warnings = [
    ...ofSlack.map(({ path }) => ({ path, message: bot })),
    ...ofStorage.map(({ asked, path }) => ({
      path: `${path}.authorization`,
      message: `The organization has no storage "${asked.authorization ?? ''}" any more.`,
    })),
  ]
  return warnings.length > 0 ? { warnings } : {}
}
