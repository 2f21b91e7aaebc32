import type { Viewer } from '@octavo/core/access'
import type { OperationDefinition, PageQuery } from '@octavo/core/contract'
import type { Slice, Window } from '../../services/slice.ts'
import type { Paged } from '../paging.ts'

const pagingNames: ReadonlySet<string> = new Set(['page', 'limit', 'pageToken', 'pageSize'])

/**
 * Answers one page of a list. The cursor is bound to the operation, the path parameters, every query parameter that is
 * not paging, and the member who asks (WALLS 25).
 */
export function listOf<Entry>(
  paged: Paged,
  operation: OperationDefinition,
  request: { viewer: Viewer; query: PageQuery; params?: object },
  read: (window: Window) => Promise<Slice<Entry>>,
) {
  const { viewer, query, params = {} } = request
  const filters = Object.fromEntries(Object.entries(query).filter(([name]) => !pagingNames.has(name)))
  return paged(
    {
      operation: operation.id,
      organizationId: viewer.organizationId,
      actorId: viewer.memberId,
      filters: { ...filters, ...params },
      paging: query,
    },
    read,
  )
}
