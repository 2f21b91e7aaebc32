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

/** A chain of statements without turns of the event loop between them would never get this far. */
const fewestTurns = 10
/** Ends a chain that gets no turns; a busy machine needs a fraction of it. */
const longestMs = 20_000

let turns = 0

async function statementsOf(db: Pick<Store['db'], 'executeQuery'>): Promise<void> {
  const until = performance.now() + longestMs
  while (turns < fewestTurns && performance.now() < until) {
    await db.executeQuery(sql`select count(*) from inodes`.compile(store.db))
  }
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
  turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 1)
  await work()
  clearInterval(timer)
  expect(turns).toBeGreaterThanOrEqual(fewestTurns)
})
