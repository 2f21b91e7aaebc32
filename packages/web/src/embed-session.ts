import type { EmbedSession, EmbedSessionState, WebSession } from '@octavo/core/contract'
import { ApiError, call, rememberSessionToken } from './api.ts'
import { takeSignedToken } from './embedded.ts'

/** The session of an embed as the tab keeps it, so that a page that is loaded again in its frame goes on with it. */
interface Kept {
  /** Id of the signed token that began it. */
  tokenId: string
  sessionToken: string
}
const storageKey = 'octavo-embed'

/**
 * The session of an embed: begun with the signed token in the address, which works once, or gone on with. Undefined where neither
 * is there; then the page is an ordinary one of the app without its frame. Throws `ApiError` for a token that is refused.
 */
export async function openEmbedSession(signal: AbortSignal): Promise<Omit<WebSession, 'csrfToken'> | undefined> {
  const signed = takeSignedToken()
  const kept = readKept()
  if (kept && (signed === undefined || idOf(signed) === kept.tokenId)) {
    rememberSessionToken(kept.sessionToken)
    return (await call<EmbedSessionState>('/auth/embed', { signal })).session
  }
  if (signed === undefined) return undefined
  // Not given up with the page that asked: the token is spent.
  const begun = await call<EmbedSession>('/auth/embed', { method: 'POST', body: { token: signed } })
  rememberSessionToken(begun.sessionToken)
  keep({ tokenId: idOf(signed), sessionToken: begun.sessionToken })
  return begun.session
}

/** What is shown when the server no longer knows the session. */
export const sessionIsOver = () =>
  new ApiError(401, { code: 'unauthorized', message: 'Session expired. Reload the page.' })

/** The claim `jti`, read only to tell one token from another: the server checks it. */
function idOf(token: string): string {
  try {
    const [, claims = ''] = token.split('.')
    const { jti } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { jti?: unknown }
    return typeof jti === 'string' ? jti : token
  } catch {
    return token
  }
}

/** In a frame of another site a browser may refuse its storage; then a reload needs a new token. */
function readKept(): Kept | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
    return kept === null ? undefined : (kept as Kept)
  } catch {
    return undefined
  }
}

function keep(kept: Kept): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(kept))
  } catch {
    // As above.
  }
}
