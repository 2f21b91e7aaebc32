import { expect, test } from 'vitest'
import { createQueue, createWorker } from '../queue/index.ts'
import { newUuid, systemActor } from '../store/index.ts'
import { insertOrganization } from '../store/organizations.ts'
import { describeStores } from '../store/testing.ts'
import { sealEvents, verifyChain } from './index.ts'
import { auditSealJobs, enqueueSeals } from './jobs.ts'

/** No organization here has a copy. */
const noCopies = { copy: async () => 0, behind: async () => [] }

describeStores('the job audit.seal', (openStore) => {
  async function bench() {
    let now = 1_700_000_000_000
    const clock = { now: () => now }
    const store = await openStore({ clock })
    const organizations = [newUuid(), newUuid()]
    for (const id of organizations) {
      const row = { id, slug: id, name: '', zone: 'UTC', settings: '{}', created_at: 1, updated_at: 1 }
      const event = {
        organizationId: id,
        actor: systemActor,
        category: 'SYSTEM',
        action: 'TEAM_UPDATED',
        object: { kind: 'test', id: 'x' },
      } as const
      await store.write(event, (tx) => insertOrganization(tx, row))
    }
    const queue = createQueue({ store, clock })
    const worker = createWorker({
      store,
      clock,
      concurrency: 2,
      handlers: auditSealJobs({ store, trailCopies: noCopies }),
    })
    const write = (organizationId: string) =>
      store.write(
        {
          organizationId,
          actor: systemActor,
          category: 'SYSTEM',
          action: 'TEAM_UPDATED',
          object: { kind: 'test', id: 'x' },
        },
        async () => {},
      )
    const pass = (ms: number) => {
      now += ms
    }
    return { store, queue, worker, organizations, write, pass }
  }

  test('seals every organization, and later those with new events', async () => {
    const { store, queue, worker, organizations, write, pass } = await bench()
    await enqueueSeals({ store, queue, trailCopies: noCopies })
    expect(await worker.runDue()).toBe(2)
    const [first = '', second = ''] = organizations
    await write(first)
    pass(3_600_000)
    await enqueueSeals({ store, queue, trailCopies: noCopies })
    expect(await worker.runDue()).toBe(1)
    expect(await verifyChain(store, first)).toMatchObject({ isWhole: true, checked: 2 })
    expect(await verifyChain(store, second)).toMatchObject({ isWhole: true, checked: 1 })
  })

  test('is enqueued once while it waits', async () => {
    const { store, queue, worker } = await bench()
    await Promise.all([1, 2, 3].map(() => enqueueSeals({ store, queue, trailCopies: noCopies })))
    expect(await worker.runDue()).toBe(2)
  })

  test('seals nothing twice when it runs twice', async () => {
    const { store, queue, worker, organizations } = await bench()
    for (const _ of [1, 2]) {
      await enqueueSeals({ store, queue, trailCopies: noCopies })
      await worker.runDue()
    }
    expect(await sealEvents(store, organizations[0] ?? '')).toBe(0)
    const outcomes = await store.db.selectFrom('jobs').select('outcome').execute()
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual([
      '{"sealed":1,"copied":0}',
      '{"sealed":1,"copied":0}',
    ])
    expect(await verifyChain(store, organizations[0] ?? '')).toMatchObject({ isWhole: true, checked: 1 })
  })
})
