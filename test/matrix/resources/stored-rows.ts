import { resource } from '../resource.ts'

export const storedRows = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
uploadCsv                         404     404     404     201     201     201     201     -       -
getCsv                            404     404     404     404     404     200     200     -       -
deleteCsv                         404     404     404     404     404     200     200     -       -
changeInputTableRows              404     404     404     403     200     200     200     403     200
listInputRowHistory               404     404     404     403     403     200     200     403     403
listInputTableRows                404     404     404     403     403     200     200     403     403
streamRowEvents                   404     404     404     200     200     200     200     200     200
`,
  ids: {
    // A CSV belongs to the user who uploaded it, here `edit`.
    csvId: (things) => things.csvOfEdit(),
    rowId: () => 'row',
  },
  requests: {
    streamRowEvents: () => ({ query: '?timeoutSeconds=0' }),
    uploadCsv: (things) => ({ body: { name: things.name('File'), csv: 'a,b\n1,2' } }),
    changeInputTableRows: async (things) => ({
      ids: { workbookId: await things.entryBook(), elementId: 'notes' },
      body: { insert: [{ text: 'x' }] },
    }),
    listInputRowHistory: async (things) => ({
      ids: { workbookId: await things.entryBook(), elementId: 'notes' },
    }),
    listInputTableRows: async (things) => ({
      ids: { workbookId: await things.entryBook(), elementId: 'notes' },
    }),
  },
  withoutEtag: ['getCsv'],
  notPublished: {
    uploadCsv: 'Documents name uploaded CSV files as sources, and the published API has no way to upload one.',
    getCsv: 'Part of uploaded CSV files.',
    deleteCsv: 'Part of uploaded CSV files.',
    streamRowEvents: 'Readers see rows that others enter; the published API has no push.',
    changeInputTableRows: 'Input tables have rows, and the published API has no way to enter them.',
    listInputRowHistory: 'Part of the rows of input tables.',
    listInputTableRows: 'Part of the rows of input tables: as they were entered, now or at a moment.',
  },
})
