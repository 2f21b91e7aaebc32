import { namedConnection, type Viewer } from '@octavo/core/access'
import { AppError } from '@octavo/core/errors'
import { acrossConnections } from '@octavo/core/plan'
import type { Secrets } from '../secrets/index.ts'
import { type ConnectionRow, findConnection } from '../store/connections.ts'
import { createReadMemory, type Store } from '../store/index.ts'
import type { Connector, EngineSession, TransferredTables } from './api.ts'
import { createPools, type Pools } from './pool.ts'
import { createReaderLinks, type ReaderSignIn } from './reader-links.ts'

export interface OpenConnection {
  row: ConnectionRow
  connector: Connector
  session: EngineSession
  /** The session's identity on the platform when it depends on the reader; empty for the connection's account. */
  subject: string
  /** The user attribute with the role of each reader. */
  roleAttribute: string | undefined
  /** Name of the dialect in core `sql`. */
  dialect: string
  /** Whether statements of people get a comment for the platform's log. */
  isCommented: boolean
  pools: Pools
  /** Set when rows of several connections are combined; absent for a real connection. */
  across?: AcrossConnections
}

/** How rows of other connections are brought together. */
export interface AcrossConnections {
  open(connectionId: string): Promise<OpenConnection>
  transferred: TransferredTables
  limits: SideLimits
}

/** Limits for reading rows of one connection to combine them with another. */
export interface SideLimits {
  rows: number
  bytes: number
}

const usualSideLimits: SideLimits = { rows: 1_000_000, bytes: 256 * 1024 * 1024 }

/** The open connections, one for each revision; opened when first used. */
export interface Sessions {
  /**
   * For statements about rows: the session has the viewer's role when the connection takes it from a user attribute. Throws
   * `source_unavailable` when the connection is missing, archived or cannot be opened, and when the viewer has no role.
   */
  open(viewer: SessionViewer, connectionId: string): Promise<OpenConnection>
  /** For lists of tables: as `openOwn`, or as the reader when members sign in themselves. Throws as `open` does. */
  openForTables(viewer: SessionViewer, connectionId: string): Promise<OpenConnection>
  /** For tables and columns, which are shared by all readers: a session of the connection's account. Throws as `open` does. */
  openOwn(organizationId: string, connectionId: string): Promise<OpenConnection>
  /**
   * A new session of the account with one connection, which the caller closes; waits at most `connectMs` for the platform. Throws as `open`
   * does.
   */
  openApart(organizationId: string, connectionId: string, connectMs: number): Promise<OpenConnection>
  /** As `openApart`, as the reader, whose sign-in may not be stored yet. */
  openSignedIn(
    viewer: SessionViewer,
    connectionId: string,
    connectMs: number,
    signIn?: ReaderSignIn,
  ): Promise<OpenConnection>
  connector(kind: string): Connector | undefined
  /** Kinds of connections that people may make. */
  kinds(): string[]
  close(): Promise<void>
}

/** The properties of a viewer that a session may depend on. */
export type SessionViewer = Pick<Viewer, 'organizationId' | 'memberId' | 'attributes' | 'via'>

/** Returned instead of a sign-in for readers who can never have one, so that the connection's account reads for them. */
export const serviceAccount = 'service account'

/** Throws `source_unavailable` for a reader without a sign-in. */
export type SignInOf = (viewer: SessionViewer, row: ConnectionRow) => Promise<ReaderSignIn | typeof serviceAccount>

const defaultTimeoutSecs = 120
/** Limit for opening a connection, whatever timeout queries have, because a reachable server responds sooner. */
const mostConnectMs = 10_000

/** The encryption context of the secret settings of a connection. */
export const connectionContext = (connectionId: string): string => `connections:${connectionId}`

/** The encrypted settings: a JSON object besides the public ones. */
export function secretSettings(secrets: Secrets, row: ConnectionRow): Record<string, unknown> {
  if (row.secrets_encrypted === null) return {}
  return JSON.parse(secrets.decrypt(row.secrets_encrypted, connectionContext(row.id)).reveal())
}

/** Options of a separate session. */
interface Apart {
  links: number
  connectMs: number
}

