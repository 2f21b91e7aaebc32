import { type Static, Type } from 'typebox'
import { AuditFields, countedPageOf, Empty, Id, pageOrArray, pageQuery, Timestamp, Words } from './common.ts'
import { operation } from './define.ts'
import { FilePage, fileListQuery } from './files.ts'

export const userKinds = ['internal', 'guest', 'embed'] as const
export const memberStatuses = ['active', 'invited', 'deactivated'] as const

const memberFields = {
  organizationId: Type.String(),
  memberId: Type.String({ description: '29 base62 characters.' }),
  memberType: Type.String({ description: 'Name of the account type.' }),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  profileImgUrl: Type.Union([Type.String(), Type.Null()]),
  homeFolderId: Type.String({ description: 'My Documents of the member, usable as parentId and folderId.' }),
  userKind: Words(userKinds),
  isArchived: Type.Optional(Type.Boolean({ description: 'Deactivated.' })),
  isInactive: Type.Optional(Type.Boolean({ description: 'Deactivated by the identity provider.' })),
  status: Words(memberStatuses, {
    description: 'invited: has not chosen a password yet. deactivated: isArchived or isInactive.',
  }),
  ...AuditFields,
}

export type Member = Static<typeof Member>
export const Member = Type.Object(memberFields, { $id: 'Member' })
export const MemberPage = countedPageOf(Member, 'MemberPage')

const memberQuery = {
  ...pageQuery,
  search: Type.Optional(Type.String({ description: 'Older form of `email`.' })),
  email: Type.Optional(Type.String({ description: 'An address, or a part of it; send @ as %40.' })),
  includeArchived: Type.Optional(Type.Boolean()),
  includeInactive: Type.Optional(Type.Boolean()),
  // Beyond the published contract: filters and sorting for pages that list members.
  query: Type.Optional(Type.String({ maxLength: 320, description: 'A part of the name or of the address, any case.' })),
  memberType: Type.Optional(Type.String({ description: 'Name of an account type.' })),
  teamId: Type.Optional(Type.String({ description: 'Members of this team.' })),
  userKind: Type.Optional(Words(userKinds)),
  status: Type.Optional(Words(memberStatuses, { description: 'Replaces includeArchived and includeInactive.' })),
  orderBy: Type.Optional(
    Type.String({
      description: 'createdAt (the default), name or email; append " desc" for the reverse order.',
    }),
  ),
}

export const listMembers = operation({
  id: 'listMembers',
  method: 'GET',
  path: '/v2/members',
  tag: 'members',
  summary: 'List the members of the organization',
  query: Type.Object(memberQuery),
  answers: { 200: pageOrArray(MemberPage, Member) },
  errors: ['not_found'],
})

export const listMembersPaged = operation({
  id: 'v2_1_listMembers',
  method: 'GET',
  path: '/v2.1/members',
  tag: 'members',
  summary: 'List the members of the organization, always in pages',
  query: Type.Object(memberQuery),
  answers: { 200: MemberPage },
  errors: ['not_found'],
})

export const getMember = operation({
  id: 'getMember',
  method: 'GET',
  path: '/v2/members/{memberId}',
  tag: 'members',
  summary: 'Get a member',
  params: Type.Object({ memberId: Type.String() }),
  answers: { 200: Member },
  errors: ['not_found'],
})

export const listMemberFiles = operation({
  id: 'listAccessibleInodes',
  method: 'GET',
  path: '/v2/members/{memberId}/files',
  tag: 'members',
  summary: 'List the files that a member can reach',
  params: Type.Object({ memberId: Type.String() }),
  query: Type.Object(fileListQuery),
  answers: { 200: FilePage },
  errors: ['forbidden', 'not_found'],
})

export type Invitation = Static<typeof Invitation>
export const Invitation = Type.Object(
  {
    url: Type.String({ description: 'Can be used once, to choose the password of the member.' }),
    expiresAt: Timestamp,
  },
  { $id: 'Invitation', description: 'A link to pass to the member, if this server sends no mail.' },
)

export type NewMemberAnswer = Static<typeof NewMemberAnswer>
export const NewMemberAnswer = Type.Object(
  { ...memberFields, invitation: Type.Optional(Invitation) },
  { $id: 'NewMemberAnswer' },
)

const email = Type.String({ minLength: 3, maxLength: 320, pattern: '^[^\\s@]+@[^\\s@]+$' })
const personName = Type.String({ maxLength: 128 })
const memberType = Type.String({ description: 'Name of an account type.' })

export type NewMember = Static<typeof NewMember>
export const NewMember = Type.Object(
  {
    email,
    firstName: personName,
    lastName: personName,
    memberType: Type.Optional(memberType),
    isGuest: Type.Optional(Type.Boolean({ description: 'Older form of userKind guest.' })),
    userKind: Type.Optional(Words(userKinds)),
    addToTeams: Type.Optional(
      Type.Array(Type.Object({ teamId: Id, isTeamAdmin: Type.Optional(Type.Boolean()) }), { maxItems: 1000 }),
    ),
  },
  { $id: 'NewMember' },
)

