import { resource } from '../resource.ts'

export const embedSessions = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
getEmbedSession                   403     403     403     403     403     403     403     -       -
`,
  withoutKey: {
    startEmbedSession: 'its token works once',
  },
})
