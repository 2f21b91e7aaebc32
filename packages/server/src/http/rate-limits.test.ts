import { operation, type RateGroup } from '@octavo/core/contract'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { loadConfig } from '../config/index.ts'
import { updateOrganization } from '../store/organizations.ts'
import { describeStores } from '../store/testing.ts'
import { handle } from './handle.ts'
import { tokenRateOf } from './routes/auth.ts'
import { type Role, useServer } from './testing.ts'

const limited = (rate: RateGroup) =>
  operation({
    id: `${rate}Something`,
    method: 'POST',
    path: `/v2/${rate}`,
    summary: 'Something with a limit',
    tag: 'test',
    rate,
    answers: { 200: Type.Object({}) },
  })

const { rateLimits: contract } = loadConfig({})

describeStores('rate limits', (openStore) => {
  const groups: RateGroup[] = ['export', 'send', 'download']
  const serverOf = useServer(openStore, () => groups.map((rate) => handle(limited(rate), () => ({}))), {
    tokenRate: tokenRateOf(60),
  })
  const ask = (rate: RateGroup, as: Role = 'admin') =>
    serverOf().request({ method: 'POST', path: `/v2/${rate}`, as, body: undefined })
  const limitBy = (settings: unknown) =>
    serverOf().platform.store.maintain('test', (tx) =>
      updateOrganization(tx, serverOf().platform.organizationId, { settings: JSON.stringify(settings) }),
    )

  test.each(groups)('%s: every response has the limit of the contract and the remaining requests', async (rate) => {
    const perMinute = contract[rate]
    await ask(rate)
    const { status, headers } = await ask(rate)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'ratelimit-limit': String(perMinute),
      'ratelimit-policy': `${perMinute};w=60`,
      'ratelimit-remaining': String(perMinute - 2),
      'ratelimit-reset': String(Math.ceil(120 / perMinute)),
    })
  })

  test('an organization sets its own limit, which applies to each credential and recovers with time', async () => {
    await limitBy({ requestsPerMinute: { export: 3 } })
    serverOf().platform.clock.advance(60_000)
    for (const _ of [1, 2, 3]) expect((await ask('export')).status).toBe(200)
    const refused = await ask('export')
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(refused.headers).toMatchObject({ 'retry-after': '20', 'ratelimit-limit': '3', 'ratelimit-remaining': '0' })
    expect((await ask('export', 'builder')).status).toBe(200)
    expect((await ask('download')).status).toBe(200)
    serverOf().platform.clock.advance(20_000)
    expect((await ask('export')).status).toBe(200)
    expect((await ask('export')).status).toBe(429)
  })

  test('after the clock was set back requests are not refused for longer', async () => {
    serverOf().platform.clock.advance(120_000)
    await ask('export', 'analyst')
    serverOf().platform.clock.advance(-60_000)
    expect((await ask('export', 'analyst')).status).toBe(200)
  })

  test('the token endpoint returns the remaining requests of a client', async () => {
    const { clientId, clientSecret } = serverOf().platform.people.guest
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    const { status, headers } = await serverOf().request({ method: 'POST', path: '/v2/auth/token', form })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'ratelimit-limit': '30',
      'ratelimit-policy': '30;w=30',
      'ratelimit-remaining': '29',
      'ratelimit-reset': '1',
    })
    for (let left = 29; left > 0; left -= 1) {
      expect((await serverOf().request({ method: 'POST', path: '/v2/auth/token', form })).status).toBe(200)
    }
    expect(await serverOf().request({ method: 'POST', path: '/v2/auth/token', form })).toMatchObject({
      status: 429,
      body: { code: 'too_many_attempts' },
      headers: { 'retry-after': '1', 'ratelimit-limit': '30', 'ratelimit-remaining': '0', 'ratelimit-reset': '30' },
    })
  })

  test('operations without a limit have no such header', async () => {
    const { headers } = await serverOf().request({ method: 'GET', path: '/v2/whoami', as: 'admin' })
    expect(Object.keys(headers).filter((name) => name.startsWith('ratelimit'))).toEqual([])
  })
})

describeStores('requests without a token', (openStore) => {
  const serverOf = useServer(openStore, () => [], {
    config: { rateLimits: { ...contract, address: 3 } },
  })
  const ask = (from: string, path = '/auth/sign-in') =>
    serverOf().request({ method: 'POST', path, from, body: { email: 'a@b', password: 'x' } })

  test('are counted by address; addresses of one IPv6 network count together, and health checks do not count', async () => {
    const sameNetwork = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::2', '2001:db8:1:2:0:0:0:3']
    for (const from of sameNetwork) expect((await ask(from)).status).toBe(401)
    const refused = await ask('2001:db8:1:2::4')
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } })
    expect(refused.headers).toMatchObject({ 'retry-after': '20', 'ratelimit-limit': '3' })
    expect((await ask('2001:db8:1:3::1')).status).toBe(401)
    expect((await ask('192.0.2.7')).status).toBe(401)
    const probe = await serverOf().request({ method: 'GET', path: '/healthz', from: '2001:db8:1:2::4' })
    expect(probe.status).toBe(200)
    serverOf().platform.clock.advance(20_000)
    expect((await ask('2001:db8:1:2::4')).status).toBe(401)
  })
})
