import type { Schedule } from '@octavo/core/contract'
import { expect, test } from 'vitest'
import type { SendMail } from '../../outbound/index.ts'
import { createQueue, createWorker, readDueTimes } from '../../queue/index.ts'
import { scheduleJobs } from '../../services/schedules/jobs.ts'
import { createScheduleDue } from '../../services/schedules/schedule-due.ts'
import { createScheduleEnds } from '../../services/schedules/schedule-ends.ts'
import { describeStores } from '../../store/testing.ts'
import { buildTestPlatform, startTestServer } from '../testing.ts'
import { buildTestServices, smallRetail, smallWorkbook } from './testing.ts'

const minuteMs = 60_000
const cronSpec = '*/10 * * * *'
const isDeep = process.env.OCTAVO_DEEP === '1'
const seeds = Array.from({ length: isDeep ? 12 : 1 }, (_, index) => index + 1)
const steps = isDeep ? 80 : 30

/** A seeded generator of numbers in [0, 1) (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

describeStores('a history of scheduled exports', (openStore) => {
  test.each(seeds)(
    'loses and repeats no due time, with processes that die anywhere and clocks that jump (seed %i)',
    async (seed) => {
      const random = randomFrom(seed)
      const platform = await buildTestPlatform(openStore)
      const { store, clock } = platform
      /** Delivery ids that the receiver accepted. */
      const taken: string[] = []
      let fault: 'none' | 'before' | 'after' | 'refused' = 'none'
      const failures: (() => void)[] = []
      let onDeath = () => {}
      const dies = () => {
        onDeath()
        return new Promise<never>((_, reject) => failures.push(() => reject(new Error('dead'))))
      }
      const sendMail: SendMail = async ({ deliveryId = '', files = [] }) => {
        for (const { content } of files) content.destroy()
        const now = fault
        fault = 'none'
        if (now === 'before') return dies()
        if (now === 'refused') throw new Error('connection reset')
        taken.push(deliveryId)
        return now === 'after' ? dies() : { refused: [] }
      }
      const documents = buildTestServices(platform, { sendMail })
      const server = await startTestServer(platform, documents.routes)
      const connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
      const spec = smallWorkbook(connectionId, platform.people.builder.homeFolderId)
      const workbook = await documents.specs.create(await documents.viewer('builder'), 'workbook', spec)
      const start = clock.now()
      const made = await server.request({
        method: 'POST',
        path: `/v2/workbooks/${workbook.record.inode.id}/schedules`,
        as: 'builder',
        body: {
          target: [{ email: 'reader@example.com' }],
          schedule: { cronSpec, timezone: 'UTC' },
          configV2: {
            title: 'Orders',
            messageBody: '',
            exportAttachments: [
              { formatOptions: { type: 'CSV' }, workbookExportSource: { type: 'element', elementIds: ['orders'] } },
            ],
          },
        },
      })
      const scheduleId = (made.body as Schedule).scheduledNotificationId
      const newProcess = () => {
        const queue = createQueue({ store, clock })
        const ends = createScheduleEnds({ store, clock, queue, mails: { isSet: async () => false } })
        const reportBug = (error: unknown) => {
          throw error
        }
        return {
          due: createScheduleDue({ store, clock, queue, ends, outbox: documents.scheduleOutbox, reportBug }),
          worker: createWorker({
            store,
            clock,
            concurrency: 2,
            handlers: scheduleJobs({
              runs: documents.scheduleRuns,
              outbox: documents.scheduleOutbox,
              notices: documents.scheduleNotices,
            }),
          }),
        }
      }

      let latest = start
      const dying: Promise<unknown>[] = []
      const look = async (count: number) => {
        const processes = Array.from({ length: count }, newProcess)
        latest = Math.max(latest, clock.now())
        await Promise.all(processes.map(({ due }) => due.tick()))
        const death = new Promise<void>((resolve) => {
          onDeath = resolve
        })
        const work = Promise.all(processes.map(({ worker }) => worker.runDue()))
        dying.push(work)
        // A dead process does not come back; the others continue without it.
        await Promise.race([work, death])
      }
      for (let step = 0; step < steps; step += 1) {
        const dice = random()
        if (dice < 0.5) clock.advance(Math.floor(random() * 25 * minuteMs))
        else if (dice < 0.6) clock.advance(Math.floor(random() * 5 * 60 * minuteMs))
        else if (dice < 0.7) clock.advance(-Math.floor(random() * Math.min(3 * 60 * minuteMs, clock.now() - start)))
        else clock.advance(40_000)
        const kind = random()
        fault = kind < 0.15 ? 'before' : kind < 0.3 ? 'after' : kind < 0.4 ? 'refused' : 'none'
        await look(1 + Math.floor(random() * 3))
      }
      fault = 'none'
      // Advances far enough that every open run ends after its retries and its deadline, wherever the clock is.
      for (let rest = 0; rest < 8; rest += 1) {
        clock.advance(11 * minuteMs)
        await look(2)
      }
      for (const fail of failures) fail()
      await Promise.all(dying)
      clock.advance(61 * minuteMs)
      await newProcess().due.tick()
      latest = Math.max(latest, clock.now())
      await newProcess().worker.runDue()

      const rows = await store.db
        .selectFrom('schedule_runs')
        .selectAll()
        .where('schedule_id', '=', scheduleId)
        .orderBy('due_at')
        .execute()
      const read = readDueTimes(cronSpec, 'UTC')
      const expected = read.ok ? read.times.after(start, 2000).filter((time) => time <= latest) : []
      expect(rows.map(({ due_at }) => due_at)).toEqual(expected)
      expect(rows.filter(({ state }) => state === 'waiting' || state === 'running')).toEqual([])
      const ids = new Map(rows.map((row) => [row.id, row]))
      for (const id of taken) expect(['success', 'error']).toContain(ids.get(id)?.state)
      for (const { id, state, attempts } of rows) {
        const times = taken.filter((each) => each === id).length
        if (state === 'success') expect(times).toBeGreaterThan(0)
        if (state === 'skipped') expect(times).toBe(0)
        expect(times).toBeLessThanOrEqual(attempts)
      }
      expect(rows.filter(({ state }) => state === 'success').length).toBeGreaterThan(5)
      await server.http.stop({ graceMs: 0 })
      await documents.close()
      await platform.close()
    },
    300_000,
  )
})
