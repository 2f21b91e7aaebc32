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
import type { Queryable } from './queryable.ts'
import type { Database } from './schema.ts'
import { isUrgent, notUrgent, runUrgently } from './urgent-work.ts'
import { currentWriteClaim } from './write-claim.ts'

export type { Queryable }

type EventOf<R> = AuditEvent | readonly AuditEvent[] | ((result: R) => AuditEvent | readonly AuditEvent[])

export interface Store {
  readonly engine: 'sqlite' | 'postgres'
  /**
   * Identifies this opening of the store; worker names start with it. When no other process can have the store open (`isExclusive`), all
   * other names belong to dead processes.
   */
  readonly opening: { id: string; isExclusive: boolean }
  /** Number of commits so far; in an exclusive store, reads since the last one are still valid. */
  readonly commits: () => number
  /** Ends a selection of rows to claim, so that rows locked by another process are skipped. */
  readonly skipLocked: RawBuilder<unknown>
  /** For reading committed data: both engines refuse to write through it. */
  readonly db: Kysely<Database>
  /**
   * Runs a change in one serializable transaction and writes its audit events with it. `work` may run again when PostgreSQL detects a
   * conflict, so it must change nothing but `tx`; and it must be short, because the embedded store has one writer. Nested transactions are
   * refused. A function as `event` receives the result (state its type, which cannot be inferred) and may return no events for a write that
   * changed nothing.
   */
  write<R>(event: EventOf<R>, work: (tx: Transaction<Database>) => Promise<R>, options?: WriteOptions): Promise<R>
  /** As `write`, for upkeep without a user: heartbeats, times of last use, descriptions of tables. */
  maintain<R>(purpose: string, work: (tx: Transaction<Database>) => Promise<R>, options?: MaintainOptions): Promise<R>
  /**
   * Runs `work` with all of its writes in one transaction that is rolled back: it reads what it wrote, but nothing persists. Returns the
   * result with the audit events that the writes would have logged.
   */
  dryRun<R>(work: () => Promise<R>): Promise<{ result: R; events: readonly AuditEvent[] }>
  /** Whether the current work will be rolled back, so that nothing outside the store may be changed. */
  isDryRun(): boolean
  /** True after the disk was full until it has room again: only work inside `runUrgently` may write. */
  isShortOfRoom(): boolean
  /** Calls `callback` in this process after `tx` is committed; never when it is not. */
  afterCommit(tx: Queryable, callback: () => void): void
  /** Notifies listeners of the channel, in every process on this store, after `tx` is committed. */
  announce(tx: Transaction<Database>, channel: string): Promise<void>
  /** A notification may be lost with its connection, so listeners must also poll. */
  listen(channel: string, callback: () => void): () => void
  close(): Promise<void>
}

export interface WriteOptions {
  /**
   * Writes with the same turn follow one another, in every process on this store. For rows that many change at once: their transactions
   * would conflict again and again. A write that waits holds a connection, so each process should let only one of them wait.
   */
  turn?: string
}

export interface MaintainOptions {
  /** `read committed` for work of one statement that many processes run at once, such as claiming a job. */
  isolation?: 'serializable' | 'read committed'
  /** Runs even when the disk is full: see `runUrgently`. */
  isUrgent?: boolean
}

export interface StoreOptions {
  dataDir: string
  /** Uses PostgreSQL instead of the embedded store. */
  databaseUrl?: Secret | null
  clock?: Clock
  /** For tests of the migration runner. */
  migrations?: readonly Migration[]
}

const attempts = 12
const attemptsAfterCut = 3

