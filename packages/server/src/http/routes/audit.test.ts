import { type AuditLogEvent, listAuditEvents } from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Role, requestsOf, scenarios, useServer } from '../testing.ts'
import { buildTestServices } from './testing.ts'

interface List {
  entries: AuditLogEvent[]
  total: number
  hasMore: boolean
  nextPage: string | null
}

describeStores('the audit log', (openStore) => {
  const server = useServer(openStore, (platform) => buildTestServices(platform).routes)
  const { send } = requestsOf(server, 'admin')
  const read = async (query = '', as: Role = 'admin') => {
    const answer = await send('GET', `/v2/audit/events${query}`, undefined, as)
    expect(answer.status, answer.text).toBe(200)
    return answer.body as List
  }
  const made = async (method: string, path: string, body?: unknown, as?: Role) => {
    server().platform.clock.advance(1000)
    const answer = await send(method, path, body, as)
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body as Record<string, string>
  }
  const types = ({ entries }: List) => entries.map(({ eventType }) => eventType)

  test('the history of a team is read newest first, with names and differences', async () => {
    const { teamId = '' } = await made('POST', '/v2/teams', { name: 'North' })
    await made('PATCH', `/v2/teams/${teamId}`, { name: 'Far north' })
    const { entries, total } = await read(`?objectId=${teamId}`)
    expect([total, types(await read(`?objectId=${teamId}`))]).toEqual([2, ['TEAM_UPDATED', 'TEAM_CREATED']])
    const { people } = server().platform
    const [renamed, created] = entries
    expect(renamed).toMatchObject({
      category: 'TEAMS',
      status: 'success',
      actor: { kind: 'credential', memberId: people.admin.memberId, email: people.admin.email },
      object: { type: 'team', id: teamId, name: 'Far north' },
      before: { name: 'North' },
      after: { name: 'Far north' },
    })
    expect(created).toMatchObject({ object: { name: 'Far north' }, before: null, after: { name: 'North' } })
    await made('DELETE', `/v2/teams/${teamId}`)
    const [gone] = (await read(`?objectId=${teamId}`)).entries
    expect(gone).toMatchObject({ eventType: 'TEAM_DELETED', object: { id: teamId, name: 'Far north' } })
  })

  test('a refused action is a failure, with its reason in the details', async () => {
    await send('POST', '/v2/customFunctions', { name: 'Mine', arguments: [], body: '1' }, 'viewer')
    const { entries } = await read('?status=failure')
    expect(entries[0]).toMatchObject({
      status: 'failure',
      actor: { memberId: server().platform.people.viewer.memberId },
      object: { type: 'operation', id: 'createCustomFunction' },
      details: { reason: expect.stringContaining('custom functions') },
    })
    expect((await read('?status=success')).entries.every(({ status }) => status === 'success')).toBe(true)
  })

  test('each filter selects its events, and several filters select events that match all', async () => {
    const from = new Date(server().platform.clock.now() + 1).toISOString()
    const { teamId = '' } = await made('POST', '/v2/teams', { name: 'Filters' })
    const between = new Date(server().platform.clock.now() + 1).toISOString()
    await made('POST', '/v2/customFunctions', { name: 'Filtered', arguments: [], body: '1' })
    const period = `from=${from}`
    expect(types(await read(`?${period}`))).toEqual(['CUSTOM_FUNCTION_CREATED', 'TEAM_CREATED'])
    expect(types(await read(`?${period}&to=${between}`))).toEqual(['TEAM_CREATED'])
    expect(types(await read(`?from=${between}`))).toEqual(['CUSTOM_FUNCTION_CREATED'])
    expect(types(await read(`?${period}&category=TEAMS`))).toEqual(['TEAM_CREATED'])
    expect(types(await read(`?${period}&eventType=TEAM_CREATED`))).toEqual(['TEAM_CREATED'])
    expect(types(await read(`?${period}&category=TEAMS&eventType=CUSTOM_FUNCTION_CREATED`))).toEqual([])
    expect(types(await read(`?${period}&objectId=${teamId}&category=TEAMS`))).toEqual(['TEAM_CREATED'])
    const { memberId } = server().platform.people.viewer
    expect((await read(`?memberId=${memberId}`)).entries.every(({ actor }) => actor.memberId === memberId)).toBe(true)
    expect(types(await read(`?${period}&memberId=${memberId}`))).toEqual([])
  })

  test('pages follow each other without a gap, also among events of one time', async () => {
    for (const number of [0, 1, 2, 3, 4]) await send('POST', '/v2/teams', { name: `Page ${number}` })
    const all = (await read('?eventType=TEAM_CREATED&limit=1000')).entries.map(({ eventId }) => eventId)
    const paged: string[] = []
    for (let page: string | null = '0'; page !== null; ) {
      const answer: List = await read(`?eventType=TEAM_CREATED&limit=2&page=${page}`)
      expect(answer.total).toBe(all.length)
      paged.push(...answer.entries.map(({ eventId }) => eventId))
      page = answer.nextPage
    }
    expect(paged).toEqual(all)
    expect(all.length).toBeGreaterThanOrEqual(5)
  })

  test('another organization has a separate log', async () => {
    const { teamId = '' } = await made('POST', '/v2/teams', { name: 'Ours alone' })
    expect(await read(`?objectId=${teamId}`, 'outsider')).toMatchObject({ entries: [], total: 0 })
  })

  scenarios(
    'GET /v2/audit/events',
    server,
    [
      { name: 'an administrator reads it', as: 'admin', status: 200, answer: { entries: expect.any(Array) } },
      { name: 'a builder may not', as: 'builder', status: 403, answer: { code: 'forbidden' } },
      { name: 'an unknown category', as: 'admin', path: '/v2/audit/events?category=TEA', status: 400 },
      { name: 'a time that is not valid', as: 'admin', path: '/v2/audit/events?from=yesterday', status: 400 },
      {
        name: 'a period that ends before it begins',
        as: 'admin',
        path: '/v2/audit/events?from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z',
        status: 400,
        answer: { code: 'invalid_request', details: { problems: [{ path: '/query/to' }] } },
      },
    ],
    { operation: listAuditEvents },
  )
})
