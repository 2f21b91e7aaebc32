import type { DatabaseSync } from 'node:sqlite'
import { copyLogInThread } from './log-copies.ts'
import { type Sync, syncLogOutsideCommits } from './log-sync.ts'

/** What the writer of the embedded store does beside its statements, so that the event loop does not wait for the disk. */
export interface WriteAheadLog {
  beforeTransaction(): Promise<void>
  /** Resolves when the transaction is on disk. */
  afterCommit(): Promise<void>
  /** After a failure of the disk the writer must not be closed: SQLite would copy a log that was not checked. */
  hasFailed(): boolean
  /** Call it before the connections are closed. */
  close(): Promise<void>
}

export function openWriteAheadLog(writer: DatabaseSync, path: string, sync?: Sync): WriteAheadLog {
  const stored = syncLogOutsideCommits(writer, path, sync)
  const copies = copyLogInThread(writer, path)
  return {
    async beforeTransaction() {
      stored.beforeTransaction()
      await copies.beforeTransaction()
    },
    async afterCommit() {
      copies.afterCommit()
      await stored.afterCommit()
    },
    hasFailed: () => stored.hasFailed(),
    async close() {
      await copies.close()
      stored.close()
    },
  }
}
