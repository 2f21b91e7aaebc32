import { fdatasync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Engine } from './engine.ts'
import type { Sync } from './log-sync.ts'
import { openSqlite } from './sqlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'octavo-sync-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A store without tables but one, whose disk answers as `sync` says. */
async function openEngine(sync: Sync): Promise<Engine> {
  const engine = openSqlite(mkdtempSync(join(folder, 'store-')), sync)
  await sql`create table things (name text)`.execute(engine.writer)
  engine.settle?.()
  return engine
}
const add = (engine: Engine, name: string) =>
  engine.writer.transaction().execute((tx) => sql`insert into things values (${name})`.execute(tx))
const namesOf = async ({ readers }: Engine) =>
  (await sql<{ name: string }>`select name from things order by name`.execute(readers)).rows.map(({ name }) => name)
const close = async (engine: Engine) => {
  await engine.readers.destroy()
  await engine.writer.destroy()
  await engine.close()
}

test('a write is acknowledged when the disk has it, and the event loop runs meanwhile', async () => {
  const waiting: (() => void)[] = []
  const engine = await openEngine((file, callback) => waiting.push(() => fdatasync(file, callback)))
  const acknowledged: string[] = []
  const first = add(engine, 'first').then(() => acknowledged.push('first'))
  const second = add(engine, 'second').then(() => acknowledged.push('second'))
  while (waiting.length === 0) await new Promise(setImmediate)
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
  // The second transaction has not begun, so that it can never be on disk without the first.
  expect([acknowledged, waiting.length, await namesOf(engine)]).toEqual([[], 1, ['first']])
  waiting.shift()?.()
  await first
  while (waiting.length === 0) await new Promise(setImmediate)
  expect([acknowledged, await namesOf(engine)]).toEqual([['first'], ['first', 'second']])
  waiting.shift()?.()
  await second
  await close(engine)
})

test('a transaction without changes does not wait for the disk', async () => {
  let syncs = 0
  const engine = await openEngine((file, callback) => {
    syncs += 1
    fdatasync(file, callback)
  })
  await add(engine, 'one')
  expect(syncs).toBe(1)
  await engine.writer.transaction().execute((tx) => sql`delete from things where name = 'none'`.execute(tx))
  expect(syncs).toBe(1)
  await close(engine)
})

test('after a failure of the disk nothing more is written until the next start', async () => {
  let isBroken = false
  const engine = await openEngine((file, callback) => {
    if (isBroken) callback(Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' }))
    else fdatasync(file, callback)
  })
  await add(engine, 'before')
  isBroken = true
  const failed = await add(engine, 'during').catch((error: unknown) => error)
  expect(engine.whyUnavailable(failed)).toMatch(/failed to store a change; .* restart Octavo/)
  expect(engine.isFull(failed)).toBe(false)
  isBroken = false
  await expect(add(engine, 'after')).rejects.toBe(failed)
  expect(await namesOf(engine)).toEqual(['before', 'during'])
  await close(engine)
})
