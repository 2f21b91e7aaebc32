import { decide, decideEmbedSession, hasRight, type Viewer } from '@octavo/core/access'
import type { EmbedSession, EmbedSessionState } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { type Access, requireAllowed } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import { usesOwnSignIns } from '../../connectors/index.ts'
import { apiCredentialContext, hashToken, newToken, type Secrets } from '../../secrets/index.ts'
import { findCredentialOfClient, noteCredentialUse } from '../../store/api-credentials.ts'
import { findConnection } from '../../store/connections.ts'
import { type EmbedRow, findEmbed } from '../../store/embeds.ts'
import { type AuditEvent, isUuid, newUuid, type Store, urlIdOf } from '../../store/index.ts'
import { findOrganization, findOrganizationBySlug, listOrganizations } from '../../store/organizations.ts'
import { findToken, insertTokens, type TokenRow } from '../../store/tokens.ts'
import { claimToken } from '../../store/used-tokens.ts'
import { timestamp } from '../answers/timestamp.ts'
import { type EmbedOauthTokens, embedOauthContext } from '../connection-sign-ins/embed-sign-ins.ts'
import { embedSettingsOf, type OrganizationSettingsReader } from '../organization/settings/organization-settings.ts'
import { serviceOf } from '../service/service.ts'
import type { AllowedAddresses } from '../sign-in/allowed-addresses.ts'
import { scopesOf } from '../sign-in/credentials.ts'
import { sessionFacts } from '../sign-in/session-facts.ts'
import { type EmbedSessionVia, isUsable } from '../sign-in/tokens.ts'
import type { Viewers } from '../sign-in/viewers.ts'
import { decryptedToken } from './embed-oauth-tokens.ts'
import { type EmbedClaims, noAccess, readEmbedToken, refused, type Signer } from './embed-tokens.ts'
import { requireUserOfHost } from './embed-url-users.ts'
import { type EmbedAddress, isSignedUrl, noEmbed, readEmbedUrl } from './embed-urls.ts'
import { type Admitted, admit } from './embed-users.ts'

export type EmbedSessions = ReturnType<typeof createEmbedSessions>

/** Sessions for embeds in other products, which sign a token for each of their users. */
export function createEmbedSessions(parts: Parts) {
  return serviceOf(parts, { start, describe, placeOf, frameOrigins, contentHosts })
}

interface Parts {
  store: Store
  access: Access
  secrets: Secrets
  clock: Clock
  viewers: Viewers
  settings: OrganizationSettingsReader
  allowedAddresses: AllowedAddresses
  sendsMail: boolean
  /** Addresses of this server that `aud` may name. */
  audiences?: readonly string[]
}

interface Begin {
  /** A JWT, or the whole signed address of an embed record (the older way). */
  token: string
  memberId?: string | undefined
  /** Token of the session to renew. */
  sessionToken?: string | undefined
}

interface EmbedSigner extends Signer {
  organizationId: string
  owner: Viewer
}

/** The audience used by hosts that were written for the published contract. */
const contractAudience = 'sigmacomputing'
/** Longer than clocks differ, so that a used token is remembered as long as it could still be considered valid. */
const keptAfterEndMs = 300_000

/** Throws `unauthorized` for a token that is invalid, expired or already used; nothing is changed in that case. */
async function start(
  parts: Parts,
  { token, memberId, sessionToken: renewedToken }: Begin,
  address: string,
): Promise<EmbedSession> {
  const { store, clock, viewers, allowedAddresses } = parts
  const now = clock.now()
  const { claims, signer, address: record } = await readSigned(parts, token, now)
  const { organizationId, owner, clientId } = signer
  if (record) await recordOf(parts, signer, record)
  await allowedAddresses.require(organizationId, 'ui', address)
  const sessionToken = newToken().reveal()
  const evalConnectionId = await evalConnectionOf(parts, signer, claims)
  const oauth = await oauthOf(parts, signer, claims, hashToken(sessionToken))
  const renewed = await livingSession(parts, signer, renewedToken, now)
  const via: EmbedSessionVia = {
    kind: 'embedSession',
    credentialId: clientId,
    sessionId: renewed?.family_id ?? newUuid(),
    endsAt: claims.expiresAt,
    ...(evalConnectionId === null ? {} : { evalConnectionId }),
  }
  const { member } = await store.write<Admitted>(
    (admitted) => eventsOf(signer, admitted, via, record !== null),
    async (tx) => {
      const id_hash = hashToken(`embed${record ? ' url' : ''} ${clientId} ${claims.id}`)
      const used = { organization_id: organizationId, id_hash, expires_at: claims.expiresAt + keptAfterEndMs }
      if (!(await claimToken(tx, used)))
        throw refused(`The token was used before: ${record ? ':nonce' : 'jti'} works once.`)
      if (record) await requireUserOfHost(tx, organizationId, claims)
      const admitted = await admit(
        tx,
        claims,
        {
          mayCreate: signer.settings.embedUserCreation,
          isForSelfOnly: !hasRight(owner, 'signForOthers'),
          renewedFor: memberId ?? renewed?.member_id,
        },
        { organizationId, by: owner.memberId, at: now },
      )
      const session = sessionRow(signer, admitted.member.id, via, sessionToken, now)
      await insertTokens(tx, [{ ...session, oauth_encrypted: oauth, eval_connection_id: evalConnectionId }])
      await noteCredentialUse(tx, organizationId, clientId, now, { hasSignedUrl: record !== null })
      return admitted
    },
  )
  viewers.forget(organizationId, member.id)
  const viewer = await viewers.load(organizationId, member.id, via)
  if (!viewer) throw refused('The member is deactivated.', noAccess, 'ENOENT')
  return { sessionToken, expiresAt: timestamp(claims.expiresAt), session: await sessionFacts(parts, viewer) }
}

