import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../packages/client/src/index.ts'
import { buildTestPlatform, startTestServer, type TestPlatform } from '../../packages/server/src/http/testing.ts'
import { createStore, type StoreOptions } from '../../packages/server/src/store/index.ts'

/** The client against the real server, over HTTP. */
const dataDir = mkdtempSync(join(tmpdir(), 'octavo-client-'))
const place = async () => ({ dataDir })
const openStore = Object.assign((options: Partial<StoreOptions> = {}) => createStore({ dataDir, ...options }), {
  place,
})

let platform: TestPlatform
let baseUrl = ''
beforeAll(async () => {
  platform = await buildTestPlatform(openStore)
  const { http } = await startTestServer(platform)
  baseUrl = (await http.listen({ host: '127.0.0.1', port: 0 })).url
  return async () => {
    await http.stop({ graceMs: 0 })
    await platform.store.close()
    await platform.close()
  }
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

describe('the client and the server', () => {
  test('an expired token is renewed automatically', async () => {
    const client = createClient({ baseUrl, ...platform.people.viewer })
    const me = { userId: platform.people.viewer.memberId, organizationId: platform.organizationId }
    expect(await client.whoAmI()).toEqual(me)
    platform.clock.advance(3_600_000)
    expect(await client.whoAmI()).toEqual(me)
    const used = await platform.store.db.selectFrom('tokens').select('used_at').where('kind', '=', 'refresh').execute()
    expect(used.filter(({ used_at }) => used_at !== null)).toHaveLength(1)
  })

  test('a refused secret is reported with the message of the server', async () => {
    const client = createClient({ baseUrl, clientId: 'client-of-viewer', clientSecret: 'wrong' })
    await expect(client.whoAmI()).rejects.toMatchObject({
      status: 401,
      code: 'unauthorized',
      requestId: expect.any(String),
    })
  })

  test('a session signs in, is returned, and signs out', async () => {
    let cookie = ''
    // Node does not handle cookies; a browser does this.
    const fetch = async (url: string | URL | Request, init: RequestInit = {}) => {
      const response = await globalThis.fetch(url, { ...init, headers: { ...(init.headers as object), cookie } })
      cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
      return response
    }
    const client = createClient({ baseUrl, session: true, fetch })
    expect(await client.session()).toBeNull()
    const { email } = platform.people.builder
    const signedIn = await client.signIn({ email, password: platform.password })
    expect(signedIn.member.email).toBe(email)
    expect(await client.session()).toEqual(signedIn)
    expect((await client.whoAmI()).userId).toBe(platform.people.builder.memberId)
    await client.signOut()
    expect(await client.session()).toBeNull()
  })
})
