import { setTimeout as pause } from 'node:timers/promises'

export interface HeldFile {
  /** Releases the file. */
  release(): void
}

/**
 * Prevents every process from writing to a database file until it is released, while readers (a running server, for example) continue: a
 * copy of the file and its `.wal` file made meanwhile is consistent. Waits `patienceMs` for a writing process to end. Null when the engine
 * cannot read the file at all, because then no user of the engine writes to it either. Throws an Error that names the process when one
 * continues to write. For commands: a process can open a file in one instance only.
 */
export async function holdStill(path: string, patienceMs: number): Promise<HeldFile | null> {
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const giveUpAt = performance.now() + patienceMs
  for (;;) {
    try {
      const instance = await DuckDBInstance.create(path, {
        access_mode: 'READ_ONLY',
        autoinstall_known_extensions: 'false',
        autoload_known_extensions: 'false',
        enable_external_access: 'false',
      })
      return { release: () => instance.closeSync() }
    } catch (error) {
      const writer = /Conflicting lock is held in .*?(\(PID \d+\))/.exec(String(error))?.[1]
      if (writer === undefined) return null
      if (performance.now() >= giveUpAt) throw new Error(`another process ${writer} writes to it`, { cause: error })
      await pause(200)
    }
  }
}
