import { createHmac } from 'node:crypto'
import type { EmbedSession } from '@octavo/core/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { createAccess } from '../../access/index.ts'
import { createEmbedSessions } from '../../services/embeds/embed-sessions.ts'
import { createOrganizationSettings } from '../../services/organization/settings/organization-settings.ts'
import { createAllowedAddresses } from '../../services/sign-in/allowed-addresses.ts'
import { urlIdOf } from '../../store/index.ts'
import { describeStores } from '../../store/testing.ts'
import { useServer } from '../testing.ts'
import { buildTestServices, smallRetail, smallWorkbook } from './testing.ts'

const noAccess = "You don't have permission to access this page."
const invalid = 'Invalid embed request.'
const noTeams =
  'The specified teams in ":external_user_team" do not exist. Please check spelling or create new teams in the admin portal.'
const noEmbed = "The page you're looking for does not exist. Embed not found."

interface Pair {
  clientId: string
  clientSecret: string
}
type Parameters = Readonly<Record<string, string | undefined>>

interface Hostile {
  /** Overrides parameters of a valid address; undefined removes one. */
  change?: Parameters
  by?: 'api' | 'own' | 'revoked'
  secret?: string
  embedId?: string
  path?: string
  /** Replaces the signed address. */
  sent?: (url: string) => string
}

/** Each address is refused with this message; the hint is for the person who signs. */
const hostile: [name: string, url: Hostile, message: string, hint?: RegExp][] = [
  // signature
  ['another secret', { secret: 'of somebody else' }, `${noAccess} Invalid embed signature.`, /HMAC/],
  [
    'a parameter that was changed',
    { sent: (url) => url.replace('ada@', 'eve@') },
    `${noAccess} Invalid embed signature.`,
  ],
  [
    'a parameter that was added before the signature',
    { sent: (url) => url.replace('&:sig', '&a=b&:sig') },
    `${noAccess} Invalid embed signature.`,
  ],
  [
    'another host in the address',
    { sent: (url) => url.replace('octavo.', 'other.') },
    `${noAccess} Invalid embed signature.`,
  ],
  ['a parameter behind the signature', { sent: (url) => `${url}&Region=West` }, invalid, /last of the parameters/],
  ['a fragment behind the signature', { sent: (url) => `${url}#x` }, invalid, /last of the parameters/],
  ['a second signature', { sent: (url) => `${url}&:signature=${'0'.repeat(64)}` }, invalid],
  ['a signature in capitals', { sent: (url) => url.replace(/[0-9a-f]+$/, (hex) => hex.toUpperCase()) }, invalid],
  ['a signature that is cut', { sent: (url) => url.slice(0, -2) }, invalid],
  ['no signature', { sent: (url) => url.replace(/&:signature=.*/, '') }, invalid, /no :signature/],
  ['an unknown client id', { change: { ':client_id': 'nobody' } }, noAccess],
  ['no client id', { change: { ':client_id': undefined } }, noAccess],
  ['a credential of the API alone', { by: 'api' }, noAccess],
  ['a revoked credential', { by: 'revoked' }, noAccess],
  ['a member who is no administrator, signing for another', { by: 'own' }, noAccess, /only for themselves/],
  // nonce and mode
  ['no nonce', { change: { ':nonce': undefined } }, invalid, /:nonce/],
  ['an over-long nonce', { change: { ':nonce': 'x'.repeat(256) } }, invalid, /:nonce/],
  ['a mode without users', { change: { ':mode': 'application' } }, invalid, /:mode/],
  ['no mode', { change: { ':mode': undefined } }, invalid, /:mode/],
  // times
  ['a time in an hour', { change: { ':time': '3600' } }, invalid, /future/],
  ['a time that is no number', { change: { ':time': 'now' } }, invalid, /:time/],
  ['no time', { change: { ':time': undefined } }, invalid, /:time/],
  ['a session that is over', { change: { ':time': '-601' } }, `${noAccess} Octavo embed is expired.`],
  ['a session of no time', { change: { ':session_length': '0' } }, invalid, /:session_length/],
  [
    'a session of more than 30 days',
    { change: { ':session_length': '2592001' } },
    `${invalid} ":session_length" exceeds maximum`,
  ],
  // who looks
  ['no email', { change: { ':email': undefined } }, `${invalid} ":email" is not valid.`],
  ['an email that is none', { change: { ':email': 'ada' } }, `${invalid} ":email" is not valid.`],
  ['a member who signs in alone', { change: { ':email': 'viewer@example.com' } }, noAccess, /JWT/],
  ['no user of the host', { change: { ':external_user_id': undefined } }, invalid, /:external_user_id/],
  ['no team', { change: { ':external_user_team': undefined } }, noAccess, /at least one team/],
  ['an unknown team', { change: { ':external_user_team': 'Sales,Nobodies' } }, noTeams, /Nobodies/],
  ['an unknown account type', { change: { ':account_type': 'Emperor' } }, noAccess, /Emperor/],
  ['the account type Admin', { change: { ':account_type': 'Admin' } }, noAccess, /Admin/],
  ['an unknown user attribute', { change: { ':ua_planet': 'Mars' } }, noAccess, /planet/],
  ['an over-long first name', { change: { ':first_name': 'x'.repeat(129) } }, invalid, /:first_name is too long/],
  ['an over-long last name', { change: { ':last_name': 'x'.repeat(129) } }, invalid, /:last_name is too long/],
  ['an over-long account type', { change: { ':account_type': 'x'.repeat(129) } }, invalid, /:account_type is too long/],
  ['an over-long user attribute', { change: { ':ua_region': 'x'.repeat(10_001) } }, invalid, /:ua_region is too long/],
  ['an over-long team', { change: { ':external_user_team': 'x'.repeat(256) } }, noTeams],
  ['too many teams', { change: { ':external_user_team': 'x,'.repeat(1_001) } }, invalid, /at most 1000 teams/],
  ['a zero byte', { change: { ':first_name': 'a%00b' } }, invalid, /zero byte/],
  ['a text that is not encoded', { change: { ':first_name': '%E0%A4%A' } }, invalid, /encoded/],
  ['a parameter that is given twice', { change: { ':theme': 'Light&:theme=Dark' } }, invalid, /twice/],
  // what is shown
  ['an embed that does not exist', { embedId: '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b' }, noEmbed],
  ['an id that is none', { embedId: 'sales' }, noEmbed],
  ['the editor of another workbook', { path: '/workbook/Other-1a2B3c/edit' }, noEmbed],
  ['a path that no embed has', { path: '/pages/1' }, noEmbed],
]

