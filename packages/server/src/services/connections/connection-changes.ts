import type { Viewer } from '@octavo/core/access'
import type {
  AuditVerb,
  Connection,
  ConnectionDetails,
  ConnectionInput,
  ConnectionTest,
  ConnectionUpdate,
} from '@octavo/core/contract'
import { AppError, type Problem } from '@octavo/core/errors'
import { type Access, requireRight } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import {
  type Connector,
  connectionContext,
  type OpenConnection,
  roleAttributeOf,
  type Sessions,
  timeoutMsOf,
  usesOwnSignIns,
} from '../../connectors/index.ts'
import { DestinationRefused, type Destinations } from '../../outbound/index.ts'
import type { Queue } from '../../queue/index.ts'
import type { Secrets } from '../../secrets/index.ts'
import { type ConnectionRow, findConnection, insertConnection, updateConnection } from '../../store/connections.ts'
import { insertGrant } from '../../store/grants.ts'
import { type AuditEvent, isUuid, newUuid, type ObjectChange, type Queryable, type Store } from '../../store/index.ts'
import { findUserAttributeByName } from '../../store/user-attributes.ts'
import { oauthProblems } from '../connection-sign-ins/oauth-settings.ts'
import type { Mails } from '../organization/mails/mails.ts'
import { serviceOf } from '../service/service.ts'
import { type ConnectionMetadata, metadataOf, storedType } from './connection-metadata.ts'
import { assertOrdinary, roleOf, testOf } from './connection-test.ts'
import type { Connections } from './connections.ts'
import { splitDetails, writePlaceOf } from './published-settings.ts'
import { enqueueRowSettling } from './row-settling-job.ts'
import { enqueueWriteAccessMails } from './write-access-mails.ts'

export type ConnectionChanges = ReturnType<typeof createConnectionChanges>

/** Sets up, changes, archives and tests connections. Settings are never returned; secrets are stored encrypted. */
export function createConnectionChanges(parts: Parts) {
  return serviceOf(parts, { create, replace, rename, archive, check, checkDetails })
}

interface Parts {
  store: Store
  clock: Clock
  access: Access
  secrets: Secrets
  sessions: Sessions
  connections: Connections
  destinations: Destinations
  queue: Queue
  mails: Pick<Mails, 'isSet'>
}

/** Context of the request that makes a change. */
export interface Asked {
  /** Base URL of links in mails. */
  baseUrl: string
  signal: AbortSignal
}

/** The settings of a connection as a request describes them. */
interface WantedSettings extends Omit<ConnectionMetadata, 'details'> {
  connector: Connector
  /** Members sign in themselves; an account of the connection serves as its service account. */
  usesOwnSignIns: boolean
  /** Public and secret settings of the connector. */
  settings: Record<string, unknown>
  type: string
  /** Public settings in their stored form. */
  open: string
  secret: string | null
}

