import type { ScheduleDetails } from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { changeOf, cronOf, formOf, hasReceiver, requestOf, type ScheduleForm, timesOf } from './schedule-form.ts'

const form: ScheduleForm = {
  name: 'Mornings',
  view: '',
  what: 'element:orders',
  format: 'CSV',
  by: 'mail',
  hook: '',
  to: 'a@example.com, b@example.com;c@example.com',
  subject: 'Orders',
  message: '',
  frequency: 'weekdays',
  day: '1',
  time: '09:05',
  cron: '',
  zone: 'Europe/Berlin',
  send: 'isNotEmpty',
}

test.each([
  ['daily', '1', '09:05', '5 9 * * *'],
  ['weekdays', '1', '18:30', '30 18 * * 1-5'],
  ['weekly', '0', '00:00', '0 0 * * 0'],
  ['monthly', '15', '09:00', '0 9 15 * *'],
] as const)('%s on %s at %s is %s, and back', (frequency, day, time, cron) => {
  expect(cronOf({ frequency, day, time, cron: '' })).toBe(cron)
  expect(timesOf(cron)).toMatchObject({ frequency, time })
  expect(cronOf(timesOf(cron))).toBe(cron)
})

test.each(['*/15 * * * *', '0 9 31 * *', '0 9 * 1-6 *', '0 9 1 * 1', '0 9 * * MON', '0 9-17 * * *'])(
  '%s is no choice of the form, and stays as it is',
  (cron) => {
    expect(timesOf(cron).frequency).toBe('custom')
    expect(cronOf(timesOf(cron))).toBe(cron)
  },
)

const details = (more: object): ScheduleDetails => {
  const { target, schedule, configV2 } = requestOf(form, 'orders')
  return { target, schedule, settings: { ...configV2, ...more } } as unknown as ScheduleDetails
}

test('what the form sends, it shows again', () => {
  const read = formOf(details({}))
  expect(read.isWhole).toBe(true)
  expect(requestOf(read.form, 'orders')).toEqual(requestOf(form, 'orders'))
})

test.each([
  ['', {}],
  ['bookmark:b-1', { bookmarkId: 'b-1' }],
  ['explore:k:1', { exploreKey: 'k:1' }],
])('the view %j is sent and shown again, and taken away by another', (view, workbookVariant) => {
  const { configV2 } = requestOf({ ...form, view }, 'orders')
  expect(configV2?.workbookVariant).toEqual(workbookVariant)
  const read = formOf(details({ workbookVariant }))
  expect(read).toMatchObject({ isWhole: true, form: { view } })
  expect(changeOf({ ...read.form, view: '' }, 'orders', true).configV2).toMatchObject({ workbookVariant: {} })
})

test('a webhook is one receiver, shown again as one', () => {
  const sent = requestOf({ ...form, by: 'webhook', hook: ' https://example.com/hook ' }, 'orders')
  expect(sent.target).toEqual([{ webhookUrl: 'https://example.com/hook' }])
  const read = formOf({ ...details({}), target: sent.target })
  expect(read).toMatchObject({ isWhole: true, form: { by: 'webhook', hook: 'https://example.com/hook' } })
  const both = formOf({ ...details({}), target: [...sent.target, { email: 'a@example.com' }] })
  expect(both.isWhole).toBe(false)
  expect([hasReceiver(form), hasReceiver({ ...form, by: 'webhook' })]).toEqual([true, false])
})

test.each([
  [{ runAsRecipient: true }],
  [{ attachmentSettings: { zipAttachments: true } }],
  [{ workbookVariant: { tagId: 't' } }],
  [{ workbookVariant: { tagId: 't', bookmarkId: 'b-1' } }],
  [{ workbookVariant: { bookmarkId: 'b-1', exploreKey: 'k' } }],
  [{ exportAttachments: [] }],
  [{ conditionOptions: { type: 'workbook', condition: { type: 'column', elementId: 'orders' } } }],
])('%j is more than the form shows, and a change leaves it as it is', (more) => {
  const read = formOf(details(more))
  expect(read.isWhole).toBe(false)
  expect(changeOf(read.form, 'orders', read.isWhole)).toEqual({
    schedule: { cronSpec: '5 9 * * 1-5', timezone: 'Europe/Berlin' },
    configV2: { title: 'Orders', messageBody: '', exportName: 'Mornings' },
  })
})
