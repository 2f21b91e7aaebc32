import { beforeAll, describe, expect, inject, test } from 'vitest'
import '../../connectors/testing.ts'
import { embeddedStore } from '../../store/testing.ts'
import { type Role, requestsOf, useServer } from '../testing.ts'
import { buildTestServices, type TestServices } from './testing.ts'
import { type Platform, platforms, regionsPage } from './testing-platforms.ts'

const attribute = 'Warehouse role'

describe.each(platforms)('the role of each reader on $title', ({ kind, type, open }) => {
  const provided = inject(kind)
  const skipped = 'skipped' in provided
  let documents: TestServices
  let platform: Awaited<ReturnType<Platform['open']>>
  let roles: Awaited<ReturnType<(typeof platform)['withRoles']>>
  let connectionId = ''
  let workbookId = ''
  let attributeId = ''
  const server = useServer(embeddedStore(), (testPlatform) => {
    documents = buildTestServices(testPlatform)
    return documents.routes
  })
  const { send } = requestsOf(server, 'admin')
  const give = (role: Role, value: string) =>
    send('POST', `/v2/user-attributes/${attributeId}/users`, {
      assignments: [{ userId: server().platform.people[role].memberId, value: { type: 'string', val: value } }],
    })
  const sqlElement = (id: string, statement: string) => ({
    id,
    kind: 'table',
    name: id,
    source: { kind: 'sql', connectionId, statement },
    columns: [{ id: 'name', name: 'Name', formula: '[Custom SQL/name]' }],
  })
  const page = async (as: Role, pageId = 'p', body: object = {}) =>
    (await send('POST', `/v2/workbooks/${workbookId}/pages/${pageId}/data`, body, as)).lines as {
      event: string
      resultId?: string
      elementId?: string
      columns?: unknown[][]
      cached?: boolean
      message?: string
    }[]
  /** The values of an element for a viewer, or the reason why there are none. */
  async function seen(as: Role, pageId = 'p', body: object = {}): Promise<unknown[]> {
    const lines = await page(as, pageId, body)
    return lines.flatMap(({ event, columns, message }): unknown[] =>
      event === 'batch' ? (columns ?? []) : event === 'error' ? [message] : [],
    )
  }

  beforeAll(async () => {
    if (skipped) return
    platform = await open()
    roles = await platform.withRoles()
    return async () => {
      await documents?.close()
      await platform?.close()
    }
  })

  async function prepare(): Promise<void> {
    if (workbookId !== '') return
    const made = await send('POST', '/v2/user-attributes', { name: attribute, description: '' })
    attributeId = (made.body as { userAttributeId: string }).userAttributeId
    await give('builder', roles.north)
    await give('viewer', roles.south)
    const connection = await send('POST', '/v2/connections', {
      name: 'Regions',
      details: { type, ...platform.details, userAttributes: { role: attribute, warehouse: attribute } },
    })
    expect(connection.status, connection.text).toBe(201)
    expect(connection.body).toMatchObject({ userAttributes: { role: attribute, warehouse: attribute }, role: '' })
    connectionId = (connection.body as { connectionId: string }).connectionId
    await send('PUT', `/v2/connections/${connectionId}/passthrough`, { allowsPassthrough: true })
    await give('admin', roles.north)
    const workbook = await send('POST', '/v2/workbooks/spec', {
      name: 'Regions',
      folderId: server().platform.people.admin.homeFolderId,
      schemaVersion: 1,
      pages: [
        regionsPage(connectionId, roles.path),
        { id: 'sql', name: 'Sql', elements: [sqlElement('sql', `SELECT name FROM ${roles.regions}`)] },
      ],
    })
    expect(workbook.status, workbook.text).toBeLessThan(300)
    workbookId = (workbook.body as { workbookId: string }).workbookId
    const grants = (['builder', 'viewer'] as const).map((role) => ({
      grantee: { memberId: server().platform.people[role].memberId },
      permission: 'explore',
    }))
    const shared = await send('POST', `/v2/workbooks/${workbookId}/grants`, { grants })
    expect(shared.status, shared.text).toBeLessThan(300)
  }

  test.skipIf(skipped)('members read the rows of their own role, never those of another from the cache', async () => {
    await prepare()
    for (const pageId of ['p', 'sql']) {
      // The second iteration is served from the cache.
      for (const _ of ['engine', 'cache']) {
        expect(await seen('builder', pageId)).toEqual([['north']])
        expect(await seen('viewer', pageId)).toEqual([['south']])
      }
    }
    const [, , batchOfOne] = await page('builder')
    expect(JSON.stringify(batchOfOne)).toContain('north')
    // A reader whose role changes reads from the engine again, and concurrent readers share the connections.
    await give('viewer', roles.north)
    expect(await seen('viewer')).toEqual([['north']])
    await give('viewer', roles.south)
    const many = await Promise.all(
      Array.from({ length: 12 }, (_, index) => seen(index % 2 ? 'builder' : 'viewer', 'p', { refresh: true })),
    )
    expect(many).toEqual(Array.from({ length: 12 }, (_, index) => [[index % 2 ? 'north' : 'south']]))
  })

  test.skipIf(skipped).each([
    ['no value', '', /"Warehouse role", which has no value for you/],
    ['a role that is not there', 'nobody', /no role "nobody"/],
    ['the word that gives up a role', 'NONE', /"NONE" is not the name of a role/],
    ['the same word in small letters', 'none', /"none" is not the name of a role/],
    ['a second statement', 'x"; RESET ROLE; --', /no role|not the name of a role/],
  ])('%s is a readable error', async (_, value, message) => {
    await prepare()
    await give('viewer', value)
    const [reason] = await seen('viewer')
    expect(reason).toMatch(message)
    await give('viewer', roles.south)
    expect(await seen('viewer')).toEqual([['south']])
  })

  test.skipIf(skipped)('custom SQL cannot leave the role', async () => {
    await prepare()
    const leaving =
      type === 'postgres'
        ? [
            `SELECT set_config('role', 'none', true) AS name`,
            'RESET ROLE',
            `SELECT name FROM public.regions; RESET ROLE; SELECT name FROM public.regions`,
            `SELECT crosstab('RESET ROLE') AS name`,
            `SELECT query_to_xml('SELECT 1', true, true, '') AS name`,
          ]
        : ['SET ROLE NONE', `SELECT name FROM ${roles.regions}; SET ROLE NONE`, 'SELECT CURRENT_ROLE() AS name']
    const elements = leaving.map((statement, index) => sqlElement(`s${index}`, statement))
    const made = await send('POST', '/v2/workbooks/spec', {
      name: 'Leaving',
      folderId: server().platform.people.admin.homeFolderId,
      schemaVersion: 1,
      pages: elements.map((element, index) => ({ id: `p${index}`, name: `P${index}`, elements: [element] })),
    })
    expect(made.status, made.text).toBeLessThan(300)
    const { workbookId: id } = made.body as { workbookId: string }
    for (const [index, statement] of leaving.entries()) {
      const { text } = await send('POST', `/v2/workbooks/${id}/pages/p${index}/data`, {})
      expect(text, statement).toContain('"error"')
      expect(text, statement).not.toContain('"batch"')
    }
    expect(await seen('viewer')).toEqual([['south']])
  })

  test.skipIf(skipped)('files have the rows of the role', async () => {
    await prepare()
    documents.worker.start()
    const started = await send(
      'POST',
      `/v2/workbooks/${workbookId}/export`,
      { elementId: 'own', format: { type: 'csv' } },
      'builder',
    )
    expect(started.status, started.text).toBe(200)
    const { queryId } = started.body as { queryId: string }
    const file = () => send('GET', `/v2/query/${queryId}/download`, undefined, 'builder')
    await expect.poll(file, { timeout: 15_000, interval: 30 }).toMatchObject({ status: 200, text: 'Name\r\nnorth\r\n' })
  })

  test.skipIf(skipped)(
    'the account of the connection lists its tables, and a reader describes those of their role',
    async () => {
      await prepare()
      await platform.allowWriting()
      expect((await send('POST', `/v2/connections/${connectionId}/sync`, { path: [] })).status).toBe(200)
      const found = await send('POST', `/v2/connection/${connectionId}/lookup`, { path: roles.path })
      expect(found.status, found.text).toBe(200)
      const { inodeId } = found.body as { inodeId: string }
      expect((await send('GET', `/v2/connections/tables/${inodeId}/columns`)).body).toMatchObject({
        entries: [{ name: 'name' }, { name: 'reader' }],
      })
    },
  )
})
