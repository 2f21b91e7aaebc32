import { createTenant, deleteTenant, getTenant, listTenants, patchTenant, type Tenant } from '@octavo/core/contract'
import type { Tenants } from '../../services/organization/tenants.ts'
import { handle, type RequestFacts, type Route } from '../handle.ts'

export const tenantRoutes = ({ tenants }: { tenants: Tenants }): Route[] => [
  handle(listTenants, ({ viewer, query, paged, request }) =>
    paged(async (window) => {
      const slice = await tenants.list(viewer, query, window)
      return { ...slice, entries: slice.entries.map((tenant) => withApiUrl(tenant, request)) }
    }),
  ),
  handle(createTenant, async ({ viewer, body, request }) => withApiUrl(await tenants.create(viewer, body), request)),
  handle(getTenant, async ({ viewer, params, request }) =>
    withApiUrl(await tenants.get(viewer, params.tenantOrganizationId), request),
  ),
  handle(patchTenant, async ({ viewer, params, body = {}, request }) =>
    withApiUrl(await tenants.rename(viewer, params.tenantOrganizationId, body), request),
  ),
  handle(deleteTenant, async ({ viewer, params }) => {
    await tenants.remove(viewer, params.tenantOrganizationId)
    return {}
  }),
]

/** Every tenant is served by this server. */
function withApiUrl(tenant: Tenant, { baseUrl }: RequestFacts): Tenant {
  return { ...tenant, tenantApiUrl: baseUrl }
}
