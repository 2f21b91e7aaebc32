import { resource } from '../resource.ts'

export const tenants = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listTenants                       200     403     403     403     403     403     200     -       -
createTenant                      200     403     403     403     403     403     200     -       -
getTenant                         404     403     403     403     403     403     200     -       -
patchTenant                       404     403     403     403     403     403     200     -       -
deleteTenant                      404     403     403     403     403     403     200     -       -
`,
  ids: {
    tenantOrganizationId: (things) => things.tenant(),
  },
  requests: {
    createTenant: (things) => ({
      body: {
        tenantOrganizationName: things.name('Tenant'),
        tenantOrganizationSlug: things.name('tenant').replace(' ', '-'),
      },
    }),
    patchTenant: (things) => ({ body: { tenantOrganizationName: things.name('Tenant') } }),
  },
  withoutEtag: ['getTenant'],
})
