import type { ScheduleDetails } from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { type ConditionForm, comparisonsOf, kindOfType, newCondition, withKind } from './condition-form.ts'
import {
  attachmentOf,
  canMerge,
  changeOf,
  firstAttachment,
  formOf,
  hasReceiver,
  hasRecipients,
  isReady,
  requestOf,
  type ScheduleForm,
  sendRequestOf,
} from './schedule-form.ts'
import { areTimesComplete, cronOf, onceADay, type TimesForm, timesOf } from './times-form.ts'
import type { ValueForm } from './value-form.ts'

const form: ScheduleForm = {
  name: 'Mornings',
  cc: '',
  bcc: '',
  teams: [],
  ccTeams: [],
  bccTeams: [],
  values: [],
  isPrefixed: false,
  burst: null,
  limit: 'always',
  limitCount: '1',
  view: '',
  attachments: [
    { what: 'element:orders', format: 'CSV', layout: 'portrait', pageSize: 'letter', theme: 'light', fileName: '' },
  ],
  by: 'mail',
  hook: '',
  conversation: '',
  storage: '',
  uri: '',
  isCompressed: false,
  isDated: false,
  hasLink: true,
  runsAsRecipient: false,
  mergesLabels: false,
  hasMetadata: false,
  isZipped: false,
  isMerged: false,
  leavesOutFailedColumns: false,
  to: 'a@example.com, b@example.com;c@example.com',
  subject: 'Orders',
  message: '',
  frequency: 'weekdays',
  day: '1',
  time: '09:05',
  ...onceADay,
  cron: '',
  zone: 'Europe/Berlin',
  send: 'isNotEmpty',
  conditionOn: 'orders',
  condition: newCondition(undefined),
}

test.each([
  ['daily', '1', '09:05', '5 9 * * *'],
  ['weekdays', '1', '18:30', '30 18 * * 1-5'],
  ['weekly', '0', '00:00', '0 0 * * 0'],
  ['monthly', '15', '09:00', '0 9 15 * *'],
] as const)('%s on %s at %s is %s, and back', (frequency, day, time, cron) => {
  expect(cronOf({ frequency, day, time, ...onceADay, cron: '' })).toBe(cron)
  expect(timesOf(cron)).toMatchObject({ frequency, time })
  expect(cronOf(timesOf(cron))).toBe(cron)
})

test.each<[Partial<TimesForm>, string]>([
  [{ frequency: 'weekly', day: '1,3,5' }, '0 9 * * 1,3,5'],
  [{ frequency: 'daily', everyHours: 1, until: '17:00' }, '0 9-17 * * *'],
  [{ frequency: 'weekdays', everyHours: 2, until: '18:30', time: '08:30' }, '30 8-18/2 * * 1-5'],
  [{ frequency: 'weekly', day: '0,6', everyHours: 12, until: '23:00', time: '06:00' }, '0 6-23/12 * * 0,6'],
])('%j is %s, and back', (change, cron) => {
  const times = { frequency: 'daily' as const, day: '1', time: '09:00', ...onceADay, ...change, cron: '' }
  expect(cronOf(times)).toBe(cron)
  expect(timesOf(cron)).toEqual({ ...times, cron })
})

test('times end in the last hour whose minute is not after the end', () => {
  const times = { frequency: 'daily' as const, day: '1', time: '08:30', everyHours: 1, until: '17:00', cron: '' }
  expect(cronOf(times)).toBe('30 8-16 * * *')
})

test.each<[string, Partial<TimesForm>, boolean]>([
  ['a week without a day', { frequency: 'weekly', day: '' }, false],
  ['an end before the start', { everyHours: 1, until: '08:00' }, false],
  ['an end at the start', { everyHours: 1, until: '09:00' }, true],
  ['an end before the start that does not count', { frequency: 'monthly', everyHours: 1, until: '08:00' }, true],
  ['no pattern', { frequency: 'custom', cron: ' ' }, false],
])('%s is complete or not', (_, change, isComplete) => {
  const times = { frequency: 'daily' as const, day: '1', time: '09:00', ...onceADay, cron: '', ...change }
  expect(areTimesComplete(times)).toBe(isComplete)
})

