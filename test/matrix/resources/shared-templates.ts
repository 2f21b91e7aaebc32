import { resource } from '../resource.ts'

export const sharedTemplates = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listTemplatesSharedWithYou        200     200     200     200     200     200     200     -       -
acceptTemplateShare               404     403     403     403     403     403     404     -       -
deleteExternalShare               404     403     403     403     403     403     404     -       -
`,
  ids: {
    // Organizations cannot share templates yet.
    shareId: (things) => things.unknownId,
  },
  requests: {
    acceptTemplateShare: (things) => ({ body: { shareId: things.unknownId } }),
  },
})
