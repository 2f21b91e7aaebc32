import { acceptTemplateShare, deleteExternalShare } from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { scenarios, useServer } from '../testing.ts'
import { buildTestServices } from './testing.ts'

const shareId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'

describeStores('templates of other organizations', (openStore) => {
  const server = useServer(openStore, async (platform) => buildTestServices(platform).routes)

  const queries: Record<string, string | number | boolean>[] = [
    {},
    { pending: true },
    { pending: false },
    { limit: 7, page: '0' },
    { pageSize: 500 },
  ]
  test.each(queries)('there are none: %j', async (query) => {
    const path = '/v2/shared_templates/shared_with_you'
    const answer = await server().request({ method: 'GET', path, as: 'viewer', query })
    expect(answer.body).toEqual({ entries: [], nextPage: null, hasMore: false, total: 0 })
  })

  const sourceSwaps = {
    a: { type: 'table', newInodeId: shareId, columns: { Old: 'New' }, metrics: {} },
    b: { type: 'connection', newConnectionId: shareId },
    c: { type: 'connection', newConnectionName: 'Warehouse' },
  }
  scenarios(
    'POST /v2/shared_templates/accept',
    server,
    [
      { name: 'an administrator gets not found', as: 'admin', body: { shareId }, status: 404 },
      { name: 'with sources of every kind', as: 'admin', body: { shareId, sourceSwaps }, status: 404 },
      {
        name: 'sources of an unknown kind are refused',
        as: 'admin',
        body: { shareId, sourceSwaps: { a: { type: 'page' } } },
        status: 400,
        answer: { code: 'invalid_request' },
      },
      { name: 'everybody else is refused', as: 'builder', body: { shareId }, status: 403 },
    ],
    { operation: acceptTemplateShare },
  )

  scenarios(
    'DELETE /v2/shared_templates/{shareId}',
    server,
    [
      { name: 'an administrator', as: 'admin', path: `/v2/shared_templates/${shareId}`, status: 404 },
      { name: 'everybody else', as: 'builder', path: `/v2/shared_templates/${shareId}`, status: 403 },
    ],
    { operation: deleteExternalShare },
  )
})
