import { createHmac, randomUUID } from 'node:crypto'
import {
  createAllowedIps,
  deleteAllowedIps,
  getBulkCopySetting,
  getLicenseUpgradeRequestsSetting,
  getOrganizationSettings,
  getPublicEmbedsSetting,
  listAllowedIps,
  type OperationDefinition,
  updateBulkCopySetting,
  updateLicenseUpgradeRequestsSetting,
  updateOrganizationSettings,
  updatePublicEmbedsSetting,
} from '@octavo/core/contract'
import { describe, expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Role, scenarios, type TestRequest, useServer } from '../testing.ts'
import { buildTestServices, smallRetail } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'

describeStores('the organization', (openStore) => {
  const server = useServer(
    openStore,
    async (platform) => {
      const documents = buildTestServices(platform)
      await documents.addConnection(smallRetail)
      return documents.routes
    },
    { config: { trustedProxies: ['10.1.1.1'] } },
  )
  const ask = (method: string, path: string, body?: unknown, more: Partial<TestRequest> = {}) =>
    server().request({ method, path, as: 'admin', ...more, ...(body === undefined ? {} : { body }) })
  const send = async (method: string, path: string, body?: unknown, more: Partial<TestRequest> = {}) => {
    const answer = await ask(method, path, body, more)
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body as Record<string, unknown>
  }
  const settings = '/v2/organizations/settings'

  describe('settings', () => {
    test('the locale is part of the session, and applies to exports requested from then on', async () => {
      const { platform } = server()
      const { email } = platform.people.viewer
      const readLocale = async () => {
        const answer = await ask('POST', '/auth/sign-in', { email, password: platform.password }, { as: null })
        return (answer.body as { organization: { locale: string | null } }).organization.locale
      }
      expect(await readLocale()).toBeNull()
      await send('PATCH', settings, { locale: 'en-gb' })
      expect(await readLocale()).toBe('en-gb')
      await send('PATCH', settings, { locale: null })
    })

    test('a member invited without an account type gets the one in the setting', async () => {
      const invite = async (email: string) =>
        (await send('POST', '/v2/members', { email, firstName: '', lastName: '' })).memberType
      expect(await invite('first@invited.example')).toBe('View')
      expect(await send('PATCH', settings, { defaultMemberType: 'analyze' })).toMatchObject({
        defaultMemberType: 'Analyze',
      })
      expect(await invite('second@invited.example')).toBe('Analyze')
      const refused = await ask('PATCH', settings, { defaultMemberType: 'Admin' })
      expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
      expect(await send('PATCH', settings, { defaultMemberType: null })).toMatchObject({ defaultMemberType: null })
      expect(await invite('third@invited.example')).toBe('View')
    })

    test('zone, locale and archive days are stored, and absent fields keep their values', async () => {
      const changed = await send('PATCH', settings, { timezone: 'america/new_york', locale: 'de-CH' })
      expect(changed).toMatchObject({
        organizationId: server().platform.organizationId,
        timezone: 'America/New_York',
        locale: 'de-CH',
        archiveDays: 30,
      })
      expect(await send('PATCH', settings, { archiveDays: null })).toMatchObject({ locale: 'de-CH', archiveDays: null })
      expect(await send('GET', settings)).toMatchObject({ timezone: 'America/New_York', archiveDays: null })
      await send('PATCH', settings, { timezone: 'UTC', locale: null, archiveDays: 30 })
      const events = await server()
        .platform.store.db.selectFrom('audit_events')
        .select('details')
        .where('action', '=', 'ORGANIZATION_SETTINGS_CHANGED')
        .orderBy('id')
        .execute()
      const reported = events.map(({ details }) => JSON.parse(details) as { after: { zone?: string } })
      expect(reported.find(({ after }) => after.zone)).toMatchObject({
        after: { zone: 'America/New_York' },
        before: { zone: 'UTC' },
      })
    })

    test('row limits and rates are changed one by one and take effect at once', async () => {
      const rows = { csv: null, json: 1_000_000, jsonl: null, xlsx: 1_000_000 }
      const rates = { export: null, send: null, download: null }
      expect(await send('GET', settings)).toMatchObject({
        exportRows: rows,
        exportMegabytes: 2048,
        requestsPerMinute: rates,
      })
      expect(await send('PATCH', settings, { exportMegabytes: 10 })).toMatchObject({ exportMegabytes: 10 })
      await send('PATCH', settings, { exportRows: { csv: 2 }, requestsPerMinute: { export: 3 } })
      const changed = await send('PATCH', settings, { exportRows: { xlsx: 7 }, requestsPerMinute: { download: 5 } })
      expect(changed).toMatchObject({
        exportRows: { ...rows, csv: 2, xlsx: 7 },
        requestsPerMinute: { ...rates, export: 3, download: 5 },
      })
      const unknownExport = `/v2/workbooks/${unknownId}/export`
      const exported = () => ask('POST', unknownExport, { elementId: 'a', format: { type: 'csv' } })
      const answers = [await exported(), await exported(), await exported(), await exported()]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 429])
      const reset = { exportRows: { csv: null, xlsx: 1_000_000 }, requestsPerMinute: { export: null, download: null } }
      expect(await send('PATCH', settings, reset)).toMatchObject({ exportRows: rows, requestsPerMinute: rates })
    })

    test.each([
      { exportMegabytes: 0 },
      { exportRows: { csv: 0 } },
      { requestsPerMinute: { export: 1.5 } },
      { requestsPerMinute: { send: 0 } },
    ])('%j is refused and changes nothing', async (change) => {
      const before = await send('GET', settings)
      expect((await ask('PATCH', settings, change)).status).toBe(400)
      expect(await send('GET', settings)).toEqual(before)
    })

    test('the displayed name changes, and addresses do not', async () => {
      const { store, organizationId } = server().platform
      const read = () =>
        store.db
          .selectFrom('organizations')
          .select(['name', 'slug'])
          .where('id', '=', organizationId)
          .executeTakeFirst()
      const before = await read()
      expect(await send('PATCH', settings, { name: '  Müller & Söhne ' })).toMatchObject({ name: 'Müller & Söhne' })
      expect(await read()).toEqual({ name: 'Müller & Söhne', slug: before?.slug })
      const refused = await ask('PATCH', settings, { name: ' ' })
      expect(refused.status).toBe(400)
      await send('PATCH', settings, { name: before?.name })
    })

    test.each([
      ['timezone', 'Mars/Olympus'],
      ['timezone', '+02:00'],
      ['locale', 'no_locale!'],
    ])('a wrong %s is refused by name and changes nothing', async (name, value) => {
      const before = await send('GET', settings)
      expect(await ask('PATCH', settings, { [name]: value })).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', details: { problems: [{ path: name }] } },
      })
      expect(await send('GET', settings)).toEqual(before)
    })

    test('lists are bare arrays only when the organization asks for it and the request has no page', async () => {
      const authorization = `Bearer ${await server().tokenOf('admin')}`
      // Sent directly, because the test server checks every response against the current contract.
      const answer = async (url: string) =>
        (await server().http.inject({ method: 'GET', url, headers: { authorization } })).json() as unknown
      const lists = ['/v2/members', '/v2/teams', '/v2/workspaces']
      for (const path of lists) expect(await answer(path)).toHaveProperty('entries')
      await send('PATCH', settings, { bareLists: true })
      for (const path of lists) {
        expect(await answer(path)).toBeInstanceOf(Array)
        expect(await answer(`${path}?limit=1`)).toHaveProperty('entries')
        expect(await answer(path.replace('/v2/', '/v2.1/'))).toHaveProperty('entries')
      }
      expect(await answer('/v2/members?search=builder%40example.com')).toMatchObject([{ email: 'builder@example.com' }])
      await send('PATCH', settings, { bareLists: false })
      expect(await answer('/v2/members')).toHaveProperty('entries')
    })

    test.each(['embedOrigins', 'contentHosts'])(
      '%s accepts origins as browsers write them, each once',
      async (name) => {
        const origins = ['https://host.example', 'http://localhost:8080']
        expect(await send('GET', settings)).toMatchObject({ [name]: [] })
        expect(await send('PATCH', settings, { [name]: [...origins, origins[0]] })).toMatchObject({
          [name]: origins,
        })
        for (const wrong of [
          'host.example',
          'https://host.example/',
          'https://host.example/path',
          'https://HOST.example',
          'https://host.example:443',
          '*',
          'https://*.example',
          "https://host.example; script-src 'unsafe-inline'",
          'javascript:1',
          'data:,x',
          '',
        ]) {
          const answer = await ask('PATCH', settings, { [name]: ['https://ok.example', wrong] })
          expect(answer, wrong).toMatchObject({
            status: 400,
            body: { code: 'invalid_request', details: { problems: [{ path: `${name}[1]` }] } },
          })
        }
        expect(await send('PATCH', settings, { [name]: [] })).toMatchObject({ [name]: [] })
      },
    )

    test.each([
      ['bulkCopy', true],
      ['licenseUpgradeRequests', true],
      ['publicEmbeds', true],
    ])('the switch %s is %s until it is set', async (name, fallback) => {
      const path = `${settings}/${name}`
      expect(await send('GET', path)).toEqual({ enabled: fallback })
      expect(await send('PATCH', path, { enabled: !fallback })).toEqual({ enabled: !fallback })
      expect(await send('GET', path)).toEqual({ enabled: !fallback })
    })
  })

  describe('allowed addresses', () => {
    const listPath = '/v3alpha/allowedIps'
    const add = (entries: object[], more: Partial<TestRequest> = {}) =>
      ask('POST', `${listPath}:batchCreate`, { entries }, more)
    const remove = (ids: string[], more: Partial<TestRequest> = {}) =>
      ask('POST', `${listPath}:batchDelete`, { ipAllowlistEntryIds: ids }, more)
    const idsOf = async () => {
      const { entries } = await send('GET', listPath, undefined, { from: '192.0.2.7' })
      return (entries as { ipAllowlistEntryId: string }[]).map((entry) => entry.ipAllowlistEntryId)
    }
    const seen = async (from: string, more: Partial<TestRequest> = {}) =>
      (await ask('GET', '/v2/whoami', undefined, { from, ...more })).status

    test('only allowed networks reach their scope, and callers cannot lock out their own', async () => {
      const own = { ip: '192.0.2.0/24', scope: 'public-api', description: 'office' }
      const refused = await add([own], { from: '198.51.100.1' })
      expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } })
      expect(await seen('198.51.100.1')).toBe(200)
      const created = await add([own, { ip: '2001:DB8::/32', scope: 'both' }], { from: '192.0.2.7' })
      expect(created.status, created.text).toBe(201)
      for (const [from, status] of [
        ['192.0.2.200', 200],
        ['192.0.3.1', 403],
        ['::ffff:192.0.2.9', 200],
        ['2001:db8::1', 200],
        ['2001:db9::1', 403],
      ] as const) {
        expect(await seen(from), from).toBe(status)
      }
      const turnedAway = await ask('GET', '/v2/whoami', undefined, { from: '192.0.3.1' })
      expect(turnedAway.body).toMatchObject({ code: 'address_not_allowed', details: { address: '192.0.3.1' } })
      const again = await add([{ ip: '2001:db8:0::/32', scope: 'ui' }], { from: '192.0.2.7' })
      expect(again).toMatchObject({ status: 409 })
      const [newest] = await idsOf()
      const [, oldest] = await idsOf()
      expect(await remove([newest ?? '', oldest ?? ''], { from: '192.0.2.7' })).toMatchObject({ status: 204 })
      expect(await idsOf()).toEqual([])
    })

    test.each([
      ['10.0.0.0/8', ['10.9.9.9/8', '::ffff:10.0.0.0/104', '::ffff:a00:0/104'], '10.1.2.3', '11.0.0.1'],
      [
        '192.0.2.7',
        ['::ffff:192.0.2.7', '::ffff:c000:207', '192.0.2.7/32', '::FFFF:192.0.2.7/128'],
        '192.0.2.7',
        '192.0.2.8',
      ],
      ['2001:db8::/33', ['2001:db8:7fff::1/33', '2001:0DB8:0::/33'], '2001:db8:7fff::2', '2001:db8:8000::'],
      ['2001:db8::1', ['2001:db8:0:0:0:0:0:1/128'], '2001:db8::1', '2001:db8::2'],
    ])('%s has one entry in every notation', async (ip, spellings, inside, outside) => {
      for (const [first, others] of [[ip, spellings], ...spellings.map((each) => [each, [ip]] as const)] as const) {
        expect((await add([{ ip: first, scope: 'public-api' }], { from: inside })).status, first).toBe(201)
        for (const other of others) {
          const again = await add([{ ip: other, scope: 'ui' }], { from: inside })
          expect(again.body, `${other} beside ${first}`).toMatchObject({ code: 'conflict' })
        }
        expect([await seen(inside), await seen(outside)], first).toEqual([200, 403])
        const { entries } = await send('GET', listPath, undefined, { from: inside })
        const [{ ipAllowlistEntryId } = { ipAllowlistEntryId: '' }] = entries as { ipAllowlistEntryId: string }[]
        expect((await remove([ipAllowlistEntryId], { from: inside })).status).toBe(204)
      }
    })

    test('a trusted proxy supplies the address, an untrusted one does not', async () => {
      await add([{ ip: '192.0.2.7', scope: 'public-api' }], { from: '192.0.2.7' })
      const headers = { 'x-forwarded-for': '192.0.2.7' }
      expect(await seen('10.1.1.1', { headers })).toBe(200)
      expect(await seen('10.1.1.2', { headers })).toBe(403)
      await remove(await idsOf(), { from: '192.0.2.7' })
    })

    test('tokens and sessions are issued to allowed addresses only', async () => {
      const { admin } = server().platform.people
      await add([{ ip: '192.0.2.7', scope: 'both' }], { from: '192.0.2.7' })
      const form = { grant_type: 'client_credentials', client_id: admin.clientId, client_secret: admin.clientSecret }
      const token = (from: string) => server().request({ method: 'POST', path: '/v2/auth/token', as: null, form, from })
      expect(await token('192.0.2.8')).toMatchObject({ status: 403, body: { code: 'address_not_allowed' } })
      expect((await token('192.0.2.7')).status).toBe(200)
      const body = { email: admin.email, password: server().platform.password }
      const signIn = (from: string) => server().request({ method: 'POST', path: '/auth/sign-in', as: null, body, from })
      expect(await signIn('192.0.2.8')).toMatchObject({ status: 403, body: { code: 'address_not_allowed' } })
      const signedIn = await signIn('192.0.2.7')
      const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
      const session = (from: string) =>
        server().request({ method: 'GET', path: '/auth/session', as: null, headers: { cookie }, from })
      expect((await session('192.0.2.7')).status).toBe(200)
      expect((await session('192.0.2.8')).status).toBe(403)
      await remove(await idsOf(), { from: '192.0.2.7' })
    })

    test('an invalid address is reported with its position', async () => {
      const entries = ['10.0.0.0/33', 'example.com', '1.2.3', '::1/129'].map((ip) => ({ ip, scope: 'ui' }))
      const { body, status } = await add(entries)
      expect(status).toBe(400)
      const { problems } = (body as { details: { problems: { path: string }[] } }).details
      expect(problems.map(({ path }) => path)).toEqual(entries.map((_, index) => `entries[${index}].ip`))
    })

    test('at most 200', async () => {
      const entries = Array.from({ length: 200 }, (_, index) => ({ ip: `10.0.${index}.0/24`, scope: 'ui' }))
      expect((await add(entries)).status).toBe(201)
      expect(await add([{ ip: '10.1.0.0/16', scope: 'ui' }])).toMatchObject({ status: 409 })
      const first = await send('GET', listPath, undefined, { query: { pageSize: 150 } })
      const rest = await send('GET', listPath, undefined, {
        query: { pageSize: 150, pageToken: String(first.nextPageToken) },
      })
      const all = [...(first.entries as object[]), ...(rest.entries as object[])] as { ipAllowlistEntryId: string }[]
      expect(new Set(all.map((entry) => entry.ipAllowlistEntryId)).size).toBe(200)
      expect((await remove(all.map((entry) => entry.ipAllowlistEntryId))).status).toBe(204)
    })
  })

  describe('acting as another member', () => {
    const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange'
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const jwt = (kid: string, secret: string, claims: object, alg = 'HS256') => {
      const text = `${encode({ alg, kid })}.${encode({ exp: server().platform.clock.now() / 1000 + 300, ...claims })}`
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
    }
    const exchange = async (as: Role, subjectToken: string, more: Record<string, string> = {}) => {
      const actor = await server().tokenOf(as)
      return server().request({
        method: 'POST',
        path: '/v2/auth/token',
        as: null,
        headers: { authorization: `Bearer ${actor}` },
        form: {
          grant_type: exchangeGrant,
          subject_token: subjectToken,
          subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
          actor_token: actor,
          actor_token_type: 'urn:ietf:params:oauth:token-type:access_token',
          ...more,
        },
      })
    }
    const own = (role: Role, claims: object) => {
      const { clientId, clientSecret } = server().platform.people[role]
      return jwt(clientId, clientSecret, claims)
    }

    test('an administrator gets a token of the member; events name both', async () => {
      const answer = await exchange('admin', own('admin', { sub: 'builder@example.com' }))
      expect(answer.body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
      expect(answer.body).not.toHaveProperty('refresh_token')
      const headers = { authorization: `Bearer ${(answer.body as { access_token: string }).access_token}` }
      const { builder, admin } = server().platform.people
      const asBuilder = { as: null, headers }
      expect(await send('GET', '/v2/whoami', undefined, asBuilder)).toMatchObject({ userId: builder.memberId })
      const file = await send('POST', '/v2/files', { type: 'folder', name: 'Acted' }, asBuilder)
      const event = await server()
        .platform.store.db.selectFrom('audit_events')
        .select(['actor_id', 'details'])
        .where('object_id', '=', String(file.id))
        .executeTakeFirstOrThrow()
      expect(event.actor_id).toBe(builder.memberId)
      expect(JSON.parse(event.details)).toMatchObject({ actingMemberId: admin.memberId })
      const schedule = { target: [{ email: 'a@b.example' }], schedule: { cronSpec: '0 0 * * *', timezone: 'UTC' } }
      for (const [method, path, body] of [
        ['POST', `/v2/workbooks/${unknownId}/export`, { elementId: 'x', format: { type: 'csv' } }],
        ['POST', `/v2/workbooks/${unknownId}/schedules`, schedule],
        ['GET', `/v2/members/${builder.memberId}/schedules`],
        ['GET', '/v2/connections/paths'],
        ['GET', `/v2/connections/paths/${unknownId}/grants`],
      ] as const) {
        const refused = await ask(method, path, body, asBuilder)
        expect(refused, path).toMatchObject({ status: 403, body: { code: 'forbidden' } })
      }
    })

    test.each([
      ['who is no administrator', 'builder', { sub: 'viewer@example.com' }, 403],
      ['as an administrator', 'admin', { sub: 'admin@example.com' }, 403],
      ['as nobody', 'admin', { sub: 'nobody@example.com' }, 404],
      ['as a member of another organization', 'admin', { sub: 'outsider@example.com' }, 404],
      ['as a tenant that is not there', 'admin', { sub: 'viewer@example.com', tenant: unknownId }, 404],
      ['with a zero byte in sub', 'admin', { sub: 'a\0b@example.com' }, 401],
      ['with a zero byte in the id of the token', 'admin', { sub: 'viewer@example.com', jti: '\0' }, 401],
      ['with a token that has expired', 'admin', { sub: 'viewer@example.com', exp: 1 }, 401],
      ['with a token that lives for ever', 'admin', { sub: 'viewer@example.com', exp: 99_999_999_999 }, 401],
    ] as const)('not %s', async (_title, as, claims, status) => {
      const answer = await exchange(as, own(as, claims))
      expect(answer.status, answer.text).toBe(status)
      if (status !== 403) return
      const refused = () =>
        server()
          .platform.store.db.selectFrom('audit_events')
          .select(['actor_id', 'outcome'])
          .where('request_id', '=', String(answer.headers['x-request-id']))
          .where('action', '=', 'IMPERSONATION_REFUSED')
          .execute()
      await expect.poll(refused).toEqual([{ actor_id: server().platform.people[as].memberId, outcome: 'denied' }])
    })

    test.each<[string, (ids: { actor: string; subject: string }) => [string, object]]>([
      ['was deactivated', ({ actor }) => [actor, { isArchived: true }]],
      ['is no administrator any more', ({ actor }) => [actor, { memberType: 'View' }]],
      ['acts as who became an administrator', ({ subject }) => [subject, { memberType: 'Admin' }]],
    ])('the token ends at once when the administrator %s', async (_what, change) => {
      const { platform } = server()
      const invite = async (memberType: string) => {
        const email = `${memberType}-${randomUUID()}@example.com`
        const { memberId } = await send('POST', '/v2/members', { email, firstName: '', lastName: '', memberType })
        return { memberId: String(memberId), email }
      }
      const [actor, subject] = [await invite('Admin'), await invite('View')]
      const pair = await send('POST', '/v2/credentials', { ownerId: actor.memberId, name: 'own' })
      const [clientId, clientSecret] = [String(pair.clientId), String(pair.clientSecret)]
      const { access_token } = await platform.tokens.grant({ clientId, clientSecret }, '127.0.0.1')
      const { access_token: acting } = await platform.tokens.exchange(
        access_token,
        jwt(clientId, clientSecret, { sub: subject.email }),
        '127.0.0.1',
      )
      const whoami = () =>
        ask('GET', '/v2/whoami', undefined, { as: null, headers: { authorization: `Bearer ${acting}` } })
      expect((await whoami()).body).toMatchObject({ userId: subject.memberId })
      const [memberId, body] = change({ actor: actor.memberId, subject: subject.memberId })
      await send('PATCH', `/v2/members/${memberId}`, body)
      expect(await whoami()).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
      await send('PATCH', `/v2/members/${subject.memberId}`, { isArchived: true })
      await send('PATCH', `/v2/members/${actor.memberId}`, { isArchived: true })
    })

    test('the audience of the subject token must be this server, and a token with an id works once', async () => {
      const claims = { sub: 'viewer@example.com' }
      const { organizationId } = server().platform
      expect((await exchange('admin', own('admin', { ...claims, aud: 'https://other.example' }))).status).toBe(401)
      expect((await exchange('admin', own('admin', { ...claims, aud: ['x', organizationId] }))).status).toBe(200)
      const once = own('admin', { ...claims, jti: randomUUID() })
      expect((await exchange('admin', once)).status).toBe(200)
      expect(await exchange('admin', once)).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
      expect((await exchange('admin', own('admin', { ...claims, jti: randomUUID() }))).status).toBe(200)
      const future = { ...claims, nbf: server().platform.clock.now() / 1000 + 600 }
      expect((await exchange('admin', own('admin', future))).status).toBe(401)
    })

    test('the subject token is signed by a credential of the administrator', async () => {
      const { admin, builder } = server().platform.people
      const claims = { sub: 'viewer@example.com' }
      for (const token of [
        jwt(admin.clientId, 'another secret', claims),
        jwt(builder.clientId, builder.clientSecret, claims),
        jwt(admin.clientId, admin.clientSecret, claims, 'none'),
        'not.a.jwt',
        '',
      ]) {
        expect((await exchange('admin', token)).status).toBe(401)
      }
      const right = own('admin', claims)
      expect((await exchange('admin', right, { actor_token: 'another' })).status).toBe(401)
      expect((await exchange('admin', right, { subject_token_type: 'x' })).status).toBe(400)
    })
  })

  describe('credentials', () => {
    const create = (more: object) =>
      ask('POST', '/v2/credentials', { ownerId: server().platform.people.builder.memberId, name: 'c', ...more })
    const tokenOf = async (pair: { clientId: string; clientSecret: string }) =>
      server().request({
        method: 'POST',
        path: '/v2/auth/token',
        as: null,
        form: { grant_type: 'client_credentials', client_id: pair.clientId, client_secret: pair.clientSecret },
      })

    test('a read-only one reads, and can neither change nor export', async () => {
      const pair = (await create({ scopes: ['api-read'] })).body as { clientId: string; clientSecret: string }
      const { body } = await tokenOf(pair)
      const asReader = {
        as: null,
        headers: { authorization: `Bearer ${(body as { access_token: string }).access_token}` },
      }
      expect((await ask('GET', '/v2/files', undefined, asReader)).status).toBe(200)
      const refused = await ask('POST', '/v2/files', { type: 'folder', name: 'x' }, asReader)
      expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } })
      const { entries } = await send('GET', '/v2/credentials')
      expect(entries).toContainEqual(expect.objectContaining({ clientId: pair.clientId, scopes: ['api-read'] }))
    })

    test('an expired one gives no access, nor do its tokens', async () => {
      const { clock } = server().platform
      expect((await create({ expiresAt: new Date(clock.now() - 1).toISOString() })).status).toBe(400)
      const expiresAt = new Date(clock.now() + 60_000).toISOString()
      const pair = (await create({ expiresAt })).body as { clientId: string; clientSecret: string }
      const { body } = await tokenOf(pair)
      const bearer = {
        as: null,
        headers: { authorization: `Bearer ${(body as { access_token: string }).access_token}` },
      }
      expect((await ask('GET', '/v2/whoami', undefined, bearer)).status).toBe(200)
      clock.advance(60_001)
      expect((await ask('GET', '/v2/whoami', undefined, bearer)).status).toBe(401)
      expect((await tokenOf(pair)).status).toBe(401)
    })
  })

  const bodies: Record<string, object> = {
    updateOrganizationSettings: {},
    v3alpha_createIpAllowlistEntries: { entries: [{ ip: '1.2.3.4', scope: 'ui' }] },
    v3alpha_deleteIpAllowlistEntries: { ipAllowlistEntryIds: [] },
  }
  const refusals = (operation: OperationDefinition) => {
    const isSwitch = operation.method === 'PATCH' && operation.id !== 'updateOrganizationSettings'
    const body = bodies[operation.id] ?? (isSwitch ? { enabled: true } : undefined)
    scenarios(
      `${operation.method} ${operation.path}`,
      server,
      [
        {
          name: 'for administrators only',
          as: 'builder',
          ...(body ? { body } : {}),
          status: 403,
          answer: { code: 'forbidden' },
        },
        ...(operation.id === 'v3alpha_deleteIpAllowlistEntries'
          ? [
              {
                name: 'an unknown entry',
                as: 'admin' as const,
                body: { ipAllowlistEntryIds: [unknownId] },
                status: 404,
                answer: { code: 'not_found' },
              },
            ]
          : []),
      ],
      { operation, untested: { conflict: 'above' } },
    )
  }
  for (const operation of [getOrganizationSettings, updateOrganizationSettings, listAllowedIps]) refusals(operation)
  for (const operation of [getBulkCopySetting, updateBulkCopySetting]) refusals(operation)
  for (const operation of [getLicenseUpgradeRequestsSetting, updateLicenseUpgradeRequestsSetting]) refusals(operation)
  for (const operation of [getPublicEmbedsSetting, updatePublicEmbedsSetting]) refusals(operation)
  for (const operation of [createAllowedIps, deleteAllowedIps]) refusals(operation)
})
