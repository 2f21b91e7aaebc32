import type { Viewer } from '@octavo/core/access'
import type { CountedPageOf, OperationDefinition, PageQuery } from '@octavo/core/contract'
import { everyEntry, type Slice, type Window } from '../services/answers/slice.ts'
import type { OrganizationSettingsReader } from '../services/organization/settings/organization-settings.ts'
import { answer, type HandlerContext, type Reply } from './handle.ts'

export type ListOrArray = ReturnType<typeof createListOrArray>

/**
 * Lists that answered a bare array before the cut-over of the contract: they do so still for an organization that asks for
 * it, where a request says nothing of pages.
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
