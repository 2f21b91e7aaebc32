import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type AuditEvent, newUuid, type Store, systemActor } from '../store/index.ts'
import { describeStores, testOn } from '../store/testing.ts'
import { sealEvents, verifyChain } from './index.ts'

describeStores('audit log', (openStore, engine) => {
  async function bench(count: number): Promise<{ store: Store; organizationId: string; write(): Promise<void> }> {
    const store = await openStore()
    const organizationId = newUuid()
    const event: AuditEvent = {
      organizationId,
      actor: systemActor,
      category: 'SYSTEM',
      action: 'TEAM_UPDATED',
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
    const write = () => store.write(event, async () => {})
    for (let index = 1; index < count; index += 1) await write()
    return { store, organizationId, write }
  }

  /** Removes the protection, as the owner of the database could, but not the program. */
  async function unguard(store: Store): Promise<void> {
    await store.maintain('unguard', async (tx) => {
      if (store.engine === 'postgres') {
        await sql`alter table audit_events disable trigger user`.execute(tx)
        return
      }
      for (const name of ['audit_events_stay', 'audit_events_are_kept', 'audit_events_are_new']) {
        await sql`drop trigger ${sql.ref(name)}`.execute(tx)
      }
    })
  }

  test.each([
    ['changed', "update audit_events set details = '{}' where sealed_number = 2"],
    ['changed before it is sealed', "update audit_events set details = '{}' where sealed_number is null"],
    ['unsealed', 'update audit_events set sealed_number = null, sealed_hash = null where sealed_number = 2'],
    ['sealed anew', "update audit_events set sealed_hash = 'x' where sealed_number = 2"],
    ['removed', 'delete from audit_events where sealed_number = 2'],
    ['removed before it is sealed', 'delete from audit_events where sealed_number is null'],
  ])('an event cannot be %s by the program', async (_what, statement) => {
    const { store, organizationId, write } = await bench(4)
    await sealEvents(store, organizationId)
    await write()
    const before = await store.db.selectFrom('audit_events').selectAll().orderBy('id').execute()
    await expect(store.maintain('forge', (tx) => sql.raw(statement).execute(tx))).rejects.toThrow('only added')
    expect(await store.db.selectFrom('audit_events').selectAll().orderBy('id').execute()).toEqual(before)
  })

  testOn(engine === 'sqlite')('an event cannot be replaced either', async () => {
    const { store, organizationId } = await bench(3)
    await sealEvents(store, organizationId)
    for (const number of ['sealed_number', '77']) {
      const replace = `insert or replace into audit_events (organization_id, id, happened_at, actor_id, actor_kind,
        category, action, details, sealed_number) select organization_id, ${number === '77' ? 'id' : "'x'"}, 1, 'x',
        'member', 'SYSTEM', 'FORGED', '{}', ${number} from audit_events where sealed_number = 2`
      await expect(store.maintain('forge', (tx) => sql.raw(replace).execute(tx))).rejects.toThrow('only added')
    }
    expect(await verifyChain(store, organizationId)).toMatchObject({ isWhole: true, checked: 3 })
  })

  testOn(engine === 'postgres')('the log cannot be emptied either', async () => {
    const { store } = await bench(3)
    await expect(store.maintain('forge', (tx) => sql`truncate audit_events`.execute(tx))).rejects.toThrow('only added')
  })

  test('events are sealed once, in an unbroken chain that continues', async () => {
    const { store, organizationId, write } = await bench(5)
    expect(await verifyChain(store, organizationId)).toMatchObject({ isWhole: true, checked: 0 })
    expect(await sealEvents(store, organizationId)).toBe(5)
    expect(await sealEvents(store, organizationId)).toBe(0)
    const before = await verifyChain(store, organizationId)
    await write()
    await sealEvents(store, organizationId)
    const after = await verifyChain(store, organizationId)
    expect(after).toMatchObject({ isWhole: true, checked: 6, broken: null })
    expect(after.head.hash).not.toBe(before.head.hash)
  })

  test('concurrent sealers assign every event one number', async () => {
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
    await unguard(store)
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

  test('a removed event is detected', async () => {
    const { store, organizationId } = await bench(4)
    await sealEvents(store, organizationId)
    await unguard(store)
    await store.maintain('forge', (tx) => tx.deleteFrom('audit_events').where('sealed_number', '=', 2).execute())
    expect(await verifyChain(store, organizationId)).toMatchObject({
      isWhole: false,
      broken: { number: 2, reason: 'missing' },
    })
  })

  test('a log whose end was cut off differs from the stored head', async () => {
    const { store, organizationId } = await bench(4)
    await sealEvents(store, organizationId)
    const { head } = await verifyChain(store, organizationId)
    await unguard(store)
    await store.maintain('forge', (tx) => tx.deleteFrom('audit_events').where('sealed_number', '=', 4).execute())
    expect((await verifyChain(store, organizationId)).head).not.toEqual(head)
  })
})
