import { accountTypeRoutes } from '../http/routes/account-types.ts'
import { auditRoutes } from '../http/routes/audit.ts'
import { credentialRoutes } from '../http/routes/credentials.ts'
import { customFunctionRoutes } from '../http/routes/custom-functions.ts'
import { emptyListRoutes } from '../http/routes/empty-lists.ts'
import { memberRoutes } from '../http/routes/members.ts'
import { organizationLogoRoutes } from '../http/routes/organization-logo.ts'
import { organizationRoutes } from '../http/routes/organizations.ts'
import { passwordRoutes } from '../http/routes/passwords.ts'
import { teamRoutes } from '../http/routes/teams.ts'
import { tenantRoutes } from '../http/routes/tenants.ts'
import { userAttributeRoutes } from '../http/routes/user-attributes.ts'
import { createAuditLog } from '../services/audit-log/audit-log.ts'
import { createAuditSettings } from '../services/audit-trail/audit-settings.ts'
import { createCustomFunctions } from '../services/custom-functions/custom-functions.ts'
import { createAccountTypes } from '../services/organization/account-types/account-types.ts'
import { createSwitchMails } from '../services/organization/mails/switch-mails.ts'
import { createInvitationMails } from '../services/organization/members/invitation-mails.ts'
import { createInvitations } from '../services/organization/members/invitations.ts'
import { createMemberChanges } from '../services/organization/members/member-changes.ts'
import { createMembers } from '../services/organization/members/members.ts'
import { createNewMembers } from '../services/organization/members/new-members.ts'
import { createPasswordResets } from '../services/organization/members/password-resets.ts'
import { createOrganizations } from '../services/organization/organizations.ts'
import { createOrganizationSettings } from '../services/organization/settings/organization-settings.ts'
import { createTeams } from '../services/organization/teams/teams.ts'
import { createTenants } from '../services/organization/tenants.ts'
import { createUserAttributes } from '../services/organization/user-attributes/user-attributes.ts'
import { createOrganizationLogo } from '../services/pictures/organization-logo.ts'
import { createCredentials } from '../services/sign-in/credentials.ts'
import type { Base } from './service-base.ts'

/** The files of `http/routes` for these services. */
export const organizationResources = [
  accountTypeRoutes,
  auditRoutes,
  credentialRoutes,
  customFunctionRoutes,
  emptyListRoutes,
  memberRoutes,
  organizationLogoRoutes,
  organizationRoutes,
  passwordRoutes,
  teamRoutes,
  tenantRoutes,
  userAttributeRoutes,
]

export function organizationServices(base: Base) {
  const settings = createOrganizationSettings(base)
  const members = createMembers(base)
  const teams = createTeams(base)
  const invitations = createInvitations(base)
  const passwordResets = createPasswordResets({ ...base, members })
  const given = { ...base, settings, members, teams, invitations }
  return {
    settings,
    members,
    teams,
    invitations,
    passwordResets,
    switchMails: createSwitchMails(base),
    invitationMails: createInvitationMails(given),
    newMembers: createNewMembers(given),
    memberChanges: createMemberChanges(given),
    organizations: createOrganizations(given),
    organizationLogo: createOrganizationLogo(base),
    tenants: createTenants(base),
    accountTypes: createAccountTypes(base),
    userAttributes: createUserAttributes(base),
    credentials: createCredentials(base),
    customFunctions: createCustomFunctions(base),
    auditLog: createAuditLog(base),
    auditSettings: createAuditSettings({ ...base, settings }),
  }
}
