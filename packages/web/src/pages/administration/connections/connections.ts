import type { Connection } from '@octavo/core/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api.ts'
import { listAll } from '../../data/list-all.ts'

export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: ({ signal }) => listAll<Connection>('/v2/connections', { signal, query: { includeArchived: true } }),
})

export const connectionQuery = (connectionId: string) =>
  queryOptions({
    queryKey: ['connections', connectionId],
    queryFn: ({ signal }) => call<Connection>(`/v2/connections/${connectionId}`, { signal }),
  })

const platforms = new Map([
  ['postgres', 'PostgreSQL'],
  ['mysql', 'MySQL, MariaDB'],
  ['starburst', 'Trino, Starburst'],
  ['duckdb', 'DuckDB'],
])

/** The name of the platform of a connection, for people. */
export const platformName = (type: string) => platforms.get(type) ?? type
