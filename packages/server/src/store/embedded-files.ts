import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { embeddedFile, refuseHalfRestore, startupError } from './engines/sqlite.ts'
import { copySqlite } from './engines/sqlite-copy.ts'

export { embeddedFile, lockFolder, unfinishedRestore } from './engines/sqlite.ts'

/**
 * Writes the committed state of this folder's embedded store to a new file. A server may be running: readers in other processes see one
 * consistent state and do not block writers.
 */
export function copyEmbeddedStore(dataDir: string, target: string): void {
  const source = new DatabaseSync(join(dataDir, embeddedFile), { readOnly: true, timeout: 5000 })
  try {
    copySqlite(source, target)
  } finally {
    source.close()
  }
}

/**
 * The migrations applied to this folder's embedded store; null when there is no store. Changes nothing, and a server may be running. Throws
 * StartupError for a file that is not a store.
 */
export function readEmbeddedBook(dataDir: string): string[] | null {
  const path = join(dataDir, embeddedFile)
  refuseHalfRestore(dataDir)
  if (!existsSync(path)) return null
  let file: DatabaseSync | undefined
  try {
    file = new DatabaseSync(path, { readOnly: true, timeout: 5000 })
    const book = file.prepare("select 1 from sqlite_schema where type = 'table' and name = 'migrations'").get()
    if (book === undefined) return null
    return (file.prepare('select name from migrations').all() as { name: string }[]).map(({ name }) => name)
  } catch (error) {
    throw startupError(error, path)
  } finally {
    file?.close()
  }
}

/** The problem of an embedded store's file; null when it is intact. Also returns the fingerprint of its key. */
export function inspectEmbeddedFile(path: string): { problem: string | null; keyFingerprint: string | null } {
  let file: DatabaseSync | undefined
  try {
    file = new DatabaseSync(path, { readOnly: true })
    const [first] = file.prepare('pragma integrity_check(1)').all() as { integrity_check: string }[]
    if (first?.integrity_check !== 'ok') return { problem: first?.integrity_check ?? 'no answer', keyFingerprint: null }
    const orphans = file.prepare('pragma foreign_key_check').all()
    if (orphans.length > 0)
      return { problem: `${orphans.length} rows refer to rows that are missing`, keyFingerprint: null }
    const fact = file.prepare("select value from instance where name = 'key_fingerprint'").get()
    return { problem: null, keyFingerprint: typeof fact?.value === 'string' ? fact.value : null }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error), keyFingerprint: null }
  } finally {
    file?.close()
  }
}
