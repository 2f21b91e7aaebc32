import { type Static, Type } from 'typebox'
import { AuditFields, countedPageOf, Empty, Id, MemberId, nameOfMost, pageQuery, Words } from './common.ts'
import { operation } from './define.ts'

export type UserAttributeValue = Static<typeof UserAttributeValue>
export const UserAttributeValue = Type.Object(
  { type: Words(['string']), val: Type.String({ maxLength: 4096 }) },
  { $id: 'UserAttributeValue', description: 'Value of a user attribute; only texts exist.' },
)

export type UserAttribute = Static<typeof UserAttribute>
export const UserAttribute = Type.Object(
  {
    userAttributeId: Id,
    name: Type.String(),
    description: Type.Union([Type.String(), Type.Null()]),
    defaultValue: Type.Union([UserAttributeValue, Type.Null()], {
      description: 'For everyone without a value of their own or of a team; null for none.',
    }),
    ...AuditFields,
  },
  { $id: 'UserAttribute' },
)
export const UserAttributePage = countedPageOf(UserAttribute, 'UserAttributePage')

const priority = Type.Integer({
  minimum: 1,
  description: 'If several teams of a member have a value, the one with the lowest number applies.',
})

export type TeamAttributeAssignment = Static<typeof TeamAttributeAssignment>
export const TeamAttributeAssignment = Type.Object(
  { teamId: Id, value: UserAttributeValue, priority, ...AuditFields },
  { $id: 'TeamAttributeAssignment' },
)
export const TeamAttributeAssignmentPage = countedPageOf(TeamAttributeAssignment, 'TeamAttributeAssignmentPage')

export type UserAttributeAssignment = Static<typeof UserAttributeAssignment>
export const UserAttributeAssignment = Type.Object(
  { userId: MemberId, value: UserAttributeValue, ...AuditFields },
  { $id: 'UserAttributeAssignment' },
)
export const UserAttributeAssignmentPage = countedPageOf(UserAttributeAssignment, 'UserAttributeAssignmentPage')

export type TenantAttributeAssignment = Static<typeof TenantAttributeAssignment>
export const TenantAttributeAssignment = Type.Object(
  { tenantOrganizationId: Id, value: UserAttributeValue, ...AuditFields },
  { $id: 'TenantAttributeAssignment' },
)
export const TenantAttributeAssignmentPage = countedPageOf(TenantAttributeAssignment, 'TenantAttributeAssignmentPage')

export type AttributeOfTeam = Static<typeof AttributeOfTeam>
export const AttributeOfTeam = Type.Object(
  { userAttributeId: Id, userAttributeName: Type.String(), value: UserAttributeValue },
  { $id: 'AttributeOfTeam' },
)
export const AttributeOfTeamPage = countedPageOf(AttributeOfTeam, 'AttributeOfTeamPage')

export const attributeOrigins = ['member', 'team', 'default', 'none'] as const
export type AttributeOfMember = Static<typeof AttributeOfMember>
export const AttributeOfMember = Type.Object(
  {
    userAttributeId: Id,
    userAttributeName: Type.String(),
    value: Type.Union([UserAttributeValue, Type.Null()]),
    from: Words(attributeOrigins, { description: 'The origin of the effective value.' }),
    teamId: Type.Union([Id, Type.Null()], {
      description: 'The team, if the value comes from a team that you may see.',
    }),
  },
  { $id: 'AttributeOfMember' },
)
export const AttributeOfMemberPage = countedPageOf(AttributeOfMember, 'AttributeOfMemberPage')

const tag = 'userAttributes'
const requires = 'manage-user-attributes'
const params = Type.Object({ userAttributeId: Type.String() })
const description = Type.String({ maxLength: 4096 })

export const listUserAttributes = operation({
  id: 'listUserAttributes',
  method: 'GET',
  path: '/v2/user-attributes',
  tag,
  summary: 'List the user attributes of the organization, by name',
  requires,
  query: Type.Object({
    ...pageQuery,
    name: Type.Optional(Type.String({ description: 'A part of the name, any case.' })),
  }),
  answers: { 200: UserAttributePage },
})

export type NewUserAttribute = Static<typeof NewUserAttribute>
export const NewUserAttribute = Type.Object(
  {
    name: nameOfMost(128),
    description: Type.Optional(description),
    defaultValue: Type.Optional(UserAttributeValue),
  },
  { $id: 'NewUserAttribute' },
)

export const createUserAttribute = operation({
  id: 'createUserAttribute',
  method: 'POST',
  path: '/v2/user-attributes',
  tag,
  summary: 'Create a user attribute',
  requires,
  body: NewUserAttribute,
  answers: { 200: UserAttribute },
  errors: ['conflict'],
})

export const getUserAttribute = operation({
  id: 'getUserAttribute',
  method: 'GET',
  path: '/v2/user-attributes/{userAttributeId}',
  tag,
  summary: 'Get a user attribute',
  requires,
  params,
  answers: { 200: UserAttribute },
  errors: ['not_found'],
})

