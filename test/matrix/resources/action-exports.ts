import { resource } from '../resource.ts'

export const actionExports = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
sendActionExport                  404     404     404     409     409     409     409     409     409
`,
  requests: {
    sendActionExport: async (things) => ({ ids: { workbookId: await things.entryBook() }, body: { step: 0 } }),
  },
  notPublished: {
    sendActionExport: 'Part of actions that notify and export, which the published product runs in its app alone.',
  },
})
