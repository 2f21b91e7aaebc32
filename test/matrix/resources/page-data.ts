import { post } from '../bodies.ts'
import { resource } from '../resource.ts'

export const pageData = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
readColumnDetails                 404     404     404     200     200     200     200     200     200
readPageData                      404     404     404     200     200     200     200     200     200
readDataModelPageData             404     404     404     200     200     200     200     200     200
`,
  ids: {
    pageId: () => 'pg',
  },
  requests: {
    readColumnDetails: () => ({ body: { top: 1 } }),
    readPageData: () => ({ body: { elementIds: ['orders'] } }),
    readDataModelPageData: () => ({ ids: { pageId: 'p' }, body: { elementIds: ['orders'] } }),
  },
  nested: {
    'page data through the saved view of another workbook': async (own, things) => {
      const id = await things.savedView()
      return [id, post(`/v2/workbooks/${own.workbookId}/pages/${own.pageId}/data?bookmarkId=${id}`, {})]
    },
  },
  withoutKey: {
    readPageData: 'a stream of rows that changes nothing',
    readDataModelPageData: 'a stream of rows that changes nothing',
  },
  notPublished: {
    readColumnDetails: 'Values, histogram and matches of a column, for the editor; open to every client.',
    readPageData: 'The stream of page data that the web app reads; open to every client.',
    readDataModelPageData: 'As for workbooks.',
  },
})
