import { post } from '../bodies.ts'
import { resource } from '../resource.ts'

export const members = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listMembers                       200     200     200     200     200     200     200     -       -
v2_1_listMembers                  200     200     200     200     200     200     200     -       -
getMember                         404     404     200     200     200     200     200     -       -
createMember                      200     403     200     200     200     200     200     -       -
createMembers                     200     403     200     200     200     200     200     -       -
updateMember                      404     404     200     200     200     200     200     -       -
deleteMember                      404     404     403     403     403     403     200     -       -
revokeMemberTokens                404     404     403     403     403     403     200     -       -
createInvitation                  404     404     200     200     200     200     200     -       -
listAccessibleInodes              404     404     403     403     403     403     200     -       -
`,
  ids: {
    memberId: (things) => things.member(),
  },
  requests: {
    createMember: (things) => ({
      body: {
        email: `${things.name('m').replace(' ', '')}@example.com`,
        firstName: 'A',
        lastName: 'B',
        memberType: 'View',
      },
    }),
    createMembers: (things) => ({
      body: { members: [{ email: `${things.name('m').replace(' ', '')}@example.com`, firstName: 'A', lastName: 'B' }] },
    }),
    revokeMemberTokens: () => ({ body: {} }),
    updateMember: () => ({ body: { firstName: 'Other' } }),
  },
  nested: {
    'members of a team': async (_, things) => {
      const id = await things.team()
      return [id, { method: 'GET', path: `/v2/members?teamId=${id}` }]
    },
    'files right in My Documents of another': async (_, things, { ask }) => {
      const { body } = await ask('admin', 'GET', `/v2/members/${await things.member()}`)
      const id = (body as { homeFolderId: string }).homeFolderId
      return [id, { method: 'GET', path: `/v2/files?parentId=${id}&directChildFilter=true` }]
    },
    'team of a new member': async (_, things) => {
      const id = await things.team()
      const names = { email: `${things.name('n').replace(' ', '')}@example.com`, firstName: 'N', lastName: 'N' }
      return [id, post('/v2/members', { ...names, addToTeams: [{ teamId: id }] })]
    },
  },
  auditsNoChange: {
    createInvitation: 'a link is signed and not kept: nothing in the store changes',
  },
  withoutKey: {
    acceptInvitation: 'its link works once',
  },
  withoutEtag: ['getMember'],
  notPublished: {
    createInvitation:
      'A server without a mail sender gives the link to the administrator, again where the first one was lost.',
    createMembers:
      'A thousand members one by one take a thousand requests, and a problem in one leaves half of them made.',
  },
})
