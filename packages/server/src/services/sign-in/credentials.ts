import type { Viewer } from '@octavo/core/access'
import type { AuditVerb, Credential, CredentialPair, NewCredential } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { requireRight } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import { apiCredentialContext, newToken, type Secrets } from '../../secrets/index.ts'
import {
  type ApiCredentialRow,
  countCredentials,
  findCredential,
  insertCredential,
  listCredentialRows,
  revokeCredential,
} from '../../store/api-credentials.ts'
import type { AuditEvent, ObjectChange, Store } from '../../store/index.ts'
import { findMember, isActive } from '../../store/members.ts'
import { type Slice, sliceOfRows, type Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import { createTotals } from '../answers/totals.ts'
import { serviceOf } from '../service/service.ts'

export type Credentials = ReturnType<typeof createCredentials>

/** Client ids and secrets with which programs act as a member; requires the Admin account type. */
export function createCredentials(given: Given) {
  return serviceOf(partsOf(given), { create, list, remove })
}

interface Given {
  store: Store
  clock: Clock
  secrets: Secrets
}

type Parts = ReturnType<typeof partsOf>

function partsOf({ store, clock, secrets }: Given) {
  const totals = createTotals({ clock })
  return { store, clock, secrets, totals }
}

function event(viewer: Viewer, clientId: string, verb: AuditVerb<'CREDENTIAL'>, change: ObjectChange): AuditEvent {
  return eventOf(viewer, {
    category: 'PUBLIC_API',
    action: `CREDENTIAL_${verb}`,
    object: { kind: 'credential', id: clientId },
    change,
  })
}

/** Only this response contains the secret; the store has it encrypted. */
async function create(
  { clock, secrets, store }: Parts,
  viewer: Viewer,
  { ownerId, name, description = '', scopes, expiresAt }: NewCredential,
): Promise<CredentialPair> {
  requireRight(viewer, 'manageCredentials')
  const clientId = newToken().reveal()
  const clientSecret = newToken()
  const encrypted = secrets.encrypt(clientSecret, apiCredentialContext(clientId))
  const now = clock.now()
  const expires = expiresAt === undefined ? null : Date.parse(expiresAt)
  if (expires !== null && !(expires > now)) {
    throw new AppError('invalid_request', { reason: 'expiresAt lies in the past.' })
  }
  const kept = [...new Set(scopes ?? ['api'])]
  const made = { ownerId, name, description, scopes: kept, expiresAt: expires === null ? null : timestamp(expires) }
  await store.write(event(viewer, clientId, 'CREATED', { before: null, after: made }), async (tx) => {
    const owner = await findMember(tx, viewer.organizationId, ownerId)
    if (!isActive(owner)) throw new AppError('not_found', { kind: 'active member', id: ownerId })
    if (owner.user_kind !== 'internal') {
      throw new AppError('invalid_request', { reason: 'Guests and embed users have no access to the API.' })
    }
    await insertCredential(tx, {
      organization_id: viewer.organizationId,
      id: clientId,
      owner_id: ownerId,
      name,
      description,
      secret_encrypted: encrypted,
      last_used_at: null,
      expires_at: expires,
      url_signed_at: null,
      scopes: JSON.stringify(kept),
      is_revoked: 0,
      created_by: viewer.memberId,
      updated_by: viewer.memberId,
      created_at: now,
      updated_at: now,
    })
  })
  return { clientId, clientSecret: clientSecret.reveal() }
}

async function list(
  { store, totals }: Parts,
  viewer: Viewer,
  ownerId: string | undefined,
  window: Window,
): Promise<Slice<Credential>> {
  requireRight(viewer, 'manageCredentials')
  const { organizationId } = viewer
  const after = window.after === null ? null : { createdAt: Number(window.after[0]), id: String(window.after[1]) }
  const rows = await listCredentialRows(store.db, organizationId, ownerId, { after, limit: window.limit })
  const total = await totals([organizationId, ownerId], (atMost) =>
    countCredentials(store.db, organizationId, ownerId, atMost),
  )
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.created_at, row.id])
  return { entries: page.map(entry), next, total }
}

async function remove({ clock, store }: Parts, viewer: Viewer, clientId: string): Promise<void> {
  requireRight(viewer, 'manageCredentials')
  const stamp = { at: clock.now(), by: viewer.memberId }
  await store.write<ApiCredentialRow>(
    (row) => event(viewer, clientId, 'REVOKED', { before: entry(row), after: null }),
    async (tx) => {
      const row = await findCredential(tx, viewer.organizationId, clientId)
      if (row?.is_revoked !== 0) throw new AppError('not_found', { kind: 'credential', id: clientId })
      await revokeCredential(tx, viewer.organizationId, clientId, stamp)
      return row
    },
  )
}

function entry(row: Omit<ApiCredentialRow, 'secret_encrypted'>): Credential {
  return {
    clientId: row.id,
    ownerId: row.owner_id,
    name: row.name,
    description: row.description,
    scopes: scopesOf(row),
    lastUsedAt: row.last_used_at === null ? null : timestamp(row.last_used_at),
    expiresAt: row.expires_at === null ? null : timestamp(row.expires_at),
    urlSignedAt: row.url_signed_at === null ? null : timestamp(row.url_signed_at),
    createdBy: row.created_by,
    updatedBy: row.updated_by,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}

const words = ['api', 'api-read', 'embed'] as const

/** Whether the credential gives any access to the API, even read-only. */
export const opensApi = (row: Pick<ApiCredentialRow, 'scopes'>): boolean =>
  scopesOf(row).some((scope) => scope === 'api' || scope === 'api-read')

/** The scopes of the credential; those created before scopes existed have access to the API. */
export function scopesOf({ scopes }: Pick<ApiCredentialRow, 'scopes'>): Credential['scopes'] {
  const names: unknown = scopes === null ? ['api'] : JSON.parse(scopes)
  return Array.isArray(names) ? words.filter((word) => names.includes(word)) : []
}
