import type { ConnectionPathEntry, TableColumn } from '@octavo/core/contract'
import { controlsOf, type WorkbookDocument } from '@octavo/core/document'
import { type DialectName, dialects } from '@octavo/core/sql'
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call } from '../../../api.ts'
import { tablesAmong } from '../data/source-entries.ts'
import { readTables, type SqlNames, type SqlTable } from './sql-text.ts'

interface ListOf<Entry> {
  entries: Entry[]
}
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
  const paths = useQuery({
    queryKey: ['sources', 'tables'],
    queryFn: ({ signal }) =>
      call<ListOf<ConnectionPathEntry>>('/v2/connections/paths', { query: { limit: 1_000 }, signal }).then(
        ({ entries }) => entries,
      ),
  })
  const tables = useMemo(
    () =>
      tablesAmong(paths.data ?? [])
        .filter(({ connectionId }) => connectionId === connection?.connectionId)
        .map(({ path }) => ({ path, columns: [] })),
    [paths.data, connection],
  )
  const wanted = [...new Set([...opened, ...readTables(statement, { tables }).map(({ path }) => keyOf(path))])]
  const queries = useQueryClient()
  const connectionId = connection?.connectionId ?? ''
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
  const { entries } = await call<ListOf<TableColumn>>(`/v2/connections/tables/${inodeId}/columns`, {
    query: { limit: 1_000 },
    signal,
  })
  return entries
    .filter(({ visibility }) => visibility === 'included')
    .map(({ name, type }) => ({ name, type: type.type }))
}

/** Connection types have the names of dialects; while the type is unknown, standard SQL is used. */
function dialectNamed(type: string | undefined): DialectName {
  const known = Object.values(dialects).find(({ name }) => name === type)
  return known?.name ?? 'duckdb'
}
