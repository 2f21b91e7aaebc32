import { resource } from '../resource.ts'

export const procedures = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listConnectionProcedures          404     404     404     200     200     200     200     -       -
callWorkbookProcedure             404     404     404     409     409     409     409     409     409
`,
  requests: {
    // The sequence of this workbook calls no procedure, which is the response to members who may read it.
    callWorkbookProcedure: async (things) => ({
      ids: { workbookId: await things.entryBook() },
      body: { step: 0, arguments: [] },
    }),
  },
  notPublished: {
    listConnectionProcedures:
      'Part of actions that call procedures, which the published product writes and runs in its app alone.',
    callWorkbookProcedure: 'Part of actions that call procedures.',
  },
})
