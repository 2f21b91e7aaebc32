import { expect, test } from 'vitest'
import { sealEvents, verifyChain } from '../../packages/server/src/audit/index.ts'
import { assertWorking, createQueue, createWorker } from '../../packages/server/src/queue/index.ts'
import { createViewers } from '../../packages/server/src/services/sign-in/viewers.ts'
import { insertAccountType } from '../../packages/server/src/store/account-types.ts'
import { createStore, newUuid, systemActor } from '../../packages/server/src/store/index.ts'
import { insertMember, updateMember } from '../../packages/server/src/store/members.ts'
import { migrations } from '../../packages/server/src/store/migrations/index.ts'
import { insertOrganization } from '../../packages/server/src/store/organizations.ts'
import { describeStores } from '../../packages/server/src/store/testing.ts'

const dayMs = 24 * 3_600_000

describeStores('a clock that jumps', (openStore) => {
  async function bench() {
    let now = Date.UTC(2026, 5, 15, 12)
    const clock = { now: () => now }
    const place = await openStore.place()
    const store = await openStore({ ...place, clock })
    const organizationId = newUuid()
    const row = {
      id: organizationId,
      slug: 'main',
      name: '',
      zone: 'UTC',
      settings: '{}',
      created_at: 1,
      updated_at: 1,
    }
    const event = {
      organizationId,
      actor: systemActor,
      category: 'SYSTEM',
      action: 'TEAM_UPDATED',
      object: { kind: 'test', id: 'x' },
    } as const
    await store.write(event, (tx) => insertOrganization(tx, row))
    const queue = createQueue({ store, clock })
    const enqueue = (exportId: string, deadlineMs = 30 * dayMs, runAt = clock.now()) =>
      store.maintain('test', (tx) =>
        queue.enqueue(tx, { organizationId, kind: 'export', payload: { exportId }, actorId: 'x', deadlineMs, runAt }),
      )
    return {
      place,
      store,
      clock,
      organizationId,
      enqueue,
      write: () => store.write(event, async () => {}),
      jump: (ms: number) => {
        now += ms
      },
    }
  }

  test.each([
    ['an hour back', -3_600_000],
    ['a day on', dayMs],
    ['a year back', -365 * dayMs],
  ])('%s: the audit log stays one whole chain', async (_, jumpMs) => {
    const { store, organizationId, write, jump } = await bench()
    await write()
    await sealEvents(store, organizationId)
    jump(jumpMs)
    await write()
    await write()
    await sealEvents(store, organizationId)
    jump(-jumpMs)
    await write()
    await sealEvents(store, organizationId)
    expect(await verifyChain(store, organizationId)).toMatchObject({ isWhole: true, checked: 5 })
  })

  test.each([
    ['on by an hour', 3_600_000],
    ['back by an hour', -3_600_000],
  ])('%s during a running job: it is not run twice, and its result is stored', async (_, jumpMs) => {
    const { store, clock, enqueue, jump } = await bench()
    let runs = 0
    const begun = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const worker = createWorker({
      store,
      clock,
      concurrency: 2,
      handlers: {
        export: async () => {
          runs += 1
          begun.resolve()
          await gate.promise
          return { runs }
        },
      },
    })
    await enqueue('one')
    const due = worker.runDue()
    await begun.promise
    jump(jumpMs)
    // The heartbeat precedes the sweep in a live process, and extends the lease by the new time.
    await worker.beat()
    const other = createWorker({ store, clock, concurrency: 1, handlers: { export: async () => ({ runs: -1 }) } })
    expect(await other.runDue()).toBe(0)
    gate.resolve()
    await due
    const rows = await store.db.selectFrom('jobs').select(['state', 'outcome', 'attempts']).execute()
    expect(rows).toEqual([{ state: 'succeeded', outcome: '{"runs":1}', attempts: 1 }])
  })

  test('on past its deadline: a job ends as failed with the reason, and is not lost', async () => {
    const { store, clock, enqueue, jump } = await bench()
    await enqueue('one', 60_000)
    jump(dayMs)
    const worker = createWorker({ store, clock, concurrency: 1, handlers: { export: async () => ({}) } })
    await worker.runDue()
    const [row] = await store.db.selectFrom('jobs').select(['state', 'error']).execute()
    expect(row?.state).toBe('failed')
    expect(JSON.parse(row?.error ?? '{}')).toMatchObject({ code: 'deadline_passed' })
  })

  test('back: due jobs run now and once, with the remaining time to their deadlines', async () => {
    const { store, clock, enqueue, jump } = await bench()
    await enqueue('one', 60_000)
    jump(-365 * dayMs)
    await assertWorking({ store, clock })
    await enqueue('two')
    const deadlines: number[] = []
    const handler = async ({ deadlineAt }: { deadlineAt: number }) => {
      deadlines.push(deadlineAt - clock.now())
      return {}
    }
    const worker = createWorker({ store, clock, concurrency: 1, handlers: { export: handler } })
    expect(await worker.runDue()).toBe(2)
    expect(deadlines.sort((a, b) => a - b)).toEqual([60_000, 30 * dayMs])
    jump(365 * dayMs)
    expect(await worker.runDue()).toBe(0)
    const rows = await store.db.selectFrom('jobs').select(['state', 'attempts']).execute()
    expect(rows).toEqual([
      { state: 'succeeded', attempts: 1 },
      { state: 'succeeded', attempts: 1 },
    ])
  })

  test('back: a job that is due later waits for its time', async () => {
    const { store, clock, enqueue, jump } = await bench()
    await enqueue('later', 30 * dayMs, clock.now() + 1)
    jump(-3_600_000)
    const worker = createWorker({ store, clock, concurrency: 1, handlers: { export: async () => ({}) } })
    expect(await worker.runDue()).toBe(0)
    jump(3_600_001)
    expect(await worker.runDue()).toBe(1)
  })

  test('back: the cached data of a member are read again, as if they had expired', async () => {
    const { store, clock, organizationId, jump } = await bench()
    const viewers = createViewers({ store, clock })
    const at = { created_by: 'system', updated_by: 'system', created_at: 1, updated_at: 1 }
    await store.maintain('a member', async (tx) => {
      const type = { organization_id: organizationId, id: newUuid(), name: 'View', description: '', is_built_in: 1 }
      await insertAccountType(tx, { ...type, permissions: '[]', ...at })
      await insertMember(tx, {
        organization_id: organizationId,
        id: 'member',
        email: 'a@example.com',
        email_key: 'a@example.com',
        first_name: 'A',
        last_name: 'B',
        account_type_id: type.id,
        user_kind: 'internal',
        home_folder_id: newUuid(),
        password_hash: null,
        profile_img_url: null,
        is_archived: 0,
        ...at,
      })
    })
    expect(await viewers.load(organizationId, 'member', { kind: 'job' })).toMatchObject({ firstName: 'A' })
    jump(-3_600_000)
    // In another process: this one notices when its cached data expires.
    await store.maintain('elsewhere', (tx) => updateMember(tx, organizationId, 'member', { is_archived: 1 }))
    expect(await viewers.load(organizationId, 'member', { kind: 'job' })).toBeNull()
  })

  test('back before a migration: the lease of the future does not stop the next start', async () => {
    const { place, store, jump } = await bench()
    await store.maintain('test', (tx) =>
      tx
        .insertInto('leases')
        .values({ name: 'migration', owner: 'gone', until: Date.UTC(2036, 0) })
        .execute(),
    )
    await store.close()
    jump(-dayMs)
    const next = { name: '9999-next', up: async () => {} }
    const again = await createStore({ ...place, migrations: [...migrations, next] })
    expect(await again.db.selectFrom('leases').selectAll().execute()).toEqual([])
    await again.close()
  })
})