test.each([
  '*/15 * * * *',
  '0 9 31 * *',
  '0 9 * 1-6 *',
  '0 9 1 * 1',
  '0 9 * * MON',
  '0 9-17/5 * * *',
  '0 9,17 * * *',
  '0 9-17 1 * *',
])('%s is no choice of the form, and stays as it is', (cron) => {
  expect(timesOf(cron).frequency).toBe('custom')
  expect(cronOf(timesOf(cron))).toBe(cron)
})

const details = (more: object): ScheduleDetails => {
  const { target, schedule, configV2 } = requestOf(form)
  return { target, schedule, settings: { ...configV2, ...more } } as unknown as ScheduleDetails
}

const paper = { layout: 'landscape', pageSize: 'a4' } as const
const several: ScheduleForm['attachments'] = [
  { what: 'page:p-1', format: 'PDF', ...paper, theme: 'dark', fileName: '' },
  { what: 'element:orders', format: 'XLSX', layout: 'portrait', pageSize: 'letter', theme: 'light', fileName: '' },
  { what: 'all', format: 'XLSX', layout: 'portrait', pageSize: 'letter', theme: 'light', fileName: '' },
]

const value = (kind: ValueForm['kind'], text: string, end = ''): ValueForm => ({
  ...{ controlId: `C-${kind}`, kind, text, end },
})

test.each<Partial<ScheduleForm>>([
  {},
  { attachments: several, send: 'always', conditionOn: null },
  { attachments: several, send: 'isEmpty' },
  { hasLink: false },
  { runsAsRecipient: true },
  { isZipped: true },
  { cc: 'c@example.com', bcc: 'd@example.com, e@example.com', teams: ['t-1', 't-2'] },
  { teams: ['t-1'], ccTeams: ['t-2', 't-3'], bccTeams: ['t-4'] },
  { isPrefixed: true },
  { attachments: [{ ...firstAttachment, what: 'element:orders', fileName: 'Orders {{Today()}}' }] },
  { view: 'tag:tag-1' },
  { values: [value('text', 'West'), value('list', 'West\nEast, far'), value('boolean', 'false')] },
  { values: [value('number', '5.5'), value('number-range', '1', ''), value('date-range', '2026-01-01', '2026-02-01')] },
  { values: [value('date', '2026-05-20')] },
  { values: [value('date', 'prior-day-7'), value('date-range', 'prior-isoWeek-2', 'next-month-1')] },
  { values: [value('paths', 'Europe > France > Lyon\nAsia')] },
  { isMerged: true },
  { leavesOutFailedColumns: true },
  { limit: 'weekly', limitCount: '3' },
  { burst: { controlId: 'Region', recipients: null } },
  { burst: { controlId: 'Region', recipients: { sourceNodeId: 'orders', recipientColumnId: 'mail' } } },
])('with %j the form shows again what it sends', (change) => {
  const changed = { ...form, ...change }
  const { target, configV2 } = requestOf(changed)
  const read = formOf({ ...details({ ...configV2 }), target })
  expect(read.isWhole).toBe(true)
  expect({ ...read.form, cron: '' }).toEqual({ ...changed, to: 'a@example.com, b@example.com, c@example.com' })
  expect(requestOf(read.form)).toEqual(requestOf(changed))
})

