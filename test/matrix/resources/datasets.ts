import { grantTo, post } from '../bodies.ts'
import { resource } from '../resource.ts'

export const datasets = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listDatasets                      200     200     200     200     200     200     200     -       -
createDataset                     404     404     404     403     403     200     200     -       -
getDataset                        404     404     404     200     200     200     200     200     -
listDatasetGrants                 404     404     404     200     200     200     200     200     -
createDatasetGrant                404     404     404     403     403     200     200     403     -
deleteDatasetGrant                404     404     404     403     403     200     200     403     -
getDatasetSources                 404     404     404     200     200     200     200     200     -
getDatasetColumns                 404     404     404     200     200     200     200     200     -
listDatasetUses                   404     404     404     200     200     200     200     200     -
migrateDatasetToDataModel         404     404     404     403     403     200     200     403     -
`,
  ids: {
    datasetId: (things) => things.dataset(),
  },
  requests: {
    createDatasetGrant: async (things) => ({ body: await grantTo(things, 'view') }),
    deleteDatasetGrant: async (things) => ({ ids: { grantId: await things.grantOn('dataset') } }),
    createDataset: (things, { workspaceId }) => ({ body: things.datasetBody(workspaceId) }),
    migrateDatasetToDataModel: async (things) => ({
      body: { shouldUpdateReferences: true },
      ids: { datasetId: await things.newDataset() },
    }),
  },
  nested: {
    'folder of a dataset': async (own, things) => {
      const id = await things.folder()
      return [id, post('/v2/datasets', { ...things.datasetBody(own.folderId), folderId: id })]
    },
    'connection of a dataset': async (own, things, { connectionId }) => [
      connectionId,
      post('/v2/datasets', things.datasetBody(own.folderId)),
    ],
    'grant that is on another dataset': async (_, things) => {
      const [id, datasetId] = [await things.grantOn('dataset'), await things.dataset()]
      return [id, { method: 'DELETE', path: `/v2/datasets/${datasetId}/grants/${id}` }]
    },
  },
  addsToFolders: {
    createDataset: 200,
  },
  notPublished: {
    listDatasetUses: 'As for tables.',
    getDatasetColumns: 'What a dataset has to offer: the published API lists columns of data models alone.',
    createDataset:
      'Datasets are retired, and the published API has no way to make the ones that it lists and migrates.',
  },
})
