import { randomUUID } from 'node:crypto'
import { chmodSync, closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

/**
 * Writes the committed state at this moment to a new file, compact and without a journal. The file gets its name when it is complete and on
 * disk; an error leaves nothing behind. Others may continue to read and write the source.
 */
export function copySqlite(source: DatabaseSync, target: string): void {
  const unfinished = `${target}.${randomUUID()}.unfinished`
  try {
    source.prepare('vacuum into ?').run(unfinished)
    chmodSync(unfinished, 0o600)
    sync(unfinished)
    renameSync(unfinished, target)
    if (process.platform !== 'win32') sync(dirname(target))
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

function sync(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
