import { resource } from '../resource.ts'

export const datasetMaterializations = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listDatasetMaterializations       404     404     404     200     200     200     200     200     -
listDatasetMaterializationSchedules 404     404     404     200     200     200     200     200     -
createDatasetMaterializationSchedule 404     403     404     403     403     201     201     403     -
updateDatasetMaterializationSchedule 404     403     404     403     403     200     200     403     -
deleteDatasetMaterializationSchedule 404     403     404     403     403     200     200     403     -
materializeDataset                404     403     404     403     403     200     200     403     -
`,
  requests: {
    createDatasetMaterializationSchedule: () => ({ body: { schedule: { cronSpec: '0 3 * * *' } } }),
    updateDatasetMaterializationSchedule: async (things) => {
      await things.materialization('dataset')
      return { body: { schedule: { cronSpec: '0 4 * * *' } } }
    },
    deleteDatasetMaterializationSchedule: async (things) => {
      await things.materialization('dataset')
      return {}
    },
    materializeDataset: async (things) => {
      await things.materialization('dataset')
      return {}
    },
  },
  auditsNoChange: {
    materializeDataset: 'as for workbooks',
  },
  notPublished: {
    listDatasetMaterializationSchedules:
      'When rows of datasets are stored: the published API asks for a schedule and has no operation on it.',
    createDatasetMaterializationSchedule: 'Part of the schedules of datasets.',
    updateDatasetMaterializationSchedule: 'Part of the schedules of datasets.',
    deleteDatasetMaterializationSchedule: 'Part of the schedules of datasets.',
  },
})
