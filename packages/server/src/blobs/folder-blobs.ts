import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '@octavo/core/errors'
import { type Blobs, whileOpen } from './blobs.ts'

const keyForm = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/
/** Folder of files that are being written, so that no listing of keys contains them. */
const unfinished = '.unfinished'
const leftoverMs = 24 * 3_600_000

/**
 * Blobs in a folder. For an installation of one process, or several on a shared file system. `isFull`: new files are
 * refused, because the remaining space is reserved for other work.
 */
export function createFolderBlobs(folder: string, { isFull = () => false }: { isFull?: () => boolean } = {}): Blobs {
  const pathOf = (key: string): string => {
    if (!keyForm.test(key) || key.length > 512) throw new Error(`Not a key of a blob: ${JSON.stringify(key)}`)
    return join(folder, key)
  }
  return {
    async put(key, content, { signal } = {}) {
      const path = pathOf(key)
      const temporary = join(folder, unfinished, randomUUID())
      let file: FileHandle | undefined
      try {
        signal?.throwIfAborted()
        if (isFull()) throw new AppError('store_unavailable', { reason: reasons.ENOSPC })
        await mkdir(dirname(temporary), { recursive: true, mode: 0o700 })
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        file = await open(temporary, 'wx', 0o600)
        const written = await writeContent(file, content, signal)
        await file.sync()
        await file.close()
        file = undefined
        await rename(temporary, path)
        await syncFolder(dirname(path))
        return written
      } catch (error) {
        await file?.close()
        await rm(temporary, { force: true })
        throw translated(error)
      }
    },

    async open(key) {
      let file: FileHandle
      try {
        file = await open(pathOf(key), 'r')
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return null
        throw translated(error)
      }
      const stream = file.createReadStream()
      const { size } = await whileOpen({ stream, sizeBytes: 0 }, () => file.stat())
      return { stream, sizeBytes: size }
    },

    async delete(key) {
      try {
        await rm(pathOf(key))
        return true
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return false
        throw translated(error)
      }
    },

    clean: ({ isAlone = false } = {}) => removeUnfinished(join(folder, unfinished), isAlone),
  }
}

async function removeUnfinished(folder: string, isAlone: boolean): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const written = await stat(path).catch(() => null)
    if (written && (isAlone || Date.now() - written.mtimeMs > leftoverMs)) await rm(path, { force: true })
  }
}

async function writeContent(
  file: FileHandle,
  content: Parameters<Blobs['put']>[1],
  signal: AbortSignal | undefined,
): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  for await (const chunk of content) {
    signal?.throwIfAborted()
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    hash.update(bytes)
    sizeBytes += bytes.byteLength
    await writeAll(file, bytes)
  }
  signal?.throwIfAborted()
  return { sizeBytes, sha256: hash.digest('hex') }
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let offset = 0; offset < bytes.byteLength; ) {
    const { bytesWritten } = await file.write(bytes, offset)
    offset += bytesWritten
  }
}

/** Syncs the folder, because a new name is only then durable. Windows has no such call. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null)

const reasons = {
  ENOSPC: 'the disk of the data folder is full',
  EDQUOT: 'the disk quota of the data folder is used up',
  EROFS: 'the data folder is read-only',
  EACCES: 'this account may not write to the data folder',
  EIO: 'the disk of the data folder reports an error',
}
const reasonOf = new Map<unknown, string>(Object.entries(reasons))

function translated(error: unknown): unknown {
  const reason = reasonOf.get(codeOf(error))
  return reason === undefined ? error : new AppError('store_unavailable', { reason }, { cause: error })
}