export type UserAttributeChange = Static<typeof UserAttributeChange>
export const UserAttributeChange = Type.Object(
  {
    name: Type.Optional(Type.String({ description: 'Refused: the name stays.' })),
    description: Type.Optional(description),
    defaultValue: Type.Optional(Type.Union([UserAttributeValue, Type.Null()], { description: 'null clears it.' })),
  },
  { $id: 'UserAttributeChange' },
)

export const updateUserAttribute = operation({
  id: 'updateUserAttribute',
  method: 'PATCH',
  path: '/v2/user-attributes/{userAttributeId}',
  tag,
  summary: 'Change the description or the default of a user attribute',
  description: 'The name cannot be changed, because formulas refer to the attribute by it.',
  requires,
  params,
  body: UserAttributeChange,
  answers: { 200: UserAttribute },
  errors: ['not_found'],
})

export const deleteUserAttribute = operation({
  id: 'deleteUserAttribute',
  method: 'DELETE',
  path: '/v2/user-attributes/{userAttributeId}',
  tag,
  summary: 'Delete a user attribute permanently, with all of its values',
  requires,
  params,
  answers: { 200: Empty },
  errors: ['not_found'],
})

export const getUserAttributeTeamAssignments = operation({
  id: 'getUserAttributeTeamAssignments',
  method: 'GET',
  path: '/v2/user-attributes/{userAttributeId}/teams',
  tag,
  summary: 'List the teams that have a value, by priority',
  requires,
  params,
  query: Type.Object(pageQuery),
  answers: { 200: TeamAttributeAssignmentPage },
  errors: ['not_found'],
})

const mostAssignments = 1000

export type TeamAttributeAssignments = Static<typeof TeamAttributeAssignments>
export const TeamAttributeAssignments = Type.Object(
  {
    assignments: Type.Array(
      Type.Object({
        teamId: Id,
        value: UserAttributeValue,
        priority: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 1_000_000,
            description: 'Absent: unchanged, or after all others for a team without a value.',
          }),
        ),
      }),
      { maxItems: mostAssignments },
    ),
  },
  { $id: 'TeamAttributeAssignments' },
)

export const setUserAttributeForTeams = operation({
  id: 'setUserAttributeForTeams',
  method: 'POST',
  path: '/v2/user-attributes/{userAttributeId}/teams',
  tag,
  summary: 'Give teams a value; a value that a team has is replaced',
  requires,
  params,
  body: TeamAttributeAssignments,
  answers: { 200: Empty },
  errors: ['not_found'],
})

export const updateUserAttributeForTeams = operation({
  id: 'updateUserAttributeForTeams',
  method: 'PATCH',
  path: '/v2/user-attributes/{userAttributeId}/teams',
  tag,
  summary: 'Remove the value of teams',
  requires,
  params,
  body: Type.Object(
    { delete: Type.Array(Type.Object({ teamId: Id }), { maxItems: mostAssignments }) },
    { $id: 'TeamAttributeRemovals' },
  ),
  answers: { 200: Empty },
  errors: ['not_found'],
})

export const deleteUserAttributeForTeam = operation({
  id: 'deleteUserAttributeForTeam',
  method: 'DELETE',
  path: '/v2/user-attributes/{userAttributeId}/teams/{teamId}',
  tag,
  summary: 'Remove the value of one team',
  requires,
  answers: { 200: Empty },
  errors: ['not_found'],
})

export const getUserAttributeTenantAssignments = operation({
  id: 'getUserAttributeTenantAssignments',
  method: 'GET',
  path: '/v2/user-attributes/{userAttributeId}/tenants',
  tag,
  summary: 'List the tenant organizations that have a value',
  requires,
  params,
  query: Type.Object(pageQuery),
  answers: { 200: TenantAttributeAssignmentPage },
  errors: ['not_found'],
})

export type TenantAttributeAssignments = Static<typeof TenantAttributeAssignments>
export const TenantAttributeAssignments = Type.Object(
  {
    assignments: Type.Array(Type.Object({ tenantOrganizationId: Id, value: UserAttributeValue }), {
      maxItems: mostAssignments,
    }),
  },
  { $id: 'TenantAttributeAssignments' },
)

export const setUserAttributeForTenants = operation({
  id: 'setUserAttributeForTenants',
  method: 'POST',
  path: '/v2/user-attributes/{userAttributeId}/tenants',
  tag,
  summary: 'Give tenant organizations a value; a value that a tenant has is replaced',
  description:
    'The value is for the members of the tenant, in documents that are deployed to it. Documents cannot be deployed to tenants yet: until then the value is stored and listed, and has no ' +
    'effect.',
  requires,
  params,
  body: TenantAttributeAssignments,
  answers: { 200: Empty },
  errors: ['not_found'],
})