async function openLink(
  { secrets, byKind, comments }: { secrets: Secrets; byKind: ReadonlyMap<string, Connector>; comments: boolean },
  row: ConnectionRow,
  apart: Apart | null,
  signIn: ReaderSignIn | null,
): Promise<OpenConnection> {
  const connector = byKind.get(row.type)
  if (!connector) throw unavailable(row.id, `There is no connector for "${row.type}".`)
  const pools = createPools(JSON.parse(row.pool_sizes))
  const settings = connectorSettings(secrets, row)
  if (signIn === null && usesOwnSignIns(JSON.parse(row.settings)) && settings.user === undefined) {
    throw unavailable(row.id, 'Each person signs in to it with their own account, and it has no service account.')
  }
  const session = await connector.open(
    // Platforms with tokens accept them in place of a password.
    signIn === null ? settings : { ...settings, user: signIn.user, password: signIn.token },
    {
      links: apart?.links ?? pools.size,
      allowsPassthrough: row.allows_passthrough === 1,
      connectMs: Math.min(apart?.connectMs ?? mostConnectMs, mostConnectMs),
      catalogTimeoutMs: timeoutMsOf(row, 'default'),
    },
  )
  return {
    row,
    connector,
    session,
    subject: signIn?.subject ?? '',
    roleAttribute: roleAttributeOf(JSON.parse(row.settings)),
    dialect: session.dialect ?? connector.dialect,
    isCommented: comments && connector.capabilities.queryLog,
    pools,
  }
}

/** The settings of the connector; `published` besides them is only stored and returned. */
function connectorSettings(secrets: Secrets, row: ConnectionRow): Record<string, unknown> {
  const { published: _, ...own } = JSON.parse(row.settings) as Record<string, unknown>
  const { clientSecret: __, ...secret } = secretSettings(secrets, row)
  return { ...own, ...secret }
}

/** Whether readers of the connection sign in at the data platform themselves. */
export function usesOwnSignIns(settings: Readonly<Record<string, unknown>>): boolean {
  return (settings as { published?: { useOauth?: unknown } }).published?.useOauth === true
}

/** The user attribute that names the role of each reader; undefined when all of them read as the connection's account. */
export function roleAttributeOf(settings: Readonly<Record<string, unknown>>): string | undefined {
  const { published } = settings as { published?: { userAttributes?: { role?: unknown } } }
  const name = published?.userAttributes?.role
  return typeof name === 'string' && name !== '' ? name : undefined
}

/** The connection with the session of one reader. */
function readAs(own: OpenConnection, attribute: string, { attributes }: SessionViewer): OpenConnection {
  const { row, session, connector } = own
  const role = Object.hasOwn(attributes, attribute) ? (attributes[attribute] ?? '') : ''
  if (role === '') {
    throw unavailable(
      row.id,
      `It is read with the role in your user attribute "${attribute}", which has no value for you.`,
    )
  }
  if (!session.as) throw unavailable(row.id, `Roles by user attribute are not supported for "${connector.kind}".`)
  return { ...own, session: session.as(role), subject: `role ${role}` }
}

/** Time limit of a connection's statements by purpose. */
export function timeoutMsOf(
  { timeouts }: Pick<ConnectionRow, 'timeouts'>,
  purpose: 'default' | 'worksheet' | 'dashboard' | 'download',
): number {
  const seconds = JSON.parse(timeouts) as Partial<Record<string, number>>
  return (seconds[purpose] ?? seconds.default ?? defaultTimeoutSecs) * 1000
}

interface Given {
  store: Store
  secrets: Secrets
  connectors: readonly Connector[]
  comments?: boolean
  /** Limits of an organization for combining rows of several connections; absent for the defaults. */
  sideLimits?: (organizationId: string) => Promise<SideLimits>
  /** Absent when there are no sign-ins at data platforms. */
  signInOf?: SignInOf
}

export function createSessions(given: Given): Sessions {
  const { store, secrets, connectors, comments = true } = given
  const byKind = new Map(connectors.map((connector) => [connector.kind, connector]))
  const remembered = createReadMemory(store)
  const inUse = async (organizationId: string, connectionId: string): Promise<ConnectionRow> => {
    const key = `${organizationId}/${connectionId}`
    const row = await remembered(store, key, () => findConnection(store.db, organizationId, connectionId))
    if (!row) throw unavailable(connectionId, 'There is no such connection.')
    if (row.is_archived) throw unavailable(connectionId, 'The connection is archived.')
    return row
  }

  const openAs = (row: ConnectionRow, apart: Apart | null = null, signIn: ReaderSignIn | null = null) =>
    openLink({ secrets, byKind, comments }, row, apart, signIn)

  const accounts = createAccountLinks(openAs)
  const openOwn = async (organizationId: string, connectionId: string): Promise<OpenConnection> =>
    accounts.open(await inUse(organizationId, connectionId))

  const across = createAcross(given)
  const readers = createReaders(given, openAs, openOwn)

  const sessions: Sessions = {
    async openApart(organizationId, connectionId, connectMs) {
      return openAs(await inUse(organizationId, connectionId), { links: 1, connectMs })
    },
    async openSignedIn(viewer, connectionId, connectMs, given) {
      const row = await inUse(viewer.organizationId, connectionId)
      const signIn = given ?? (await readers.signInOf(viewer, row))
      return openAs(row, { links: 1, connectMs }, signIn === serviceAccount ? null : signIn)
    },
    openOwn,
    async openForTables(viewer, connectionId) {
      const row = await inUse(viewer.organizationId, connectionId)
      const isByReader = usesOwnSignIns(JSON.parse(row.settings))
      return isByReader ? readers.open(viewer, row) : openOwn(viewer.organizationId, connectionId)
    },
    async open(viewer, connectionId) {
      if (connectionId === acrossConnections) return across(viewer, sessions)
      const own = await sessions.openForTables(viewer, connectionId)
      // The host of an embed that names a connection reads with the role of the connection.
      const isNamed = namedConnection(viewer) === connectionId
      return own.roleAttribute === undefined || isNamed ? own : readAs(own, own.roleAttribute, viewer)
    },
    connector: (kind) => byKind.get(kind),
    kinds: () => connectors.filter(({ fields }) => fields !== undefined).map(({ kind }) => kind),
    async close() {
      await Promise.all([accounts.close(), readers.close()])
    },
  }
  return sessions
}

