import type { Viewer } from '@octavo/core/access'
import type { CreateScheduleRequest, ScheduleCheck, StartedSend } from '@octavo/core/contract'
import type { Clock } from '../../config/index.ts'
import { timestamp } from '../answers/timestamp.ts'
import { queriedDocument } from '../queries/element-descriptions.ts'
import { serviceOf } from '../service/service.ts'
import type { OpenView } from '../views/view-reader.ts'
import type { ScheduleRequest } from './create-schedule.ts'
import type { ExportRulesOf } from './export-rules.ts'
import type { ScheduleBursts } from './schedule-bursts.ts'
import type { ScheduleChecks } from './schedule-checks.ts'
import type { ScheduleConditions } from './schedule-conditions.ts'
import { conditionsOf, type SavedConfig } from './schedule-config.ts'
import { controlTextsOf } from './schedule-files.ts'
import type { Schedules } from './schedules.ts'
import type { Sends } from './sends.ts'

export type ScheduleTrials = ReturnType<typeof createScheduleTrials>

/** Tests scheduled exports before they are added. */
export function createScheduleTrials(parts: Parts) {
  return serviceOf(parts, { check, test })
}

interface Parts {
  clock: Clock
  schedules: Schedules
  sends: Pick<Sends, 'keep'>
  checks: ScheduleChecks
  conditions: ScheduleConditions
  bursts: ScheduleBursts
  rules: Pick<ExportRulesOf, 'isAsRecipientOnly'>
}

const shownRuns = 5

/** Whether each condition is met with the controls of a config. */
async function isMet(
  { conditions }: Parts,
  owner: Viewer,
  view: OpenView,
  config: SavedConfig,
  signal: AbortSignal,
): Promise<boolean> {
  const controls = controlTextsOf(config, view.controls).texts
  const asked = { viewer: owner, document: queriedDocument(view.open), controls }
  for (const condition of conditionsOf(config)) {
    if (!(await conditions.isMet({ ...asked, condition }, signal))) return false
  }
  return true
}

async function check(
  parts: Parts,
  viewer: Viewer,
  workbookId: string,
  body: CreateScheduleRequest,
  signal: AbortSignal,
): Promise<ScheduleCheck> {
  const { schedules, clock, checks, bursts } = parts
  const asked = await schedules.asked(viewer, workbookId, body, '', signal)
  const { owner, documentId, config, times } = asked
  const view = await checks.read(owner, documentId, config)
  const values = config.burst ? await bursts.values(owner, view, config, signal) : [{ config, recipients: [] }]
  let metCount = 0
  for (const value of values) if (await isMet(parts, owner, view, value.config, signal)) metCount += 1
  const hasCondition = conditionsOf(config).some(({ type }) => type === 'workbook')
  const recipients = new Set(values.flatMap((value) => value.recipients.map((address) => address.toLowerCase())))
  return {
    nextRuns: (times?.after(clock.now(), shownRuns) ?? []).map(timestamp),
    isConditionMet: hasCondition ? metCount > 0 : null,
    burst: config.burst ? { valueCount: values.length, recipientCount: recipients.size, metCount } : null,
  }
}

async function test(
  parts: Parts,
  viewer: Viewer,
  workbookId: string,
  body: CreateScheduleRequest,
  baseUrl: string,
  signal: AbortSignal,
): Promise<StartedSend> {
  const asked = await parts.schedules.asked(viewer, workbookId, body, baseUrl, signal)
  const config = await configOfTest(parts, asked, signal)
  const targets = [{ email: viewer.email }]
  // Checked again because the reader's address may make it more than the request asked for.
  await parts.checks.require(asked.owner, asked.documentId, { targets, config }, [], signal)
  parts.checks.requireFeatures(asked.owner, { targets, config })
  return parts.sends.keep(viewer, asked.owner, asked.documentId, { targets, config })
}

/**
 * The settings of a test: without a condition, and for a burst with its first value in the control. A test is a mail, whatever the
 * destinations of the schedule are, so the rule of the organization for mail applies.
 */
async function configOfTest(
  { bursts, checks, rules }: Parts,
  { owner, documentId, config }: ScheduleRequest,
  signal: AbortSignal,
): Promise<SavedConfig> {
  const isForced = await rules.isAsRecipientOnly(owner.organizationId)
  const plain = {
    ...config,
    conditionOptions: { type: 'always' as const },
    furtherConditions: [],
    ...(isForced ? { runAsRecipient: true } : {}),
  }
  if (!config.burst) return plain
  const view = await checks.read(owner, documentId, config)
  const [first] = await bursts.values(owner, view, plain, signal)
  return { ...(first?.config ?? plain), burst: null, dynamicRecipientSettings: null }
}
