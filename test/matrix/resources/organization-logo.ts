import { resource } from '../resource.ts'

export const organizationLogo = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
getOrganizationLogo               204     204     204     204     204     204     204     -       -
setOrganizationLogo               200     403     403     403     403     403     200     -       -
deleteOrganizationLogo            200     403     403     403     403     403     200     -       -
`,
  requests: {
    setOrganizationLogo: () => ({ body: { file: 'iVBORw0KGgo=' } }),
  },
  notPublished: {
    getOrganizationLogo: 'Reports show a logo, which the published contract leaves to the app.',
    setOrganizationLogo: 'Part of the logo.',
    deleteOrganizationLogo: 'Part of the logo.',
  },
})
