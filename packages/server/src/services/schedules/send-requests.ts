import type {
  ScheduleCondition,
  ScheduleFormat,
  ScheduleTarget,
  SendRequest,
  WorkbookCloudExport,
} from '@octavo/core/contract'
import { AppError, isAppError, type Problem } from '@octavo/core/errors'
import type { ConditionValue } from './condition-checks.ts'
import type { SavedConfig } from './schedule-config.ts'

type Sent = SendRequest['targets'][number]
type Attachment = SendRequest['attachments'][number]
type Condition = NonNullable<SendRequest['conditions']>[number]

export interface ReadSend {
  targets: ScheduleTarget[]
  config: Omit<SavedConfig, 'baseUrl'>
  problems: Problem[]
  /** Problems for destinations that this version does not support. */
  unsupported: Problem[]
}

/** Converts a send request to a scheduled export. `addressOf` returns the address of a member, or null. */
export async function readSend(
  request: SendRequest,
  addressOf: (memberId: string) => Promise<string | null>,
): Promise<ReadSend> {
  const read: ReadSend = { targets: [], config: configOf(request), problems: [], unsupported: [] }
  for (const [index, target] of request.targets.entries()) {
    read.targets.push(await targetOf(target, `targets[${index}]`, addressOf, read))
  }
  const conditions = (request.conditions ?? []).map((condition, index) =>
    conditionOf(condition, `conditions[${index}].value`, read.problems),
  )
  const [first, ...further] = conditions
  if (first) Object.assign(read.config, { conditionOptions: first, furtherConditions: further })
  for (const [index, { source }] of request.attachments.entries()) {
    const field = source.type === 'page' ? 'pageId' : 'elementId'
    if (source[field] !== undefined && source.nodeIds !== undefined) {
      read.problems.push({ path: `attachments[${index}].source`, message: `Send ${field} or nodeIds, not both.` })
    }
  }
  return read
}

function configOf({ config, attachments, parameters, timeout }: SendRequest): Omit<SavedConfig, 'baseUrl'> {
  const { title, messageBody, includeLink, sharingLink, runAsRecipient, rowLimit, formatting } = config
  const { attachmentSettings } = config
  return {
    title,
    messageBody,
    exportAttachments: attachments.map(attachmentOf),
    ...(includeLink === undefined ? {} : { includeLink }),
    ...(sharingLink === undefined ? {} : { sharingLink }),
    ...(runAsRecipient === undefined ? {} : { runAsRecipient }),
    ...(rowLimit === undefined ? {} : { rowLimit }),
    ...(formatting === undefined ? {} : { formatting }),
    ...(attachmentSettings === undefined ? {} : { attachmentSettings }),
    ...(parameters === undefined ? {} : { parameters }),
    ...(timeout === undefined ? {} : { timeout }),
  }
}

function attachmentOf({ formatOptions, source }: Attachment): SavedConfig['exportAttachments'][number] {
  const { type, scaleFactor: _, ...options } = formatOptions
  const format: ScheduleFormat = { ...options, type: type === 'EXCEL' ? 'XLSX' : type }
  if (source.type === 'all') return { formatOptions: format, workbookExportSource: { type: 'all' } }
  const one = source.type === 'page' ? source.pageId : source.elementId
  const ids = one === undefined ? (source.nodeIds ?? []) : [one]
  const named = source.type === 'page' ? { pageIds: ids } : { elementIds: ids }
  return { formatOptions: format, workbookExportSource: { type: source.type, ...named } }
}

const fieldOf = {
  member: 'userId',
  team: 'teamId',
  email: 'email',
  webhook: 'webhookUrl',
  slackChannel: 'slackConversationId',
} as const

const later = {
  gsheet: 'This version does not write online spreadsheets yet.',
  gdrive: 'This version does not write to online drives yet.',
} as const satisfies Record<Exclude<Sent['type'], keyof typeof fieldOf | CloudType>, string>

type CloudType = 'cloud-export' | 'workbook-cloud-export'
const isCloud = (type: Sent['type']): type is CloudType => type === 'cloud-export' || type === 'workbook-cloud-export'

/** A cloud storage target, and the names of its fields in the request. */
interface ReadCloud {
  asked: WorkbookCloudExport
  uri: string
  authorization: string
}

/** Null when the request has none. */
function cloudOf({ type, cloudExport, workbookCloudExport }: Sent): ReadCloud | null {
  if (type === 'workbook-cloud-export') {
    const within = 'workbookCloudExport'
    if (!workbookCloudExport) return null
    return { asked: workbookCloudExport, uri: `${within}.uri`, authorization: `${within}.authorization` }
  }
  const { bq, sf, rs } = cloudExport ?? {}
  const found =
    (sf && { by: 'sf', field: 'sfDestination', uri: sf.sfDestination, authorization: sf.authorization }) ??
    (rs && { by: 'rs', field: 'rsDestination', uri: rs.rsDestination, authorization: rs.authorization }) ??
    (bq && { by: 'bq', field: 'bqDestination', uri: bq.bqDestination, authorization: undefined })
  if (!found) return null
  const { by, field, uri, authorization } = found
  return {
    asked: {
      ...(uri === undefined ? {} : { uri }),
      ...(authorization === undefined ? {} : { authorization }),
      exportFormat: /\.gz\s*$/i.test(uri ?? '') ? 'csv.gzip' : 'csv',
    },
    uri: `cloudExport.${by}.${field}`,
    authorization: `cloudExport.${by}.authorization`,
  }
}

