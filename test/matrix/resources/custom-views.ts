import { resource } from '../resource.ts'

export const customViews = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listCustomViews                   404     404     404     200     200     200     200     200     200
createCustomView                  404     404     404     403     200     200     200     403     200
getCustomView                     404     404     404     200     200     200     200     200     200
updateCustomView                  404     404     404     404     404     200     404     403     200
moveCustomViewToLatest            404     404     404     404     404     200     404     403     200
deleteCustomView                  404     404     404     403     403     200     200     200     200
shareCustomView                   404     404     404     200     200     200     200     403     200
mergeCustomView                   404     404     404     403     403     200     200     403     403
`,
  ids: {
    exploreKey: (things) => things.customView('link'),
  },
  requests: {
    createCustomView: () => ({
      body: { workbookVersion: 1, edits: [{ op: 'set', at: ['pages', { id: 'pg' }, 'name'], value: 'Z' }] },
    }),
    updateCustomView: async (things) => ({
      ids: { exploreKey: await things.customView('private') },
      body: { controls: {} },
    }),
    moveCustomViewToLatest: async (things) => ({ ids: { exploreKey: await things.customView('private') } }),
  },
  notPublished: {
    listCustomViews: 'Custom views: the published API names their keys and has no operation that makes one.',
    createCustomView: 'Part of custom views.',
    getCustomView: 'Part of custom views.',
    updateCustomView: 'Part of custom views.',
    moveCustomViewToLatest: 'Part of custom views.',
    deleteCustomView: 'Part of custom views.',
    shareCustomView: 'Part of custom views.',
    mergeCustomView: 'Part of custom views.',
  },
})