test('copies, teams, names and values of a schedule are sent as the API names them', () => {
  const asked = {
    ...form,
    to: 'a@example.com',
    cc: 'c@example.com',
    bcc: 'd@example.com',
    teams: ['t-1'],
    ccTeams: ['t-2'],
    bccTeams: ['t-3'],
    isPrefixed: true,
    view: 'tag:tag-1',
    values: [
      value('list', 'West\n\n East '),
      value('date', ''),
      value('number-range', '1', ''),
      value('date-range', 'prior-quarter-1', '2026-05-20'),
      value('paths', ' Europe>France \n\nAsia'),
    ],
    attachments: [{ ...firstAttachment, fileName: ' Orders ' }],
  }
  const { target, configV2 } = requestOf(asked)
  expect(target).toEqual([
    { email: 'a@example.com' },
    { teamId: 't-1' },
    { ccEmail: 'c@example.com' },
    { bccEmail: 'd@example.com' },
    { ccTeamId: 't-2' },
    { bccTeamId: 't-3' },
  ])
  const text = (each: string) => ({ type: 'text', value: each })
  expect(configV2).toMatchObject({
    prefixFileNames: true,
    workbookVariant: { tagId: 'tag-1' },
    exportAttachments: [{ fileName: 'Orders' }],
    workbookSettings: {
      controlValues: {
        'C-list': { type: 'text-list', value: [text('West'), text('East')] },
        'C-date': { type: 'date', value: { type: 'date-null' } },
        'C-number-range': { type: 'number-range', min: 1, max: null },
        'C-date-range': {
          type: 'date-range',
          min: { type: 'prior', unit: 'quarter', x: 1 },
          max: { type: 'fixed-date', date: '2026-05-20' },
        },
        'C-paths': { type: 'hierarchical-list', value: [[text('Europe'), text('France')], [text('Asia')]] },
      },
    },
  })
  expect(requestOf({ ...asked, by: 'webhook', hook: 'https://example.com/h' }).target).toEqual([
    { webhookUrl: 'https://example.com/h' },
  ])
})

test.each<[string, ValueForm, boolean]>([
  ['a relative date', value('date', 'prior-day-0'), true],
  ['a relative date without a number', value('date', 'prior-day-'), false],
  ['a relative date that is half a day', value('date', 'prior-day-0.5'), false],
  ['an end before the day by a negative number', value('date-range', '', 'next-week--1'), false],
  ['paths', value('paths', 'Europe > France\n\nAsia'), true],
  ['a path without its first step', value('paths', '> France'), false],
])('%s is complete or not', (_, chosen, isComplete) => {
  expect(isReady({ ...form, values: [chosen] })).toBe(isComplete)
})

test('a team is a recipient, and an invalid number prevents saving a schedule', () => {
  expect(isReady({ ...form, to: '', teams: ['t-1'] })).toBe(true)
  expect(isReady({ ...form, to: '', teams: ['t-1'], by: 'slack' })).toBe(false)
  expect(isReady({ ...form, values: [value('number', 'five')] })).toBe(false)
  expect(isReady({ ...form, values: [value('number-range', '', '')] })).toBe(true)
})

test.each([
  { workbookSettings: { controlValues: { C: { type: 'boolean-list', value: { true: true } } } } },
  { workbookSettings: { controlValues: { C: { type: 'text-list', value: [{ type: 'text-null' }] } } } },
  { workbookSettings: { controlValues: { C: { type: 'date', value: { type: 'prior', unit: 'hour', x: 1 } } } } },
  {
    workbookSettings: {
      controlValues: { C: { type: 'hierarchical-list', value: [[{ type: 'text', value: 'a > b' }]] } },
    },
  },
  { workbookSettings: { controlValues: { C: { type: 'hierarchical-list', value: [[{ type: 'text-null' }]] } } } },
  { workbookVariant: { tagId: 'tag-1', bookmarkId: 'b' } },
])('%j is more than the form shows', (more) => {
  expect(formOf(details(more)).isWhole).toBe(false)
})

const compared: ConditionForm = {
  columnId: 'o-id',
  measure: null,
  mode: 'all',
  op: 'GreaterThanEq',
  kind: 'integer',
  value: '3.5',
}
const column = { type: 'column', elementId: 'orders', columnId: 'o-id', mode: 'all', op: 'GreaterThanEq' }

