import { getMember, listMemberFiles } from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Role, scenarios, useServer } from '../testing.ts'
import { buildTestServices } from './testing.ts'

describeStores('members', (openStore) => {
  const server = useServer(openStore, (platform) => buildTestServices(platform).routes)
  const person = (role: Role) => server().platform.people[role]
  const list = async (as: Role, query = {}, path = '/v2/members') => {
    const { body, status, text } = await server().request({ method: 'GET', path, as, query })
    expect(status, text).toBe(200)
    return body as { entries: { email: string }[]; nextPage: string | null; total: number; hasMore: boolean }
  }

  test.each(['/v2/members', '/v2.1/members'])('%s lists everybody of the organization in pages', async (path) => {
    const emails: string[] = []
    let page: string | null = ''
    while (page !== null) {
      const part = await list('viewer', { limit: 4, ...(page ? { page } : {}) }, path)
      expect(part.total).toBe(6)
      emails.push(...part.entries.map(({ email }) => email))
      page = part.nextPage
    }
    expect(emails.toSorted()).toEqual(
      ['admin', 'analyst', 'builder', 'guest', 'stranger', 'viewer'].map((role) => `${role}@example.com`),
    )
  })

  test.each([
    ['email', { email: 'Builder@Example.com' }, ['builder@example.com']],
    ['its older name', { search: 'builder' }, ['builder@example.com']],
    ['a sign of the pattern language', { email: '%' }, []],
  ])('a member is found by %s', async (_title, query, expected) => {
    expect((await list('viewer', query)).entries.map(({ email }) => email)).toEqual(expected)
  })

  test('both filters together are refused', async () => {
    const query = { email: 'a', search: 'b' }
    const answer = await server().request({ method: 'GET', path: '/v2/members', as: 'viewer', query })
    expect(answer.body).toMatchObject({ code: 'invalid_request' })
  })

  test('deactivated members are listed only on request', async () => {
    const { store, organizationId } = server().platform
    const setArchived = (isArchived: number) =>
      store.maintain('test', (tx) =>
        tx
          .updateTable('members')
          .set({ is_archived: isArchived })
          .where('organization_id', '=', organizationId)
          .where('id', '=', person('stranger').memberId)
          .execute(),
      )
    await setArchived(1)
    expect((await list('viewer')).total).toBe(5)
    expect((await list('viewer', { includeArchived: true })).total).toBe(6)
    await setArchived(0)
  })

  test('a guest without teams sees only itself', async () => {
    expect((await list('guest')).entries.map(({ email }) => email)).toEqual(['guest@example.com'])
    const path = `/v2/members/${person('builder').memberId}`
    expect((await server().request({ method: 'GET', path, as: 'guest' })).status).toBe(404)
  })

  test('no response contains a password', async () => {
    const { text } = await server().request({ method: 'GET', path: '/v2/members', as: 'admin' })
    expect(text).not.toMatch(/argon|password/i)
  })

  scenarios(
    'GET /v2/members/{memberId}',
    server,
    [
      {
        name: 'a member with its home folder',
        as: 'viewer',
        path: () => `/v2/members/${person('builder').memberId}`,
        status: 200,
        answer: { email: 'builder@example.com', memberType: 'Build', userKind: 'internal', isArchived: false },
        check: ({ body }) => expect(body).toMatchObject({ homeFolderId: person('builder').homeFolderId }),
      },
      {
        name: 'a member of another organization is unknown',
        as: 'admin',
        path: () => `/v2/members/${person('outsider').memberId}`,
        status: 404,
        answer: { code: 'not_found' },
      },
    ],
    { operation: getMember },
  )

  scenarios(
    'GET /v2/members/{memberId}/files',
    server,
    [
      {
        name: 'a member sees its own',
        as: 'builder',
        path: () => `/v2/members/${person('builder').memberId}/files`,
        status: 200,
        answer: { entries: [{ name: 'My Documents' }] },
      },
      {
        name: 'an administrator sees what the member sees',
        as: 'admin',
        path: () => `/v2/members/${person('builder').memberId}/files`,
        status: 200,
        check: ({ body }) =>
          expect(body).toMatchObject({ entries: [{ id: person('builder').homeFolderId }], total: 1 }),
      },
      {
        name: 'nobody else does',
        as: 'stranger',
        path: () => `/v2/members/${person('builder').memberId}/files`,
        status: 403,
        answer: { code: 'forbidden' },
      },
      {
        name: 'an unknown member',
        as: 'admin',
        path: '/v2/members/nobody/files',
        status: 404,
        answer: { code: 'not_found' },
      },
    ],
    { operation: listMemberFiles },
  )
})
