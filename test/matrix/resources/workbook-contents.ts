import { resource } from '../resource.ts'

export const workbookContents = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listWorkbookPages                 404     404     404     200     200     200     200     200     200
listWorkbookPageElements          404     404     404     200     200     200     200     200     200
listWorkbookElements              404     404     404     200     200     200     200     200     200
getWorkbookColumns                404     404     404     200     200     200     200     200     200
getElementColumns                 404     404     404     200     200     200     200     200     200
getElementQuery                   404     404     404     200     200     200     200     200     200
explainElement                    404     404     404     200     200     200     200     200     200
listWorkbookQueries               404     404     404     200     200     200     200     200     200
getWorkbookControls               404     404     404     200     200     200     200     200     200
listLineageTree                   404     404     404     200     200     200     200     200     200
listLineage                       404     404     404     200     200     200     200     200     200
getWorkbookSchema                 404     404     404     200     200     200     200     200     200
`,
  ids: {
    elementId: () => 'orders',
  },
  withoutEtag: ['listLineage'],
  notPublished: {
    explainElement: 'how an element is computed and what it costs; nothing is published for it',
  },
})
