import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  type TransactionSettings,
} from 'kysely'
import { prepareDataFolder, StartupError } from '../../config/index.ts'
import { keyFile } from '../../secrets/index.ts'
import { foldCase } from '../like.ts'
import type { Database } from '../schema.ts'
import { type Engine, localSignals } from './engine.ts'
import { type Sync, UnstoredCommit } from './log-sync.ts'
import { openReserve } from './reserve.ts'
import { copySqlite } from './sqlite-copy.ts'
import { assumeSizes } from './sqlite-sizes.ts'
import { isTurnLong, nextTurn } from './turns.ts'
import { withTranslatedErrors } from './unavailable.ts'
import { openWriteAheadLog, type WriteAheadLog } from './write-ahead-log.ts'

/** The file of the store in its data folder, and in a backup. */
export const embeddedFile = 'octavo.db'
/** Folder where a restore unpacks; deleted when the restore is complete. */
export const unfinishedRestore = '.restoring'

const readerCount = 4
const cachedStatements = 300

/**
 * The embedded store: one writer connection that transactions queue for, and a few read-only connections (WAL, so that neither waits for
 * the other). The folder belongs to this process until `close`. `sync` is for tests of a failing disk.
 */
export function openSqlite(dataDir: string, sync?: Sync): Engine {
  const path = join(dataDir, embeddedFile)
  const lock = lockFolder(dataDir)
  const open = (isWriter: boolean) => connect(path, isWriter)
  try {
    refuseHalfRestore(dataDir)
    refuseEmptiedStore(dataDir)
    const writer = open(true)
    for (const name of [embeddedFile, `${embeddedFile}-wal`, `${embeddedFile}-shm`, 'octavo.lock'])
      restrict(join(dataDir, name))
    refuseDamage(writer, path)
    const signals = localSignals()
    let log: WriteAheadLog | undefined
    const writerPool = pool(
      () => writer,
      1,
      () => log,
    )
    return {
      kind: 'sqlite',
      readers: new Kysely<Database>({
        dialect: withTranslatedErrors(dialect(pool(() => open(false), readerCount)), whyUnavailable),
      }),
      writer: new Kysely<Database>({ dialect: dialect(writerPool) }),
      types: { dialect: 'sqlite', text: 'text', integer: 'integer', tableSuffix: 'strict', generated: 'virtual' },
      // There is only one writer, so no rows are locked by another.
      skipLocked: sql``,
      isolation: () => undefined,
      isRetryable: () => false,
      isCut: () => false,
      whyUnavailable,
      isFull: (error) => primaryCode(error) === codes.full,
      reserve: openReserve(dataDir),
      signals,
      isExclusive: true,
      copyBeforeUpgrade: (firstMigration) => keepCopy(writer, dataDir, firstMigration),
      settle() {
        assumeSizes(writer)
        log = openWriteAheadLog(writer, path, sync)
      },
      guardMigration: async () => ({ tryHold: async () => true, release: async () => {} }),
      async lockForMigration() {},
      async close() {
        if (lock.isOpen) lock.close()
      },
    }
  } catch (error) {
    lock.close()
    throw startupError(error, path)
  }
}

/** The operating system holds the lock, so it ends with the process in any case. */
export function lockFolder(dataDir: string): DatabaseSync {
  const path = join(dataDir, 'octavo.lock')
  let lock: DatabaseSync | undefined
  try {
    prepareDataFolder(dataDir)
    lock = new DatabaseSync(path, { timeout: 0 })
    lock.exec('pragma journal_mode = memory; begin exclusive')
    return lock
  } catch (error) {
    lock?.close()
    if (error instanceof StartupError) throw error
    if (primaryCode(error) === codes.busy) {
      throw new StartupError(
        `Another Octavo process uses the data folder ${dataDir}.`,
        'Stop that process, give this one another folder with OCTAVO_DATA, or let several processes share a PostgreSQL store with DATABASE_URL.',
        { cause: error },
      )
    }
    throw startupError(error, path)
  }
}

const copiesKept = 3

