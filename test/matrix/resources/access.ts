import { resource } from '../resource.ts'

export const access = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listFileAccess                    404     404     404     200     200     200     200     200     -
getFileAccess                     404     404     404     200     200     200     200     200     -
listConnectionAccess              404     404     404     200     200     200     200     -       -
getConnectionAccess               404     404     404     200     200     200     200     -       -
`,
  requests: {
    getFileAccess: async (_, { people }) => ({ ids: { memberId: people.view.memberId } }),
    getConnectionAccess: async (_, { people }) => ({ ids: { memberId: people.view.memberId } }),
  },
  withoutEtag: ['getFileAccess', 'getConnectionAccess'],
  notPublished: {
    listFileAccess:
      'Who has access, with what is inherited: the published list of grants names neither people nor reasons.',
    getFileAccess: 'Why a person can see a file, and what they may do with it.',
    listConnectionAccess: 'As for files.',
    getConnectionAccess: 'As for files.',
  },
})
