import { forgetCatalogColumns, insertCatalogObject } from '../store/catalog-objects.ts'
import type { CatalogObject } from './api.ts'
import { type CatalogParts, canonicalPath, inCataloguePool, newObject } from './descriptions.ts'

/** Rows of one transaction: the embedded store has one writer. */
const syncedAtOnce = 200

/** Makes known what lies at a path and below it, and forgets the columns of all of it. */
export async function syncPath(
  parts: CatalogParts,
  organizationId: string,
  connectionId: string,
  path: readonly string[],
  signal: AbortSignal,
): Promise<{ count: number } | null> {
  const { store, sessions } = parts
  const connection = await sessions.open(organizationId, connectionId)
  const { session } = connection
  return inCataloguePool(connection, signal, async () => {
    const root = path.length === 0 ? null : await canonicalPath(connection, path, signal)
    if (root === null && path.length > 0) return null
    const found: { path: string[]; kind: CatalogObject['kind'] }[] = root === null ? [] : [root]
    let level = await session.list(root?.path ?? [], signal)
    while (level.length > 0) {
      found.push(...level)
      const inner = level.filter(({ kind }) => kind === 'database' || kind === 'schema')
      level = []
      for (const container of inner) level.push(...(await session.list(container.path, signal)))
    }
    const within = root?.path ?? []
    forgetBelow(parts, organizationId, connectionId, within)
    for (let at = 0; at < found.length; at += syncedAtOnce) {
      const some = found.slice(at, at + syncedAtOnce)
      await store.maintain('objects of a connection', async (tx) => {
        for (const object of some) await insertCatalogObject(tx, newObject(parts, organizationId, connectionId, object))
      })
    }
    await store.maintain('columns to describe anew', (tx) =>
      forgetCatalogColumns(tx, organizationId, connectionId, within),
    )
    return { count: found.length }
  })
}

/** Descriptions of this process; those of the store are forgotten by the caller. */
function forgetBelow(
  { tables }: CatalogParts,
  organizationId: string,
  connectionId: string,
  within: readonly string[],
): void {
  for (const key of tables.keys()) {
    const [organization, connectionOfKey, , tablePath] = JSON.parse(key) as [string, string, number, string[]]
    const isBelow = within.every((segment, index) => tablePath[index] === segment)
    if (organization === organizationId && connectionOfKey === connectionId && isBelow) tables.delete(key)
  }
}