test.each<[Partial<ConditionForm>, object]>([
  [{}, { ...column, value: { type: 'integer', value: '3.5' } }],
  [{ mode: 'any' }, { ...column, mode: 'any', value: { type: 'integer', value: '3.5' } }],
  [
    { op: 'Contains', kind: 'text', value: 'ret' },
    { ...column, op: 'Contains', value: { type: 'text', value: 'ret' } },
  ],
  [
    { kind: 'fixed-date', value: '2026-05-31' },
    { ...column, value: { type: 'fixed-date', date: '2026-05-31' } },
  ],
  [
    { op: 'Equals', kind: 'boolean', value: 'false' },
    { ...column, op: 'Equals', value: { type: 'boolean', value: false } },
  ],
  [
    { op: 'IsNull', kind: 'text', value: '' },
    { ...column, op: 'IsNull' },
  ],
  [{ measure: 'comparison' }, { ...column, measure: 'comparison', value: { type: 'integer', value: '3.5' } }],
])('the condition %j is sent, and shown again', (change, expected) => {
  const condition = { ...compared, ...change }
  const { configV2 } = requestOf({ ...form, send: 'column', condition })
  expect(configV2?.conditionOptions).toEqual({ type: 'workbook', condition: expected })
  expect(formOf(details({ ...configV2 }))).toMatchObject({ isWhole: true, form: { send: 'column', condition } })
})

test('a condition needs its column and its value', () => {
  const isSent = (change: Partial<ConditionForm>) =>
    isReady({ ...form, send: 'column', condition: { ...compared, ...change } })
  expect([isSent({}), isSent({ columnId: '' }), isSent({ value: ' ' }), isSent({ value: '', op: 'IsNull' })]).toEqual([
    true,
    false,
    false,
    true,
  ])
  expect(isReady({ ...form, condition: { ...compared, columnId: '' } })).toBe(true)
})

test('a column of another type is compared as that type is', () => {
  expect(['number', 'datetime', 'boolean', 'text', undefined].map(kindOfType)).toEqual([
    'integer',
    'fixed-date',
    'boolean',
    'text',
    'text',
  ])
  expect(withKind(compared, 'fixed-date')).toMatchObject({ op: 'GreaterThanEq', value: '' })
  expect(withKind(compared, 'text')).toMatchObject({ op: 'Equals', value: '' })
  expect(withKind(compared, 'boolean')).toMatchObject({ op: 'Equals', value: 'true' })
  expect(comparisonsOf('boolean')).not.toContain('LessThan')
})

test('a picture names its theme unless it is the light one', () => {
  const sent = (theme: 'light' | 'dark') => {
    const attachments = [{ ...firstAttachment, what: 'page:p-1', format: 'PNG' as const, theme }]
    return requestOf({ ...form, attachments }).configV2?.exportAttachments[0]?.formatOptions
  }
  expect([sent('light'), sent('dark')]).toEqual([{ type: 'PNG' }, { type: 'PNG', theme: 'dark' }])
})

test('several files are sent in their formats, a PDF with its page format, by a send and by a schedule', () => {
  expect(requestOf({ ...form, attachments: several }).configV2?.exportAttachments).toEqual([
    {
      formatOptions: { type: 'PDF', ...paper, theme: 'dark' },
      workbookExportSource: { type: 'page', pageIds: ['p-1'] },
    },
    { formatOptions: { type: 'XLSX' }, workbookExportSource: { type: 'element', elementIds: ['orders'] } },
    { formatOptions: { type: 'XLSX' }, workbookExportSource: { type: 'all' } },
  ])
  expect(sendRequestOf({ ...form, attachments: several, by: 'webhook', hook: ' https://example.com/h ' })).toEqual({
    targets: [{ type: 'webhook', webhookUrl: 'https://example.com/h' }],
    config: {
      title: 'Orders',
      messageBody: '',
      includeLink: true,
      runAsRecipient: false,
      formatting: {},
      attachmentSettings: { zipAttachments: false, mergeAttachments: false },
    },
    attachments: [
      { formatOptions: { type: 'PDF', ...paper, theme: 'dark' }, source: { type: 'page', pageId: 'p-1' } },
      { formatOptions: { type: 'EXCEL' }, source: { type: 'element', elementId: 'orders' } },
      { formatOptions: { type: 'EXCEL' }, source: { type: 'all' } },
    ],
  })
})

