import { fileForm } from '../bodies.ts'
import { resource } from '../resource.ts'

export const uploads = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
uploadTable                       404     404     404     201     201     201     201     -       -
listUploads                       404     404     404     200     200     200     200     -       -
getUpload                         404     404     404     404     404     200     200     -       -
importUpload                      404     404     404     404     404     200     404     -       -
replaceUpload                     404     404     404     404     404     200     200     -       -
appendToUpload                    404     404     404     404     404     200     200     -       -
deleteUpload                      404     404     404     404     404     200     200     -       -
`,
  ids: {
    // The same table: a text upload needs no process that reads files.
    uploadId: (things) => things.csvOfEdit(),
  },
  requests: {
    uploadTable: () => ({ body: fileForm }),
    replaceUpload: () => ({ body: fileForm }),
    appendToUpload: () => ({ body: fileForm }),
    importUpload: async (things, { connectionId }) => {
      const path = `/v2/connections/${connectionId}/uploads?preview=true`
      return { ids: { uploadId: await things.create(path, fileForm, 'uploadId', 'edit') } }
    },
  },
  withoutKey: {
    uploadTable: 'a file of any size is not stored for a retry to be compared with',
    appendToUpload: 'as for uploadTable',
  },
  withoutEtag: ['getUpload'],
  notPublished: {
    uploadTable: 'Uploads are published as a feature of the product without operations.',
    listUploads: 'Part of uploaded tables.',
    getUpload: 'Part of uploaded tables.',
    importUpload: 'Part of uploaded tables.',
    replaceUpload: 'Part of uploaded tables.',
    appendToUpload: 'Part of uploaded tables.',
    deleteUpload: 'Part of uploaded tables.',
  },
})
