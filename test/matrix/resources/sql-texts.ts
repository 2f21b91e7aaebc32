import { resource } from '../resource.ts'

export const sqlTexts = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listSqlTexts                      404     404     404     403     403     200     200     403     -
noteSqlText                       404     404     404     403     403     200     200     403     -
`,
  requests: {
    listSqlTexts: async (things) => ({ ids: { inodeId: await things.workbook() } }),
    noteSqlText: async (things) => ({
      ids: { inodeId: await things.workbook() },
      body: { elementId: null, connectionId: things.unknownId, statement: 'SELECT 1', how: 'ran' },
    }),
  },
  writesNothing: {
    noteSqlText: 'what somebody wrote for themselves, which only they read',
  },
  notPublished: {
    listSqlTexts: 'Who writes SQL goes back to earlier texts; the published API has no place for them.',
    noteSqlText: 'Part of the texts of SQL.',
  },
})
