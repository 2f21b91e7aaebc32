import { setImmediate as turn } from 'node:timers/promises'
import { AppError } from '@octavo/core/errors'
import { jobKinds } from '@octavo/core/jobs'
import { expect, test } from 'vitest'
import type { Clock } from '../config/index.ts'
import { newUuid, type Store, type StoreOptions } from '../store/index.ts'
import { findJob } from '../store/jobs.ts'
import { describeStores, testOn } from '../store/testing.ts'
import {
  assertWorking,
  countJobs,
  createQueue,
  createWorker,
  type JobHandler,
  type NewJob,
  type WorkerOptions,
} from './index.ts'

describeStores('queue', (openStore, engine) => {
  interface Bench {
    store: Store
    clock: Clock & { pass(ms: number): void }
    enqueue(job?: Partial<NewJob<'export'>>): Promise<string>
    worker(handler: JobHandler<'export'>, options?: Partial<WorkerOptions>): ReturnType<typeof createWorker>
    cancel(jobId: string): Promise<'cancelled' | 'requested' | null>
    read(jobId: string): Promise<Record<string, unknown>>
    errors: unknown[]
  }

  async function bench(place?: StoreOptions): Promise<Bench> {
    let now = 1_700_000_000_000
    const clock = {
      now: () => now,
      pass(ms: number) {
        now += ms
      },
    }
    const store = await openStore({ ...place, clock })
    const organizationId = newUuid()
    await store.maintain('test', (tx) =>
      tx
        .insertInto('organizations')
        .values({
          id: organizationId,
          slug: 'main',
          name: '',
          zone: 'UTC',
          settings: '{}',
          created_at: 1,
          updated_at: 1,
        })
        .execute(),
    )
    const queue = createQueue({ store, clock })
    const errors: unknown[] = []
    return {
      store,
      clock,
      errors,
      async enqueue(job = {}) {
        const { jobId } = await store.maintain('test', (tx) =>
          queue.enqueue(tx, {
            organizationId,
            kind: 'export',
            payload: { exportId: 'one' },
            actorId: 'member',
            ...job,
          }),
        )
        return jobId
      },
      worker: (handler, options = {}) =>
        createWorker({
          store,
          clock,
          concurrency: 4,
          handlers: { export: handler },
          onError: (error) => errors.push(error),
          ...options,
        }),
      cancel: (jobId) => store.maintain('test', (tx) => queue.cancel(tx, organizationId, jobId)),
      async read(jobId) {
        const row = await findJob(store.db, organizationId, jobId)
        return {
          state: row?.state,
          attempts: row?.attempts,
          outcome: row?.outcome && JSON.parse(row.outcome),
          error: row?.error && JSON.parse(row.error).code,
          isHeld: row?.lease_owner !== null,
          isEnded: row?.finished_at !== null,
        }
      },
    }
  }

  /** A handler that reports its start and ends when the test releases it. */
  function gated() {
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    let begin = () => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const signals: AbortSignal[] = []
    const handler: JobHandler<'export'> = async ({ signal, attempt }) => {
      signals.push(signal)
      begin()
      await gate
      return { attempt }
    }
    return { handler, open: () => open(), begun, signals }
  }

  test('a job runs with its payload and records its outcome in the ledger', async () => {
    const { enqueue, worker, read } = await bench()
    const id = await enqueue({ payload: { exportId: 'seven' } })
    expect(await worker(async ({ payload, attempt }) => ({ ...payload, attempt })).runDue()).toBe(1)
    expect(await read(id)).toEqual({
      state: 'succeeded',
      attempts: 1,
      outcome: { exportId: 'seven', attempt: 1 },
      error: null,
      isHeld: false,
      isEnded: true,
    })
  })

  test('a job whose write was rolled back does not exist', async () => {
    const { store, clock, worker } = await bench()
    const queue = createQueue({ store, clock })
    const [organization] = await store.db.selectFrom('organizations').select('id').execute()
    const undone = store.maintain('test', async (tx) => {
      await queue.enqueue(tx, {
        organizationId: organization?.id ?? '',
        kind: 'export',
        payload: { exportId: 'one' },
        actorId: 'member',
      })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await worker(async () => undefined).runDue()).toBe(0)
  })

  test('jobs run in the order of their due times, and not before', async () => {
    const { enqueue, worker, clock } = await bench()
    const later = clock.now() + 5000
    await enqueue({ payload: { exportId: 'third' }, runAt: later })
    await enqueue({ payload: { exportId: 'second' }, runAt: clock.now() })
    await enqueue({ payload: { exportId: 'first' }, runAt: clock.now() - 1 })
    const order: string[] = []
    const ordered = worker(
      async ({ payload }) => {
        order.push(payload.exportId)
        return undefined
      },
      { concurrency: 1 },
    )
    await ordered.runDue()
    expect(order).toEqual(['first', 'second'])
    clock.pass(5000)
    await ordered.runDue()
    expect(order).toEqual(['first', 'second', 'third'])
  })

  test('two workers run every job once and never at the same time', async () => {
    const { enqueue, worker, store } = await bench()
    const ids = await Promise.all(Array.from({ length: 24 }, () => enqueue()))
    const runs = new Map<string, number>()
    const handler: JobHandler<'export'> = async ({ id }) => {
      runs.set(id, (runs.get(id) ?? 0) + 1)
      await turn()
      return undefined
    }
    await Promise.all([1, 2, 3].map(() => worker(handler).runDue()))
    expect([...runs.keys()].toSorted()).toEqual(ids.toSorted())
    expect([...runs.values()].every((count) => count === 1)).toBe(true)
    const states = await store.db.selectFrom('jobs').select('state').distinct().execute()
    expect(states).toEqual([{ state: 'succeeded' }])
  })

  testOn(engine === 'postgres')('workers of several processes run every job once too', async () => {
    const place = await openStore.place()
    const { enqueue, clock } = await bench(place)
    for (let count = 0; count < 30; count += 1) await enqueue()
    const runs: string[] = []
    const workers = await Promise.all(
      [1, 2, 3].map(async () => {
        const store = await openStore({ ...place, clock })
        const handler: JobHandler<'export'> = async ({ id }) => {
          runs.push(id)
          await turn()
          return undefined
        }
        return createWorker({ store, clock, concurrency: 3, handlers: { export: handler } })
      }),
    )
    await Promise.all(workers.map((each) => each.runDue()))
    expect(runs).toHaveLength(30)
    expect(new Set(runs).size).toBe(30)
  })

  test('a job whose worker was killed halfway runs again, and the dead worker cannot end it', async () => {
    const { enqueue, worker, read, clock } = await bench()
    const id = await enqueue()
    const dead = gated()
    const deadRun = worker(dead.handler).runDue()
    await dead.begun
    const second = worker(async ({ attempt }) => ({ attempt }))
    clock.pass(20_000)
    expect(await second.runDue()).toBe(0)
    clock.pass(20_000)
    expect(await second.runDue()).toBe(1)
    dead.open()
    await deadRun
    expect(await read(id)).toMatchObject({ state: 'succeeded', attempts: 2, outcome: { attempt: 2 } })
  })

  test('heartbeats keep a job, and a worker that lost its job stops', async () => {
    const { enqueue, worker, clock } = await bench()
    await enqueue()
    const slow = gated()
    const keeper = worker(slow.handler)
    const keeping = keeper.runDue()
    await slow.begun
    const other = worker(async () => undefined)
    for (let beat = 0; beat < 4; beat += 1) {
      clock.pass(20_000)
      await keeper.beat()
      expect(await other.runDue()).toBe(0)
    }
    clock.pass(31_000)
    expect(await other.runDue()).toBe(1)
    await keeper.beat()
    expect(slow.signals[0]?.aborted).toBe(true)
    slow.open()
    await keeping
  })

  test('a process that was suspended past its leases keeps its jobs: its own sweep requeues none of them', async () => {
    const { enqueue, worker, read, clock, errors } = await bench()
    const id = await enqueue()
    const slow = gated()
    const sleeper = worker(slow.handler)
    const first = sleeper.runDue()
    await slow.begun
    clock.pass(31_000)
    const second = sleeper.runDue()
    clock.pass(20_000)
    expect(await worker(async () => undefined).runDue()).toBe(0)
    slow.open()
    await Promise.all([first, second])
    expect(await read(id)).toMatchObject({ state: 'succeeded', attempts: 1 })
    expect(errors).toEqual([])
  })

  test('when the store takes longer than a lease, a worker does not requeue its own jobs', async () => {
    const { enqueue, worker, read, clock, store, errors } = await bench()
    const id = await enqueue()
    const slow = gated()
    const swept = Promise.withResolvers<void>()
    let beats = 0
    const maintain: Store['maintain'] = async (what, work, options) => {
      const result = await store.maintain(what, work, options)
      if (what === 'job heartbeat') {
        beats += 1
        clock.pass(31_000)
      }
      if (what === 'sweep jobs' && beats > 0) swept.resolve()
      return result
    }
    const patient = worker(slow.handler, { store: Object.assign(Object.create(store) as Store, { maintain }) })
    const first = patient.runDue()
    await slow.begun
    const second = patient.runDue()
    await swept.promise
    slow.open()
    await Promise.all([first, second])
    expect(await read(id)).toMatchObject({ state: 'succeeded', attempts: 1 })
    expect(errors).toEqual([])
  })

  test('an error that a handler throws after its abort is not reported as a bug', async () => {
    const { enqueue, worker, read, cancel, errors } = await bench()
    const id = await enqueue()
    const begun = Promise.withResolvers<void>()
    const cooperative = worker(async ({ signal }) => {
      begun.resolve()
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      signal.throwIfAborted()
      return undefined
    })
    const running = cooperative.runDue()
    await begun.promise
    await cancel(id)
    await cooperative.beat()
    await running
    expect(await read(id)).toMatchObject({ state: 'cancelled' })
    expect(errors).toEqual([])
  })

  test('a job that loses its worker every time fails after its last attempt', async () => {
    const { enqueue, worker, read, clock } = await bench()
    const id = await enqueue({ maxAttempts: 2 })
    const gates = [gated(), gated()]
    const runs = []
    for (const gate of gates) {
      runs.push(worker(gate.handler).runDue())
      await gate.begun
      clock.pass(31_000)
    }
    expect(await worker(async () => undefined).runDue()).toBe(0)
    expect(await read(id)).toMatchObject({ state: 'failed', attempts: 2, error: 'worker_lost', isEnded: true })
    for (const gate of gates) gate.open()
    await Promise.all(runs)
  })

  test('an error is retried with growing delays, then the job fails; the ledger has every attempt', async () => {
    const { enqueue, worker, read, clock, errors } = await bench()
    const id = await enqueue()
    const failing = worker(async () => {
      throw new Error('canary')
    })
    await failing.runDue()
    expect(await read(id)).toMatchObject({ state: 'queued', attempts: 1, error: 'internal', isEnded: false })
    expect(await failing.runDue()).toBe(0)
    clock.pass(1000)
    expect(await failing.runDue()).toBe(1)
    clock.pass(3999)
    expect(await failing.runDue()).toBe(0)
    clock.pass(1)
    expect(await failing.runDue()).toBe(1)
    expect(await read(id)).toMatchObject({ state: 'failed', attempts: 3, error: 'internal', isEnded: true })
    expect(errors).toHaveLength(3)
  })

  test('an error that the caller has to fix is not retried; an error of a service is', async () => {
    const { enqueue, worker, read } = await bench()
    const hopeless = await enqueue()
    const passing = await enqueue({ payload: { exportId: 'two' } })
    const elsewhere = await enqueue({ payload: { exportId: 'three' } })
    await worker(async ({ payload }) => {
      if (payload.exportId === 'one') throw new AppError('query_failed', { reason: 'no such table' })
      if (payload.exportId === 'two') throw new AppError('engine_unavailable', { reason: 'restarting' })
      throw new AppError('source_unavailable', { source: 'of a table', reason: 'No answer.', isPassing: true })
    }).runDue()
    expect(await read(hopeless)).toMatchObject({ state: 'failed', attempts: 1, error: 'query_failed' })
    expect(await read(passing)).toMatchObject({ state: 'queued', attempts: 1, error: 'engine_unavailable' })
    expect(await read(elsewhere)).toMatchObject({ state: 'queued', attempts: 1, error: 'source_unavailable' })
  })

  test('a waiting job is cancelled at once and never runs', async () => {
    const { enqueue, worker, read, cancel } = await bench()
    const id = await enqueue()
    expect(await cancel(id)).toBe('cancelled')
    expect(await worker(async () => undefined).runDue()).toBe(0)
    expect(await read(id)).toMatchObject({ state: 'cancelled', attempts: 0, isEnded: true })
    expect(await cancel(id)).toBeNull()
    expect(await cancel(newUuid())).toBeNull()
  })

  test('a running job is aborted when it is cancelled, and ends as cancelled whatever it returns', async () => {
    const { enqueue, worker, read, cancel } = await bench()
    const id = await enqueue()
    const slow = gated()
    const canceller = worker(slow.handler)
    const running = canceller.runDue()
    await slow.begun
    expect(await cancel(id)).toBe('requested')
    await canceller.beat()
    expect(slow.signals[0]?.aborted).toBe(true)
    slow.open()
    await running
    expect(await read(id)).toMatchObject({ state: 'cancelled', outcome: null, isHeld: false, isEnded: true })
  })

  test('a job whose worker died after it was cancelled ends as cancelled', async () => {
    const { enqueue, worker, read, cancel, clock } = await bench()
    const id = await enqueue()
    const dead = gated()
    const deadRun = worker(dead.handler).runDue()
    await dead.begun
    await cancel(id)
    clock.pass(31_000)
    expect(await worker(async () => undefined).runDue()).toBe(0)
    expect(await read(id)).toMatchObject({ state: 'cancelled', isEnded: true })
    dead.open()
    await deadRun
  })

  test('a job that passes its deadline fails, whether it waits or runs', async () => {
    const { enqueue, worker, read, clock } = await bench()
    const runs = await enqueue({ deadlineMs: 10_000 })
    const slow = gated()
    const late = worker(slow.handler, { concurrency: 1 })
    const running = late.runDue()
    await slow.begun
    const waits = await enqueue({ deadlineMs: 10_000, runAt: clock.now() })
    clock.pass(10_000)
    await late.beat()
    expect(slow.signals[0]?.aborted).toBe(true)
    slow.open()
    await running
    expect(await read(runs)).toMatchObject({ state: 'failed', error: 'deadline_passed', isEnded: true })
    expect(await worker(async () => undefined).runDue()).toBe(0)
    expect(await read(waits)).toMatchObject({ state: 'failed', error: 'deadline_passed', attempts: 0, isEnded: true })
  })

  test('a unique key is held until its job has ended', async () => {
    const { enqueue, worker } = await bench()
    const first = await enqueue({ uniqueKey: 'seal' })
    expect(await enqueue({ uniqueKey: 'seal' })).toBe(first)
    const other = await enqueue({ uniqueKey: 'other' })
    expect(other).not.toBe(first)
    await worker(async () => undefined).runDue()
    expect(await enqueue({ uniqueKey: 'seal' })).not.toBe(first)
  })

  test('a worker claims only kinds that it has a handler for', async () => {
    const { enqueue, worker, read } = await bench()
    const id = await enqueue()
    expect(await worker(async () => undefined, { handlers: {} }).runDue()).toBe(0)
    expect(await worker(async () => undefined, { handlers: { 'audit.seal': async () => undefined } }).runDue()).toBe(0)
    expect(await read(id)).toMatchObject({ state: 'queued' })
  })

  test('a started worker is woken by a new job, and stops without losing it', async () => {
    const { enqueue, worker, read } = await bench()
    const slow = gated()
    const working = worker(slow.handler, { pollMs: 3_600_000 })
    await working.start()
    const id = await enqueue()
    await slow.begun
    slow.signals[0]?.addEventListener('abort', slow.open)
    await working.stop({ graceMs: 0 })
    expect(await read(id)).toMatchObject({ state: 'queued', attempts: 0, isHeld: false, isEnded: false })
    const next = await enqueue()
    expect(await read(next)).toMatchObject({ state: 'queued' })
  })

  test('a started worker is notified at once that a job was cancelled', async () => {
    const { enqueue, worker, read, cancel } = await bench()
    const slow = gated()
    const working = worker(slow.handler)
    await working.start()
    const id = await enqueue()
    await slow.begun
    const aborted = new Promise((resolve) => slow.signals[0]?.addEventListener('abort', resolve))
    await cancel(id)
    await aborted
    slow.open()
    await working.stop()
    expect(await read(id)).toMatchObject({ state: 'cancelled' })
  })

  test('the watch distinguishes a stuck queue from a long one', async () => {
    const { enqueue, worker, clock, store } = await bench()
    const watch = () => assertWorking({ store, clock })
    await enqueue({ deadlineMs: 24 * 3_600_000 })
    await enqueue({ deadlineMs: 24 * 3_600_000 })
    await enqueue({ runAt: clock.now() + 100_000_000 })
    expect(await countJobs({ store, clock })).toEqual({ waiting: 2, late: 0, running: 0 })
    await watch()
    clock.pass(300_001)
    expect(await countJobs({ store, clock })).toEqual({ waiting: 2, late: 2, running: 0 })
    await expect(watch()).rejects.toMatchObject({
      code: 'not_ready',
      message: '2 jobs have been due for more than five minutes, and no worker takes them.',
    })
    const running = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const busy = worker(
      async () => {
        running.resolve()
        await gate.promise
        return {}
      },
      { concurrency: 1 },
    )
    const done = busy.runDue()
    await running.promise
    expect(await countJobs({ store, clock })).toEqual({ waiting: 1, late: 1, running: 1 })
    await watch()
    gate.resolve()
    await done
    expect(await countJobs({ store, clock })).toEqual({ waiting: 0, late: 0, running: 0 })
  })

  test('jobs of a kind that never end use no slots of another kind', async () => {
    const { enqueue, worker, read } = await bench()
    const never = Promise.withResolvers<undefined>()
    for (const scheduleId of ['a', 'b', 'c']) {
      await enqueue({ kind: 'schedule.notice', payload: { scheduleId, dueAt: 1 } } as never)
    }
    const exportId = await enqueue()
    const running = worker(async () => ({ isMade: true }), {
      concurrency: 2,
      handlers: { export: async () => ({ isMade: true }), 'schedule.notice': () => never.promise },
    })
    await running.start()
    await expect.poll(() => read(exportId)).toMatchObject({ state: 'succeeded' })
    never.resolve(undefined)
    await running.stop()
  })

  test('a member gets a limited number of slots of a kind that waits for external servers', async () => {
    const { enqueue, worker, store, clock } = await bench()
    const never = Promise.withResolvers<undefined>()
    const started: string[] = []
    const hook = (name: string, actorId: string) =>
      enqueue({ kind: 'schedule.webhook', payload: { scheduleId: 'a', dueAt: 1, name }, actorId } as never)
    const most = jobKinds['schedule.webhook'].slotsOfMember ?? 0
    for (let count = 0; count < most + 2; count += 1) await hook(`busy ${count}`, 'busy')
    await hook('other', 'other')
    const running = worker(async () => undefined, {
      concurrency: 1,
      handlers: {
        'schedule.webhook': ({ payload, actorId }) => {
          started.push(payload.name)
          return actorId === 'busy' ? never.promise : Promise.resolve(undefined)
        },
      },
    })
    await running.start()
    await expect.poll(() => started.length).toBe(most + 1)
    expect(started).toContain('other')
    expect(await countJobs({ store, clock })).toMatchObject({ waiting: 2 })
    never.resolve(undefined)
    await expect.poll(() => started.length).toBe(most + 3)
    await running.stop()
  })

  test('members take turns, however many jobs one of them has', async () => {
    const { enqueue, worker, clock } = await bench()
    const order: string[] = []
    for (let number = 0; number < 4; number += 1) await enqueue({ actorId: 'busy' })
    clock.pass(1_000)
    await enqueue({ actorId: 'other' })
    clock.pass(1_000)
    await enqueue({ actorId: 'third' })
    const running = worker(
      async ({ actorId }) => {
        order.push(actorId)
        return {}
      },
      { concurrency: 1 },
    )
    await running.runDue()
    expect(order).toEqual(['busy', 'other', 'third', 'busy', 'busy', 'busy'])
  })
})
