import { post } from '../bodies.ts'
import { resource, swapEffects } from '../resource.ts'

export const templates = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listTemplates                     200     200     200     200     200     200     200     -       -
getTemplate                       404     404     404     200     200     200     200     200     -
saveTemplateFromWorkbook          404     404     404     403     403     200     200     403     200
saveWorkbookFromTemplate          404     404     404     403     403     200     200     403     -
getFollowedTemplate               404     404     404     200     200     200     200     200     200
unfollowTemplate                  404     404     404     403     403     204     204     403     403
sourceSwapTemplate                404     404     404     403     403     200     200     403     -
`,
  ids: {
    templateId: (things) => things.template(),
  },
  objectOf: {
    saveWorkbookFromTemplate: 'file',
  },
  requests: {
    saveTemplateFromWorkbook: (things, { workspaceId }) => ({
      body: { name: things.name('Template'), folderId: workspaceId },
    }),
    saveWorkbookFromTemplate: async (things, { workspaceId }) => ({
      body: { templateId: await things.template(), name: things.name('Book'), folderId: workspaceId },
    }),
    unfollowTemplate: async (things) => ({ ids: { workbookId: await things.followingBook() } }),
    sourceSwapTemplate: (_, { connectionId: id }) => ({
      body: { connectionMapping: [{ fromId: id, toId: id, swapTables: true }] },
    }),
  },
  nested: {
    'template of a new workbook': async (own, things) => {
      const id = await things.template()
      return [id, post('/v2/templates/save_workbook', { templateId: id, folderId: own.workspaceId })]
    },
    'folder of a new template': async (own, things) => {
      const id = await things.folder()
      return [id, post(`/v2/workbooks/${own.workbookId}/saveTemplate`, { folderId: id })]
    },
  },
  addsToFolders: {
    saveTemplateFromWorkbook: 200,
    saveWorkbookFromTemplate: 200,
  },
  addsToDryRuns: {
    sourceSwapTemplate: swapEffects,
  },
  notPublished: {
    getFollowedTemplate:
      'What came of updates from a template: the published API has the field that asks for them and no answer.',
    unfollowTemplate: 'Part of following a template.',
  },
})
