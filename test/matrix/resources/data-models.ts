import { resource, verdict } from '../resource.ts'

export const dataModels = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listDataModels                    200     200     200     200     200     200     200     -       -
getDataModel                      404     404     404     200     200     200     200     200     200
listDataModelSources              404     404     404     200     200     200     200     200     200
getDataModelVersionHistory        404     404     404     200     200     200     200     200     200
listDataModelLineageTree          404     404     404     200     200     200     200     200     200
listDataModelElements             404     404     404     200     200     200     200     200     200
getDataModelColumns               404     404     404     200     200     200     200     200     200
getDataModelElementQuery          404     404     404     200     200     200     200     200     200
getDataModelSpec                  404     404     404     200     200     200     200     200     200
createDataModelSpec               404     404     404     403     403     200     200     -       -
updateDataModelSpec               404     404     404     403     403     200     200     403     403
`,
  ids: {
    dataModelId: (things) => things.dataModel(),
  },
  requests: {
    createDataModelSpec: (things, { workspaceId }) => ({ body: things.model(workspaceId) }),
    updateDataModelSpec: (things, { workspaceId }) => ({ body: things.model(workspaceId) }),
    getDataModelElementQuery: () => ({ ids: { elementId: 'orders' } }),
  },
  addsToFolders: {
    createDataModelSpec: 200,
  },
  addsToDryRuns: {
    createDataModelSpec: verdict,
    updateDataModelSpec: verdict,
  },
  notPublished: {
    getDataModelVersionHistory: 'As for workbooks, of which it is published.',
  },
})
