import type {
  CreateScheduleRequest,
  PageSize,
  ReportTheme,
  ScheduleAttachment,
  ScheduleConfig,
  ScheduleDetails,
  ScheduleTarget,
  SendRequest,
  SpreadsheetFormatting,
  UpdateScheduleRequest,
  WorkbookCloudExport,
} from '@octavo/core/contract'
import { type ConditionForm, conditionFormOf, conditionRequest, isComplete, newCondition } from './condition-form.ts'
import { isValueComplete, type ValueForm, valuesOf, valuesRequest } from './value-form.ts'

export const frequencies = ['daily', 'weekdays', 'weekly', 'monthly', 'custom'] as const
export type Frequency = (typeof frequencies)[number]
export type Send = 'always' | 'isEmpty' | 'isNotEmpty' | 'column'
export const formats = ['CSV', 'XLSX', 'JSON', 'JSONL', 'PDF', 'PNG'] as const
export type Format = (typeof formats)[number]
export type Layout = 'portrait' | 'landscape'

/** A file of a message. */
export interface AttachmentForm {
  /** `all`, `page:<id>` or `element:<id>`. */
  what: string
  format: Format
  /** Of a PDF. */
  layout: Layout
  /** Of a PDF. */
  pageSize: PageSize
  /** Colours of a PDF or PNG. */
  theme: ReportTheme
  /** Of a file of a schedule: its name without the ending, which may hold formulas; empty for the usual name. */
  fileName: string
}

/** Content and recipients of a message, sent now or at set times. */
export interface MessageForm {
  /** At least one. */
  attachments: readonly AttachmentForm[]
  by: 'mail' | 'webhook' | 'slack' | 'storage'
  /** Addresses of mail. */
  to: string
  /** Address of a webhook. */
  hook: string
  /** Id of a channel or member in Slack. */
  conversation: string
  /** Name of a storage of the organization. */
  storage: string
  /** Object or folder in cloud storage. */
  uri: string
  isCompressed: boolean
  /** Objects have the due time before their name, so that none overwrites another. */
  isDated: boolean
  subject: string
  message: string
  hasLink: boolean
  runsAsRecipient: boolean
  isZipped: boolean
  /** The Excel files become one, and the PDFs become one. */
  isMerged: boolean
  /** Of Excel files: labels of pivot tables stand once, in merged cells. */
  mergesLabels: boolean
  /** Of Excel files: a last sheet says what the file is. */
  hasMetadata: boolean
}

/** When something happens again and again. */
export interface TimesForm {
  frequency: Frequency
  /** Of the week (0 is Sunday) or of the month. */
  day: string
  /** `09:00` */
  time: string
  cron: string
  zone: string
}

/** A message for each value of a control. */
export interface BurstForm {
  controlId: string
  /** The column of the element that provides the control's values; null sends each value to all recipients. */
  recipients: { sourceNodeId: string; recipientColumnId: string } | null
}

export const limits = ['always', 'daily', 'weekly', 'alltime'] as const
export type Limit = (typeof limits)[number]

/** What the fields of the form of a schedule hold. */
export interface ScheduleForm extends MessageForm, TimesForm {
  name: string
  /** Addresses of mail. */
  cc: string
  bcc: string
  /** Teams whose members get the mail, get it in copy, or in blind copy. */
  teams: readonly string[]
  ccTeams: readonly string[]
  bccTeams: readonly string[]
  /** Values that controls have in what is sent. */
  values: readonly ValueForm[]
  /** File names start with the due time. */
  isPrefixed: boolean
  burst: BurstForm | null
  /** The time in which it is sent at most so often. */
  limit: Limit
  limitCount: string
  /** A saved view (`bookmark:<id>`), a custom view (`explore:<key>`) or a version tag (`tag:<id>`); empty for the published version. */
  view: string
  leavesOutFailedColumns: boolean
  send: Send
  /** What is compared, where it is sent only then (`column`). */
  condition: ConditionForm
}

export const firstAttachment: AttachmentForm = {
  what: 'all',
  format: 'XLSX',
  layout: 'portrait',
  pageSize: 'letter',
  theme: 'light',
  fileName: '',
}