/** The sessions of the accounts of connections, one for each connection and revision. */
function createAccountLinks(openLinkOf: (row: ConnectionRow) => Promise<OpenConnection>) {
  const opened = new Map<string, { revision: string; link: Promise<OpenConnection> }>()
  return {
    async open(row: ConnectionRow): Promise<OpenConnection> {
      const key = `${row.organization_id}/${row.id}`
      const known = opened.get(key)
      const revision = `${row.revision} ${row.allows_passthrough}`
      if (known?.revision === revision) return { ...(await known.link), row }
      const entry = { revision, link: openLinkOf(row) }
      opened.set(key, entry)
      entry.link.catch(() => {
        if (opened.get(key) === entry) opened.delete(key)
      })
      void known?.link.then(({ session }) => session.close()).catch(() => {})
      return entry.link
    },
    async close(): Promise<void> {
      const links = [...opened.values()]
      opened.clear()
      await Promise.allSettled(links.map(async (entry) => (await entry.link).session.close()))
    },
  }
}

/** The sessions of readers who sign in themselves. */
function createReaders(
  { signInOf }: Given,
  openAs: (row: ConnectionRow, apart: null, signIn: ReaderSignIn) => Promise<OpenConnection>,
  openOwn: Sessions['openOwn'],
) {
  const links = createReaderLinks((row, signIn) => openAs(row, null, signIn))
  const find: SignInOf = (viewer, row) => {
    if (!signInOf) throw unavailable(row.id, 'Signing in to it is not supported here.')
    return signInOf(viewer, row)
  }
  return {
    signInOf: find,
    async open(viewer: SessionViewer, row: ConnectionRow): Promise<OpenConnection> {
      const signIn = await find(viewer, row)
      if (signIn !== serviceAccount) return links.open(row, signIn)
      return { ...(await openOwn(viewer.organizationId, row.id)), subject: serviceAccount }
    },
    close: () => links.close(),
  }
}

/** The embedded engine as the place where rows of several connections are combined; its statements have separate pools. */
function createAcross({ connectors, sideLimits }: Given) {
  const connector = connectors.find(({ openAcross }) => openAcross !== undefined)
  const session = connector?.openAcross?.()
  const pools = new Map<string, Pools>()
  return async (viewer: SessionViewer, sessions: Pick<Sessions, 'open'>): Promise<OpenConnection> => {
    const { organizationId } = viewer
    if (!connector || !session?.transferred)
      throw unavailable(acrossConnections, 'Rows of several connections cannot be joined here.')
    const own = pools.get(organizationId) ?? createPools({})
    pools.set(organizationId, own)
    return {
      row: rowAcross(organizationId),
      connector,
      session,
      subject: '',
      roleAttribute: undefined,
      dialect: connector.dialect,
      isCommented: false,
      pools: own,
      across: {
        open: (connectionId) => sessions.open(viewer, connectionId),
        transferred: session.transferred,
        limits: (await sideLimits?.(organizationId)) ?? usualSideLimits,
      },
    }
  }
}

/** A connection row for code that reads limits from one. */
function rowAcross(organizationId: string): ConnectionRow {
  return {
    organization_id: organizationId,
    id: acrossConnections,
    name: 'Several connections',
    type: 'duckdb',
    settings: '{}',
    secrets_encrypted: null,
    is_sample: 0,
    is_audit_log: 0,
    is_archived: 0,
    use_friendly_names: 1,
    allows_passthrough: 0,
    allows_privileged_role: 0,
    revision: 1,
    timeouts: '{}',
    pool_sizes: '{}',
    last_active_at: 0,
    created_at: 0,
    created_by: '',
    updated_at: 0,
    updated_by: '',
  }
}

function unavailable(connectionId: string, reason: string): AppError {
  return new AppError('source_unavailable', { source: `connection "${connectionId}"`, reason })
}
