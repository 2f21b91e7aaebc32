import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { createFolderBlobs } from '../../packages/server/src/blobs/index.ts'
import { loadConfig, Secret, systemClock } from '../../packages/server/src/config/index.ts'
import { makeBackup } from '../../packages/server/src/services/backups/backups.ts'
import {
  createStore,
  newUuid,
  type Queryable,
  runUrgently,
  type Store,
  systemActor,
} from '../../packages/server/src/store/index.ts'
import { migrations } from '../../packages/server/src/store/migrations/index.ts'
import { describeStores } from '../../packages/server/src/store/testing.ts'
import {
  fillDisk,
  mountSmallDisk,
  serverAccount,
  unmountSmallDisk,
  whyNoSmallDisk,
} from '../../packages/server/src/store/testing-disk.ts'
import { endAll, isWhole, signIn, startServer } from './processes.ts'

const mounted: string[] = []
const folder = mkdtempSync(join(tmpdir(), 'octavo-disk-'))

afterAll(async () => {
  await endAll()
  for (const place of mounted) unmountSmallDisk(place)
  rmSync(folder, { recursive: true, force: true })
})

/** A separate disk, small enough to be filled; null when this account may not mount one. */
function smallDisk(megabytes: number): string | null {
  const place = mountSmallDisk(folder, megabytes)
  if (place !== null) mounted.push(place)
  return place
}

