import { createConnectionPathGrant, deleteConnectionPathGrant, listConnectionPathGrants } from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Role, scenarios } from '../testing.ts'
import { forbidden, notFound, refusals, unknownId, usageOfNobody, useGrants } from './testing-grants.ts'

describeStores('grants on database paths', (openStore) => {
  const { ids, server, idOf, send, list, eventsOf } = useGrants(openStore)
  const at = { connection: '', schema: '', orders: '', lines: '', other: '' }
  const path = (inodeId: string, more = '') => `/v2/connections/paths/${inodeId}/grants${more}`
  const usage = (role: Role) => ({ grants: [{ grantee: { memberId: idOf(role) }, permission: 'usage' }] })
  const lookup = async (names: string[], as: Role = 'admin') => {
    const { body } = await send('POST', `/v2/connection/${at.connection}/lookup`, as, { path: names })
    return (body as { inodeId?: string }).inodeId ?? ''
  }
  const known = async (as: Role) =>
    (await list(as, { connectionId: at.connection }, '/v2/connections/paths')).map((entry) =>
      (entry as unknown as { path: string[] }).path.join('.'),
    )
  const workbookOver = (...names: string[]) => ({
    name: 'Over a table',
    folderId: server().platform.people.builder.homeFolderId,
    schemaVersion: 1,
    pages: [
      {
        id: 'p',
        name: 'Page',
        elements: [
          {
            id: 't',
            kind: 'table',
            source: { kind: 'warehouse-table', connectionId: at.connection, path: names },
            columns: [{ id: 'c', formula: `[${names.at(-1)}/A]` }],
            order: ['c'],
          },
        ],
      },
    ],
  })
  const verified = async (...names: string[]) =>
    (await send('POST', '/v2/workbooks/spec/verify', 'builder', workbookOver(...names))).body

  test('a path gives access to itself and everything below it, and to nothing else', async () => {
    at.connection = ids.connection
    at.schema = await lookup(['RETAIL', 'SHOP'])
    at.orders = await lookup(['RETAIL', 'SHOP', 'ORDERS'])
    at.lines = await lookup(['RETAIL', 'SHOP', 'LINES'])
    at.other = await lookup(['RETAIL', 'main', 'T'])
    expect((await send('GET', `/v2/connections/${at.connection}`, 'builder')).status).toBe(404)
    expect((await send('POST', path(at.orders), 'admin', usage('builder'))).body).toEqual({})

    expect((await send('GET', `/v2/connections/${at.connection}`, 'builder')).status).toBe(200)
    expect(await list('builder', {}, '/v2/connections')).toMatchObject([{ connectionId: at.connection }])
    expect(await lookup(['RETAIL', 'SHOP', 'ORDERS'], 'builder')).toBe(at.orders)
    expect(await lookup(['RETAIL', 'SHOP'], 'builder')).toBe(at.schema)
    expect(await lookup(['RETAIL', 'SHOP', 'LINES'], 'builder')).toBe('')
    expect((await known('builder')).toSorted()).toEqual(['RETAIL.SHOP', 'RETAIL.SHOP.ORDERS'])
    expect((await send('GET', `/v2/connections/tables/${at.orders}/columns`, 'builder')).status).toBe(200)
    expect((await send('GET', `/v2/connections/tables/${at.lines}/columns`, 'builder')).status).toBe(404)

    expect(await verified('RETAIL', 'SHOP', 'ORDERS')).toEqual({ valid: true })
    expect(await verified('RETAIL', 'SHOP', 'LINES')).toMatchObject({
      valid: false,
      errors: [{ summary: expect.stringContaining('The table RETAIL.SHOP.LINES is not open to you') }],
    })
    const sql = { kind: 'sql', connectionId: at.connection, statement: 'select 1 as A' }
    const custom = workbookOver('RETAIL', 'SHOP', 'ORDERS')
    Object.assign(custom.pages[0]?.elements[0] ?? {}, { source: sql })
    expect((await send('POST', '/v2/workbooks/spec/verify', 'builder', custom)).body).toMatchObject({
      valid: false,
      errors: [{ summary: expect.stringContaining('as a whole is not open to you') }],
    })
  })

  test('a grant on a schema gives access to its tables, until it is deleted', async () => {
    expect((await send('POST', path(at.schema), 'admin', usage('builder'))).body).toEqual({})
    expect(await lookup(['RETAIL', 'SHOP', 'LINES'], 'builder')).toBe(at.lines)
    expect(await lookup(['RETAIL', 'main', 'T'], 'builder')).toBe('')
    for (const inodeId of [at.schema, at.orders]) {
      const [grant] = await list('admin', {}, path(inodeId))
      expect(grant).toMatchObject({ inodeId, memberId: idOf('builder'), permission: 'usage' })
      expect((await send('GET', `/v2/grants/${grant?.grantId}`, 'builder')).body).toMatchObject({
        inodeType: inodeId === at.orders ? 'table' : 'scope',
      })
      expect((await send('DELETE', path(inodeId, `/${grant?.grantId}`), 'admin')).body).toEqual({})
    }
    expect(await known('builder')).toEqual([])
    expect((await send('GET', `/v2/connections/${at.connection}`, 'builder')).status).toBe(404)
    expect(await eventsOf(at.orders)).toEqual(['GRANT_CREATED', 'GRANT_DELETED'])
  })

  const pathOf =
    (more = '') =>
    () =>
      path(at.orders, more)
  scenarios(
    'GET /v2/connections/paths/{connectionPathId}/grants',
    server,
    [
      { name: 'a user of the connection may not share', as: 'analyst', path: pathOf(), ...forbidden },
      { name: 'a path of others', as: 'stranger', path: pathOf(), ...notFound },
      { name: 'an unknown one', as: 'admin', path: path(unknownId), ...notFound },
    ],
    { operation: listConnectionPathGrants },
  )
  scenarios(
    'POST /v2/connections/paths/{connectionPathId}/grants',
    server,
    refusals(pathOf, 'admin', 'analyst', usageOfNobody, { grants: [{ ...usageOfNobody.grants[0], tagId: 'x' }] }),
    { operation: createConnectionPathGrant },
  )
  scenarios(
    'DELETE /v2/connections/paths/{connectionPathId}/grants/{grantId}',
    server,
    refusals(pathOf, 'admin', 'analyst'),
    { operation: deleteConnectionPathGrant },
  )
})