/**
 * Opens the store and migrates it to the newest schema. Throws StartupError when the operator has to act: another process holds the folder,
 * the store is newer than the program, the server does not respond.
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

/** The migrations that `createStore` would run. Changes nothing. */
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
  /** Name of the transaction, for errors and logs. */
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
  /** Callbacks of `afterCommit` by transaction. */
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
    write: (event, work, options) => write(opened, event, work, options),
    dryRun: (work) => dryRun(engine, work),
    isDryRun: () => currentDryRun() !== undefined,
    isShortOfRoom: () => engine.reserve?.isGivenUp() === true,
    maintain: (purpose, work, { isolation = 'serializable', isUrgent = false } = {}) => {
      const run = () => transact(opened, { name: purpose, isolation }, work)
      return isUrgent ? runUrgently(run) : run()
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

/** Runs a change with its audit events, which a dry run collects instead. */
function write<R>(opened: Opened, event: EventOf<R>, work: Work<R>, { turn }: WriteOptions = {}): Promise<R> {
  return transact(opened, { name: 'write', isolation: 'serializable', turn }, async (tx) => {
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

interface Transacting {
  name: string
  isolation: Isolation
  turn?: string | undefined
}

async function transact<R>(opened: Opened, transacting: Transacting, work: Work<R>): Promise<R> {
  const { engine, current } = opened
  const { name } = transacting
  const dry = currentDryRun()
  const outer = current.getStore()
  if (outer?.isOpen) throw new Error(`A transaction (${name}) was started inside another (${outer.name}).`)
  if (dry !== undefined) return insideDryRun(opened, dry, name, work)
  requireRoom(engine)
  for (let attempt = 1; ; attempt += 1) {
    const progress = { isCommitting: false }
    try {
      return await attemptOnce(opened, transacting, work, progress)
    } catch (error) {
      if (!mayRunAgain(engine, error, { attempt, ...progress })) throw translated(error, engine.whyUnavailable)
      await pause(Math.random() * Math.min(200, 2 ** attempt))
    }
  }
}

/** Sets `progress.isCommitting` when the work is done and the commit is sent. */
async function attemptOnce<R>(
  opened: Opened,
  { name, isolation, turn }: Transacting,
  work: Work<R>,
  progress: { isCommitting: boolean },
): Promise<R> {
  const { engine, current, commitCallbacks } = opened
  const scope: Scope = { name, isOpen: true }
  const callbacks: (() => void)[] = []
  const run = async (bare: Transaction<Database>) => {
    const tx = bare.withPlugin(onlyWhileOpen(scope))
    commitCallbacks.set(tx, callbacks)
    try {
      const result = await current.run(scope, () => work(tx))
      progress.isCommitting = true
      return result
    } finally {
      scope.isOpen = false
    }
  }
  const begin = (writer: Engine['writer']) => transactionOn(engine, isolation, writer).execute(run)
  const result = await (turn !== undefined && engine.inTurn ? engine.inTurn(turn, begin) : begin(engine.writer))
  opened.commits += 1
  for (const callback of callbacks) notUrgent(callback)
  return result
}

/** One write of a dry run: a failed one is rolled back alone, so that the work can continue as it would without the dry run. */
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
    await transactionOn(engine, 'serializable', engine.writer).execute(async (tx) => {
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

function transactionOn({ isolation }: Engine, wanted: Isolation, writer: Engine['writer']) {
  const level = isolation(wanted)
  return level ? writer.transaction().setIsolationLevel(level) : writer.transaction()
}

/** Space freed by the reserve is only for urgent work until the disk has room for a reserve again. */
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
  // A connection lost before the commit was sent has changed nothing; one lost later may have committed.
  if (!isCommitting && attempt <= attemptsAfterCut && engine.isCut(error)) return true
  // A check for a free name may race with another process; the repeated attempt finds the other row.
  return engine.isRetryable(error) || (!engine.isExclusive && attempt === 1 && isUniqueViolation(error))
}

/** A late statement, after a forgotten `await`, must not run in the connection's next transaction. */
function onlyWhileOpen(scope: Scope): KyselyPlugin {
  return {
    transformQuery({ node }) {
      if (!scope.isOpen) throw new Error(`A statement came after the end of its transaction (${scope.name}).`)
      return node
    },
    transformResult: async ({ result }) => result,
  }
}