describeStores('embeds by signed addresses', (openStore) => {
  const server = useServer(openStore, async (platform) => {
    const documents = buildTestServices(platform)
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    return documents.routes
  })
  let connectionId = ''
  let workbookId = ''
  let embedId = ''
  const pairs: Partial<Record<NonNullable<Hostile['by']> | 'admin', Pair>> = {}
  let serial = 0

  const api = async <T = Record<string, unknown>>(method: string, path: string, body?: unknown, as = 'admin') => {
    const answer = await server().request({ method, path, as: as as 'admin', ...(body === undefined ? {} : { body }) })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body as T
  }
  const credential = (ownerId: string, scopes: string[]) =>
    api<Pair>('POST', '/v2/credentials', { ownerId, name: 'Older host', scopes })

  /** Signs like hosts: everything before the signature, as it is sent. `:time` is relative to now. */
  function sign({ change = {}, by, secret, path = '', ...more }: Hostile = {}): string {
    serial += 1
    const pair = pairs[by ?? 'admin']
    const now = Math.floor(server().platform.clock.now() / 1000)
    const { ':time': time = '0', ...changed } = change
    const parameters: Parameters = {
      ':nonce': `nonce-${serial}`,
      ':client_id': pair?.clientId,
      ':mode': 'userbacked',
      ':email': 'ada@host.example',
      ':external_user_id': '4711',
      ':external_user_team': 'Sales',
      ':session_length': '600',
      ...changed,
      ':time':
        ':time' in change && change[':time'] === undefined
          ? undefined
          : /^-?\d+$/.test(time)
            ? String(now + Number(time))
            : time,
    }
    const given = Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${value}`],
    )
    const text = `https://octavo.example/embed/${more.embedId ?? embedId}${path}?${given.join('&')}`
    const signature = createHmac('sha256', secret ?? pair?.clientSecret ?? '')
      .update(text)
      .digest('hex')
    return `${text}&:signature=${signature}`
  }
  const start = (token: string) => server().request({ method: 'POST', path: '/auth/embed', body: { token } })
  async function began(url: Hostile = {}): Promise<EmbedSession> {
    const answer = await start(sign(url))
    expect(answer.status, answer.text).toBe(200)
    return answer.body as EmbedSession
  }

  beforeAll(async () => {
    const { people, store } = server().platform
    pairs.admin = await credential(people.admin.memberId, ['embed'])
    pairs.own = await credential(people.builder.memberId, ['embed'])
    pairs.api = await credential(people.admin.memberId, ['api'])
    pairs.revoked = await credential(people.admin.memberId, ['embed'])
    await api('DELETE', `/v2/credentials/${pairs.revoked.clientId}`)
    const { teamId } = await api<{ teamId: string }>('POST', '/v2/teams', { name: 'Sales', members: [] })
    await api('POST', '/v2/user-attributes', { name: 'region' })
    const { home_folder_id: home } = await store.db
      .selectFrom('members')
      .select('home_folder_id')
      .where('id', '=', people.admin.memberId)
      .executeTakeFirstOrThrow()
    const made = await api<{ workbookId: string }>('POST', '/v2/workbooks/spec', smallWorkbook(connectionId, home))
    workbookId = made.workbookId
    const embed = { embedType: 'public', sourceType: 'workbook' }
    embedId = (await api<{ embedId: string }>('POST', `/v2/workbooks/${workbookId}/embeds`, embed)).embedId
    await api('POST', `/v2/workbooks/${workbookId}/grants`, { grants: [{ grantee: { teamId }, permission: 'view' }] })
  })

  test.each(hostile)('%s is refused and changes nothing', async (_name, url, message, hint) => {
    const { store } = server().platform
    const state = async () =>
      JSON.stringify([
        await store.db.selectFrom('members').selectAll().orderBy('id').execute(),
        await store.db.selectFrom('team_members').selectAll().execute(),
        await store.db.selectFrom('used_tokens').selectAll().execute(),
        (await store.db.selectFrom('tokens').select('token_hash').where('kind', '=', 'embed').execute()).length,
      ])
    const before = await state()
    const made = sign(url)
    const answer = await start(url.sent ? url.sent(made) : made)
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized', message } })
    if (hint) expect((answer.body as { hint: string }).hint).toMatch(hint)
    expect(await state()).toBe(before)
    // The headers about the end of signed addresses are part of refusals too.
    if (url.sent === undefined) expect(answer.headers.sunset).toBe('Fri, 31 Dec 2027 23:59:59 GMT')
  })

  test('starts a session of the user that the address names, with the attributes in it', async () => {
    const change = {
      ':email': 'grace@host.example',
      ':first_name': 'Grace',
      ':last_name': 'Hopper',
      ':account_type': 'View',
      ':ua_region': 'West,East',
      ':session_length': '1200',
    }
    const answer = await start(sign({ change }))
    expect(answer).toMatchObject({
      status: 200,
      headers: { deprecation: '@1795651200', sunset: 'Fri, 31 Dec 2027 23:59:59 GMT' },
      body: {
        session: {
          member: { email: 'grace@host.example', firstName: 'Grace', accountType: 'View' },
        },
      },
    })
    const { sessionToken, expiresAt } = answer.body as EmbedSession
    const now = Math.floor(server().platform.clock.now() / 1000)
    expect(Date.parse(expiresAt)).toBe((now + 1_200) * 1000)
    const headers = { authorization: `Bearer ${sessionToken}` }
    expect((await server().request({ method: 'GET', path: `/v2/workbooks/${workbookId}`, headers })).status).toBe(200)
    const value = await server()
      .platform.store.db.selectFrom('user_attribute_members')
      .select('value')
      .where('value', '=', 'West,East')
      .execute()
    expect(value).toHaveLength(1)
  })

  test('responses for a JWT have no header about the end of signed addresses', async () => {
    const answer = await start('no.jwt.x')
    expect([answer.status, answer.headers.deprecation, answer.headers.sunset]).toEqual([401, undefined, undefined])
  })

  test('works once, also when it is sent twice at the same time', async () => {
    const url = sign()
    const answers = await Promise.all([start(url), start(url)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    expect(await start(url)).toMatchObject({
      status: 401,
      body: { message: noAccess, hint: expect.stringContaining(':nonce') },
    })
  })

  test('administrators see which credential still signs addresses, and the audit log has each use', async () => {
    await began()
    const { entries } = await api<{ entries: { clientId: string; urlSignedAt: string | null }[] }>(
      'GET',
      '/v2/credentials',
    )
    const signedAt = new Map(entries.map(({ clientId, urlSignedAt }) => [clientId, urlSignedAt]))
    expect(signedAt.get(pairs.admin?.clientId ?? '')).toBe(new Date(server().platform.clock.now()).toISOString())
    expect(signedAt.get(pairs.own?.clientId ?? '')).toBeNull()
    const log = await api<{ entries: { details: object }[] }>(
      'GET',
      '/v2/audit/events?eventType=EMBED_SESSION_STARTED&limit=1',
    )
    expect(log.entries[0]?.details).toMatchObject({ signedBy: 'url' })
  })

  describe('the page', () => {
    const placeOf = (url: string) => {
      const { store, secrets, clock, viewers } = server().platform
      return createEmbedSessions({
        store,
        access: createAccess({ store }),
        secrets,
        clock,
        viewers,
        settings: createOrganizationSettings({ store, clock }),
        allowedAddresses: createAllowedAddresses({ store, clock }),
        sendsMail: false,
      }).placeOf(url)
    }
    const urlId = () => urlIdOf(workbookId)

    test.each<[string, Hostile, string]>([
      ['the workbook', {}, '?:embed=true&:menu_position=bottom'],
      ['a tagged version', { path: '/tag/Prod' }, '/tag/Prod?:embed=true&:menu_position=bottom'],
      [
        'how it is shown, and controls',
        { change: { ':menu_position': 'top', ':lng': 'de', Region: 'West,East' } },
        '?:embed=true&:menu_position=top&:lng=de&Region=West,East',
      ],
    ])('leads to %s', async (_name, url, rest) => {
      expect(await placeOf(sign(url))).toBe(`/main/workbook/${urlId()}${rest}`)
    })

    test('redirects to the editor of the workbook of the record', async () => {
      const url = sign({ path: `/workbook/Sales-${urlId()}/edit` })
      expect(await placeOf(url)).toBe(`/main/workbook/${urlId()}/edit?:embed=true&:menu_position=bottom`)
    })

    test('reveals nothing about a record without a valid signature, and does not use up the address', async () => {
      expect(await placeOf(sign({ secret: 'x' }))).toBeNull()
      expect(await placeOf(sign({ embedId: '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b' }))).toBeNull()
      const url = sign()
      await placeOf(url)
      expect((await start(url)).status).toBe(200)
    })
  })

  test('is refused where the organization has switched it off', async () => {
    await api('PATCH', '/v2/organizations/settings', { embedUrlSigning: false })
    expect(await start(sign())).toMatchObject({
      status: 401,
      body: { hint: expect.stringContaining('embedUrlSigning') },
    })
    await api('PATCH', '/v2/organizations/settings', { embedUrlSigning: true })
    await began()
  })

  test('a short lifetime of tokens applies to signed addresses too', async () => {
    await api('PATCH', '/v2/organizations/settings', { embedTokenSeconds: 300 })
    expect(await start(sign())).toMatchObject({
      status: 401,
      body: { message: `${invalid} ":session_length" exceeds maximum` },
    })
    await api('PATCH', '/v2/organizations/settings', { embedTokenSeconds: 2_592_000 })
  })
})
