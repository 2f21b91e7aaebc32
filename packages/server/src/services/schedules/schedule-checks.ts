import { decideRight, type Viewer } from '@octavo/core/access'
import type { ConditionOperator, ScheduleCondition, ScheduleTarget } from '@octavo/core/contract'
import {
  type DocumentElement,
  findColumn,
  findElement,
  isDataElement,
  type WorkbookDocument,
} from '@octavo/core/document'
import { AppError, isAppError, type Problem } from '@octavo/core/errors'
import { requireRight, requireTeam } from '../../access/index.ts'
import { DestinationRefused, type Destinations } from '../../outbound/index.ts'
import { type DueTimes, readDueTimes } from '../../queue/index.ts'
import type { Store } from '../../store/index.ts'
import { findTeams } from '../../store/teams.ts'
import { findVersionTag } from '../../store/version-tags.ts'
import { shownContent } from '../documents/shown-content.ts'
import { exportZone } from '../exports/export-requests.ts'
import type { Mails } from '../organization/mails/mails.ts'
import type { OrganizationSettingsReader } from '../organization/settings/organization-settings.ts'
import { compiledOrThrow, type ElementCompiler } from '../queries/element-compiler.ts'
import { queriedDocument } from '../queries/element-descriptions.ts'
import { serviceOf } from '../service/service.ts'
import type { OpenView, ViewReader } from '../views/view-reader.ts'
import { isAddress } from './destinations/mail/is-address.ts'
import { noMailServer } from './destinations/mail/mail.ts'
import { isConversationId } from './destinations/slack/slack.ts'
import { addressOfExport, problemsOfExport } from './destinations/storage/storage-target.ts'
import type { ExportRulesOf } from './export-rules.ts'
import { burstControl, columnProblems, type ScheduleBursts } from './schedule-bursts.ts'
import {
  cloudExportsOf,
  conditionsOf,
  type Destination,
  destinationsOf,
  isEmail,
  isTeam,
  type LaterTarget,
  type SavedConfig,
  type WorkbookVariant,
} from './schedule-config.ts'
import { controlTextsOf, filesOf } from './schedule-files.ts'
import { mostRecipients } from './schedule-recipients.ts'
import type { ScheduleTexts } from './schedule-texts.ts'

/** The parts of a schedule to check. */
export interface ScheduleOrder {
  targets: readonly ScheduleTarget[]
  config: SavedConfig
}

export type ConditionValue = NonNullable<NonNullable<ScheduleCondition['condition']>['value']>

const later = {
  googleSpreadsheetUrl: 'This version does not write online spreadsheets yet.',
  googleDriveFolderUrl: 'This version does not write to online drives yet.',
} as const satisfies Record<LaterTarget, string>

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

async function checkTargets(
  parts: Parts,
  owner: Viewer,
  { targets, config }: ScheduleOrder,
  told: Told,
): Promise<void> {
  const { store, mails: mailServers } = parts
  const all = destinationsOf(targets)
  if (targets.length === 0 && !config.dynamicRecipientSettings) told.problem('target', 'Name at least one destination.')
  targets.forEach((target, index) => {
    if (destinationsOf([target]).length === 0) {
      told.problem(
        `target[${index}]`,
        'Name a destination, such as email, teamId, webhookUrl, slackConversationId or workbookCloudExport.',
      )
    }
  })
  const teamIds = all.flatMap(({ kind, value }) => (isTeam(kind) ? [value] : []))
  const teams = await findTeams(store.db, owner.organizationId, teamIds)
  for (const { kind, value, path } of all) {
    if (isEmail(kind)) {
      if (!isAddress(value)) {
        told.problem(path, `${JSON.stringify(value.slice(0, 60))} is not one email address.`)
      }
    } else if (isTeam(kind)) {
      const row = teams.get(value)
      const team = row && !row.is_archived ? { ...row, isTeamAdmin: false } : null
      try {
        requireTeam(owner, value, team, 'view')
      } catch (error) {
        if (!isAppError(error)) throw error
        told.problem(path, error.message)
      }
    } else if (kind === 'webhookUrl') await checkWebhook(parts, value, path, told)
    else if (kind === 'slackConversationId') {
      if (!isConversationId(value)) {
        const shown = JSON.stringify(value.slice(0, 60))
        told.problem(path, `${shown} is no id of a conversation in Slack, such as C0123456789.`)
      }
    } else if (kind === 'slackChannelName')
      told.problem(path, 'Channel names never worked; slackConversationId replaces them.')
    else if (kind in later) told.unsupported(path, later[kind as keyof typeof later])
  }
  if (all.filter(({ kind }) => isEmail(kind)).length > mostRecipients) {
    told.problem('target', `A mail goes to at most ${mostRecipients} recipients.`)
  }
  const mails = all.find(({ kind }) => isEmail(kind) || isTeam(kind))
  if ((mails || config.burst) && !(await mailServers.isSet(owner.organizationId))) {
    const message = noMailServer
    told.unsupported(mails?.path ?? 'configV2.burst', message, 'Ask for a mail server, or send to a webhook.')
  }
}

