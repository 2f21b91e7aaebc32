import { createCipheriv, pbkdf2Sync, randomBytes } from 'node:crypto'
import {
  deleteConnectionSignIn,
  finishConnectionSignIn,
  getConnectionSignIn,
  startConnectionSignIn,
} from '@octavo/core/contract'
import { SignJWT } from 'jose'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import '../../connectors/testing.ts'
import { openTestProvider, type TestProvider } from '../../services/connection-sign-ins/testing.ts'
import { embeddedStore } from '../../store/testing.ts'
import { type Role, requestsOf, scenarios, useServer } from '../testing.ts'
import { buildTestServices, type TestServices } from './testing.ts'
import { platforms, regionsPage } from './testing-platforms.ts'

const provided = inject('postgres')
const skipped = 'skipped' in provided
const redirectUri = 'http://localhost:80/connect-account'
const hourMs = 3_600_000

describe.skipIf(skipped)('everybody reads a connection with their own account', () => {
  let documents: TestServices
  let provider: TestProvider
  let database: pg.Client
  let platform: Awaited<ReturnType<(typeof platforms)[number]['open']>>
  let accounts: { ann: string; ben: string; root: string }
  let accepts = true
  /** The last token of each account. */
  const tokens = new Map<string, string>()
  let connectionId = ''
  let workbookId = ''
  const server = useServer(embeddedStore(), (testPlatform) => {
    documents = buildTestServices(testPlatform)
    return documents.routes
  })
  const { send } = requestsOf(server, 'admin')
  const details = (more: object = {}) => {
    const { user: _, password: __, ...where } = platform.details
    const { metadataUrl, clientId, clientSecret } = provider
    const oauth = {
      useOauth: true,
      metadataUrl,
      clientId,
      clientSecret,
      scopes: ['openid', 'profile', 'offline_access'],
    }
    return { type: 'postgres', ...where, ...oauth, ...more }
  }
  const signInPath = () => `/v2/connections/${connectionId}/sign-in`

  async function begin(as: Role, accountId: string): Promise<Record<string, string>> {
    const started = await send('POST', signInPath(), { returnTo: '/workbook/x' }, as)
    expect(started.status, started.text).toBe(200)
    return provider.signIn((started.body as { authorizationUrl: string }).authorizationUrl, accountId)
  }
  async function signIn(as: Role, accountId: string) {
    const { code, state, iss } = await begin(as, accountId)
    return send('POST', '/v2/connections/sign-ins', { code, state, iss }, as)
  }
  async function lines(as: Role) {
    const answer = await send('POST', `/v2/workbooks/${workbookId}/pages/p/data`, {}, as)
    return answer.lines as { event: string; columns?: unknown[][]; code?: string; hint?: string; signIn?: string }[]
  }
  const rows = async (as: Role) =>
    (await lines(as)).flatMap(({ event, columns }) => (event === 'batch' ? (columns ?? []) : []))
  const problem = async (as: Role) => (await lines(as)).find(({ event }) => event === 'error')

  beforeAll(async () => {
    const found = platforms.find(({ kind }) => kind === 'postgres')
    if (!found) throw new Error('There is no PostgreSQL.')
    platform = await found.open()
    const { host, port, user, password, database: name } = platform.privileged as Record<string, string>
    database = new pg.Client({ host, port: Number(port), user, password, database: name })
    await database.connect()
    accounts = { ann: `${name}_ann`, ben: `${name}_ben`, root: `${name}_root` }
    await database.query(`
      CREATE TABLE public.regions (name TEXT, reader TEXT);
      INSERT INTO public.regions VALUES ('north', '${accounts.ann}'), ('south', '${accounts.ben}');
      ALTER TABLE public.regions ENABLE ROW LEVEL SECURITY;
      CREATE POLICY own ON public.regions USING (reader = current_user);
      CREATE ROLE "${accounts.ann}" LOGIN; CREATE ROLE "${accounts.ben}" LOGIN; CREATE ROLE "${accounts.root}" LOGIN SUPERUSER;
      GRANT SELECT ON public.regions TO "${accounts.ann}", "${accounts.ben}"`)
    // The server of the tests trusts every account by default; these accounts must send a password.
    const { rows: files } = await database.query<{ path: string }>(`SELECT current_setting('hba_file') AS path`)
    const names = Object.values(accounts).join(',')
    const rules = [`host all ${names} all scram-sha-256`, 'host all all all trust', 'local all all trust']
    await database.query(`COPY (SELECT unnest(ARRAY['${rules.join("','")}'])) TO '${files[0]?.path}'`)
    await database.query('SELECT pg_reload_conf()')
    provider = await openTestProvider(redirectUri, async (account, token) => {
      tokens.set(account, token)
      if (accepts) await database.query(`ALTER ROLE "${account}" PASSWORD '${token}'`)
    })
  })
  afterAll(async () => {
    await documents?.close()
    await provider?.close()
    await database?.end()
    await platform?.close()
  })

  test('a connection returns how members sign in, but not its secret', async () => {
    const made = await send('POST', '/v2/connections', { name: 'Regions', details: details() })
    expect(made.status, made.text).toBe(201)
    expect(made.text).not.toContain(provider.clientSecret)
    expect(made.body).toMatchObject({
      useOauth: true,
      isIndependentOAuth: true,
      oauthMetadataUrl: provider.metadataUrl,
      oauthClientId: 'octavo',
      user: '',
    })
    connectionId = (made.body as { connectionId: string }).connectionId
    const tested = await send('GET', `/v2/connections/${connectionId}/test`)
    expect(tested.body).toMatchObject({ read: 'FAILED', diagnosis: { step: 'signIn' } })
    const workbook = await send('POST', '/v2/workbooks/spec', {
      name: 'Regions',
      folderId: server().platform.people.admin.homeFolderId,
      schemaVersion: 1,
      pages: [regionsPage(connectionId, ['public', 'regions'])],
    })
    expect(workbook.status, workbook.text).toBeLessThan(300)
    workbookId = (workbook.body as { workbookId: string }).workbookId
    const grants = (['builder', 'viewer'] as const).map((role) => ({
      grantee: { memberId: server().platform.people[role].memberId },
      permission: 'explore',
    }))
    expect((await send('POST', `/v2/workbooks/${workbookId}/grants`, { grants })).status).toBeLessThan(300)
  })

  test('a member without a sign-in reads nothing, and the element names the connection', async () => {
    expect(await problem('viewer')).toMatchObject({
      code: 'source_unavailable',
      signIn: connectionId,
      hint: 'Connect your account of the data platform.',
    })
    expect((await send('GET', signInPath(), undefined, 'viewer')).body).toMatchObject({
      connectionName: 'Regions',
      isNeeded: true,
      isSignedIn: false,
      user: null,
    })
  })

  test('after signing in, members read the rows of their own account, never those of another from the cache', async () => {
    const signedIn = await signIn('builder', accounts.ann)
    expect(signedIn.status, signedIn.text).toBe(200)
    expect(signedIn.body).toMatchObject({
      isSignedIn: true,
      user: accounts.ann,
      expiresAt: null,
      returnTo: '/workbook/x',
    })
    expect((await signIn('viewer', accounts.ben)).status).toBe(200)
    for (const _ of ['engine', 'cache']) {
      expect(await rows('builder')).toEqual([['north']])
      expect(await rows('viewer')).toEqual([['south']])
    }
    expect(await problem('admin')).toMatchObject({ signIn: connectionId })
  })

  test('expired tokens are renewed', async () => {
    const before = provider.issued()
    server().platform.clock.advance(2 * hourMs)
    expect(await Promise.all([rows('builder'), rows('builder'), rows('builder')])).toEqual([
      [['north']],
      [['north']],
      [['north']],
    ])
    // Each refresh token works once: three concurrent readers used only one.
    expect(provider.issued()).toBe(before + 1)
  })

  test('viewing as another member does not use their sign-in', async () => {
    const looked = await documents.viewer('builder')
    const viewer = { ...looked, via: { kind: 'viewAs', actorId: server().platform.people.admin.memberId } } as const
    await expect(documents.sessions.open(viewer, connectionId)).rejects.toMatchObject({ code: 'source_unavailable' })
    const embedded = { ...looked, via: { kind: 'embedSession', credentialId: 'c', sessionId: 's', endsAt: 0 } } as const
    await expect(documents.sessions.open(embedded, connectionId)).rejects.toMatchObject({ code: 'source_unavailable' })
  })

  test('an account that the platform refuses, or with rights beyond tables, is not stored', async () => {
    accepts = false
    expect((await signIn('admin', accounts.ben)).body).toMatchObject({ code: 'source_unavailable' })
    accepts = true
    expect((await signIn('admin', accounts.root)).body).toMatchObject({ code: 'privileged_role' })
    expect((await send('GET', signInPath())).body).toMatchObject({ isSignedIn: false })
    // The refused token was not set as the account's password; this sign-in issues and sets a new one.
    expect((await signIn('viewer', accounts.ben)).status).toBe(200)
  })

  test('tables are listed with the sign-in of the caller, or with the service account', async () => {
    const sync = (as: Role, query: object = {}) =>
      server().request({
        method: 'POST',
        path: `/v2/connections/${connectionId}/sync`,
        as,
        body: { path: [] },
        query: { ...query },
      })
    expect((await sync('admin')).body).toMatchObject({ code: 'source_unavailable' })
    expect((await sync('admin', { useServiceAccount: true })).body).toMatchObject({ code: 'source_unavailable' })
    await documents.share(connectionId, 'builder', 'usage', 'connection')
    expect((await sync('builder')).status).toBe(200)
    const { user, password } = platform.details
    const replaced = await send('PUT', `/v2/connections/${connectionId}`, {
      name: 'Regions',
      details: details({ user, password }),
    })
    expect(replaced.body).toMatchObject({ useOauth: true, user })
    expect((await sync('admin', { useServiceAccount: true })).status).toBe(200)
    expect((await send('GET', `/v2/connections/${connectionId}/test`)).body).toMatchObject({ read: 'SUCCESS' })
    // Existing sign-ins continue to work, and members still do not read with the service account.
    expect(await rows('builder')).toEqual([['north']])
    expect(await problem('admin')).toMatchObject({ signIn: connectionId })
  })

  scenarios(
    'GET /v2/connections/{connectionId}/sign-in',
    server,
    [
      {
        name: 'an unknown connection',
        as: 'builder',
        path: '/v2/connections/nowhere/sign-in',
        status: 404,
        answer: { code: 'not_found' },
      },
      { name: 'one of another organization', as: 'outsider', path: signInPath, status: 404 },
    ],
    { operation: getConnectionSignIn, untested: { forbidden: 'organization.test.ts has who may sign in' } },
  )

  scenarios(
    'POST /v2/connections/{connectionId}/sign-in',
    server,
    [
      {
        name: 'an unknown connection',
        as: 'builder',
        path: '/v2/connections/nowhere/sign-in',
        body: {},
        status: 404,
        answer: { code: 'not_found' },
      },
      {
        name: 'a redirect to another site',
        as: 'builder',
        path: signInPath,
        body: { returnTo: '//evil.example' },
        status: 400,
      },
    ],
    {
      operation: startConnectionSignIn,
      untested: { forbidden: 'as above', not_supported: 'below', call_failed: 'below' },
    },
  )

  scenarios(
    'POST /v2/connections/sign-ins',
    server,
    [
      {
        name: 'an unknown state',
        as: 'builder',
        body: { state: 'x', code: 'y' },
        status: 400,
        answer: { code: 'invalid_request' },
      },
    ],
    {
      operation: finishConnectionSignIn,
      untested: {
        forbidden: 'as above',
        not_found: 'the connection is deleted while somebody signs in: the same lookup as at the beginning',
        not_supported: 'the same check as at the beginning',
        call_failed: 'below',
        source_unavailable: 'above',
        privileged_role: 'above',
        query_cancelled: 'a client that goes away gets no answer',
      },
    },
  )

  scenarios(
    'DELETE /v2/connections/{connectionId}/sign-in',
    server,
    [
      {
        name: 'an unknown connection',
        as: 'builder',
        path: '/v2/connections/nowhere/sign-in',
        status: 404,
        answer: { code: 'not_found' },
      },
      { name: 'a member who is not signed in', as: 'stranger', path: signInPath, status: 200 },
    ],
    { operation: deleteConnectionSignIn, untested: { forbidden: 'as above' } },
  )

  test('the response of the provider works once, and only for the member who started', async () => {
    const { code, state, iss } = await begin('builder', accounts.ann)
    const sent = { code, state, iss }
    expect((await send('POST', '/v2/connections/sign-ins', sent, 'viewer')).status).toBe(400)
    expect((await send('POST', '/v2/connections/sign-ins', sent, 'builder')).status).toBe(200)
    expect((await send('POST', '/v2/connections/sign-ins', sent, 'builder')).status).toBe(400)
    const other = await begin('builder', accounts.ann)
    const mixed = { ...other, iss: 'https://another.example' }
    expect((await send('POST', '/v2/connections/sign-ins', mixed, 'builder')).body).toMatchObject({
      code: 'call_failed',
    })
    const refused = await begin('builder', accounts.ann)
    expect(
      (await send('POST', '/v2/connections/sign-ins', { state: refused.state, error: 'access_denied' }, 'builder'))
        .body,
    ).toMatchObject({ code: 'call_failed', message: expect.stringContaining('access_denied') })
    const late = await begin('builder', accounts.ann)
    server().platform.clock.advance(11 * 60_000)
    expect(
      (await send('POST', '/v2/connections/sign-ins', { code: late.code, state: late.state }, 'builder')).status,
    ).toBe(400)
  })

  test('a member who disconnects reads nothing any more, not even from the cache', async () => {
    expect(await rows('viewer')).toEqual([['south']])
    expect((await send('DELETE', signInPath(), undefined, 'viewer')).status).toBe(200)
    expect(await problem('viewer')).toMatchObject({ signIn: connectionId })
  })

  describe('a session of an embed', () => {
    let credential: { clientId: string; clientSecret: string }
    let serial = 0

    /** Encrypts a token like the published package. */
    function encrypted(token: string, secret = credential.clientSecret): string {
      const [salt, iv] = [randomBytes(16), randomBytes(12)]
      const cipher = createCipheriv('aes-256-gcm', pbkdf2Sync(secret, salt, 600_000, 32, 'sha256'), iv)
      const body = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()])
      return [salt, iv, cipher.getAuthTag(), body].map((part) => part.toString('base64')).join('.')
    }
    async function start(claims: Record<string, unknown>) {
      serial++
      const now = Math.floor(server().platform.clock.now() / 1000)
      const { email } = server().platform.people.viewer
      const given = {
        sub: email,
        jti: `embed-${serial}`,
        iat: now,
        exp: now + 3600,
        ver: '1.1',
        aud: 'sigmacomputing',
        ...claims,
      }
      const token = await new SignJWT(given)
        .setProtectedHeader({ alg: 'HS256', kid: credential.clientId })
        .sign(new TextEncoder().encode(credential.clientSecret))
      return server().request({ method: 'POST', path: '/auth/embed', body: { token } })
    }
    async function read(claims: Record<string, unknown>) {
      const started = await start(claims)
      expect(started.status, started.text).toBe(200)
      const { sessionToken } = started.body as { sessionToken: string }
      const answer = await server().request({
        method: 'POST',
        path: `/v2/workbooks/${workbookId}/pages/p/data`,
        headers: { authorization: `Bearer ${sessionToken}` },
        body: {},
      })
      return answer.lines as { event: string; columns?: unknown[][]; message?: string }[]
    }
    const rowsOf = (lines: { event: string; columns?: unknown[][] }[]) =>
      lines.flatMap(({ event, columns }) => (event === 'batch' ? (columns ?? []) : []))

    beforeAll(async () => {
      const { memberId } = server().platform.people.admin
      const made = await send('POST', '/v2/credentials', { ownerId: memberId, name: 'Host', scopes: ['embed'] })
      credential = made.body as typeof credential
      // The viewer's own sign-in is for another account than the tokens below.
      expect((await signIn('viewer', accounts.ben)).status).toBe(200)
      expect((await signIn('builder', accounts.ann)).status).toBe(200)
    })

    test('reads with the token of its host, and nothing without one', async () => {
      const ann = tokens.get(accounts.ann) ?? ''
      expect(rowsOf(await read({ connection_oauth_tokens: { [connectionId]: encrypted(ann) } }))).toEqual([['north']])
      expect(rowsOf(await read({ oauth_token: encrypted(ann) }))).toEqual([['north']])
      // The member's own sign-in is not used for embeds signed in their name.
      const without = await read({})
      expect(without.find(({ event }) => event === 'error')?.message).toContain('handed over no token')
      const others = await read({ connection_oauth_tokens: { [connectionId]: encrypted('an unknown token') } }).catch(
        () => [],
      )
      expect(rowsOf(others)).toEqual([])
      expect(await rows('viewer')).toEqual([['south']])
    })

    test('does not start with a token that its secret does not decrypt, or in the older version', async () => {
      const ann = tokens.get(accounts.ann) ?? ''
      for (const claims of [
        { oauth_token: ann },
        { oauth_token: encrypted(ann, 'another secret') },
        { oauth_token: encrypted(ann), ver: '1.0' },
        { connection_oauth_tokens: { [connectionId]: 'a.b.c.d' } },
      ]) {
        expect((await start(claims)).status).toBe(401)
      }
    })
  })

  test('when the provider refuses to renew, members have to sign in again', async () => {
    expect(await rows('builder')).toEqual([['north']])
    provider.refuseRenewals()
    server().platform.clock.advance(2 * hourMs)
    expect(await problem('builder')).toMatchObject({ signIn: connectionId })
    expect((await send('GET', signInPath(), undefined, 'builder')).body).toMatchObject({ isSignedIn: false })
  })

  test('settings that would prevent every sign-in are refused by name', async () => {
    const cases: [object, string][] = [
      [{ metadataUrl: undefined }, 'details.metadataUrl'],
      [{ metadataUrl: 'http://login.example.com/' }, 'details.metadataUrl'],
      [{ clientId: undefined }, 'details.clientId'],
      [{ scopes: ['profile'] }, 'details.scopes'],
      [{ useJwt: true }, 'details.useJwt'],
      [{ userAttributes: { role: 'Any' } }, 'details.userAttributes.role'],
      [{ writeAccess: { writeSchema: 'public' } }, 'details.user'],
      [{ type: 'mysql', database: undefined, user: 'x', password: 'y' }, 'details.useOauth'],
    ]
    for (const [more, path] of cases) {
      const refused = await send('POST', '/v2/connections', { name: 'No', details: details(more) })
      expect(refused.status, path).toBe(400)
      const { problems } = (refused.body as { details: { problems: { path: string }[] } }).details
      expect(
        problems.map((one) => one.path),
        refused.text,
      ).toContain(path)
    }
  })

  test('a connection that is switched back needs no sign-in, and a missing provider is reported', async () => {
    const off = await send('PATCH', `/v2/connections/${connectionId}`, { useOauth: false })
    expect(off.body).toMatchObject({ useOauth: false })
    expect((await send('POST', signInPath(), {})).body).toMatchObject({ code: 'not_supported' })
    expect((await send('GET', signInPath())).body).toMatchObject({ isNeeded: false })
    const on = await send('PATCH', `/v2/connections/${connectionId}`, { useOauth: true })
    expect(on.body).toMatchObject({ useOauth: true })
    await provider.close()
    expect((await send('POST', signInPath(), {})).body).toMatchObject({ code: 'call_failed' })
  })
})
