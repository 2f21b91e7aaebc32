import { resource } from '../resource.ts'

export const workbookExports = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
exportWorkbook                    404     403     404     200     200     200     200     200     200
`,
  requests: {
    exportWorkbook: () => ({ body: { elementId: 'orders', format: { type: 'csv' } } }),
  },
})
