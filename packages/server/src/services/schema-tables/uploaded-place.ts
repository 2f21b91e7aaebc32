import type { UploadFolder } from '../../connectors/index.ts'
import type { CsvFileFacts } from '../../store/csv-files.ts'
import type { Queryable, Store } from '../../store/index.ts'
import type { SchemaTable, SchemaTables } from './schema-tables.ts'

/** The table of an upload in a write schema; null where its rows are elsewhere. */
export function schemaTableOf(table: CsvFileFacts): SchemaTable | null {
  const { organization_id, connection_id, write_schema, table_name } = table
  return write_schema === null || table_name === null
    ? null
    : { organization_id, connection_id, write_schema, table_name }
}

/** Ends the name of a table, in the transaction that deletes it. What is left of it goes after that. */
export async function unnameRows(
  { store, schemaTables, uploadFolder }: { store: Store; schemaTables: SchemaTables; uploadFolder: UploadFolder },
  tx: Queryable,
  table: CsvFileFacts,
): Promise<void> {
  const old = schemaTableOf(table)
  if (old) await schemaTables.retire(tx, old, { isUnread: true })
  else store.afterCommit(tx, () => uploadFolder.remove(table.id))
}
