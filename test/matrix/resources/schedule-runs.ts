import { resource } from '../resource.ts'

export const scheduleRuns = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
getDelivery                       404     404     404     404     404     404     200     -       -
listWorkbookScheduleRuns          404     404     404     200     200     200     200     200     200
listWorkbookScheduleDeliveries    404     404     404     403     403     403     200     403     403
downloadScheduleFile              404     404     404     403     403     403     404     403     403
runWorkbookSchedule               404     404     404     403     403     403     200     403     403
`,
  ids: {
    deliveryId: (things) => things.scheduleRun(),
    fileId: () => '0',
  },
  withoutEtag: ['getDelivery'],
  notPublished: {
    listWorkbookScheduleRuns: 'What became of each due time: nothing published tells it.',
    downloadScheduleFile: 'What exactly was sent: nothing published tells it.',
    listWorkbookScheduleDeliveries: 'What became of each message of a run: nothing published tells it.',
    getDelivery: 'One delivery by its id, for a link to it.',
    runWorkbookSchedule: 'Sends a scheduled export now, to try it out.',
  },
})
