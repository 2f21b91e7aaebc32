import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createStore, type Store } from '../index.ts'

let store: Store
const dataDir = mkdtempSync(join(tmpdir(), 'octavo-turns-'))
beforeAll(async () => {
  store = await createStore({ dataDir })
})
afterAll(async () => {
  await store.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Duration of the statements that run one after the other. */
const busyMs = 300
async function statementsOf(db: Pick<Store['db'], 'executeQuery'>): Promise<void> {
  const until = performance.now() + busyMs
  while (performance.now() < until) await db.executeQuery(sql`select count(*) from inodes`.compile(store.db))
}

/** Counts turns of the event loop while the work runs. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 1)
  await work()
  clearInterval(timer)
  return turns
}

it.each([
  { what: 'one reader', work: () => statementsOf(store.db) },
  { what: 'ten readers at once', work: () => Promise.all(Array.from({ length: 10 }, () => statementsOf(store.db))) },
  { what: 'a transaction', work: () => store.maintain('a long chain', (tx) => statementsOf(tx)) },
  {
    what: 'a transaction beside readers',
    work: () => Promise.all([store.maintain('a long chain', (tx) => statementsOf(tx)), statementsOf(store.db)]),
  },
])('during $what other work gets turns of the event loop', async ({ work }) => {
  // 300 ms in chains of 8 ms are some 37 turns; without them there are one or two.
  expect(await turnsDuring(work)).toBeGreaterThan(8)
})
