import { resource } from '../resource.ts'

export const accountTypes = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listAccountTypes                  200     403     403     403     403     403     200     -       -
createAccountType                 201     403     403     403     403     403     201     -       -
updateAccountType                 404     403     403     403     403     403     200     -       -
deleteAccountType                 404     403     403     403     403     403     200     -       -
listAccountTypePermissions        404     403     403     403     403     403     200     -       -
`,
  ids: {
    accountTypeId: (things) => {
      const body = { name: things.name('Type'), description: '', permissions: [] }
      return things.one('account type', () => things.create('/v2/accountTypes', body, 'accountTypeId'))
    },
  },
  requests: {
    createAccountType: (things) => ({ body: { name: things.name('Type'), description: '', permissions: [] } }),
    updateAccountType: () => ({ body: { description: 'Other' } }),
  },
  notPublished: {
    updateAccountType: 'A custom account type would else have to be deleted and made again to change it.',
  },
})
