import { createHash, type Hash, randomUUID } from 'node:crypto'
import {
  constants,
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  type WriteStream,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Clock, type Config, StartupError } from '../../config/index.ts'
import { holdStill } from '../../connectors/index.ts'
import { openSecrets } from '../../secrets/index.ts'
import {
  copyEmbeddedStore,
  embeddedFile,
  inspectEmbeddedFile,
  lockFolder,
  unfinishedRestore,
} from '../../store/embedded-files.ts'
import { readTar, type TarEntry, writeTar } from './tar.ts'

type BackupConfig = Pick<Config, 'dataDir' | 'databaseUrl' | 'secretKey'>

/** The contents of a backup. It is written last, so a backup without it is incomplete. */
type Manifest = Static<typeof Manifest>
const Manifest = Type.Object({
  format: Type.Literal(1),
  madeAt: Type.String(),
  /** Version of the program. */
  version: Type.String(),
  store: Type.Union([Type.Literal('sqlite'), Type.Literal('postgres')]),
  files: Type.Array(Type.Object({ path: Type.String(), sizeBytes: Type.Integer(), sha256: Type.String() })),
})
type BackedUpFile = Manifest['files'][number]

export interface BackupReport {
  store: Manifest['store']
  files: number
  sizeBytes: number
}

export interface RestoreReport extends BackupReport {
  madeAt: string
  version: string
  /** False when the server cannot start until the key is in its place. */
  hasKey: boolean
}

const manifestFile = 'manifest.json'
/** A valid path in a backup; nothing that could lead out of the data folder. */
const pathForm = /^(octavo\.db|(blobs|uploads)(\/[\w-][\w.-]*)+|databases(\/(?!\.\.?(\/|$))[^/\\\p{Cc}]+)+)$/u
/** Folders of the data folder that a backup contains besides the store. */
const copiedFolders = ['blobs', 'databases', 'uploads'] as const

/**
 * Copies a snapshot of the embedded store, then the files of the blob folder and uploaded tables, into a new folder, or a new file when the
 * target ends in `.tar`. The server may be running: a file is always written before the row that names it, so every file that a copied row
 * names is present unless it was deleted during the backup. Each database file of `databases/` is copied at one moment while no process
 * writes to it. Not included: the key (`keyTarget` copies it to its own file), the sample and the caches, which are rebuilt, and the
 * database of a PostgreSQL store.
 */
