import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Secret } from '../config/index.ts'
import {
  type AuditEvent,
  createStore,
  isUniqueViolation,
  newUuid,
  planMigration,
  type Queryable,
  type Store,
  withRequest,
} from './index.ts'
import { migrations } from './migrations/index.ts'
import { describeStores, testOn } from './testing.ts'

const write = (organizationId: string): AuditEvent => ({
  organizationId,
  actor: { kind: 'system', id: 'system' },
  category: 'SYSTEM',
  action: 'TEAM_UPDATED',
  object: { kind: 'test', id: 'x' },
})
const organization = (id: string, name = 'One') => ({
  id,
  slug: id,
  name,
  zone: 'UTC',
  settings: '{}',
  created_at: 1,
  updated_at: 1,
})
const insert = (tx: Queryable, id: string, name?: string) =>
  tx.insertInto('organizations').values(organization(id, name)).execute()

describeStores('store', (openStore, engine) => {
  test('a write and its audit event are written together', async () => {
    const store = await openStore()
    const id = newUuid()
    await withRequest({ id: 'request-1', address: '192.0.2.7' }, () => store.write(write(id), (tx) => insert(tx, id)))
    expect(await store.db.selectFrom('organizations').select('id').execute()).toEqual([{ id }])
    expect(
      await store.db.selectFrom('audit_events').select(['action', 'request_id', 'address', 'outcome']).execute(),
    ).toEqual([
      {
        action: 'TEAM_UPDATED',
        request_id: 'request-1',
        address: '192.0.2.7',
        outcome: 'done',
      },
    ])
  })

  test('a write that fails leaves neither rows nor events', async () => {
    const store = await openStore()
    const id = newUuid()
    const failing = store.write(write(id), async (tx) => {
      await insert(tx, id)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await store.db.selectFrom('organizations').select('id').execute()).toEqual([])
    expect(await store.db.selectFrom('audit_events').select('id').execute()).toEqual([])
  })

  test('an event that cannot be written rolls the write back', async () => {
    const store = await openStore()
    const id = newUuid()
    await expect(store.write(write(newUuid()), (tx) => insert(tx, id))).rejects.toThrow()
    expect(await store.db.selectFrom('organizations').select('id').execute()).toEqual([])
  })

  test('events may depend on the result, and be none', async () => {
    const store = await openStore()
    const id = newUuid()
    await store.write(
      (name) => (name === 'quiet' ? [] : write(id)),
      async (tx) => {
        await insert(tx, id)
        return 'quiet'
      },
    )
    expect(await store.db.selectFrom('audit_events').select('id').execute()).toEqual([])
  })

  test('db refuses to write', async () => {
    const store = await openStore()
    await expect(insert(store.db, newUuid())).rejects.toThrow(/read-?only/)
  })

  test('readers see committed data and do not wait for the writer', async () => {
    const store = await openStore()
    const id = newUuid()
    await store.maintain('test', async (tx) => {
      await insert(tx, id)
      expect(await store.db.selectFrom('organizations').select('id').execute()).toEqual([])
      expect(await tx.selectFrom('organizations').select('id').execute()).toEqual([{ id }])
    })
    expect(await store.db.selectFrom('organizations').select('id').execute()).toEqual([{ id }])
  })

  test('concurrent transactions never see or undo each other', async () => {
    const store = await openStore()
    const ids = Array.from({ length: 40 }, newUuid)
    const outcomes = await Promise.allSettled(
      ids.map((id, index) =>
        store.maintain('test', async (tx) => {
          await insert(tx, id, 'before')
          for (let step = 0; step < index % 4; step += 1) await turn()
          await tx.updateTable('organizations').set({ name: 'after' }).where('id', '=', id).execute()
          if (index % 3 === 0) throw new Error('undone')
        }),
      ),
    )
    const rows = await store.db.selectFrom('organizations').select(['id', 'name']).orderBy('id').execute()
    const kept = ids.filter((_, index) => index % 3 !== 0).toSorted()
    expect(rows).toEqual(kept.map((id) => ({ id, name: 'after' })))
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(14)
  })

  test('concurrent increments are all counted', async () => {
    const store = await openStore()
    const id = newUuid()
    await store.maintain('test', (tx) => insert(tx, id))
    const increment = () =>
      store.maintain('test', async (tx) => {
        const row = await tx
          .selectFrom('organizations')
          .select('updated_at')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        await turn()
        await tx
          .updateTable('organizations')
          .set({ updated_at: row.updated_at + 1 })
          .where('id', '=', id)
          .execute()
      })
    await Promise.all(Array.from({ length: 8 }, increment))
    expect(await store.db.selectFrom('organizations').select('updated_at').execute()).toEqual([{ updated_at: 9 }])
  })

  test('changes of one row that take turns run once each, also from two processes', async () => {
    const place = await openStore.place()
    const first = await openStore(place)
    const stores = engine === 'postgres' ? [first, await openStore(place)] : [first]
    const id = newUuid()
    await first.maintain('test', (tx) => insert(tx, id))
    let runs = 0
    const increment = (store: Store) =>
      store.write(
        write(id),
        async (tx) => {
          runs += 1
          const rows = tx.selectFrom('organizations').select('updated_at').where('id', '=', id)
          const { updated_at: before } = await rows.executeTakeFirstOrThrow()
          await turn()
          await tx
            .updateTable('organizations')
            .set({ updated_at: before + 1 })
            .where('id', '=', id)
            .execute()
        },
        { turn: 'the row' },
      )
    const failed = first.write(write(id), () => Promise.reject(new Error('own')), { turn: 'the row' })
    await expect(failed).rejects.toThrow('own')
    await Promise.all(stores.flatMap((store) => Array.from({ length: 20 }, () => increment(store))))
    const all = 20 * stores.length
    const row = await first.db.selectFrom('organizations').select('updated_at').executeTakeFirstOrThrow()
    expect({ runs, counted: row.updated_at }).toEqual({ runs: all, counted: all + 1 })
  })

  test('a transaction inside a transaction is refused, one after it is not', async () => {
    const store = await openStore()
    const id = newUuid()
    await expect(store.write(write(id), () => store.write(write(id), async () => {}))).rejects.toThrow(/inside another/)
    let later: Promise<unknown> = Promise.resolve()
    await store.maintain('test', async (tx) => {
      await insert(tx, id)
      store.afterCommit(tx, () => {
        later = store.write(write(id), async () => {})
      })
    })
    await expect(later).resolves.toBeUndefined()
  })

  test('a statement after the end of its transaction is refused', async () => {
    const store = await openStore()
    let leaked: Queryable | undefined
    await store.maintain('test', async (tx) => {
      leaked = tx
    })
    await expect(insert(leaked as Queryable, newUuid())).rejects.toThrow(/after the end of its transaction/)
    await expect(sql`delete from organizations`.execute(leaked as Queryable)).rejects.toThrow(/after the end/)
  })

  test('afterCommit runs only after a commit', async () => {
    const store = await openStore()
    const heard: string[] = []
    await store.maintain('test', async (tx) => store.afterCommit(tx, () => heard.push('kept')))
    await store
      .maintain('test', async (tx) => {
        store.afterCommit(tx, () => heard.push('undone'))
        throw new Error('no')
      })
      .catch(() => {})
    expect(heard).toEqual(['kept'])
  })

  test('a row that a unique rule refuses is told apart from other errors', async () => {
    const store = await openStore()
    const id = newUuid()
    await store.maintain('test', (tx) => insert(tx, id))
    const twice = await store.maintain('test', (tx) => insert(tx, id)).catch((error: unknown) => error)
    expect(isUniqueViolation(twice)).toBe(true)
    const orphan = await store.write(write(newUuid()), async () => {}).catch((error: unknown) => error)
    expect(isUniqueViolation(orphan)).toBe(false)
  })

  test('text sorts by its bytes and numbers come back as numbers', async () => {
    const store = await openStore()
    const names = ['b', 'B', 'a', 'ä', 'Z', 'z', '_', '😀', '\uffee']
    await store.maintain('test', async (tx) => {
      for (const name of names) await insert(tx, newUuid(), name)
    })
    const rows = await store.db.selectFrom('organizations').select('name').orderBy('name').execute()
    const bytes = (text: string) => Buffer.from(text, 'utf8')
    expect(rows.map(({ name }) => name)).toEqual(names.toSorted((a, b) => Buffer.compare(bytes(a), bytes(b))))
    const counted = await store.db
      .selectFrom('organizations')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('updated_at').as('sum')])
      .executeTakeFirstOrThrow()
    expect({ ...counted }).toEqual({ count: 9, sum: 9 })
  })

  test('written data exists when the store is opened again', async () => {
    const place = await openStore.place()
    const first = await createStore(place)
    const id = newUuid()
    await first.write(write(id), (tx) => insert(tx, id))
    await first.close()
    const again = await openStore(place)
    expect(await again.db.selectFrom('organizations').select('id').execute()).toEqual([{ id }])
  })

  test('an announcement reaches listeners once it is committed', async () => {
    const store = await openStore()
    let count = 0
    const unlisten = store.listen('test_channel', () => {
      count += 1
    })
    // PostgreSQL calls the listener once more when the server has started to listen.
    if (engine === 'postgres') await expect.poll(() => count).toBe(1)
    count = 0
    await store.maintain('test', async (tx) => {
      await store.announce(tx, 'test_channel')
      expect(count).toBe(0)
    })
    expect(count).toBe(1)
    unlisten()
    await store.maintain('test', (tx) => store.announce(tx, 'test_channel'))
    expect(count).toBe(1)
  })

  testOn(engine === 'postgres')('an announcement reaches the other processes', async () => {
    const place = await openStore.place()
    const [here, there] = await Promise.all([openStore(place), openStore(place)])
    let count = 0
    there.listen('test_channel', () => {
      count += 1
    })
    // Listening starts in the background and then calls the listener once, so that no earlier announcement is missed.
    await here.maintain('test', (tx) => here.announce(tx, 'test_channel'))
    await expect.poll(() => count).toBeGreaterThan(0)
    const before = count
    await here.maintain('test', (tx) => here.announce(tx, 'test_channel'))
    await expect.poll(() => count).toBeGreaterThan(before)
  })

  testOn(engine === 'sqlite')('a second process on the same folder is refused with advice', async () => {
    const place = await openStore.place()
    await openStore(place)
    await expect(createStore(place)).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringContaining('Another Octavo process uses the data folder'),
      hint: expect.stringContaining('OCTAVO_DATA'),
    })
  })

  testOn(engine === 'sqlite')(
    'a process that is killed in a transaction leaves an unlocked folder and no partial write',
    async () => {
      const { dataDir } = await openStore.place()
      const program = `
      import { createStore } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)}
      const store = await createStore({ dataDir: ${JSON.stringify(dataDir)} })
      await store.maintain('half', async (tx) => {
        await tx.insertInto('instance').values({ name: 'half', value: '' }).execute()
        process.stdout.write('ready')
        await new Promise((resolve) => setTimeout(resolve, 60_000))
      })`
      const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await once(child.stdout, 'data')
      await expect(createStore({ dataDir })).rejects.toThrow(/Another Octavo process/)
      child.kill('SIGKILL')
      await once(child, 'exit')
      const store = await openStore({ dataDir })
      expect(await store.db.selectFrom('instance').selectAll().execute()).toEqual([])
    },
  )

  testOn(engine === 'sqlite')('a damaged file and an invalid folder are startup errors, not bugs', async () => {
    const { dataDir } = await openStore.place()
    writeFileSync(join(dataDir, 'octavo.db'), 'not a database, but long enough to be read as one'.repeat(100))
    const damaged = { name: 'StartupError', message: expect.stringContaining('damaged') }
    await expect(createStore({ dataDir })).rejects.toMatchObject(damaged)
    await expect(createStore({ dataDir })).rejects.toMatchObject(damaged)
    await expect(createStore({ dataDir: join(dataDir, 'octavo.db') })).rejects.toMatchObject({ name: 'StartupError' })
  })

  testOn(engine === 'postgres')('a server that does not respond is reported with advice', async () => {
    const databaseUrl = new Secret('postgres://octavo:canary@127.0.0.1:1/none')
    const failing = createStore({ dataDir: '', databaseUrl })
    await expect(failing).rejects.toMatchObject({ name: 'StartupError', hint: expect.stringContaining('DATABASE_URL') })
    await expect(failing).rejects.not.toThrow('canary')
  })

  testOn(engine === 'sqlite')('a full disk is reported, and nothing is partially written', async () => {
    const store = await openStore()
    const id = newUuid()
    await store.maintain('test', (tx) => insert(tx, id))
    const pages = await store.maintain('limit', (tx) => sql`pragma max_page_count = 1`.execute(tx))
    expect(pages.rows).toHaveLength(1)
    const full = store.maintain('test', (tx) => insert(tx, newUuid(), 'x'.repeat(500_000)))
    await expect(full).rejects.toMatchObject({ code: 'store_unavailable', message: expect.stringContaining('full') })
    expect(await store.db.selectFrom('organizations').select('id').execute()).toEqual([{ id }])
    await store.maintain('limit', (tx) => sql`pragma max_page_count = 1000000`.execute(tx))
    await store.maintain('test', (tx) => insert(tx, newUuid()))
  })
})

