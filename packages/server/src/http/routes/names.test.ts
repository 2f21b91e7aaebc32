import { describe, expect, test } from 'vitest'
import { embeddedStore } from '../../store/testing.ts'
import { useServer } from '../testing.ts'
import { buildTestServices } from './testing.ts'

describe('names that people give', () => {
  const server = useServer(embeddedStore(), (platform) => buildTestServices(platform).routes)
  const person = { email: 'ada@example.com', firstName: '', lastName: '' }

  test.each<[string, string, object, string, string]>([
    ['POST', '/v2/teams', {}, 'name', 'must not be blank'],
    ['POST', '/v2/workspaces', {}, 'name', 'must not be blank'],
    ['POST', '/v2/files', { type: 'folder' }, 'name', 'must not be blank'],
    ['POST', '/v2/files', { type: 'workspace' }, 'name', 'must not be blank'],
    ['POST', '/v2/tags', { color: 'cyan' }, 'name', 'must not be blank'],
    ['POST', '/v2/accountTypes', { description: '', permissions: [] }, 'name', 'must not be blank'],
    ['POST', '/v2/user-attributes', {}, 'name', 'must not be blank'],
    ['POST', '/v2/credentials', { ownerId: 'x' }, 'name', 'must not be blank'],
    ['PATCH', '/v2/files/x', {}, 'name', 'must not be blank'],
    ['PATCH', '/v2/teams/x', {}, 'name', 'must not be blank'],
    ['PATCH', '/v2/organizations/settings', {}, 'name', 'must not be blank'],
    ['POST', '/v2/members', person, 'email', 'must be an email address, such as ada@example.com'],
    [
      'PATCH',
      '/v2/members/x',
      {},
      'profileImgUrl',
      'must be an address that begins with https:// or http://; must be null',
    ],
  ])('%s %s %j: spaces only are not a valid %s', async (method, path, rest, field, message) => {
    const body = { ...rest, [field]: '   ' }
    const answer = await server().request({ method, path, as: 'admin', body })
    expect(answer.status, answer.text).toBe(400)
    expect(answer.body).toMatchObject({ details: { problems: [{ path: field, message }] } })
  })

  test.each<[string, object, string, unknown]>([
    ['/v2/teams', { name: 'Plain' }, 'teamId', null],
    ['/v2/user-attributes', { name: 'Plain' }, 'userAttributeId', null],
    ['/v2/tags', { name: 'Plain', color: 'cyan' }, 'versionTagId', undefined],
    ['/v2/files', { type: 'folder', name: 'Plain' }, 'id', undefined],
    ['/v2/files', { type: 'workspace', name: 'Plain' }, 'id', undefined],
  ])('POST %s %j: a missing description is not returned as an empty text', async (path, body, id, description) => {
    const { people } = server().platform
    const owner = path === '/v2/files' ? { ownerId: people.admin.memberId } : {}
    const made = await server().request({ method: 'POST', path, as: 'admin', body: { ...body, ...owner } })
    expect(made.status, made.text).toBe(200)
    const read = await server().request({
      method: 'GET',
      path: `${path}/${(made.body as Record<string, string>)[id]}`,
      as: 'admin',
    })
    expect((read.body as { description?: unknown }).description).toBe(description)
  })

  test('an API credential has a scope', async () => {
    const body = { ownerId: server().platform.people.admin.memberId, name: 'x', scopes: [] }
    expect((await server().request({ method: 'POST', path: '/v2/credentials', as: 'admin', body })).status).toBe(400)
  })
})
