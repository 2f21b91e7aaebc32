import { randomFillSync } from 'node:crypto'
import { closeSync, existsSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** The file in the data folder that is removed when the disk is full. */
export const reserveFile = 'octavo.reserve'
/** Several times what the log of the store takes before it is written into the store and begun anew (4 MB). */
const fullBytes = 16 * 1024 * 1024
const leastBytes = 256 * 1024
const chunkBytes = 1024 * 1024

/** Room on the disk that is kept for signing in and for making room. */
export interface Reserve {
  /** Makes room. False when that has been done already, or there was no reserve. */
  giveUp(): boolean
  /** Whether the room belongs to the reserve's work alone; looks first whether the disk has room for a new reserve. */
  isGivenUp(): boolean
}

/** On a disk that is full already there is no reserve until the next start. */
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
      // As much again must be free, or the next write would end it.
      if (state === 'given up' && freeBytes() >= 2 * size) make()
      return state === 'given up'
    },
  }
}

/** Random bytes: a file system that packs zeros would keep no room for them. False when the disk has no room. */
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
