import { decodeJwt } from 'jose'
import type { ReaderSignIn } from '../../connectors/index.ts'
import { hashToken } from '../../secrets/index.ts'
import type { ConnectionRow } from '../../store/connections.ts'
import { findOauthTokens } from '../../store/tokens.ts'
import { isUserName, userInfoOf } from './oauth-provider.ts'
import { oauthSettingsOf } from './oauth-settings.ts'
import type { SignInParts } from './sign-in-parts.ts'

/** Access tokens that the host of an embed hands over for one session. */
export interface EmbedOauthTokens {
  /** For every connection without a token of its own. */
  all: string | null
  byConnection: Readonly<Record<string, string>>
}

/** The encryption context of a session's tokens; `sessionHash` is the hash that the store holds. */
export const embedOauthContext = (sessionHash: string): string => `embed_oauth_tokens:${sessionHash}`

const mostRemembered = 1_000

/**
 * Sign-in of an embed's reader: the token that the host supplied for the connection, or null. The platform validates the token; the user
 * name is read from the token, or requested from the provider when it is not a JWT.
 */
export function createEmbedSignIns(parts: SignInParts) {
  const userNames = new Map<string, Promise<string | null>>()
  return async (organizationId: string, sessionHash: string, row: ConnectionRow): Promise<ReaderSignIn | null> => {
    const settings = oauthSettingsOf(JSON.parse(row.settings))
    const encrypted = await findOauthTokens(parts.store.db, organizationId, sessionHash)
    if (settings === null || encrypted === null) return null
    const kept = parts.secrets.decrypt(encrypted, embedOauthContext(sessionHash)).reveal()
    const { all, byConnection } = JSON.parse(kept) as EmbedOauthTokens
    const token = (Object.hasOwn(byConnection, row.id) ? byConnection[row.id] : all) ?? null
    if (token === null) return null
    const claims = claimsOf(token)
    if (typeof claims.exp === 'number' && claims.exp * 1000 <= parts.clock.now()) return null
    const digest = hashToken(token)
    const key = JSON.stringify([row.id, row.revision, digest])
    const own = claims[settings.userClaim]
    let name = userNames.get(key)
    if (name === undefined) {
      name = isUserName(own) ? Promise.resolve(own) : userInfoOf(parts, settings, token)
      userNames.set(key, name)
      name.catch(() => userNames.delete(key))
      if (userNames.size > mostRemembered) userNames.delete(userNames.keys().next().value ?? '')
    }
    const user = await name
    // Anybody could write a user name into a token, so cached rows are shared only between readers with this exact token.
    return user === null ? null : { user, token, subject: `token ${digest} ${user}` }
  }
}

/** Empty for a token that is not a JWT. */
function claimsOf(token: string): Record<string, unknown> {
  try {
    return decodeJwt(token)
  } catch {
    return {}
  }
}
