import { createHmac } from 'node:crypto'
import { type EmbedSession, type OperationDefinition, operations } from '@octavo/core/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { embeddedStore } from '../../packages/server/src/store/testing.ts'
import { countStatements } from './counted-statements.ts'
import { requestOf } from './request-of.ts'
import { buildWorld, makeThings, type Things, type World } from './world.ts'

/** Every reading operation for any caller; endless streams have tests of their own. */
const reads: OperationDefinition[] = operations.filter(
  ({ auth = 'viewer', id, method, onlyReads }: OperationDefinition) =>
    auth === 'viewer' && (method === 'GET' || onlyReads === true) && !/^stream/.test(id),
)

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * Two users of other companies are in one team of the organization, as in embedding products, and view the same workbook. Whatever one of
 * them requests, the response contains no row of the other, no address and no name of any person, and nothing that is not shared.
 */
describe('an embed session', () => {
  let world: World
  let things: Things
  let own: EmbedSession
  let policyBook = ''
  let hiddenBook = ''

  beforeAll(async () => {
    world = await buildWorld(embeddedStore())
    things = makeThings(world)
    const { ask, platform, people } = world
    const made = async <T = Record<string, string>>(path: string, body: object) => {
      const answer = await ask('admin', 'POST', path, body)
      expect(answer.status, `${path} ${answer.text}`).toBeLessThan(300)
      return answer.body as T
    }
    const pair = await made<{ clientId: string; clientSecret: string }>('/v2/credentials', {
      ...{ ownerId: people.admin.memberId, name: 'Embeds', scopes: ['embed'] },
    })
    await made('/v2/teams', { name: 'Customers', members: [] })
    await made('/v2/teams', { name: 'Canary team', members: [people.admin.memberId] })
    await made('/v2/user-attributes', { name: 'channel', description: '' })
    const session = async (email: string, channel: string, names: object) => {
      const now = Math.floor(platform.clock.now() / 1000)
      const claims = { sub: email, jti: email, iat: now, exp: now + 3_000, teams: ['Customers'], ...names }
      const text = `${encoded({ alg: 'HS256', kid: pair.clientId })}.${encoded({ ...claims, user_attributes: { channel } })}`
      const token = `${text}.${createHmac('sha256', pair.clientSecret).update(text).digest('base64url')}`
      const answer = await world.server.request({ method: 'POST', path: '/auth/embed', body: { token } })
      expect(answer.status, answer.text).toBe(200)
      return answer.body as EmbedSession
    }
    own = await session('visitor@customer.example', 'web', { first_name: 'Own', last_name: 'Visitor' })
    await session('canary-rival@other.example', 'counter', { first_name: 'Canary', last_name: 'Rival' })
    await world.grant('inode', world.workspaceId, own.session.member.memberId, 'explore')
    await world.grant('connection', world.connectionId, own.session.member.memberId, 'usage')
    policyBook = await bookWith(world.workspaceId, 'Policies')
    const { homeFolderId } = people.admin
    hiddenBook = await bookWith(homeFolderId, 'Canary book')

    async function bookWith(folderId: string, name: string) {
      const orders = {
        id: 'orders',
        kind: 'table',
        name: 'Orders',
        source: { kind: 'warehouse-table', connectionId: world.connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] },
        columns: [
          { id: 'id', formula: '[ORDERS/ORDER_ID]', name: 'Id' },
          { id: 'channel', formula: '[ORDERS/CHANNEL]', name: 'Channel' },
          { id: 'own', name: 'Own', formula: '[ORDERS/CHANNEL] = CurrentUserAttributeText("channel")' },
        ],
        filters: [{ id: 'policy', columnId: 'own', kind: 'list', mode: 'include', values: [true] }],
      }
      const pages = [
        { id: 'pg', name: 'Page', elements: [orders] },
        {
          id: 'hidden',
          name: 'Canary page',
          visibility: 'hidden',
          elements: [{ id: 'no', kind: 'text', body: 'Canary text' }],
        },
      ]
      return (await made('/v2/workbooks/spec', { name, folderId, schemaVersion: 1, pages })).workbookId ?? ''
    }
  }, 120_000)
  afterAll(() => world?.close())

  const ask = (method: string, path: string, body?: unknown) =>
    world.server.request({
      method,
      path,
      headers: { authorization: `Bearer ${own.sessionToken}` },
      ...(body === undefined ? {} : { body }),
    })
  /** Words in the response that its caller must not see. */
  const strangers = (text: string) => {
    const others = Object.values(world.people).flatMap(({ email }) => (text.includes(email) ? [email] : []))
    return [...others, ...(text.match(/.{0,60}canary.{0,60}/gi) ?? [])]
  }

  // Before the requests of all operations, whose jobs would otherwise run here too.
  test('reads only its own rows, on the page, in files, in details and by formulas', async () => {
    const page = await ask('POST', `/v2/workbooks/${policyBook}/pages/pg/data`, { elementIds: ['orders'] })
    expect(page.status).toBe(200)
    const job = await ask('POST', `/v2/workbooks/${policyBook}/export`, {
      elementId: 'orders',
      format: { type: 'csv' },
    })
    expect(job.status, job.text).toBeLessThan(300)
    await world.documents.worker.runDue()
    const file = await ask('GET', `/v2/query/${(job.body as { queryId: string }).queryId}/download`)
    expect(file.status).toBe(200)
    const details = await ask('POST', `/v2/workbooks/${policyBook}/elements/orders/columns/channel/details`, {
      top: 10,
    })
    for (const { text } of [page, file]) expect(text).toContain('web')
    for (const { text } of [page, file, details]) {
      expect(text).not.toContain('counter')
      expect(strangers(text)).toEqual([])
    }
  })

  test('sees no other member, by list, by search, by id and by team', async () => {
    const { memberId, teamIds } = own.session.member
    const members = await ask('GET', '/v2/members?limit=100')
    expect(JSON.stringify(members.body)).toContain(memberId)
    for (const query of ['canary', 'rival', 'admin', 'example']) {
      const found = await ask('GET', `/v2/members?limit=100&search=${query}`)
      const ids = JSON.stringify(found.body).match(/"memberId":"[^"]+"/g) ?? []
      expect(ids.filter((each) => !each.includes(memberId))).toEqual([])
    }
    expect((await ask('GET', `/v2/members/${world.people.admin.memberId}`)).status).toBe(404)
    const team = await ask('GET', `/v2/teams/${teamIds[0]}`)
    expect(team.body).toMatchObject({ members: [memberId] })
    const listed = await ask('GET', `/v2/teams/${teamIds[0]}/members?limit=100`)
    expect(JSON.stringify(listed.body).match(/"userId":"[^"]+"/g)).toEqual([`"userId":"${memberId}"`])
  })

  test('gets the same response for objects that are not shared as for missing ones, after as many statements', async () => {
    const statements = countStatements()
    const unknown = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
    for (const [method, rest, body] of [
      ['GET', '', undefined],
      ['GET', '/spec', undefined],
      ['GET', '/pages', undefined],
      ['POST', '/pages/pg/data', { elementIds: ['orders'] }],
      ['POST', '/export', { elementId: 'orders', format: { type: 'csv' } }],
    ] as const) {
      const of = (id: string) => statements.counted(() => ask(method, `/v2/workbooks/${id}${rest}`, body))
      // The session and its member are cached after the first request.
      await of(unknown)
      const [hidden, missing] = [await of(hiddenBook), await of(unknown)]
      const plain = ({ answer, count }: typeof hidden) => [
        answer.status,
        answer.text.replaceAll(hiddenBook, unknown).replace(/"requestId":"[^"]+"/, ''),
        count,
      ]
      expect(plain(hidden), rest).toEqual(plain(missing))
      expect(hidden.answer.status, rest).toBe(404)
    }
    statements.stop()
  })

  test.each(reads)('$id returns nothing about other people', async (operation) => {
    const { path, query, body } = await requestOf(operation, things, world)
    const answer = await ask(operation.method, path + query, body)
    expect(answer.status).toBeLessThan(500)
    expect(strangers(answer.text)).toEqual([])
  })
})
