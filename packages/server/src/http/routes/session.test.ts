import { changeProfile, operation, signIn as signInOperation, startViewAs } from '@octavo/core/contract'
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { Secret } from '../../secrets/index.ts'
import { describeStores } from '../../store/testing.ts'
import { handle } from '../handle.ts'
import { scenarios, type TestAnswer, type TestServer, useServer } from '../testing.ts'

const right = { email: 'viewer@example.com', password: 'correct horse battery staple' }
const rename = operation({
  id: 'testRename',
  method: 'POST',
  path: '/v2/test/rename',
  summary: 'A write',
  tag: 'test',
  answers: { 200: Type.Object({ memberId: Type.String(), via: Type.String() }) },
})
const routes = () => [handle(rename, ({ viewer }) => ({ memberId: viewer.memberId, via: viewer.via.kind }))]

function signIn(server: TestServer, body: object = right, headers: Record<string, string> = {}): Promise<TestAnswer> {
  return server.request({ method: 'POST', path: '/auth/sign-in', body, headers })
}
async function signedIn(server: TestServer, email = right.email) {
  const answer = await signIn(server, { ...right, email })
  expect(answer.status, answer.text).toBe(200)
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
  const { csrfToken } = answer.body as { csrfToken: string }
  return { cookie, csrf: { 'x-octavo-csrf': csrfToken }, answer }
}
const get = (server: TestServer, path: string, cookie: string) =>
  server.request({ method: 'GET', path, headers: { cookie } })
const write = (server: TestServer, headers: Record<string, string>) =>
  server.request({ method: 'POST', path: rename.path, headers })

