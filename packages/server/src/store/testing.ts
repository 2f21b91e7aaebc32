import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import { afterAll, describe, inject, type TestAPI, test } from 'vitest'
import { Secret } from '../config/index.ts'
import { createStore, type Store, type StoreOptions } from './index.ts'

/** Provided by test/setup/postgres.ts: `POST <url>/empty` or `POST <url>/migrated` returns the address of a new database. */
export type ProvidedPostgres = { url: string } | { skipped: string }

declare module 'vitest' {
  interface ProvidedContext {
    postgres: ProvidedPostgres
  }
}

export interface OpenStore {
  /** A separate store, empty but migrated; closed after the suite. */
  (options?: Partial<StoreOptions>): Promise<Store>
  /** The place of a new store, to open it more than once. `isMigrated: false` leaves it without tables. */
  place(options?: { isMigrated?: boolean }): Promise<StoreOptions>
}

/** Runs the suite on the embedded store and on a real PostgreSQL server; the latter is skipped when none can be started. */
export function describeStores(title: string, suite: StoreSuite): void {
  describeSqlite(title, suite)
  describePostgres(title, whyNoPostgres(), suite)
}

/**
 * Runs the suite on the embedded store, and on PostgreSQL in `npm run test:deep`: for suites whose statements other suites already run on
 * PostgreSQL. A suite that alone covers some statement of the product must use `describeStores`.
 */
export function describeEmbedded(title: string, suite: StoreSuite): void {
  describeSqlite(title, suite)
  const isDeep = process.env.OCTAVO_DEEP === '1'
  describePostgres(title, isDeep ? whyNoPostgres() : ' (skipped: on PostgreSQL by npm run test:deep)', suite)
}

type StoreSuite = (openStore: OpenStore, engine: Store['engine']) => void

const describeSqlite = (title: string, suite: StoreSuite) =>
  describe(`${title} (sqlite)`, () => suite(opener('sqlite'), 'sqlite'))

const describePostgres = (title: string, whySkipped: string, suite: StoreSuite) =>
  describe.skipIf(whySkipped !== '')(`${title} (postgres)${whySkipped}`, () => suite(opener('postgres'), 'postgres'))

/** For suites that do not test the store and need only one; call it in a `describe`. */
export const embeddedStore = (): OpenStore => opener('sqlite')

/** A suffix for titles of suites that are skipped without PostgreSQL; empty when there is one. */
export function whyNoPostgres(): string {
  const postgres = provided()
  return 'skipped' in postgres ? ` (skipped: ${postgres.skipped})` : ''
}

const noTest = Object.assign(() => {}, { each: () => () => {} }) as unknown as TestAPI

/** `test` for a rule of one engine; on the other engine the test is not registered. */
export const testOn = (applies: boolean): TestAPI => (applies ? test : noTest)

function opener(engine: Store['engine']): OpenStore {
  const folders: string[] = []
  const stores: Store[] = []
  const place: OpenStore['place'] = async ({ isMigrated = true } = {}) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'octavo-store-'))
    folders.push(dataDir)
    return {
      dataDir,
      databaseUrl: engine === 'postgres' ? new Secret(await newDatabase(isMigrated ? 'migrated' : 'empty')) : null,
    }
  }
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()))
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })
  const open = async (options: Partial<StoreOptions> = {}): Promise<Store> => {
    const at = options.dataDir === undefined ? await place() : { dataDir: options.dataDir }
    const store = await createStore({ ...at, ...options })
    stores.push(store)
    return store
  }
  return Object.assign(open, { place })
}

async function newDatabase(kind: 'migrated' | 'empty'): Promise<string> {
  const postgres = provided()
  if ('skipped' in postgres) throw new Error(postgres.skipped)
  const answer = await fetch(`${postgres.url}/${kind}`, { method: 'POST' })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`The test set-up could not make a database: ${text}`)
  return text
}

/** A project of the test configuration without test/setup/postgres.ts provides nothing. */
function provided(): ProvidedPostgres {
  const postgres: ProvidedPostgres | undefined = inject('postgres')
  return postgres ?? { skipped: 'this project of the test configuration starts no PostgreSQL server' }
}

/**
 * What a plan contains when the store reads these large tables row by row, or compares each row of one table with each of another, although
 * the rows are known by their ids.
 */
export const wholeReads =
  /Seq Scan on (search_documents|inodes)|Rows Removed by Join Filter: \d{4}|SCAN (search_documents|inodes)/

/** Does the work, and returns the plan of each statement that it reads through `store.db`. PostgreSQL runs these twice. */
export async function withPlans<Result>(
  store: Store,
  work: () => Promise<Result>,
): Promise<{ result: Result; plans: string[] }> {
  const plans: string[] = []
  const executor = store.db.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  const explain = store.engine === 'sqlite' ? 'explain query plan' : 'explain analyze'
  executor.executeQuery = async (query) => {
    const { rows } = await execute(CompiledQuery.raw(`${explain} ${query.sql}`, [...query.parameters]))
    plans.push(rows.map((row) => Object.values(row as object).join(' ')).join('\n'))
    return execute(query)
  }
  try {
    return { result: await work(), plans }
  } finally {
    executor.executeQuery = execute
  }
}
