import type { EmbedSession, EmbedSessionState, WebSession } from '@octavo/core/contract'
import { ApiError, call, endEmbedSession, rememberSessionToken, renewEmbedSession } from './api.ts'
import { takeSignedToken } from './embedded.ts'
import { sendErrorToHost } from './embedding/embed-errors.ts'
import { listenToHost, sendToHost } from './embedding/host-channel.ts'
import { i18n } from './i18n/index.ts'

/** The embed session stored for the tab, so that a reload in the frame continues it. */
interface Kept {
  /** Ids of the signed tokens that began and renewed it. */
  tokenIds: readonly string[]
  sessionToken: string
  expiresAt: string
}
const storageKey = 'octavo-embed'

type Session = Omit<WebSession, 'csrfToken'>

/**
 * Starts the session of an embed with the signed token in the address, which can be used once, or continues the stored
 * session. Returns undefined when there is neither; the page is then an ordinary page of the app without its frame.
 * Throws `ApiError` when the token is refused.
 */
export async function openEmbedSession(signal: AbortSignal): Promise<Session | undefined> {
  const signed = takeSignedToken()
  const kept = readKept()
  if (kept && (signed === undefined || kept.tokenIds.includes(idOf(signed)))) {
    rememberSessionToken(kept.sessionToken)
    const { session } = await call<EmbedSessionState>('/auth/embed', { signal })
    watch(kept, session)
    return session
  }
  if (signed === undefined) return undefined
  // Not aborted together with the page that asked, because the token can be used only once.
  const begun = await call<EmbedSession>('/auth/embed', { method: 'POST', body: { token: signed } })
  use(begun, [idOf(signed)])
  return begun.session
}

function use({ sessionToken, expiresAt, session }: EmbedSession, tokenIds: readonly string[]): void {
  rememberSessionToken(sessionToken)
  const kept = { tokenIds, sessionToken, expiresAt }
  keep(kept)
  watch(kept, session)
}

const noticeMs = 60_000
/** The longest delay that timers of browsers support. */
const longestMs = 2 ** 31 - 1
let stopWatching = () => {}

/** Notifies the host before the session ends, accepts the token that renews it, and hides everything after its end. */
function watch(kept: Kept, { member }: Session): void {
  const { expiresAt } = kept
  stopWatching()
  const left = Date.parse(expiresAt) - Date.now()
  const after = (ms: number, run: () => void) => setTimeout(run, Math.min(longestMs, Math.max(0, ms)))
  const timers = [
    after(left - noticeMs, () => sendToHost('workbook:session:expiring', { expiresAt })),
    after(left, () => void endIfOver()),
  ]
  const stopListening = listenToHost(({ type, jwt }) => {
    if (type === 'workbook:session:update' && typeof jwt === 'string') void renew(jwt, member.memberId, kept)
  })
  stopWatching = () => {
    stopListening()
    for (const timer of timers) clearTimeout(timer)
  }
}

/** The server decides: the clock of the browser may be wrong. */
async function endIfOver(): Promise<void> {
  try {
    await call<EmbedSessionState>('/auth/embed')
    setTimeout(() => void endIfOver(), 5_000)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) endEmbedSession()
  }
}

/**
 * A refused token leaves the session unchanged. With an accepted one, responses that are on their way are still read.
 */
async function renew(token: string, memberId: string, { tokenIds, sessionToken }: Kept): Promise<void> {
  try {
    const begun = await call<EmbedSession>('/auth/embed', { method: 'POST', body: { token, memberId, sessionToken } })
    use(begun, [...tokenIds, idOf(token)])
    renewEmbedSession(begun.session)
  } catch (error) {
    sendErrorToHost(error)
  }
}

/** What is shown when the server no longer knows the session. */
export const sessionIsOver = () =>
  new ApiError(
    401,
    { code: 'unauthorized', message: 'Session expired. Reload the page.' },
    { message: i18n.t('embed.sessionOver') },
  )

/** The claim `jti`, read only to tell one token from another: the server checks it. */
function idOf(token: string): string {
  // The signature of a signed address is enough to tell two addresses apart.
  if (/^https?:/.test(token)) return token.slice(token.lastIndexOf('=') + 1)
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
