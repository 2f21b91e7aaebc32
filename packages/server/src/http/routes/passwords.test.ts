import { changePassword, createPasswordReset, requestPasswordReset, resetPassword } from '@octavo/core/contract'
import { describe, expect, test } from 'vitest'
import { describeEmbedded } from '../../store/testing.ts'
import { scenarios, type TestAnswer, useServer } from '../testing.ts'
import { buildTestServices, type TestServices } from './testing.ts'

const unknownId = 'A'.repeat(29)
const next = 'another password of mine'

describeEmbedded('passwords', (openStore) => {
  let documents: TestServices
  const server = useServer(openStore, (platform) => {
    documents = buildTestServices(platform)
    return documents.routes
  })
  const signIn = async (password: string, email = 'builder@example.com') => {
    const answer = await server().request({ method: 'POST', path: '/auth/sign-in', body: { email, password } })
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
    const { csrfToken = '' } = answer.body as { csrfToken?: string }
    return { status: answer.status, headers: { cookie, 'x-octavo-csrf': csrfToken } }
  }
  type Session = Awaited<ReturnType<typeof signIn>>
  const isLive = async ({ headers }: Session) =>
    (await server().request({ method: 'GET', path: '/auth/session', headers })).status === 200
  const change = ({ headers }: Session, oldPassword: string, newPassword: string) =>
    server().request({ method: 'POST', path: '/auth/password', headers, body: { oldPassword, newPassword } })
  const reset = (token: string, password = next) =>
    server().request({ method: 'POST', path: '/auth/reset', body: { token, password } })
  const linkFor = (role: 'builder' | 'viewer', as: 'admin' | 'builder' = 'admin') => {
    const { memberId } = server().platform.people[role]
    return server().request({ method: 'POST', path: `/v2/members/${memberId}/password-reset`, as })
  }
  const tokenIn = ({ body }: TestAnswer) => (body as { url: string }).url.split('#')[1] ?? ''

  test('a change needs the old password, and ends all other sessions of that member only', async () => {
    const { password } = server().platform
    const [own, other] = [await signIn(password), await signIn(password)]
    const someone = await signIn(password, 'analyst@example.com')
    expect(await change(own, 'not the old one', next)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect((await change(own, password, 'short')).status).toBe(400)
    expect(
      (await change({ ...own, headers: { ...own.headers, 'x-octavo-csrf': 'x' } }, password, next)).body,
    ).toMatchObject({
      code: 'csrf_failed',
    })
    expect(await isLive(other)).toBe(true)
    const changed = await change(own, password, next)
    expect(changed.status, changed.text).toBe(200)
    expect([await isLive(own), await isLive(other), await isLive(someone)]).toEqual([true, false, true])
    expect((await signIn(password)).status).toBe(401)
    const again = await signIn(next)
    expect(again.status).toBe(200)
    expect((await change(again, next, password)).status).toBe(200)
  })

  test('guesses of the old password are paused like guesses at sign-in', async () => {
    const session = await signIn(server().platform.password, 'stranger@example.com')
    const statuses: number[] = []
    for (let guess = 0; guess < 7; guess += 1) statuses.push((await change(session, `guess ${guess}`, next)).status)
    expect(statuses).toContain(429)
  })

  test('the link of an administrator works once within an hour, and ends every session', async () => {
    const session = await signIn(server().platform.password)
    const made = await linkFor('builder')
    expect(made.status, made.text).toBe(200)
    expect((made.body as { url: string }).url).toContain('/reset#')
    const token = tokenIn(made)
    expect((await reset(`${token}x`)).status).toBe(401)
    expect((await reset(token)).status).toBe(200)
    expect(await isLive(session)).toBe(false)
    expect((await reset(token, 'a third password')).status).toBe(401)
    expect((await signIn(next)).status).toBe(200)
    const late = tokenIn(await linkFor('builder'))
    server().platform.clock.advance(3_600_001)
    expect((await reset(late)).status).toBe(401)
    expect((await reset(tokenIn(await linkFor('builder')), server().platform.password)).status).toBe(200)
  })

  test('an invitation link does not reset a password, and a reset link does not accept an invitation', async () => {
    const token = tokenIn(await linkFor('builder'))
    const body = { token, password: next }
    expect((await server().request({ method: 'POST', path: '/auth/accept-invitation', body })).status).toBe(401)
  })

  describe('a request for a mail', () => {
    const ask = (email: string, headers: Record<string, string> = {}) =>
      server().request({ method: 'POST', path: '/auth/reset-request', body: { email }, headers })
    const jobs = async () =>
      (
        await server()
          .platform.store.db.selectFrom('jobs')
          .select('payload')
          .where('kind', '=', 'mail.password-reset')
          .execute()
      ).map(({ payload }) => JSON.parse(payload) as { memberId: string; baseUrl: string })

    test('has the same response and work for known and unknown addresses', async () => {
      const { store } = server().platform
      const commitsOf = async (email: string) => {
        const before = store.commits()
        const answer = await ask(email)
        expect(answer).toMatchObject({ status: 202, body: {} })
        return store.commits() - before
      }
      expect(await commitsOf('nobody@example.com')).toBe(await commitsOf('builder@example.com'))
    })

    test('sends nothing without a mail server', async () => {
      await ask('builder@example.com')
      expect(await jobs()).toEqual([])
    })
  })

  scenarios(
    'POST /v2/members/{memberId}/password-reset',
    server,
    [
      {
        name: 'for nobody',
        as: 'admin',
        path: `/v2/members/${unknownId}/password-reset`,
        status: 404,
        answer: { code: 'not_found' },
      },
      {
        name: 'by a member who is not an administrator',
        as: 'builder',
        path: ({ platform }) => `/v2/members/${platform.people.viewer.memberId}/password-reset`,
        status: 403,
        answer: { code: 'forbidden' },
      },
    ],
    { operation: createPasswordReset, untested: { conflict: 'a deactivated member is one in the test below' } },
  )

  test('a deactivated member gets no link, and an earlier link is invalid', async () => {
    const token = tokenIn(await linkFor('viewer'))
    const { memberId } = server().platform.people.viewer
    await server().request({
      method: 'PATCH',
      path: `/v2/members/${memberId}`,
      as: 'admin',
      body: { isArchived: true },
    })
    expect((await reset(token)).status).toBe(401)
    expect(await linkFor('viewer')).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })

  scenarios(
    'POST /auth/password',
    server,
    [{ name: 'without a session', body: { oldPassword: 'any', newPassword: next }, status: 401 }],
    {
      operation: changePassword,
      untested: {
        conflict: 'looking at things as another member has its test below',
        too_many_attempts: 'guesses of the old password have their test above',
      },
    },
  )

  scenarios(
    'POST /auth/reset-request',
    server,
    [{ name: 'for an unknown address', body: { email: 'nobody@example.com' }, status: 202 }],
    {
      operation: requestPasswordReset,
      untested: { csrf_failed: 'only requests of another site have a foreign Origin' },
    },
  )

  scenarios(
    'POST /auth/reset',
    server,
    [
      {
        name: 'with an unknown token',
        body: { token: 'A'.repeat(22), password: next },
        status: 401,
        answer: { code: 'unauthorized' },
      },
      {
        name: 'from a page of another site',
        body: { token: 'A'.repeat(22), password: next },
        headers: { 'sec-fetch-site': 'cross-site' },
        status: 403,
        answer: { code: 'csrf_failed' },
      },
    ],
    { operation: resetPassword },
  )

  test('a session that views as another member cannot change a password', async () => {
    const { password, people } = server().platform
    const session = await signIn(password, 'admin@example.com')
    const viewAs = await server().request({
      method: 'POST',
      path: '/auth/view-as',
      headers: session.headers,
      body: { memberId: people.builder.memberId },
    })
    expect(viewAs.status, viewAs.text).toBe(200)
    expect(await change(session, password, next)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })
})
