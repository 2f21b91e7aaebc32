import { expect } from 'vitest'
import type { OpenStore } from '../../store/testing.ts'
import { type Role, requestsAs, type Scenario, useServer } from '../testing.ts'
import { buildTestServices } from './testing.ts'

export const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'

export interface Entry {
  grantId: string
  inodeId: string
  memberId: string | null
  teamId: string | null
  permission: string
}

export const forbidden = { status: 403, answer: { code: 'forbidden' } } as const
export const notFound = { status: 404, answer: { code: 'not_found' } } as const
export const invalid = { status: 400, answer: { code: 'invalid_request' } } as const
export const onTag = { status: 400, answer: { code: 'not_supported' } } as const
export const usageOfNobody = { grants: [{ grantee: { memberId: 'nobody' }, permission: 'usage' }] }

/** Refusals of an operation on the grants of one object. `sent`: the body; without one, the operation deletes a grant. */
export const refusals = (
  path: (more?: string) => () => string,
  sharer: Role,
  reader: Role,
  sent?: object,
  withTag?: object,
  ofTag: { status: number; answer: object } = onTag,
) => {
  const more = sent === undefined ? `/${unknownId}` : ''
  const rows: Scenario[] = [
    { name: 'a viewer may not share', as: reader, path: path(more), ...(sent ? { body: sent } : {}), ...forbidden },
    {
      name: 'an object that the caller may not see',
      as: 'stranger',
      path: path(more),
      ...(sent ? { body: sent } : {}),
      ...notFound,
    },
    {
      name: 'an object that does not exist',
      as: sharer,
      path: path(more),
      ...(sent ? { body: sent } : {}),
      ...notFound,
    },
  ]
  if (withTag) rows.push({ name: 'a version tag', as: sharer, path: path(), body: withTag, ...ofTag })
  return rows
}

/** Files and a connection of the builder, and functions that change the grants on them. */
export function useGrants(openStore: OpenStore) {
  const ids = { workspace: '', workbook: '', connection: '', hidden: '', seen: '' }
  const server = useServer(openStore, async (platform) => {
    const documents = buildTestServices(platform)
    const builder = await documents.viewer('builder')
    const { files } = documents
    ids.workspace = (await files.create(builder, { type: 'workspace', name: 'Finance' })).id
    ids.workbook = (await files.create(builder, { type: 'workbook', name: 'Book', parentId: ids.workspace })).id
    ids.hidden = (await files.create(builder, { type: 'workbook', name: 'Hidden' })).id
    ids.seen = (await files.create(builder, { type: 'workspace', name: 'Seen' })).id
    ids.connection = await documents.addConnection(
      [
        'CREATE TABLE T (A INTEGER)',
        'CREATE SCHEMA SHOP',
        'CREATE TABLE SHOP.ORDERS (A INTEGER)',
        'CREATE TABLE SHOP.LINES (A INTEGER)',
      ],
      { usableBy: ['analyst'] },
    )
    await documents.share(ids.seen, 'viewer', 'view')
    await documents.share(ids.hidden, 'analyst', 'view')
    return documents.routes
  })
  const idOf = (role: Role) => server().platform.people[role].memberId
  const { send } = requestsAs(server)
  const list = async (as: Role, query: Record<string, string | boolean>, path = '/v2/grants') => {
    const { body, status, text } = await server().request({ method: 'GET', path, as, query })
    expect(status, text).toBe(200)
    return (body as { entries: Entry[] }).entries
  }
  const eventsOf = async (objectId: string) => {
    const { store } = server().platform
    const rows = await store.db
      .selectFrom('audit_events')
      .select(['action', 'category'])
      .where('object_id', '=', objectId)
      .where('category', '=', 'ACCESS')
      .orderBy('id')
      .execute()
    return rows.map(({ action }) => action)
  }
  const grantTo = (role: Role, permission: string, inodeId = ids.workbook, as: Role = 'builder') =>
    send('POST', '/v2/grants', as, { grantee: { memberId: idOf(role) }, permission, inodeId })
  const revoke = async (inodeId: string) => {
    for (const { grantId } of await list('admin', { inodeId, directGrantsOnly: true })) {
      expect((await send('DELETE', `/v2/grants/${grantId}`, 'admin')).status).toBe(200)
    }
  }
  return { ids, server, idOf, send, list, eventsOf, grantTo, revoke }
}
