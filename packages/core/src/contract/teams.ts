import { type Static, Type } from 'typebox'
import { AuditFields, countedPageOf, Empty, Id, MemberId, nameOfMost, pageOrArray, pageQuery, Words } from './common.ts'
import { operation } from './define.ts'

export const teamVisibilities = ['public', 'private'] as const
const Visibility = Words(teamVisibilities, {
  description: 'Public teams are visible to everybody but guests and embed users, private ones to their members.',
})

const teamFields = {
  teamId: Id,
  name: Type.String(),
  description: Type.Union([Type.String(), Type.Null()]),
  visibility: Visibility,
  isArchived: Type.Optional(Type.Boolean()),
  ...AuditFields,
}
const members = Type.Array(MemberId, { description: 'Ids of all members, in the order in which they were added.' })

export type Team = Static<typeof Team>
export const Team = Type.Object(teamFields, { $id: 'Team' })
export type TeamWithMembers = Static<typeof TeamWithMembers>
export const TeamWithMembers = Type.Object({ ...teamFields, members }, { $id: 'TeamWithMembers' })
export type NewTeamAnswer = Static<typeof NewTeamAnswer>
export const NewTeamAnswer = Type.Object(
  {
    ...teamFields,
    members,
    workspaceId: Type.Union([Id, Type.Null()], { description: 'The workspace of the team; null if none was created.' }),
  },
  { $id: 'NewTeamAnswer' },
)
export const TeamPage = countedPageOf(Team, 'TeamPage')

export type TeamMember = Static<typeof TeamMember>
export const TeamMember = Type.Object(
  {
    userId: MemberId,
    isTeamAdmin: Type.Boolean(),
    addedBy: Type.String({ description: 'Id of the member who added this one.' }),
  },
  { $id: 'TeamMember' },
)
export const TeamMemberPage = countedPageOf(TeamMember, 'TeamMemberPage')

const name = nameOfMost(128)
const description = Type.String({ maxLength: 4096 })
const teamQuery = {
  ...pageQuery,
  name: Type.Optional(Type.String({ description: 'A part of the name, any case.' })),
  description: Type.Optional(Type.String({ description: 'A part of the description, any case.' })),
  visibility: Type.Optional(Visibility),
}
const params = Type.Object({ teamId: Type.String() })

export const listTeams = operation({
  id: 'listTeams',
  method: 'GET',
  path: '/v2/teams',
  tag: 'teams',
  summary: 'List the teams that you can see',
  query: Type.Object(teamQuery),
  answers: { 200: pageOrArray(TeamPage, Team) },
})

export const listTeamsPaged = operation({
  id: 'v2_1_listTeams',
  method: 'GET',
  path: '/v2.1/teams',
  tag: 'teams',
  summary: 'List the teams that you can see, always in pages',
  query: Type.Object(teamQuery),
  answers: { 200: TeamPage },
})

export type NewTeam = Static<typeof NewTeam>
export const NewTeam = Type.Object(
  {
    name,
    description: Type.Optional(description),
    members: Type.Optional(Type.Array(Type.String(), { description: 'Member ids.' })),
    createTeamFolder: Type.Optional(
      Type.Boolean({ description: 'Also create a workspace to which the members may contribute.' }),
    ),
    visibility: Type.Optional(Visibility),
  },
  { $id: 'NewTeam' },
)

export const createTeam = operation({
  id: 'createTeam',
  method: 'POST',
  path: '/v2/teams',
  tag: 'teams',
  summary: 'Create a team; private by default',
  body: NewTeam,
  answers: { 200: NewTeamAnswer },
  errors: ['forbidden', 'not_found', 'conflict'],
})

export const getTeam = operation({
  id: 'getTeam',
  method: 'GET',
  path: '/v2/teams/{teamId}',
  tag: 'teams',
  summary: 'Get a team with the ids of its members',
  params,
  answers: { 200: TeamWithMembers },
  errors: ['not_found'],
})

export type TeamChange = Static<typeof TeamChange>
export const TeamChange = Type.Object(
  { name: Type.Optional(name), description: Type.Optional(description), visibility: Type.Optional(Visibility) },
  { $id: 'TeamChange' },
)

export const updateTeam = operation({
  id: 'updateTeam',
  method: 'PATCH',
  path: '/v2/teams/{teamId}',
  tag: 'teams',
  summary: 'Change name, description or visibility of a team',
  params,
  body: TeamChange,
  answers: { 200: Team },
  errors: ['forbidden', 'not_found', 'conflict'],
})

export const deleteTeam = operation({
  id: 'deleteTeam',
  method: 'DELETE',
  path: '/v2/teams/{teamId}',
  tag: 'teams',
  summary: 'Delete a team permanently, with all of its grants',
  params,
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found'],
})

export const getTeamMembers = operation({
  id: 'getTeamMembers',
  method: 'GET',
  path: '/v2/teams/{teamId}/members',
  tag: 'teams',
  summary: 'List the members of a team',
  params,
  query: Type.Object(pageQuery),
  answers: { 200: TeamMemberPage },
  errors: ['not_found'],
})

export type TeamMembersChange = Static<typeof TeamMembersChange>
export const TeamMembersChange = Type.Object(
  {
    add: Type.Optional(Type.Array(Type.String(), { description: 'Member ids; existing members stay.' })),
    remove: Type.Optional(Type.Array(Type.String(), { description: 'Member ids; others are ignored.' })),
  },
  { $id: 'TeamMembersChange' },
)

export const updateTeamMembers = operation({
  id: 'updateTeamMembers',
  method: 'PATCH',
  path: '/v2/teams/{teamId}/members',
  tag: 'teams',
  summary: 'Add and remove team members at once',
  params,
  body: TeamMembersChange,
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found'],
})

export const updateTeamMember = operation({
  id: 'updateTeamMember',
  method: 'PATCH',
  path: '/v2/teams/{teamId}/members/{memberId}',
  tag: 'teams',
  summary: 'Make a member of a team an admin of it, or revoke that',
  params: Type.Object({ teamId: Type.String(), memberId: Type.String() }),
  body: Type.Object({ isTeamAdmin: Type.Boolean() }, { $id: 'TeamMemberChange' }),
  answers: { 200: TeamMember },
  errors: ['forbidden', 'not_found'],
})

export const listMemberTeams = operation({
  id: 'listMemberTeams',
  method: 'GET',
  path: '/v2/members/{memberId}/teams',
  tag: 'members',
  summary: 'List the teams of a member',
  params: Type.Object({ memberId: Type.String() }),
  query: Type.Object(pageQuery),
  answers: { 200: TeamPage },
  errors: ['forbidden', 'not_found'],
})

export const teamOperations = [
  listTeams,
  listTeamsPaged,
  createTeam,
  getTeam,
  updateTeam,
  deleteTeam,
  getTeamMembers,
  updateTeamMembers,
  updateTeamMember,
  listMemberTeams,
] as const
