import { isIP } from 'node:net'
import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { Secret } from './secret.ts'

export type Parsed<T> = { value: T } | { problem: string }

export interface Setting<T> {
  name: string
  /** Default, as it would be written in the environment; null when the setting is optional. */
  fallback: string | null
  /** Text for the README in place of a default. */
  absent?: string
  meaning: string
  parse(text: string): Parsed<T>
}

/** Every setting of the server; the README's table and `Config` are derived from it. */
export const settings = {
  port: setting('OCTAVO_PORT', '4400', port, 'Port of the web app and the API; 0 chooses a free one.'),
  host: setting('OCTAVO_HOST', '127.0.0.1', text, 'Address to listen on; `0.0.0.0` for every network of the machine.'),
  dataDir: setting('OCTAVO_DATA', './data', folder, 'Folder for the embedded store, the sample, keys and exports.'),
  databaseUrl: optional('DATABASE_URL', postgresUrl, 'embedded store', 'PostgreSQL address of the store.'),
  publicUrl: optional('OCTAVO_PUBLIC_URL', webUrl, 'as requested', 'Address under which people reach the server.'),
  authUrl: optional(
    'OCTAVO_AUTH_URL',
    tokenUrl,
    'the same address',
    'Address of the token endpoint, if it is another host name or port of this server. Tokens are then issued only there and used elsewhere; if it is a plain http port, the server listens on it too.',
  ),
  secretKey: optional(
    'OCTAVO_SECRET_KEY',
    secret,
    'generated into the data folder',
    'Key that encrypts stored secrets, at least 32 random characters; the same one for every process of a store.',
  ),
  adminEmail: setting('OCTAVO_ADMIN_EMAIL', 'admin@localhost', email, 'First start: email of the administrator.'),
  adminPassword: optional(
    'OCTAVO_ADMIN_PASSWORD',
    password,
    'generated',
    'First start: password of the administrator, at least 12 characters.',
  ),
  clientId: optional('OCTAVO_CLIENT_ID', clientId, 'generated', 'First start: id of the API credential.'),
  clientSecret: optional(
    'OCTAVO_CLIENT_SECRET',
    clientSecret,
    'generated',
    'First start: secret of the API credential, at least 24 characters.',
  ),
  zone: setting('OCTAVO_ZONE', 'UTC', zone, 'First start: time zone of the organization, an IANA name.'),
  sample: setting('OCTAVO_SAMPLE', 'on', onOff, 'First start: `off` leaves the sample data out.'),
  sampleDate: optional('OCTAVO_SAMPLE_DATE', date, 'yesterday', 'Last day of the sample data, YYYY-MM-DD.'),
  engineMemoryMb: setting(
    'OCTAVO_ENGINE_MEMORY_MB',
    '512',
    megabytes,
    'Memory that the embedded engine uses before it spills to the disk, at least 128.',
  ),
  strict: setting('OCTAVO_STRICT', 'off', onOff, '`on` refuses requests with parameters that no operation knows.'),
  smtpUrl: optional(
    'OCTAVO_SMTP_URL',
    smtpUrl,
    'no mail; links are shown',
    'Mail server, `smtp://user:password@host:587` or `smtps://...:465`; invitations and scheduled exports are mailed.',
  ),
  slackUrl: setting(
    'OCTAVO_SLACK_URL',
    'https://slack.com/api',
    webUrl,
    'Address of the Web API of Slack; the government clouds of Slack have another one.',
  ),
  mailFrom: setting('OCTAVO_MAIL_FROM', 'Octavo <octavo@localhost>', sender, 'Sender of mails.'),
  logLevel: setting('OCTAVO_LOG_LEVEL', 'info', logLevel, 'fatal, error, warn, info, debug, trace or silent.'),
  trustedProxies: setting(
    'OCTAVO_TRUSTED_PROXIES',
    '',
    proxies,
    'Addresses or networks, separated by commas, whose `X-Forwarded-*` headers are trusted.',
  ),
  allowedDestinations: setting(
    'OCTAVO_ALLOWED_DESTINATIONS',
    '',
    list,
    'Internal hosts, addresses and networks, separated by commas, that connections may reach: `db.internal,10.1.0.0/16`.',
  ),
  cors: setting(
    'OCTAVO_CORS',
    'on',
    onOff,
    'Whether pages of other sites may call the API with a bearer token; never with a session.',
  ),
  sqlComments: setting(
    'OCTAVO_SQL_COMMENTS',
    'on',
    onOff,
    'Whether statements on your data platforms start with a comment for their logs: document, element and kind of viewer.',
  ),
  rateLimits: setting(
    'OCTAVO_RATE_LIMITS',
    'token=60,export=400,send=100,download=400,address=600',
    rates,
    'Requests a minute for each credential, and for each `address` that sends no token; limits that are left out keep their default. Half of the requests for a `token` may arrive at once.',
  ),
  metrics: setting(
    'OCTAVO_METRICS',
    'local',
    oneOf('local', 'public', 'off'),
    'Who may read /metrics: `local` (this machine), `public` or `off`.',
  ),
} as const

function setting<T>(name: string, fallback: string, parse: (text: string) => Parsed<T>, meaning: string): Setting<T> {
  return { name, fallback, parse, meaning }
}

