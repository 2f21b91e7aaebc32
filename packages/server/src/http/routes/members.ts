import {
  acceptInvitation,
  createInvitation,
  createMember,
  createMembers,
  deleteMember,
  getMember,
  listMemberFiles,
  listMembers,
  listMembersPaged,
  revokeMemberTokens,
  updateMember,
} from '@octavo/core/contract'
import { Secret } from '../../config/index.ts'
import type { Files } from '../../services/files/files.ts'
import type { Invitations } from '../../services/organization/members/invitations.ts'
import type { MemberChanges } from '../../services/organization/members/member-changes.ts'
import type { Members } from '../../services/organization/members/members.ts'
import type { NewMembers } from '../../services/organization/members/new-members.ts'
import type { ListOrArray } from '../bare-lists.ts'
import { handle, type Route } from '../handle.ts'

export const memberRoutes = ({
  members,
  newMembers,
  memberChanges,
  invitations,
  files,
  listOrArray,
}: {
  members: Members
  newMembers: NewMembers
  memberChanges: MemberChanges
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
    newMembers.create(viewer, body, { sendInvite: query.sendInvite ?? true, baseUrl: request.linkUrl }),
  ),
  handle(createMembers, async ({ viewer, query, body, request }) => {
    const options = { sendInvite: query.sendInvite ?? true, baseUrl: request.linkUrl }
    return { entries: await newMembers.createAll(viewer, body.members, options) }
  }),
  handle(updateMember, ({ viewer, params, body }) => memberChanges.update(viewer, params.memberId, body)),
  handle(deleteMember, async ({ viewer, params }) => {
    await memberChanges.remove(viewer, params.memberId)
    return {}
  }),
  handle(revokeMemberTokens, async ({ viewer, params: { memberId } }) => ({
    memberId,
    results: { oauth: { tokensRevoked: await memberChanges.revokeTokens(viewer, memberId) } },
  })),
  handle(createInvitation, ({ viewer, params, request }) =>
    memberChanges.invite(viewer, params.memberId, request.linkUrl),
  ),
  handle(acceptInvitation, async ({ body }) => {
    await invitations.accept(body.token, new Secret(body.password))
    return {}
  }),
  handle(listMemberFiles, ({ viewer, params, query, paged }) =>
    paged(async (window) => files.list(await members.viewerOf(viewer, params.memberId), query, window)),
  ),
]