describeStores('web sessions', (openStore) => {
  const serverOf = useServer(openStore, routes)

  scenarios(
    'POST /auth/sign-in',
    serverOf,
    [
      {
        name: 'returns the member, a cookie for the browser only and the CSRF token',
        body: { ...right, email: ' Viewer@Example.com ' },
        status: 200,
        answer: {
          member: { email: right.email, accountType: 'View', isAdmin: false },
          organization: { slug: 'main', zone: 'UTC' },
        },
        check: ({ headers }) =>
          expect(headers['set-cookie']).toMatch(
            /^octavo_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1209600$/,
          ),
      },
      {
        name: 'a wrong password and an unknown account have the same error',
        body: { ...right, password: 'wrong' },
        status: 401,
        answer: { code: 'unauthorized', message: 'The email or the password is wrong.' },
      },
      {
        name: 'an unknown account',
        body: { ...right, email: 'nobody@example.com' },
        status: 401,
        answer: { code: 'unauthorized', message: 'The email or the password is wrong.' },
      },
      { name: 'the account of another organization', body: { ...right, email: 'outsider@example.com' }, status: 401 },
      { name: 'without a password', body: { email: right.email }, status: 400, answer: { code: 'invalid_request' } },
      {
        name: 'from the page of another site',
        body: right,
        headers: { origin: 'https://evil.example' },
        status: 403,
        answer: { code: 'csrf_failed' },
      },
      {
        name: 'from a sandboxed page',
        body: right,
        headers: { origin: 'null', 'sec-fetch-site': 'cross-site' },
        status: 403,
      },
      {
        name: 'from the own page',
        body: right,
        headers: { origin: 'http://localhost:80', host: 'localhost:80' },
        status: 200,
      },
    ],
    {
      operation: signInOperation,
      untested: {
        too_many_attempts: 'pauses have their tests below',
        address_not_allowed: 'among the tests of allowed addresses',
      },
    },
  )

  test('a session gives access to the API as the same viewer as a token', async () => {
    const server = serverOf()
    const { cookie } = await signedIn(server)
    const bySession = await get(server, '/v2/whoami', cookie)
    const byToken = await server.request({ method: 'GET', path: '/v2/whoami', as: 'viewer' })
    expect(bySession.body).toEqual(byToken.body)
    expect(bySession.headers).not.toHaveProperty('access-control-allow-origin')
    expect(byToken.headers['access-control-allow-origin']).toBe('*')
  })

  test('the interface language is what the member chose last, in every session', async () => {
    const server = serverOf()
    const { cookie, csrf } = await signedIn(server)
    const choose = (body: object, headers: Record<string, string> = csrf) =>
      server.request({ method: 'PATCH', path: changeProfile.path, headers: { cookie, ...headers }, body })
    const languageOf = (answer: TestAnswer) =>
      (answer.body as { member?: { language?: string | null } }).member?.language
    expect(languageOf(await get(server, '/auth/session', cookie))).toBeNull()
    const chosen = await choose({ language: 'fr-ca' })
    expect(chosen.status, chosen.text).toBe(200)
    expect(languageOf(chosen)).toBe('fr-ca')
    const other = await signedIn(server)
    expect(languageOf(other.answer)).toBe('fr-ca')
    expect(languageOf((await signedIn(server, 'builder@example.com')).answer)).toBeNull()
    for (const body of [{ language: 'tlh' }, { language: '' }, {}]) {
      expect(await choose(body)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    }
    expect(await choose({ language: 'de' }, {})).toMatchObject({ status: 403, body: { code: 'csrf_failed' } })
    expect(languageOf(await choose({ language: null }))).toBeNull()
  })

  describe('viewing as another member', () => {
    const viewAs = (server: TestServer, at: { cookie: string; csrf: Record<string, string> }, memberId: string) =>
      server.request({
        method: 'POST',
        path: '/auth/view-as',
        headers: { cookie: at.cookie, ...at.csrf },
        body: { memberId },
      })
    const eventsOf = (server: TestServer, memberId: string) =>
      server.platform.store.db
        .selectFrom('audit_events')
        .select(['action', 'actor_id'])
        .where('object_id', '=', memberId)
        .where('action', 'like', 'VIEW_AS%')
        .orderBy('id')
        .execute()

    test('an administrator sees what the other member sees, changes nothing, and start and end are in the log', async () => {
      const server = serverOf()
      const { admin, viewer } = server.platform.people
      const at = await signedIn(server, 'admin@example.com')
      const started = await viewAs(server, at, viewer.memberId)
      expect(started.body).toMatchObject({
        member: { memberId: viewer.memberId, isAdmin: false },
        viewAs: { actor: { memberId: admin.memberId, email: 'admin@example.com' } },
      })
      expect((await get(server, '/auth/session', at.cookie)).body).toEqual(started.body)
      expect((await get(server, '/v2/whoami', at.cookie)).body).toMatchObject({ userId: viewer.memberId })
      expect(await write(server, { cookie: at.cookie, ...at.csrf })).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      })
      const headers = { cookie: at.cookie, ...at.csrf }
      expect(
        await server.request({ method: 'PATCH', path: changeProfile.path, headers, body: { language: 'de' } }),
      ).toMatchObject({ status: 409, body: { code: 'conflict' } })
      const ended = await server.request({
        method: 'DELETE',
        path: '/auth/view-as',
        headers: { cookie: at.cookie, ...at.csrf },
      })
      expect(ended.body).toEqual(at.answer.body)
      expect((await write(server, { cookie: at.cookie, ...at.csrf })).body).toEqual({
        memberId: admin.memberId,
        via: 'session',
      })
      expect(await eventsOf(server, viewer.memberId)).toEqual([
        { action: 'VIEW_AS_STARTED', actor_id: admin.memberId },
        { action: 'VIEW_AS_ENDED', actor_id: admin.memberId },
      ])
    })

    test('it ends when the other member is deactivated or becomes an administrator', async () => {
      const server = serverOf()
      const { admin, analyst } = server.platform.people
      const { store, viewers, organizationId } = server.platform
      const at = await signedIn(server, 'admin@example.com')
      expect((await viewAs(server, at, analyst.memberId)).status).toBe(200)
      const setArchived = async (isArchived: 0 | 1) => {
        await store.maintain('test', (tx) =>
          tx.updateTable('members').set({ is_archived: isArchived }).where('id', '=', analyst.memberId).execute(),
        )
        viewers.forget(organizationId, analyst.memberId)
      }
      await setArchived(1)
      expect((await get(server, '/v2/whoami', at.cookie)).body).toMatchObject({ userId: admin.memberId })
      await setArchived(0)
    })

    test.each([
      ['who is no administrator', 'builder', 'viewer', 403],
      ['as an administrator', 'admin', 'admin', 403],
      ['as a member of another organization', 'admin', 'outsider', 404],
    ] as const)('refused: %s', async (_, as, other, status) => {
      const server = serverOf()
      const at = await signedIn(server, `${as}@example.com`)
      const answer = await viewAs(server, at, server.platform.people[other].memberId)
      expect(answer.status).toBe(status)
    })
  })

  scenarios('POST /auth/view-as', serverOf, [{ name: 'nobody is signed in', body: { memberId: 'x' }, status: 401 }], {
    operation: startViewAs,
    untested: { forbidden: 'stands above', not_found: 'stands above' },
  })

  scenarios('PATCH /auth/profile', serverOf, [{ name: 'nobody is signed in', body: { language: 'de' }, status: 401 }], {
    operation: changeProfile,
    untested: { conflict: 'among the tests of looking at things as another member' },
  })

  test('GET /auth/session returns the same again', async () => {
    const server = serverOf()
    const { cookie, answer } = await signedIn(server)
    expect((await get(server, '/auth/session', cookie)).body).toEqual(answer.body)
    expect(await server.request({ method: 'GET', path: '/auth/session' })).toMatchObject({
      status: 401,
      body: { code: 'unauthorized', message: 'Nobody is signed in.' },
    })
  })

  describe('a write with a session', () => {
    test('needs the CSRF token of this session', async () => {
      const server = serverOf()
      const { cookie, csrf } = await signedIn(server)
      const other = await signedIn(server, 'builder@example.com')
      expect(await write(server, { cookie, ...csrf })).toMatchObject({ status: 200, body: { via: 'session' } })
      for (const headers of [{}, { 'x-octavo-csrf': '' }, { 'x-octavo-csrf': 'x' }, other.csrf]) {
        expect(await write(server, { cookie, ...headers })).toMatchObject({
          status: 403,
          body: { code: 'csrf_failed' },
        })
      }
    })
    test('is refused when another origin sends it, even with the token', async () => {
      const server = serverOf()
      const { cookie, csrf } = await signedIn(server)
      const foreign: Record<string, string>[] = [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
      ]
      for (const headers of foreign) {
        expect((await write(server, { cookie, ...csrf, ...headers })).status).toBe(403)
      }
      const own = { host: 'octavo.local', origin: 'http://octavo.local', 'sec-fetch-site': 'same-origin' }
      expect((await write(server, { cookie, ...csrf, ...own })).status).toBe(200)
    })
    test('does not need the CSRF token with a bearer token, whose viewer is used', async () => {
      const server = serverOf()
      const { cookie } = await signedIn(server)
      const authorization = `Bearer ${await server.tokenOf('builder')}`
      expect(await write(server, { cookie, authorization })).toMatchObject({
        status: 200,
        body: { via: 'token', memberId: server.platform.people.builder.memberId },
      })
    })
    test('is refused with a broken bearer token instead of falling back to the session', async () => {
      const server = serverOf()
      const { cookie, csrf } = await signedIn(server)
      expect((await write(server, { cookie, ...csrf, authorization: 'Bearer x' })).status).toBe(401)
    })
  })

  describe('a session ends', () => {
    test('at sign-out, at once', async () => {
      const server = serverOf()
      const { cookie, csrf } = await signedIn(server)
      const answer = await server.request({ method: 'POST', path: '/auth/sign-out', headers: { cookie, ...csrf } })
      expect(answer.status).toBe(200)
      expect(answer.headers['set-cookie']).toContain('octavo_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0')
      expect((await get(server, '/v2/whoami', cookie)).status).toBe(401)
    })
    test('within a second when its member is deactivated', async () => {
      const server = serverOf()
      const { store, clock, people } = server.platform
      const { cookie } = await signedIn(server, 'stranger@example.com')
      await store.maintain('test', (tx) =>
        tx.updateTable('members').set({ is_archived: 1 }).where('id', '=', people.stranger.memberId).execute(),
      )
      clock.advance(1_000)
      expect((await get(server, '/v2/whoami', cookie)).status).toBe(401)
      expect((await signIn(server, { ...right, email: 'stranger@example.com' })).status).toBe(401)
    })
    test('after twelve hours without use, and after two weeks in any case', async () => {
      const server = serverOf()
      const { clock } = server.platform
      const { cookie } = await signedIn(server)
      for (let hours = 0; hours < 14 * 24 - 11; hours += 11) {
        clock.advance(11 * 3_600_000)
        expect((await get(server, '/auth/session', cookie)).status).toBe(hours + 11 < 14 * 24 ? 200 : 401)
      }
      clock.advance(11 * 3_600_000)
      expect((await get(server, '/auth/session', cookie)).status).toBe(401)
      const second = await signedIn(server)
      clock.advance(12 * 3_600_000)
      expect((await get(server, '/auth/session', second.cookie)).status).toBe(401)
    })
  })

  test('the store contains neither the cookie nor the CSRF token', async () => {
    const server = serverOf()
    const { cookie, csrf } = await signedIn(server)
    const text = JSON.stringify(await server.platform.store.db.selectFrom('sessions').selectAll().execute())
    expect(text).not.toContain(cookie.split('=')[1])
    expect(text).not.toContain(csrf['x-octavo-csrf'])
  })

  test('the first-start secrets are removed when an administrator signs in, not before', async () => {
    const server = serverOf()
    const before = server.platform.adminSignIns()
    await signedIn(server)
    expect(server.platform.adminSignIns()).toBe(before)
    await signedIn(server, 'admin@example.com')
    expect(server.platform.adminSignIns()).toBe(before + 1)
  })

  test('sign-ins, failures and sign-outs are in the audit log', async () => {
    const server = serverOf()
    const rows = await server.platform.store.db.selectFrom('audit_events').select(['action', 'details']).execute()
    expect(new Set(rows.map((row) => row.action))).toEqual(
      new Set([
        'SIGNED_IN',
        'PROFILE_CHANGED',
        'SIGN_IN_FAILED',
        'SIGNED_OUT',
        'TOKEN_ISSUED',
        'VIEW_AS_STARTED',
        'VIEW_AS_ENDED',
        'ACCESS_DENIED',
      ]),
    )
    expect(JSON.stringify(rows)).not.toContain(right.password)
  })
})

