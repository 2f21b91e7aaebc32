import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '@octavo/core/errors'
import { type Kysely, type KyselyPlugin, type RawBuilder, sql, type Transaction } from 'kysely'
import { type Clock, type Secret, systemClock } from '../config/index.ts'
import { type AuditEvent, insertAuditEvents } from './audit-events.ts'
import { currentDryRun, type DryRun, withDryRun } from './dry-run.ts'
import { readEmbeddedBook } from './embedded-files.ts'
import type { Engine } from './engines/engine.ts'
import { diskIsFull, openSqlite } from './engines/sqlite.ts'
import { translated } from './engines/unavailable.ts'
import { isUniqueViolation } from './engines/unique-violation.ts'
import { newUuid } from './ids.ts'
import { type MigrationReport, migrate, pendingAfter, readBook } from './migrate.ts'
import { migrations as allMigrations, type Migration } from './migrations/index.ts'
import { isUrgent, mustGoOn, notUrgent } from './must-go-on.ts'
import type { Queryable } from './queryable.ts'
import type { Database } from './schema.ts'
import { currentWriteClaim } from './write-claim.ts'

export type { Queryable }

type EventOf<R> = AuditEvent | readonly AuditEvent[] | ((result: R) => AuditEvent | readonly AuditEvent[])

export interface Store {
  readonly engine: 'sqlite' | 'postgres'
  /**
   * This opening of the store, of which the names of its workers begin. When no other process can have the store open
   * (`isExclusive`), every other name belongs to a process that is gone.
   */
  readonly opening: { id: string; isExclusive: boolean }
  /** Transactions committed so far; what was read since the last one still holds where the store is exclusive. */
  readonly commits: () => number
  /** Ends a selection of rows to claim, so that it passes over those that another process is claiming. */
  readonly skipLocked: RawBuilder<unknown>
  /** For reading: both engines refuse to write through it. Sees what is committed. */
  readonly db: Kysely<Database>
  /**
   * Runs a change in one serializable transaction and writes its audit events with it. `work` may run again
   * when PostgreSQL finds that two transactions cannot both be right, so it changes nothing but `tx`; and it is short,
   * because the embedded store has one writer. A transaction inside another is refused.
   * A function as `event` gets the result (write its type, which inference does not find) and may return none for a
   * write that changed nothing.
   */
  write<R>(event: EventOf<R>, work: (tx: Transaction<Database>) => Promise<R>): Promise<R>
  /** The same for upkeep that nobody asked for: heartbeats, times of last use, descriptions of tables. */
  maintain<R>(purpose: string, work: (tx: Transaction<Database>) => Promise<R>, options?: MaintainOptions): Promise<R>
  /**
   * Runs `work` with every write of it in one transaction that is rolled back: it reads what it wrote, and nothing of it
   * lasts. Returns the result with the audit events that the writes would have left.
   */
  dryRun<R>(work: () => Promise<R>): Promise<{ result: R; events: readonly AuditEvent[] }>
  /** Whether what is at work will be rolled back, so that nothing outside the store may be changed. */
  isDryRun(): boolean
  /** True when the disk was full and has no room yet: only what `mustGoOn` runs may write. */
  isShortOfRoom(): boolean
  /** Calls `callback` in this process once `tx` is committed; never when it is not. */
  afterCommit(tx: Queryable, callback: () => void): void
  /** Wakes whoever listens on the channel, in every process on this store, once `tx` is committed. */
  announce(tx: Transaction<Database>, channel: string): Promise<void>
  /** A call may be lost with its connection, so listeners also look by themselves now and then. */
  listen(channel: string, callback: () => void): () => void
  close(): Promise<void>
}

export interface MaintainOptions {
  /** `read committed` for work of one statement that many processes run at once, such as claiming a job. */
  isolation?: 'serializable' | 'read committed'
  /** It goes on where the disk is full: see `mustGoOn`. */
  isUrgent?: boolean
}

export interface StoreOptions {
  dataDir: string
  /** PostgreSQL instead of the embedded store. */
  databaseUrl?: Secret | null
  clock?: Clock
  /** For tests of the migration runner. */
  migrations?: readonly Migration[]
}

const attempts = 12
const attemptsAfterCut = 3

/**
 * Opens the store and brings it to the newest shape. Throws StartupError where the operator has to act: another
 * process holds the folder, the store is newer than the program, the server does not answer.
 */
