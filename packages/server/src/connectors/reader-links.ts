import { hash } from 'node:crypto'
import type { ConnectionRow } from '../store/connections.ts'
import type { EngineSession } from './api.ts'
import { createPools, type Pools } from './pool.ts'

/** How a reader signs in at a data platform with their own token. */
export interface ReaderSignIn {
  /** The name of the reader's account there. */
  user: string
  token: string
  /** Identity that the platform sees; part of the cache keys of results. */
  subject: string
}

/** A connection that was not used for this long is closed; longer than a statement may take. */
const idleMs = 20 * 60_000
const mostLinks = 200

/** The open connection's properties that are used here. */
interface ReaderLink {
  session: Pick<EngineSession, 'close'>
}

interface Entry<Link> {
  link: Promise<Link>
  usedAt: number
}

/**
 * The open connections of readers who sign in themselves, one for each connection and token. All readers of a connection share its pools,
 * so that together they use no more sessions on the platform than its settings allow.
 */
export function createReaderLinks<Link extends ReaderLink>(
  openLink: (row: ConnectionRow, signIn: ReaderSignIn) => Promise<Link>,
) {
  /** In order of last use, most recent last. */
  const opened = new Map<string, Entry<Link>>()
  const pools = new Map<string, { revision: number; pools: Pools }>()

  function poolsOf(row: ConnectionRow): Pools {
    const known = pools.get(row.id)
    if (known?.revision === row.revision) return known.pools
    const made = createPools(JSON.parse(row.pool_sizes))
    pools.set(row.id, { revision: row.revision, pools: made })
    return made
  }

  function closeIdle(now: number): void {
    for (const [key, { link, usedAt }] of opened) {
      if (opened.size <= mostLinks && now - usedAt < idleMs) return
      opened.delete(key)
      void link.then(({ session }) => session.close()).catch(() => {})
    }
  }

  return {
    async open(row: ConnectionRow, signIn: ReaderSignIn): Promise<Link & { row: ConnectionRow; pools: Pools }> {
      const { organization_id, id, revision, allows_passthrough } = row
      const token = hash('sha256', signIn.token)
      const key = JSON.stringify([organization_id, id, revision, allows_passthrough, signIn.subject, token])
      const usedAt = performance.now()
      const entry: Entry<Link> = { link: opened.get(key)?.link ?? openLink(row, signIn), usedAt }
      opened.delete(key)
      opened.set(key, entry)
      closeIdle(usedAt)
      try {
        return { ...(await entry.link), row, pools: poolsOf(row) }
      } catch (error) {
        if (opened.get(key)?.link === entry.link) opened.delete(key)
        throw error
      }
    },
    async close(): Promise<void> {
      const links = [...opened.values()]
      opened.clear()
      await Promise.allSettled(links.map(async ({ link }) => (await link).session.close()))
    },
  }
}
