import {
  createApiConnector,
  deleteApiConnector,
  getApiConnector,
  listApiConnectors,
  testApiConnector,
  updateApiConnector,
} from '@octavo/core/contract'
import { describe, expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Role, scenarios } from '../testing.ts'
import { canary, dynamic, fixed, path, request, useConnectors } from './testing-api-connectors.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
const https = { ...request, url: 'https://api.example.com/v1/orders' }

describeStores('API connectors', (openStore) => {
  const { credential, events, make, send, server } = useConnectors(openStore)

  describe('the resource', () => {
    test('absent fields have defaults, and the placeholders of the body are listed', async () => {
      const params = {
        ...https,
        method: 'POST',
        body: '{"id": {{id}}, "name": "{{ name }} of {{id}}", "list": [{{list}}]}',
      }
      const made = await make(params)
      expect(made).toMatchObject({
        name: 'Orders',
        authId: null,
        config: {
          timeout: { requestSec: 30 },
          retry: { maxRetries: 0, retryableStatusCodes: [429, 502, 503, 504] },
          redirects: { maxRedirects: 5 },
          rateLimit: { maxRequestsPerWindow: 60 },
        },
      })
      const hole = { mode: 'dynamic', value: null, shape: null }
      expect(made.params).toEqual({
        ...params,
        bodyParams: [
          { key: 'id', type: null, ...hole },
          { key: 'name', type: 'string', ...hole },
          { key: 'list', type: null, ...hole },
        ],
      })
      expect((await send('GET', `${path}/${made.apiConnectorId}`)).body).toEqual(made)
    })

    test('absent fields keep their values; a response may be sent back', async () => {
      const headers = [{ ...dynamic('X-A'), type: 'string', shape: { type: ['string', 'string'] }, value: 'a' }]
      const made = await make(
        { ...https, headers },
        { description: 'For orders', config: { timeout: { requestSec: 5 } } },
      )
      const at = `${path}/${made.apiConnectorId}`
      const renamed = await send('PATCH', at, { name: 'Renamed', config: { redirects: { maxRedirects: 0 } } })
      expect(renamed.body).toMatchObject({
        name: 'Renamed',
        description: 'For orders',
        params: made.params,
        config: { ...made.config, timeout: { requestSec: 5 }, redirects: { maxRedirects: 0 } },
      })
      const replaced = await send('PATCH', at, { description: null, params: { ...https, method: 'HEAD' } })
      expect(replaced.body).toMatchObject({ params: { method: 'HEAD', headers: [] } })
      expect(replaced.body).not.toHaveProperty('description')
      expect((await send('PATCH', at)).status).toBe(200)
      const { bodyParams: _, ...params } = made.params
      expect((await send('PATCH', at, { params })).body).toMatchObject({ params: made.params })
    })

    test('a credential can be used for its hosts, is removed by null, and is kept after it was archived', async () => {
      const authId = await credential({ authMethod: 'bearer', bearer: { token: canary } }, ['*.example.com'])
      const made = await make(https, { authId })
      const at = `${path}/${made.apiConnectorId}`
      const elsewhere = { params: { ...https, url: 'https://example.org/' } }
      const problem = { code: 'invalid_request', details: { problems: [{ path: 'params.url' }] } }
      expect(await send('PATCH', at, elsewhere)).toMatchObject({ status: 400, body: problem })
      expect((await send('DELETE', `/v2/api-credentials/${authId}`)).status).toBe(200)
      const other = { params: { ...https, url: 'https://b.example.com/' } }
      expect(await send('PATCH', at, other)).toMatchObject({ status: 200, body: { authId } })
      expect(await send('PATCH', at, elsewhere)).toMatchObject({ status: 400, body: problem })
      const rebound = await send('POST', path, { name: 'Second', params: https, authId })
      expect(rebound).toMatchObject({ status: 400, body: { details: { problems: [{ path: 'authId' }] } } })
      expect(await send('PATCH', at, { authId: null, ...elsewhere })).toMatchObject({
        status: 200,
        body: { authId: null },
      })
      expect(await send('PATCH', at, { authId })).toMatchObject({
        status: 400,
        body: { details: { problems: [{ path: 'authId' }] } },
      })
    })

    test('an archived one is in no list and cannot be read, changed, called or archived again', async () => {
      const { apiConnectorId: id } = await make(https, { name: 'Old' })
      expect(await send('DELETE', `${path}/${id}`)).toMatchObject({ status: 200, body: {} })
      for (const method of ['GET', 'PATCH', 'DELETE']) expect((await send(method, `${path}/${id}`)).status).toBe(404)
      expect((await send('POST', `${path}/${id}/test`)).status).toBe(404)
      expect(JSON.stringify((await send('GET', path)).body)).not.toContain(id)
    })

    test('the list is in the requested order, and not found for members who do not manage them', async () => {
      for (const [name, description] of [
        ['Beta list', 'a'],
        ['Alpha list', 'b'],
      ]) {
        await make(https, { name, description })
      }
      const listed = async (query: Record<string, string>, as: Role = 'admin') => {
        const { body } = await server().request({ method: 'GET', path, as, query: { name: 'LIST', ...query } })
        return (body as { entries: { name: string }[] }).entries.map(({ name }) => name)
      }
      expect(await listed({})).toEqual(['Alpha list', 'Beta list'])
      expect(await listed({ orderBy: 'description' })).toEqual(['Beta list', 'Alpha list'])
      expect(await listed({ pageSize: '1' })).toEqual(['Alpha list'])
      expect(await listed({}, 'builder')).toEqual([])
      expect(await listed({}, 'outsider')).toEqual([])
    })

    test('events contain no value of a parameter that is named like a secret', async () => {
      const params = { ...https, headers: [fixed('Authorization', canary), fixed('X-Plain', 'shown')] }
      await make({ ...params, queryParams: [fixed('api_key', canary)] })
      expect(await events()).not.toContain(canary)
      expect(await events()).toContain('shown')
    })
  })

  describe('the rights', () => {
    const refusal = (name: string, change: object, problem: string) => ({
      name,
      as: 'admin' as const,
      body: { name: 'Orders', params: { ...https, ...change } },
      status: 400,
      answer: { code: 'invalid_request', details: { problems: [{ path: problem }] }, hint: expect.any(String) },
    })
    scenarios(
      `POST ${path}`,
      server,
      [
        { name: 'nobody', as: null, body: { name: 'X', params: https }, status: 401 },
        {
          name: 'a builder',
          as: 'builder',
          body: { name: 'X', params: https },
          status: 403,
          answer: { code: 'forbidden' },
        },
        refusal('another scheme', { url: 'file:///etc/passwd' }, 'params.url'),
        refusal('no whole address', { url: '/v1/orders' }, 'params.url'),
        refusal('a user in the address', { url: 'https://u:p@api.example.com' }, 'params.url'),
        refusal('a fragment', { url: 'https://api.example.com/#a' }, 'params.url'),
        refusal('a backslash', { url: 'https://api.example.com\\@other.example.com' }, 'params.url'),
        refusal('a host that callers choose', { url: 'https://{host}.example.com' }, 'params.url'),
        refusal('a path that leads up', { url: 'https://api.example.com/a/%2e%2E/b' }, 'params.url'),
        refusal('a placeholder without a parameter', { url: 'https://api.example.com/{id}' }, 'params.pathParams'),
        refusal('a parameter without a placeholder', { pathParams: [dynamic('id')] }, 'params.pathParams[0].key'),
        refusal(
          'a fixed path parameter without a value',
          { url: 'https://api.example.com/{id}', pathParams: [fixed('id', null)] },
          'params.pathParams[0].value',
        ),
        refusal('a header of the connection', { headers: [fixed('Host', 'a')] }, 'params.headers[0].key'),
        refusal('a header in two lines', { headers: [fixed('X-A', 'a\r\nX-B: b')] }, 'params.headers[0].value'),
        refusal('a header twice', { headers: [fixed('X-A', 'a'), fixed('x-a', 'b')] }, 'params.headers[1].key'),
        refusal('a header that is none', { headers: [fixed('X A', 'a')] }, 'params.headers[0].key'),
        refusal('another method', { method: 'TRACE' }, 'params.method'),
        {
          name: 'an unknown credential',
          as: 'admin',
          body: { name: 'X', params: https, authId: unknownId },
          status: 400,
          answer: { code: 'invalid_request', details: { problems: [{ path: 'authId' }] } },
        },
      ],
      { operation: createApiConnector },
    )
    scenarios(
      `GET ${path}`,
      server,
      [
        { name: 'nobody', as: null, status: 401 },
        { name: 'a viewer', as: 'viewer', status: 200, answer: { entries: [], total: 0 } },
        {
          name: 'an unknown order',
          as: 'admin',
          query: { orderBy: 'name up' },
          status: 400,
          answer: { code: 'invalid_request', details: { problems: [{ path: 'orderBy' }] } },
        },
      ],
      { operation: listApiConnectors },
    )
    scenarios(
      `GET ${path}/${unknownId}`,
      server,
      [
        { name: 'nobody', as: null, status: 401 },
        { name: 'an unknown one', as: 'admin', status: 404, answer: { code: 'not_found' } },
      ],
      { operation: getApiConnector },
    )
    for (const operation of [updateApiConnector, deleteApiConnector]) {
      scenarios(
        `${operation.method} ${path}/${unknownId}`,
        server,
        [
          { name: 'nobody', as: null, status: 401 },
          { name: 'a builder', as: 'builder', status: 403, answer: { code: 'forbidden' } },
          { name: 'an unknown one', as: 'admin', status: 404, answer: { code: 'not_found' } },
        ],
        { operation },
      )
    }
    scenarios(
      `POST ${path}/${unknownId}/test`,
      server,
      [
        { name: 'nobody', as: null, status: 401 },
        { name: 'a builder', as: 'builder', status: 403, answer: { code: 'forbidden' } },
        { name: 'an unknown one', as: 'admin', status: 404, answer: { code: 'not_found' } },
      ],
      {
        operation: testApiConnector,
        untested: { call_failed: 'tested below, by server', call_limit_reached: 'tested below' },
      },
    )

    test('one is not found for a builder and for another organization', async () => {
      const { apiConnectorId: id } = await make(https)
      for (const as of ['builder', 'outsider'] as const) {
        expect((await send('GET', `${path}/${id}`, undefined, as)).status).toBe(404)
      }
      expect((await send('POST', `${path}/${id}/test`, {}, 'outsider')).status).toBe(404)
    })
  })
})