async function checkCloudExports(
  { settings }: Parts,
  owner: Viewer,
  { targets, config }: ScheduleOrder,
  told: Told,
): Promise<void> {
  const all = cloudExportsOf(targets)
  if (all.length === 0) return
  // Storage integrations of the audit log are only for administrators.
  const isAdmin = decideRight(owner, 'manageAuditLog').allowed
  const { storages: ofAll = [] } = await settings.read(owner.organizationId)
  const storages = ofAll.filter(({ integrationId }) => integrationId === undefined || isAdmin)
  const fileCount = config.exportAttachments.flatMap(
    ({ workbookExportSource: { elementIds = [] } }) => elementIds,
  ).length
  for (const { asked, path } of all) {
    if (/^(gcs|gs|azure):/i.test(addressOfExport(asked))) {
      told.unsupported(path, 'This version writes to S3 and stores that speak its API.', 'Name an s3:// address.')
      continue
    }
    for (const { field, message } of problemsOfExport(asked, storages, fileCount)) {
      told.problem(`${path}.${field}`, message)
    }
  }
  if (config.exportAttachments.length === 0) told.problem('configV2.exportAttachments', 'Nothing is to be written.')
  config.exportAttachments.forEach(({ formatOptions: { type } }, index) => {
    if (type === 'CSV') return
    const path = `configV2.exportAttachments[${index}].formatOptions.type`
    told.problem(path, `Cloud storage takes CSV files of elements, not ${type}.`)
  })
  if (config.attachmentSettings?.zipAttachments === true) {
    told.problem('configV2.attachmentSettings.zipAttachments', 'Cloud storage takes no archives: choose csv.gzip.')
  }
}

async function checkWebhook({ destinations }: Parts, value: string, path: string, told: Told): Promise<void> {
  const url = URL.parse(value)
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && destinations.isNamed(url.hostname))) {
    told.problem(path, 'A webhook is an address that begins with https://.')
    return
  }
  if (url.username !== '' || url.password !== '')
    told.problem(path, 'A webhook has no name and password in its address.')
  try {
    await destinations.assertAllowed(url.hostname.replace(/^\[|\]$/g, ''))
  } catch (error) {
    if (!(error instanceof DestinationRefused)) throw error
    told.problem(path, error.message)
  }
}

