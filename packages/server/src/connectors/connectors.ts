import type { Destinations } from '../outbound/index.ts'
import type { Connector } from './api.ts'
import { createMysqlConnector } from './mysql/index.ts'
import { createPostgresConnector } from './postgres/index.ts'
import { createTrinoConnector } from './trino/index.ts'

/** Kinds of data platforms, as connections are stored with them. */
export type ConnectorKind = 'duckdb' | 'postgres' | 'mysql' | 'starburst'

/** A connector for every kind: a new kind does not compile without one. `duckdb` is the embedded engine. */
export function createConnectors({
  duckdb,
  destinations,
  ownDatabase,
}: {
  duckdb: Connector
  destinations: Destinations
  /** Identity of the store's database, or null when the store is a file. */
  ownDatabase?: () => Promise<string | null>
}): readonly Connector[] {
  const connectors = {
    duckdb,
    postgres: createPostgresConnector({ destinations, ...(ownDatabase ? { ownDatabase } : {}) }),
    mysql: createMysqlConnector({ destinations }),
    starburst: createTrinoConnector({ destinations }),
  } satisfies Record<ConnectorKind, Connector>
  return Object.values(connectors)
}