export const createMember = operation({
  id: 'createMember',
  method: 'POST',
  path: '/v2/members',
  tag: 'members',
  summary: 'Create a member and invite them',
  description:
    'The invitation is mailed. Without a mail server the response contains its link, which is not shown again. With sendInvite false there is neither.',
  query: Type.Object({ sendInvite: Type.Optional(Type.Boolean({ description: 'Absent means true.' })) }),
  body: NewMember,
  answers: { 200: NewMemberAnswer },
  errors: ['forbidden', 'not_found', 'conflict'],
})

export const createMembers = operation({
  id: 'createMembers',
  method: 'POST',
  path: '/v2/members:batchCreate',
  tag: 'members',
  summary: 'Create and invite many members, all or none',
  description: 'Every problem of every member is reported at once, by its path. Invitations as for one member.',
  query: Type.Object({ sendInvite: Type.Optional(Type.Boolean({ description: 'Absent means true.' })) }),
  body: Type.Object({ members: Type.Array(NewMember, { minItems: 1, maxItems: 1000 }) }, { $id: 'NewMembers' }),
  answers: {
    200: Type.Object({ entries: Type.Array(NewMemberAnswer) }, { $id: 'NewMembersAnswer' }),
  },
  errors: ['forbidden'],
})

export const createInvitation = operation({
  id: 'createInvitation',
  method: 'POST',
  path: '/v2/members/{memberId}/invitation',
  tag: 'members',
  summary: 'Create a new link for a member who has not chosen a password yet',
  params: Type.Object({ memberId: Type.String() }),
  answers: { 200: Invitation },
  errors: ['forbidden', 'not_found', 'conflict'],
})

export const AcceptedInvitation = Type.Object(
  {
    token: Type.String({ minLength: 1, maxLength: 1024, description: 'The part of the link after #.' }),
    password: Type.String({ minLength: 12, maxLength: 1024 }),
  },
  { $id: 'AcceptedInvitation' },
)

export const acceptInvitation = operation({
  id: 'acceptInvitation',
  method: 'POST',
  path: '/auth/accept-invitation',
  summary: 'Choose the first password, with the link of an invitation',
  tag: 'session',
  auth: 'none',
  body: AcceptedInvitation,
  answers: { 200: Empty },
  errors: ['unauthorized', 'csrf_failed'],
})

export type MemberChange = Static<typeof MemberChange>
export const MemberChange = Type.Object(
  {
    memberType: Type.Optional(memberType),
    firstName: Type.Optional(personName),
    lastName: Type.Optional(personName),
    profileImgUrl: Type.Optional(Type.Union([Type.String({ maxLength: 2048, pattern: '^https?://' }), Type.Null()])),
    email: Type.Optional(email),
    isArchived: Type.Optional(Type.Boolean({ description: 'True deactivates, false reactivates.' })),
    isInactive: Type.Optional(
      Type.Boolean({ description: 'Set by identity providers: true deactivates like isArchived.' }),
    ),
    userKind: Type.Optional(Words(userKinds)),
    newOwnerId: Type.Optional(
      Type.String({
        description: 'With isArchived true: the member who gets the documents. Needs the Admin account type.',
      }),
    ),
    archiveDocuments: Type.Optional(
      Type.Boolean({ description: 'With isArchived or isInactive true: archive them instead.' }),
    ),
    archiveScheduledExports: Type.Optional(Type.Boolean({ description: 'With isArchived or isInactive true.' })),
  },
  { $id: 'MemberChange' },
)

export const updateMember = operation({
  id: 'updateMember',
  method: 'PATCH',
  path: '/v2/members/{memberId}',
  tag: 'members',
  summary: 'Change, deactivate or reactivate a member',
  params: Type.Object({ memberId: Type.String() }),
  body: MemberChange,
  answers: { 200: Member },
  errors: ['forbidden', 'not_found', 'conflict'],
})

export const deleteMember = operation({
  id: 'deleteMember',
  method: 'DELETE',
  path: '/v2/members/{memberId}',
  tag: 'members',
  summary: 'Deactivate a member; the documents become yours',
  params: Type.Object({ memberId: Type.String() }),
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found', 'conflict'],
})

export const revokeMemberTokens = operation({
  id: 'revokeMemberTokens',
  method: 'POST',
  path: '/v2/members/{memberId}/revoke',
  tag: 'members',
  summary: 'Revoke the refresh tokens of a member',
  description:
    'Takes effect immediately. The member stays active; sessions continue, and access tokens expire at their usual time.',
  params: Type.Object({ memberId: Type.String() }),
  body: Empty,
  bodyOptional: true,
  answers: {
    200: Type.Object(
      {
        memberId: Type.String(),
        results: Type.Object({
          oauth: Type.Object({ tokensRevoked: Type.Integer({ description: 'Tokens that could still be used.' }) }),
        }),
      },
      { $id: 'RevokedTokens' },
    ),
  },
  errors: ['forbidden', 'not_found'],
})

export const memberOperations = [
  listMembers,
  listMembersPaged,
  getMember,
  createMember,
  createMembers,
  updateMember,
  deleteMember,
  revokeMemberTokens,
  createInvitation,
  acceptInvitation,
  listMemberFiles,
] as const
