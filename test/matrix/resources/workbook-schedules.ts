import { resource } from '../resource.ts'

export const workbookSchedules = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listWorkbookSchedules             404     404     404     200     200     200     200     200     200
v2_1_listWorkbookSchedules        404     404     404     200     200     200     200     200     200
postWorkbookSchedule              404     403     404     200     200     200     200     403     200
checkWorkbookSchedule             404     403     404     200     200     200     200     403     200
testWorkbookSchedule              404     403     404     400     400     400     400     403     400
getWorkbookSchedule               404     404     404     403     403     403     200     403     403
updateWorkbookSchedule            404     404     404     403     403     200     200     403     403
deleteWorkbookSchedule            404     404     404     403     403     200     200     200     403
listMemberSchedules               404     404     403     403     403     403     200     -       -
`,
  ids: {
    scheduleId: (things) => things.schedule(),
  },
  requests: {
    postWorkbookSchedule: () => ({
      body: {
        target: [{ webhookUrl: 'https://127.0.0.1/hook' }],
        schedule: { cronSpec: '0 9 * * *', timezone: 'UTC' },
        configV2: {
          title: 'Orders',
          messageBody: '',
          exportAttachments: [
            { formatOptions: { type: 'CSV' }, workbookExportSource: { type: 'element', elementIds: ['orders'] } },
          ],
        },
      },
    }),
    checkWorkbookSchedule: () => ({
      body: {
        target: [{ webhookUrl: 'https://127.0.0.1/hook' }],
        schedule: { cronSpec: '0 9 * * *', timezone: 'UTC' },
        configV2: {
          title: 'Orders',
          messageBody: '',
          exportAttachments: [
            { formatOptions: { type: 'CSV' }, workbookExportSource: { type: 'element', elementIds: ['orders'] } },
          ],
        },
      },
    }),
    testWorkbookSchedule: () => ({
      body: {
        target: [{ webhookUrl: 'https://127.0.0.1/hook' }],
        schedule: { cronSpec: '0 9 * * *', timezone: 'UTC' },
        configV2: {
          title: 'Orders',
          messageBody: '',
          exportAttachments: [
            { formatOptions: { type: 'CSV' }, workbookExportSource: { type: 'element', elementIds: ['orders'] } },
          ],
        },
      },
    }),
    updateWorkbookSchedule: () => ({ body: { schedule: { cronSpec: '0 8 * * *' } } }),
  },
  nested: {
    'schedule of another workbook': async (own, things) => {
      const id = await things.schedule()
      return [id, { method: 'DELETE', path: `/v2/workbooks/${own.workbookId}/schedules/${id}` }]
    },
  },
  writesNothing: {
    checkWorkbookSchedule: 'It tries a schedule that is not added.',
  },
  withoutEtag: ['getWorkbookSchedule'],
  notPublished: {
    getWorkbookSchedule: 'The published list leaves out the recipients; who changes a schedule has to see them.',
    checkWorkbookSchedule: 'The published contract tries conditions in the app only.',
    testWorkbookSchedule: 'The published contract sends tests from the app only.',
  },
})
