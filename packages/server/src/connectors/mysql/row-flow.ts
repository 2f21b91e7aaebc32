import type { PoolConnection, Query, RowDataPacket } from 'mysql2'
import type { Field } from './cells.ts'

/** Rows of a running statement in portions; the server waits for the reader. */
export interface RowFlow {
  /** Columns, as soon as the server has sent them. */
  fields: Promise<Field[]>
  /** The next rows; null after the last. Rejects with the error of the driver. */
  next(): Promise<unknown[][] | null>
  /** Ends the flow with an error for its reader. */
  fail(error: unknown): void
}

const rowsAtOnce = 2000
const bytesAtOnce = 2 ** 20

/** Rows that have arrived, and the reader that waits for them. */
interface Arrived {
  full: unknown[][][]
  load: unknown[][]
  /** Of the load. */
  bytes: number
  isOver: boolean
  failure: { error: unknown } | null
  wake(): void
}

/** The connection is paused from one full load until the next is requested, so that no more is buffered. */
export function flowOf(query: Query, link: PoolConnection): RowFlow {
  const arrived: Arrived = { full: [], load: [], bytes: 0, isOver: false, failure: null, wake: () => {} }
  const fields = Promise.withResolvers<Field[]>()
  fields.promise.catch(() => {})

  const end = (): boolean => {
    if (arrived.isOver) return false
    arrived.isOver = true
    link.off('error', fail)
    link.off('end', lose)
    return true
  }
  const finish = () => {
    if (!end()) return
    if (arrived.load.length > 0) arrived.full.push(arrived.load)
    fields.resolve([])
    arrived.wake()
  }
  const fail = (error: unknown) => {
    if (!end()) return
    arrived.failure = { error }
    fields.reject(error)
    arrived.wake()
  }
  const lose = () => fail(new Error('The link ended.'))
  // The driver reports a broken connection only on the connection.
  link.on('error', fail)
  link.on('end', lose)
  query.on('fields', (found: unknown) => fields.resolve(Array.isArray(found) ? (found as Field[]) : []))
  query.on('result', (row: RowDataPacket) => {
    if (Array.isArray(row) && keep(arrived, row)) link.pause()
  })
  query.on('error', fail)
  query.on('end', finish)
  return { fields: fields.promise, next: () => nextOf(arrived, link), fail }
}

/** Returns whether the row filled the load. */
function keep(arrived: Arrived, row: unknown[]): boolean {
  if (arrived.isOver) return false
  arrived.load.push(row)
  for (const cell of row) {
    if (typeof cell === 'string' || Buffer.isBuffer(cell)) arrived.bytes += cell.length
  }
  if (arrived.load.length < rowsAtOnce && arrived.bytes < bytesAtOnce) return false
  arrived.full.push(arrived.load)
  arrived.load = []
  arrived.bytes = 0
  arrived.wake()
  return true
}

async function nextOf(arrived: Arrived, link: PoolConnection): Promise<unknown[][] | null> {
  for (;;) {
    const rows = arrived.full.shift()
    if (rows) return rows
    if (arrived.failure) throw arrived.failure.error
    if (arrived.isOver) return null
    const woken = new Promise<void>((resolve) => {
      arrived.wake = resolve
    })
    // Rows buffered by the driver arrive at once.
    link.resume()
    await woken
  }
}
