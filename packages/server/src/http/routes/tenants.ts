import { createTenant, deleteTenant, getTenant, listTenants, patchTenant } from '@octavo/core/contract'
import type { Tenants } from '../../services/organization/tenants.ts'
import { handle, type Route } from '../handle.ts'

export const tenantRoutes = ({ tenants }: { tenants: Tenants }): Route[] => [
  handle(listTenants, ({ viewer, query, paged }) => paged((window) => tenants.list(viewer, query, window))),
  handle(createTenant, ({ viewer, body }) => tenants.create(viewer, body)),
  handle(getTenant, ({ viewer, params }) => tenants.get(viewer, params.tenantOrganizationId)),
  handle(patchTenant, ({ viewer, params, body = {} }) => tenants.rename(viewer, params.tenantOrganizationId, body)),
  handle(deleteTenant, async ({ viewer, params }) => {
    await tenants.remove(viewer, params.tenantOrganizationId)
    return {}
  }),
]
