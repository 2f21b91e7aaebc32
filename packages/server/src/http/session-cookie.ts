import type { Secret } from '../config/index.ts'

export const csrfHeader = 'x-octavo-csrf'

/** With the prefix, browsers accept the cookie only over https, for this host and all paths. */
function nameOf(isHttps: boolean): string {
  return isHttps ? '__Host-octavo_session' : 'octavo_session'
}

/** Null when there is none. The first of several cookies with the name counts, because browsers send the most specific one first. */
export function readSessionCookie(header: string | undefined, isHttps: boolean): string | null {
  const prefix = `${nameOf(isHttps)}=`
  const pair = header?.split(';').find((part) => part.trim().startsWith(prefix))
  return pair === undefined ? null : pair.trim().slice(prefix.length)
}

/** The header that sets the session cookie; scripts cannot read it. */
export function sessionCookie(value: Secret, isHttps: boolean, lifeSeconds: number): string {
  return setCookie(value.reveal(), isHttps, lifeSeconds)
}

export function endedSessionCookie(isHttps: boolean): string {
  return setCookie('', isHttps, 0)
}

/** The value is base64url, which needs no encoding in a cookie. */
function setCookie(value: string, isHttps: boolean, lifeSeconds: number): string {
  const flags = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${lifeSeconds}`
  return `${nameOf(isHttps)}=${value}; ${flags}${isHttps ? '; Secure' : ''}`
}