export async function createStore(options: StoreOptions): Promise<Store> {
  const { clock = systemClock, migrations = allMigrations } = options
  const engine = await openEngine(options)
  try {
    await migrate(engine, { clock, migrations })
    engine.settle?.()
  } catch (error) {
    await closeEngine(engine)
    throw error
  }
  return storeOn(engine, clock)
}

/** Which migrations `createStore` would run. Changes nothing. */
export async function planMigration(options: StoreOptions): Promise<MigrationReport> {
  const { migrations = allMigrations, dataDir, databaseUrl } = options
  const book = databaseUrl ? await bookOf(await openEngine(options)) : readEmbeddedBook(dataDir)
  return { pending: pendingAfter(book ?? [], migrations).map(({ name }) => name) }
}

async function bookOf(engine: Engine): Promise<string[] | null> {
  try {
    return await readBook(engine)
  } finally {
    await closeEngine(engine)
  }
}

async function openEngine({ dataDir, databaseUrl }: StoreOptions): Promise<Engine> {
  if (!databaseUrl) return openSqlite(dataDir)
  const { openPostgres } = await import('./engines/postgres.ts')
  return openPostgres(databaseUrl.reveal())
}

async function closeEngine(engine: Engine): Promise<void> {
  await engine.readers.destroy()
  await engine.writer.destroy()
  await engine.close()
}

interface Scope {
  /** What the transaction is for. */
  name: string
  isOpen: boolean
}

type Isolation = 'serializable' | 'read committed'
type Work<R> = (tx: Transaction<Database>) => Promise<R>

/** An open store: its engine, and the transactions of this process. */
interface Opened {
  engine: Engine
  clock: Clock
  /** The transaction that the running code is in. */
  current: AsyncLocalStorage<Scope>
  /** What `afterCommit` was called with, by the transaction. */
  commitCallbacks: WeakMap<Queryable, (() => void)[]>
  commits: number
}

function storeOn(engine: Engine, clock: Clock): Store {
  const opened: Opened = {
    engine,
    clock,
    current: new AsyncLocalStorage(),
    commitCallbacks: new WeakMap(),
    commits: 0,
  }
  const store: Store = {
    engine: engine.kind,
    opening: { id: newUuid(), isExclusive: engine.isExclusive },
    commits: () => opened.commits,
    skipLocked: engine.skipLocked,
    get db() {
      return currentDryRun()?.tx ?? engine.readers
    },
    write: (event, work) => write(opened, event, work),
    dryRun: (work) => dryRun(engine, work),
    isDryRun: () => currentDryRun() !== undefined,
    isShortOfRoom: () => engine.reserve?.isGivenUp() === true,
    maintain: (purpose, work, { isolation = 'serializable', isUrgent = false } = {}) => {
      const run = () => transact(opened, purpose, isolation, work)
      return isUrgent ? mustGoOn(run) : run()
    },
    afterCommit(tx, callback) {
      const callbacks = opened.commitCallbacks.get(tx)
      if (!callbacks) throw new Error('afterCommit was called without the transaction that store.write gave.')
      callbacks.push(callback)
    },
    async announce(tx, channel) {
      if (currentDryRun() !== undefined) return
      await engine.signals.send(tx, channel)
      store.afterCommit(tx, () => engine.signals.heard(channel))
    },
    listen: (channel, callback) => engine.signals.listen(channel, callback),
    close: () => closeEngine(engine),
  }
  return store
}

/** A change with its audit events, which a dry run collects instead. */
function write<R>(opened: Opened, event: EventOf<R>, work: Work<R>): Promise<R> {
  return transact(opened, 'write', 'serializable', async (tx) => {
    const dry = currentDryRun()
    if (dry === undefined) await currentWriteClaim()?.insert(tx)
    const result = await work(tx)
    const made = typeof event === 'function' ? event(result) : event
    const events = Array.isArray(made) ? made : [made as AuditEvent]
    if (dry === undefined) await insertAuditEvents(tx, events, opened.clock.now())
    else dry.events.push(...events)
    return result
  })
}

