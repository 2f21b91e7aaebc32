import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AppError } from '@octavo/core/errors'
import {
  claimCharacters,
  type EmbedClaims,
  isEmail,
  mostTeams,
  noAccess,
  refused,
  type Signer,
} from './embed-tokens.ts'

/** The target of a signed address: the record and the path after it. */
export interface EmbedAddress {
  embedId: string
  /** Version tag; null for the published version. */
  tag: string | null
  /** The workbook to open in the editor, as the address names it; null for reading. */
  editedSlug: string | null
  /** Display parameters and control values, as they were written. */
  shown: readonly string[]
}

interface Check<S extends Signer> {
  now: number
  /** Null when the client id is unknown or its credential may not sign. */
  signerOf: (clientId: string) => Promise<S | null>
}

const clockSkewMs = 60_000
const longestSessionSeconds = 2_592_000
const modes = ['userbacked', 'view']

/** Parameters that identify the reader; they are removed from addresses. */
const ofUser = new Set([
  ':nonce',
  ':client_id',
  ':mode',
  ':email',
  ':external_user_id',
  ':external_user_team',
  ':session_length',
  ':time',
  ':signature',
  ':account_type',
  ':first_name',
  ':last_name',
  ':eval_connection_id',
  ':oauth_token',
])
const attributePrefix = ':ua_'

/** A token of an embed session is a JWT or the whole signed address of an embed record. */
export const isSignedUrl = (token: string): boolean => /^https?:\/\//.test(token)

/**
 * Validates an address signed with HMAC-SHA256 over its text before `&:signature=`, which must come last. Throws `unauthorized` with the
 * messages that hosts of embeds know and a hint that names the parameter.
 */
export async function readEmbedUrl<S extends Signer>(
  url: string,
  { now, signerOf }: Check<S>,
): Promise<{ claims: EmbedClaims; signer: S; address: EmbedAddress }> {
  const { text, signature, parameters, path } = partsOf(url)
  const clientId = parameters.get(':client_id') ?? ''
  const signer = clientId === '' || clientId.includes('\0') ? null : await signerOf(clientId)
  // Unknown client ids take the same work.
  const isSigned = matches(text, signature, signer?.secret.reveal() ?? 'a secret that nobody has been given')
  if (signer === null) throw refused('The address is signed by no credential with the scope embed.')
  if (!isSigned) {
    const hint = 'It is the HMAC-SHA256 of the address up to "&:signature=", with the client secret, in lower-case hex.'
    throw refused(hint, `${noAccess} Invalid embed signature.`)
  }
  if (!signer.settings.embedUrlSigning) {
    throw refused('The setting embedUrlSigning is off: sign a JWT instead.', noAccess, 'EPERM')
  }
  const address = addressOf(path, parameters)
  return { claims: claimsOf(parameters, signer, now), signer, address }
}

interface UrlParts {
  /** The signed text. */
  text: string
  signature: string
  /** Decoded values by parameter name. */
  parameters: ReadonlyMap<string, string>
  path: string
}

const wrong = (hint: string, what = ''): AppError => refused(hint, `Invalid embed request.${what}`)

function partsOf(url: string): UrlParts {
  const end = /&(?::|%3a)signature=/i.exec(url)
  if (end === null) throw wrong('The address has no :signature.')
  const text = url.slice(0, end.index)
  const signature = url.slice(end.index + end[0].length)
  if (!/^[0-9a-f]{64}$/.test(signature)) {
    throw wrong(':signature is 64 hexadecimal digits in lower case, and the last of the parameters.')
  }
  const start = text.indexOf('?')
  if (start < 0 || text.includes('#')) throw wrong('The parameters come after a question mark, and nothing after them.')
  const parameters = new Map<string, string>()
  for (const piece of text.slice(start + 1).split('&')) {
    const at = piece.indexOf('=')
    const name = decoded(at < 0 ? piece : piece.slice(0, at))
    if (parameters.has(name)) throw wrong(`${name} is given twice.`)
    parameters.set(name, at < 0 ? '' : decoded(piece.slice(at + 1)))
  }
  return { text, signature, parameters, path: pathOf(text.slice(0, start)) }
}

function pathOf(address: string): string {
  if (URL.canParse(address)) return new URL(address).pathname
  throw wrong('It is no address.')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw wrong(`"${text}" is not encoded as parts of addresses are.`)
  }
}