/** A message before anything is changed: the whole workbook by mail to who writes it, where there is a mail server. */
export const newMessage = (session: { sendsMail?: boolean; member: { email: string } } | null): MessageForm => ({
  attachments: [firstAttachment],
  by: session?.sendsMail === false ? 'webhook' : 'mail',
  to: session?.member.email ?? '',
  hook: '',
  conversation: '',
  storage: '',
  uri: '',
  isCompressed: false,
  isDated: false,
  subject: '',
  message: '',
  hasLink: true,
  runsAsRecipient: false,
  isZipped: false,
  isMerged: false,
  mergesLabels: false,
  hasMetadata: false,
})

/** The words of requests for the view that the form holds. */
export function viewQueryOf(view: string): { bookmarkId?: string; exploreKey?: string } {
  const [kind, id = ''] = view.split(/:(.*)/s)
  if (kind === 'bookmark') return { bookmarkId: id }
  return kind === 'explore' ? { exploreKey: id } : {}
}

/** The version or view that a schedule sends. */
function variantOf(view: string): NonNullable<ScheduleConfig['workbookVariant']> {
  return view.startsWith('tag:') ? { tagId: view.slice('tag:'.length) } : viewQueryOf(view)
}

/** What the form holds for such a view or tag. */
export function viewOf({
  bookmarkId,
  exploreKey,
  tagId,
}: {
  bookmarkId?: string
  exploreKey?: string
  tagId?: string
}) {
  if (tagId !== undefined) return `tag:${tagId}`
  if (bookmarkId !== undefined) return `bookmark:${bookmarkId}`
  return exploreKey === undefined ? '' : `explore:${exploreKey}`
}

/** File formats for a part of a workbook. */
export function formatsOf(what: string): readonly Format[] {
  if (what.startsWith('element:')) return formats
  return what === 'all' ? ['XLSX', 'PDF'] : ['XLSX', 'PDF', 'PNG']
}

/** The attachment for another part, in its format where that part has it. */
export const attachmentOf = (before: AttachmentForm, what: string): AttachmentForm => ({
  ...before,
  what,
  format: formatsOf(what).includes(before.format) ? before.format : 'XLSX',
})

/** The element that a condition asks about: the first that is sent. Null where a page or everything comes first. */
export function conditionOf({ attachments: [first] }: MessageForm): string | null {
  return first?.what.startsWith('element:') ? first.what.slice('element:'.length) : null
}

/** The five fields of the pattern that the form says. */
export function cronOf({ frequency, day, time, cron }: Omit<TimesForm, 'zone'>): string {
  const [hour = '9', minute = '0'] = time.split(':')
  const at = `${Number(minute)} ${Number(hour)}`
  switch (frequency) {
    case 'daily':
      return `${at} * * *`
    case 'weekdays':
      return `${at} * * 1-5`
    case 'weekly':
      return `${at} * * ${day}`
    case 'monthly':
      return `${at} ${day} * *`
    case 'custom':
      return cron.trim()
  }
}

/** The fields that say a pattern; `custom` where no other choice does. */
export function timesOf(cron: string): Omit<TimesForm, 'zone'> {
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = ''] = cron.split(' ')
  const custom = { frequency: 'custom' as const, day: '1', time: '09:00', cron }
  const isPlain = /^\d{1,2}$/.test(minute) && /^\d{1,2}$/.test(hour) && month === '*'
  if (!isPlain) return custom
  const plain = { day: '1', time: `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`, cron }
  if (dayOfMonth === '*' && dayOfWeek === '*') return { ...plain, frequency: 'daily' }
  if (dayOfMonth === '*' && dayOfWeek === '1-5') return { ...plain, frequency: 'weekdays' }
  if (dayOfMonth === '*' && /^[0-6]$/.test(dayOfWeek)) return { ...plain, frequency: 'weekly', day: dayOfWeek }
  if (/^([1-9]|1\d|2[0-8])$/.test(dayOfMonth) && dayOfWeek === '*')
    return { ...plain, frequency: 'monthly', day: dayOfMonth }
  return custom
}

/** Whether the form names a destination. */
export const hasReceiver = ({ by, to, hook, conversation, storage, uri }: MessageForm): boolean =>
  ({ mail: to, webhook: hook, slack: conversation, storage: storage && uri })[by].trim() !== ''

/** The same of a schedule, whose recipients may all be teams or stand in a column. */
export const hasRecipients = (form: ScheduleForm): boolean =>
  hasReceiver(form) || (form.by === 'mail' && form.teams.length > 0) || (burstOf(form)?.recipients ?? null) !== null