describeStores('migrations', (openStore, engine) => {
  const names = migrations.map(({ name }) => name)

  test('a new store gets all of them, and a dry run lists them without running any', async () => {
    const place = await openStore.place({ isMigrated: false })
    expect(await planMigration(place)).toEqual({ pending: names })
    expect(await planMigration(place)).toEqual({ pending: names })
    expect(readdirSync(place.dataDir)).toEqual([])
    const store = await openStore(place)
    // While a server is running, the next version reports its migrations before that server is stopped.
    const next = { name: '9999-next', up: async () => {} }
    expect(await planMigration({ ...place, migrations: [...migrations, next] })).toEqual({ pending: ['9999-next'] })
    await expect(planMigration({ ...place, migrations: migrations.slice(0, -1) })).rejects.toThrow(/newer than this/)
    expect(await store.db.selectFrom('organizations').selectAll().execute()).toEqual([])
    expect(await store.db.selectFrom('leases').selectAll().execute()).toEqual([])
  })

  test('a migration that fails leaves nothing behind and can run again', async () => {
    const place = await openStore.place({ isMigrated: false })
    const broken = {
      name: '9999-broken',
      up: async (tx: Queryable) => {
        await sql`create table half (id integer)`.execute(tx)
        throw new Error('broken')
      },
    }
    await expect(createStore({ ...place, migrations: [...migrations, broken] })).rejects.toThrow('broken')
    const fixed = {
      name: '9999-broken',
      up: async (tx: Queryable) => {
        await sql`create table half (id integer)`.execute(tx)
      },
    }
    const store = await openStore({ ...place, migrations: [...migrations, fixed] })
    expect((await sql`select * from half`.execute(store.db)).rows).toEqual([])
  })

  test('a store that is newer than the program is refused with the reason', async () => {
    const place = await openStore.place()
    const newer = { name: '9999-from-the-future', up: async () => {} }
    const store = await createStore({ ...place, migrations: [...migrations, newer] })
    await store.close()
    await expect(createStore(place)).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringContaining('9999-from-the-future'),
    })
  })

  test('a lease of a dead owner is taken over once it has expired', async () => {
    const place = await openStore.place()
    const clock = { now: () => 1_000_000 }
    const store = await createStore({ ...place, clock })
    await store.maintain('test', (tx) =>
      tx.insertInto('leases').values({ name: 'migration', owner: 'gone', until: 999_999 }).execute(),
    )
    await store.close()
    const next = { name: '9999-next', up: async () => {} }
    const again = await openStore({ ...place, clock, migrations: [...migrations, next] })
    expect(await again.db.selectFrom('leases').selectAll().execute()).toEqual([])
  })

  test('a lease of a process that was killed is taken over at once', async () => {
    const place = await openStore.place()
    const store = await createStore(place)
    await store.maintain('test', (tx) =>
      tx
        .insertInto('leases')
        .values({ name: 'migration', owner: 'killed', until: Date.now() + 60_000 })
        .execute(),
    )
    await store.close()
    const next = { name: '9999-next', up: async () => {} }
    const startedAt = performance.now()
    const again = await openStore({ ...place, migrations: [...migrations, next] })
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    expect(await again.db.selectFrom('leases').selectAll().execute()).toEqual([])
  })

  testOn(engine === 'sqlite')('before an upgrade a copy is made; the last three are kept', async () => {
    const place = await openStore.place()
    const id = newUuid()
    const first = await createStore(place)
    await first.maintain('test', (tx) => insert(tx, id))
    await first.close()
    const folder = join(place.dataDir, 'backups')
    expect(existsSync(folder)).toBe(false)
    const next = [...migrations]
    for (const name of ['9991-a', '9992-b', '9993-c', '9994-d']) {
      next.push({ name, up: async (tx) => void (await tx.deleteFrom('organizations').execute()) })
      const store = await createStore({ ...place, migrations: next })
      await store.close()
    }
    const copies = readdirSync(folder).sort()
    expect(copies.map((copy) => copy.replace(/^.*-before-/, ''))).toEqual(['9992-b.db', '9993-c.db', '9994-d.db'])
    expect(copies.every((copy) => (statSync(join(folder, copy)).mode & 0o777) === 0o600)).toBe(true)
  })

  testOn(engine === 'sqlite')(
    'the copy is the store before the upgrade, and the earlier version opens it',
    async () => {
      const place = await openStore.place()
      const id = newUuid()
      const before = await createStore(place)
      await before.maintain('test', (tx) => insert(tx, id))
      await before.close()
      const destroy = {
        name: '9999-destroy',
        up: async (tx: Queryable) => void (await tx.deleteFrom('organizations').execute()),
      }
      const upgraded = await createStore({ ...place, migrations: [...migrations, destroy] })
      expect(await upgraded.db.selectFrom('organizations').select('id').execute()).toEqual([])
      await upgraded.close()
      const folder = join(place.dataDir, 'backups')
      const [copy = ''] = readdirSync(folder)
      const again = await openStore.place()
      mkdirSync(again.dataDir, { recursive: true })
      copyFileSync(join(folder, copy), join(again.dataDir, 'octavo.db'))
      const restored = await openStore(again)
      expect(await restored.db.selectFrom('organizations').select('id').execute()).toEqual([{ id }])
    },
  )

  testOn(engine === 'postgres')('two processes that start concurrently migrate once', async () => {
    const place = await openStore.place({ isMigrated: false })
    let runs = 0
    const counted = {
      name: '9999-counted',
      up: async () => {
        runs += 1
      },
    }
    const options = { ...place, migrations: [...migrations, counted] }
    await Promise.all([openStore(options), openStore(options)])
    expect(runs).toBe(1)
  })
})
