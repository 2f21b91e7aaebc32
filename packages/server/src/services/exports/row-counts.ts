import type { CompiledLevel } from '@octavo/core/plan'
import type { OpenConnection } from '../../connectors/index.ts'
import type { QueryLog } from '../queries/query-log.ts'
import type { Asker } from '../queries/statement-comment.ts'
import { runStatement } from '../queries/statements.ts'

/** Smaller files are written before their rows are counted. */
export const countedFromRows = 100_000

/**
 * A count is given up after this time, so that it never slows an export down noticeably. The embedded engine works on
 * the same processors as the export; the others have time enough for a scan without an index.
 */
const mostCountMs = { duckdb: 250, other: 3_000 }

/** Counts end at this number of rows; a longer file has no total. */
const mostCounted = 5_000_000

interface CountedRows {
  connection: OpenConnection
  rows: Pick<CompiledLevel, 'statement'>
  asker: Asker
  log: QueryLog
  order: { offset: number; rowLimit: number | null }
  /** Replaces the usual limit. */
  timeoutMs?: number
}

/**
 * How many rows a file will have, counted while it is written; null where that is not known soon, or where it has more
 * than `mostCounted`. Never throws.
 */
export async function countRowsBeside(
  { connection, rows, asker, log, order, timeoutMs: most }: CountedRows,
  signal: AbortSignal,
): Promise<number | null> {
  const timeoutMs = most ?? (connection.connector.kind === 'duckdb' ? mostCountMs.duckdb : mostCountMs.other)
  const limit = Math.min(mostCounted, order.rowLimit === null ? mostCounted : order.offset + order.rowLimit)
  const { text, ...rest } = rows.statement({ offset: 0, limit, isUnordered: true })
  // Rows of other connections would be transferred a second time.
  if (rest.sides) return null
  const statement = { ...rest, text: `SELECT COUNT(*) AS rows_of_file FROM (${text}) AS file` }
  const budget = { timeoutMs, maxRows: 1 }
  const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  // The export itself has the slot of its owner in the pool of downloads.
  const asked = { connection, statement, asker, owner: `count of ${asker.elementId}`, budget, log }
  const { adhoc: pool } = connection.pools
  try {
    const { found } = await runStatement({ ...asked, pool }, within, async ({ batches }) => {
      let count: unknown = null
      for await (const { columns } of batches) count = columns[0]?.values[0]
      return { count }
    })
    const count = found.count === null ? mostCounted : Number(found.count)
    return count >= mostCounted ? null : inFile(count, order)
  } catch {
    return null
  }
}

const inFile = (count: number, { offset, rowLimit }: CountedRows['order']): number =>
  Math.max(0, Math.min(count - offset, rowLimit ?? Number.POSITIVE_INFINITY))