/** The connector and the settings of a request, with secrets apart. Reports all problems at once. */
async function settingsOf(parts: Parts, viewer: Viewer, input: ConnectionInput): Promise<WantedSettings> {
  const { sessions } = parts
  const { details, ...metadata } = metadataOf(input)
  const { type: named, useOauth = false, clientSecret, ...rest } = details
  const type = storedType(named)
  const connector = sessions.connector(type)
  const fields = connector?.fields
  if (!connector || !fields) throw noConnector(parts, type)
  requireCatalog(connector, metadata.write)
  const { given, published } = splitDetails(rest, new Set(fields.map(({ name }) => name)))
  const settings = { ...given }
  for (const name of ['password', 'accessToken']) if (name in given) settings[name] = plainText(given[name])
  const clientWord = clientSecret === undefined ? undefined : clientSecretOf(clientSecret)
  const wrong = connector.validate(settings)
  const problems =
    wrong.length > 0
      ? wrong
      : [
          ...(await destinationProblems(parts, connector, settings)),
          ...(await attributeProblems(parts, viewer, connector, published)),
          ...(useOauth ? signInProblems(parts, connector, details, metadata.write?.isOn === true) : []),
        ]
  if (problems.length > 0) {
    throw new AppError('invalid_request', {
      reason: `The details of the connection have ${problems.length === 1 ? 'a problem' : 'problems'}.`,
      problems: problems.map((problem) => ({ ...problem, path: `details.${problem.path}` })),
    })
  }
  const isSecret = new Set(fields.filter(({ kind }) => kind === 'secret').map(({ name }) => name))
  const byPlace = Object.groupBy(Object.entries(settings), ([name]) => (isSecret.has(name) ? 'secret' : 'open'))
  const kept = {
    ...published,
    ...(useOauth ? { useOauth } : {}),
    ...(metadata.write === null ? {} : { write: metadata.write }),
  }
  const secret = {
    ...Object.fromEntries(byPlace.secret ?? []),
    ...(clientWord === undefined ? {} : { clientSecret: clientWord }),
  }
  return {
    ...metadata,
    usesOwnSignIns: useOauth,
    connector,
    settings,
    type,
    open: JSON.stringify({
      ...Object.fromEntries(byPlace.open ?? []),
      ...(Object.keys(kept).length > 0 ? { published: kept } : {}),
    }),
    secret: Object.keys(secret).length > 0 ? JSON.stringify(secret) : null,
  }
}

/** Platforms that store rows below a catalog have no catalog of their own to write into. */
function requireCatalog({ capabilities, label }: Connector, write: ConnectionMetadata['write']): void {
  if (capabilities.rowTables !== true || !write?.isOn || write.database !== '') return
  const message = `Write access to ${label} needs "writeDatabase", the catalog of "writeSchema".`
  throw new AppError('invalid_request', { reason: message, problems: [{ path: 'writeDatabase', message }] })
}

/** The user attribute that names roles must exist, and the engine must support roles. */
async function attributeProblems(
  { store }: Parts,
  viewer: Viewer,
  { fields }: Connector,
  published: Record<string, unknown>,
): Promise<Problem[]> {
  const name = roleAttributeOf({ published })
  if (name === undefined) return []
  const path = 'userAttributes.role'
  if (!fields?.some((field) => field.name === 'role')) return [{ path, message: 'The platform has no roles.' }]
  if (await findUserAttributeByName(store.db, viewer.organizationId, name)) return []
  return [{ path, message: `There is no user attribute "${name}".`, hint: 'Make it, and give it to members or teams.' }]
}

/** Problems that prevent members from signing in at the platform themselves. */
function signInProblems(
  { destinations }: Parts,
  connector: Connector | undefined,
  details: Partial<ConnectionDetails>,
  writes: boolean,
): Problem[] {
  if (connector?.takesTokens !== true) {
    const platform = connector?.label ?? 'this platform'
    return [{ path: 'useOauth', message: `Signing in at ${platform} with a token of one's own is not supported.` }]
  }
  return oauthProblems(details, { isNamed: destinations.isNamed, writes })
}

async function destinationProblems(
  { destinations }: Parts,
  { fields }: Connector,
  { host }: Record<string, unknown>,
): Promise<Problem[]> {
  if (typeof host !== 'string' || !fields?.some(({ name }) => name === 'host')) return []
  try {
    await destinations.assertAllowed(host)
    return []
  } catch (error) {
    if (error instanceof DestinationRefused) return [{ path: 'host', message: error.message }]
    throw error
  }
}

async function findForChange(
  { access, store }: Parts,
  viewer: Viewer,
  id: string,
  action: 'edit' | 'delete' | 'restore',
  db: Queryable = store.db,
): Promise<ConnectionRow> {
  // Checked first, so that a connection that the viewer may not see takes the same work as one that does not exist.
  if (isUuid(id)) await access.requireConnection(viewer, id.toLowerCase(), action, db)
  const row = isUuid(id) ? await findConnection(db, viewer.organizationId, id.toLowerCase()) : undefined
  if (!row) throw new AppError('not_found', { kind: 'connection', id })
  if (row.is_audit_log === 1) {
    const reason = 'The server sets the audit log connection: enable or disable it with PATCH /v2/audit/settings.'
    throw new AppError('invalid_request', { reason, problems: [{ path: '', message: reason }] })
  }
  return row
}

