import type { CreateScheduleRequest, ScheduleDetails, UpdateScheduleRequest } from '@octavo/core/contract'

export const frequencies = ['daily', 'weekdays', 'weekly', 'monthly', 'custom'] as const
export type Frequency = (typeof frequencies)[number]
export type Send = 'always' | 'isEmpty' | 'isNotEmpty'
export type Format = 'CSV' | 'XLSX' | 'JSON' | 'JSONL'

/** What the fields of the form hold. */
export interface ScheduleForm {
  name: string
  /** A saved view (`bookmark:<id>`) or a custom view (`explore:<key>`); empty for the published version. */
  view: string
  /** `all`, `page:<id>` or `element:<id>`. */
  what: string
  format: Format
  by: 'mail' | 'webhook'
  /** Addresses of mail. */
  to: string
  /** Address of a webhook. */
  hook: string
  subject: string
  message: string
  frequency: Frequency
  /** Of the week (0 is Sunday) or of the month. */
  day: string
  /** `09:00` */
  time: string
  cron: string
  zone: string
  send: Send
}

/** The words of requests for the view that the form holds. */
export function viewQueryOf(view: string): { bookmarkId?: string; exploreKey?: string } {
  const [kind, id = ''] = view.split(/:(.*)/s)
  if (kind === 'bookmark') return { bookmarkId: id }
  return kind === 'explore' ? { exploreKey: id } : {}
}

/** What the form holds for such a view. */
export function viewOf({ bookmarkId, exploreKey }: { bookmarkId?: string; exploreKey?: string }): string {
  if (bookmarkId !== undefined) return `bookmark:${bookmarkId}`
  return exploreKey === undefined ? '' : `explore:${exploreKey}`
}

/** Formats of the files that a part of a workbook gives. */
export const formatsOf = (what: string): readonly Format[] =>
  what.startsWith('element:') ? ['CSV', 'XLSX', 'JSON', 'JSONL'] : ['XLSX']

/** The five fields of the pattern that the form says. */
export function cronOf({
  frequency,
  day,
  time,
  cron,
}: Pick<ScheduleForm, 'frequency' | 'day' | 'time' | 'cron'>): string {
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
export function timesOf(cron: string): Pick<ScheduleForm, 'frequency' | 'day' | 'time' | 'cron'> {
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

/** Somebody is to get it. */
export const hasReceiver = ({ by, to, hook }: ScheduleForm): boolean => (by === 'mail' ? to : hook).trim() !== ''

const addressesIn = (text: string): string[] =>
  text
    .split(/[,;\s]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** The request that the form says. `conditionId`: the element that the condition asks about. */
export function requestOf(form: ScheduleForm, conditionId: string | null): CreateScheduleRequest {
  const [kind, id = ''] = form.what.split(/:(.*)/s)
  const source =
    kind === 'element'
      ? { type: 'element' as const, elementIds: [id] }
      : kind === 'page'
        ? { type: 'page' as const, pageIds: [id] }
        : { type: 'all' as const }
  return {
    target: form.by === 'mail' ? addressesIn(form.to).map((email) => ({ email })) : [{ webhookUrl: form.hook.trim() }],
    schedule: { cronSpec: cronOf(form), timezone: form.zone },
    configV2: {
      title: form.subject,
      messageBody: form.message,
      exportName: form.name,
      exportAttachments: [{ formatOptions: { type: form.format }, workbookExportSource: source }],
      workbookVariant: viewQueryOf(form.view),
      conditionOptions:
        form.send === 'always' || conditionId === null
          ? { type: 'always' }
          : { type: 'workbook', condition: { type: form.send, elementId: conditionId } },
    },
  }
}

/** The form of a schedule, and whether it shows all of it. */
export function formOf(details: ScheduleDetails): { form: ScheduleForm; isWhole: boolean } {
  const { settings, target, schedule } = details
  const [attachment, ...further] = settings.exportAttachments ?? []
  const source = attachment?.workbookExportSource
  const ids = (source?.type === 'page' ? source.pageIds : source?.elementIds) ?? []
  const condition = settings.conditionOptions?.condition
  const isPlainCondition =
    condition === undefined ||
    (condition.type !== 'column' && (source?.type !== 'element' || condition.elementId === ids[0]))
  const format = attachment?.formatOptions.type
  const isKnownFormat = format === 'CSV' || format === 'XLSX' || format === 'JSON' || format === 'JSONL'
  const isOnly = (key: 'email' | 'webhookUrl') =>
    target.every((each) => Object.keys(each).length === 1 && each[key] !== undefined)
  const isHook = target.length === 1 && isOnly('webhookUrl')
  const { runAsRecipient, attachmentSettings, workbookVariant = {}, workbookSettings } = settings
  const { bookmarkId, exploreKey, ...furtherVariant } = workbookVariant
  const isWhole =
    further.length === 0 &&
    ids.length <= 1 &&
    isKnownFormat &&
    isPlainCondition &&
    (isHook || isOnly('email')) &&
    runAsRecipient !== true &&
    Object.values(attachmentSettings ?? {}).every((value) => value !== true) &&
    Object.keys(furtherVariant).length === 0 &&
    (bookmarkId === undefined || exploreKey === undefined) &&
    Object.keys(workbookSettings?.controlValues ?? {}).length === 0
  return {
    isWhole,
    form: {
      name: settings.exportName ?? '',
      view: viewOf(workbookVariant),
      what: source === undefined || source.type === 'all' ? 'all' : `${source.type}:${ids[0] ?? ''}`,
      format: isKnownFormat ? format : 'XLSX',
      by: isHook ? 'webhook' : 'mail',
      to: target.flatMap(({ email }) => email ?? []).join(', '),
      hook: (isHook && target[0]?.webhookUrl) || '',
      subject: settings.title ?? '',
      message: settings.messageBody ?? '',
      zone: schedule.timezone,
      send: condition?.type === 'isEmpty' || condition?.type === 'isNotEmpty' ? condition.type : 'always',
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
