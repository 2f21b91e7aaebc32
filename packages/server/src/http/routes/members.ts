import {
  acceptInvitation,
  createInvitation,
  createMember,
  deleteMember,
  getMember,
  listMemberFiles,
  listMembers,
  listMembersPaged,
  updateMember,
} from '@octavo/core/contract'
import { Secret } from '../../config/index.ts'
import type { Files } from '../../services/files.ts'
import type { Invitations } from '../../services/invitations.ts'
import type { MemberChanges } from '../../services/member-changes.ts'
import type { Members } from '../../services/members.ts'
import type { ListOrArray } from '../bare-lists.ts'
import { handle, type Route } from '../handle.ts'

export const memberRoutes = ({
  members,
  changes,
  invitations,
  files,
  listOrArray,
}: {
  members: Members
  changes: MemberChanges
  invitations: Invitations
  files: Files
  listOrArray: ListOrArray
}): Route[] => [
  handle(listMembers, (context) =>
    listOrArray(context, (window) => members.list(context.viewer, context.query, window)),
  ),
  handle(listMembersPaged, ({ viewer, query, paged }) => paged((window) => members.list(viewer, query, window))),
  handle(getMember, ({ viewer, params }) => members.get(viewer, params.memberId)),
  handle(createMember, ({ viewer, query, body, request }) =>
    changes.create(viewer, body, { sendInvite: query.sendInvite ?? true, baseUrl: request.baseUrl }),
  ),
  handle(updateMember, ({ viewer, params, body }) => changes.update(viewer, params.memberId, body)),
  handle(deleteMember, async ({ viewer, params }) => {
    await changes.remove(viewer, params.memberId)
    return {}
  }),
  handle(createInvitation, ({ viewer, params, request }) => changes.invite(viewer, params.memberId, request.baseUrl)),
  handle(acceptInvitation, async ({ body }) => {
    await invitations.accept(body.token, new Secret(body.password))
    return {}
  }),
  handle(listMemberFiles, ({ viewer, params, query, paged }) =>
    paged(async (window) => files.list(await members.viewerOf(viewer, params.memberId), query, window)),
  ),
]