function event(viewer: Viewer, id: string, verb: AuditVerb<'CONNECTION'>, change: ObjectChange): AuditEvent {
  return eventOf(viewer, {
    category: 'CONNECTION',
    action: `CONNECTION_${verb}`,
    object: { kind: 'connection', id },
    change,
  })
}

/** Throws `privileged_role`. When the platform does not respond, the role is checked by the connection test instead. */
async function refusePrivilegedRole(
  { connector, settings, timeouts, usesOwnSignIns }: WantedSettings,
  input: ConnectionInput,
  signal: AbortSignal,
): Promise<void> {
  if (input.allowPrivilegedRole === true) return
  if (usesOwnSignIns && settings.user === undefined) return
  const connectMs = timeoutMsOf({ timeouts }, 'default')
  const session = await connector.open(settings, { links: 1, connectMs }).catch(() => null)
  if (!session) return
  const role = await roleOf(session, signal).catch(() => null)
  await session.close()
  if (role !== null) assertOrdinary(role)
}

function noConnector({ sessions }: Parts, type: string): AppError {
  return new AppError('not_supported', {
    what: `There is no connector for "${type}" yet.`,
    hint: `Supported are ${sessions.kinds().join(', ')}.`,
  })
}

/** The creator becomes administrator of the connection. */
async function create(parts: Parts, viewer: Viewer, input: ConnectionInput, request: Asked): Promise<Connection> {
  const { clock, store, secrets, connections } = parts
  requireRight(viewer, 'manageConnections')
  const settings = await settingsOf(parts, viewer, input)
  await refusePrivilegedRole(settings, input, request.signal)
  const { type, open, secret } = settings
  const id = newUuid()
  const now = clock.now()
  const stamp = { created_by: viewer.memberId, updated_by: viewer.memberId, created_at: now, updated_at: now }
  await store.write(
    event(viewer, id, 'CREATED', {
      before: null,
      after: {
        name: input.name,
        type,
        settings: JSON.parse(open) as object,
        allowsPrivilegedRole: input.allowPrivilegedRole === true,
      },
    }),
    async (tx) => {
      await insertConnection(tx, {
        organization_id: viewer.organizationId,
        id,
        name: input.name,
        type,
        settings: open,
        secrets_encrypted: secret === null ? null : secrets.encrypt(secret, connectionContext(id)),
        is_sample: 0,
        is_archived: 0,
        use_friendly_names: settings.usesFriendlyNames ? 1 : 0,
        allows_privileged_role: input.allowPrivilegedRole === true ? 1 : 0,
        revision: 1,
        timeouts: settings.timeouts,
        pool_sizes: settings.poolSizes,
        last_active_at: now,
        ...stamp,
      })
      await insertGrant(tx, {
        organization_id: viewer.organizationId,
        id: newUuid(),
        object_kind: 'connection',
        object_id: id,
        member_id: viewer.memberId,
        team_id: null,
        is_everyone: 0,
        permission: 'admin',
        ...stamp,
      })
      const after = { id, name: input.name, settings: open }
      await enqueueWriteAccessMails(parts, tx, { viewer, before: null, after, baseUrl: request.baseUrl })
    },
  )
  return connections.get(viewer, id)
}

