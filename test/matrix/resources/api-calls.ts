import { resource } from '../resource.ts'

export const apiCalls = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
callWorkbookApi                   404     403     404     409     409     409     409     409     409
listActionConnectors              200     403     403     403     403     403     200     -       -
`,
  requests: {
    callWorkbookApi: async (things) => ({ ids: { workbookId: await things.entryBook() }, body: { step: 0 } }),
  },
  notPublished: {
    listActionConnectors:
      'Part of actions that call APIs, which the published product writes and runs in its app alone.',
    callWorkbookApi: 'Part of actions that call APIs.',
  },
})
