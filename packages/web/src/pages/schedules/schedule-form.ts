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
import { sharingLinkField } from '../../embedding/sharing-link.ts'
import { type ConditionForm, conditionFormOf, conditionRequest, isComplete, newCondition } from './condition-form.ts'
import { areTimesComplete, cronOf, type TimesForm, timesOf } from './times-form.ts'
import { isValueComplete, type ValueForm, valuesOf, valuesRequest } from './value-form.ts'

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
  /**
   * Only for a file of a schedule: its name without the ending, which may contain formulas; empty for the default name.
   */
  fileName: string
}

/** Content and recipients of a message, sent now or at scheduled times. */
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
  /** Only for Excel files: each label of a pivot table appears once, in merged cells. */
  mergesLabels: boolean
  /** Only for Excel files: a last sheet describes the file. */
  hasMetadata: boolean
}

/** A message for each value of a control. */
export interface BurstForm {
  controlId: string
  /** The column of the element that provides the control's values; null sends each value to all recipients. */
  recipients: { sourceNodeId: string; recipientColumnId: string } | null
}

export const limits = ['always', 'daily', 'weekly', 'alltime'] as const
export type Limit = (typeof limits)[number]

/** The form values of a schedule. */
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
  /** The period in which the number of messages is limited. */
  limit: Limit
  limitCount: string
  /** A saved view (`bookmark:<id>`), a custom view (`explore:<key>`) or a version tag (`tag:<id>`); empty for the published version. */
  view: string
  leavesOutFailedColumns: boolean
  send: Send
  /** The element that the condition is about; null without a condition. */
  conditionOn: string | null
  /** The compared values, if the schedule is sent only under a condition. */
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

/** The initial message: the whole workbook by mail to the user who writes it, if there is a mail server. */
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

/** The parameters of requests for the view of the form. */
export function viewQueryOf(view: string): { bookmarkId?: string; exploreKey?: string } {
  const [kind, id = ''] = view.split(/:(.*)/s)
  if (kind === 'bookmark') return { bookmarkId: id }
  return kind === 'explore' ? { exploreKey: id } : {}
}

/** The version or view that a schedule sends. */
function variantOf(view: string): NonNullable<ScheduleConfig['workbookVariant']> {
  return view.startsWith('tag:') ? { tagId: view.slice('tag:'.length) } : viewQueryOf(view)
}

/** The form value for such a view or tag. */
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

/** The attachment for another part, in the same format if the part supports it. */
export const attachmentOf = (before: AttachmentForm, what: string): AttachmentForm => ({
  ...before,
  what,
  format: formatsOf(what).includes(before.format) ? before.format : 'XLSX',
})

/** Properties of a target whose fields show what the server has against their values. */
export const receiverFields = ['email', 'ccEmail', 'bccEmail', 'webhookUrl', 'slackConversationId'] as const

/** The element of the first attachment; null if that is a page or the whole workbook. */
export function attachedElement({ attachments: [first] }: MessageForm): string | null {
  return first?.what.startsWith('element:') ? first.what.slice('element:'.length) : null
}

/** Whether the form has a complete destination. */
export const hasReceiver = ({ by, to, hook, conversation, storage, uri }: MessageForm): boolean =>
  ({ mail: to, webhook: hook, slack: conversation, storage: storage && uri })[by].trim() !== ''

/** The same for a schedule, whose recipients may all be teams or come from a column. */
export const hasRecipients = (form: ScheduleForm): boolean =>
  hasReceiver(form) || (form.by === 'mail' && form.teams.length > 0) || (burstOf(form)?.recipients ?? null) !== null

/** Whether the form has everything that a request needs. */
export const isReady = (form: ScheduleForm): boolean =>
  hasRecipients(form) &&
  areTimesComplete(form) &&
  form.values.every(isValueComplete) &&
  (form.send !== 'column' || isComplete(form.condition))

/** Bursts can only be sent by mail, and only for the published version or a tag, not for a view. */
export const canBurst = ({ by, view }: ScheduleForm): boolean =>
  by === 'mail' && (view === '' || view.startsWith('tag:'))

export const burstOf = (form: ScheduleForm): BurstForm | null => (canBurst(form) ? form.burst : null)

