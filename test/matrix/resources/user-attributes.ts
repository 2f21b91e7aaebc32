import { post } from '../bodies.ts'
import { resource } from '../resource.ts'

const text = { val: 'x', type: 'string' }

export const userAttributes = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listUserAttributes                200     403     200     200     200     200     200     -       -
createUserAttribute               200     403     200     200     200     200     200     -       -
getUserAttribute                  404     403     200     200     200     200     200     -       -
updateUserAttribute               404     403     200     200     200     200     200     -       -
deleteUserAttribute               404     403     200     200     200     200     200     -       -
getUserAttributeTeamAssignments   404     403     200     200     200     200     200     -       -
setUserAttributeForTeams          404     403     404     404     404     404     200     -       -
updateUserAttributeForTeams       404     403     404     404     404     404     200     -       -
deleteUserAttributeForTeam        404     403     404     404     404     404     200     -       -
getUserAttributeTenantAssignments 404     403     403     403     403     403     200     -       -
setUserAttributeForTenants        404     403     403     403     403     403     200     -       -
updateUserAttributeForTenants     404     403     403     403     403     403     200     -       -
deleteUserAttributeForTenant      404     403     403     403     403     403     200     -       -
getUserAttributeUserAssignments   404     403     200     200     200     200     200     -       -
setUserAttributeForUsers          404     403     200     200     200     200     200     -       -
updateUserAttributeForUsers       404     403     200     200     200     200     200     -       -
deleteUserAttributeForUser        404     403     200     200     200     200     200     -       -
assignUserAttributesToTeam        404     403     404     404     404     404     200     -       -
getTeamUserAttributeAssignments   404     403     404     404     404     404     200     -       -
listMemberUserAttributes          404     403     200     200     200     200     200     -       -
`,
  ids: {
    userId: (things) => things.member(),
    userAttributeId: (things) => things.userAttribute(),
  },
  requests: {
    createUserAttribute: (things) => ({ body: { name: things.name('Attribute'), description: '' } }),
    updateUserAttribute: () => ({ body: { description: 'Other' } }),
    setUserAttributeForTeams: async (things) => ({
      body: { assignments: [{ teamId: await things.team(), value: text }] },
    }),
    updateUserAttributeForTeams: async (things, { ask }) => {
      const teamId = await things.team()
      const assignments = [{ teamId, value: text }]
      await ask('admin', 'POST', `/v2/user-attributes/${await things.userAttribute()}/teams`, { assignments })
      return { body: { delete: [{ teamId }] } }
    },
    setUserAttributeForTenants: async (things) => ({
      body: { assignments: [{ tenantOrganizationId: await things.tenant(), value: text }] },
    }),
    updateUserAttributeForTenants: async (things, { ask }) => {
      const tenantOrganizationId = await things.tenant()
      const assignments = [{ tenantOrganizationId, value: text }]
      await ask('admin', 'POST', `/v2/user-attributes/${await things.userAttribute()}/tenants`, { assignments })
      return { body: { delete: [{ tenantOrganizationId }] } }
    },
    deleteUserAttributeForTenant: async (things, { ask }) => {
      const assignments = [{ tenantOrganizationId: await things.tenant(), value: text }]
      await ask('admin', 'POST', `/v2/user-attributes/${await things.userAttribute()}/tenants`, { assignments })
      return {}
    },
    setUserAttributeForUsers: async (things) => ({
      body: { assignments: [{ userId: await things.member(), value: text }] },
    }),
    updateUserAttributeForUsers: async (things, { ask }) => {
      const userId = await things.member()
      const assignments = [{ userId, value: text }]
      await ask('admin', 'POST', `/v2/user-attributes/${await things.userAttribute()}/users`, { assignments })
      return { body: { delete: [{ userId }] } }
    },
    assignUserAttributesToTeam: async (things) => ({
      body: { assignments: [{ userAttributeId: await things.userAttribute(), value: text }] },
    }),
    deleteUserAttributeForTeam: async (things, { ask }) => {
      const assignments = [{ teamId: await things.team(), value: text }]
      await ask('admin', 'POST', `/v2/user-attributes/${await things.userAttribute()}/teams`, { assignments })
      return {}
    },
    deleteUserAttributeForUser: async (things, { ask }) => {
      const assignments = [{ userId: await things.member(), value: text }]
      await ask('admin', 'POST', `/v2/user-attributes/${await things.userAttribute()}/users`, { assignments })
      return {}
    },
  },
  nested: {
    'value of a user attribute for a team': async (_, things) => {
      const id = await things.team()
      const assignments = [{ teamId: id, value: { type: 'string', val: 'x' } }]
      return [id, post(`/v2/user-attributes/${await things.userAttribute()}/teams`, { assignments })]
    },
    'values of user attributes of a team': async (_, things) => {
      const id = await things.team()
      const assignments = [{ userAttributeId: await things.userAttribute(), value: { type: 'string', val: 'x' } }]
      return [id, post(`/v2/teams/${id}/assignedUserAttributes`, { assignments })]
    },
  },
  withoutEtag: ['getUserAttribute'],
  notPublished: {
    updateUserAttribute: 'A default could else be changed only by deleting the attribute and all its values.',
    listMemberUserAttributes: 'Which value counts for a member, and whose it is, is what an administrator asks.',
  },
})
