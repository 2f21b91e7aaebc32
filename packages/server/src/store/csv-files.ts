import type { Selectable } from 'kysely'
import type { CsvFileTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type CsvFileRow = Selectable<CsvFileTable>
/** The columns of a file without its rows, which may be large. */
export type CsvFileFacts = Omit<CsvFileRow, 'content'>

const facts = [
  'organization_id',
  'id',
  'connection_id',
  'name',
  'columns',
  'row_count',
  'size_bytes',
  'created_by',
  'updated_by',
  'created_at',
  'updated_at',
  'format',
  'revision',
  'is_table',
  'write_schema',
  'table_name',
] as const

export async function findCsvFile(db: Queryable, organizationId: string, id: string): Promise<CsvFileFacts | null> {
  const row = await db
    .selectFrom('csv_files')
    .select(facts)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

export async function findCsvFiles(
  db: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, CsvFileFacts>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('csv_files')
    .select(facts)
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export async function findCsvContent(db: Queryable, organizationId: string, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('csv_files')
    .select('content')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.content ?? null
}

export async function insertCsvFile(db: Queryable, row: CsvFileRow): Promise<void> {
  await db.insertInto('csv_files').values(row).execute()
}

export async function deleteCsvFile(db: Queryable, organizationId: string, id: string): Promise<void> {
  await db.deleteFrom('csv_files').where('organization_id', '=', organizationId).where('id', '=', id).execute()
}

/** Files of a connection by name: of one member, or of everybody. */
export async function listCsvFiles(
  db: Queryable,
  organizationId: string,
  { connectionId, createdBy }: { connectionId: string; createdBy?: string },
): Promise<CsvFileFacts[]> {
  const rows = db
    .selectFrom('csv_files')
    .select(facts)
    .where('organization_id', '=', organizationId)
    .where('connection_id', '=', connectionId)
  const some = createdBy === undefined ? rows : rows.where('created_by', '=', createdBy)
  return some.orderBy('name').orderBy('id').execute()
}

/** Ids and revisions of the tables of all organizations whose files must be kept. */
export async function listUploadedTables(db: Queryable): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('csv_files')
    .select(['id', 'revision'])
    .where('is_table', '=', 1)
    .where('write_schema', 'is', null)
    .execute()
  return new Map(rows.map(({ id, revision }) => [id, revision]))
}

/** False when the rows were changed since `revision` was read. */
export async function updateCsvRows(
  db: Queryable,
  { organization_id, id, revision }: Pick<CsvFileRow, 'organization_id' | 'id' | 'revision'>,
  change: Partial<CsvFileRow>,
): Promise<boolean> {
  const result = await db
    .updateTable('csv_files')
    .set({ ...change, revision: revision + 1 })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