/** Copies to `backups/<time>-before-<migration>.db` in the data folder; only the newest few are kept. */
function keepCopy(writer: DatabaseSync, dataDir: string, firstMigration: string): void {
  const folder = join(dataDir, 'backups')
  const time = new Date().toISOString().replace(/[:.]/g, '-')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // Leftovers of an interrupted upgrade.
    for (const name of readdirSync(folder)) if (name.endsWith('.unfinished')) rmSync(join(folder, name))
    copySqlite(writer, join(folder, `${time}-before-${firstMigration}.db`))
    const copies = readdirSync(folder).filter((name) => /^\d{4}-.*-before-.*\.db$/.test(name))
    for (const name of copies.sort().slice(0, -copiesKept)) rmSync(join(folder, name))
  } catch (error) {
    throw new StartupError(
      `The copy of the store that is kept before an upgrade cannot be written: ${whyUnavailable(error) ?? String(error)}.`,
      `Make room for it in ${folder}. Nothing was changed; the version before still works.`,
      { cause: error },
    )
  }
}

/** Only the owner of the process may access the store, whatever file mode it was copied with. */
function restrict(path: string): void {
  if (existsSync(path)) chmodSync(path, 0o600)
}

const wayToRestore =
  'Restore a backup into an empty folder with "octavo restore <backup>"; copies from before upgrades are in its folder backups.'

/** A folder with a key belongs to a store: starting with an empty one would make all data seem lost. */
function refuseEmptiedStore(dataDir: string): void {
  const path = join(dataDir, embeddedFile)
  const isThere = existsSync(path) && statSync(path).size > 0
  if (isThere || !existsSync(join(dataDir, keyFile))) return
  throw new StartupError(
    `The store ${path} is ${existsSync(path) ? 'empty' : 'missing'}, but the folder has the key of one.`,
    `${wayToRestore} To begin anew, or to use the key with DATABASE_URL, move the folder keys away or set DATABASE_URL.`,
  )
}

/** Runs the engine's quick integrity check, which reads the file once. */
function refuseDamage(writer: DatabaseSync, path: string): void {
  const [finding] = writer.prepare('pragma quick_check(1)').all() as { quick_check: string }[]
  const isWhole = finding?.quick_check === 'ok'
  const tables = writer.prepare("select count(*) as n from sqlite_master where name = 'instance'").get() as {
    n: number
  }
  const isEmptied = tables.n === 0 && statSync(path).size > 0 && hasTables(writer)
  if (isWhole && !isEmptied) return
  throw new StartupError(
    `The store ${path} is damaged: ${isWhole ? 'its tables are missing' : (finding?.quick_check ?? 'it cannot be read')}.`,
    wayToRestore,
  )
}

function hasTables(writer: DatabaseSync): boolean {
  return writer.prepare("select 1 from sqlite_master where type = 'table' limit 1").get() !== undefined
}

export function refuseHalfRestore(dataDir: string): void {
  if (existsSync(join(dataDir, embeddedFile)) || !existsSync(join(dataDir, unfinishedRestore))) return
  throw new StartupError(
    `A restore into the data folder ${dataDir} was interrupted.`,
    'Run octavo restore again; it begins anew. Or empty the folder to start without it.',
  )
}

function connect(path: string, isWriter: boolean): DatabaseSync {
  const database = new DatabaseSync(path, { readOnly: !isWriter, enableForeignKeyConstraints: true, timeout: 5000 })
  if (isWriter) database.exec('pragma journal_mode = wal; pragma synchronous = full')
  // -16000: a page cache of 16 MB for each connection. A search looks up some 800 documents in two tables, which needs more than 8 MB.
  database.exec('pragma cache_size = -16000; pragma temp_store = memory')
  database.function('fold_case', { deterministic: true }, (text) => (typeof text === 'string' ? foldCase(text) : text))
  return database
}

