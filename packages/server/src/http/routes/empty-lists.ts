import type { OrganizationRight, Viewer } from '@octavo/core/access'
import {
  listCustomPlugins,
  listDeployableTenants,
  listDeployments,
  listReports,
  listSamlServiceProviders,
  listTenantDeploymentCapabilities,
} from '@octavo/core/contract'
import { requireRight } from '../../access/index.ts'
import { type Slice, sliceOfList, type Window } from '../../services/answers/slice.ts'
import type { Tenants } from '../../services/organization/tenants.ts'
import { handle, type Route } from '../handle.ts'

/** An empty page, for callers who may see the list. */
const emptyFor = (viewer: Viewer, right?: OrganizationRight) => {
  if (right !== undefined) requireRight(viewer, right)
  return (window: Window): Slice<never> => sliceOfList([], window)
}

/** Resources that this server does not have yet: empty pages of the published shape. */
export const emptyListRoutes = ({ tenants }: { tenants: Tenants }): Route[] => [
  handle(listReports, ({ viewer, query, paged }) =>
    paged(emptyFor(viewer, query.skipPermissionCheck ? 'seeEverything' : undefined)),
  ),
  handle(listDeployments, ({ viewer, paged }) => paged(emptyFor(viewer, 'manageDeployments'))),
  handle(listDeployableTenants, ({ viewer, query, paged }) => {
    requireRight(viewer, 'manageDeployments')
    return paged(async (window) => {
      const slice = await tenants.list(viewer, query, window)
      const entries = slice.entries.map(({ tenantOrganizationId, tenantOrganizationSlug, tenantOrganizationName }) => ({
        tenantOrganizationId,
        tenantOrganizationSlug,
        tenantOrganizationName,
      }))
      return { ...slice, entries }
    })
  }),
  handle(listTenantDeploymentCapabilities, async ({ viewer, params, paged }) => {
    await tenants.get(viewer, params.tenantOrganizationId)
    return paged(emptyFor(viewer))
  }),
  handle(listSamlServiceProviders, ({ viewer, paged }) => paged(emptyFor(viewer, 'manageOrganization'))),
  handle(listCustomPlugins, ({ viewer, paged }) => paged(emptyFor(viewer))),
]
