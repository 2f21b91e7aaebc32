import { resource } from '../resource.ts'

export const credentials = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
createCredentials                 404     403     403     403     403     403     200     -       -
listCredentials                   200     403     403     403     403     403     200     -       -
deleteCredentials                 404     403     403     403     403     403     200     -       -
`,
  ids: {
    clientId: (things, { people }) => {
      const body = { ownerId: people.admin.memberId, name: things.name('Credential') }
      return things.one('credential', () => things.create('/v2/credentials', body, 'clientId'))
    },
  },
  requests: {
    createCredentials: (things, { people }) => ({ body: { ownerId: people.admin.memberId, name: things.name('C') } }),
  },
  notPublished: {
    listCredentials: 'Credentials that nobody can list cannot be found to be revoked. Never with the secret.',
  },
})
