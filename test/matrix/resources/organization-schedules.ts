import { resource } from '../resource.ts'

export const organizationSchedules = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listSchedules                     200     403     403     403     403     403     200     -       -
retrySchedules                    404     403     403     403     403     403     200     -       -
deleteSchedules                   404     403     403     403     403     403     200     -       -
`,
  requests: {
    retrySchedules: async (things) => ({ body: { scheduleIds: [await things.schedule()] } }),
    deleteSchedules: async (things) => ({ body: { scheduleIds: [await things.schedule()] } }),
  },
  notPublished: {
    listSchedules: 'Published as a part of the administration in the app only.',
    retrySchedules: 'Part of the administration of exports.',
    deleteSchedules: 'Part of the administration of exports.',
  },
})
