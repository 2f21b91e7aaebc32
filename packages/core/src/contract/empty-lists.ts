import { Type } from 'typebox'
import { AuditFields, countedPageOf, Id, MemberId, pageQuery, Timestamp } from './common.ts'
import { operation } from './define.ts'

/**
 * Lists of resources that this server does not support yet, in their published shapes. They are empty, so that clients that read everything
 * in an organization continue to work. When a resource is implemented, its list moves to a file of its own.
 */

const nothing = 'Not supported yet: the page is empty.'

const Report = Type.Object(
  {
    reportId: Id,
    reportUrlId: Type.String(),
    name: Type.String(),
    url: Type.String(),
    path: Type.String(),
    latestVersion: Type.Number(),
    ownerId: MemberId,
    ...AuditFields,
    isArchived: Type.Optional(Type.Boolean()),
    tags: Type.Optional(
      Type.Array(
        Type.Object({
          versionTagId: Id,
          tagName: Type.String(),
          sourceVersion: Type.Number(),
          taggedAt: Timestamp,
          taggedReportId: Id,
        }),
      ),
    ),
    description: Type.Optional(Type.String()),
  },
  { $id: 'Report' },
)

export const listReports = operation({
  id: 'listReports',
  method: 'GET',
  path: '/v2/reports',
  tag: 'reports',
  summary: 'List reports',
  description: nothing,
  query: Type.Object({
    ...pageQuery,
    excludeTags: Type.Optional(Type.Boolean({ description: 'Leave out the version tags.' })),
    skipPermissionCheck: Type.Optional(
      Type.Boolean({ description: 'Also those without access; for the Admin account type.' }),
    ),
    isArchived: Type.Optional(Type.Boolean({ description: 'Archived ones instead of active ones.' })),
  }),
  answers: { 200: countedPageOf(Report, 'ReportPage') },
  errors: ['forbidden'],
})

const DeploymentPolicy = Type.Object(
  {
    deploymentPolicyId: Id,
    name: Type.String(),
    nameInTenant: Type.String({ description: 'Name of the workspace in the tenant.' }),
    versionTagId: Type.Union([Id, Type.Null()]),
    sourceSwapPolicies: Type.Array(Id),
    copyInputTableData: Type.Boolean(),
  },
  { $id: 'DeploymentPolicy' },
)

export const listDeployments = operation({
  id: 'listDeployments',
  method: 'GET',
  path: '/v2/deploymentPolicies',
  tag: 'deploymentPolicies',
  summary: 'List deployment policies',
  description: `For the Admin account type. ${nothing}`,
  query: Type.Object(pageQuery),
  answers: { 200: countedPageOf(DeploymentPolicy, 'DeploymentPolicyPage') },
  errors: ['forbidden'],
})

const DeployableTenant = Type.Object(
  { tenantOrganizationId: Id, tenantOrganizationSlug: Type.String(), tenantOrganizationName: Type.String() },
  { $id: 'DeployableTenant' },
)

export const listDeployableTenants = operation({
  id: 'listDeployableTenants',
  method: 'GET',
  path: '/v2/deploymentPolicies/tenants',
  tag: 'deploymentPolicies',
  summary: 'List the tenants that you can deploy to',
  description: 'For the Admin account type: all tenants of the organization. Nothing is deployed to them yet.',
  query: Type.Object({
    ...pageQuery,
    search: Type.Optional(Type.String({ description: 'A part of the slug, any case.' })),
  }),
  answers: { 200: countedPageOf(DeployableTenant, 'DeployableTenantPage') },
  errors: ['forbidden'],
})

export const listTenantDeploymentCapabilities = operation({
  id: 'listTenantDeploymentCapabilities',
  method: 'GET',
  path: '/v2/tenants/{tenantOrganizationId}/capabilities/deployments',
  tag: 'tenants',
  summary: 'List the tenants that a tenant can deploy to',
  description: `For the Admin account type. ${nothing}`,
  query: Type.Object(pageQuery),
  answers: {
    200: countedPageOf(Type.Object({ tenantOrganizationId: Id }, { $id: 'TenantRef' }), 'TenantRefPage'),
  },
  errors: ['forbidden', 'not_found'],
})

export const listSamlServiceProviders = operation({
  id: 'listSamlServiceProviders',
  method: 'GET',
  path: '/v2/saml/service-providers',
  tag: 'saml',
  summary: 'List SAML service providers',
  description: `For the Admin account type. ${nothing}`,
  query: Type.Object(pageQuery),
  answers: {
    200: countedPageOf(
      Type.Object({ samlServiceProviderId: Id }, { $id: 'SamlServiceProvider' }),
      'SamlServiceProviderPage',
    ),
  },
  errors: ['forbidden'],
})

const Plugin = Type.Object(
  {
    pluginId: Id,
    name: Type.String(),
    description: Type.Union([Type.String(), Type.Null()]),
    url: Type.String(),
    devUrl: Type.Union([Type.String(), Type.Null()]),
    type: Type.Literal('element'),
  },
  { $id: 'Plugin' },
)

export const listCustomPlugins = operation({
  id: 'listCustomPlugins',
  method: 'GET',
  path: '/v2/plugins',
  tag: 'plugins',
  summary: 'List plugins',
  description: nothing,
  query: Type.Object(pageQuery),
  answers: { 200: countedPageOf(Plugin, 'PluginPage') },
})

export const emptyListOperations = [
  listReports,
  listDeployments,
  listDeployableTenants,
  listTenantDeploymentCapabilities,
  listSamlServiceProviders,
  listCustomPlugins,
] as const
