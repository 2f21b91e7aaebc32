import { post } from '../bodies.ts'
import { resource } from '../resource.ts'
import type { Things } from '../world.ts'

async function nameOfNewTag(things: Things): Promise<string> {
  await things.tag()
  return things.tagName()
}

export const tags = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listVersionTag                    200     200     200     200     200     200     200     -       -
createVersionTag                  200     403     403     403     403     403     200     -       -
updateVersionTag                  404     403     403     403     403     403     200     -       -
deleteVersionTag                  404     403     403     403     403     403     200     -       -
listWorkbooksForTag               404     200     200     200     200     200     200     -       -
tagWorkbook                       404     404     404     403     403     200     200     403     409
getWorkbookTags                   404     404     404     200     200     200     200     200     200
deleteTaggedworkbook              404     404     404     403     403     200     200     403     403
tagDataModel                      404     404     404     403     403     200     200     403     409
listDataModelTags                 404     404     404     200     200     200     200     200     200
deleteTaggedDataModel             404     404     404     403     403     200     200     403     403
`,
  ids: {
    tagId: (things) => things.tag(),
    versionTag: (things) => things.tag(),
  },
  objectOf: {
    tagWorkbook: 'document',
    tagDataModel: 'document',
  },
  requests: {
    createVersionTag: (things) => ({ body: { name: things.name('Tag'), color: 'cyan' } }),
    updateVersionTag: () => ({ body: { description: 'Other' } }),
    tagWorkbook: async (things) => ({ body: { workbookId: await things.workbook(), tag: await nameOfNewTag(things) } }),
    tagDataModel: async (things) => ({
      body: { dataModelId: await things.dataModel(), tag: await nameOfNewTag(things) },
    }),
    deleteTaggedworkbook: async (things, { ask }) => {
      const ids = { tagId: await things.tag() }
      await ask('admin', 'POST', '/v2/workbooks/tag', { workbookId: await things.workbook(), tag: things.tagName() })
      return { ids }
    },
    deleteTaggedDataModel: async (things, { ask }) => {
      const ids = { tagId: await things.tag() }
      await ask('admin', 'POST', '/v2/dataModels/tag', { dataModelId: await things.dataModel(), tag: things.tagName() })
      return { ids }
    },
  },
  nested: {
    'workbook to tag': async (_, things) => {
      await things.tag()
      const id = await things.workbook()
      return [id, post('/v2/workbooks/tag', { workbookId: id, tag: things.tagName() })]
    },
  },
  notPublished: {
    deleteTaggedDataModel: 'A tag could else be taken off a data model only by deleting it everywhere.',
  },
})
