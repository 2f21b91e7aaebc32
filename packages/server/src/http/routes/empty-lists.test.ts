import {
  emptyListOperations,
  listDeployableTenants,
  listDeployments,
  listReports,
  listSamlServiceProviders,
  listTenantDeploymentCapabilities,
  type OperationDefinition,
} from '@octavo/core/contract'
import { describe, expect, test } from 'vitest'
import { describeEmbedded } from '../../store/testing.ts'
import { type Role, scenarios, useServer } from '../testing.ts'
import { buildTestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'

const adminOnly = new Set([
  'listDeployments',
  'listDeployableTenants',
  'listTenantDeploymentCapabilities',
  'listSamlServiceProviders',
])

describeEmbedded('lists of resources that come later', (openStore) => {
  let workbookId = ''
  const server = useServer(openStore, async (platform) => {
    const documents = buildTestServices(platform)
    const empty = { name: 'W', folderId: platform.people.builder.homeFolderId, schemaVersion: 1, pages: [] }
    workbookId = (await documents.specs.create(await documents.viewer('builder'), 'workbook', empty)).record.inode.id
    for (const role of ['admin', 'viewer'] as const) await documents.share(workbookId, role, 'view')
    return documents.routes
  })
  const ask = (path: string, as: Role, query = {}) => server().request({ method: 'GET', path, as, query })
  const newTenant = async () => {
    const body = { tenantOrganizationName: 'Acme', tenantOrganizationSlug: 'acme' }
    const { body: made } = await server().request({ method: 'POST', path: '/v2/tenants', as: 'admin', body })
    return made as { tenantOrganizationId: string; tenantOrganizationSlug: string; tenantOrganizationName: string }
  }

  test.each(emptyListOperations.map((operation: OperationDefinition) => [operation.id, operation.path]))(
    '%s: both styles of paging, for members who may see it',
    async (id, path) => {
      const isOfTenant = path.includes('{tenantOrganizationId}')
      const tenantId = isOfTenant ? (await newTenant()).tenantOrganizationId : ''
      const at = path.replace('{tenantOrganizationId}', tenantId).replace('{workbookId}', workbookId)
      for (const query of [{}, { limit: 7, page: '0' }, { pageSize: 500 }]) {
        const answer = await ask(at, 'admin', query)
        expect(answer, answer.text).toMatchObject({ status: 200 })
        expect(answer.body).toEqual({ entries: [], nextPage: null, hasMore: false, total: 0 })
      }
      if (!adminOnly.has(id)) expect((await ask(at, 'viewer')).status).toBe(200)
      if (isOfTenant)
        await server().request({ method: 'DELETE', path: at.replace(/\/capabilities.*/, ''), as: 'admin' })
    },
  )

  describe('deployable tenants', () => {
    test('are all tenants of the organization', async () => {
      const { tenantOrganizationId, tenantOrganizationSlug, tenantOrganizationName } = await newTenant()
      const { body } = await ask('/v2/deploymentPolicies/tenants', 'admin', { search: 'CM' })
      expect(body).toMatchObject({
        entries: [{ tenantOrganizationId, tenantOrganizationSlug, tenantOrganizationName }],
        total: 1,
      })
      expect((await ask('/v2/deploymentPolicies/tenants', 'outsider')).body).toMatchObject({ entries: [] })
    })
  })

  const refused = (as: Role, query = {}) => ({
    name: `a ${as} is refused`,
    as,
    query,
    status: 403,
    answer: { code: 'forbidden' },
  })
  scenarios('GET /v2/reports', server, [refused('builder', { skipPermissionCheck: true })], { operation: listReports })
  scenarios('GET /v2/deploymentPolicies', server, [refused('viewer')], { operation: listDeployments })
  scenarios('GET /v2/deploymentPolicies/tenants', server, [refused('viewer')], { operation: listDeployableTenants })
  scenarios('GET /v2/saml/service-providers', server, [refused('viewer')], { operation: listSamlServiceProviders })
  scenarios(
    `GET ${listTenantDeploymentCapabilities.path.replace('{tenantOrganizationId}', unknownId)}`,
    server,
    [
      refused('viewer'),
      { name: 'a tenant that does not exist', as: 'admin', status: 404, answer: { details: { id: unknownId } } },
    ],
    { operation: listTenantDeploymentCapabilities },
  )
})
