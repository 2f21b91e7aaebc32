import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'

/**
 * Copies the write-ahead log of the embedded store into its file in a thread with a connection of its own. The copy waits for the disk
 * twice and may take 100 ms; in the thread of the event loop all requests would wait for it.
 */
export interface LogCopies {
  /** Called after each commit: starts a copy when enough pages wait for one. */
  afterCommit(): void
  /** Called before each transaction: waits for the copy in progress when the log is too long. */
  beforeTransaction(): Promise<void>
  /** Waits for the copy in progress. Call it before the connections are closed, so that the last of them removes the log. */
  close(): Promise<void>
}

/** Response of the thread to each message. */
export type CopyOutcome = { pages: number } | { error: string }

/** Pages that are not yet in the file: 4 MB, the default of SQLite. */
const pagesBeforeCopy = 1000
/** 8 MB. A log of which everything is copied is used again from its start, which needs a moment without a writer. */
export const longestPages = 2000
/** The thread is ended after this time without a copy, to free its memory. */
const idleMs = 15_000
const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 }

const startThread = (path: string) =>
  new Worker(new URL('./log-copy-worker.ts', import.meta.url), { workerData: path, resourceLimits })

export function copyLogInThread(writer: DatabaseSync, path: string, start = startThread): LogCopies {
  const state = writer.prepare('pragma wal_checkpoint(noop)')
  const thread = threadOnDemand(() => start(path))
  let copying: Promise<void> | null = null
  let isEnded = false
  writer.exec('pragma wal_autocheckpoint = 0')

  /** Null when it cannot be read: an error here must not make a transaction fail that is committed. */
  function readState(): { log: number; checkpointed: number } | null {
    try {
      return state.get() as { log: number; checkpointed: number }
    } catch {
      return null
    }
  }

  async function copy(): Promise<void> {
    if ((await thread.copy()) || isEnded) return
    // Without a thread the event loop has to wait for the copies; the alternative is a log without bounds.
    writer.exec(`pragma wal_autocheckpoint = ${pagesBeforeCopy}`)
    isEnded = true
  }

  return {
    afterCommit() {
      if (copying !== null || isEnded) return
      const now = readState()
      if (now === null || now.log - now.checkpointed < pagesBeforeCopy) return
      copying = copy().finally(() => {
        copying = null
      })
    },
    async beforeTransaction() {
      if (copying !== null && (readState()?.log ?? 0) >= longestPages) await copying
    },
    async close() {
      isEnded = true
      await copying
      await thread.stop()
    },
  }
}

/** Starts the thread for a copy, and ends it when there was none for a while. */
function threadOnDemand(start: () => Worker) {
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  async function stop(): Promise<void> {
    clearTimeout(idle)
    const ended = thread
    thread = undefined
    await ended?.terminate()
  }
  return {
    stop,
    /** False when there is no thread. After a copy that fails the pages stay in the log until the next one. */
    async copy(): Promise<boolean> {
      clearTimeout(idle)
      try {
        thread ??= start()
        const hasAnswered = (await outcomeOf(thread)) !== null
        if (hasAnswered) idle = setTimeout(() => void stop(), idleMs).unref()
        else await stop()
        return hasAnswered
      } catch {
        return false
      }
    },
  }
}

/** Null when the thread failed. The thread keeps the process alive until it responds. */
function outcomeOf(thread: Worker): Promise<CopyOutcome | null> {
  return new Promise((resolve) => {
    const end = (outcome: CopyOutcome | null) => {
      thread.off('message', end)
      thread.off('error', fail)
      thread.off('exit', fail)
      thread.unref()
      resolve(outcome)
    }
    const fail = () => end(null)
    thread.ref()
    thread.on('message', end)
    thread.on('error', fail)
    thread.on('exit', fail)
    thread.postMessage(null)
  })
}
