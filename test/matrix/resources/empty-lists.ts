import { resource } from '../resource.ts'

export const emptyLists = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listReports                       200     200     200     200     200     200     200     -       -
listDeployments                   200     403     403     403     403     403     200     -       -
listDeployableTenants             200     403     403     403     403     403     200     -       -
listTenantDeploymentCapabilities  404     403     403     403     403     403     200     -       -
listSamlServiceProviders          200     403     403     403     403     403     200     -       -
listCustomPlugins                 200     200     200     200     200     200     200     -       -
`,
})
