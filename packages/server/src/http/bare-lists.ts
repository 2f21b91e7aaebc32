import type { Viewer } from '@octavo/core/access'
import type { CountedPageOf, OperationDefinition, PageQuery } from '@octavo/core/contract'
import { everyEntry, type Slice, type Window } from '../services/answers/slice.ts'
import type { OrganizationSettingsReader } from '../services/organization/settings/organization-settings.ts'
import { answer, type HandlerContext, type Reply } from './handle.ts'

export type ListOrArray = ReturnType<typeof createListOrArray>

/**
 * Lists that were bare arrays in earlier versions of the contract: organizations can keep that form for requests without paging parameters.
 */
export function createListOrArray(settings: OrganizationSettingsReader) {
  return async <Entry>(
    { viewer, query, paged }: { viewer: Viewer; query: PageQuery; paged: HandlerContext<OperationDefinition>['paged'] },
    read: (window: Window) => Promise<Slice<Entry>>,
  ): Promise<CountedPageOf<Entry> | Reply> => {
    const { page, limit, pageToken, pageSize } = query
    const saysNothing = [page, limit, pageToken, pageSize].every((value) => value === undefined)
    if (!saysNothing || (await settings.read(viewer.organizationId)).bareLists !== true) return paged(read)
    return answer(200, await everyEntry(read))
  }
}
