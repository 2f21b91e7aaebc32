import type { Viewer } from '@octavo/core/access'
import { expect, test } from 'vitest'
import { newUuid } from '../store/index.ts'
import { describeStores } from '../store/testing.ts'
import { createDenials } from './index.ts'

describeStores('denied writes', (openStore) => {
  test('repeated attempts write one event in ten minutes, which counts the others', async () => {
    const store = await openStore()
    let now = 1_000_000
    const organizationId = newUuid()
    await store.maintain('test', (tx) =>
      tx
        .insertInto('organizations')
        .values({ id: organizationId, slug: 'x', name: '', zone: 'UTC', settings: '{}', created_at: 1, updated_at: 1 })
        .execute(),
    )
    const note = createDenials({ store, clock: { now: () => now } })
    const viewer = { organizationId, memberId: 'me', via: { kind: 'session' } } as Viewer
    const deny = (operation = 'deleteTeam') => note(viewer, { operation, reason: 'no' })
    for (let time = 0; time < 500; time += 1) await deny()
    await deny('deleteMember')
    now += 600_000
    await deny()
    const events = await store.db
      .selectFrom('audit_events')
      .select(['action', 'outcome', 'object_id', 'details'])
      .orderBy('id')
      .execute()
    const event = { action: 'ACCESS_DENIED', outcome: 'denied' }
    expect(events).toEqual([
      { ...event, object_id: 'deleteTeam', details: '{"reason":"no"}' },
      { ...event, object_id: 'deleteMember', details: '{"reason":"no"}' },
      { ...event, object_id: 'deleteTeam', details: '{"reason":"no","deniedSinceLastEvent":499}' },
    ])
  })
})