/** Empty when the target is invalid; its problems are added to `read`. */
async function targetOf(
  target: Sent,
  path: string,
  addressOf: (memberId: string) => Promise<string | null>,
  { problems, unsupported }: ReadSend,
): Promise<ScheduleTarget> {
  const { type } = target
  if (isCloud(type)) {
    const read = cloudOf(target)
    if (read) return { workbookCloudExport: read.asked }
    const field = type === 'cloud-export' ? 'cloudExport' : 'workbookCloudExport'
    problems.push({ path: `${path}.${field}`, message: 'is missing' })
    return {}
  }
  if (!isSent(type)) {
    unsupported.push({ path: `${path}.type`, message: later[type] })
    return {}
  }
  const field = fieldOf[type]
  const value = target[field]
  if (value === undefined) {
    problems.push({ path: `${path}.${field}`, message: 'is missing' })
    return {}
  }
  if (type !== 'member') return { [field]: value }
  const email = await addressOf(value)
  if (email === null) {
    problems.push({ path: `${path}.userId`, message: `There is no active member with the id "${value}".` })
    return {}
  }
  return { email }
}

const isSent = (type: Sent['type']): type is keyof typeof fieldOf => type in fieldOf

function conditionOf({ type, value, ...rest }: Condition, path: string, problems: Problem[]): ScheduleCondition {
  const kind = type === 'sheetColumn' ? 'column' : type
  const compared = value === undefined || value === null || value.type === 'null' ? undefined : comparedValue(value)
  if (compared === null) problems.push({ path: `${path}.val`, message: `is no value of type ${value?.type}` })
  return { type: 'workbook', condition: { ...rest, type: kind, ...(compared ? { value: compared } : {}) } }
}

/** Null when the value does not match its type. */
function comparedValue({ type, val }: NonNullable<NonNullable<Condition['value']>>): ConditionValue | null {
  if (type === 'bool') return typeof val === 'boolean' ? { type: 'boolean', value: val } : null
  if (type === 'number' || type === 'integer') {
    return typeof val === 'number' || typeof val === 'string' ? { type: 'integer', value: String(val) } : null
  }
  if (typeof val !== 'string') return null
  return type === 'datetime' ? { type: 'fixed-date', date: val } : { type: 'text', value: val }
}

const words: readonly (readonly [RegExp, string])[] = [
  [/configV2\.exportAttachments/g, 'attachments'],
  [/\.workbookExportSource\.(element|page)Ids\[\d+\]/g, '.source'],
  [/\.workbookExportSource/g, '.source'],
  [/configV2\.conditionOptions\.condition/g, 'conditions[0]'],
  [/configV2\.workbookSettings\.controlValues/g, 'parameters'],
  [/configV2\./g, 'config.'],
  [/\btarget\[/g, 'targets['],
]

/** A text about a schedule, reworded for a send request. */
function inWordsOfSend(text: string, { targets }: SendRequest): string {
  const further = text.replace(/furtherConditions\[(\d+)\]/g, (_, index) => `conditions[${Number(index) + 1}]`)
  return words
    .reduce((text, [pattern, word]) => text.replace(pattern, word), further)
    .replace(/targets\[(\d+)\]\.email/g, (whole, index) =>
      targets[Number(index)]?.type === 'member' ? `targets[${index}].userId` : whole,
    )
    .replace(/targets\[(\d+)\]\.workbookCloudExport\.(uri|authorization)/g, (whole, index, field) => {
      const target = targets[Number(index)]
      const named = target && cloudOf(target)?.[field as 'uri' | 'authorization']
      return named ? `targets[${index}].${named}` : whole
    })
}

/** An error about a schedule as an error about a send request. */
export function asSendError(error: unknown, request: SendRequest): unknown {
  const reworded = ({ path, message }: Problem): Problem => ({ path: inWordsOfSend(path, request), message })
  if (isAppError(error, 'invalid_request')) {
    const { problems = [], reason } = error.details
    return new AppError('invalid_request', {
      reason: inWordsOfSend(reason, request),
      problems: problems.map(reworded),
    })
  }
  if (isAppError(error, 'not_supported')) {
    const { what, problems = [], ...details } = error.details
    return new AppError('not_supported', {
      ...details,
      what: inWordsOfSend(what, request),
      problems: problems.map(reworded),
    })
  }
  return error
}