function matches(text: string, signature: string, secret: string): boolean {
  const right = createHmac('sha256', secret).update(text).digest()
  return timingSafeEqual(right, Buffer.from(signature, 'hex'))
}

const recordPath = /^\/embed\/([^/]+)(?:\/tag\/([^/]+)|\/workbook\/([^/]+)\/edit)?$/

function addressOf(path: string, parameters: ReadonlyMap<string, string>): EmbedAddress {
  const [, embedId, tag, editedSlug] = recordPath.exec(path) ?? []
  if (embedId === undefined) throw noEmbed()
  const shown = [...parameters]
    .filter(([name]) => !ofUser.has(name) && !name.startsWith(attributePrefix))
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
  return { embedId: decoded(embedId), tag: tag ?? null, editedSlug: editedSlug ?? null, shown }
}

/** Addresses of workbooks leave commas and colons unencoded. */
const encoded = (text: string): string => encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':')

export const noEmbed = (): AppError =>
  refused(
    'The id in the address is of no embed of the organization whose credential signs.',
    "The page you're looking for does not exist. Embed not found.",
    'ENOENT',
  )

function claimsOf(parameters: ReadonlyMap<string, string>, { settings }: Signer, now: number): EmbedClaims {
  if ([...parameters].flat().some((text) => text.includes('\0'))) throw wrong('The parameters hold a zero byte.')
  const needed = (name: string, most: number): string => {
    const value = parameters.get(name) ?? ''
    if (value === '' || value.length > most) throw wrong(`${name} is missing or too long.`)
    return value
  }
  if (!modes.includes(needed(':mode', 32))) throw wrong(`:mode is ${modes.join(' or ')}.`)
  const email = parameters.get(':email') ?? ''
  if (!isEmail(email)) throw wrong('It is the email address of the viewer.', ' ":email" is not valid.')
  const given = (name: string, most: number): string | undefined => {
    const value = parameters.get(name)
    if (value !== undefined && value.length > most)
      throw wrong(`${name} is too long: it has at most ${most} characters.`)
    return value === '' ? undefined : value
  }
  const id = needed(':nonce', 255)
  needed(':external_user_id', 255)
  return {
    email,
    id,
    expiresAt: endOf(needed(':time', 15), needed(':session_length', 15), settings.embedTokenSeconds, now),
    teams: teamsOf(parameters.get(':external_user_team') ?? ''),
    attributes: attributesOf(parameters),
    accountType: given(':account_type', claimCharacters.name),
    firstName: given(':first_name', claimCharacters.name),
    lastName: given(':last_name', claimCharacters.name),
    oauth: { all: given(':oauth_token', claimCharacters.oauthToken) ?? null, byConnection: {} },
    evalConnectionId: given(':eval_connection_id', claimCharacters.connectionId),
  }
}

function endOf(time: string, length: string, mostSeconds: number, now: number): number {
  if (!/^[0-9]+$/.test(time)) throw wrong(':time is the time of signing, in seconds.')
  if (!/^[1-9][0-9]*$/.test(length)) throw wrong(':session_length is a number of seconds.')
  const most = Math.min(longestSessionSeconds, mostSeconds)
  if (Number(length) > most) throw wrong(`It is at most ${most} seconds.`, ' ":session_length" exceeds maximum')
  const from = Number(time) * 1000
  if (from > now + clockSkewMs) throw wrong(':time lies in the future.')
  const end = from + Number(length) * 1000
  if (end <= now) throw refused('Sign the address anew for each view.', `${noAccess} Octavo embed is expired.`)
  return end
}

function teamsOf(text: string): string[] {
  const names = text.split(',').filter((name) => name !== '')
  if (names.length === 0) throw refused(':external_user_team names at least one team.')
  if (names.length > mostTeams) throw wrong(`:external_user_team names at most ${mostTeams} teams.`)
  return names
}

function attributesOf(parameters: ReadonlyMap<string, string>): Record<string, string> | undefined {
  const given = [...parameters].filter(([name]) => name.startsWith(attributePrefix))
  if (given.length === 0) return undefined
  const long = given.find(([, value]) => value.length > claimCharacters.attribute)
  if (long) throw wrong(`${long[0]} is too long: it has at most ${claimCharacters.attribute} characters.`)
  return Object.fromEntries(given.map(([name, value]) => [name.slice(attributePrefix.length), value]))
}