function optional<T>(
  name: string,
  parse: (text: string) => Parsed<T>,
  absent: string,
  meaning: string,
): Setting<T | null> {
  return { name, fallback: null, absent, parse, meaning }
}

function text(value: string): Parsed<string> {
  return { value }
}

function port(value: string): Parsed<number> {
  const number = Number(value)
  return /^\d{1,5}$/.test(value) && number <= 65535 ? { value: number } : { problem: 'is not a port (0 to 65535)' }
}

function megabytes(value: string): Parsed<number> {
  const number = Number(value)
  return /^\d{1,7}$/.test(value) && number >= 128
    ? { value: number }
    : { problem: 'is not a whole number of megabytes of at least 128' }
}

function folder(value: string): Parsed<string> {
  return { value: resolve(value) }
}

function postgresUrl(value: string): Parsed<Secret> {
  const url = URL.parse(value)
  // The value may contain a password, so no message repeats it.
  return url && ['postgres:', 'postgresql:'].includes(url.protocol)
    ? { value: new Secret(value) }
    : { problem: 'is not an address of the form postgres://user:password@host:5432/database' }
}

function smtpUrl(value: string): Parsed<Secret> {
  const url = URL.parse(value)
  // The value may contain a password, so no message repeats it.
  return url && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== ''
    ? { value: new Secret(value) }
    : { problem: 'is not an address of the form smtp://user:password@host:587' }
}

function webUrl(value: string): Parsed<string> {
  const url = URL.parse(value)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search !== '' || url.hash !== '') {
    return { problem: 'is not an address of the form https://octavo.example.com' }
  }
  return { value: `${url.origin}${url.pathname.replace(/\/+$/, '')}` }
}

/** The address with or without the path of the token endpoint. */
function tokenUrl(value: string): Parsed<string> {
  return webUrl(value.replace(/\/v2\/auth\/token\/?$/, ''))
}

function secret(value: string): Parsed<Secret> {
  return { value: new Secret(value) }
}

function atLeast(length: number): (value: string) => Parsed<Secret> {
  return (value) =>
    value.length >= length ? { value: new Secret(value) } : { problem: `is shorter than ${length} characters` }
}

function password(value: string): Parsed<Secret> {
  return atLeast(12)(value)
}

function clientSecret(value: string): Parsed<Secret> {
  return atLeast(24)(value)
}

function clientId(value: string): Parsed<string> {
  return /^[\w.-]{8,128}$/.test(value)
    ? { value }
    : { problem: 'is not made of 8 to 128 letters, digits, dots, dashes and underscores' }
}

function email(value: string): Parsed<string> {
  return /^[^\s@]+@[^\s@]+$/.test(value) ? { value } : { problem: 'is not an email address' }
}

/** `octavo@example.com` or `Octavo <octavo@example.com>`. */
function sender(value: string): Parsed<string> {
  return /^(?:[^<>@]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(value)
    ? { value }
    : { problem: 'is not a sender such as Octavo <octavo@example.com>' }
}

/** Names of networks in the list of proxies. */
const namedNetworks: readonly string[] = ['loopback', 'linklocal', 'uniquelocal']

function proxies(value: string): Parsed<string[]> {
  const parts = parted(value)
  const wrong = parts.find((part) => !namedNetworks.includes(part) && !isNetwork(part))
  return wrong === undefined
    ? { value: parts }
    : { problem: `holds "${wrong}", which is not an address or a network such as 10.0.0.7 or 10.1.0.0/16` }
}

function isNetwork(text: string): boolean {
  return text.includes('/') ? ipaddr.isValidCIDR(text) : ipaddr.isValid(text) && isIP(text) !== 0
}

function zone(value: string): Parsed<string> {
  try {
    return { value: new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone }
  } catch {
    return { problem: 'is not the name of a time zone, such as Europe/Berlin' }
  }
}

function onOff(value: string): Parsed<boolean> {
  if (['on', 'true', '1', 'yes'].includes(value.toLowerCase())) return { value: true }
  if (['off', 'false', '0', 'no'].includes(value.toLowerCase())) return { value: false }
  return { problem: 'is neither on nor off' }
}

function date(value: string): Parsed<string> {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
    ? { value }
    : { problem: 'is not a date of the form YYYY-MM-DD' }
}

function oneOf<const T extends string>(...words: T[]): (value: string) => Parsed<T> {
  return (value) => {
    const word = words.find((each) => each === value.toLowerCase())
    return word === undefined ? { problem: `is none of ${words.join(', ')}` } : { value: word }
  }
}

function logLevel(value: string) {
  return oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')(value)
}

/** The limits in the published API contract, which are the defaults; `address` is not in the contract. */
const contractRates = { token: 60, export: 400, send: 100, download: 400, address: 600 }

function rates(value: string): Parsed<typeof contractRates> {
  const known = { ...contractRates }
  for (const part of value.split(',').filter((each) => each.trim() !== '')) {
    const [, name = '', number] = /^\s*(\w+)\s*=\s*([1-9]\d{0,6})\s*$/.exec(part) ?? []
    if (!Object.hasOwn(known, name)) {
      return { problem: `is not made of pairs such as export=400 of ${Object.keys(known).join(', ')}` }
    }
    known[name as keyof typeof known] = Number(number)
  }
  return { value: known }
}

function list(value: string): Parsed<string[]> {
  return { value: parted(value) }
}

const parted = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
