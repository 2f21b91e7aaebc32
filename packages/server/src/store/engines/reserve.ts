import { randomFillSync } from 'node:crypto'
import { closeSync, existsSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** The file in the data folder that is deleted when the disk is full. */
export const reserveFile = 'octavo.reserve'
/** Twice the length of the write-ahead log from which writers wait for its copy (8 MB, `log-copies.ts`). */
const fullBytes = 16 * 1024 * 1024
const leastBytes = 256 * 1024
const chunkBytes = 1024 * 1024

/** Disk space that is reserved for signing in and for deleting data. */
export interface Reserve {
  /** Frees the reserve. False when it was already freed, or does not exist. */
  giveUp(): boolean
  /** Whether only urgent work may use the freed space; first checks whether the disk has room for a new reserve. */
  isGivenUp(): boolean
}

/** On a full disk there is no reserve until the next start. */
export function openReserve(dataDir: string): Reserve {
  const path = join(dataDir, reserveFile)
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(dataDir)
    return bavail * bsize
  }
  const size = existsSync(path) ? statSync(path).size : Math.min(fullBytes, Math.floor(freeBytes() / 8))
  let state: 'held' | 'given up' | 'none' = 'none'
  const make = (): void => {
    if (size >= leastBytes && (existsSync(path) || write(path, size))) state = 'held'
  }
  make()
  return {
    giveUp() {
      if (state !== 'held') return false
      rmSync(path, { force: true })
      state = 'given up'
      return true
    },
    isGivenUp() {
      // The same amount must remain free, or the next write would use up the reserve.
      if (state === 'given up' && freeBytes() >= 2 * size) make()
      return state === 'given up'
    },
  }
}

/** Random bytes, because a compressing file system would reserve no space for zeros. False when the disk has no room. */
function write(path: string, size: number): boolean {
  let file: number | undefined
  try {
    file = openSync(path, 'wx', 0o600)
    const chunk = randomFillSync(Buffer.alloc(Math.min(size, chunkBytes)))
    for (let left = size; left > 0; ) left -= writeSync(file, chunk, 0, Math.min(left, chunk.byteLength))
    return true
  } catch {
    rmSync(path, { force: true })
    return false
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
