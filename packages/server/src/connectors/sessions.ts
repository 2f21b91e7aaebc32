import { AppError } from '@octavo/core/errors'
import type { Secrets } from '../secrets/index.ts'
import { type ConnectionRow, findConnection } from '../store/connections.ts'
import { createReadMemory, type Store } from '../store/index.ts'
import type { Connector, EngineSession } from './api.ts'
import { createPool, type Pool } from './pool.ts'

export interface OpenConnection {
  row: ConnectionRow
  connector: Connector
  session: EngineSession
  /** Name of the dialect in core `sql`. */
  dialect: string
  /** Statements of people carry a comment for the log of the platform. */
  isCommented: boolean
  /** For queries of people; the catalogue has a pool of its own, so that it never waits behind them. */
  queries: Pool
  catalogue: Pool
}

/** The open link to each connection, one for each revision; opened when first used. */
export interface Sessions {
  /** Throws `source_unavailable` where the connection is missing, archived or cannot be opened. */
  open(organizationId: string, connectionId: string): Promise<OpenConnection>
  connector(kind: string): Connector | undefined
  /** Kinds of connections that people may make. */
  kinds(): string[]
  close(): Promise<void>
}

const defaultSizes = { adhocPoolSize: 4, catalogPoolSize: 2, schedulePoolSize: 1, resultPoolSize: 1 }

/** The encryption context of the secret settings of a connection. */
export const connectionContext = (connectionId: string): string => `connections:${connectionId}`

/** Settings that are kept encrypted: a JSON object beside the open ones. */
function secretSettings(secrets: Secrets, row: ConnectionRow): Record<string, unknown> {
  if (row.secrets_encrypted === null) return {}
  return JSON.parse(secrets.decrypt(row.secrets_encrypted, connectionContext(row.id)).reveal())
}

async function openLink(
  { secrets, byKind, comments }: { secrets: Secrets; byKind: ReadonlyMap<string, Connector>; comments: boolean },
  row: ConnectionRow,
): Promise<OpenConnection> {
  const connector = byKind.get(row.type)
  if (!connector) throw unavailable(row.id, `There is no connector for "${row.type}".`)
  const sizes = { ...defaultSizes, ...(JSON.parse(row.pool_sizes) as Partial<typeof defaultSizes>) }
  const links = sizes.adhocPoolSize + sizes.catalogPoolSize + sizes.schedulePoolSize + sizes.resultPoolSize
  const session = await connector.open(
    { ...JSON.parse(row.settings), ...secretSettings(secrets, row) },
    { links, allowsPassthrough: row.allows_passthrough === 1 },
  )
  return {
    row,
    connector,
    session,
    dialect: session.dialect ?? connector.dialect,
    isCommented: comments && connector.capabilities.queryLog,
    queries: createPool(sizes.adhocPoolSize),
    catalogue: createPool(sizes.catalogPoolSize),
  }
}

interface Given {
  store: Store
  secrets: Secrets
  connectors: readonly Connector[]
  comments?: boolean
}

export function createSessions({ store, secrets, connectors, comments = true }: Given): Sessions {
  const byKind = new Map(connectors.map((connector) => [connector.kind, connector]))
  const opened = new Map<string, { revision: string; link: Promise<OpenConnection> }>()
  const remembered = createReadMemory(store)

  return {
    async open(organizationId, connectionId) {
      const key = `${organizationId}/${connectionId}`
      const row = await remembered(store, key, () => findConnection(store.db, organizationId, connectionId))
      if (!row) throw unavailable(connectionId, 'There is no such connection.')
      if (row.is_archived) throw unavailable(connectionId, 'The connection is archived.')
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
    },
    connector: (kind) => byKind.get(kind),
    kinds: () => connectors.filter(({ fields }) => fields !== undefined).map(({ kind }) => kind),
    async close() {
      const links = [...opened.values()]
      opened.clear()
      await Promise.allSettled(links.map(async (entry) => (await entry.link).session.close()))
    },
  }
}

function unavailable(connectionId: string, reason: string): AppError {
  return new AppError('source_unavailable', { source: `connection "${connectionId}"`, reason })
}
