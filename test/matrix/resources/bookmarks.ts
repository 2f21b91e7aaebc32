import { post } from '../bodies.ts'
import { resource } from '../resource.ts'
import type { Things } from '../world.ts'

async function bookmarkOf(things: Things) {
  return { workbookVersion: 1, name: 'View', isShared: false, exploreKey: await things.customView('link') }
}

export const bookmarks = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
getWorkbookBookmarks              404     404     404     200     200     200     200     200     200
postWorkbookBookmarks             404     404     404     200     200     200     200     403     200
getWorkbookBookmark               404     404     404     200     200     200     200     200     200
updateWorkbookBookmark            404     404     404     403     403     200     200     403     200
deleteWorkbookBookmarks           404     404     404     403     403     200     200     200     200
getTaggedWorkbookBookmarks        404     404     404     200     200     200     200     404     404
createTaggedWorkbookBookmark      404     404     404     200     200     200     200     404     404
getTaggedWorkbookBookmark         404     404     404     200     200     200     200     404     404
updateTaggedWorkbookBookmark      404     404     404     403     403     200     200     404     404
deleteTaggedWorkbookBookmark      404     404     404     403     403     200     200     404     404
`,
  ids: {
    bookmarkId: (things) => things.savedView(),
    tagName: async (things) => {
      await things.taggedId()
      return things.tagName()
    },
  },
  requests: {
    postWorkbookBookmarks: async (things) => ({ body: await bookmarkOf(things) }),
    createTaggedWorkbookBookmark: async (things, { ask }) => {
      const { body } = await ask('admin', 'POST', `/v2/workbooks/${await things.taggedId()}/customViews`, {
        workbookVersion: 1,
        edits: [],
      })
      const { exploreKey } = body as { exploreKey: string }
      const link = `/v2/workbooks/${await things.taggedId()}/customViews/${exploreKey}/share`
      const shared = (await ask('admin', 'POST', link)).body as { exploreKey?: string }
      return { body: { ...(await bookmarkOf(things)), exploreKey: shared.exploreKey ?? '' } }
    },
    updateWorkbookBookmark: () => ({ body: { name: 'Other' } }),
    getTaggedWorkbookBookmark: async (things) => ({ ids: { bookmarkId: await things.taggedSavedView() } }),
    updateTaggedWorkbookBookmark: async (things) => ({
      ids: { bookmarkId: await things.taggedSavedView() },
      body: { name: 'Other' },
    }),
    deleteTaggedWorkbookBookmark: async (things) => ({ ids: { bookmarkId: await things.taggedSavedView() } }),
  },
  nested: {
    'custom view of somebody else, to save': async (own, things) => {
      const id = await things.customView('private')
      const body = { workbookVersion: 1, name: 'X', isShared: false, exploreKey: id }
      return [id, post(`/v2/workbooks/${own.workbookId}/bookmarks`, body)]
    },
  },
})
