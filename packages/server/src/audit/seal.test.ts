import { expect, test } from 'vitest'
import { type AuditEvent, newUuid, type Store, systemActor } from '../store/index.ts'
import { describeStores } from '../store/testing.ts'
import { sealEvents, verifyChain } from './index.ts'

describeStores('audit log', (openStore) => {
  async function bench(count: number): Promise<{ store: Store; organizationId: string; deed(): Promise<void> }> {
    const store = await openStore()
    const organizationId = newUuid()
    const event: AuditEvent = {
      organizationId,
      actor: systemActor,
      category: 'SYSTEM',
      action: 'TEST_DONE',
      object: { kind: 'test', id: 'x' },
      details: { canary: 'ä' },
    }
    await store.write(event, (tx) =>
      tx
        .insertInto('organizations')
        .values({
          id: organizationId,
          slug: organizationId,
          name: '',
          zone: 'UTC',
          settings: '{}',
          created_at: 1,
          updated_at: 1,
        })
        .execute(),
    )
    const deed = () => store.write(event, async () => {})
    for (let index = 1; index < count; index += 1) await deed()
    return { store, organizationId, deed }
  }

  test('events are sealed once, in an unbroken chain that goes on', async () => {
    const { store, organizationId, deed } = await bench(5)
    expect(await verifyChain(store, organizationId)).toMatchObject({ isWhole: true, checked: 0 })
    expect(await sealEvents(store, organizationId)).toBe(5)
    expect(await sealEvents(store, organizationId)).toBe(0)
    const before = await verifyChain(store, organizationId)
    await deed()
    await sealEvents(store, organizationId)
    const after = await verifyChain(store, organizationId)
    expect(after).toMatchObject({ isWhole: true, checked: 6, broken: null })
    expect(after.head.hash).not.toBe(before.head.hash)
  })

  test('sealers at once give every event one number', async () => {
    const { store, organizationId } = await bench(20)
    await Promise.all([
      sealEvents(store, organizationId),
      sealEvents(store, organizationId),
      sealEvents(store, organizationId),
    ])
    expect(await verifyChain(store, organizationId)).toMatchObject({ isWhole: true, checked: 20 })
  })

  test.each([
    ['details', '{"canary":"b"}'],
    ['actor_id', 'somebody'],
    ['action', 'OTHER_DONE'],
    ['happened_at', 1],
    ['request_id', 'forged'],
    ['object_id', 'forged'],
  ])('a change of %s is found', async (column, value) => {
    const { store, organizationId } = await bench(4)
    await sealEvents(store, organizationId)
    await store.maintain('forge', (tx) =>
      tx
        .updateTable('audit_events')
        .set({ [column]: value })
        .where('sealed_number', '=', 3)
        .execute(),
    )
    expect(await verifyChain(store, organizationId)).toMatchObject({
      isWhole: false,
      checked: 2,
      broken: { number: 3, reason: 'altered' },
    })
  })

  test('an event that was taken out is found', async () => {
    const { store, organizationId } = await bench(4)
    await sealEvents(store, organizationId)
    await store.maintain('forge', (tx) => tx.deleteFrom('audit_events').where('sealed_number', '=', 2).execute())
    expect(await verifyChain(store, organizationId)).toMatchObject({
      isWhole: false,
      broken: { number: 2, reason: 'missing' },
    })
  })

  test('a log that was cut at its end differs from the head that was kept', async () => {
    const { store, organizationId } = await bench(4)
    await sealEvents(store, organizationId)
    const { head } = await verifyChain(store, organizationId)
    await store.maintain('forge', (tx) => tx.deleteFrom('audit_events').where('sealed_number', '=', 4).execute())
    expect((await verifyChain(store, organizationId)).head).not.toEqual(head)
  })
})
