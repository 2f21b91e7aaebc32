import { resource } from '../resource.ts'

export const materializations = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listMaterializationSchedules      404     404     404     200     200     200     200     200     200
v2_1_listMaterializationSchedules 404     404     404     200     200     200     200     200     200
getWorkbookMaterialization        404     404     404     200     200     200     200     200     200
createMaterializationSchedule     404     403     404     403     403     201     201     403     403
patchMaterializationSchedule      404     403     404     403     403     200     200     403     403
deleteMaterializationSchedule     404     403     404     403     403     200     200     403     403
materializeWorkbookElement        404     403     404     403     403     200     200     403     403
`,
  ids: {
    materializationId: (things) => things.materialization(),
  },
  requests: {
    createMaterializationSchedule: () => ({ body: { schedule: { cronSpec: '0 3 * * *' } } }),
    patchMaterializationSchedule: async (things) => {
      await things.materialization()
      return { body: { schedule: { cronSpec: '0 4 * * *' } } }
    },
    deleteMaterializationSchedule: async (things) => {
      await things.materialization()
      return {}
    },
    materializeWorkbookElement: async (things) => ({ body: { sheetId: await things.materialization() } }),
  },
  auditsNoChange: {
    materializeWorkbookElement: 'a run begins; the event of its end says what it stored',
  },
})