/** Compiles each element as its owner sees it, so that errors are reported now and not at the due time. */
async function checkContent(
  parts: Parts,
  owner: Viewer,
  view: OpenView,
  config: SavedConfig,
  told: Told,
  signal: AbortSignal,
): Promise<void> {
  const { compiler, settings } = parts
  const { open, controls } = view
  const shown = shownContent(owner, open.record.facts, open.content)
  const { files, problems, unsupported } = filesOf(
    config,
    { name: open.record.inode.name, shown, controls },
    owner,
    await settings.read(owner.organizationId),
  )
  const { texts, problems: ofControls } = controlTextsOf(config, controls)
  told.all.push(...problems, ...ofControls)
  for (const { path, message } of unsupported) told.unsupported(path, message)
  if (ofControls.length === 0) told.all.push(...(await textProblems(parts, owner, view, config, signal)))
  const conditions = conditionsOf(config)
  conditions.forEach((condition, index) => {
    const path = index === 0 ? conditionPath : `furtherConditions[${index - 1}]`
    told.all.push(...conditionProblems(condition, shown, path))
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
          told.problem('configV2.exportAttachments', `The element "${elementId}" has no data.`)
        }
        continue
      }
      const outcome = await compiler.compile(scope, elementId, [], signal)
      try {
        compiledOrThrow(outcome, elementId, element.kind)
      } catch (error) {
        if (!isAppError(error) || error.status >= 500) throw error
        told.problem('configV2.exportAttachments', error.message)
      }
    }
  } catch (error) {
    if (!isAppError(error, 'invalid_request')) throw error
    for (const { path, message } of error.details.problems ?? []) {
      told.problem(`configV2.workbookSettings.controlValues.${path}`, message)
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
  told: Told,
  signal: AbortSignal,
): Promise<void> {
  const { burst, dynamicRecipientSettings: dynamic, workbookVariant = {} } = config
  const place = 'configV2.dynamicRecipientSettings'
  if (!burst) {
    if (dynamic) told.problem(place, 'Recipients of a column belong to a burst: name its control in burst.')
    return
  }
  const stranger = destinationsOf(targets).find(({ kind }) => !isEmail(kind) && !isTeam(kind))
  if (stranger) told.problem(stranger.path, 'A burst goes by mail.')
  if (workbookVariant.bookmarkId !== undefined || workbookVariant.exploreKey !== undefined) {
    told.problem('configV2.burst', 'A burst sends the published version or a tag, no view.')
  }
  const found = burstControl(shownContent(owner, view.open.record.facts, view.open.content), burst.controlId)
  if ('problem' in found) {
    told.problem('configV2.burst.controlId', found.problem)
    return
  }
  if (dynamic && dynamic.sourceNodeId !== found.sourceNodeId) {
    const message = `The control has its values from the element "${found.sourceNodeId}", so its recipients come from there.`
    told.problem(`${place}.sourceNodeId`, message)
    return
  }
  try {
    const columns = await bursts.columns(owner, view, config, signal)
    for (const { field, message } of columnProblems(columns)) told.problem(`configV2.${field}`, message)
    if (dynamic && !columns.recipient) {
      const message = `The element has no column with the id "${dynamic.recipientColumnId}".`
      told.problem(`${place}.recipientColumnId`, message)
    }
  } catch (error) {
    if (!isAppError(error) || error.status >= 500) throw error
    told.problem('configV2.burst.controlId', error.message)
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
  const told = tell(given)
  await checkTargets(parts, owner, { targets, config }, told)
  await checkCloudExports(parts, owner, { targets, config }, told)
  checkOptions(config, targets, told)
  told.all.push(...(await parts.rules.problems(owner, { targets, config })))
  try {
    const view = await read(parts, owner, workbookId, config)
    await checkContent(parts, owner, view, config, told, signal)
    await checkBurst(parts, owner, view, { targets, config }, told, signal)
  } catch (error) {
    const field = variantFieldOf(config.workbookVariant ?? {}, error)
    if (field === null || !isAppError(error)) throw error
    told.problem(`configV2.workbookVariant.${field}`, error.message)
  }
  told.throwIfAny()
}

/** The field of the variant that an error is about; null for other errors. */
function variantFieldOf({ tagId, bookmarkId, exploreKey }: WorkbookVariant, error: unknown): string | null {
  if (!isAppError(error, 'not_found')) return null
  if (bookmarkId !== undefined && error.details.kind === 'saved view') return 'bookmarkId'
  if (exploreKey !== undefined && error.details.kind === 'custom view') return 'exploreKey'
  return tagId === undefined ? null : 'tagId'
}

interface Told {
  all: Problem[]
  problem(path: string, message: string): void
  /** `hint` says what to do instead, when choosing another file type or recipient does not help. */
  unsupported(path: string, message: string, hint?: string): void
  throwIfAny(): void
}

function tell(given: readonly Problem[]): Told {
  const all = [...given]
  const notYet: (Problem & { hint?: string | undefined })[] = []
  return {
    all,
    problem: (path, message) => void all.push({ path, message }),
    unsupported: (path, message, hint) => void notYet.push({ path, message, hint }),
    throwIfAny() {
      const [first] = all
      if (first) {
        const problems = [...all, ...notYet.map(({ path, message }) => ({ path, message }))]
        const more = problems.length === 1 ? '' : ` There are ${problems.length} problems in all.`
        throw new AppError('invalid_request', { reason: `${first.path}: ${first.message}${more}`, problems })
      }
      if (notYet.length === 0) return
      throw new AppError('not_supported', {
        what: notYet.map(({ path, message }) => `${path}: ${message}`).join(' '),
        hint: notYet.find(({ hint }) => hint)?.hint ?? 'Send CSV, JSON, JSONL or XLSX files by mail or to a webhook.',
      })
    },
  }
}

function checkOptions(config: SavedConfig, targets: readonly ScheduleTarget[], told: Told): void {
  const { window, volume } = config.alertConfig ?? {}
  if (window !== undefined && window !== 'always' && (volume ?? null) === null) {
    told.problem('configV2.alertConfig.volume', 'is missing; it is sent at most so often in that time')
  }
  if (config.attachmentSettings?.mergeAttachments === true && papersOf(config).size > 1) {
    const message = 'The PDFs become one file, so they have the same layout, page size and theme.'
    told.problem('configV2.attachmentSettings.mergeAttachments', message)
  }
  const isStranger = ({ kind }: Destination) =>
    kind === 'webhookUrl' || kind === 'slackConversationId' || kind === 'workbookCloudExport'
  if (config.runAsRecipient === true && destinationsOf(targets).some(isStranger)) {
    const message =
      'Webhooks, conversations in Slack and storages are no members, so the data cannot be that of the recipient.'
    told.problem('configV2.runAsRecipient', message)
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

function* conditionProblems(options: ScheduleCondition, content: WorkbookDocument, path: string): Generator<Problem> {
  if (options.type !== 'workbook') return
  const { condition } = options
  if (!condition) {
    yield { path, message: 'is missing' }
    return
  }
  const element = findElement(content, condition.elementId)
  if (!element || !isDataElement(element)) {
    yield {
      path: `${path}.elementId`,
      message: `There is no element with data that has the id "${condition.elementId}".`,
    }
    return
  }
  if (condition.type !== 'column') return
  if (condition.measure !== undefined) yield* kpiProblems(element, condition, path)
  const { columnId, op, mode } = condition
  if (columnId === undefined) yield { path: `${path}.columnId`, message: 'is missing' }
  else if (!findColumn(element, columnId)) {
    yield { path: `${path}.columnId`, message: `The element has no column with the id "${columnId}".` }
  }
  if (op === undefined) yield { path: `${path}.op`, message: 'is missing' }
  if (mode === undefined) yield { path: `${path}.mode`, message: 'is missing' }
  if (op !== undefined && op !== 'IsNull' && op !== 'IsNotNull')
    yield* valueProblems(op, condition.value, `${path}.value`)
}

const kpiOperators: readonly ConditionOperator[] = [
  'Equals',
  'NotEquals',
  'GreaterThan',
  'GreaterThanEq',
  'LessThan',
  'LessThanEq',
  'IsNull',
  'IsNotNull',
]

function* kpiProblems(
  element: DocumentElement,
  { columnId, op, measure, value }: NonNullable<ScheduleCondition['condition']>,
  path: string,
): Generator<Problem> {
  if (element.kind !== 'kpi-chart') {
    yield { path: `${path}.measure`, message: 'Only the numbers of a KPI have one.' }
    return
  }
  if (measure === 'comparison' && !hasComparison(element)) {
    yield { path: `${path}.measure`, message: 'The KPI is compared with nothing.' }
  }
  if ('value' in element && columnId !== undefined && columnIdOf(element.value) !== columnId) {
    yield { path: `${path}.columnId`, message: 'The number of a KPI is that of its value.' }
  }
  if (op !== undefined && !kpiOperators.includes(op)) yield { path: `${path}.op`, message: `${op} compares texts.` }
  if (value !== undefined && value.type !== 'integer') {
    yield { path: `${path}.value.type`, message: 'A KPI is compared with a number, which has the type integer.' }
  }
}

/** The id of the column that a field refers to. */
function columnIdOf(field: unknown): unknown {
  return typeof field === 'object' && field !== null && 'columnId' in field ? field.columnId : undefined
}

function hasComparison(element: DocumentElement): boolean {
  return 'periodComparison' in element || 'comparisonColumn' in element
}

function* valueProblems(op: ConditionOperator, value: ConditionValue | undefined, path: string): Generator<Problem> {
  if (value === undefined) {
    yield { path, message: `is missing; ${op} compares with it` }
    return
  }
  const isText = op === 'Contains' || op === 'StartsWith' || op === 'EndsWith'
  if (isText && value.type !== 'text') {
    yield { path: `${path}.type`, message: `${op} compares texts.` }
    return
  }
  const fits: Record<ConditionValue['type'], boolean> = {
    boolean: typeof value.value === 'boolean',
    integer: typeof value.value === 'string' && /^[+-]?\d+(\.\d+)?$/.test(value.value),
    text: typeof value.value === 'string',
    'fixed-date': value.date !== undefined && !Number.isNaN(Date.parse(value.date)),
  }
  if (!fits[value.type]) {
    const field = value.type === 'fixed-date' ? 'date' : 'value'
    yield { path: `${path}.${field}`, message: `is no value of type ${value.type}` }
  }
}
