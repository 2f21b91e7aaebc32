import { post } from '../bodies.ts'
import { resource } from '../resource.ts'

export const workbooks = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listWorkbooks                     200     200     200     200     200     200     200     -       -
createWorkbook                    404     404     404     403     403     200     200     -       -
getWorkbook                       404     404     404     200     200     200     200     200     200
getWorkbookSources                404     404     404     200     200     200     200     200     200
getVersionHistory                 404     404     404     200     200     200     200     200     200
copyWorkbook                      404     404     404     403     403     200     200     403     200
copyTaggedWorkbook                404     404     404     403     403     200     200     404     404
`,
  ids: {
    workbookId: (things) => things.workbook(),
  },
  requests: {
    createWorkbook: (things, { workspaceId }) => ({ body: { name: things.name('Book'), folderId: workspaceId } }),
    copyWorkbook: (things, { workspaceId }) => ({
      body: { destinationFolderId: workspaceId, name: things.name('Copy') },
    }),
    copyTaggedWorkbook: async (things, { ask, workspaceId }) => {
      await things.tag()
      await ask('admin', 'POST', '/v2/workbooks/tag', { workbookId: await things.workbook(), tag: things.tagName() })
      return { body: { destinationFolderId: workspaceId, name: things.name('Copy') } }
    },
  },
  nested: {
    'folder of a workbook': async (_, things) => {
      const id = await things.folder()
      return [id, post('/v2/workbooks', { name: 'X', folderId: id })]
    },
    'folder of a copy': async (own, things) => {
      const id = await things.folder()
      return [id, post(`/v2/workbooks/${own.workbookId}/copy`, { name: 'X', destinationFolderId: id })]
    },
  },
  addsToFolders: {
    createWorkbook: 200,
    copyWorkbook: 200,
    copyTaggedWorkbook: 200,
  },
})
