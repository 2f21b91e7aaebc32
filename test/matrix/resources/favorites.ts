import { post } from '../bodies.ts'
import { resource } from '../resource.ts'

export const favorites = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
addFavorite                       404     404     403     403     403     200     200     200     -
listFavorites                     404     404     403     403     403     403     200     -       -
removeFavorite                    404     404     403     403     403     403     404     403     -
listFavoriteInodes                404     404     403     403     403     403     200     -       -
listRecentInodes                  404     404     403     403     403     403     200     -       -
shortcutsCreate                   404     404     404     403     403     200     200     200     400
getShortcut                       404     404     404     200     200     200     200     200     404
`,
  ids: {
    shortcutId: (things) => things.shortcut(),
  },
  objectOf: {
    shortcutsCreate: 'document',
    getShortcut: 'document',
    addFavorite: 'file',
  },
  requests: {
    addFavorite: async (things, { people }) => ({
      body: { memberId: people.edit.memberId, inodeId: await things.folder() },
    }),
    shortcutsCreate: async (things, { workspaceId }) => ({
      body: { parentId: workspaceId, target: { id: await things.workbook() } },
    }),
  },
  nested: {
    'target of a shortcut': async (own, things) => {
      const id = await things.workbook()
      return [id, post('/v2/shortcuts', { parentId: own.folderId, target: { id } })]
    },
    'table as target of a shortcut': async (own, _, { tableId }) => [
      tableId,
      post('/v2/shortcuts', { parentId: own.folderId, target: { id: tableId } }),
    ],
    'folder of a shortcut': async (own, things) => {
      const id = await things.folder()
      return [id, post('/v2/shortcuts', { parentId: id, target: { id: own.workbookId } })]
    },
    favorite: async (own, things) => {
      const id = await things.workbook()
      return [id, post('/v2/favorites', { memberId: own.memberId, inodeId: id })]
    },
    'favorite to take away': async (own, things) => {
      const id = await things.workbook()
      return [id, { method: 'DELETE', path: `/v2/favorites/member/${own.memberId}/file/${id}` }]
    },
  },
  addsToFolders: {
    shortcutsCreate: 200,
  },
  withoutEtag: ['listFavorites', 'getShortcut'],
  notPublished: {
    getShortcut: 'A shortcut that cannot be read could not be followed.',
  },
})
