import { mkdirSync } from 'node:fs'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { failureOf } from './engine-errors.ts'
import type { DatabaseFile } from './messages.ts'
import { Refusal } from './refusal.ts'

/** A snapshot that was not read for this long is closed when another one is opened. */
const snapshotIdleMs = 90_000

export interface OpenDatabase {
  instance: DuckDBInstance
  idle: DuckDBConnection[]
  /** Number of statements that use it now. */
  users: number
}

/** Only ever one instance for each file: two on one file lose each other's tables. */
const databases = new Map<string, Promise<OpenDatabase>>()

/** The instance of a file, opened when it is first needed. */
export async function openDatabase(file: DatabaseFile): Promise<OpenDatabase> {
  if (file.partsFolder !== null) {
    snapshots.set(file.path, { partsFolder: file.partsFolder, askedAt: performance.now() })
  }
  let opening = databases.get(file.path)
  if (!opening) {
    opening = open(file)
    databases.set(file.path, opening)
    opening.catch(() => databases.delete(file.path))
  }
  return opening
}

/** Open snapshots, and when each was last used. */
const snapshots = new Map<string, { partsFolder: string; askedAt: number }>()

/** Closes older snapshots of the same parts, so that a copy that grows every minute does not leave one open each minute. */
async function closeSnapshots(partsFolder: string): Promise<void> {
  for (const [path, snapshot] of snapshots) {
    const opening = snapshot.partsFolder === partsFolder ? databases.get(path) : undefined
    if (!opening || performance.now() - snapshot.askedAt < snapshotIdleMs) continue
    const database = await opening.catch(() => null)
    if (database === null || database.users > 0) continue
    if (performance.now() - snapshot.askedAt < snapshotIdleMs || databases.get(path) !== opening) continue
    databases.delete(path)
    snapshots.delete(path)
    for (const connection of database.idle) connection.closeSync()
    database.instance.closeSync()
  }
}

/** Runs our own statements on a new file that no other process has open, and closes it. */
export async function buildDatabase(file: DatabaseFile, statements: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(file.path, {
    memory_limit: `${file.memoryLimitMb}MB`,
    threads: String(file.threads),
  })
  try {
    const connection = await instance.connect()
    for (const statement of statements) await connection.run(statement)
    connection.closeSync()
  } finally {
    instance.closeSync()
  }
}

/** Opens a file and locks the configuration before the first statement of a user can run. */
async function open(file: DatabaseFile): Promise<OpenDatabase> {
  if (file.partsFolder !== null) await closeSnapshots(file.partsFolder)
  if (file.spillFolder) mkdirSync(file.spillFolder, { recursive: true })
  if (file.uploadsFolder) mkdirSync(file.uploadsFolder, { recursive: true, mode: 0o700 })
  let instance: DuckDBInstance
  try {
    instance = await DuckDBInstance.create(file.path, {
      // Set first, because it cannot be set when external access is off.
      temp_directory: file.spillFolder ?? '',
      access_mode: file.readOnly ? 'READ_ONLY' : 'READ_WRITE',
      memory_limit: `${file.memoryLimitMb}MB`,
      threads: String(file.threads),
      // Returns memory after a query: 142 MB of resident memory after a page of ten queries instead of 250.
      allocator_background_threads: 'true',
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      allow_community_extensions: 'false',
    })
  } catch (error) {
    throw new Refusal({ code: 'query_failed', reason: `The database cannot be opened: ${failureOf(error).reason}` })
  }
  const connection = await instance.connect()
  // The only files besides its own that the engine may open: for statements that name an uploaded table and for views of the file.
  const folders = [file.uploadsFolder, file.partsFolder].flatMap((folder) =>
    folder === null ? [] : [`'${folder.replaceAll("'", "''")}/'`],
  )
  if (folders.length > 0) await connection.run(`SET GLOBAL allowed_directories = [${folders.join(', ')}]`)
  await connection.run('SET GLOBAL enable_external_access = false')
  await connection.run("SET GLOBAL TimeZone = 'UTC'")
  if (file.spillFolder) await connection.run(`SET GLOBAL max_temp_directory_size = '${file.spillLimitMb}MB'`)
  await connection.run('SET GLOBAL lock_configuration = true')
  return { instance, idle: [connection], users: 0 }
}
