/** The thread that copies the write-ahead log into the file of the embedded store. Started by `log-copies.ts`. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { CopyOutcome } from './log-copies.ts'

const database = new DatabaseSync(workerData as string, { timeout: 0 })
// `passive` never waits for readers or the writer, and they do not wait for it.
const copy = database.prepare('pragma wal_checkpoint(passive)')

parentPort?.on('message', () => {
  parentPort?.postMessage(outcome())
})

function outcome(): CopyOutcome {
  try {
    const { checkpointed } = copy.get() as { checkpointed: number }
    return { pages: checkpointed }
  } catch (error) {
    return { error: String(error) }
  }
}