/** Nothing is missing in the form that a request needs. */
export const isReady = (form: ScheduleForm): boolean =>
  hasRecipients(form) && form.values.every(isValueComplete) && (form.send !== 'column' || isComplete(form.condition))

/** Bursts go by mail, of the published version or of a tag, and of no view. */
export const canBurst = ({ by, view }: ScheduleForm): boolean =>
  by === 'mail' && (view === '' || view.startsWith('tag:'))

export const burstOf = (form: ScheduleForm): BurstForm | null => (canBurst(form) ? form.burst : null)

const addressesIn = (text: string): string[] =>
  text
    .split(/[,;\s]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Storages take no archives. */
const isZipped = (form: MessageForm): boolean => form.isZipped && form.by !== 'storage'

/** Webhooks and conversations are no members, so they have no data of their own. */
const runsAsRecipient = (form: MessageForm): boolean => form.runsAsRecipient && form.by === 'mail'

function targetsOf(form: MessageForm): ScheduleTarget[] {
  const { by, to, hook, conversation } = form
  if (by === 'storage') return [{ workbookCloudExport: cloudExportOf(form) }]
  if (by === 'mail') return addressesIn(to).map((email) => ({ email }))
  return [by === 'webhook' ? { webhookUrl: hook.trim() } : { slackConversationId: conversation.trim() }]
}

/** Where a schedule sends to: mails also go to teams, and to more people in copy. */
function scheduleTargetsOf(form: ScheduleForm): ScheduleTarget[] {
  if (form.by !== 'mail') return targetsOf(form)
  return [
    ...targetsOf(form),
    ...form.teams.map((teamId) => ({ teamId })),
    ...addressesIn(form.cc).map((ccEmail) => ({ ccEmail })),
    ...addressesIn(form.bcc).map((bccEmail) => ({ bccEmail })),
    ...form.ccTeams.map((ccTeamId) => ({ ccTeamId })),
    ...form.bccTeams.map((bccTeamId) => ({ bccTeamId })),
  ]
}

/** The fields of the form for who gets a mail. */
function mailFormOf(
  target: readonly ScheduleTarget[],
): Pick<ScheduleForm, 'to' | 'cc' | 'bcc' | 'teams' | 'ccTeams' | 'bccTeams'> {
  return {
    to: target.flatMap(({ email }) => email ?? []).join(', '),
    cc: target.flatMap(({ ccEmail }) => ccEmail ?? []).join(', '),
    bcc: target.flatMap(({ bccEmail }) => bccEmail ?? []).join(', '),
    teams: target.flatMap(({ teamId }) => teamId ?? []),
    ccTeams: target.flatMap(({ ccTeamId }) => ccTeamId ?? []),
    bccTeams: target.flatMap(({ bccTeamId }) => bccTeamId ?? []),
  }
}

function cloudExportOf({ storage, uri, isCompressed, isDated }: MessageForm): WorkbookCloudExport {
  return {
    authorization: storage,
    exportFormat: isCompressed ? 'csv.gzip' : 'csv',
    ...(isDated ? { timestampedUri: uri.trim() } : { uri: uri.trim() }),
  }
}

/** What the form holds for an export to cloud storage; of none the fields are empty. */
function storageFormOf(asked: WorkbookCloudExport = {}) {
  const { authorization = '', uri = '', timestampedUri, exportFormat } = asked
  return {
    storage: authorization,
    uri: timestampedUri ?? uri,
    isCompressed: exportFormat === 'csv.gzip',
    isDated: typeof timestampedUri === 'string',
  }
}

const partOf = (what: string): { type: 'all' | 'page' | 'element'; id: string } => {
  const [kind, id = ''] = what.split(/:(.*)/s)
  return { type: kind === 'element' || kind === 'page' ? kind : 'all', id }
}

export const hasTheme = (format: Format): boolean => format === 'PDF' || format === 'PNG'

/** Light is what is meant where nothing is said. */
const paperOf = ({ format, layout, pageSize, theme }: AttachmentForm) => ({
  ...(format === 'PDF' ? { layout, pageSize } : {}),
  ...(hasTheme(format) && theme !== 'light' ? { theme } : {}),
})

function attachmentRequest(attachment: AttachmentForm): ScheduleAttachment {
  const { type, id } = partOf(attachment.what)
  return {
    formatOptions: { type: attachment.format, ...paperOf(attachment) },
    workbookExportSource: {
      type,
      ...(type === 'element' ? { elementIds: [id] } : {}),
      ...(type === 'page' ? { pageIds: [id] } : {}),
    },
    ...(attachment.fileName.trim() === '' ? {} : { fileName: attachment.fileName.trim() }),
  }
}

export const hasSpreadsheet = ({ attachments }: MessageForm): boolean =>
  attachments.some(({ format }) => format === 'XLSX')

/** There are files that can become one: several in Excel, or several PDFs. */
export const canMerge = ({ attachments }: MessageForm): boolean =>
  (['XLSX', 'PDF'] as const).some((each) => attachments.filter(({ format }) => format === each).length > 1)

/** How the Excel files are written; where there is none, nothing is said. */
function formattingOf(form: MessageForm): SpreadsheetFormatting {
  if (!hasSpreadsheet(form)) return {}
  return {
    ...(form.mergesLabels ? { pivotHeaderStyle: 'merged' } : {}),
    ...(form.hasMetadata ? { includeMetadata: true } : {}),
  }
}

/** The request that sends the message now. */
export function sendRequestOf(form: MessageForm): SendRequest {
  return {
    targets: targetsOf(form).map(({ email, webhookUrl, slackConversationId, workbookCloudExport }) => {
      if (workbookCloudExport !== undefined) return { type: 'workbook-cloud-export', workbookCloudExport }
      if (email !== undefined) return { type: 'email', email }
      if (webhookUrl !== undefined) return { type: 'webhook', webhookUrl }
      return { type: 'slackChannel', ...(slackConversationId === undefined ? {} : { slackConversationId }) }
    }),
    config: {
      title: form.subject,
      messageBody: form.message,
      includeLink: form.hasLink,
      runAsRecipient: runsAsRecipient(form),
      formatting: formattingOf(form),
      attachmentSettings: { zipAttachments: isZipped(form), mergeAttachments: form.isMerged },
    },
    attachments: form.attachments.map((attachment) => {
      const { type, id } = partOf(attachment.what)
      const { format } = attachment
      return {
        formatOptions: { type: format === 'XLSX' ? 'EXCEL' : format, ...paperOf(attachment) },
        source: {
          type,
          ...(type === 'element' ? { elementId: id } : {}),
          ...(type === 'page' ? { pageId: id } : {}),
        },
      }
    }),
  }
}

/** The request that the form says. `conditionId`: the element that the condition asks about. */
export function requestOf(form: ScheduleForm, conditionId: string | null): CreateScheduleRequest {
  const burst = burstOf(form)
  return {
    target: scheduleTargetsOf(form),
    schedule: { cronSpec: cronOf(form), timezone: form.zone },
    configV2: {
      title: form.subject,
      messageBody: form.message,
      exportName: form.name,
      includeLink: form.hasLink,
      runAsRecipient: runsAsRecipient(form),
      attachmentSettings: {
        zipAttachments: isZipped(form),
        mergeAttachments: form.isMerged,
        leaveOutFailedColumns: form.leavesOutFailedColumns,
      },
      exportAttachments: form.attachments.map(attachmentRequest),
      formatting: formattingOf(form),
      burst: burst && { controlId: burst.controlId },
      dynamicRecipientSettings: burst?.recipients ?? null,
      alertConfig: form.limit === 'always' ? null : { window: form.limit, volume: Number(form.limitCount) },
      workbookVariant: variantOf(form.view),
      workbookSettings: { controlValues: valuesRequest(form.values) },
      prefixFileNames: form.isPrefixed,
      conditionOptions:
        form.send === 'always' || conditionId === null
          ? { type: 'always' }
          : {
              type: 'workbook',
              condition:
                form.send === 'column'
                  ? conditionRequest(conditionId, form.condition)
                  : { type: form.send, elementId: conditionId },
            },
    },
  }
}

/** An attachment as the form shows it; undefined where the form has no field for a part of it. */
function attachmentFormOf({
  formatOptions,
  workbookExportSource: source,
  fileName = '',
}: ScheduleAttachment): AttachmentForm | undefined {
  const { type, layout = 'portrait', pageSize = 'letter', theme = 'light', ...further } = formatOptions
  const ids = (source.type === 'page' ? source.pageIds : source.elementIds) ?? []
  const format = formats.find((each) => each === type)
  const isShown = Object.values(further).every((value) => value === undefined) && ids.length <= 1
  if (!format || !isShown) return undefined
  const what = source.type === 'all' ? 'all' : `${source.type}:${ids[0] ?? ''}`
  return { what, format, layout, pageSize, theme, fileName }
}

const destinations = {
  webhook: ['webhookUrl'],
  slack: ['slackConversationId'],
  storage: ['workbookCloudExport'],
  mail: ['email', 'teamId', 'ccEmail', 'bccEmail', 'ccTeamId', 'bccTeamId'],
} as const satisfies Record<MessageForm['by'], readonly (keyof ScheduleTarget)[]>

/** What the targets have in common; undefined where the form cannot show them all. */
function destinationOf(target: readonly ScheduleTarget[]): MessageForm['by'] | undefined {
  const isAll = (keys: readonly (keyof ScheduleTarget)[]) =>
    target.every((each) => Object.keys(each).length === 1 && keys.some((key) => each[key] !== undefined))
  for (const by of ['webhook', 'slack', 'storage'] as const) {
    if (target.length === 1 && isAll(destinations[by])) return by
  }
  return isAll(destinations.mail) ? 'mail' : undefined
}

/** The form of a schedule, and whether it shows all of it. */
export function formOf(details: ScheduleDetails): { form: ScheduleForm; isWhole: boolean } {
  const { settings, target, schedule } = details
  const asked = settings.exportAttachments ?? []
  const attachments = asked.flatMap((each) => attachmentFormOf(each) ?? [])
  const [first = firstAttachment] = attachments
  const condition = settings.conditionOptions?.condition
  const compared = condition && conditionFormOf(condition)
  const isPlainCondition =
    condition === undefined ||
    ((condition.type !== 'column' || compared !== null) && first.what === `element:${condition.elementId}`)
  const by = destinationOf(target)
  const { attachmentSettings = {}, workbookVariant = {}, workbookSettings } = settings
  const { burst, dynamicRecipientSettings, alertConfig } = settings
  const { values, isWhole: showsValues } = valuesOf(workbookSettings?.controlValues)
  const isWhole =
    asked.length > 0 &&
    attachments.length === asked.length &&
    isPlainCondition &&
    by !== undefined &&
    Object.keys(workbookVariant).length <= 1 &&
    showsValues
  return {
    isWhole,
    form: {
      name: settings.exportName ?? '',
      view: viewOf(workbookVariant),
      attachments: attachments.length > 0 ? attachments : [firstAttachment],
      by: by ?? 'mail',
      ...mailFormOf(target),
      hook: (by === 'webhook' && target[0]?.webhookUrl) || '',
      conversation: (by === 'slack' && target[0]?.slackConversationId) || '',
      values,
      isPrefixed: settings.prefixFileNames ?? false,
      ...storageFormOf(target[0]?.workbookCloudExport),
      burst: burst ? { ...burst, recipients: dynamicRecipientSettings ?? null } : null,
      limit: alertConfig?.window ?? 'always',
      limitCount: String(alertConfig?.volume ?? 1),
      subject: settings.title ?? '',
      message: settings.messageBody ?? '',
      hasLink: settings.includeLink ?? true,
      runsAsRecipient: settings.runAsRecipient ?? false,
      mergesLabels: settings.formatting?.pivotHeaderStyle === 'merged',
      hasMetadata: settings.formatting?.includeMetadata ?? false,
      isZipped: attachmentSettings.zipAttachments ?? false,
      isMerged: attachmentSettings.mergeAttachments ?? false,
      leavesOutFailedColumns: attachmentSettings.leaveOutFailedColumns ?? false,
      zone: schedule.timezone,
      send: condition === undefined || (condition.type === 'column' && !compared) ? 'always' : condition.type,
      condition: compared ?? newCondition(undefined),
      ...timesOf(schedule.cronSpec),
    },
  }
}

/** What a change of a schedule sends: of one that the form does not show as a whole only its times, name and words. */
export function changeOf(form: ScheduleForm, conditionId: string | null, isWhole: boolean): UpdateScheduleRequest {
  const { target, schedule, configV2 } = requestOf(form, conditionId)
  if (isWhole) return { target, schedule, ...(configV2 ? { configV2 } : {}) }
  return { schedule, configV2: { title: form.subject, messageBody: form.message, exportName: form.name } }
}
