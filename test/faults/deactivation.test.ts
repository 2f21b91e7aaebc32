import { afterAll, expect, test } from 'vitest'
import { describeStores } from '../../packages/server/src/store/testing.ts'
import { endAll, type ServerProcess, signIn, startServer } from './processes.ts'

afterAll(endAll)

const password = 'a password of the test'
/** The maximum time for a deactivation to reach every process. */
const withinMs = 1_000

describeStores('a member who is deactivated', (openStore, engine) => {
  test.each([{ isArchived: true }, { isInactive: true }])(
    'has no access after a second, by token and by session, also in the other server process: %j',
    async (change) => {
      const place = await openStore.place({ isMigrated: false })
      const here = await startServer(place)
      // The embedded store has one process; on PostgreSQL another process has cached the member.
      const there = engine === 'postgres' ? await startServer(place) : here
      const admin = await signIn(here)
      const ask = async <Body>(server: ServerProcess, method: string, path: string, body?: unknown) => {
        const answer = await server.request(method, path, body, admin)
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
        return answer.body as Body
      }
      const person = { email: 'out@example.com', firstName: 'O', lastName: 'T', memberType: 'Analyze' }
      const made = await ask<{ memberId: string; invitation: { url: string } }>(here, 'POST', '/v2/members', person)
      const path = `/v2/members/${made.memberId}`
      const token = made.invitation.url.split('#')[1]
      const origin = { origin: there.url }
      expect((await there.request('POST', '/auth/accept-invitation', { token, password }, origin)).status).toBe(200)
      const session = await there.request('POST', '/auth/sign-in', { email: person.email, password }, origin)
      expect(session.status, JSON.stringify(session.body)).toBe(200)
      const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? ''
      const pair = await ask<{ clientId: string; clientSecret: string }>(here, 'POST', '/v2/credentials', {
        ownerId: made.memberId,
        name: 'Of the member',
      })
      const grant = () =>
        fetch(`${there.url}/v2/auth/token`, {
          method: 'POST',
          body: new URLSearchParams({
            grant_type: 'client_credentials',
            client_id: pair.clientId,
            client_secret: pair.clientSecret,
          }),
        })
      const { access_token: access } = (await (await grant()).json()) as { access_token: string }
      const ways: Record<string, string>[] = [{ authorization: `Bearer ${access}` }, { cookie }]
      const statuses = () =>
        Promise.all(ways.map(async (way) => (await there.request('GET', '/v2/whoami', undefined, way)).status))
      // The member is cached there, so that the invalidation is measured.
      expect(await statuses()).toEqual([200, 200])
      expect(await statuses()).toEqual([200, 200])

      await ask(here, 'PATCH', path, change)
      const from = performance.now()
      let last = await statuses()
      while (last.includes(200) && performance.now() - from < 10 * withinMs) last = await statuses()
      const tookMs = performance.now() - from
      expect(last).toEqual([401, 401])
      expect(tookMs).toBeLessThan(withinMs + 250)
      expect((await grant()).status).toBeGreaterThanOrEqual(400)

      await ask(here, 'PATCH', path, { isArchived: false, isInactive: false })
      expect(await statuses()).toEqual([401, 401])
    },
    60_000,
  )
})
