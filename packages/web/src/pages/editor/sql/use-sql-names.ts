import type { ConnectionPathEntry, TableColumn } from '@octavo/core/contract'
import { controlsOf, type WorkbookDocument } from '@octavo/core/document'
import { type DialectName, dialects } from '@octavo/core/sql'
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call } from '../../../api.ts'
import { listAll } from '../../data/list-all.ts'
import { tablesAmong } from '../data/source-entries.ts'
import { readTables, type SqlNames, type SqlTable } from './sql-text.ts'

/** The most tables of a connection whose names are completed. */
const mostNames = 10_000

export interface NamedTable extends SqlTable {
  isLoading: boolean
}

/**
 * Names that a statement on a connection can contain. Columns are loaded for tables that are open in the list or that
 * the statement reads.
 */
export function useSqlNames(
  document: WorkbookDocument,
  connection: { connectionId: string; type?: string } | undefined,
  statement: string,
) {
  const [opened, setOpened] = useState<readonly string[]>([])
  const connectionId = connection?.connectionId ?? ''
  const paths = useQuery({
    queryKey: ['sources', 'sql-tables', connectionId],
    enabled: connectionId !== '',
    queryFn: async ({ signal }) =>
      (await listAll<ConnectionPathEntry>('/v2/connections/paths', { query: { connectionId }, signal }, mostNames))
        .entries,
  })
  const tables = useMemo(() => tablesAmong(paths.data ?? []).map(({ path }) => ({ path, columns: [] })), [paths.data])
  const wanted = [...new Set([...opened, ...readTables(statement, { tables }).map(({ path }) => keyOf(path))])]
  const queries = useQueryClient()
  const columns = useQuery({
    queryKey: ['sources', 'sql-columns', connectionId, wanted],
    enabled: wanted.length > 0,
    placeholderData: keepPreviousData,
    queryFn: () => Promise.all(wanted.map((key) => knownColumns(queries, connectionId, key))),
  })
  const known = new Map(columns.data)
  const named = tables.map(({ path }): NamedTable => {
    const key = keyOf(path)
    return { path, columns: known.get(key) ?? [], isLoading: wanted.includes(key) && !known.has(key) }
  })
  const names: SqlNames = {
    dialect: dialectNamed(connection?.type),
    tables: named,
    controls: controlsOf(document).map(({ controlId }) => controlId),
  }
  const open = (path: readonly string[]) => setOpened((keys) => [...new Set([...keys, keyOf(path)])])
  return { names, tables: named, open, isLoading: paths.isPending }
}

const keyOf = (path: readonly string[]) => path.join('\u0000')

/** The columns of one table, read once; empty when they cannot be read. */
async function knownColumns(queries: QueryClient, connectionId: string, key: string) {
  const columns = await queries
    .fetchQuery({
      queryKey: ['sources', 'sql-columns', connectionId, key],
      staleTime: 60_000,
      queryFn: ({ signal }) => columnsOfTable(connectionId, key.split('\u0000'), signal),
    })
    .catch(() => [])
  return [key, columns] as const
}

async function columnsOfTable(connectionId: string, path: string[], signal: AbortSignal) {
  const { inodeId } = await call<{ inodeId: string }>(`/v2/connection/${encodeURIComponent(connectionId)}/lookup`, {
    method: 'POST',
    body: { path },
    signal,
  })
  const { entries } = await listAll<TableColumn>(`/v2/connections/tables/${inodeId}/columns`, { signal })
  return entries
    .filter(({ visibility }) => visibility === 'included')
    .map(({ name, type }) => ({ name, type: type.type }))
}

/** Connection types have the names of dialects; while the type is unknown, standard SQL is used. */
function dialectNamed(type: string | undefined): DialectName {
  const known = Object.values(dialects).find(({ name }) => name === type)
  return known?.name ?? 'duckdb'
}