async function transact<R>(opened: Opened, name: string, isolation: Isolation, work: Work<R>): Promise<R> {
  const { engine, current } = opened
  const dry = currentDryRun()
  const outer = current.getStore()
  if (outer?.isOpen) throw new Error(`A transaction (${name}) was started inside another (${outer.name}).`)
  if (dry !== undefined) return insideDryRun(opened, dry, name, work)
  requireRoom(engine)
  for (let attempt = 1; ; attempt += 1) {
    const progress = { isCommitting: false }
    try {
      return await attemptOnce(opened, name, isolation, work, progress)
    } catch (error) {
      if (!mayRunAgain(engine, error, { attempt, ...progress })) throw translated(error, engine.whyUnavailable)
      await pause(Math.random() * Math.min(200, 2 ** attempt))
    }
  }
}

/** Sets `progress.isCommitting` when the work is done and the commit is sent. */
async function attemptOnce<R>(
  opened: Opened,
  name: string,
  isolation: Isolation,
  work: Work<R>,
  progress: { isCommitting: boolean },
): Promise<R> {
  const { engine, current, commitCallbacks } = opened
  const scope: Scope = { name, isOpen: true }
  const callbacks: (() => void)[] = []
  const result = await transactionOn(engine, isolation).execute(async (bare) => {
    const tx = bare.withPlugin(onlyWhileOpen(scope))
    commitCallbacks.set(tx, callbacks)
    try {
      const result = await current.run(scope, () => work(tx))
      progress.isCommitting = true
      return result
    } finally {
      scope.isOpen = false
    }
  })
  opened.commits += 1
  for (const callback of callbacks) notUrgent(callback)
  return result
}

/** One write of a dry run: undone alone when it fails, so that the work can go on as it would without the dry run. */
async function insideDryRun<R>(opened: Opened, dry: DryRun, name: string, work: Work<R>): Promise<R> {
  const { engine, current, commitCallbacks } = opened
  const scope: Scope = { name, isOpen: true }
  const tx = dry.tx.withPlugin(onlyWhileOpen(scope))
  commitCallbacks.set(tx, [])
  await sql`savepoint dry_run_write`.execute(dry.tx)
  try {
    const result = await current.run(scope, () => work(tx))
    await sql`release savepoint dry_run_write`.execute(dry.tx)
    return result
  } catch (error) {
    await sql`rollback to savepoint dry_run_write`.execute(dry.tx)
    throw translated(error, engine.whyUnavailable)
  } finally {
    scope.isOpen = false
  }
}

async function dryRun<R>(
  engine: Engine,
  work: () => Promise<R>,
): Promise<{ result: R; events: readonly AuditEvent[] }> {
  const undone = new Error('The writes of a dry run are rolled back.')
  let outcome: { result: R; events: readonly AuditEvent[] } | undefined
  try {
    await transactionOn(engine, 'serializable').execute(async (tx) => {
      const run: DryRun = { tx, isOpen: true, events: [] }
      try {
        outcome = { result: await withDryRun(run, work), events: run.events }
      } finally {
        run.isOpen = false
      }
      throw undone
    })
  } catch (error) {
    if (error !== undone) throw translated(error, engine.whyUnavailable)
  }
  if (outcome === undefined) throw new Error('A dry run ended without an outcome.')
  return outcome
}

function transactionOn({ writer, isolation }: Engine, wanted: Isolation) {
  const level = isolation(wanted)
  return level ? writer.transaction().setIsolationLevel(level) : writer.transaction()
}

/** What the reserve has freed is for urgent work alone, until the disk has room for a reserve again. */
function requireRoom({ reserve }: Engine): void {
  if (isUrgent() || reserve?.isGivenUp() !== true) return
  throw new AppError('store_unavailable', { reason: diskIsFull })
}

function mayRunAgain(
  engine: Engine,
  error: unknown,
  { attempt, isCommitting }: { attempt: number; isCommitting: boolean },
): boolean {
  if (attempt >= attempts) return false
  if (engine.isFull(error)) return isUrgent() && engine.reserve?.giveUp() === true
  // A link that was cut before the commit was sent has done nothing; one that is cut later may have done everything.
  if (!isCommitting && attempt <= attemptsAfterCut && engine.isCut(error)) return true
  // Who looked for a name and then took it may have been overtaken; the second look finds the other.
  return engine.isRetryable(error) || (!engine.isExclusive && attempt === 1 && isUniqueViolation(error))
}

/** A statement that comes late, after a forgotten `await`, must not land in whatever the connection does next. */
function onlyWhileOpen(scope: Scope): KyselyPlugin {
  return {
    transformQuery({ node }) {
      if (!scope.isOpen) throw new Error(`A statement came after the end of its transaction (${scope.name}).`)
      return node
    },
    transformResult: async ({ result }) => result,
  }
}
