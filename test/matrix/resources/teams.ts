import { resource } from '../resource.ts'

export const teams = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listTeams                         200     200     200     200     200     200     200     -       -
v2_1_listTeams                    200     200     200     200     200     200     200     -       -
createTeam                        200     403     200     200     200     200     200     -       -
getTeam                           404     404     404     404     404     404     200     -       -
updateTeam                        404     404     404     404     404     404     200     -       -
deleteTeam                        404     404     404     404     404     404     200     -       -
getTeamMembers                    404     404     404     404     404     404     200     -       -
updateTeamMembers                 404     404     404     404     404     404     200     -       -
updateTeamMember                  404     404     404     404     404     404     200     -       -
listMemberTeams                   404     403     403     403     403     403     200     -       -
`,
  ids: {
    teamId: (things) => things.team(),
  },
  requests: {
    createTeam: (things) => ({ body: { name: things.name('Team') } }),
    updateTeam: () => ({ body: { description: 'Other' } }),
    updateTeamMembers: async (things) => ({ body: { add: [await things.member()] } }),
    updateTeamMember: async (things, { ask }) => {
      const [teamId, memberId] = [await things.team(), await things.member()]
      await ask('admin', 'PATCH', `/v2/teams/${teamId}/members`, { add: [memberId] })
      return { body: { isTeamAdmin: true }, ids: { teamId, memberId } }
    },
  },
  withoutEtag: ['getTeam'],
  notPublished: {
    updateTeamMember: 'Who is an admin of a team could else be said only when a member is created.',
  },
})
