/** The claims of a host about its user, as form values of the sandbox. */
export interface SandboxUser {
  email: string
  accountType: string
  /** Names separated by commas. */
  teams: string
  /** One `name=value` a line. */
  attributes: string
}

export interface SandboxPlace {
  /** Address of the workbook in the app, or its path. */
  workbook: string
  /** After the workbook: `/page/{id}`, `/element/{id}`, `/tag/{name}`, `/edit`. */
  path: string
  theme: string
  menuPosition: string
  /** Further parameters in the form of an address. */
  more: string
}

interface Signer {
  clientId: string
  clientSecret: string
  seconds: number
}

/** The claims of a new token. Empty fields are left out. */
export function claimsOf(user: SandboxUser, { now, id, seconds }: { now: number; id: string; seconds: number }) {
  const teams = listOf(user.teams, ',')
  const pairs = listOf(user.attributes, '\n').flatMap((line) => {
    const at = line.indexOf('=')
    return at > 0 ? [[line.slice(0, at).trim(), line.slice(at + 1).trim()]] : []
  })
  return {
    sub: user.email.trim(),
    jti: id,
    iat: now,
    exp: now + seconds,
    ...(user.accountType === '' ? {} : { account_type: user.accountType }),
    ...(teams.length === 0 ? {} : { teams }),
    ...(pairs.length === 0 ? {} : { user_attributes: Object.fromEntries(pairs) }),
  }
}

const listOf = (text: string, sign: string) =>
  text
    .split(sign)
    .map((part) => part.trim())
    .filter(Boolean)

/** Signs a JWT in this browser: the secret is not sent anywhere. */
export async function signEmbed(user: SandboxUser, { clientId, clientSecret, seconds }: Signer): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const id = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const head = encoded(JSON.stringify({ alg: 'HS256', kid: clientId }))
  const text = `${head}.${encoded(JSON.stringify(claimsOf(user, { now, id, seconds })))}`
  const bytes = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes.encode(clientSecret), algorithm, false, ['sign'])
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes.encode(text)))
  return `${text}.${base64url(signature)}`
}

const encoded = (text: string) => base64url(new TextEncoder().encode(text))

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/** The address for the frame of a host. */
export function embedAddress({ workbook, path, theme, menuPosition, more }: SandboxPlace, token: string): string {
  const { pathname } = new URL(workbook.trim(), location.origin)
  const place = pathname.replace(/\/(edit|explore)?$/, '')
  const part = path.trim().replace(/^\/?/, path.trim() === '' ? '' : '/')
  const given = [
    theme === '' ? '' : `:theme=${theme}`,
    menuPosition === 'none' ? '' : `:menu_position=${menuPosition}`,
    more.trim().replace(/^[?&]/, ''),
  ].filter(Boolean)
  return `${location.origin}${place}${part}?${[`:jwt=${token}`, ':embed=true', ...given].join('&')}`
}