/** Replaces everything that people set. For a deleted connection the request decides whether it is restored or stays deleted. */
async function replace(
  parts: Parts,
  viewer: Viewer,
  id: string,
  input: ConnectionUpdate,
  { baseUrl, signal }: Asked,
): Promise<Connection> {
  const { store, secrets, clock, connections } = parts
  const action = input.restore === true ? 'restore' : 'edit'
  await findForChange(parts, viewer, id, action)
  if (input.allowPrivilegedRole === true) requireRight(viewer, 'manageConnections')
  const settings = await settingsOf(parts, viewer, input)
  await refusePrivilegedRole(settings, input, signal)
  const { type, open, secret } = settings
  await store.write<{ before: ConnectionRow; changed: Partial<ConnectionRow> }>(
    ({ before, changed }) =>
      event(viewer, before.id, before.is_archived === 1 ? 'RESTORED' : 'UPDATED', {
        before: factsOf(before),
        after: factsOf({ ...before, ...changed }),
      }),
    async (tx) => {
      const row = await findForChange(parts, viewer, id, action, tx)
      if (row.is_sample === 1) {
        throw new AppError('not_supported', { what: 'The connection of the sample data stays as it is.' })
      }
      const isRestored = row.is_archived === 1
      const changed = {
        name: input.name,
        type,
        settings: open,
        secrets_encrypted: secret === null ? null : secrets.encrypt(secret, connectionContext(row.id)),
        use_friendly_names: settings.usesFriendlyNames ? 1 : 0,
        allows_privileged_role: input.allowPrivilegedRole === true ? 1 : 0,
        timeouts: settings.timeouts,
        pool_sizes: settings.poolSizes,
        ...(isRestored ? { is_archived: 0 } : {}),
        updated_by: viewer.memberId,
        updated_at: clock.now(),
      }
      await updateConnection(tx, viewer.organizationId, row.id, changed)
      const { organizationId } = viewer
      await enqueueWriteAccessMails(parts, tx, { viewer, before: row, after: { ...row, ...changed }, baseUrl })
      await enqueueRowSettling(parts.queue, tx, { organizationId, connectionId: row.id, baseUrl: null })
      return { before: row, changed }
    },
  )
  return connections.get(viewer, id)
}

async function rename(
  parts: Parts,
  viewer: Viewer,
  id: string,
  change: { name?: string; useOauth?: boolean },
): Promise<Connection> {
  const { store, clock, connections } = parts
  const row = await findForChange(parts, viewer, id, 'edit')
  const { name = row.name } = change
  const settings = withOwnSignIns(parts, row, change.useOauth)
  if (name !== row.name || settings !== row.settings) {
    const changed = { name, ...(settings === row.settings ? {} : { settings }) }
    const after = factsOf({ ...row, ...changed })
    await store.write(event(viewer, row.id, 'UPDATED', { before: factsOf(row), after }), async (tx) => {
      await findForChange(parts, viewer, id, 'edit', tx)
      const stamp = { updated_by: viewer.memberId, updated_at: clock.now() }
      await updateConnection(tx, viewer.organizationId, row.id, { ...changed, ...stamp })
    })
  }
  return connections.get(viewer, id)
}

/** The settings with `useOauth` as requested. Throws `invalid_request` when they do not say how members sign in. */
function withOwnSignIns(parts: Parts, row: ConnectionRow, wanted: boolean | undefined): string {
  const settings = JSON.parse(row.settings) as { published?: Record<string, unknown>; user?: string }
  if (wanted === undefined || wanted === usesOwnSignIns(settings)) return row.settings
  const { useOauth: _, ...published } = settings.published ?? {}
  if (!wanted) return JSON.stringify({ ...settings, published })
  const connector = parts.sessions.connector(row.type)
  const details = { ...published, ...(settings.user === undefined ? {} : { user: settings.user }) }
  const problems = signInProblems(parts, connector, details, writePlaceOf(settings)?.isOn === true)
  if (problems.length > 0) throw new AppError('invalid_request', { reason: problems[0]?.message ?? '', problems })
  return JSON.stringify({ ...settings, published: { ...published, useOauth: true } })
}