const addressesIn = (text: string): string[] =>
  text
    .split(/[,;\s]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Storages accept no archives. */
const isZipped = (form: MessageForm): boolean => form.isZipped && form.by !== 'storage'

/** Webhooks and conversations are not members, so the data cannot be read with their rights. */
const runsAsRecipient = (form: MessageForm): boolean => form.runsAsRecipient && form.by === 'mail'

function targetsOf(form: MessageForm): ScheduleTarget[] {
  const { by, to, hook, conversation } = form
  if (by === 'storage') return [{ workbookCloudExport: cloudExportOf(form) }]
  if (by === 'mail') return addressesIn(to).map((email) => ({ email }))
  return [by === 'webhook' ? { webhookUrl: hook.trim() } : { slackConversationId: conversation.trim() }]
}

/** The destination of a schedule; mails can also go to teams, and to more people in copy. */
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

/** The form values for the recipients of a mail. */
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

/** The form values for an export to cloud storage; empty for other exports. */
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

/** Light is the default. */
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

/** Whether there are files that can be combined: several Excel files, or several PDFs. */
export const canMerge = ({ attachments }: MessageForm): boolean =>
  (['XLSX', 'PDF'] as const).some((each) => attachments.filter(({ format }) => format === each).length > 1)

/** How the Excel files are written; undefined without Excel files. */
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
      ...sharingLinkField(false),
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

/** The request for the form. */
export function requestOf(form: ScheduleForm): CreateScheduleRequest {
  const burst = burstOf(form)
  return {
    target: scheduleTargetsOf(form),
    schedule: { cronSpec: cronOf(form), timezone: form.zone },
    configV2: {
      title: form.subject,
      messageBody: form.message,
      exportName: form.name,
      includeLink: form.hasLink,
      ...sharingLinkField(variantOf(form.view).exploreKey !== undefined),
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
        form.send === 'always' || form.conditionOn === null
          ? { type: 'always' }
          : {
              type: 'workbook',
              condition:
                form.send === 'column'
                  ? conditionRequest(form.conditionOn, form.condition)
                  : { type: form.send, elementId: form.conditionOn },
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

/** The common values of the targets; undefined if the form cannot show all of them. */
function destinationOf(target: readonly ScheduleTarget[]): MessageForm['by'] | undefined {
  const isAll = (keys: readonly (keyof ScheduleTarget)[]) =>
    target.every((each) => Object.keys(each).length === 1 && keys.some((key) => each[key] !== undefined))
  for (const by of ['webhook', 'slack', 'storage'] as const) {
    if (target.length === 1 && isAll(destinations[by])) return by
  }
  return isAll(destinations.mail) ? 'mail' : undefined
}

/** The form values of a schedule, and whether they represent all of it. */
export function formOf(details: ScheduleDetails): { form: ScheduleForm; isWhole: boolean } {
  const { settings, target, schedule } = details
  const asked = settings.exportAttachments ?? []
  const attachments = asked.flatMap((each) => attachmentFormOf(each) ?? [])
  const condition = settings.conditionOptions?.condition
  const compared = condition && conditionFormOf(condition)
  const showsCondition = condition?.type !== 'column' || compared !== null
  const by = destinationOf(target)
  const { attachmentSettings = {}, workbookVariant = {}, workbookSettings } = settings
  const { burst, dynamicRecipientSettings, alertConfig } = settings
  const { values, isWhole: showsValues } = valuesOf(workbookSettings?.controlValues)
  const isWhole =
    asked.length > 0 &&
    attachments.length === asked.length &&
    showsCondition &&
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
      conditionOn: condition?.elementId ?? null,
      condition: compared ?? newCondition(undefined),
      ...timesOf(schedule.cronSpec),
    },
  }
}

/**
 * The changes that are sent for a schedule. If the form does not represent all of it, only times, name and texts are
 * sent.
 */
export function changeOf(form: ScheduleForm, isWhole: boolean): UpdateScheduleRequest {
  const { target, schedule, configV2 } = requestOf(form)
  if (isWhole) return { target, schedule, ...(configV2 ? { configV2 } : {}) }
  const link = sharingLinkField(variantOf(form.view).exploreKey !== undefined)
  return { schedule, configV2: { title: form.subject, messageBody: form.message, exportName: form.name, ...link } }
}
