import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api'
import type { EngineColumn } from '../api.ts'

/** A prepared statement with the columns of its result. */
export interface ReadyStatement {
  prepared: DuckDBPreparedStatement
  columns: EngineColumn[]
}

const keptOfConnection = 32
const kept = new WeakMap<DuckDBConnection, Map<string, ReadyStatement>>()

/**
 * Takes the statement prepared earlier on this connection. The caller puts it back after it ran to its end; one that failed is prepared
 * again. Only for read-only databases, because the engine's plan is based on the rows at preparation.
 */
export function takeReady(connection: DuckDBConnection, text: string): ReadyStatement | undefined {
  const ready = kept.get(connection)?.get(text)
  kept.get(connection)?.delete(text)
  return ready
}

export function putReady(connection: DuckDBConnection, text: string, ready: ReadyStatement): void {
  const statements = kept.get(connection) ?? new Map<string, ReadyStatement>()
  kept.set(connection, statements)
  statements.set(text, ready)
  const [oldest] = statements
  if (statements.size <= keptOfConnection || !oldest) return
  statements.delete(oldest[0])
  oldest[1].prepared.destroySync()
}