/** Archives the connection with everything that people set; repeating it changes nothing. */
async function archive(parts: Parts, viewer: Viewer, id: string): Promise<void> {
  const { store, clock } = parts
  const row = await findForChange(parts, viewer, id, 'delete')
  if (row.is_archived === 1) return
  await store.write(event(viewer, row.id, 'DELETED', { before: factsOf(row), after: null }), async (tx) => {
    await findForChange(parts, viewer, id, 'delete', tx)
    const stamp = { updated_by: viewer.memberId, updated_at: clock.now() }
    await updateConnection(tx, viewer.organizationId, row.id, { is_archived: 1, ...stamp })
  })
}

/** Tests whether the platform responds, over a session of its own. */
async function check(parts: Parts, viewer: Viewer, id: string, signal: AbortSignal): Promise<ConnectionTest> {
  const { connections, store } = parts
  const { connectionId } = await connections.get(viewer, id)
  const row = await findConnection(store.db, viewer.organizationId, connectionId)
  if (!row) throw new AppError('not_found', { kind: 'connection', id })
  const timeoutMs = timeoutMsOf(row, 'default')
  return testOf(
    {
      open: () => openForTest(parts, viewer, row, timeoutMs),
      allowsPrivilegedRole: row.allows_privileged_role === 1,
      write: writePlaceOf(JSON.parse(row.settings)),
      timeoutMs,
    },
    signal,
  )
}

/** Opens the connection with its own account, or with the caller's sign-in when it has none. */
function openForTest(
  { sessions }: Parts,
  viewer: Viewer,
  row: ConnectionRow,
  timeoutMs: number,
): Promise<Pick<OpenConnection, 'session' | 'dialect'>> {
  const settings = JSON.parse(row.settings) as Record<string, unknown>
  return usesOwnSignIns(settings) && settings.user === undefined
    ? sessions.openSignedIn(viewer, row.id, timeoutMs)
    : sessions.openApart(viewer.organizationId, row.id, timeoutMs)
}

/** Tests a connection that is not set up; nothing is stored. */
async function checkDetails(
  parts: Parts,
  viewer: Viewer,
  input: ConnectionInput,
  signal: AbortSignal,
): Promise<ConnectionTest> {
  requireRight(viewer, 'manageConnections')
  const { connector, settings, write, timeouts, usesOwnSignIns: isByReader } = await settingsOf(parts, viewer, input)
  const timeoutMs = timeoutMsOf({ timeouts }, 'default')
  return testOf(
    {
      open: async () => {
        if (isByReader && settings.user === undefined) {
          const reason = 'Each person signs in to it with their own account: save the connection, then connect yours.'
          throw new AppError('source_unavailable', { source: 'connection', reason, step: 'signIn' })
        }
        const session = await connector.open(settings, { links: 1, connectMs: timeoutMs })
        return { session, dialect: session.dialect ?? connector.dialect }
      },
      allowsPrivilegedRole: input.allowPrivilegedRole === true,
      write,
      timeoutMs,
    },
    signal,
  )
}

/** The OAuth client secret in the form of the contract. */
function clientSecretOf(value: unknown): string {
  const text = plainText(value)
  if (typeof text === 'string' && text !== '') return text
  const message = 'Must be a text that is not empty.'
  throw new AppError('invalid_request', { reason: message, problems: [{ path: 'details.clientSecret', message }] })
}

/** A password in the form of the contract. */
function plainText(password: unknown): unknown {
  if (typeof password !== 'object' || password === null) return password
  if ('value' in password) return password.value
  throw new AppError('not_supported', { what: 'Secrets in an external secret manager are not supported yet.' })
}

/** Facts for audit events; `settings` never contains secrets. */
const factsOf = (row: ConnectionRow) => ({
  name: row.name,
  type: row.type,
  settings: JSON.parse(row.settings) as object,
  useFriendlyNames: row.use_friendly_names === 1,
  timeouts: row.timeouts,
  poolSizes: row.pool_sizes,
  isArchived: row.is_archived === 1,
  allowsPrivilegedRole: row.allows_privileged_role === 1,
})
