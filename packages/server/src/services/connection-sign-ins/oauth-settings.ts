import type { ConnectionDetails } from '@octavo/core/contract'
import type { Problem } from '@octavo/core/errors'
import { usesOwnSignIns } from '../../connectors/index.ts'
import { hashToken } from '../../secrets/index.ts'

/** How members sign in at the data platform of a connection. */
export interface OAuthSettings {
  metadataUrl: string
  clientId: string
  scopes: readonly string[]
  usesPkce: boolean
  /** Empty when there is none. */
  audience: string
  /** The claim that names the account of a member on the platform. */
  userClaim: string
}

type Settings = Readonly<Record<string, unknown>>

const defaultScopes = ['openid', 'profile', 'email']
export const defaultUserClaim = 'preferred_username'

/** The OAuth settings in stored settings; null when the connection uses one account for everybody. */
export function oauthSettingsOf(settings: Settings): OAuthSettings | null {
  if (!usesOwnSignIns(settings)) return null
  const { published } = settings as { published: Partial<ConnectionDetails> }
  const { metadataUrl = '', clientId = '', scopes = [], usePkce, audience = '', userClaim = '' } = published
  return {
    metadataUrl,
    clientId,
    scopes: scopes.length > 0 ? scopes : defaultScopes,
    usesPkce: usePkce !== false,
    audience,
    userClaim: userClaim || defaultUserClaim,
  }
}

/** Changes when existing sign-ins become invalid. */
export const clientDigest = ({ metadataUrl, clientId, userClaim }: OAuthSettings): string =>
  hashToken(JSON.stringify([metadataUrl, clientId, userClaim]))

/** Problems that prevent members from signing in with these details, with paths of `details`. */
export function oauthProblems(
  details: Readonly<Partial<ConnectionDetails>>,
  { isNamed, writes }: { isNamed: (host: string) => boolean; writes: boolean },
): Problem[] {
  const { metadataUrl, clientId, scopes = [], useJwt, userAttributes, user } = details
  const problems: Problem[] = []
  const problem = (path: string, message: string) => problems.push({ path, message })
  const addressProblem = addressProblemOf(metadataUrl ?? '', isNamed)
  if (addressProblem !== null) problem('metadataUrl', addressProblem)
  if (!clientId) problem('clientId', 'Must be the id of the client that the provider knows this server by.')
  if (scopes.length > 0 && !scopes.includes('openid')) problem('scopes', 'Must have "openid".')
  if (useJwt === true) problem('useJwt', 'Signing in with a JWT bearer is not supported.')
  if (userAttributes?.role) problem('userAttributes.role', 'Who signs in themselves has their own rights.')
  if (writes && !user) problem('user', 'Write access needs a service account, which writes.')
  return problems
}

/** `http` is allowed only for providers that the operator named, because the traffic is readable. */
export function addressProblemOf(address: string, isNamed: (host: string) => boolean): string | null {
  const url = URL.canParse(address) ? new URL(address) : null
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isNamed(url.hostname))
  if (url && isSafe && url.username === '' && url.password === '') return null
  return 'Must be the https address of the metadata of the provider.'
}
