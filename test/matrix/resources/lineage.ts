import { resource } from '../resource.ts'

export const lineage = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listTableUses                     404     404     404     200     200     200     200     -       -
listDataModelUses                 404     404     404     200     200     200     200     200     200
`,
  notPublished: {
    listTableUses: 'Where a column is used: nothing published answers it.',
    listDataModelUses: 'As for tables.',
  },
})
