import { searchContents } from '@octavo/core/contract'
import type { Search } from '../../services/search/search.ts'
import { handle, type Route } from '../handle.ts'

export const searchRoutes = ({ search }: { search: Search }): Route[] => [
  handle(searchContents, ({ viewer, query, request }) => search.find(viewer, query, request.baseUrl)),
]
