import type { Viewer } from '@octavo/core/access'
import type { ScheduleTarget } from '@octavo/core/contract'
import { findElement, isDataElement } from '@octavo/core/document'
import { AppError, isAppError, type Problem } from '@octavo/core/errors'
import { requireRight } from '../../access/index.ts'
import type { Destinations } from '../../outbound/index.ts'
import { type DueTimes, readDueTimes } from '../../queue/index.ts'
import type { Store } from '../../store/index.ts'
import { findVersionTag } from '../../store/version-tags.ts'
import { shownContent } from '../documents/shown-content.ts'
import { exportZone } from '../exports/export-requests.ts'
import type { Mails } from '../organization/mails/mails.ts'
import type { OrganizationSettingsReader } from '../organization/settings/organization-settings.ts'
import { compiledOrThrow, type ElementCompiler } from '../queries/element-compiler.ts'
import { queriedDocument } from '../queries/element-descriptions.ts'
import { serviceOf } from '../service/service.ts'
import type { OpenView, ViewReader } from '../views/view-reader.ts'
import { conditionProblems } from './condition-checks.ts'
import type { ExportRulesOf } from './export-rules.ts'
import { burstControl, columnProblems, type ScheduleBursts } from './schedule-bursts.ts'
import {
  conditionsOf,
  type Destination,
  destinationsOf,
  isEmail,
  isTeam,
  type SavedConfig,
  type ScheduleOrder,
  type WorkbookVariant,
} from './schedule-config.ts'
import { controlTextsOf, filesOf } from './schedule-files.ts'
import { createScheduleProblems, type ScheduleProblems } from './schedule-problems.ts'
import type { ScheduleTexts } from './schedule-texts.ts'
import { checkCloudExports, checkTargets } from './target-checks.ts'

export type ScheduleChecks = ReturnType<typeof createScheduleChecks>

/** Checks a schedule before it is saved and reports all problems at once. */
export function createScheduleChecks(parts: Parts) {
  return { ...serviceOf(parts, { read, require }), times, requireFeatures }
}

interface Parts {
  store: Store
  viewReader: ViewReader
  compiler: ElementCompiler
  settings: OrganizationSettingsReader
  destinations: Destinations
  bursts: ScheduleBursts
  texts: ScheduleTexts
  rules: ExportRulesOf
  mails: Pick<Mails, 'isSet'>
}

/** Compiles each element as its owner sees it, so that errors are reported now and not at the due time. */
async function checkContent(
  parts: Parts,
  owner: Viewer,
  view: OpenView,
  config: SavedConfig,
  problems: ScheduleProblems,
  signal: AbortSignal,
): Promise<void> {
  const { compiler, settings } = parts
  const { open, controls } = view
  const shown = shownContent(owner, open.record.facts, open.content)
  const {
    files,
    problems: ofFiles,
    unsupported,
  } = filesOf(
    config,
    { name: open.record.inode.name, shown, controls },
    owner,
    await settings.read(owner.organizationId),
  )
  const { texts, problems: ofControls } = controlTextsOf(config, controls)
  problems.addAll([...ofFiles, ...ofControls])
  for (const { path, message } of unsupported) problems.addUnsupported(path, message)
  if (ofControls.length === 0) problems.addAll(await textProblems(parts, owner, view, config, signal))
  const conditions = conditionsOf(config)
  conditions.forEach((condition, index) => {
    const path = index === 0 ? conditionPath : `furtherConditions[${index - 1}]`
    problems.addAll(conditionProblems(condition, shown, path))
  })
  if (ofControls.length > 0) return
  try {
    const scope = await compiler.begin(owner, queriedDocument(open), texts, exportZone)
    const wanted = files.flatMap(({ order }) => order.elementIds)
    const conditional = conditions.flatMap(({ condition }) => condition?.elementId ?? [])
    for (const elementId of new Set([...wanted, ...conditional])) {
      const element = findElement(shown, elementId)
      if (!element || !isDataElement(element)) {
        if (element && !conditional.includes(elementId)) {
          problems.add('configV2.exportAttachments', `The element "${elementId}" has no data.`)
        }
        continue
      }
      const outcome = await compiler.compile(scope, elementId, [], signal)
      try {
        compiledOrThrow(outcome, elementId, element.kind)
      } catch (error) {
        if (!isAppError(error) || error.status >= 500) throw error
        problems.add('configV2.exportAttachments', error.message)
      }
    }
  } catch (error) {
    if (!isAppError(error, 'invalid_request')) throw error
    for (const { path, message } of error.details.problems ?? []) {
      problems.add(`configV2.workbookSettings.controlValues.${path}`, message)
    }
  }
}

