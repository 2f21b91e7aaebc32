import {
  createAllowedIps,
  deleteAllowedIps,
  getBulkCopySetting,
  getLicenseUpgradeRequestsSetting,
  getOrganizationSettings,
  getPublicEmbedsSetting,
  listAllowedIps,
  updateBulkCopySetting,
  updateLicenseUpgradeRequestsSetting,
  updateOrganizationSettings,
  updatePublicEmbedsSetting,
} from '@octavo/core/contract'
import type { Organizations } from '../../services/organization/organizations.ts'
import type { AllowedAddresses } from '../../services/sign-in/allowed-addresses.ts'
import { handle, noContent, type RequestFacts, type Route } from '../handle.ts'

export const organizationRoutes = ({
  organizations,
  allowedAddresses,
}: {
  organizations: Organizations
  allowedAddresses: AllowedAddresses
}): Route[] => [
  handle(getOrganizationSettings, async ({ viewer, request }) => ({
    ...(await organizations.get(viewer)),
    ...addressesOf(request),
  })),
  handle(updateOrganizationSettings, async ({ viewer, body, request }) => ({
    ...(await organizations.update(viewer, body ?? {})),
    ...addressesOf(request),
  })),
  handle(getBulkCopySetting, ({ viewer }) => organizations.getSwitch(viewer, 'bulkCopy')),
  handle(updateBulkCopySetting, ({ viewer, body }) => organizations.setSwitch(viewer, 'bulkCopy', body.enabled)),
  handle(getLicenseUpgradeRequestsSetting, ({ viewer }) => organizations.getSwitch(viewer, 'licenseUpgradeRequests')),
  handle(updateLicenseUpgradeRequestsSetting, ({ viewer, body }) =>
    organizations.setSwitch(viewer, 'licenseUpgradeRequests', body.enabled),
  ),
  handle(getPublicEmbedsSetting, ({ viewer }) => organizations.getSwitch(viewer, 'publicEmbeds')),
  handle(updatePublicEmbedsSetting, ({ viewer, body }) =>
    organizations.setSwitch(viewer, 'publicEmbeds', body.enabled),
  ),
  handle(listAllowedIps, ({ viewer, paged }) => paged((window) => allowedAddresses.list(viewer, window))),
  handle(createAllowedIps, async ({ viewer, body, request }) => ({
    entries: await allowedAddresses.create(viewer, body, request.address),
  })),
  handle(deleteAllowedIps, async ({ viewer, body, request }) => {
    await allowedAddresses.remove(viewer, body.ipAllowlistEntryIds, request.address)
    return noContent()
  }),
]

/** Addresses of the API and of its token endpoint. */
function addressesOf({ baseUrl, authUrl }: RequestFacts) {
  return { apiUrl: baseUrl, authUrl }
}
