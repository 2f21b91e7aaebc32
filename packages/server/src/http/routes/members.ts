import { getMember, listMemberFiles, listMembers, listMembersPaged } from '@octavo/core/contract'
import type { Files } from '../../services/files.ts'
import type { Members } from '../../services/members.ts'
import { handle, type Route } from '../handle.ts'

export const memberRoutes = ({ members, files }: { members: Members; files: Files }): Route[] => [
  handle(listMembers, ({ viewer, query, paged }) => paged((window) => members.list(viewer, query, window))),
  handle(listMembersPaged, ({ viewer, query, paged }) => paged((window) => members.list(viewer, query, window))),
  handle(getMember, ({ viewer, params }) => members.get(viewer, params.memberId)),
  handle(listMemberFiles, ({ viewer, params, query, paged }) =>
    paged(async (window) => files.list(await members.viewerOf(viewer, params.memberId), query, window)),
  ),
]
