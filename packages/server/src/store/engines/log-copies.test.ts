import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { createStore, newUuid } from '../index.ts'
import { copyLogInThread, type LogCopies, longestPages } from './log-copies.ts'
import { embeddedFile } from './sqlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'octavo-log-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const pagesOfWrite = 100

/** A database whose writes of 100 pages follow the rules of the store's writer. */
function openDatabase(start?: Parameters<typeof copyLogInThread>[2]) {
  const path = join(folder, `${newUuid()}.db`)
  const database = new DatabaseSync(path)
  database.exec('pragma journal_mode = wal; create table pages (content blob)')
  const copies: LogCopies = copyLogInThread(database, path, start)
  const insert = database.prepare(`insert into pages values (zeroblob(${pagesOfWrite * 4096}))`)
  const state = database.prepare('pragma wal_checkpoint(noop)')
  return {
    path,
    database,
    copies,
    readState: () => state.get() as { log: number; checkpointed: number },
    async write() {
      await copies.beforeTransaction()
      database.exec('begin immediate')
      insert.run()
      database.exec('commit')
      copies.afterCommit()
    },
    async close() {
      await copies.close()
      database.close()
    },
  }
}

test('the thread copies the log, which stays within its bound while a writer never pauses', async () => {
  const { database, readState, write, close } = openDatabase()
  expect(database.prepare('pragma wal_autocheckpoint').get()).toEqual({ wal_autocheckpoint: 0 })
  let longest = 0
  let restarts = 0
  for (let count = 0, before = 0; count < 100; count += 1) {
    await write()
    const { log } = readState()
    longest = Math.max(longest, log)
    if (log < before) restarts += 1
    before = log
  }
  expect(longest).toBeLessThan(longestPages + 2 * pagesOfWrite)
  expect(restarts).toBeGreaterThan(2)
  await close()
})

test('a reader with an old state delays the copy but no write', async () => {
  const { path, readState, write, close } = openDatabase()
  await write()
  const reader = new DatabaseSync(path, { readOnly: true })
  reader.exec('begin')
  const count = reader.prepare('select count(*) as n from pages')
  expect(count.get()).toEqual({ n: 1 })
  for (let index = 0; index < 40; index += 1) await write()
  expect(readState().log).toBeGreaterThan(40 * pagesOfWrite)
  expect(count.get()).toEqual({ n: 1 })
  reader.exec('commit')
  reader.close()
  for (let index = 0; index < 20; index += 1) await write()
  expect(readState().log).toBeLessThan(longestPages + 2 * pagesOfWrite)
  await close()
})

test('closing waits for the copy, so that the file alone has everything', async () => {
  const { path, readState, write, close } = openDatabase()
  for (let index = 0; index < 11; index += 1) await write()
  expect(readState().log).toBeGreaterThan(1000)
  await close()
  expect([existsSync(path), existsSync(`${path}-wal`)]).toEqual([true, false])
  const again = new DatabaseSync(path)
  expect(again.prepare('select count(*) as n from pages').get()).toEqual({ n: 11 })
  again.close()
})

test('without a thread the writer copies the log itself', async () => {
  const { database, readState, write, close } = openDatabase(() => {
    throw new Error('no thread')
  })
  for (let index = 0; index < 60; index += 1) await write()
  expect(database.prepare('pragma wal_autocheckpoint').get()).toEqual({ wal_autocheckpoint: 1000 })
  expect(readState().log).toBeLessThan(longestPages)
  await close()
})

test('the store copies its log in the thread, and leaves none when it is closed', async () => {
  const dataDir = mkdtempSync(join(folder, 'store-'))
  const store = await createStore({ dataDir })
  const file = new DatabaseSync(join(dataDir, embeddedFile), { readOnly: true })
  const state = file.prepare('pragma wal_checkpoint(noop)')
  const restarts: number[] = []
  let before = 0
  for (let index = 0; index < 60; index += 1) {
    const id = newUuid()
    const row = { id, slug: id, name: 'x'.repeat(400_000), zone: 'UTC', settings: '{}', created_at: 1, updated_at: 1 }
    await store.maintain('test', (tx) => tx.insertInto('organizations').values(row).execute())
    const { log } = state.get() as { log: number }
    if (log < before) restarts.push(before)
    before = log
  }
  file.close()
  expect(restarts.length).toBeGreaterThan(0)
  // The writer itself would copy at 1,000 pages.
  expect(Math.max(...restarts)).toBeGreaterThan(1200)
  await store.close()
  expect(existsSync(join(dataDir, `${embeddedFile}-wal`))).toBe(false)
})
