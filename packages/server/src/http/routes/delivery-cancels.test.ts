import type { RunOfDelivery, ScheduleDelivery, ScheduleRun, StartedSend } from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import type { Role } from '../testing.ts'
import { smallest, useSends } from './testing-workbook-sends.ts'

describeStores('a delivery that is cancelled', (openStore) => {
  const { server, given, mails, hooked, path, person } = useSends(openStore)
  const cancel = (deliveryId: string, as: Role = 'builder') =>
    server().request({ method: 'DELETE', path: `/v2/query/${deliveryId}`, as })
  const read = async (path: string) => (await server().request({ method: 'GET', path, as: 'builder' })).body
  const run = async (deliveryId: string) => (await read(`/v2/deliveries/${deliveryId}`)) as RunOfDelivery
  async function messages({ workbookId: of, sendId, scheduleId, deliveryId }: RunOfDelivery) {
    const place = scheduleId === null ? `sends/${sendId}` : `schedules/${scheduleId}`
    const body = await read(`/v2/workbooks/${of}/${place}/runs/${deliveryId}/deliveries`)
    return (body as { entries: ScheduleDelivery[] }).entries
  }
  async function begin(targets: object[]) {
    const body = { ...smallest, targets }
    const answer = await server().request({ method: 'POST', path: path(), as: 'builder', body })
    expect(answer.status, answer.text).toBe(200)
    return answer.body as StartedSend
  }
  function holdMails() {
    let release = () => {}
    given.hold = new Promise((resolve) => {
      release = resolve
    })
    return () => {
      given.hold = undefined
      release()
    }
  }
  /** As a process that starts later would. */
  async function later() {
    server().platform.clock.advance(120_000)
    await given.documents.worker.runDue()
    await given.documents.scheduleDue.tick()
    await given.documents.worker.runDue()
  }

  test('before its files are made, nothing is sent', async () => {
    const { sendId, deliveryId } = await begin(smallest.targets)
    expect((await cancel(deliveryId, 'analyst')).status).toBe(404)
    expect((await cancel(deliveryId)).status).toBe(200)
    const cancelled = { state: 'cancelled', cancelledBy: person('builder').memberId, progress: null }
    const reason = 'Cancelled by builder Test. Nothing was sent.'
    expect(await run(deliveryId)).toMatchObject({ ...cancelled, reason })
    await later()
    expect(await run(deliveryId)).toMatchObject({ ...cancelled, reason })
    expect(mails).toEqual([])
    const listed = await server().request({ method: 'GET', path: '/v2/sends?state=cancelled', as: 'admin' })
    expect(listed.body).toMatchObject({ entries: [{ sendId, state: 'cancelled', reason }] })
    const events = await server().platform.store.db.selectFrom('audit_events').selectAll().execute()
    const found = events.filter((event) => JSON.stringify(event).includes('SCHEDULE_RUN_CANCELLED'))
    expect(found).toHaveLength(1)
    expect(JSON.stringify(found)).toContain(deliveryId)
    expect((await cancel(deliveryId)).status).toBe(200)
  })

  test('while a destination hangs, what was sent stays sent, and the rest ends at once', async () => {
    const targets = ['/takes', '/hangs'].map((rest) => ({ type: 'webhook', webhookUrl: `${given.hookUrl}${rest}` }))
    const { deliveryId } = await begin(targets)
    const work = given.documents.worker.runDue()
    const progress = async () => (await run(deliveryId)).progress
    await expect.poll(progress, { timeout: 30_000 }).toMatchObject({ step: 'sending', done: 1, total: 2 })
    await expect.poll(() => hooked.length, { timeout: 30_000 }).toBe(2)
    expect((await cancel(deliveryId, 'admin')).status).toBe(200)
    const reason = 'Cancelled by admin Test. 1 of 2 messages was sent.'
    expect(await run(deliveryId)).toMatchObject({ state: 'cancelled', reason, progress: null })
    await given.documents.worker.beat()
    await work
    await later()
    const ended = await run(deliveryId)
    expect(ended).toMatchObject({ state: 'cancelled', reason, cancelledBy: person('admin').memberId })
    const all = await messages(ended)
    expect(all.map(({ state }) => state).sort()).toEqual(['cancelled', 'sent'])
    expect(all.find(({ state }) => state === 'cancelled')).toMatchObject({
      reason: 'Cancelled by admin Test. It was being sent at that moment, so it may have arrived.',
      recipients: [{ state: 'cancelled' }],
    })
    expect(hooked).toHaveLength(2)
  })

  test('a message that its destination accepts nevertheless is recorded as sent', async () => {
    const release = holdMails()
    const { deliveryId } = await begin(smallest.targets)
    const work = given.documents.worker.runDue()
    await expect.poll(() => mails.length, { timeout: 30_000 }).toBe(1)
    await cancel(deliveryId)
    const before = await run(deliveryId)
    expect(before).toMatchObject({ state: 'cancelled', reason: 'Cancelled by builder Test. Its message was not sent.' })
    release()
    await work
    expect(await run(deliveryId)).toMatchObject({
      state: 'cancelled',
      reason: 'Cancelled by builder Test. Its message was sent.',
    })
    expect(await messages(before)).toMatchObject([{ state: 'sent', recipients: [{ state: 'sent' }] }])
  })

  test('of a schedule, recipients who were reached stay sent, and the others get no mail', async () => {
    const { analyst, viewer } = server().platform.people
    const body = {
      target: [{ email: analyst.email }, { email: viewer.email }],
      schedule: { cronSpec: '0 0 1 1 *', timezone: 'UTC' },
      configV2: {
        title: 'Orders',
        messageBody: '',
        exportAttachments: [
          { formatOptions: { type: 'CSV' }, workbookExportSource: { type: 'element', elementIds: ['orders'] } },
        ],
      },
    }
    const made = await server().request({ method: 'POST', path: path('schedules'), as: 'builder', body })
    expect(made.status, made.text).toBe(200)
    const { scheduledNotificationId: id } = made.body as { scheduledNotificationId: string }
    const started = await server().request({ method: 'POST', path: path(`schedules/${id}/runs`), as: 'builder' })
    expect(started.status, started.text).toBe(200)
    const { deliveryId } = started.body as ScheduleRun
    const release = holdMails()
    const work = given.documents.worker.runDue()
    await expect.poll(() => mails.length, { timeout: 30_000 }).toBe(1)
    await cancel(deliveryId)
    release()
    await work
    await later()
    expect(mails).toHaveLength(1)
    const ended = await run(deliveryId)
    expect(ended.state).toBe('cancelled')
    const [message] = await messages(ended)
    expect(message?.recipients.map(({ state }) => state).sort()).toEqual(['cancelled', 'sent'])
    const schedule = await server()
      .platform.store.db.selectFrom('schedules')
      .select(['failures', 'state'])
      .where('id', '=', id)
      .executeTakeFirst()
    expect(schedule).toEqual({ failures: 0, state: 'active' })
  })
})