export const updateUserAttributeForTenants = operation({
  id: 'updateUserAttributeForTenants',
  method: 'PATCH',
  path: '/v2/user-attributes/{userAttributeId}/tenants',
  tag,
  summary: 'Remove the value of tenant organizations',
  requires,
  params,
  body: Type.Object(
    { delete: Type.Array(Type.Object({ tenantOrganizationId: Id }), { maxItems: mostAssignments }) },
    { $id: 'TenantAttributeRemovals' },
  ),
  answers: { 200: Empty },
  errors: ['not_found'],
})

export const deleteUserAttributeForTenant = operation({
  id: 'deleteUserAttributeForTenant',
  method: 'DELETE',
  path: '/v2/user-attributes/{userAttributeId}/tenants/{tenantOrganizationId}',
  tag,
  summary: 'Remove the value of one tenant organization',
  requires,
  answers: { 200: Empty },
  errors: ['not_found'],
})

export const getUserAttributeUserAssignments = operation({
  id: 'getUserAttributeUserAssignments',
  method: 'GET',
  path: '/v2/user-attributes/{userAttributeId}/users',
  tag,
  summary: 'List the members that have a value of their own',
  requires,
  params,
  query: Type.Object(pageQuery),
  answers: { 200: UserAttributeAssignmentPage },
  errors: ['not_found'],
})

export type UserAttributeAssignments = Static<typeof UserAttributeAssignments>
export const UserAttributeAssignments = Type.Object(
  {
    assignments: Type.Array(Type.Object({ userId: MemberId, value: UserAttributeValue }), {
      maxItems: mostAssignments,
    }),
  },
  { $id: 'UserAttributeAssignments' },
)

export const setUserAttributeForUsers = operation({
  id: 'setUserAttributeForUsers',
  method: 'POST',
  path: '/v2/user-attributes/{userAttributeId}/users',
  tag,
  summary: 'Give members a value; a value that a member has is replaced',
  requires,
  params,
  body: UserAttributeAssignments,
  answers: { 200: Empty },
  errors: ['not_found'],
})

export const updateUserAttributeForUsers = operation({
  id: 'updateUserAttributeForUsers',
  method: 'PATCH',
  path: '/v2/user-attributes/{userAttributeId}/users',
  tag,
  summary: 'Remove the value of members',
  requires,
  params,
  body: Type.Object(
    { delete: Type.Array(Type.Object({ userId: MemberId }), { maxItems: mostAssignments }) },
    { $id: 'UserAttributeRemovals' },
  ),
  answers: { 200: Empty },
  errors: ['not_found'],
})

export const deleteUserAttributeForUser = operation({
  id: 'deleteUserAttributeForUser',
  method: 'DELETE',
  path: '/v2/user-attributes/{userAttributeId}/users/{userId}',
  tag,
  summary: 'Remove the value of one member',
  requires,
  answers: { 200: Empty },
  errors: ['not_found'],
})

export type AttributesForTeam = Static<typeof AttributesForTeam>
export const AttributesForTeam = Type.Object(
  {
    assignments: Type.Array(Type.Object({ userAttributeId: Id, value: UserAttributeValue }), { maxItems: 100 }),
  },
  { $id: 'AttributesForTeam' },
)

export const assignUserAttributesToTeam = operation({
  id: 'assignUserAttributesToTeam',
  method: 'POST',
  path: '/v2/teams/{teamId}/assignedUserAttributes',
  tag: 'teams',
  summary: 'Give a team values of user attributes',
  requires,
  body: AttributesForTeam,
  answers: { 200: Empty },
  errors: ['not_found'],
})

export const getTeamUserAttributeAssignments = operation({
  id: 'getTeamUserAttributeAssignments',
  method: 'GET',
  path: '/v2/teams/{teamId}/user-attributes',
  tag: 'teams',
  summary: 'List the user attribute values of a team, by the name of the attribute',
  requires,
  query: Type.Object(pageQuery),
  answers: { 200: AttributeOfTeamPage },
  errors: ['not_found'],
})

export const listMemberUserAttributes = operation({
  id: 'listMemberUserAttributes',
  method: 'GET',
  path: '/v2/members/{memberId}/user-attributes',
  tag: 'members',
  summary: 'List every user attribute with the effective value of a member, and its origin',
  requires,
  query: Type.Object(pageQuery),
  answers: { 200: AttributeOfMemberPage },
  errors: ['not_found'],
})

export const userAttributeOperations = [
  listUserAttributes,
  createUserAttribute,
  getUserAttribute,
  updateUserAttribute,
  deleteUserAttribute,
  getUserAttributeTeamAssignments,
  setUserAttributeForTeams,
  updateUserAttributeForTeams,
  deleteUserAttributeForTeam,
  getUserAttributeTenantAssignments,
  setUserAttributeForTenants,
  updateUserAttributeForTenants,
  deleteUserAttributeForTenant,
  getUserAttributeUserAssignments,
  setUserAttributeForUsers,
  updateUserAttributeForUsers,
  deleteUserAttributeForUser,
  assignUserAttributesToTeam,
  getTeamUserAttributeAssignments,
  listMemberUserAttributes,
] as const