function remount(place: string, how: 'ro' | 'rw'): void {
  const { status, stderr } = spawnSync('mount', ['-o', `remount,${how}`, place], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

const canMount = smallDisk(1) !== null
const because = canMount ? '' : ` (skipped: ${whyNoSmallDisk})`

const event = (organizationId: string) =>
  ({
    organizationId,
    actor: systemActor,
    category: 'SYSTEM',
    action: 'TEAM_UPDATED',
    object: { kind: 'test', id: 'x' },
  }) as const
const add = (store: Store, name = '') => {
  const id = newUuid()
  const row = { id, slug: id, name, zone: 'UTC', settings: '{}', created_at: 1, updated_at: 1 }
  return store.write(event(id), async (tx) => {
    await tx.insertInto('organizations').values(row).execute()
    return id
  })
}
async function* textOf(text: string) {
  yield text
}
const idsOf = async (store: Store) =>
  (await store.db.selectFrom('organizations').select('id').execute()).map(({ id }) => id)

describe.skipIf(!canMount)(`a full disk${because}`, () => {
  test('refuses writes with the reason, keeps acknowledged writes, and continues when there is space', async () => {
    const dataDir = smallDisk(12) ?? ''
    const store = await createStore({ dataDir })
    const kept: string[] = []
    for (let index = 0; index < 20; index += 1) kept.push(await add(store))
    const makeRoom = fillDisk(dataDir, 200_000)
    let refusals = 0
    // The log that the migrations left has room for some writes; how many depends on the migrations.
    for (let index = 0; index < 400 && refusals < 20; index += 1) {
      try {
        kept.push(await add(store, 'x'.repeat(30_000)))
      } catch (error) {
        expect(error).toMatchObject({ code: 'store_unavailable', status: 503 })
        expect(String(error)).toMatch(/the disk of the data folder is full/)
        refusals += 1
      }
    }
    expect(refusals).toBe(20)
    expect((await idsOf(store)).sort()).toEqual([...kept].sort())
    makeRoom()
    kept.push(await add(store, 'x'.repeat(30_000)))
    await store.close()
    expect(await isWhole({ dataDir, databaseUrl: null })).toBe(true)
    const again = await createStore({ dataDir })
    expect((await idsOf(again)).sort()).toEqual([...kept].sort())
    await again.close()
  })

  test('has a reserve for necessary writes, and creates a new one when there is space', async () => {
    const dataDir = smallDisk(12) ?? ''
    const reserve = join(dataDir, 'octavo.reserve')
    const store = await createStore({ dataDir })
    const size = statSync(reserve).size
    expect(size).toBeGreaterThan(500_000)
    const makeRoom = fillDisk(dataDir, 0)
    const long = 'x'.repeat(30_000)
    const ordinary = () => add(store, long)
    const isFull = {
      code: 'store_unavailable',
      message: expect.stringContaining('the disk of the data folder is full'),
    }
    // The existing log has room for some writes.
    const kept: string[] = []
    let refusal: unknown = null
    while (refusal === null)
      await ordinary().then(
        (id) => kept.push(id),
        (error: unknown) => (refusal = error),
      )
    expect(refusal).toMatchObject(isFull)
    expect([existsSync(reserve), store.isShortOfRoom()]).toEqual([true, false])
    for (let round = 0; round < 5; round += 1) {
      kept.push(await runUrgently(() => add(store, long)))
      // Space freed from the reserve is not available for ordinary writes.
      await expect(ordinary()).rejects.toMatchObject(isFull)
      expect([existsSync(reserve), store.isShortOfRoom()]).toEqual([false, true])
    }
    await expect(
      createFolderBlobs(join(dataDir, 'blobs'), { isFull: store.isShortOfRoom }).put('exports/one', textOf(long)),
    ).rejects.toMatchObject(isFull)
    makeRoom()
    kept.push(await ordinary())
    expect(statSync(reserve).size).toBe(size)
    expect(store.isShortOfRoom()).toBe(false)
    expect((await idsOf(store)).sort()).toEqual(kept.sort())
    await store.close()
    expect(await isWhole({ dataDir, databaseUrl: null })).toBe(true)
  })

  test('leaves no incomplete file of an export or a backup', async () => {
    const dataDir = smallDisk(12) ?? ''
    const store = await createStore({ dataDir })
    await add(store)
    const blobs = createFolderBlobs(join(dataDir, 'blobs'))
    const makeRoom = fillDisk(dataDir, 300_000)
    async function* large() {
      for (let index = 0; index < 100; index += 1) yield 'x'.repeat(10_000)
    }
    await expect(blobs.put('exports/one', large())).rejects.toMatchObject({ code: 'store_unavailable' })
    expect(await blobs.open('exports/one')).toBeNull()
    expect(readdirSync(join(dataDir, 'blobs', '.unfinished'))).toEqual([])
    const config = loadConfig({ OCTAVO_DATA: dataDir })
    for (const name of ['backup', 'backup.tar']) {
      const target = join(dataDir, name)
      await expect(makeBackup({ config, target, keyTarget: null, version: '0', clock: systemClock })).rejects.toThrow()
      expect(readdirSync(dataDir).filter((entry) => entry.startsWith('backup'))).toEqual([])
    }
    makeRoom()
    const stored = await blobs.put('exports/one', large())
    expect(stored.sizeBytes).toBe(1_000_000)
    await store.close()
  })

  test('refuses an upgrade if it has no space to copy the store, and the previous version still works', async () => {
    const dataDir = smallDisk(12) ?? ''
    const before = await createStore({ dataDir })
    for (let index = 0; index < 10; index += 1) await add(before, 'x'.repeat(50_000))
    const kept = await idsOf(before)
    await before.close()
    const makeRoom = fillDisk(dataDir, 300_000)
    const destroy = {
      name: '9999-destroy',
      up: async (tx: Queryable) => {
        await tx.updateTable('organizations').set({ erased_at: 1 }).execute()
        await tx.deleteFrom('audit_events').execute()
      },
    }
    await expect(createStore({ dataDir, migrations: [...migrations, destroy] })).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringContaining('full'),
    })
    const same = await createStore({ dataDir })
    expect(await idsOf(same)).toEqual(kept)
    expect(await same.db.selectFrom('audit_events').select('id').execute()).toHaveLength(10)
    await same.close()
    makeRoom()
    const after = await createStore({ dataDir, migrations: [...migrations, destroy] })
    expect(await after.db.selectFrom('audit_events').select('id').execute()).toEqual([])
    await after.close()
  })

  test('of a server: people sign in, remove and sign out, again and again', async () => {
    const dataDir = smallDisk(64) ?? ''
    const server = await startServer({ dataDir, databaseUrl: null })
    const headers = await signIn(server)
    const make = (name: string) =>
      server.request('POST', '/v2/files', { type: 'folder', name, description: 'x'.repeat(20_000) }, headers)
    const made: string[] = []
    for (let index = 0; index < 10; index += 1) made.push(((await make(`folder ${index}`)).body as { id: string }).id)
    fillDisk(dataDir, 0)
    let last = 200
    for (let index = 0; last === 200 && index < 300; index += 1) last = (await make(`more ${index}`)).status
    expect(last).toBe(503)
    for (const id of made) {
      const again = await signIn(server)
      expect((await server.request('GET', '/v2/whoami', undefined, again)).status).toBe(200)
      const removed = await server.request('DELETE', `/v2/files/${id}`, undefined, again)
      expect(removed.status, JSON.stringify(removed.body)).toBeLessThan(300)
      const purged = await server.request('DELETE', `/v2/files/${id}?purge=true`, undefined, again)
      expect(purged.status, JSON.stringify(purged.body)).toBeLessThan(300)
      expect((await make('still full')).status).toBe(503)
    }
    await server.kill()
    expect(await isWhole({ dataDir, databaseUrl: null })).toBe(true)
  })

  test('of a server: 503 with the reason, reading goes on, and no restart is needed', async () => {
    const dataDir = smallDisk(16) ?? ''
    const server = await startServer({ dataDir, databaseUrl: null })
    const headers = await signIn(server)
    const make = (name: string) =>
      server.request('POST', '/v2/files', { type: 'folder', name, description: 'x'.repeat(20_000) }, headers)
    const first = await make('first')
    expect(first.status).toBe(200)
    const makeRoom = fillDisk(dataDir, 100_000)
    let last = first
    const made: string[] = []
    for (let index = 0; last.status === 200 && index < 200; index += 1) {
      last = await make(`folder ${index}`)
      if (last.status === 200) made.push((last.body as { id: string }).id)
    }
    expect(last).toMatchObject({ status: 503, body: { code: 'store_unavailable' } })
    expect((last.body as { message: string }).message).toMatch(/the disk of the data folder is full/)
    expect(last.headers.get('retry-after')).toBe('5')
    for (const id of made) expect((await server.request('GET', `/v2/files/${id}`, undefined, headers)).status).toBe(200)
    expect((await server.request('GET', '/readyz')).status).toBe(200)
    makeRoom()
    expect((await make('after')).status).toBe(200)
    await server.kill()
    expect(await isWhole({ dataDir, databaseUrl: null })).toBe(true)
  })
})

