import type { UploadFolder } from '../../connectors/index.ts'
import type { CsvFileFacts } from '../../store/csv-files.ts'
import type { Queryable, Store } from '../../store/index.ts'
import type { SchemaTable, SchemaTables } from './schema-tables.ts'

/** The table of an upload in a write schema; null when its rows are stored elsewhere. */
export function schemaTableOf(table: CsvFileFacts): SchemaTable | null {
  const { organization_id, connection_id, write_schema, table_name } = table
  return write_schema === null || table_name === null
    ? null
    : { organization_id, connection_id, write_schema, table_name }
}

/** Call it in the transaction that deletes an uploaded table: its rows are removed after the commit. */
export async function unnameRows(
  { store, schemaTables, uploadFolder }: { store: Store; schemaTables: SchemaTables; uploadFolder: UploadFolder },
  tx: Queryable,
  table: CsvFileFacts,
): Promise<void> {
  const old = schemaTableOf(table)
  if (old) await schemaTables.retire(tx, old, { isUnread: true })
  else store.afterCommit(tx, () => uploadFolder.remove(table.id))
}
