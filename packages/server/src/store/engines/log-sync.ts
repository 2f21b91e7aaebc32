import { closeSync, fdatasync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

/**
 * Waits for the disk after each commit of the embedded store without blocking the event loop. With `synchronous = full` SQLite itself
 * would wait inside the commit, for 1 to 50 ms in which no other request runs.
 */
export interface LogSync {
  /** Throws after a failed `afterCommit`. */
  beforeTransaction(): void
  /** Resolves when the changes of the transaction are on disk. */
  afterCommit(): Promise<void>
  hasFailed(): boolean
  close(): void
}

/**
 * The disk failed to store a transaction that readers already see. The system may have dropped that part of the log from memory, so no
 * transaction is accepted on top of it: the next start checks the log and keeps only what is complete.
 */
export class UnstoredCommit extends Error {
  override name = 'UnstoredCommit'
}

export type Sync = (file: number, callback: (error: Error | null) => void) => void

export function syncLogOutsideCommits(writer: DatabaseSync, path: string, sync: Sync = fdatasync): LogSync {
  writer.exec('pragma synchronous = normal')
  const file = openSync(`${path}-wal`, 'r+')
  storeNamesIn(dirname(path))
  const countChanges = writer.prepare('select total_changes() as changes')
  let synced = changes()
  let failure: UnstoredCommit | null = null

  function changes(): number {
    return (countChanges.get() as { changes: number }).changes
  }

  return {
    beforeTransaction() {
      if (failure !== null) throw failure
    },
    async afterCommit() {
      // Definitions of tables do not count as changes; migrations run before this log is in use.
      const now = changes()
      if (now === synced) return
      await new Promise<void>((resolve, reject) => {
        sync(file, (cause) => {
          if (cause === null) return resolve()
          failure = new UnstoredCommit(cause.message, { cause })
          reject(failure)
        })
      })
      synced = now
    },
    hasFailed: () => failure !== null,
    close() {
      closeSync(file)
    },
  }
}

/** Stores the entries of a folder: the log may be new, and syncing a file does not store its name. */
function storeNamesIn(folder: string): void {
  // Windows has no such call for folders; its file systems log names by themselves.
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
