/**
 * The contents of data platforms, as far as they were requested. Objects get an id when they are first seen and keep
 * it; columns are described when they are first needed, and cached.
 */
import type { OpenConnection, Sessions } from '../connectors/index.ts'
import { type CatalogObjectRow, findCatalogObject } from '../store/catalog-objects.ts'
import type { Catalog, CatalogDeps, CatalogObject, CatalogReader } from './api.ts'
import { type CatalogParts, canonicalPath, describe, inCataloguePool, objectAt, reading } from './descriptions.ts'
import { DocumentCatalogLoader } from './loader.ts'
import { look, settle } from './sync.ts'

export function createCatalog(deps: CatalogDeps): Catalog {
  const { store, sessions } = deps
  const parts: CatalogParts = { ...deps, freshMs: deps.freshMs ?? 600_000, tables: new Map(), statements: new Map() }
  return {
    async lookup(reader, connectionId, path, signal) {
      if (path.length === 0) return null
      const organizationId = organizationOf(reader)
      const connection = await openFor(sessions, reader, connectionId)
      const found = await inCataloguePool(connection, signal, () => canonicalPath(connection, path, signal))
      return found ? objectOf(await objectAt(parts, organizationId, connectionId, found.path, found.kind)) : null
    },
    async find(organizationId, id) {
      const row = await findCatalogObject(store.db, organizationId, id)
      return row ? objectOf(row) : null
    },
    look: (reader, connectionId, path, signal) => look(parts, reader, connectionId, path, signal),
    settle: (tx, organizationId, connectionId, findings) => settle(parts, tx, organizationId, connectionId, findings),
    describe: (reader, connectionId, path, signal) =>
      reading(signal, async () =>
        describe(parts, organizationOf(reader), await openFor(sessions, reader, connectionId), path, signal),
      ),
    begin: (viewer, documentId, given) => new DocumentCatalogLoader(parts, viewer, documentId, given),
  }
}

const organizationOf = (reader: CatalogReader): string => (typeof reader === 'string' ? reader : reader.organizationId)

function openFor(sessions: Sessions, reader: CatalogReader, connectionId: string): Promise<OpenConnection> {
  return typeof reader === 'string' ? sessions.openOwn(reader, connectionId) : sessions.open(reader, connectionId)
}

function objectOf(row: CatalogObjectRow): CatalogObject {
  return {
    id: row.id,
    connectionId: row.connection_id,
    path: JSON.parse(row.path) as string[],
    kind: row.kind as CatalogObject['kind'],
  }
}
