import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import type { PeerRequest } from '../../services/api-connectors/testing.ts'
import { describeStores } from '../../store/testing.ts'
import { canary, dynamic, fixed, useConnectors } from './testing-api-connectors.ts'

describeStores('calls of API connectors', (openStore) => {
  const { call, callOf, called, credential, events, last, make, peer, send, server } = useConnectors(openStore)

  describe('a test call', () => {
    test('sends constants and values of the caller, each encoded for its place', async () => {
      const result = await callOf(
        {
          method: 'PUT',
          url: `${peer().url}/a/{id}/{{kind}}?v={id}`,
          headers: [fixed('X-Fixed', 'f'), dynamic('X-Given'), dynamic('X-Usual', { value: 'usual' })],
          pathParams: [dynamic('id'), fixed('kind', 'k/1')],
          queryParams: [fixed('q', 'a b'), dynamic('list', { type: 'array' }), dynamic('none', { type: null })],
          body: '{"name": "{{name}}", "value": {{value}}}',
        },
        {},
        {
          headers: { 'X-Given': 7 },
          pathParams: { id: 'x/../y?' },
          queryParams: { list: ['1&2', 3], none: null },
          bodyParams: { name: 'say "hi"\n', value: { a: [1, null] } },
        },
      )
      expect(result).toMatchObject({ status: 200, bodyEncoding: 'utf8', isTruncated: false, requestCount: 1 })
      const { method, url, headers, body } = last()
      expect([method, url]).toEqual(['PUT', '/a/x%2F..%2Fy%3F/k%2F1?v=x%2F..%2Fy%3F&q=a%20b&list=1%262&list=3'])
      expect(headers).toMatchObject({
        'x-fixed': 'f',
        'x-given': '7',
        'x-usual': 'usual',
        'content-type': 'application/json',
      })
      expect(JSON.parse(body)).toEqual({ name: 'say "hi"\n', value: { a: [1, null] } })
      expect(result.url).toBe(`${peer().url}${url}`)
      expect(JSON.parse(result.body)).toMatchObject({ method, url })
    })

    test('a form is form-encoded, and other bodies contain values unchanged', async () => {
      const form = [fixed('Content-Type', 'application/x-www-form-urlencoded')]
      await callOf({ method: 'POST', headers: form, body: 'a={{a}}&b=1' }, {}, { bodyParams: { a: 'x&y=z' } })
      expect(last().body).toBe('a=x%26y%3Dz&b=1')
      await callOf({ method: 'POST', body: '<a>{{a}}</a>' }, {}, { bodyParams: { a: 'x' } })
      expect(last()).toMatchObject({ body: '<a>x</a>', headers: { 'content-type': 'text/plain; charset=utf-8' } })
    })

    test.each([
      ['a missing value', {}, 'pathParams.id'],
      ['a value of another type', { pathParams: { id: 1 } }, 'pathParams.id'],
      ['a value that leads elsewhere', { pathParams: { id: '..' } }, 'pathParams'],
      ['an empty value', { pathParams: { id: '' } }, 'pathParams.id'],
      ['a value that nothing asks for', { pathParams: { id: 'a' }, queryParams: { q: 1 } }, 'queryParams.q'],
      ['a placeholder that there is not', { pathParams: { id: 'a' }, bodyParams: { b: 1 } }, 'bodyParams.b'],
      ['a header that cannot be', { pathParams: { id: 'a' }, headers: { 'X-A': 'a\nb' } }, 'headers.X-A'],
    ])('%s is reported, and no call is made', async (_, values, problem) => {
      const made = await make({
        url: `${peer().url}/{id}`,
        pathParams: [dynamic('id', { type: 'string' })],
        headers: [dynamic('X-A', { value: 'a' })],
        body: 'fixed',
      })
      const answer = await call(made, values)
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
      const { details } = answer.body as { details: { problems: { path: string }[] } }
      expect(details.problems.map(({ path }) => path)).toContain(problem)
      expect(peer().received).toEqual([])
    })

    test('the response of the other server is returned whatever it is, without cookies', async () => {
      peer().answer = (_, response) =>
        response.writeHead(418, { 'x-a': ['1', '2'], 'set-cookie': 'session=1', 'www-authenticate': 'Basic' }).end('no')
      const result = await callOf({})
      expect(result).toMatchObject({ status: 418, body: 'no' })
      const names = result.headers.map(({ name }) => name)
      expect(names.filter((name) => name === 'x-a')).toHaveLength(2)
      expect(names).not.toContain('set-cookie')
      expect(names).not.toContain('www-authenticate')
    })

    test('only the first megabyte of a long body is returned, and binary bodies as base64', async () => {
      peer().answer = (_, response) => response.end('ä'.repeat(1_000_000))
      const long = await callOf({})
      expect(long).toMatchObject({ isTruncated: true, bodyEncoding: 'utf8' })
      expect(Buffer.byteLength(long.body)).toBe(1_048_576)
      peer().answer = (_, response) => response.end(Buffer.from([0xff, 0xfe, 0]))
      expect(await callOf({})).toMatchObject({ isTruncated: false, bodyEncoding: 'base64', body: '//4A' })
    })

    test('a transient status is retried, up to the configured number', async () => {
      peer().answer = (_, response) => response.writeHead(503, { 'retry-after': '0' }).end()
      const config = { retry: { maxRetries: 2, retryableStatusCodes: [503] } }
      expect(await callOf({}, { config })).toMatchObject({ status: 503, requestCount: 3 })
      peer().received.length = 0
      expect(await callOf({})).toMatchObject({ status: 503, requestCount: 1 })
      peer().answer = (_, response) =>
        response.writeHead(peer().received.length < 6 ? 503 : 200, { 'retry-after': '0' }).end()
      peer().received.length = 4
      expect(await callOf({}, { config })).toMatchObject({ status: 200, requestCount: 2 })
    })

    test('redirects are followed to the same server only, up to the configured number', async () => {
      const to = (location: string, status = 302) => {
        peer().answer = ({ url }, response) =>
          url === '/echo' ? response.writeHead(status, { location }).end() : response.end(url)
      }
      to('/next')
      expect(await callOf({ method: 'POST', body: '{}' })).toMatchObject({
        status: 200,
        body: '/next',
        requestCount: 2,
      })
      expect(last()).toMatchObject({ method: 'GET', body: '' })
      to('/next', 307)
      await callOf({ method: 'POST', body: '{}' })
      expect(last()).toMatchObject({ method: 'POST', body: '{}' })
      expect(await callOf({}, { config: { redirects: { maxRedirects: 0 } } })).toMatchObject({ status: 307 })
      to('/echo')
      expect(await callOf({}, { config: { redirects: { maxRedirects: 3 } } })).toMatchObject({
        status: 302,
        requestCount: 4,
      })
      for (const elsewhere of [
        'http://169.254.169.254/',
        'http://localhost:1/',
        'file:///etc/passwd',
        'http://u:p@127.0.0.1/',
      ]) {
        to(elsewhere)
        expect(await callOf({})).toMatchObject({ status: 302, requestCount: 1 })
      }
    })

    test.each([
      ['inside the network', 'https://169.254.169.254/latest', 'inside the network'],
      ['without encryption', 'http://example.com/', 'without encryption'],
      ['where nobody listens', 'http://127.0.0.1:1/', 'ECONNREFUSED'],
    ])('a server %s is not called', async (_, url, reason) => {
      const answer = await call(await make({ url }))
      expect(answer).toMatchObject({ status: 400, body: { code: 'call_failed', hint: expect.any(String) } })
      expect(answer.text).toContain(reason)
    })

    test.each([
      ['does not answer', () => {}],
      ['stops within its answer', (_: PeerRequest, response: ServerResponse) => void response.write('beginning')],
    ])('a call to a server that %s fails', async (_, answers) => {
      peer().answer = answers
      const answer = await call(await make({}, { config: { timeout: { requestSec: 1 } } }))
      expect(answer).toMatchObject({ status: 400, body: { code: 'call_failed' } })
      expect(answer.text).toContain('did not answer within 1 seconds')
    })

    test('calls above the configured number in a minute are refused', async () => {
      const made = await make({}, { config: { rateLimit: { maxRequestsPerWindow: 2 } } })
      await called(made)
      server().platform.clock.advance(30_000)
      await called(made)
      const refused = await call(made)
      expect(refused).toMatchObject({
        status: 429,
        body: { code: 'call_limit_reached' },
        headers: { 'retry-after': '30' },
      })
      expect(peer().received).toHaveLength(2)
      server().platform.clock.advance(30_000)
      await called(made)
    })

    test('each call has an event with the host and the status, also when it failed', async () => {
      await callOf({ url: `${peer().url}/private-path` })
      await call(await make({ url: 'http://127.0.0.1:1/' }))
      const { db } = server().platform.store
      const rows = await db
        .selectFrom('audit_events')
        .selectAll()
        .where('action', '=', 'API_CONNECTOR_CALLED')
        .execute()
      const details = rows.map((row) => JSON.parse(row.details) as Record<string, unknown>)
      expect(details).toContainEqual(expect.objectContaining({ method: 'GET', host: peer().url.slice(7), status: 200 }))
      expect(details).toContainEqual(expect.objectContaining({ host: '127.0.0.1:1', failure: expect.any(String) }))
      expect(JSON.stringify(details)).not.toContain('private-path')
    })

    test('a dry run is refused, because a call cannot be rolled back', async () => {
      const made = await make({})
      expect(await call(made, { dryRun: true })).toMatchObject({ status: 400, body: { code: 'dry_run_not_supported' } })
      expect(peer().received).toEqual([])
    })
  })

  describe('a call with a credential', () => {
    const secret = `${canary}/"ä"+ s`
    const ascii = `${canary}/+=s`

    test.each([
      [
        'basic',
        { authMethod: 'basic', basic: { username: 'u', password: secret } },
        `Basic ${Buffer.from(`u:${secret}`).toString('base64')}`,
      ],
      ['bearer', { authMethod: 'bearer', bearer: { token: ascii } }, `Bearer ${ascii}`],
    ])('%s signs in with a header', async (_, input, header) => {
      const headers = [fixed('Authorization', 'Bearer other')]
      const result = await callOf({ headers }, { authId: await credential(input) })
      expect(last().headers.authorization).toBe(header)
      expect(result.body).toContain('[secret]')
    })

    test('an API key is sent in a header or the query', async () => {
      const key = { key: 'X-Api-Key', value: ascii, isQueryParam: false }
      await callOf({}, { authId: await credential({ authMethod: 'apiKey', apiKey: key }) })
      expect(last().headers['x-api-key']).toBe(ascii)
      const inQuery = { key: 'api key', value: secret, isQueryParam: true }
      const authId = await credential({ authMethod: 'apiKey', apiKey: inQuery })
      const result = await callOf({ queryParams: [fixed('a', '1')] }, { authId })
      expect(new URL(last().url, peer().url).searchParams.get('api key')).toBe(secret)
      expect(result.url).toBe(`${peer().url}/echo?a=1&api%20key=[secret]`)
    })

    test('a secret in a response is hidden in every usual encoding, also at the end of a truncated body', async () => {
      const authId = await credential({ authMethod: 'bearer', bearer: { token: ascii } })
      const forms = [ascii, encodeURIComponent(ascii), Buffer.from(ascii).toString('base64'), JSON.stringify(ascii)]
      peer().answer = (_, response) =>
        response
          .writeHead(200, { 'x-echo': `of ${ascii}` })
          .end(Buffer.concat([Buffer.from([0xff]), Buffer.from(forms.join(' '))]))
      const { headers, body } = await callOf({}, { authId })
      expect(headers).toContainEqual({ name: 'x-echo', value: 'of [secret]' })
      const bytes = Buffer.from(body, 'base64').toString('latin1')
      expect(bytes).not.toContain('canary')
      for (let before = 1_048_576 - 20; before < 1_048_576 + 40; before += 7) {
        peer().answer = (_, response) => response.end('x'.repeat(before) + ascii + 'y'.repeat(100))
        expect((await callOf({}, { authId })).body).not.toMatch(/can/)
      }
    })

    test('its hosts are checked again at each call', async () => {
      const authId = await credential({ authMethod: 'bearer', bearer: { token: canary } })
      const made = await make({}, { authId })
      await called(made)
      peer().received.length = 0
      await send('PATCH', `/v2/api-credentials/${authId}`, { allowlist: ['*.example.com'] })
      const refused = await call(made)
      expect(refused).toMatchObject({ status: 400, body: { code: 'call_failed' } })
      expect(refused.text).toContain('is not for the host 127.0.0.1')
      expect(peer().received).toEqual([])
    })

    test('an archived one continues to work', async () => {
      const authId = await credential({ authMethod: 'bearer', bearer: { token: canary } })
      const made = await make({}, { authId })
      await send('DELETE', `/v2/api-credentials/${authId}`)
      await called(made)
      expect(last().headers.authorization).toBe(`Bearer ${canary}`)
    })

    const oAuth = (accessTokenAuthMethod: string) => ({
      authMethod: 'oAuthClientCredentials',
      oAuthClientCredentials: {
        clientId: 'client:1',
        clientSecret: secret,
        accessTokenUrl: `${peer().url}/token`,
        scopes: ['read', 'write'],
        accessTokenAuthMethod,
      },
    })

    test.each(['httpBasic', 'requestBody'])('a token is fetched with the client secret (%s)', async (method) => {
      const token = `${canary}-fetched`
      peer().answer = ({ url, headers }, response) =>
        response.end(
          url === '/token' ? JSON.stringify({ access_token: token, token_type: 'bearer' }) : headers.authorization,
        )
      const result = await callOf({}, { authId: await credential(oAuth(method)) })
      expect(result).toMatchObject({ status: 200, body: 'Bearer [secret]', requestCount: 1 })
      const [asked] = peer().received
      const form = new URLSearchParams(asked?.body)
      expect([asked?.method, form.get('grant_type'), form.get('scope')]).toEqual([
        'POST',
        'client_credentials',
        'read write',
      ])
      if (method === 'requestBody') {
        expect([form.get('client_id'), form.get('client_secret')]).toEqual(['client:1', secret])
      } else {
        const [id = '', sent = ''] = Buffer.from(String(asked?.headers.authorization).slice(6), 'base64')
          .toString()
          .split(':')
        const read = (text: string) => new URLSearchParams(`a=${text}`).get('a')
        expect([read(id), read(sent)]).toEqual(['client:1', secret])
      }
    })

    test.each([
      ['refuses', 401, '{"error":"invalid_client"}', 'status 401'],
      ['answers no JSON', 200, 'hello', 'not a JSON object'],
      ['answers no token', 200, '{}', 'no access_token'],
    ])('a token endpoint that %s fails the call', async (_, status, body, reason) => {
      peer().answer = (_request, response) => response.writeHead(status).end(`${body}`)
      const answer = await call(await make({}, { authId: await credential(oAuth('requestBody')) }))
      expect(answer).toMatchObject({ status: 400, body: { code: 'call_failed' } })
      expect(answer.text).toContain(reason)
      expect(answer.text).not.toContain(canary)
      expect(peer().received).toHaveLength(1)
    })

    test('a token endpoint at an internal address is refused', async () => {
      const { oAuthClientCredentials } = oAuth('httpBasic')
      const input = {
        ...oAuth('httpBasic'),
        oAuthClientCredentials: { ...oAuthClientCredentials, accessTokenUrl: 'https://10.0.0.1/' },
      }
      const answer = await call(await make({}, { authId: await credential(input) }))
      expect(answer).toMatchObject({ status: 400, body: { code: 'call_failed' } })
      expect(answer.text).toContain('inside the network')
      expect(peer().received).toEqual([])
    })

    const aws = { accessKeyId: 'AKID', secretAccessKey: secret, region: 'eu-west-1', service: 'sqs' }

    test('AWS: requests are signed with the key, or with the temporary one', async () => {
      const own = await credential({ authMethod: 'awsSigV4', awsSigV4: { ...aws, sessionToken: `${canary}-session` } })
      const result = await callOf({ method: 'POST', body: '{}' }, { authId: own })
      expect(last().headers['x-amz-security-token']).toBe(`${canary}-session`)
      expect(last().headers.authorization).toMatch(
        /^AWS4-HMAC-SHA256 Credential=AKID\/20260615\/eu-west-1\/sqs\/aws4_request, SignedHeaders=content-type;host;x-amz-content-sha256;x-amz-date;x-amz-security-token, Signature=[0-9a-f]{64}$/,
      )
      expect(result.body).toContain('[secret]')
      const temporary = {
        ...aws,
        temporaryCredentialsUrl: `${peer().url}/key`,
        temporaryCredentialsResponseMapping: {
          accessKeyField: 'r.id',
          secretKeyField: 'r.secret',
          sessionTokenField: 'r.token',
        },
        temporaryCredentialsRequestParams: [
          { key: 'a', value: 'b c', sendIn: 'queryParam' },
          { key: 'd', value: 'e', sendIn: 'body' },
          { key: 'X-F', value: 'g', sendIn: 'header' },
        ],
      }
      peer().answer = ({ url }, response) =>
        response.end(
          url.startsWith('/key')
            ? JSON.stringify({ r: { id: 'TEMP', secret: `${canary}-1`, token: `${canary}-2` } })
            : 'ok',
        )
      await callOf({}, { authId: await credential({ authMethod: 'awsSigV4', awsSigV4: temporary }) })
      const [asked, signed] = peer().received.slice(-2)
      expect(asked).toMatchObject({ method: 'POST', url: '/key?a=b%20c', body: 'd=e', headers: { 'x-f': 'g' } })
      expect(asked?.headers.authorization).toContain('Credential=AKID/20260615/eu-west-1/sts/')
      expect(signed?.headers.authorization).toContain('Credential=TEMP/')
      expect(signed?.headers['x-amz-security-token']).toBe(`${canary}-2`)
    })

    test('AWS: a host that names no service requires one in the credential', async () => {
      const { service: _, ...without } = aws
      const answer = await call(
        await make({}, { authId: await credential({ authMethod: 'awsSigV4', awsSigV4: without }) }),
      )
      expect(answer).toMatchObject({ status: 400, body: { code: 'call_failed' } })
      expect(answer.text).toContain('Set region and service')
    })

    test('no secret is in an event or in the log', async () => {
      expect(await events()).not.toContain(canary)
      expect(server().log.join('\n')).not.toContain(canary)
    })
  })
})
