import {
  createCustomFunction,
  deleteCustomFunction,
  getCustomFunction,
  updateCustomFunction,
} from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { requestsOf, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
const number = (name: string) => ({ name, type: 'number' })

describeStores('custom functions', (openStore) => {
  let documents: TestServices
  let workbookId = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    const connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    const orders = {
      id: 'orders',
      kind: 'table',
      name: 'Orders',
      source: { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] },
      columns: [
        { id: 'id', formula: '[ORDERS/ORDER_ID]', name: 'Id' },
        { id: 'twice', formula: 'Scaled([Id], 2)', name: 'Twice' },
        { id: 'plain', formula: '[Id] + 1', name: 'Plain' },
      ],
      sort: [{ columnId: 'id', direction: 'ascending' }],
    }
    const body = {
      name: 'Scaled',
      folderId: platform.people.builder.homeFolderId,
      schemaVersion: 1,
      pages: [{ id: 'p', name: 'Page', elements: [orders] }],
    }
    workbookId = (await documents.specs.create(await documents.viewer('builder'), 'workbook', body)).record.inode.id
    return documents.routes
  })
  const { send, done } = requestsOf(server, 'admin')
  const define = async (name: string, args: string[], text: string) => {
    const { customFunctionId } = await done('POST', '/v2/customFunctions', {
      name,
      arguments: args.map(number),
      body: text,
    })
    return `/v2/customFunctions/${customFunctionId}`
  }
  /** The current columns of the table. */
  const columns = async () => {
    const { lines } = await server().request({
      method: 'POST',
      path: `/v2/workbooks/${workbookId}/pages/p/data`,
      as: 'builder',
      body: {},
    })
    const schema = lines.find((line) => (line as { event: string }).event === 'schema') as
      | { columns: { id: string }[] }
      | undefined
    const batch = lines.find((line) => (line as { event: string }).event === 'batch') as
      | { columns: unknown[][] }
      | undefined
    return Object.fromEntries((schema?.columns ?? []).map(({ id }, index) => [id, batch?.columns[index]]))
  }

  test('a formula calls it from the next request on, with its current definition and names', async () => {
    expect(await columns()).toEqual({ id: ['1', '2', '3', '4'], plain: ['2', '3', '4', '5'] })
    const path = await define('Scaled', ['x', 'by'], '[x] * [by]')
    expect((await columns()).twice).toEqual(['2', '4', '6', '8'])
    await done('PATCH', path, { body: '[x] * [by] + 100' })
    expect((await columns()).twice).toEqual(['102', '104', '106', '108'])
    expect(await done('PATCH', path, { name: 'Multiplied' })).toMatchObject({ formerNames: ['Scaled'], version: 3 })
    expect((await columns()).twice).toEqual(['102', '104', '106', '108'])
    await done('DELETE', path)
    expect(Object.keys(await columns())).toEqual(['id', 'plain'])
  })

  test('functions call each other; a cycle is refused and named, and a function in use cannot be deleted', async () => {
    const inner = await define('Inner', ['x'], '[x] + 1')
    const outer = await define('Outer', ['x'], 'Inner([x]) * 2')
    const circle = await send('PATCH', inner, { body: 'Outer([x])' })
    expect(circle.status).toBe(400)
    expect(circle.text).toContain('Inner -> Outer -> Inner')
    const gone = await send('DELETE', inner)
    expect([gone.status, (gone.body as { message: string }).message]).toEqual([
      409,
      expect.stringContaining('is called by Outer'),
    ])
    const changed = await done('PATCH', inner, { arguments: [number('x'), number('y')], body: '[x] + [y]' })
    expect(changed).toMatchObject({ signature: 'Inner(x, y)', type: 'number' })
    expect(await done('GET', outer)).toMatchObject({
      type: null,
      problems: [{ path: 'body', message: 'Inner takes 2 arguments, not 1.' }],
    })
    await done('DELETE', outer)
    await done('DELETE', inner)
  })

  test('an invalid definition is refused with all problems', async () => {
    const { status, body } = await send('POST', '/v2/customFunctions', {
      name: 'wrong name',
      arguments: [number('x'), number('X')],
      body: '[x] & [z]',
    })
    expect(status).toBe(400)
    const { details } = body as { details: { problems: { path: string }[] } }
    expect(details.problems.map(({ path }) => path)).toEqual(['name', 'arguments[1].name', 'body', 'body'])
  })

  test('every write is in the audit log', async () => {
    const path = await define('Logged', [], '1')
    await done('PATCH', path, { description: 'One.' })
    await done('DELETE', path)
    const rows = await server()
      .platform.store.db.selectFrom('audit_events')
      .select('action')
      .where('object_id', '=', path.split('/')[3] ?? '')
      .orderBy('id')
      .execute()
    expect(rows.map(({ action }) => action)).toEqual([
      'CUSTOM_FUNCTION_CREATED',
      'CUSTOM_FUNCTION_UPDATED',
      'CUSTOM_FUNCTION_DELETED',
    ])
  })

  test('they are not visible to another organization', async () => {
    const path = await define('Ours', ['x'], '[x]')
    expect((await send('GET', path, undefined, 'outsider')).status).toBe(404)
    expect((await send('GET', '/v2/customFunctions', undefined, 'outsider')).body).toMatchObject({
      entries: [],
      total: 0,
    })
    await done('DELETE', path)
  })

  const valid = { name: 'Fine', arguments: [number('x')], body: '[x] + 1' }
  scenarios(
    'POST /v2/customFunctions',
    server,
    [
      {
        name: 'an administrator defines one',
        as: 'admin',
        body: valid,
        status: 201,
        answer: { version: 1, signature: 'Fine(x)', type: 'number', problems: [] },
      },
      {
        name: 'a name that differs only in case is a conflict',
        as: 'admin',
        body: { ...valid, name: 'FINE' },
        status: 409,
        answer: { code: 'conflict' },
      },
      { name: 'the name of a built-in function is refused', as: 'admin', body: { ...valid, name: 'Sum' }, status: 409 },
      { name: 'a builder may not', as: 'builder', body: valid, status: 403, answer: { code: 'forbidden' } },
    ],
    { operation: createCustomFunction },
  )
  scenarios('GET /v2/customFunctions', server, [
    { name: 'every member lists them', as: 'viewer', status: 200, answer: { total: 1, entries: [{ name: 'Fine' }] } },
  ])

  const path = `/v2/customFunctions/${unknownId}`
  scenarios(
    'GET /v2/customFunctions/{customFunctionId}',
    server,
    [{ name: 'an unknown id', as: 'admin', path, status: 404, answer: { code: 'not_found' } }],
    { operation: getCustomFunction },
  )
  scenarios(
    'PATCH /v2/customFunctions/{customFunctionId}',
    server,
    [
      { name: 'an unknown id', as: 'admin', path, body: {}, status: 404 },
      { name: 'a builder may not', as: 'builder', path, body: {}, status: 403 },
    ],
    { operation: updateCustomFunction, untested: { conflict: 'As for a new one; a circle has a test of its own.' } },
  )
  scenarios(
    'DELETE /v2/customFunctions/{customFunctionId}',
    server,
    [
      { name: 'an unknown id', as: 'admin', path, status: 404 },
      { name: 'a builder may not', as: 'builder', path, status: 403 },
    ],
    { operation: deleteCustomFunction, untested: { conflict: 'A function that another calls has a test of its own.' } },
  )
})
