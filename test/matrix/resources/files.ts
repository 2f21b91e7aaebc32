import { post } from '../bodies.ts'
import { resource } from '../resource.ts'

export const files = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
filesList                         200     200     200     200     200     200     200     -       -
filesCreate                       404     404     404     403     403     200     200     -       -
filesGet                          404     404     404     200     200     200     200     200     -
filesUpdate                       404     404     404     403     403     200     200     403     -
filesDelete                       404     404     404     403     403     200     200     200     -
`,
  ids: {
    inodeId: (things) => things.folder(),
  },
  requests: {
    filesCreate: (things, { workspaceId }) => ({
      body: { type: 'folder', name: things.name('Folder'), parentId: workspaceId },
    }),
    filesUpdate: (things) => ({ body: { name: things.name('Folder') } }),
  },
  nested: {
    'files in a folder': async (_, things) => {
      const id = await things.folder()
      return [id, { method: 'GET', path: `/v2/files?parentId=${id}` }]
    },
    'folder to move to': async (own, things) => {
      const id = await things.folder()
      return [id, { method: 'PATCH', path: `/v2/files/${own.workbookId}`, body: { parentId: id } }]
    },
    'folder of a new folder': async (_, things) => {
      const id = await things.folder()
      return [id, post('/v2/files', { type: 'folder', name: 'X', parentId: id })]
    },
    'folder of a new workbook': async (_, things) => {
      const id = await things.folder()
      return [id, post('/v2/files', { type: 'workbook', name: 'X', parentId: id })]
    },
    'source of a new workbook': async (_, things) => {
      const id = await things.workbook()
      return [id, post('/v2/files', { type: 'workbook', name: 'X', source: { inodeId: id, version: 1 } })]
    },
  },
  addsToFolders: {
    filesCreate: 200,
  },
  withoutEtag: ['filesGet'],
})
