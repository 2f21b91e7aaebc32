import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type pg from 'pg'

/** Methods that the driver calls on a connection while a COPY runs, beyond its published types. */
interface CopyLink {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
  stream: Writable
}

/**
 * Sends bytes to the server as the rows of a `COPY ... FROM STDIN` and resolves with the number of rows. Waits for the
 * server between chunks, so that nothing accumulates in memory. Rejects with the error of the server, or of `bytes`.
 */
export function copyIn(link: pg.PoolClient, text: string, bytes: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    let isOver = false
    let failure: unknown
    let rows = 0
    async function send(connection: CopyLink): Promise<void> {
      try {
        for await (const chunk of bytes) {
          // The server refused a row, or the connection broke: nothing reads the rest.
          if (isOver || connection.stream.destroyed) return
          connection.sendCopyFromChunk(chunk)
          if (connection.stream.writableNeedDrain) await drained(connection.stream)
        }
        if (!isOver) connection.endCopyFrom()
      } catch (error) {
        failure = error
        if (!isOver) connection.sendCopyFail('The rows could not be read.')
      }
    }
    const end = (error: unknown) => {
      isOver = true
      if (error === null) resolve(rows)
      else reject(failure ?? error)
    }
    // The interface that the driver requires of a query object.
    const query = {
      submit: (connection: unknown) => (connection as CopyLink).query(text),
      handleCopyInResponse: (connection: unknown) => void send(connection as CopyLink),
      handleCommandComplete(message: { text?: string }) {
        rows = Number(/^COPY (\d+)$/.exec(message.text ?? '')?.[1] ?? 0)
      },
      handleError: (error: Error) => end(error),
      handleReadyForQuery: () => end(null),
    }
    link.query(query as unknown as pg.Submittable)
  })
}

/** A broken connection never drains; the driver ends the query instead. */
async function drained(stream: Writable): Promise<void> {
  await Promise.race([once(stream, 'drain'), once(stream, 'close')])
}
