import type { PoolConnection, Query, RowDataPacket } from 'mysql2'
import type { Field } from './cells.ts'

/** Rows of a running statement, some at a time, while the server waits for whoever takes them. */
export interface RowFlow {
  /** Columns, as soon as the server has said them. */
  fields: Promise<Field[]>
  /** The next rows; null after the last. Rejects with what the driver says. */
  next(): Promise<unknown[][] | null>
  /** Ends the flow for whoever waits for it. */
  fail(error: unknown): void
}

const rowsAtOnce = 2000
const bytesAtOnce = 2 ** 20

/** The link is paused from one full load until the next is asked for, so no more than that is ever kept. */
export function flowOf(query: Query, link: PoolConnection): RowFlow {
  const full: unknown[][][] = []
  let load: unknown[][] = []
  let bytes = 0
  let isOver = false
  let failure: { error: unknown } | null = null
  let wake: () => void = () => {}
  const fields = Promise.withResolvers<Field[]>()
  fields.promise.catch(() => {})

  const end = (): boolean => {
    if (isOver) return false
    isOver = true
    link.off('error', fail)
    link.off('end', lose)
    return true
  }
  const finish = () => {
    if (!end()) return
    if (load.length > 0) full.push(load)
    load = []
    fields.resolve([])
    wake()
  }
  const fail = (error: unknown) => {
    if (!end()) return
    failure = { error }
    fields.reject(error)
    wake()
  }
  const lose = () => fail(new Error('The link ended.'))
  // The driver tells a link that breaks only to the link.
  link.on('error', fail)
  link.on('end', lose)
  query.on('fields', (found: unknown) => fields.resolve(Array.isArray(found) ? (found as Field[]) : []))
  query.on('result', (row: RowDataPacket) => {
    if (isOver || !Array.isArray(row)) return
    load.push(row)
    for (const cell of row as unknown[]) {
      if (typeof cell === 'string' || Buffer.isBuffer(cell)) bytes += cell.length
    }
    if (load.length < rowsAtOnce && bytes < bytesAtOnce) return
    full.push(load)
    load = []
    bytes = 0
    link.pause()
    wake()
  })
  query.on('error', fail)
  query.on('end', finish)

  return {
    fields: fields.promise,
    async next() {
      for (;;) {
        const rows = full.shift()
        if (rows) return rows
        if (failure) throw failure.error
        if (isOver) return null
        const woken = new Promise<void>((resolve) => {
          wake = resolve
        })
        // What the driver has kept comes at once.
        link.resume()
        await woken
      }
    },
    fail,
  }
}
