import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newUuid } from './ids.ts'

/** A separate disk in a folder, small enough to be filled; null when this account may not mount one. */
export function mountSmallDisk(folder: string, megabytes: number): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null
  const place = join(folder, newUuid())
  mkdirSync(place)
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', place])
  return mount.status === 0 ? place : null
}

export function unmountSmallDisk(place: string): void {
  spawnSync('umount', ['--lazy', place])
}

/** Leaves `bytes` free, and returns a function that frees the space again. */
export function fillDisk(place: string, bytes: number, name = 'ballast'): () => void {
  const ballast = join(place, name)
  const free = () => rmSync(ballast)
  for (let attempt = 1; ; attempt += 1) {
    const { bavail, bsize } = statfsSync(place)
    try {
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - bytes)))
      return free
    } catch (error) {
      // A server wrote to the disk meanwhile, so that there is less space than before.
      if (attempt === 10) throw error
      free()
    }
  }
}

/** The account of the tests' PostgreSQL server when this one is root. */
export const serverAccount = 65534

export const whyNoSmallDisk = 'only root on Linux can mount a disk for it'
