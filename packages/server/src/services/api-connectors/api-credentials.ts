import type { Viewer } from '@octavo/core/access'
import type {
  ApiCredential,
  ApiCredentialCreate,
  ApiCredentialPatch,
  ApiCredentialSummary,
  ApiCredentialView,
  AuditVerb,
} from '@octavo/core/contract'
import { AppError, type Problem } from '@octavo/core/errors'
import { requireRight } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import type { Secrets } from '../../secrets/index.ts'
import {
  type ConnectorCredentialRow,
  countConnectorCredentials,
  findConnectorCredential,
  insertConnectorCredential,
  listConnectorCredentialRows,
  updateConnectorCredentialRow,
} from '../../store/connector-credentials.ts'
import { type AuditEvent, newUuid, type ObjectChange, type Queryable, type Store } from '../../store/index.ts'
import type { Slice, Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import { createTotals } from '../answers/totals.ts'
import { serviceOf } from '../service/service.ts'
import { allowlistProblems, type CredentialParts, credentialProblems, partsOf } from './credential-parts.ts'
import { listingOf, type NamedQuery, namedSlice } from './named-lists.ts'
import { refuseProblems } from './refused.ts'
import { isHostAllowed } from './web-addresses.ts'

export type ApiCredentials = ReturnType<typeof createApiCredentials>

/** Credentials of API connectors. Secrets are encrypted with the id of their row as context and are used only to make calls. */
export function createApiCredentials(given: Given) {
  return serviceOf({ ...given, totals: createTotals(given) }, { list, get, create, update, archive, opened })
}

interface Given {
  store: Store
  clock: Clock
  secrets: Secrets
}
type Parts = Given & { totals: ReturnType<typeof createTotals> }

const contextOf = (id: string): string => `connector_credentials:${id}`

async function list(
  { store, totals }: Parts,
  viewer: Viewer,
  query: NamedQuery,
  window: Window,
): Promise<Slice<ApiCredentialSummary>> {
  requireRight(viewer, 'manageApiConnectors')
  const { organizationId } = viewer
  const listing = listingOf(query, window)
  const rows = await listConnectorCredentialRows(store.db, organizationId, listing)
  const total = await totals([organizationId, query.name ?? ''], (atMost) =>
    countConnectorCredentials(store.db, organizationId, query.name, atMost),
  )
  return { ...namedSlice(rows, listing, summaryOf), total }
}

async function get({ store }: Parts, viewer: Viewer, id: string): Promise<ApiCredential> {
  requireRight(viewer, 'manageApiConnectors')
  return entryOf(await findInUse(store.db, viewer, id))
}

/** Throws `not_found`, also for an archived credential. */
async function findInUse(db: Queryable, viewer: Viewer, id: string): Promise<ConnectorCredentialRow> {
  const row = await findConnectorCredential(db, viewer.organizationId, id)
  if (!row || row.is_archived === 1) throw new AppError('not_found', { kind: 'API credential', id })
  return row
}

async function create(parts: Parts, viewer: Viewer, input: ApiCredentialCreate): Promise<ApiCredential> {
  requireRight(viewer, 'manageApiConnectors')
  refuseProblems([...allowlistProblems(input.allowlist), ...credentialProblems(input.credential)])
  const now = parts.clock.now()
  const id = newUuid()
  const row: ConnectorCredentialRow = {
    organization_id: viewer.organizationId,
    id,
    name: input.name,
    description: input.description ?? '',
    allowlist: JSON.stringify(input.allowlist),
    ...storedCredential(parts, id, partsOf(input.credential)),
    is_archived: 0,
    created_by: viewer.memberId,
    updated_by: viewer.memberId,
    created_at: now,
    updated_at: now,
  }
  await parts.store.write(event(viewer, id, 'CREATED', { before: null, after: entryOf(row) }), async (tx) => {
    await insertConnectorCredential(tx, row)
  })
  return entryOf(row)
}

function storedCredential({ secrets }: Parts, id: string, { view, secrets: plain }: CredentialParts) {
  return {
    auth_method: view.authMethod,
    settings: JSON.stringify(view),
    secrets_encrypted: secrets.encrypt(JSON.stringify(plain), contextOf(id)),
  }
}

/** Absent fields keep their values; a credential in the patch replaces the previous one and all of its secrets. */
async function update(parts: Parts, viewer: Viewer, id: string, patch: ApiCredentialPatch): Promise<ApiCredential> {
  requireRight(viewer, 'manageApiConnectors')
  const { name, description, allowlist, credential } = patch
  refuseProblems([
    ...(allowlist === undefined ? [] : allowlistProblems(allowlist)),
    ...(credential === undefined ? [] : credentialProblems(credential)),
  ])
  const changed = {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description: description ?? '' }),
    ...(allowlist === undefined ? {} : { allowlist: JSON.stringify(allowlist) }),
    ...(credential === undefined ? {} : storedCredential(parts, id, partsOf(credential))),
    updated_by: viewer.memberId,
    updated_at: parts.clock.now(),
  }
  const { after } = await parts.store.write<{ before: ConnectorCredentialRow; after: ConnectorCredentialRow }>(
    ({ before, after }) =>
      event(viewer, id, 'UPDATED', {
        before: entryOf(before),
        after: { ...entryOf(after), ...(credential === undefined ? {} : { replacesSecrets: true }) },
      }),
    async (tx) => {
      const before = await findInUse(tx, viewer, id)
      await updateConnectorCredentialRow(tx, viewer.organizationId, id, changed)
      return { before, after: { ...before, ...changed } }
    },
  )
  return entryOf(after)
}

