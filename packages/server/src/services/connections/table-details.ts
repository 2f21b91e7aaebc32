import type { Viewer } from '@octavo/core/access'
import type { TableAnnotationChange, TableDetails } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { type Access, requireAllowed } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Catalog, CatalogObject } from '../../catalog/index.ts'
import type { Clock } from '../../config/index.ts'
import { type DbtNodeRow, replaceDbtNodes } from '../../store/dbt-nodes.ts'
import { isUuid, type Store } from '../../store/index.ts'
import { putTableAnnotations } from '../../store/table-annotations.ts'
import { serviceOf } from '../service/service.ts'
import { type DbtTable, readDbtArtifacts } from './dbt-artifacts.ts'
import { findObject } from './find-object.ts'
import { changed, noAnnotation, type TableAnnotation } from './table-annotations.ts'
import { annotationsOf, nameKeyOf, notesOf } from './table-notes.ts'

export type TableDetailsService = ReturnType<typeof createTableDetails>

/** Documentation of tables of connections: annotations by members and descriptions from dbt. */
export function createTableDetails(parts: Parts) {
  return serviceOf(parts, { get, annotate, takeDbtArtifacts })
}

interface Parts {
  store: Store
  clock: Clock
  access: Access
  catalog: Catalog
}

async function get(parts: Parts, viewer: Viewer, tableId: string): Promise<TableDetails> {
  return detailsOf(parts, viewer, await findObject(parts, viewer, tableId, 'table'))
}

async function detailsOf({ store, access }: Parts, viewer: Viewer, object: CatalogObject): Promise<TableDetails> {
  const { id, connectionId, path, kind } = object
  const { friendlyName, description, visibility, dbt } = await notesOf(store.db, viewer.organizationId, object)
  const decision = await access.decidePath(viewer, object, 'annotate')
  return {
    tableId: id,
    connectionId,
    path,
    kind,
    visibility,
    mayAnnotate: decision?.allowed === true,
    ...(friendlyName === undefined ? {} : { friendlyName }),
    ...(description === undefined ? {} : { description }),
    ...(dbt === undefined ? {} : { dbt }),
  }
}

/** Requires the right to annotate the table; columns are the current ones of the data platform. */
async function annotate(
  parts: Parts,
  viewer: Viewer,
  tableId: string,
  change: TableAnnotationChange,
  signal: AbortSignal,
): Promise<TableDetails> {
  const { store, clock, access, catalog } = parts
  const { organizationId, memberId } = viewer
  const object = await findObject(parts, viewer, tableId, 'table')
  const decision = await access.decidePath(viewer, object, 'annotate')
  if (decision === null) throw new AppError('not_found', { kind: 'table', id: tableId })
  requireAllowed(decision)
  const relation = await catalog.describe(viewer, object.connectionId, object.path, signal)
  if ('unavailable' in relation) {
    throw new AppError('source_unavailable', { source: object.path.join('.'), reason: relation.unavailable })
  }
  const names = relation.columns.map(({ name }) => name)
  await store.write<{ before: TableAnnotation; after: TableAnnotation }>(
    ({ before, after }) =>
      eventOf(viewer, {
        category: 'CONNECTION',
        action: 'CONNECTION_TABLE_ANNOTATED',
        object: { kind: 'connection', id: object.connectionId },
        details: { path: object.path },
        change: { before: { ...before }, after: { ...after } },
      }),
    async (tx) => {
      const before = (await annotationsOf(tx, organizationId, [object.id])).get(object.id) ?? noAnnotation
      const after = changed(before, change, names)
      await putTableAnnotations(tx, {
        organization_id: organizationId,
        object_id: object.id,
        annotations: JSON.stringify(after),
        updated_by: memberId,
        updated_at: clock.now(),
      })
      return { before, after }
    },
  )
  return detailsOf(parts, viewer, object)
}

/** Accepts an archive in base64, which replaces the data of the previous one. */
async function takeDbtArtifacts(
  { store, clock, access }: Parts,
  viewer: Viewer,
  connectionId: string,
  archive: string,
): Promise<void> {
  const { organizationId } = viewer
  if (!isUuid(connectionId)) throw new AppError('not_found', { kind: 'connection', id: connectionId })
  const id = connectionId.toLowerCase()
  await access.requireConnection(viewer, id, 'edit')
  const tables = await readDbtArtifacts(Buffer.from(archive, 'base64'))
  const rows = rowsOf(tables, { organization_id: organizationId, connection_id: id, uploaded_at: clock.now() })
  await store.write<number>(
    (before) =>
      eventOf(viewer, {
        category: 'CONNECTION',
        action: 'CONNECTION_DBT_ARTIFACTS_UPLOADED',
        object: { kind: 'connection', id },
        change: { before: { dbtTables: before }, after: { dbtTables: rows.length } },
      }),
    async (tx) => {
      await access.requireConnection(viewer, id, 'edit', tx)
      return replaceDbtNodes(tx, organizationId, id, rows)
    },
  )
}

/** One row for each table. When several nodes share a name, such as a source that is a model of another project, the last one counts. */
function rowsOf(
  tables: readonly DbtTable[],
  place: Pick<DbtNodeRow, 'organization_id' | 'connection_id' | 'uploaded_at'>,
): DbtNodeRow[] {
  const rows = tables.map(({ database, schema, name, ...facts }) => ({
    ...place,
    name_key: nameKeyOf([schema, name]),
    database_name: database?.toLowerCase() ?? '',
    facts: JSON.stringify(facts),
  }))
  return [...new Map(rows.map((row) => [`${row.database_name} ${row.name_key}`, row])).values()]
}