test.each([
  [['PDF', 'PDF'], true],
  [['XLSX', 'CSV', 'XLSX'], true],
  [['PDF', 'XLSX', 'CSV', 'CSV'], false],
] as const)('the files %j can become one: %j', (formats, expected) => {
  const attachments = formats.map((format) => ({ ...firstAttachment, what: 'element:orders', format }))
  expect(canMerge({ ...form, attachments })).toBe(expected)
  const asked = { ...form, attachments, isMerged: true, isZipped: true }
  expect(sendRequestOf(asked).config.attachmentSettings).toEqual({ zipAttachments: true, mergeAttachments: true })
  expect(sendRequestOf({ ...asked, by: 'storage' }).config.attachmentSettings?.zipAttachments).toBe(false)
})

test('a conversation in Slack is one target of a send and of a schedule, and is shown again', () => {
  const asked: ScheduleForm = { ...form, by: 'slack', conversation: ' C0123 ' }
  const sent = requestOf(asked)
  expect(sent.target).toEqual([{ slackConversationId: 'C0123' }])
  expect(sendRequestOf(asked).targets).toEqual([{ type: 'slackChannel', slackConversationId: 'C0123' }])
  const read = formOf({ ...details({}), target: sent.target })
  expect(read).toMatchObject({ isWhole: true, form: { by: 'slack', conversation: 'C0123' } })
  expect([hasReceiver(asked), hasReceiver({ ...asked, conversation: ' ' })]).toEqual([true, false])
})

test.each([
  [{}, { exportFormat: 'csv', uri: 's3://b/o.csv' }],
  [
    { isCompressed: true, isDated: true },
    { exportFormat: 'csv.gzip', timestampedUri: 's3://b/o.csv' },
  ],
] as const)('a place in cloud storage with %j is sent, and shown again', (options, expected) => {
  const asked: ScheduleForm = { ...form, by: 'storage', storage: 'main', uri: ' s3://b/o.csv ', ...options }
  const workbookCloudExport = { authorization: 'main', ...expected }
  const { target } = requestOf(asked)
  expect(target).toEqual([{ workbookCloudExport }])
  expect(sendRequestOf(asked).targets).toEqual([{ type: 'workbook-cloud-export', workbookCloudExport }])
  const read = formOf({ ...details({}), target })
  expect(read).toMatchObject({
    isWhole: true,
    form: { ...options, by: 'storage', storage: 'main', uri: 's3://b/o.csv' },
  })
  expect([hasReceiver(asked), hasReceiver({ ...asked, storage: '' })]).toEqual([true, false])
})

test('a burst is sent by mail, without a view, and needs no recipients besides its column', () => {
  const recipients = { sourceNodeId: 'orders', recipientColumnId: 'mail' }
  const asked: ScheduleForm = { ...form, to: '', burst: { controlId: 'Region', recipients } }
  expect(requestOf(asked).configV2).toMatchObject({
    burst: { controlId: 'Region' },
    dynamicRecipientSettings: recipients,
  })
  expect(hasRecipients(asked)).toBe(true)
  expect(hasRecipients({ ...asked, burst: { controlId: 'Region', recipients: null } })).toBe(false)
  expect(requestOf({ ...asked, view: 'tag:t' }).configV2).toMatchObject({
    burst: { controlId: 'Region' },
    workbookVariant: { tagId: 't' },
  })
  for (const change of [{ by: 'slack' as const }, { view: 'bookmark:b' }]) {
    expect(requestOf({ ...asked, ...change }).configV2).toMatchObject({
      burst: null,
      dynamicRecipientSettings: null,
    })
  }
})

test('sending with the data of each recipient is offered for mail only', () => {
  const asked = { ...form, runsAsRecipient: true }
  expect(sendRequestOf(asked).config.runAsRecipient).toBe(true)
  expect(sendRequestOf({ ...asked, by: 'webhook' }).config.runAsRecipient).toBe(false)
})

