import {
  type ApiCredential,
  createApiCredential,
  deleteApiCredential,
  getApiCredential,
  listApiCredentials,
  updateApiCredential,
} from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { requestsOf, scenarios, useServer } from '../testing.ts'
import { buildTestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
/** A part of every secret in these tests, to search for in responses. */
const canary = 'canary-7Qx'
const path = '/v2/api-credentials'

const inputs = {
  basic: { authMethod: 'basic', basic: { username: 'octavo', password: `${canary}-password` } },
  bearer: { authMethod: 'bearer', bearer: { token: `${canary}-token` } },
  apiKey: { authMethod: 'apiKey', apiKey: { key: 'X-Api-Key', value: `${canary}-value`, isQueryParam: false } },
  oAuthClientCredentials: {
    authMethod: 'oAuthClientCredentials',
    oAuthClientCredentials: {
      clientId: 'client',
      clientSecret: `${canary}-secret`,
      accessTokenUrl: 'https://id.example.com/token',
      scopes: ['read', 'write'],
      accessTokenAuthMethod: 'requestBody',
    },
  },
  awsSigV4: {
    authMethod: 'awsSigV4',
    awsSigV4: {
      accessKeyId: 'AKID',
      secretAccessKey: `${canary}-key`,
      sessionToken: `${canary}-session`,
      region: 'eu-west-1',
      service: 'sqs',
      temporaryCredentialsUrl: 'https://sts.amazonaws.com/?Action=GetSessionToken',
      temporaryCredentialsResponseMapping: { accessKeyField: 'Credentials.AccessKeyId' },
      temporaryCredentialsRequestParams: [{ key: 'a', value: 'b', sendIn: 'queryParam' }],
    },
  },
}

const shown = {
  basic: { authMethod: 'basic', basic: { username: 'octavo' } },
  bearer: { authMethod: 'bearer' },
  apiKey: { authMethod: 'apiKey', apiKey: { key: 'X-Api-Key', isQueryParam: false } },
  oAuthClientCredentials: {
    authMethod: 'oAuthClientCredentials',
    oAuthClientCredentials: {
      clientId: 'client',
      accessTokenUrl: 'https://id.example.com/token',
      scopes: ['read', 'write'],
      accessTokenAuthMethod: 'requestBody',
    },
  },
  awsSigV4: {
    authMethod: 'awsSigV4',
    awsSigV4: {
      accessKeyId: 'AKID',
      region: 'eu-west-1',
      service: 'sqs',
      temporaryCredentialsUrl: 'https://sts.amazonaws.com/?Action=GetSessionToken',
      temporaryCredentialsResponseMapping: { accessKeyField: 'Credentials.AccessKeyId' },
      temporaryCredentialsRequestParams: [{ key: 'a', value: 'b', sendIn: 'queryParam' }],
    },
  },
}
const whole = { name: 'Orders', allowlist: ['*.example.com'], credential: inputs.bearer }

describeStores('credentials of API connectors', (openStore) => {
  const server = useServer(openStore, (platform) => buildTestServices(platform).routes)
  const { send } = requestsOf(server, 'admin')
  const make = async (body: object = whole): Promise<ApiCredential> => {
    const answer = await send('POST', path, body)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.text).not.toContain(canary)
    return answer.body as ApiCredential
  }
  const stored = () => server().platform.store.db.selectFrom('connector_credentials').selectAll().execute()

  test.each(Object.keys(inputs) as (keyof typeof inputs)[])('%s: only public fields are returned', async (method) => {
    const made = await make({ ...whole, name: method, credential: inputs[method] })
    expect(made).toMatchObject({ name: method, authMethod: method, allowlist: ['*.example.com'] })
    expect(made.credential).toEqual(shown[method])
    const read = await send('GET', `${path}/${made.apiCredentialId}`)
    expect(read.body).toEqual(made)
    expect(read.text).not.toContain(canary)
    const patched = await send('PATCH', `${path}/${made.apiCredentialId}`, { credential: inputs[method] })
    expect([patched.status, patched.text]).toEqual([200, expect.not.stringContaining(canary)])
  })

  test('secrets are in no row, no event, no log and no stored answer', async () => {
    const headers = { 'idempotency-key': 'one' }
    const once = await server().request({ method: 'POST', path, as: 'admin', body: whole, headers })
    expect(once.status, once.text).toBe(200)
    const { db } = server().platform.store
    const tables = [
      await stored(),
      await db.selectFrom('audit_events').selectAll().execute(),
      await db.selectFrom('idempotency_keys').selectAll().execute(),
      server().log,
    ]
    for (const rows of tables) expect(JSON.stringify(rows)).not.toContain(canary)
    expect(JSON.stringify(tables[1])).toContain('API_CREDENTIAL_CREATED')
  })

  test('absent fields keep their values; a new credential replaces the secrets', async () => {
    const { apiCredentialId: id } = await make({ ...whole, description: 'For orders' })
    const encrypted = async () => (await stored()).find((row) => row.id === id)?.secrets_encrypted
    const before = await encrypted()
    const renamed = await send('PATCH', `${path}/${id}`, { name: 'Renamed', description: null })
    expect(renamed.body).toMatchObject({ name: 'Renamed', authMethod: 'bearer', allowlist: ['*.example.com'] })
    expect(renamed.body).not.toHaveProperty('description')
    expect(await encrypted()).toBe(before)
    const other = await send('PATCH', `${path}/${id}`, { credential: inputs.basic, allowlist: ['*'] })
    expect(other.body).toMatchObject({ name: 'Renamed', credential: shown.basic, allowlist: ['*'] })
    expect(await encrypted()).not.toBe(before)
    expect((await send('PATCH', `${path}/${id}`)).body).toMatchObject({ name: 'Renamed' })
  })

  test('an archived one is in no list and cannot be read, changed or archived again', async () => {
    const { apiCredentialId: id } = await make({ ...whole, name: 'Old' })
    expect(await send('DELETE', `${path}/${id}`)).toMatchObject({ status: 200, body: {} })
    for (const method of ['GET', 'PATCH', 'DELETE']) expect((await send(method, `${path}/${id}`)).status).toBe(404)
    expect(JSON.stringify((await send('GET', path)).body)).not.toContain(id)
  })

  test('the list is sorted by name or description in both directions, paged, and filtered by a part of the name', async () => {
    for (const [name, description] of [
      ['Zeta list', 'a'],
      ['alpha list', 'c'],
      ['Beta LIST', 'b'],
    ]) {
      await make({ ...whole, name, description })
    }
    const listed = async (query: Record<string, string | number>) => {
      const names: string[] = []
      for (let pageToken: string | undefined; ; ) {
        const at = { name: 'LIST', pageSize: 2, ...query, ...(pageToken === undefined ? {} : { pageToken }) }
        const { body, text, status } = await server().request({ method: 'GET', path, as: 'admin', query: at })
        expect(status, text).toBe(200)
        const page = body as { entries: ApiCredential[]; total: number; nextPageToken?: string }
        expect(page.total).toBe(3)
        names.push(...page.entries.map((entry) => entry.name))
        pageToken = page.nextPageToken
        if (pageToken === undefined) return names
      }
    }
    expect(await listed({})).toEqual(['Beta LIST', 'Zeta list', 'alpha list'])
    expect(await listed({ orderBy: 'name desc' })).toEqual(['alpha list', 'Zeta list', 'Beta LIST'])
    expect(await listed({ orderBy: 'description' })).toEqual(['Zeta list', 'Beta LIST', 'alpha list'])
    expect(await listed({ orderBy: 'description desc' })).toEqual(['alpha list', 'Beta LIST', 'Zeta list'])
  })

  const refusal = (name: string, change: object, problem: string) => ({
    name,
    as: 'admin' as const,
    body: { ...whole, ...change },
    status: 400,
    answer: { code: 'invalid_request', details: { problems: [{ path: problem }] }, hint: expect.any(String) },
    check: ({ text }: { text: string }) => expect(text).not.toContain(canary),
  })
  const withAws = (change: object) => ({
    credential: { authMethod: 'awsSigV4', awsSigV4: { ...inputs.awsSigV4.awsSigV4, ...change } },
  })
  scenarios(
    `POST ${path}`,
    server,
    [
      { name: 'nobody', as: null, body: whole, status: 401 },
      { name: 'a builder', as: 'builder', body: whole, status: 403, answer: { code: 'forbidden' } },
      { name: 'another organization has its own', as: 'outsider', body: whole, status: 200 },
      refusal('no host', { allowlist: [] }, 'allowlist'),
      refusal('an address in place of a host', { allowlist: ['*', 'https://a.example.com'] }, 'allowlist[1]'),
      refusal('a host with a port', { allowlist: ['a.example.com:8080'] }, 'allowlist[0]'),
      refusal('an empty host', { allowlist: [''] }, 'allowlist[0]'),
      refusal(
        'a token in several lines',
        { credential: { authMethod: 'bearer', bearer: { token: `${canary}\nX: y` } } },
        'credential.bearer.token',
      ),
      refusal(
        'a user name with a colon',
        { credential: { authMethod: 'basic', basic: { username: 'a:b', password: canary } } },
        'credential.basic.username',
      ),
      refusal(
        'a header of the connection',
        { credential: { authMethod: 'apiKey', apiKey: { key: 'Host', value: canary, isQueryParam: false } } },
        'credential.apiKey.key',
      ),
      refusal(
        'a token endpoint that is no address',
        {
          credential: {
            authMethod: 'oAuthClientCredentials',
            oAuthClientCredentials: {
              ...inputs.oAuthClientCredentials.oAuthClientCredentials,
              accessTokenUrl: 'file:///etc/passwd',
            },
          },
        },
        'credential.oAuthClientCredentials.accessTokenUrl',
      ),
      refusal(
        'an address with a password',
        withAws({ temporaryCredentialsUrl: `https://u:${canary}@sts.example.com` }),
        'credential.awsSigV4.temporaryCredentialsUrl',
      ),
      refusal('a region in words', withAws({ region: 'far away' }), 'credential.awsSigV4.region'),
      {
        name: 'a kind that is not supported',
        as: 'admin',
        body: { ...whole, credential: { authMethod: 'oAuthPasswordCredentials' } },
        status: 400,
        check: ({ text }) => expect(text).toContain('credential.authMethod'),
      },
      refusal(
        'a credential of another kind',
        { credential: { ...inputs.basic, authMethod: 'bearer' } },
        'credential.bearer',
      ),
      {
        name: 'a dry run stores nothing',
        as: 'admin',
        body: { ...whole, dryRun: true },
        status: 200,
        answer: { changes: [{ action: 'API_CREDENTIAL_CREATED' }] },
        check: ({ text }) => expect(text).not.toContain(canary),
      },
    ],
    { operation: createApiCredential },
  )

  scenarios(
    `GET ${path}`,
    server,
    [
      { name: 'nobody', as: null, status: 401 },
      { name: 'a builder', as: 'builder', status: 403, answer: { code: 'forbidden' } },
      {
        name: 'an unknown order',
        as: 'admin',
        query: { orderBy: 'createdAt' },
        status: 400,
        answer: { code: 'invalid_request', details: { problems: [{ path: 'orderBy' }] } },
      },
    ],
    { operation: listApiCredentials },
  )

  for (const operation of [getApiCredential, updateApiCredential, deleteApiCredential]) {
    scenarios(
      `${operation.method} ${path}/${unknownId}`,
      server,
      [
        { name: 'nobody', as: null, status: 401 },
        { name: 'a builder', as: 'builder', status: 403, answer: { code: 'forbidden' } },
        { name: 'an unknown one', as: 'admin', status: 404, answer: { code: 'not_found' } },
      ],
      { operation },
    )
  }

  test('one of another organization is not found', async () => {
    const { apiCredentialId: id } = await make()
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      expect((await send(method, `${path}/${id}`, undefined, 'outsider')).status).toBe(404)
    }
  })

  test('a change that is refused changes nothing', async () => {
    const made = await make()
    const at = `${path}/${made.apiCredentialId}`
    expect((await send('PATCH', at, { name: 'X', allowlist: [] })).status).toBe(400)
    expect((await send('GET', at)).body).toEqual(made)
  })
})
