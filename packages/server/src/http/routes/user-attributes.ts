import {
  assignUserAttributesToTeam,
  createUserAttribute,
  deleteUserAttribute,
  deleteUserAttributeForTeam,
  deleteUserAttributeForTenant,
  deleteUserAttributeForUser,
  getTeamUserAttributeAssignments,
  getUserAttribute,
  getUserAttributeTeamAssignments,
  getUserAttributeTenantAssignments,
  getUserAttributeUserAssignments,
  listMemberUserAttributes,
  listUserAttributes,
  setUserAttributeForTeams,
  setUserAttributeForTenants,
  setUserAttributeForUsers,
  updateUserAttribute,
  updateUserAttributeForTeams,
  updateUserAttributeForTenants,
  updateUserAttributeForUsers,
} from '@octavo/core/contract'
import type { UserAttributes } from '../../services/organization/user-attributes/user-attributes.ts'
import { handle, type Route } from '../handle.ts'

export const userAttributeRoutes = (services: Services): Route[] => [
  ...attributeRoutes(services),
  ...teamRoutes(services),
  ...tenantRoutes(services),
  ...memberRoutes(services),
]

interface Services {
  userAttributes: UserAttributes
}

const attributeRoutes = ({ userAttributes }: Services): Route[] => [
  handle(listUserAttributes, ({ viewer, query, paged }) =>
    paged((window) => userAttributes.list(viewer, query, window)),
  ),
  handle(createUserAttribute, ({ viewer, body }) => userAttributes.create(viewer, body)),
  handle(getUserAttribute, ({ viewer, params }) => userAttributes.get(viewer, params.userAttributeId)),
  handle(updateUserAttribute, ({ viewer, params, body }) =>
    userAttributes.update(viewer, params.userAttributeId, body),
  ),
  handle(deleteUserAttribute, async ({ viewer, params }) => {
    await userAttributes.remove(viewer, params.userAttributeId)
    return {}
  }),
]

const teamRoutes = ({ userAttributes }: Services): Route[] => [
  handle(getUserAttributeTeamAssignments, ({ viewer, params, paged }) =>
    paged((window) => userAttributes.teams(viewer, params.userAttributeId, window)),
  ),
  handle(setUserAttributeForTeams, async ({ viewer, params, body }) => {
    await userAttributes.setForTeams(viewer, params.userAttributeId, body)
    return {}
  }),
  handle(updateUserAttributeForTeams, async ({ viewer, params, body }) => {
    const teamIds = body.delete.map(({ teamId }) => teamId)
    await userAttributes.removeValues(viewer, params.userAttributeId, 'teams', teamIds)
    return {}
  }),
  handle(deleteUserAttributeForTeam, async ({ viewer, params }) => {
    await userAttributes.removeValue(viewer, params.userAttributeId, 'teams', params.teamId)
    return {}
  }),
  handle(assignUserAttributesToTeam, async ({ viewer, params, body }) => {
    await userAttributes.assignToTeam(viewer, params.teamId, body)
    return {}
  }),
  handle(getTeamUserAttributeAssignments, ({ viewer, params, paged }) =>
    paged((window) => userAttributes.ofTeam(viewer, params.teamId, window)),
  ),
]

const tenantRoutes = ({ userAttributes }: Services): Route[] => [
  handle(getUserAttributeTenantAssignments, ({ viewer, params, paged }) =>
    paged((window) => userAttributes.tenants(viewer, params.userAttributeId, window)),
  ),
  handle(setUserAttributeForTenants, async ({ viewer, params, body }) => {
    await userAttributes.setForTenants(viewer, params.userAttributeId, body)
    return {}
  }),
  handle(updateUserAttributeForTenants, async ({ viewer, params, body }) => {
    const tenantIds = body.delete.map(({ tenantOrganizationId }) => tenantOrganizationId)
    await userAttributes.removeValues(viewer, params.userAttributeId, 'tenants', tenantIds)
    return {}
  }),
  handle(deleteUserAttributeForTenant, async ({ viewer, params }) => {
    await userAttributes.removeValue(viewer, params.userAttributeId, 'tenants', params.tenantOrganizationId)
    return {}
  }),
]

const memberRoutes = ({ userAttributes }: Services): Route[] => [
  handle(getUserAttributeUserAssignments, ({ viewer, params, paged }) =>
    paged((window) => userAttributes.members(viewer, params.userAttributeId, window)),
  ),
  handle(setUserAttributeForUsers, async ({ viewer, params, body }) => {
    await userAttributes.setForMembers(viewer, params.userAttributeId, body)
    return {}
  }),
  handle(updateUserAttributeForUsers, async ({ viewer, params, body }) => {
    const memberIds = body.delete.map(({ userId }) => userId)
    await userAttributes.removeValues(viewer, params.userAttributeId, 'members', memberIds)
    return {}
  }),
  handle(deleteUserAttributeForUser, async ({ viewer, params }) => {
    await userAttributes.removeValue(viewer, params.userAttributeId, 'members', params.userId)
    return {}
  }),
  handle(listMemberUserAttributes, ({ viewer, params, paged }) =>
    paged((window) => userAttributes.ofMember(viewer, params.memberId, window)),
  ),
]
