import { type Static, Type } from 'typebox'
import { AuditFields, countedPageOf, Empty, Id, pageQuery, Words } from './common.ts'
import { operation } from './define.ts'

const name = Type.String({ minLength: 1, maxLength: 128, pattern: '\\S' })
const slug = Type.String({
  minLength: 1,
  maxLength: 63,
  description: 'Name in web addresses: small letters and digits, with single hyphens; unique on this server.',
})

export type Tenant = Static<typeof Tenant>
export const Tenant = Type.Object(
  {
    tenantOrganizationId: Id,
    parentOrganizationId: Id,
    tenantOrganizationName: Type.String(),
    tenantOrganizationSlug: Type.String({ description: 'Name in web addresses.' }),
    sharedAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'Since when the tenant belongs to its parent.' }),
    ),
    tenantCloudProvider: Type.Optional(Type.String({ description: '`self-hosted`: a tenant is on this server.' })),
    tenantRegion: Type.Optional(Type.String({ description: '`self-hosted`, as the provider.' })),
    tenantApiUrl: Type.Optional(
      Type.String({ description: 'Base address of its API, which is the address of this server.' }),
    ),
    ...AuditFields,
  },
  { $id: 'Tenant' },
)
export const TenantPage = countedPageOf(Tenant, 'TenantPage')

/** From the published contract. A self-hosted server has a single location, so each value is refused. */
const cloudProviders = [
  'aws',
  'aws-au',
  'aws-ca',
  'aws-eu',
  'aws-uk',
  'aws-us-a',
  'azure-au',
  'azure-ca',
  'azure-eu',
  'azure-uk',
  'azure-us',
  'gcp',
  'gcp-us',
] as const

const tag = 'tenants'

const tenantSortKeys = ['createdAt', 'createdBy', 'name', 'url'] as const

export const listTenants = operation({
  id: 'listTenants',
  method: 'GET',
  path: '/v2/tenants',
  tag,
  summary: 'List the tenant organizations of the organization',
  description: 'For the Admin account type. The oldest first, unless `key` and `order` say otherwise.',
  query: Type.Object({
    ...pageQuery,
    key: Type.Optional(Words(tenantSortKeys, { description: 'Sort order; `url` is the slug.' })),
    order: Type.Optional(Words(['asc', 'desc'])),
    search: Type.Optional(
      Type.String({ description: 'A part of the slug, any case, or the whole id of the member who created it.' }),
    ),
  }),
  answers: { 200: TenantPage },
  errors: ['forbidden'],
})

export type NewTenant = Static<typeof NewTenant>
export const NewTenant = Type.Object(
  {
    tenantOrganizationName: name,
    tenantOrganizationSlug: slug,
    cloudProvider: Type.Optional(
      Words(cloudProviders, { description: 'Not supported: a tenant is on the same server as its parent.' }),
    ),
  },
  { $id: 'NewTenant' },
)

export const createTenant = operation({
  id: 'createTenant',
  method: 'POST',
  path: '/v2/tenants',
  tag,
  summary: 'Create a tenant organization',
  description:
    'For the Admin account type. A tenant is an organization of its own with the built-in account types and the time zone ' +
    'of its parent. It has no members, and nobody signs in to it yet.',
  body: NewTenant,
  answers: { 200: Tenant },
  errors: ['forbidden', 'conflict', 'not_supported'],
})

export const getTenant = operation({
  id: 'getTenant',
  method: 'GET',
  path: '/v2/tenants/{tenantOrganizationId}',
  tag,
  summary: 'Get a tenant organization',
  description: 'For the Admin account type.',
  answers: { 200: Tenant },
  errors: ['forbidden', 'not_found'],
})

export type TenantChange = Static<typeof TenantChange>
export const TenantChange = Type.Object(
  { tenantOrganizationName: Type.Optional(name), tenantOrganizationSlug: Type.Optional(slug) },
  { $id: 'TenantChange' },
)

export const patchTenant = operation({
  id: 'patchTenant',
  method: 'PATCH',
  path: '/v2/tenants/{tenantOrganizationId}',
  tag,
  summary: 'Rename a tenant organization',
  description: 'For the Admin account type. Absent fields stay unchanged.',
  body: TenantChange,
  bodyOptional: true,
  answers: { 200: Tenant },
  errors: ['forbidden', 'not_found', 'conflict'],
})

export const deleteTenant = operation({
  id: 'deleteTenant',
  method: 'DELETE',
  path: '/v2/tenants/{tenantOrganizationId}',
  tag,
  summary: 'Delete a tenant organization permanently, with all of its contents',
  description: 'For the Admin account type. It cannot be undone. The audit log of the parent keeps the event.',
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found'],
})

export const tenantOperations = [listTenants, createTenant, getTenant, patchTenant, deleteTenant] as const
