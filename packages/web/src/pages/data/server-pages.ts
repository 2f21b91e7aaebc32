import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type RequestOptions } from '../../api.ts'
import type { PageOf } from './list-all.ts'

const rowsPerPage = 50

/** A list that the server filters, sorts and pages. */
export interface ServerListing {
  path: string
  query: NonNullable<RequestOptions['query']>
}

export interface ServerPages<Row> {
  query: UseQueryResult<Required<PageOf<Row>>>
  /** Starts at 1. */
  from: number
  isFirst: boolean
  isLast: boolean
  go: (step: number) => void
}

/**
 * Moves between pages: the server returns the token of the next page, and the previous ones are remembered. Another
 * listing starts at the first page. `name` is the first part of the query key, by which changes refresh the list.
 * `againIn` returns after how long the list is requested again while something is pending.
 */
export function useServerPages<Row>(
  name: string,
  { path, query: filter }: ServerListing,
  againIn?: (rows: readonly Row[]) => number | false,
): ServerPages<Row> {
  const key = JSON.stringify([path, filter])
  const [way, setWay] = useState<{ key: string; tokens: readonly string[] }>({ key, tokens: [] })
  const tokens = way.key === key ? way.tokens : []
  const page = tokens.at(-1)
  const query = useQuery<Required<PageOf<Row>>>({
    queryKey: [name, 'page', path, filter, page],
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => againIn?.(state.data?.entries ?? []) ?? false,
    queryFn: ({ signal }) =>
      call(path, {
        signal,
        query: { limit: rowsPerPage, ...filter, ...(page === undefined ? {} : { page }) },
      }),
  })
  const next = query.isPlaceholderData ? null : (query.data?.nextPage ?? null)
  return {
    query,
    from: tokens.length * rowsPerPage + 1,
    isFirst: tokens.length === 0,
    isLast: next === null,
    go: (step) => {
      if (step < 0) setWay({ key, tokens: tokens.slice(0, -1) })
      else if (next !== null) setWay({ key, tokens: [...tokens, next] })
    },
  }
}