/** Connectors that use the credential continue to do so; no other connector can start to use it. */
async function archive({ store, clock }: Parts, viewer: Viewer, id: string): Promise<void> {
  requireRight(viewer, 'manageApiConnectors')
  const stamp = { updated_by: viewer.memberId, updated_at: clock.now() }
  await store.write<ConnectorCredentialRow>(
    (before) => event(viewer, id, 'DELETED', { before: entryOf(before), after: null }),
    async (tx) => {
      const row = await findInUse(tx, viewer, id)
      await updateConnectorCredentialRow(tx, viewer.organizationId, id, { is_archived: 1, ...stamp })
      return row
    },
  )
}

export type OpenedCredential = CredentialParts & { name: string; allowlist: string[] }

/** Returns the credential for a call of a connector that uses it, archived or not. */
async function opened({ store, secrets }: Parts, organizationId: string, id: string): Promise<OpenedCredential> {
  const row = await findConnectorCredential(store.db, organizationId, id)
  if (!row) throw new AppError('not_found', { kind: 'API credential', id })
  const plain = secrets.decrypt(row.secrets_encrypted, contextOf(id)).reveal()
  return {
    name: row.name,
    allowlist: allowlistOf(row),
    view: viewOf(row),
    secrets: JSON.parse(plain) as CredentialParts['secrets'],
  }
}

export const allowlistOf = ({ allowlist }: ConnectorCredentialRow): string[] => JSON.parse(allowlist) as string[]
const viewOf = ({ settings }: ConnectorCredentialRow): ApiCredentialView => JSON.parse(settings) as ApiCredentialView

function summaryOf(row: ConnectorCredentialRow): ApiCredentialSummary {
  return {
    apiCredentialId: row.id,
    name: row.name,
    authMethod: viewOf(row).authMethod,
    allowlist: allowlistOf(row),
    ...(row.description === '' ? {} : { description: row.description }),
  }
}

function entryOf(row: ConnectorCredentialRow): ApiCredential {
  return {
    ...summaryOf(row),
    credential: viewOf(row),
    createdBy: row.created_by,
    updatedBy: row.updated_by,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}

function event(viewer: Viewer, id: string, verb: AuditVerb<'API_CREDENTIAL'>, change: ObjectChange): AuditEvent {
  const object = { kind: 'api_credential', id }
  return eventOf(viewer, { category: 'CONNECTION', action: `API_CREDENTIAL_${verb}`, object, change })
}

/** Why a connector may not use a credential for calls of `host`. A connector may keep a credential that was archived. */
export async function bindingProblems(
  db: Queryable,
  viewer: Viewer,
  { id, host, isBound }: { id: string; host: string; isBound: boolean },
): Promise<Problem[]> {
  const row = await findConnectorCredential(db, viewer.organizationId, id)
  if (!row || (row.is_archived === 1 && !isBound)) {
    return [{ path: 'authId', message: `There is no API credential "${id}".` }]
  }
  if (isHostAllowed(allowlistOf(row), host)) return []
  const message = `The credential "${row.name}" is not for the host ${host}.`
  return [{ path: 'params.url', message, hint: 'Add the host to the allowlist of the credential.' }]
}
