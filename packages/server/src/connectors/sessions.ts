import type { Viewer } from '@octavo/core/access'
import { AppError } from '@octavo/core/errors'
import { acrossConnections } from '@octavo/core/plan'
import type { Secrets } from '../secrets/index.ts'
import { type ConnectionRow, findConnection } from '../store/connections.ts'
import { createReadMemory, type Store } from '../store/index.ts'
import type { BroughtTables, Connector, EngineSession } from './api.ts'
import { createPools, type Pools } from './pool.ts'

export interface OpenConnection {
  row: ConnectionRow
  connector: Connector
  session: EngineSession
  /** Who the session is on the platform, where that depends on the reader; empty for the account of the connection. */
  subject: string
  /** Names the user attribute that holds the role of each reader. */
  roleAttribute: string | undefined
  /** Name of the dialect in core `sql`. */
  dialect: string
  /** Statements of people carry a comment for the log of the platform. */
  isCommented: boolean
  pools: Pools
  /** Where rows of several connections meet; absent for a connection of its own. */
  across?: AcrossConnections
}

/** How the rows of other connections come to where they meet. */
export interface AcrossConnections {
  open(connectionId: string): Promise<OpenConnection>
  brought: BroughtTables
  limits: SideLimits
}

/** What is read of one connection at most, so that its rows can meet those of another. */
export interface SideLimits {
  rows: number
  bytes: number
}

const usualSideLimits: SideLimits = { rows: 1_000_000, bytes: 256 * 1024 * 1024 }

/** The open link to each connection, one for each revision; opened when first used. */
export interface Sessions {
  /**
   * For statements about rows: the session has the role of the viewer where the connection takes it from a user attribute. Throws
   * `source_unavailable` where the connection is missing, archived or cannot be opened, and where the viewer has no role.
   */
  open(viewer: SessionViewer, connectionId: string): Promise<OpenConnection>
  /** For tables and columns, in which everybody shares: the session of the account of the connection. Throws as `open` does. */
  openOwn(organizationId: string, connectionId: string): Promise<OpenConnection>
  /**
   * A new session of the account with one link, which the caller closes; it waits at most so long for the platform. Throws as `open`
   * does.
   */
  openApart(organizationId: string, connectionId: string, connectMs: number): Promise<OpenConnection>
  connector(kind: string): Connector | undefined
  /** Kinds of connections that people may make. */
  kinds(): string[]
  close(): Promise<void>
}

/** Of whom a session may depend on. */
export type SessionViewer = Pick<Viewer, 'organizationId' | 'attributes'>

const defaultTimeoutSecs = 120
/** A server that is there answers a new link sooner, whatever its queries may take. */
const mostConnectMs = 10_000

/** The encryption context of the secret settings of a connection. */
export const connectionContext = (connectionId: string): string => `connections:${connectionId}`

/** Settings that are kept encrypted: a JSON object beside the open ones. */
export function secretSettings(secrets: Secrets, row: ConnectionRow): Record<string, unknown> {
  if (row.secrets_encrypted === null) return {}
  return JSON.parse(secrets.decrypt(row.secrets_encrypted, connectionContext(row.id)).reveal())
}

async function openLink(
  { secrets, byKind, comments }: { secrets: Secrets; byKind: ReadonlyMap<string, Connector>; comments: boolean },
  row: ConnectionRow,
  apart: { links: number; connectMs: number } | null = null,
): Promise<OpenConnection> {
  const connector = byKind.get(row.type)
  if (!connector) throw unavailable(row.id, `There is no connector for "${row.type}".`)
  const pools = createPools(JSON.parse(row.pool_sizes))
  const session = await connector.open(
    { ...connectorSettings(row), ...secretSettings(secrets, row) },
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
    subject: '',
    roleAttribute: roleAttributeOf(JSON.parse(row.settings)),
    dialect: session.dialect ?? connector.dialect,
    isCommented: comments && connector.capabilities.queryLog,
    pools,
  }
}

/** The settings of the connector; `published` beside them is only stored and returned. */
function connectorSettings(row: ConnectionRow): Record<string, unknown> {
  const { published: _, ...own } = JSON.parse(row.settings) as Record<string, unknown>
  return own
}

/** The user attribute that names the role of each reader; undefined where all of them read as the account of the connection. */
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

/** How long a statement of a connection may take, by what asks for it. */
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
  /** What an organization lets rows of several connections take; absent for the usual. */
  sideLimits?: (organizationId: string) => Promise<SideLimits>
}

export function createSessions(given: Given): Sessions {
  const { store, secrets, connectors, comments = true } = given
  const byKind = new Map(connectors.map((connector) => [connector.kind, connector]))
  const opened = new Map<string, { revision: string; link: Promise<OpenConnection> }>()
  const remembered = createReadMemory(store)
  const inUse = async (organizationId: string, connectionId: string): Promise<ConnectionRow> => {
    const key = `${organizationId}/${connectionId}`
    const row = await remembered(store, key, () => findConnection(store.db, organizationId, connectionId))
    if (!row) throw unavailable(connectionId, 'There is no such connection.')
    if (row.is_archived) throw unavailable(connectionId, 'The connection is archived.')
    return row
  }

  async function openOwn(organizationId: string, connectionId: string): Promise<OpenConnection> {
    const key = `${organizationId}/${connectionId}`
    const row = await inUse(organizationId, connectionId)
    const known = opened.get(key)
    const revision = `${row.revision} ${row.allows_passthrough}`
    if (known?.revision === revision) return { ...(await known.link), row }
    const entry = { revision, link: openLink({ secrets, byKind, comments }, row) }
    opened.set(key, entry)
    entry.link.catch(() => {
      if (opened.get(key) === entry) opened.delete(key)
    })
    void known?.link.then(({ session }) => session.close()).catch(() => {})
    return entry.link
  }

  const across = createAcross(given)

  const sessions: Sessions = {
    async openApart(organizationId, connectionId, connectMs) {
      const row = await inUse(organizationId, connectionId)
      return openLink({ secrets, byKind, comments }, row, { links: 1, connectMs })
    },
    openOwn,
    async open(viewer, connectionId) {
      if (connectionId === acrossConnections) return across(viewer, sessions)
      const own = await openOwn(viewer.organizationId, connectionId)
      return own.roleAttribute === undefined ? own : readAs(own, own.roleAttribute, viewer)
    },
    connector: (kind) => byKind.get(kind),
    kinds: () => connectors.filter(({ fields }) => fields !== undefined).map(({ kind }) => kind),
    async close() {
      const links = [...opened.values()]
      opened.clear()
      await Promise.allSettled(links.map(async (entry) => (await entry.link).session.close()))
    },
  }
  return sessions
}

/** The embedded engine as the place where rows of several connections meet; its statements have pools of their own. */
function createAcross({ connectors, sideLimits }: Given) {
  const connector = connectors.find(({ openAcross }) => openAcross !== undefined)
  const session = connector?.openAcross?.()
  const pools = new Map<string, Pools>()
  return async (viewer: SessionViewer, sessions: Pick<Sessions, 'open'>): Promise<OpenConnection> => {
    const { organizationId } = viewer
    if (!connector || !session?.brought)
      throw unavailable(acrossConnections, 'Rows of several connections cannot meet here.')
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
        brought: session.brought,
        limits: (await sideLimits?.(organizationId)) ?? usualSideLimits,
      },
    }
  }
}

/** As the row of a connection, for what asks one for its limits. */
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
