import { resource } from '../resource.ts'

export const sequenceValues = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
computeSequenceValues             404     404     404     200     200     200     200     200     200
`,
  requests: {
    computeSequenceValues: async (things) => ({ ids: { workbookId: await things.entryBook() }, body: { step: 0 } }),
  },
  notPublished: {
    computeSequenceValues: 'Actions use values of formulas, which the published product computes in its app alone.',
  },
})
