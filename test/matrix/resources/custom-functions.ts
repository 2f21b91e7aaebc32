import { resource } from '../resource.ts'

export const customFunctions = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listCustomFunctions               200     200     200     200     200     200     200     -       -
createCustomFunction              201     403     403     403     403     403     201     -       -
getCustomFunction                 404     200     200     200     200     200     200     -       -
updateCustomFunction              404     403     403     403     403     403     200     -       -
deleteCustomFunction              404     403     403     403     403     403     200     -       -
`,
  ids: {
    customFunctionId: (things) => things.functionId(),
  },
  requests: {
    createCustomFunction: (things) => ({ body: things.customFunction() }),
    updateCustomFunction: () => ({ body: { description: 'Other' } }),
  },
  withoutEtag: ['getCustomFunction'],
  notPublished: {
    listCustomFunctions: 'Functions that an organization defines; the published API does not reach them.',
    createCustomFunction: 'Part of custom functions.',
    getCustomFunction: 'Part of custom functions.',
    updateCustomFunction: 'Part of custom functions.',
    deleteCustomFunction: 'Part of custom functions.',
  },
})
