import { type Static, Type } from 'typebox'
import { AuditFields, countedPageOf, pageQuery, Words } from './common.ts'
import { operation } from './define.ts'
import { FilePage, fileListQuery } from './files.ts'

export const userKinds = ['internal', 'guest', 'embed'] as const

export type Member = Static<typeof Member>
export const Member = Type.Object(
  {
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
    isInactive: Type.Optional(Type.Boolean({ description: 'Archived by the identity provider.' })),
    ...AuditFields,
  },
  { $id: 'Member' },
)
export const MemberPage = countedPageOf(Member, 'MemberPage')

const memberQuery = {
  ...pageQuery,
  search: Type.Optional(Type.String({ description: 'Older form of `email`.' })),
  email: Type.Optional(Type.String({ description: 'A part of the address; send @ as %40.' })),
  includeArchived: Type.Optional(Type.Boolean()),
  includeInactive: Type.Optional(Type.Boolean()),
}

export const listMembers = operation({
  id: 'listMembers',
  method: 'GET',
  path: '/v2/members',
  tag: 'members',
  summary: 'List the members of the organization',
  query: Type.Object(memberQuery),
  answers: { 200: MemberPage },
})

export const listMembersPaged = operation({
  id: 'v2_1_listMembers',
  method: 'GET',
  path: '/v2.1/members',
  tag: 'members',
  summary: 'List the members of the organization, always in pages',
  query: Type.Object(memberQuery),
  answers: { 200: MemberPage },
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

export const memberOperations = [listMembers, listMembersPaged, getMember, listMemberFiles] as const