describeStores('a full disk of the PostgreSQL server', (openStore, engine) => {
  const applies = engine === 'postgres'
  test.skipIf(!applies || !canMount)(
    `refuses writes and says why, reads on, and goes on when there is room${applies ? because : ' (skipped: an embedded store has no server)'}`,
    async () => {
      const disk = smallDisk(40) ?? ''
      chmodSync(folder, 0o755)
      chownSync(disk, serverAccount, serverAccount)
      const place = await openStore.place()
      const url = new URL(place.databaseUrl?.reveal() ?? '')
      const admin = new pg.Client(Object.assign(new URL(url), { pathname: '/postgres' }).href)
      await admin.connect()
      const name = `small_${newUuid().replaceAll('-', '')}`
      await admin.query(`create tablespace ${name} location '${disk}'`)
      await admin.query(`create database ${name} template template0 tablespace ${name}`)
      url.pathname = `/${name}`
      const store = await createStore({ ...place, databaseUrl: new Secret(url.href) })
      const kept = [await add(store)]
      const makeRoom = fillDisk(disk, 300_000)
      let refusal: unknown
      for (let index = 0; refusal === undefined && index < 300; index += 1) {
        // Random data, which the server cannot compress.
        await add(store, randomBytes(15_000).toString('hex')).then(
          (id) => kept.push(id),
          (error: unknown) => {
            refusal = error
          },
        )
      }
      expect(refusal).toMatchObject({ code: 'store_unavailable', status: 503 })
      expect(String(refusal)).toMatch(/the disk of the PostgreSQL server is full/)
      expect((await idsOf(store)).sort()).toEqual([...kept].sort())
      makeRoom()
      kept.push(await add(store, randomBytes(15_000).toString('hex')))
      expect((await idsOf(store)).sort()).toEqual([...kept].sort())
      await store.close()
      await admin.query(`drop database ${name} with (force)`)
      await admin.query(`drop tablespace ${name}`)
      await admin.end()
    },
  )
})

describe.skipIf(!canMount)(`a read-only disk${because}`, () => {
  test('is reported at the start, and the store is unchanged when it can be written again', async () => {
    const dataDir = smallDisk(12) ?? ''
    const store = await createStore({ dataDir })
    const id = await add(store)
    await store.close()
    remount(dataDir, 'ro')
    await expect(createStore({ dataDir })).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(/cannot be (opened|used): .*(read-only|may not write)/),
    })
    remount(dataDir, 'rw')
    const again = await createStore({ dataDir })
    expect(await idsOf(again)).toEqual([id])
    await again.close()
  })
})

describeStores('a server that turns read-only', (openStore, engine) => {
  const isEmbedded = engine === 'sqlite'
  test.skipIf(isEmbedded)(
    `refuses writes and says why, reads on, and is used again without a restart${isEmbedded ? ' (skipped: an embedded store has no server, its disk is tested above)' : ''}`,
    async () => {
      const place = await openStore.place()
      const store = await openStore(place)
      const id = await add(store)
      const url = new URL(place.databaseUrl?.reveal() ?? '')
      const name = url.pathname.slice(1)
      url.pathname = '/postgres'
      const admin = new pg.Client(url.href)
      await admin.connect()
      /** What connections find after a failover: the old ones are closed, the new ones are read-only. */
      const failOver = async (isReadOnly: boolean) => {
        await admin.query(`alter database ${name} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
        await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
      }
      await failOver(true)
      const refusals = await Promise.allSettled(Array.from({ length: 5 }, () => add(store)))
      for (const refusal of refusals) {
        expect(refusal).toMatchObject({ status: 'rejected', reason: { code: 'store_unavailable', status: 503 } })
      }
      await expect(add(store)).rejects.toThrow(/the PostgreSQL server is read-only/)
      expect(await idsOf(store)).toEqual([id])
      await failOver(false)
      await add(store).catch(() => null)
      const kept = await add(store)
      expect(await idsOf(store)).toEqual(expect.arrayContaining([id, kept]))
      await admin.end()
    },
  )
})
