import { getMember, listMemberFiles, listMembers, listMembersPaged } from '@octavo/core/contract'
import type { Files } from '../../services/files.ts'
import type { Members } from '../../services/members.ts'
import { handle } from '../handle.ts'
import type { Paged } from '../paging.ts'
import { listOf } from './list-of.ts'

export const memberRoutes = ({ members, files, paged }: { members: Members; files: Files; paged: Paged }) => [
  handle(listMembers, (context) =>
    listOf(paged, listMembers, context, (window) => members.list(context.viewer, context.query, window)),
  ),
  handle(listMembersPaged, (context) =>
    listOf(paged, listMembersPaged, context, (window) => members.list(context.viewer, context.query, window)),
  ),
  handle(getMember, ({ viewer, params }) => members.get(viewer, params.memberId)),
  handle(listMemberFiles, (context) =>
    listOf(paged, listMemberFiles, context, async (window) => {
      const member = await members.viewerOf(context.viewer, context.params.memberId)
      return files.list(member, context.query, window)
    }),
  ),
]