interface Signed {
  claims: EmbedClaims
  signer: EmbedSigner
  /** Null for a JWT. */
  address: EmbedAddress | null
}

async function readSigned(parts: Parts, token: string, now: number): Promise<Signed> {
  const check = { now, signerOf: (clientId: string) => signerOf(parts, clientId) }
  if (isSignedUrl(token)) return readEmbedUrl(token, check)
  return { ...(await readEmbedToken(token, check)), address: null }
}

/** Throws `unauthorized` for an address of an unknown record, or of another workbook than the record's. */
async function recordOf(
  { store }: Parts,
  { organizationId }: EmbedSigner,
  { embedId, editedSlug }: EmbedAddress,
): Promise<EmbedRow> {
  const row = isUuid(embedId) ? await findEmbed(store.db, embedId.toLowerCase()) : undefined
  if (row?.organization_id !== organizationId) throw noEmbed()
  if (editedSlug !== null && editedSlug.split('-').at(-1) !== urlIdOf(row.document_id)) throw noEmbed()
  return row
}

/** Path that a signed address opens, with its display parameters; null for an invalid address. Does not use up the address. */
async function placeOf(parts: Parts, url: string): Promise<string | null> {
  try {
    const { signer, address } = await readEmbedUrl(url, {
      now: parts.clock.now(),
      signerOf: (clientId) => signerOf(parts, clientId),
    })
    const { document_id, source_type, source_id } = await recordOf(parts, signer, address)
    const organization = await findOrganization(parts.store.db, signer.organizationId)
    const source = source_type === 'workbook' || address.editedSlug !== null ? '' : `/${source_type}/${source_id}`
    const path = `${address.tag === null ? '' : `/tag/${address.tag}`}${address.editedSlug === null ? source : '/edit'}`
    const { shown } = address
    // Embed records show their menu at the bottom by default.
    const menu = shown.some((each) => each.startsWith(':menu_position=')) ? [] : [':menu_position=bottom']
    const parameters = [':embed=true', ...menu, ...shown.filter((each) => !each.startsWith(':embed='))]
    return `/${organization?.slug}/workbook/${urlIdOf(document_id)}${path}?${parameters.join('&')}`
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** The session that a new token renews; undefined when that session cannot be continued. */
async function livingSession(
  { store }: Parts,
  { organizationId, clientId }: EmbedSigner,
  token: string | undefined,
  now: number,
): Promise<TokenRow | undefined> {
  const row = token === undefined ? undefined : await findToken(store.db, hashToken(token))
  const isOfSigner = row?.organization_id === organizationId && row.credential_id === clientId
  return row?.kind === 'embed' && isOfSigner && row.expires_at > now ? row : undefined
}

/** Throws `forbidden` for sessions that are not embed sessions. */
async function describe(parts: Parts, viewer: Viewer): Promise<EmbedSessionState> {
  requireAllowed(decideEmbedSession(viewer))
  return { session: await sessionFacts(parts, viewer) }
}

/** Origins whose pages may frame signed embeds of the organization, besides this server. */
async function frameOrigins({ store, settings }: Parts, slug: string): Promise<readonly string[]> {
  const organization = await findOrganizationBySlug(store.db, slug)
  return organization ? ((await settings.read(organization.id)).embedOrigins ?? []) : []
}

/**
 * Origins whose pictures and pages workbooks of the organization may show. An address without an organization belongs to the server's only
 * organization; with several organizations the list is empty.
 */
async function contentHosts({ store, settings }: Parts, slug: string | null): Promise<readonly string[]> {
  const named = slug === null ? undefined : await findOrganizationBySlug(store.db, slug)
  const [only, ...others] = named ? [named] : await listOrganizations(store.db)
  return only && others.length === 0 ? ((await settings.read(only.id)).contentHosts ?? []) : []
}

/** Null for an unknown client id, a credential that may not sign, or a deactivated owner. */
async function signerOf(
  { store, secrets, clock, viewers, settings, audiences = [] }: Parts,
  clientId: string,
): Promise<EmbedSigner | null> {
  const credential = await findCredentialOfClient(store.db, clientId)
  if (!credential || !isUsable(credential, clock.now()) || !scopesOf(credential).includes('embed')) return null
  const { organization_id: organizationId, owner_id: ownerId } = credential
  const owner = await viewers.load(organizationId, ownerId, { kind: 'job' })
  if (!owner) return null
  return {
    clientId,
    organizationId,
    owner,
    secret: secrets.decrypt(credential.secret_encrypted, apiCredentialContext(clientId)),
    settings: embedSettingsOf(await settings.read(organizationId)),
    audiences: [contractAudience, ...audiences],
  }
}

function sessionRow(
  { clientId, organizationId, owner }: EmbedSigner,
  memberId: string,
  { sessionId, endsAt }: EmbedSessionVia,
  token: string,
  now: number,
) {
  return {
    organization_id: organizationId,
    kind: 'embed' as const,
    token_hash: hashToken(token),
    family_id: sessionId,
    credential_id: clientId,
    member_id: memberId,
    actor_id: owner.memberId === memberId ? null : owner.memberId,
    issued_at: now,
    expires_at: endsAt,
    used_at: null,
  }
}

/**
 * The host's data platform tokens, re-encrypted for this session; null when there are none. Throws `unauthorized` for a token that the
 * host's secret does not decrypt.
 */
async function oauthOf(
  { secrets }: Parts,
  { secret }: EmbedSigner,
  { oauth: { all, byConnection } }: EmbedClaims,
  sessionHash: string,
): Promise<string | null> {
  const ids = Object.keys(byConnection)
  if (all === null && ids.length === 0) return null
  const opened = async (name: string, encrypted: string) => {
    const token = await decryptedToken(encrypted, secret)
    if (token !== null && /^[\x21-\x7e]+$/.test(token)) return token
    throw refused(`${name} is not encrypted with the secret of the credential.`)
  }
  const tokens = await Promise.all(
    Object.entries(byConnection).map(
      async ([id, encrypted]) => [id.toLowerCase(), await opened('connection_oauth_tokens', encrypted)] as const,
    ),
  )
  const kept: EmbedOauthTokens = {
    all: all === null ? null : await opened('oauth_token', all),
    byConnection: Object.fromEntries(tokens),
  }
  return secrets.encrypt(JSON.stringify(kept), embedOauthContext(sessionHash))
}

/**
 * The connection that the host reads from, whichever the document names; null for the document's own. Throws `unauthorized` unless it
 * exists, the signer may use all of it, and its readers need no account of their own there.
 */
async function evalConnectionOf(
  { access, store }: Parts,
  { owner, organizationId }: EmbedSigner,
  { evalConnectionId: given }: EmbedClaims,
): Promise<string | null> {
  if (given === undefined) return null
  const id = given.toLowerCase()
  const facts = isUuid(id) ? (await access.connectionFacts(owner, [id])).get(id) : undefined
  if (facts === undefined || !decide(owner, facts, 'useAsSource').allowed) {
    throw refused(
      'eval_connection_id names no connection that the owner of the credential may use.',
      noAccess,
      'ESTALE',
    )
  }
  const row = await findConnection(store.db, organizationId, id)
  if (row && usesOwnSignIns(JSON.parse(row.settings))) {
    throw refused('The connection of eval_connection_id signs each reader in by themselves: name another.')
  }
  return id
}

/** Audit events: the session, and the member when the token created or changed one. */
function eventsOf(
  { clientId, organizationId, owner }: EmbedSigner,
  { member, isNew, change }: Admitted,
  via: EmbedSessionVia,
  hasSignedUrl: boolean,
): AuditEvent[] {
  const object = { kind: 'member', id: member.id }
  const began = eventOf(
    { organizationId, memberId: member.id, via },
    {
      category: 'USER_ACCOUNT',
      action: 'EMBED_SESSION_STARTED',
      object,
      ...(hasSignedUrl ? { details: { signedBy: 'url' } } : {}),
    },
  )
  if (change === null) return [began]
  const by = { organizationId, memberId: owner.memberId, via: { kind: 'token', credentialId: clientId } } as const
  const action = isNew ? 'MEMBER_CREATED' : 'MEMBER_UPDATED'
  return [began, eventOf(by, { category: 'USER_ACCOUNT', action, object, change })]
}