/** Opens connections on demand and hands them out first come, first served. */
function pool(open: () => DatabaseSync, size: number, log?: () => WriteAheadLog | undefined): Driver {
  const all: SqliteConnection[] = []
  const free: SqliteConnection[] = []
  const waiting: ((connection: SqliteConnection) => void)[] = []
  return {
    async init() {},
    async acquireConnection() {
      const ready = free.pop()
      if (ready) return ready
      if (all.length < size) {
        const connection = new SqliteConnection(open())
        all.push(connection)
        return connection
      }
      return new Promise<SqliteConnection>((resolve) => waiting.push(resolve))
    },
    async releaseConnection(connection) {
      if (!(connection instanceof SqliteConnection)) return
      const next = waiting.shift()
      if (next) next(connection)
      else free.push(connection)
    },
    async beginTransaction(connection, settings: TransactionSettings) {
      if (connection instanceof SqliteConnection) {
        await log?.()?.beforeTransaction()
        // A writer that takes its lock only at the first write could fail halfway.
        connection.exec(size === 1 && settings.accessMode !== 'read only' ? 'begin immediate' : 'begin')
      }
    },
    async commitTransaction(connection) {
      if (connection instanceof SqliteConnection) connection.exec('commit')
      await log?.()?.afterCommit()
    },
    async rollbackTransaction(connection) {
      if (connection instanceof SqliteConnection) connection.rollback()
    },
    async destroy() {
      await log?.()?.close()
      if (log?.()?.hasFailed()) return
      for (const connection of all) connection.close()
    },
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (isTurnLong()) await nextTurn()
    const statement = this.#prepare(query.sql)
    const values = query.parameters as SQLInputValue[]
    if (statement.columns().length > 0) {
      const rows = statement.all(...values) as R[]
      return { rows, numAffectedRows: BigInt(rows.length) }
    }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    // Not from the cache: the statement stays in use between the chunks.
    const statement = this.#database.prepare(query.sql)
    let rows: R[] = []
    for (const row of statement.iterate(...(query.parameters as SQLInputValue[]))) {
      rows.push(row as R)
      if (rows.length >= chunkSize) {
        yield { rows }
        rows = []
      }
    }
    if (rows.length > 0) yield { rows }
  }

  exec(sql: string): void {
    this.#database.exec(sql)
  }

  /** SQLite ends the transaction by itself on some errors (full disk); a second rollback would hide the cause. */
  rollback(): void {
    if (this.#database.isTransaction) this.#database.exec('rollback')
  }

  close(): void {
    this.#statements.clear()
    if (this.#database.isOpen) this.#database.close()
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known) {
      this.#statements.delete(sql)
      this.#statements.set(sql, known)
      return known
    }
    const statement = this.#database.prepare(sql)
    if (this.#statements.size >= cachedStatements) {
      const [oldest] = this.#statements.keys()
      if (oldest !== undefined) this.#statements.delete(oldest)
    }
    this.#statements.set(sql, statement)
    return statement
  }
}

function dialect(driver: Driver): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

export const diskIsFull = 'the disk of the data folder is full'

/** Primary result codes. Source: https://www.sqlite.org/rescode.html */
const codes = { busy: 5, readOnly: 8, ioError: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 }

function primaryCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null
  return error.errcode & 0xff
}

function whyUnavailable(error: unknown): string | null {
  if (error instanceof UnstoredCommit) {
    return 'the disk of the data folder failed to store a change; when it works again, restart Octavo'
  }
  switch (primaryCode(error)) {
    case codes.full:
      return diskIsFull
    case codes.readOnly:
      return 'the data folder is read-only'
    case codes.ioError:
      return 'the disk of the data folder reports an error'
    case codes.corrupt:
    case codes.notADatabase:
      return 'the database file is damaged'
    default:
      return null
  }
}

export function startupError(error: unknown, path: string): unknown {
  const isOfSystem = error instanceof Error && 'syscall' in error
  const reason =
    whyUnavailable(error) ??
    (primaryCode(error) === codes.cannotOpen ? 'this account may not write there' : isOfSystem ? error.message : null)
  if (reason === null) return error
  const code = primaryCode(error)
  if (code === codes.corrupt || code === codes.notADatabase) {
    return new StartupError(`The store ${path} is damaged: ${reason}.`, wayToRestore, { cause: error })
  }
  return new StartupError(
    `The store ${path} cannot be opened: ${reason}.`,
    'Free space, correct the rights of the folder, or choose another with OCTAVO_DATA.',
    { cause: error },
  )
}
