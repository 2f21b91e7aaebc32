import { resource } from '../resource.ts'

export const search = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
searchContents                    200     200     200     200     200     200     200     -       -
`,
  requests: {
    searchContents: () => ({ query: '?query=orders' }),
  },
  notPublished: {
    searchContents: 'Search in what documents hold: the published lists find names alone.',
  },
})