test.each([
  ['element:e', 'PNG', 'PNG'],
  ['page:p', 'PNG', 'PNG'],
  ['page:p', 'CSV', 'XLSX'],
  ['all', 'PNG', 'XLSX'],
  ['all', 'PDF', 'PDF'],
] as const)('%s takes %s as %s', (what, format, taken) => {
  expect(attachmentOf({ ...firstAttachment, format }, what)).toEqual({ ...firstAttachment, what, format: taken })
})

test.each([
  ['', {}],
  ['bookmark:b-1', { bookmarkId: 'b-1' }],
  ['explore:k:1', { exploreKey: 'k:1' }],
])('the view %j is sent and shown again, and taken away by another', (view, workbookVariant) => {
  const { configV2 } = requestOf({ ...form, view })
  expect(configV2?.workbookVariant).toEqual(workbookVariant)
  const read = formOf(details({ workbookVariant }))
  expect(read).toMatchObject({ isWhole: true, form: { view } })
  expect(changeOf({ ...read.form, view: '' }, true).configV2).toMatchObject({ workbookVariant: {} })
})

test('a webhook is one target, and is shown again as one', () => {
  const sent = requestOf({ ...form, by: 'webhook', hook: ' https://example.com/hook ' })
  expect(sent.target).toEqual([{ webhookUrl: 'https://example.com/hook' }])
  const read = formOf({ ...details({}), target: sent.target })
  expect(read).toMatchObject({ isWhole: true, form: { by: 'webhook', hook: 'https://example.com/hook' } })
  const both = formOf({ ...details({}), target: [...sent.target, { email: 'a@example.com' }] })
  expect(both.isWhole).toBe(false)
  expect([hasReceiver(form), hasReceiver({ ...form, by: 'webhook' })]).toEqual([true, false])
})

test.each([
  [{ exportAttachments: [{ formatOptions: { type: 'NONE' }, workbookExportSource: { type: 'all' } }] }],
  [
    {
      exportAttachments: [
        { formatOptions: { type: 'PNG', scale: 2 }, workbookExportSource: { type: 'page', pageIds: ['p'] } },
      ],
    },
  ],
  [
    {
      exportAttachments: [
        { formatOptions: { type: 'CSV' }, workbookExportSource: { type: 'element', elementIds: ['a', 'b'] } },
      ],
    },
  ],
  [{ workbookVariant: { tagId: 't', bookmarkId: 'b-1' } }],
  [{ workbookVariant: { bookmarkId: 'b-1', exploreKey: 'k' } }],
  [{ exportAttachments: [] }],
  [{ conditionOptions: { type: 'workbook', condition: { type: 'column', elementId: 'orders' } } }],
])('%j is more than the form shows, and a change leaves it as it is', (more) => {
  const read = formOf(details(more))
  expect(read.isWhole).toBe(false)
  expect(changeOf(read.form, read.isWhole)).toEqual({
    schedule: { cronSpec: '5 9 * * 1-5', timezone: 'Europe/Berlin' },
    configV2: { title: 'Orders', messageBody: '', exportName: 'Mornings' },
  })
})

test('settings of Excel files are sent for Excel files only, and shown again', () => {
  const written = (format: 'XLSX' | 'CSV', change: Partial<ScheduleForm>) => {
    const asked = { ...form, attachments: [{ ...firstAttachment, what: 'element:orders', format }], ...change }
    const { configV2 } = requestOf(asked)
    expect(sendRequestOf(asked).config.formatting).toEqual(configV2?.formatting)
    return { formatting: configV2?.formatting, read: formOf(details({ ...configV2 })) }
  }
  const both = written('XLSX', { mergesLabels: true, hasMetadata: true })
  expect(both.formatting).toEqual({ pivotHeaderStyle: 'merged', includeMetadata: true })
  expect(both.read).toMatchObject({ isWhole: true, form: { mergesLabels: true, hasMetadata: true } })
  expect(written('XLSX', {}).formatting).toEqual({})
  expect(written('CSV', { mergesLabels: true, hasMetadata: true }).formatting).toEqual({})
})