/** Problems of the formulas in the subject, the body and the file names. */
function textProblems(
  { texts }: Parts,
  owner: Viewer,
  view: OpenView,
  config: SavedConfig,
  signal: AbortSignal,
): Promise<Problem[]> {
  const controls = controlTextsOf(config, view.controls).texts
  const ofFiles = config.exportAttachments.flatMap(({ fileName }, index) =>
    fileName === undefined ? [] : [{ path: `configV2.exportAttachments[${index}].fileName`, text: fileName }],
  )
  const all = [
    { path: 'configV2.title', text: config.title },
    { path: 'configV2.messageBody', text: config.messageBody },
    ...ofFiles,
  ]
  return texts.problems({ viewer: owner, view, controls }, all, signal)
}

/**
 * The content to send, opened with the viewer's rights: the published version, the version with the schedule's tag, or a view of either.
 * Throws `not_found`.
 */
async function read(
  { viewReader, store }: Parts,
  viewer: Viewer,
  workbookId: string,
  { workbookVariant = {} }: SavedConfig,
): Promise<OpenView> {
  const { tagId, ...view } = workbookVariant
  const tag = tagId === undefined ? undefined : await findVersionTag(store.db, viewer.organizationId, tagId)
  if (tagId !== undefined && tag === undefined) throw new AppError('not_found', { kind: 'version tag', id: tagId })
  return viewReader.readInUtc(viewer, workbookId, { tag: tag?.name, ...view })
}

/** Checks the control of a burst, its recipient column, and combinations that a burst does not support. */
async function checkBurst(
  { bursts }: Parts,
  owner: Viewer,
  view: OpenView,
  { targets, config }: ScheduleOrder,
  problems: ScheduleProblems,
  signal: AbortSignal,
): Promise<void> {
  const { burst, dynamicRecipientSettings: dynamic, workbookVariant = {} } = config
  const place = 'configV2.dynamicRecipientSettings'
  if (!burst) {
    if (dynamic) problems.add(place, 'Recipients of a column belong to a burst: name its control in burst.')
    return
  }
  const stranger = destinationsOf(targets).find(({ kind }) => !isEmail(kind) && !isTeam(kind))
  if (stranger) problems.add(stranger.path, 'A burst goes by mail.')
  if (workbookVariant.bookmarkId !== undefined || workbookVariant.exploreKey !== undefined) {
    problems.add('configV2.burst', 'A burst sends the published version or a tag, no view.')
  }
  const found = burstControl(shownContent(owner, view.open.record.facts, view.open.content), burst.controlId)
  if ('problem' in found) {
    problems.add('configV2.burst.controlId', found.problem)
    return
  }
  if (dynamic && dynamic.sourceNodeId !== found.sourceNodeId) {
    const message = `The control has its values from the element "${found.sourceNodeId}", so its recipients come from there.`
    problems.add(`${place}.sourceNodeId`, message)
    return
  }
  try {
    const columns = await bursts.columns(owner, view, config, signal)
    for (const { field, message } of columnProblems(columns)) problems.add(`configV2.${field}`, message)
    if (dynamic && !columns.recipient) {
      const message = `The element has no column with the id "${dynamic.recipientColumnId}".`
      problems.add(`${place}.recipientColumnId`, message)
    }
  } catch (error) {
    if (!isAppError(error) || error.status >= 500) throw error
    problems.add('configV2.burst.controlId', error.message)
  }
}

