import { resource } from '../resource.ts'

export const dataModelMaterializations = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listDataModelMaterializationSchedules 404     404     404     200     200     200     200     200     200
getDataModelMaterialization       404     404     404     200     200     200     200     200     200
createDataModelMaterializationSchedule 404     403     404     403     403     201     201     403     403
patchDataModelMaterializationSchedule 404     403     404     403     403     200     200     403     403
deleteDataModelMaterializationSchedule 404     403     404     403     403     200     200     403     403
materializeDataModelElement       404     403     404     403     403     200     200     403     403
`,
  requests: {
    createDataModelMaterializationSchedule: () => ({ body: { schedule: { cronSpec: '0 3 * * *' } } }),
    patchDataModelMaterializationSchedule: async (things) => {
      await things.materialization('data-model')
      return { body: { schedule: { cronSpec: '0 4 * * *' } } }
    },
    deleteDataModelMaterializationSchedule: async (things) => {
      await things.materialization('data-model')
      return {}
    },
    materializeDataModelElement: async (things) => ({ body: { sheetId: await things.materialization('data-model') } }),
    getDataModelMaterialization: async (things) => ({
      ids: { materializationId: await things.materialization('data-model') },
    }),
  },
  auditsNoChange: {
    materializeDataModelElement: 'as for workbooks',
  },
})
