import { expect, test } from 'vitest'
import { newUuid } from './ids.ts'
import { claimJob, findJob, insertJob, type JobHold, renewLease, settleJob } from './jobs.ts'
import { insertOrganization } from './organizations.ts'
import { describeStores } from './testing.ts'

const now = 1_700_000_000_000
const done = { state: 'succeeded', outcome: '{}' } as const

describeStores('a job is held', (openStore) => {
  /** A job that was lost by its first worker and is now run by a second one. */
  async function heldAgain() {
    const store = await openStore()
    const organizationId = newUuid()
    const id = newUuid()
    const claim = (owner: string) =>
      store.maintain('claim', (tx) =>
        claimJob(tx, { kinds: ['export'], owner, now, leaseUntil: now + 1_000, skipLocked: store.skipLocked }),
      )
    await store.maintain('test', async (tx) => {
      const stamp = { created_at: 1, updated_at: 1 }
      await insertOrganization(tx, {
        id: organizationId,
        slug: 'main',
        name: '',
        zone: 'UTC',
        settings: '{}',
        ...stamp,
      })
      await insertJob(tx, {
        organization_id: organizationId,
        id,
        kind: 'export',
        payload: '{}',
        state: 'queued',
        run_at: now,
        deadline_at: now + 60_000,
        attempts: 0,
        max_attempts: 3,
        lease_owner: null,
        lease_until: null,
        cancel_requested: 0,
        outcome: null,
        error: null,
        unique_key: null,
        actor_id: 'member',
        created_at: now,
        started_at: null,
        finished_at: null,
      })
    })
    await claim('first')
    const lost: JobHold = { organizationId, id, owner: 'first', attempt: 1 }
    await store.maintain('put back', (tx) =>
      settleJob(tx, lost, { state: 'queued', runAt: now, error: null, isCounted: true }, now),
    )
    await claim('second')
    const state = async () => (await findJob(store.db, organizationId, id))?.state
    return { store, lost, held: { ...lost, owner: 'second', attempt: 2 }, state }
  }

  test.each<[string, Partial<JobHold>]>([
    ['the worker that lost it', {}],
    ['the same worker in an earlier attempt', { owner: 'second' }],
    ['another worker that names the attempt', { attempt: 2 }],
  ])('%s can neither end it nor extend its lease', async (_title, change) => {
    const { store, lost, state } = await heldAgain()
    const hold = { ...lost, ...change }
    expect(await store.maintain('test', (tx) => settleJob(tx, hold, done, now))).toBe(false)
    expect(await store.maintain('test', (tx) => renewLease(tx, hold, now + 5_000))).toBe(null)
    expect(await state()).toBe('running')
  })

  test('only the current holder can extend its lease and end it', async () => {
    const { store, held, state } = await heldAgain()
    expect(await store.maintain('test', (tx) => renewLease(tx, held, now + 5_000))).toBe(false)
    expect(await store.maintain('test', (tx) => settleJob(tx, held, done, now))).toBe(true)
    expect(await state()).toBe('succeeded')
  })
})