/** The due times, or their problems. */
function times(schedule: { cronSpec: string; timezone: string }): { times: DueTimes | null; problems: Problem[] } {
  const read = readDueTimes(schedule.cronSpec, schedule.timezone)
  if (read.ok) return { times: read.times, problems: [] }
  const problems = read.problems.map(({ field, message }) => ({ path: `schedule.${field}`, message }))
  return { times: null, problems }
}

/** Throws `forbidden` when the owner's account type does not permit what the schedule does. */
function requireFeatures(owner: Viewer, { targets, config }: ScheduleOrder): void {
  const kinds = destinationsOf(targets).map(({ kind }) => kind)
  if (config.burst || kinds.some((kind) => isEmail(kind) || isTeam(kind))) requireRight(owner, 'sendMail')
  if (kinds.includes('webhookUrl')) requireRight(owner, 'sendToWebhooks')
  if (kinds.includes('slackConversationId')) requireRight(owner, 'sendToSlack')
  if (kinds.includes('workbookCloudExport')) requireRight(owner, 'sendToStorage')
  if (config.runAsRecipient === true) requireRight(owner, 'sendAsRecipients')
}

/** Throws `invalid_request` with every problem, including those passed in, or `not_supported` for features that do not exist yet. */
async function require(
  parts: Parts,
  owner: Viewer,
  workbookId: string,
  { targets, config }: ScheduleOrder,
  given: readonly Problem[],
  signal: AbortSignal,
): Promise<void> {
  const problems = createScheduleProblems(given)
  await checkTargets(parts, owner, { targets, config }, problems)
  await checkCloudExports(parts, owner, { targets, config }, problems)
  checkOptions(config, targets, problems)
  problems.addAll(await parts.rules.problems(owner, { targets, config }))
  try {
    const view = await read(parts, owner, workbookId, config)
    await checkContent(parts, owner, view, config, problems, signal)
    await checkBurst(parts, owner, view, { targets, config }, problems, signal)
  } catch (error) {
    const field = variantFieldOf(config.workbookVariant ?? {}, error)
    if (field === null || !isAppError(error)) throw error
    problems.add(`configV2.workbookVariant.${field}`, error.message)
  }
  problems.throwIfAny()
}

/** The field of the variant that an error is about; null for other errors. */
function variantFieldOf({ tagId, bookmarkId, exploreKey }: WorkbookVariant, error: unknown): string | null {
  if (!isAppError(error, 'not_found')) return null
  if (bookmarkId !== undefined && error.details.kind === 'saved view') return 'bookmarkId'
  if (exploreKey !== undefined && error.details.kind === 'custom view') return 'exploreKey'
  return tagId === undefined ? null : 'tagId'
}

function checkOptions(config: SavedConfig, targets: readonly ScheduleTarget[], problems: ScheduleProblems): void {
  const { window, volume } = config.alertConfig ?? {}
  if (window !== undefined && window !== 'always' && (volume ?? null) === null) {
    problems.add('configV2.alertConfig.volume', 'is missing; it is sent at most so often in that time')
  }
  if (config.attachmentSettings?.mergeAttachments === true && papersOf(config).size > 1) {
    const message = 'The PDFs become one file, so they have the same layout, page size and theme.'
    problems.add('configV2.attachmentSettings.mergeAttachments', message)
  }
  const isStranger = ({ kind }: Destination) =>
    kind === 'webhookUrl' || kind === 'slackConversationId' || kind === 'workbookCloudExport'
  if (config.runAsRecipient === true && destinationsOf(targets).some(isStranger)) {
    const message =
      'Webhooks, conversations in Slack and storages are not members, so they cannot receive data of their own.'
    problems.add('configV2.runAsRecipient', message)
  }
}

/** The different papers and themes of the PDFs. */
function papersOf({ exportAttachments }: SavedConfig): Set<string> {
  return new Set(
    exportAttachments.flatMap(
      ({ formatOptions: { type, layout = 'portrait', pageSize = 'letter', theme = 'light' } }) =>
        type === 'PDF' ? [`${layout} ${pageSize} ${theme}`] : [],
    ),
  )
}

const conditionPath = 'configV2.conditionOptions.condition'
