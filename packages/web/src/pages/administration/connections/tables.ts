import type { TableColumn, TableDetails } from '@octavo/core/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api.ts'
import { listAll } from '../../data/list-all.ts'

export const tableQuery = (tableId: string) =>
  queryOptions({
    queryKey: ['connection-tables', 'one', tableId],
    queryFn: ({ signal }) => call<TableDetails>(`/v2/connections/tables/${tableId}`, { signal }),
  })

export const tableColumnsQuery = (tableId: string) =>
  queryOptions({
    queryKey: ['connection-tables', 'columns', tableId],
    retry: false,
    queryFn: ({ signal }) => listAll<TableColumn>(`/v2/connections/tables/${tableId}/columns`, { signal }),
  })
