import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createWorker } from '../../queue/index.ts'
import { exportJobs } from '../../services/exports/jobs.ts'
import { scheduleJobs } from '../../services/schedules/jobs.ts'
import { describeStores } from '../../store/testing.ts'
import { filesIn, headerOf, hourMs, startSilentServer, useScheduleRuns } from './testing-schedule-runs.ts'

describeStores('runs of due schedules', (openStore) => {
  const { setup, ask, path, schedule, remove, runsOf, shown, toNextHour, work } = useScheduleRuns(openStore)

  test('a due time sends the files once, with its delivery id, and the ledger has each step', async () => {
    const id = await schedule(
      { exportName: 'Mornings' },
      { target: [{ email: 'reader@example.com' }, { ccEmail: 'cc@example.com' }, { bccEmail: 'bcc@example.com' }] },
    )
    await work()
    expect(setup().mails).toEqual([])
    expect(await runsOf(id)).toEqual([])
    toNextHour()
    await work()
    await work()
    // A copy for each, because each has a link of their own.
    expect(setup().mails.map(({ to }) => to)).toEqual([['reader@example.com'], ['cc@example.com'], ['bcc@example.com']])
    const [mail] = setup().mails
    for (const { raw } of setup().mails) {
      expect(raw).toMatch(/^to: reader@example\.com\r\n(.*\r\n)*?cc: cc@example\.com\r\n/im)
      expect(raw).not.toMatch(/^bcc:/im)
    }
    expect(mail?.subject).toBe('Orders')
    expect(mail?.raw).toContain('Good morning')
    expect(mail?.raw).toContain('Scheduled export "Mornings"')
    expect(mail?.raw.replace(/=\r\n/g, '')).toMatch(/\/main\/workbook\/Store-sales-/)
    const file = filesIn(mail).get('Store sales - Orders.csv')?.toString()
    expect(file?.split('\r\n')[0]).toBe('Order Id,Order Date,Status,Channel,Who')
    expect(file?.split('\r\n')[1]).toContain('builder@')
    const runs = await runsOf(id)
    expect(runs).toMatchObject([{ state: 'success', reason: null, isManual: false, attempts: 1 }])
    expect(runs[0]?.dueAt).toMatch(/T\d\d:00:00\.000Z$/)
    for (const step of ['startedAt', 'filesAt', 'finishedAt'] as const) expect(runs[0]?.[step]).not.toBeNull()
    // The schedule has no condition, so none was checked.
    expect(runs[0]?.checkedAt).toBeNull()
    const ids = setup().mails.map((each) => headerOf(each, 'Message-ID'))
    expect(new Set(ids).size).toBe(3)
    for (const each of ids) expect(each).toMatch(new RegExp(`^<${runs[0]?.deliveryId}\\.[0-9a-f]{12}@octavo>$`))
    expect((await shown(id))?.lastRun).toMatchObject({ state: 'success' })
    toNextHour()
    await work()
    expect(setup().mails).toHaveLength(6)
    await remove(id)
    toNextHour()
    await work()
    expect(setup().mails).toHaveLength(6)
  })

  test('processes that handle a due time concurrently send it once', async () => {
    const id = await schedule()
    for (let round = 1; round <= 5; round += 1) {
      toNextHour()
      await Promise.all(
        [
          setup().dueOn(setup().store),
          setup().dueOn(setup().other),
          setup().dueOn(setup().store),
          setup().dueOn(setup().other),
        ].map((due) => due.tick()),
      )
      await Promise.all(
        [setup().workerOn(setup().store), setup().workerOn(setup().other)].map((worker) => worker.runDue()),
      )
      expect(await runsOf(id)).toHaveLength(round)
      expect(setup().mails).toHaveLength(round)
    }
    await remove(id)
  })

  test('after a process dies between sending and recording, the next one sends again with the same id', async () => {
    const id = await schedule()
    const taken = Promise.withResolvers<void>()
    const dies = Promise.withResolvers<never>()
    setup().sending.deliver = async (mail) => {
      await setup().smtp(mail)
      taken.resolve()
      return dies.promise
    }
    toNextHour()
    await setup().documents.scheduleDue.tick()
    const dead = setup().workerOn(setup().store)
    const dying = dead.runDue()
    await taken.promise
    setup().sending.deliver = setup().smtp
    setup().platform.clock.advance(31_000)
    await setup().dueOn(setup().other).tick()
    await setup().workerOn(setup().other).runDue()
    expect(await runsOf(id)).toMatchObject([{ state: 'success', attempts: 2 }])
    expect(setup().mails).toHaveLength(2)
    expect(new Set(setup().mails.map((mail) => headerOf(mail, 'Message-ID'))).size).toBe(1)
    dies.reject(new Error('dead'))
    await dying
    expect(await runsOf(id)).toMatchObject([{ state: 'success', attempts: 2 }])
    await remove(id)
  })

  test('a delivery that succeeded is not repeated because another one failed', async () => {
    const id = await schedule({}, { target: [{ email: 'reader@example.com' }, { webhookUrl: setup().hook.url }] })
    setup().hook.answers.push(503)
    toNextHour()
    await work()
    expect(await runsOf(id)).toMatchObject([
      { state: 'running', reason: expect.stringContaining('answered 503: not now') },
    ])
    setup().platform.clock.advance(2000)
    await work()
    expect(await runsOf(id)).toMatchObject([{ state: 'success', reason: null, attempts: 2 }])
    expect(setup().mails).toHaveLength(1)
    expect(setup().hook.received).toHaveLength(1)
    const [{ delivery, body } = { delivery: '', body: '' }] = setup().hook.received
    expect(delivery).toMatch(new RegExp(`^${(await runsOf(id))[0]?.deliveryId}\\.hook`))
    expect(body).toContain('filename="Store sales - Orders.csv"')
    expect(body).toContain('"exportName":"Store sales"')
    expect(body).toContain('Order Id,Order Date,Status,Channel,Who')
    await remove(id)
  })

  test('webhooks that never respond delay no export and no mail, and end with the deadline of their run', async () => {
    const silent = await startSilentServer()
    const hung: string[] = []
    // More runs than one member may have at once, and more than there are slots.
    for (let count = 0; count < 9; count += 1)
      hung.push(await schedule({}, { target: [{ webhookUrl: `${silent.url}/${count}` }] }))
    const mailed = await schedule({}, { target: [{ email: 'reader@example.com' }] })
    const others = await schedule({}, { target: [{ webhookUrl: setup().hook.url }], as: 'admin' })
    toNextHour()
    await setup().documents.scheduleDue.tick()
    const handlers = {
      ...exportJobs(setup().documents.exportRuns),
      ...scheduleJobs({
        runs: setup().documents.scheduleRuns,
        outbox: setup().documents.scheduleOutbox,
        notices: setup().documents.scheduleNotices,
      }),
    }
    const worker = createWorker({
      store: setup().store,
      clock: setup().platform.clock,
      concurrency: 1,
      handlers,
      pollMs: 20,
    })
    await worker.start()
    try {
      await expect.poll(() => silent.requests(), { timeout: 30_000 }).toBe(4)
      const made = await ask('builder', 'POST', `/v2/workbooks/${setup().workbookId}/export`, {
        elementId: 'orders',
        format: { type: 'csv' },
      })
      const { queryId } = made.body as { queryId: string }
      const download = async () => (await ask('builder', 'GET', `/v2/query/${queryId}/download`)).status
      await expect.poll(download, { timeout: 30_000 }).toBe(200)
      await expect.poll(() => setup().mails.length, { timeout: 30_000 }).toBe(1)
      await expect.poll(() => setup().hook.received.length, { timeout: 30_000 }).toBe(1)
      await expect.poll(async () => (await runsOf(mailed))[0]?.state).toBe('success')
      await expect.poll(async () => (await runsOf(others))[0]?.state).toBe('success')
      // The files of all runs are produced in the meantime, and wait to be sent.
      const waiting = async () => {
        const runs = await Promise.all(hung.map(runsOf))
        return runs.filter(([run]) => run?.state === 'running' && run.filesAt !== null).length
      }
      await expect.poll(waiting, { timeout: 30_000 }).toBe(hung.length)
      expect(silent.requests()).toBe(4)
    } finally {
      await worker.stop({ graceMs: 0 })
    }
    const files = async () => {
      const runs = (await Promise.all(hung.map(runsOf))).flat()
      const kept = readdirSync(`${setup().platform.dataDir}/blobs/schedules`)
      return kept.filter((name) => runs.some(({ deliveryId }) => name.startsWith(deliveryId)))
    }
    expect(await files()).toHaveLength(hung.length)
    setup().platform.clock.advance(hourMs)
    await setup().documents.worker.runDue()
    await setup().documents.scheduleDue.tick()
    for (const id of hung) {
      expect((await runsOf(id)).at(-1)).toMatchObject({
        state: 'error',
        reason: 'The job did not end before its deadline.',
      })
    }
    expect(await files()).toEqual([])
    for (const id of [...hung, mailed, others]) await remove(id)
    await silent.close()
  })

  test('of the due times while no process ran, the latest is run and the others are recorded as missed', async () => {
    const id = await schedule({}, { cronSpec: '0 6 * * *' })
    setup().platform.clock.advance(4 * 24 * hourMs)
    await work()
    const runs = await runsOf(id)
    expect(runs.map(({ state }) => state)).toEqual(['success', 'missed', 'missed', 'missed'])
    expect(runs[1]?.reason).toContain('The server was not running at this time.')
    expect(setup().mails).toHaveLength(1)
    await remove(id)
  })

  test.each([
    ['two hours', 2 * hourMs],
    ['ten years', 10 * 365 * 24 * hourMs],
  ])('after the clock was set back by %s nothing runs twice, and runs continue', async (_, ms) => {
    const id = await schedule()
    if (ms > 24 * hourMs) setup().platform.clock.advance(ms)
    for (const _hour of [1, 2, 3]) {
      toNextHour()
      await work()
    }
    const sent = async () => {
      const rows = await setup()
        .store.db.selectFrom('schedule_runs')
        .select('due_at')
        .where('schedule_id', '=', id)
        .where('state', '=', 'success')
        .execute()
      return rows.length
    }
    expect([await sent(), setup().mails.length]).toEqual([3, 3])
    setup().platform.clock.advance(-ms)
    await work()
    expect(setup().mails).toHaveLength(3)
    for (let hour = 0; hour < 4; hour += 1) {
      toNextHour()
      await work()
    }
    // Two of the next four hours had passed before the clock was set back.
    const all = ms > 24 * hourMs ? 7 : 5
    expect([await sent(), setup().mails.length]).toEqual([all, all])
    await remove(id)
  })

  test('ten failures in a row suspend it and notify its owner; resuming it resets the count', async () => {
    const id = await schedule({}, { target: [{ webhookUrl: setup().hook.url }] })
    for (let failure = 1; failure <= 10; failure += 1) {
      expect(await shown(id)).toMatchObject({ isSuspended: false })
      setup().hook.answers.push(410)
      toNextHour()
      await work()
      expect((await runsOf(id))[0]).toMatchObject({ state: 'error', reason: expect.stringContaining('answered 410') })
    }
    expect(await shown(id)).toMatchObject({
      isSuspended: true,
      disabledAt: expect.any(String),
      disabledBy: null,
      nextRuns: [],
    })
    expect(setup().mails.map(({ to, subject }) => [to, subject])).toEqual([
      [[setup().platform.people.builder.email], 'Scheduled export "Store sales" failed'],
      [[setup().platform.people.builder.email], 'Scheduled export "Store sales" failed'],
      [[setup().platform.people.builder.email], 'Scheduled export "Store sales" was suspended'],
    ])
    expect(setup().mails[1]?.text).toContain('If it fails once more')
    expect(setup().mails[2]?.text).toContain('answered 410: not now')
    toNextHour()
    await work()
    expect(await runsOf(id)).toHaveLength(10)
    const resumed = await ask('builder', 'PATCH', `${path()}/${id}`, { suspensionAction: 'resume' })
    expect(resumed.body).toMatchObject({ isSuspended: false, disabledAt: null })
    setup().hook.answers.push(410)
    toNextHour()
    await work()
    expect(await shown(id)).toMatchObject({ isSuspended: false, lastRun: { state: 'error' } })
    await remove(id)
  })

  test('a transient error is retried a few times, then the run fails', async () => {
    const id = await schedule({}, { target: [{ webhookUrl: setup().hook.url }] })
    toNextHour()
    setup().hook.answers.push(500, 500, 500, 500, 500)
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      await work()
      setup().platform.clock.advance(5 * 60_000)
    }
    expect(await runsOf(id)).toMatchObject([
      { state: 'error', attempts: 5, reason: expect.not.stringContaining('again') },
    ])
    await remove(id)
  })

  test('a run whose job ended without a result fails, and no run starts while the previous one continues', async () => {
    const id = await schedule()
    toNextHour()
    await setup().documents.scheduleDue.tick()
    toNextHour()
    await setup().documents.scheduleDue.tick()
    expect(await runsOf(id)).toMatchObject([
      { state: 'skipped', reason: 'The run before it had not ended.' },
      { state: 'waiting' },
    ])
    setup().platform.clock.advance(hourMs)
    await setup().documents.worker.runDue()
    await setup().documents.scheduleDue.tick()
    expect((await runsOf(id)).at(-1)).toMatchObject({
      state: 'error',
      reason: 'The job did not end before its deadline.',
    })
    await remove(id)
    await setup().documents.worker.runDue()
  })

  test('a paused schedule can be sent by hand; one that is paused before its run is not sent', async () => {
    const id = await schedule()
    toNextHour()
    await setup().documents.scheduleDue.tick()
    await ask('builder', 'PATCH', `${path()}/${id}`, { suspensionAction: 'pause' })
    await setup().documents.worker.runDue()
    expect(await runsOf(id)).toMatchObject([{ state: 'skipped', reason: expect.stringContaining('paused') }])
    expect((await ask('builder', 'POST', `${path()}/${id}/runs`)).status).toBe(200)
    await setup().documents.worker.runDue()
    expect(await runsOf(id)).toMatchObject([{ state: 'success', isManual: true }, {}])
    expect(setup().mails).toHaveLength(1)
    await remove(id)
  })

  test('no file is left behind, and purging a workbook removes its schedules', async () => {
    const files = () => readdirSync(`${setup().platform.dataDir}/blobs/schedules`)
    // An earlier test has set the clock ten years ahead.
    setup().platform.clock.advance(11 * 365 * 24 * hourMs)
    // Each call removes the files of at most a hundred runs.
    for (let round = 0; round < 10 && files().length > 0; round += 1) await setup().documents.scheduleDue.tick()
    expect(files()).toEqual([])
    await schedule()
    toNextHour()
    await work()
    expect(files()).toHaveLength(1)
    await ask('admin', 'DELETE', `/v2/files/${setup().workbookId}`)
    const purged = await ask('admin', 'DELETE', `/v2/files/${setup().workbookId}?purge=true`)
    expect(purged.status, purged.text).toBe(200)
    expect(await setup().store.db.selectFrom('schedules').select('id').execute()).toEqual([])
    expect(await setup().store.db.selectFrom('schedule_runs').select('id').execute()).toEqual([])
    await setup().documents.scheduleDue.tick()
    expect(files()).toEqual([])
  })
})
