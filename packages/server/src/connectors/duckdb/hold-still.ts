import { setTimeout as pause } from 'node:timers/promises'

export interface HeldFile {
  /** Lets go of the file. */
  release(): void
}

/**
 * Keeps every process from writing to a database file, beside whoever reads it (a server at work, for one), until it is let go:
 * a copy of the file and of the `.wal` file beside it, made meanwhile, is one state. Waits `patienceMs` for a process that
 * writes to end. Null when the engine cannot read the file at all: then nobody who uses the engine writes to it either.
 * Throws an Error that names the process when one goes on writing. For commands: a process holds a file with one instance only.
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
