import { resource } from '../resource.ts'

export const passwords = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
createPasswordReset               404     404     403     403     403     403     200     -       -
`,
  auditsNoChange: {
    createPasswordReset: 'as for an invitation: a link is signed and not kept',
  },
  withoutKey: {
    changePassword: 'only for the session of the web app',
    requestPasswordReset: 'nobody is known',
    resetPassword: 'its link works once',
  },
  notPublished: {
    createPasswordReset: 'A server without a mail sender gives the link to the administrator, as for invitations.',
  },
})