export async function makeBackup(options: BackupOptions): Promise<BackupReport> {
  const { config, keyTarget, version, clock, writersPatienceMs = 10_000 } = options
  const target = resolve(options.target)
  const isEmbedded = config.databaseUrl === null
  assertPossible({ ...options, target })

  const unfinished = `${target}.${randomUUID()}.unfinished`
  try {
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    const sink = target.endsWith('.tar') ? tarSink(unfinished) : folderSink(unfinished)
    const files: BackedUpFile[] = []
    if (isEmbedded) files.push(await addStore(sink, config.dataDir, `${unfinished}.db`))
    for (const folder of copiedFolders) {
      for (const path of filesIn(join(config.dataDir, folder))) {
        const name = relative(config.dataDir, path).split(sep).join('/')
        // The write-ahead log is copied together with its database.
        if (folder === 'databases' && name.endsWith('.wal')) continue
        const copied =
          folder === 'databases' ? addDatabase(sink, name, path, writersPatienceMs) : addFile(sink, name, path)
        files.push(...(await copied))
      }
    }
    const manifest: Manifest = {
      format: 1,
      madeAt: new Date(clock.now()).toISOString(),
      version,
      store: isEmbedded ? 'sqlite' : 'postgres',
      files,
    }
    await sink.end(manifest)
    if (keyTarget !== null) copyKey(keyFileOf(config.dataDir), keyTarget)
    renameSync(unfinished, target)
    return { store: manifest.store, files: files.length, sizeBytes: sum(files) }
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
}

interface BackupOptions {
  config: BackupConfig
  target: string
  keyTarget: string | null
  version: string
  clock: Clock
  /** How long to wait for a process that is writing to a database file. */
  writersPatienceMs?: number
}

/** Throws StartupError where there is nothing to copy, or no place for the copy. */
function assertPossible({ config, target, keyTarget }: BackupOptions): void {
  const isEmbedded = config.databaseUrl === null
  if (isEmbedded && !existsSync(join(config.dataDir, embeddedFile))) {
    throw new StartupError(
      `There is no store in ${config.dataDir}.`,
      'Set OCTAVO_DATA to the data folder of the server.',
    )
  }
  for (const path of [target, ...(keyTarget === null ? [] : [keyTarget])]) {
    if (existsSync(path))
      throw new StartupError(`${path} exists already.`, 'Name a file or folder that is not there yet.')
  }
  if (keyTarget !== null && (config.secretKey !== null || !existsSync(keyFileOf(config.dataDir)))) {
    throw new StartupError(
      'There is no key file to export.',
      'The key is in the environment variable OCTAVO_SECRET_KEY: keep that in a safe place.',
    )
  }
}

/** Adds a snapshot of the embedded store, after checking the copy. */
async function addStore(sink: Sink, dataDir: string, copy: string): Promise<BackedUpFile> {
  try {
    copyEmbeddedStore(dataDir, copy)
    const { problem } = inspectEmbeddedFile(copy)
    if (problem !== null) {
      throw new StartupError(
        `The store is damaged: ${problem}.`,
        'Restore the last backup, or ask for help before you go on.',
      )
    }
    return await sink.add(embeddedFile, copy, statSync(copy).size)
  } finally {
    rmSync(copy, { force: true })
  }
}

/**
 * Restores a backup into an empty data folder, completely or not at all: everything is unpacked, compared with the manifest, and the store
 * checked, before the first file is moved into place. Throws StartupError that says what to do.
 */
export async function restoreBackup(options: {
  config: BackupConfig
  source: string
  keySource: string | null
}): Promise<RestoreReport> {
  const { config, keySource } = options
  const source = resolve(options.source)
  const { dataDir } = config
  if (!existsSync(source)) throw new StartupError(`There is no backup at ${source}.`, 'Check the path.')
  const staging = join(dataDir, unfinishedRestore)
  const lock = lockFolder(dataDir)
  try {
    // The folder was empty when the interrupted restore began, so everything in it came from that restore.
    const isInterrupted = existsSync(staging) && !existsSync(join(dataDir, embeddedFile))
    if (isInterrupted)
      for (const name of ['keys', ...copiedFolders]) rmSync(join(dataDir, name), { recursive: true, force: true })
    rmSync(staging, { recursive: true, force: true })
    const present = readdirSync(dataDir).filter((name) => !name.startsWith('octavo.lock'))
    if (present.length > 0) {
      throw new StartupError(
        `The data folder ${dataDir} is not empty: ${present.slice(0, 5).join(', ')}.`,
        'Restore into an empty folder: set OCTAVO_DATA to a new one, or move the old one away.',
      )
    }
    mkdirSync(staging, { mode: 0o700 })
    const { manifest, files } = await unpack(source, staging)
    checkFiles(manifest, files)
    checkStore(manifest, config)
    const hasKey = placeKey(staging, config, keySource)
    checkKey(staging, manifest, config, hasKey)
    // The store is moved last: the server does not start on a folder with an unfinished restore and no store.
    for (const name of ['keys', ...copiedFolders, embeddedFile]) {
      if (existsSync(join(staging, name))) renameSync(join(staging, name), join(dataDir, name))
    }
    return { ...manifest, files: files.length, sizeBytes: sum(files), hasKey }
  } finally {
    rmSync(staging, { recursive: true, force: true })
    lock.close()
  }
}

async function addFile(sink: Sink, name: string, path: string): Promise<BackedUpFile[]> {
  const size = statSync(path, { throwIfNoEntry: false })?.size
  // The file was deleted after the listing; its row is deleted too, or soon will be.
  return size === undefined ? [] : [await sink.add(name, path, size)]
}

/** Copies a database file together with its write-ahead log; any other file is copied as it is. */
async function addDatabase(sink: Sink, name: string, path: string, patienceMs: number): Promise<BackedUpFile[]> {
  const held = await holdStill(path, patienceMs).catch((error: Error) => {
    throw new StartupError(
      `The database file ${name} cannot be copied: ${error.message}.`,
      'Let that process end, or close its connection to the file, and make the backup again.',
      { cause: error },
    )
  })
  try {
    return [...(await addFile(sink, name, path)), ...(await addFile(sink, `${name}.wal`, `${path}.wal`))]
  } finally {
    held?.release()
  }
}

const keyFileOf = (dataDir: string): string => join(dataDir, 'keys', 'secret.key')

const sum = (files: readonly BackedUpFile[]): number => files.reduce((total, { sizeBytes }) => total + sizeBytes, 0)

function copyKey(from: string, to: string): void {
  mkdirSync(dirname(resolve(to)), { recursive: true, mode: 0o700 })
  // `copyFileSync` keeps the mode of the key file, 0600.
  copyFileSync(from, to, constants.COPYFILE_EXCL)
}

/** The files in sorted order, without unfinished ones. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !relative(folder, path).startsWith('.unfinished'))
    .sort()
}

interface Sink {
  add(path: string, from: string, sizeBytes: number): Promise<BackedUpFile>
  end(manifest: Manifest): Promise<void>
}

function folderSink(folder: string): Sink {
  mkdirSync(folder, { mode: 0o700 })
  return {
    async add(path, from) {
      const { sizeBytes, sha256 } = await writeFile(join(folder, path), createReadStream(from))
      return { path, sizeBytes, sha256 }
    },
    async end(manifest) {
      await writeFile(join(folder, manifestFile), [Buffer.from(textOf(manifest))])
      await sync(folder)
    },
  }
}

function tarSink(path: string): Sink {
  const file: WriteStream = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  const archive = writeTar(file)
  return {
    async add(name, from, sizeBytes) {
      const hash = createHash('sha256')
      await archive.add({ path: name, sizeBytes, content: hashed(createReadStream(from), hash) })
      return { path: name, sizeBytes, sha256: hash.digest('hex') }
    },
    async end(manifest) {
      const bytes = Buffer.from(textOf(manifest))
      await archive.add({ path: manifestFile, sizeBytes: bytes.byteLength, content: oneOf(bytes) })
      await archive.end()
    },
  }
}

const textOf = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 2)}\n`

async function* oneOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function* hashed(content: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
  }
}

async function writeFile(
  path: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<{ sizeBytes: number; sha256: string }> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    let sizeBytes = 0
    for await (const chunk of content) {
      hash.update(chunk)
      sizeBytes += chunk.byteLength
      await file.writeFile(chunk)
    }
    await file.sync()
    return { sizeBytes, sha256: hash.digest('hex') }
  } finally {
    await file.close()
  }
}

async function sync(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

async function unpack(source: string, staging: string): Promise<{ manifest: Manifest; files: BackedUpFile[] }> {
  const files: BackedUpFile[] = []
  let manifest: Manifest | undefined
  try {
    for await (const { path, content } of statSync(source).isDirectory()
      ? readFolder(source)
      : readTar(createReadStream(source))) {
      if (path === manifestFile) manifest = await readManifest(content)
      else if (!pathForm.test(path)) throw new Error(`it holds a file of a strange name, ${JSON.stringify(path)}`)
      else files.push({ path, ...(await writeFile(join(staging, path), content)) })
    }
  } catch (error) {
    throw damaged(error instanceof Error ? error.message : String(error), error)
  }
  if (!manifest) throw damaged(`it has no ${manifestFile}; it was interrupted while it was made`)
  return { manifest, files }
}

async function* readFolder(folder: string): AsyncGenerator<TarEntry> {
  for (const file of filesIn(folder)) {
    const path = relative(folder, file).split(sep).join('/')
    yield { path, sizeBytes: statSync(file).size, content: createReadStream(file) }
  }
}

async function readManifest(content: AsyncIterable<Uint8Array>): Promise<Manifest> {
  const pieces: Uint8Array[] = []
  for await (const piece of content) pieces.push(piece)
  const manifest: unknown = JSON.parse(Buffer.concat(pieces).toString('utf8'))
  if (!Value.Check(Manifest, manifest)) throw new Error(`its ${manifestFile} is not one that this version reads`)
  return manifest
}

function checkFiles(manifest: Manifest, files: readonly BackedUpFile[]): void {
  const found = new Map(files.map((file) => [file.path, file]))
  for (const { path, sizeBytes, sha256 } of manifest.files) {
    const file = found.get(path)
    if (!file) throw damaged(`the file ${path} is missing`)
    if (file.sizeBytes !== sizeBytes || file.sha256 !== sha256) throw damaged(`the file ${path} was altered`)
    found.delete(path)
  }
  const [extra] = found.keys()
  if (extra !== undefined) throw damaged(`the file ${extra} does not belong to it`)
}

function checkStore(manifest: Manifest, { databaseUrl }: BackupConfig): void {
  const wanted = databaseUrl === null ? 'sqlite' : 'postgres'
  if (manifest.store === wanted) return
  throw new StartupError(
    manifest.store === 'sqlite'
      ? 'The backup is of an embedded store, and DATABASE_URL names a PostgreSQL store.'
      : 'The backup is of a PostgreSQL store, and DATABASE_URL is not set.',
    manifest.store === 'sqlite'
      ? 'Leave DATABASE_URL out.'
      : 'Restore the database with pg_restore, set DATABASE_URL to it, and run this again for files and key.',
  )
}

/** Whether the server will find a key. */
function placeKey(staging: string, { secretKey }: BackupConfig, keySource: string | null): boolean {
  if (keySource === null) return secretKey !== null
  if (secretKey !== null) {
    throw new StartupError('OCTAVO_SECRET_KEY is set, so a key file would not be used.', 'Leave one of the two out.')
  }
  if (!existsSync(keySource)) throw new StartupError(`There is no key file at ${keySource}.`, 'Check the path.')
  copyKey(keySource, keyFileOf(staging))
  return true
}

function checkKey(staging: string, manifest: Manifest, config: BackupConfig, hasKey: boolean): void {
  if (manifest.store !== 'sqlite') return
  const { problem, keyFingerprint } = inspectEmbeddedFile(join(staging, embeddedFile))
  if (problem !== null) throw damaged(`its store is not whole: ${problem}`)
  if (!hasKey || keyFingerprint === null) return
  const { fingerprint } = openSecrets({ dataDir: staging, secretKey: config.secretKey })
  if (fingerprint === keyFingerprint) return
  throw new StartupError(
    'The key is not the one with which the secrets of this backup were encrypted.',
    'Name the key file that was exported with this installation, or leave --key out and put the key in its place later.',
  )
}

function damaged(what: string, cause?: unknown): StartupError {
  return new StartupError(`The backup cannot be restored: ${what}.`, 'Nothing was changed. Use another backup.', {
    cause,
  })
}