describeStores('lock-out', (openStore) => {
  const serverOf = useServer(openStore, routes)
  const fail = (email: string, address = '10.0.0.1') =>
    serverOf().platform.signIn.signIn({ email, password: new Secret('wrong'), address, userAgent: '' })
  const codeOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'signed in',
      (error: { code: string; details: { retryAfterSeconds?: number } }) =>
        error.details.retryAfterSeconds === undefined ? error.code : error.details.retryAfterSeconds,
    )

  test('an account pauses after five failures, longer each time, and the right password does not end the pause', async () => {
    const { clock } = serverOf().platform
    for (let i = 0; i < 5; i += 1) expect(await codeOf(fail('builder@example.com'))).toBe('unauthorized')
    expect(await codeOf(fail('builder@example.com'))).toBe(1)
    expect((await signIn(serverOf(), { ...right, email: 'builder@example.com' })).headers['retry-after']).toBe('1')
    for (const seconds of [1, 2, 4, 8]) {
      clock.advance(seconds * 1000)
      expect(await codeOf(fail('builder@example.com'))).toBe('unauthorized')
      expect(await codeOf(fail('builder@example.com'))).toBe(seconds * 2)
    }
    clock.advance(16_000)
    expect((await signIn(serverOf(), { ...right, email: 'builder@example.com' })).status).toBe(200)
    expect(await codeOf(fail('builder@example.com'))).toBe('unauthorized')
  })

  test('a clock that was set back does not extend the pause after failures', async () => {
    const { clock } = serverOf().platform
    for (let i = 0; i < 6; i += 1) await codeOf(fail('late@example.com', '10.0.0.9'))
    expect(await codeOf(fail('late@example.com', '10.0.0.9'))).toBe(1)
    clock.advance(-365 * 86_400_000)
    expect(await codeOf(fail('late@example.com', '10.0.0.9'))).toBe('unauthorized')
    clock.advance(365 * 86_400_000)
  })

  test('an account that does not exist pauses in the same way', async () => {
    for (let i = 0; i < 5; i += 1) expect(await codeOf(fail('ghost@example.com', '10.0.0.2'))).toBe('unauthorized')
    expect(await codeOf(fail('ghost@example.com', '10.0.0.2'))).toBe(1)
  })

  test('the pause is never longer than a quarter of an hour, and failures are forgotten after an hour', async () => {
    const { clock } = serverOf().platform
    let pause: unknown = 0
    for (let i = 0; i < 16; i += 1) {
      clock.advance(900_000)
      await codeOf(fail('analyst@example.com', `10.1.0.${i}`))
      pause = await codeOf(fail('analyst@example.com', `10.1.0.${i}`))
    }
    expect(pause).toBe(900)
    clock.advance(900_000 + 3_600_000)
    for (let i = 0; i < 5; i += 1) {
      expect(await codeOf(fail('analyst@example.com', '10.1.1.1'))).toBe('unauthorized')
    }
  })

  test('an address that tries many accounts pauses', async () => {
    for (let i = 0; i < 30; i += 1)
      expect(await codeOf(fail(`guess-${i}@example.com`, '10.9.9.9'))).toBe('unauthorized')
    expect(await codeOf(fail('guess-31@example.com', '10.9.9.9'))).toBe(1)
    expect(await codeOf(fail('guess-31@example.com', '10.9.9.8'))).toBe('unauthorized')
  })

  test('twenty concurrent guesses get no more attempts than five', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => codeOf(fail('guest@example.com', '10.7.0.1'))))
    expect(answers.filter((answer) => answer === 'unauthorized')).toHaveLength(5)
  })

  test('unknown accounts take as many statements as wrong passwords', async () => {
    const { store } = serverOf().platform
    const counts: number[] = []
    for (const email of ['viewer@example.com', 'nobody-at-all@example.com']) {
      const before = await store.db
        .selectFrom('audit_events')
        .select((row) => row.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      await codeOf(fail(email, `10.8.0.${counts.length}`))
      const after = await store.db
        .selectFrom('audit_events')
        .select((row) => row.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      counts.push(Number(after.n) - Number(before.n))
    }
    expect(counts).toEqual([1, 1])
  })
})

describeStores('sessions over https', (openStore) => {
  const serverOf = useServer(openStore, routes, { config: { publicUrl: 'https://octavo.example.com' } })
  test('the cookie is Secure and bound to the host, and the public origin may write', async () => {
    const server = serverOf()
    const answer = await signIn(server)
    expect(answer.headers['set-cookie']).toMatch(/^__Host-octavo_session=.*; Secure$/)
    expect(answer.headers['strict-transport-security']).toContain('max-age=31536000')
    const { cookie, csrf } = await signedIn(server)
    expect((await write(server, { cookie, ...csrf, origin: 'https://octavo.example.com' })).status).toBe(200)
    expect((await write(server, { cookie: cookie.replace('__Host-', ''), ...csrf })).status).toBe(401)
  })
})
