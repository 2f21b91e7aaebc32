import { resource } from '../resource.ts'

export const query = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
downloadQuery                     404     404     404     404     404     204     404     204     204
cancelQuery                       404     404     404     404     404     200     404     200     200
`,
  ids: {
    // Downloads belong to the user who requested them, here `edit`.
    queryId: (things) => things.exportOfEdit(),
  },
  objectOf: {
    downloadQuery: 'document',
    cancelQuery: 'document',
  },
  writesNothing: {
    downloadQuery: 'a file that is not ready yet is not downloaded; exports.test.ts has the event of one that is',
  },
  notPublished: {
    cancelQuery: 'Ends an export that is no longer wanted.',
  },
})
