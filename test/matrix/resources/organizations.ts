import { resource } from '../resource.ts'

export const organizations = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
getOrganizationSettings           200     403     403     403     403     403     200     -       -
updateOrganizationSettings        200     403     403     403     403     403     200     -       -
getBulkCopySetting                200     403     403     403     403     403     200     -       -
updateBulkCopySetting             200     403     403     403     403     403     200     -       -
getLicenseUpgradeRequestsSetting  200     403     403     403     403     403     200     -       -
updateLicenseUpgradeRequestsSetting 200     403     403     403     403     403     200     -       -
getPublicEmbedsSetting            200     403     403     403     403     403     200     -       -
updatePublicEmbedsSetting         200     403     403     403     403     403     200     -       -
v3alpha_listIpAllowlistEntries    200     403     403     403     403     403     200     -       -
v3alpha_createIpAllowlistEntries  201     403     403     403     403     403     201     -       -
v3alpha_deleteIpAllowlistEntries  404     403     403     403     403     403     404     -       -
`,
  requests: {
    updateOrganizationSettings: (things) => ({ body: { archiveDays: things.number() } }),
    updateBulkCopySetting: () => ({ body: { enabled: true } }),
    updateLicenseUpgradeRequestsSetting: () => ({ body: { enabled: true } }),
    updatePublicEmbedsSetting: () => ({ body: { enabled: true } }),
    v3alpha_createIpAllowlistEntries: () => ({ body: { entries: [{ ip: '127.0.0.0/8', scope: 'ui' }] } }),
    v3alpha_deleteIpAllowlistEntries: (things) => ({ body: { ipAllowlistEntryIds: [things.unknownId] } }),
  },
  notPublished: {
    getOrganizationSettings: 'Settings that nobody can read cannot be shown in a form.',
  },
})
