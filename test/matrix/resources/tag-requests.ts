import { post } from '../bodies.ts'
import { resource } from '../resource.ts'

export const tagRequests = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listTagRequests                   200     200     200     200     200     200     200     -       -
createTagRequest                  404     404     404     403     403     200     200     403     404
getTagRequest                     404     404     404     404     404     200     200     -       -
approveTagRequest                 404     404     404     404     404     403     200     -       -
denyTagRequest                    404     404     404     404     404     403     200     -       -
withdrawTagRequest                404     404     404     404     404     200     200     -       -
`,
  ids: {
    // Created by `edit`, for an administrator to decide.
    requestId: (things) =>
      things.one('tag request', async () => {
        const path = `/v2/tags/${await things.protectedTag()}/requests`
        return things.create(path, { inodeId: await things.workbook() }, 'requestId', 'edit')
      }),
  },
  objectOf: {
    createTagRequest: 'document',
  },
  requests: {
    createTagRequest: async (things) => ({
      ids: { tagId: await things.protectedTag() },
      body: { inodeId: await things.workbook() },
    }),
    approveTagRequest: () => ({ body: {} }),
    denyTagRequest: () => ({ body: {} }),
  },
  nested: {
    'document to ask a protected tag for': async (_, things) => {
      const id = await things.workbook()
      return [id, post(`/v2/tags/${await things.protectedTag()}/requests`, { inodeId: id })]
    },
  },
  withoutEtag: ['getTagRequest'],
  notPublished: {
    listTagRequests: 'Protected tags are published as a feature of the product whose approvals have no operation.',
    createTagRequest: 'Part of requests for protected tags.',
    getTagRequest: 'Part of requests for protected tags.',
    approveTagRequest: 'Part of requests for protected tags.',
    denyTagRequest: 'Part of requests for protected tags.',
    withdrawTagRequest: 'Part of requests for protected tags.',
  },
})
