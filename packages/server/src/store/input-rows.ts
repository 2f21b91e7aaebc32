import type { Selectable } from 'kysely'
import { countRows } from './count-rows.ts'
import type { InputRowChangeTable, InputRowTable, InputTableTable } from './schema.ts'
import type { Queryable } from './store.ts'
import { upTo } from './up-to.ts'

export type InputRow = Selectable<InputRowTable>
export type InputRowChange = Selectable<InputRowChangeTable>
export type InputTableRow = Selectable<InputTableTable>

interface Place {
  organizationId: string
  documentId: string
  elementId: string
}

export async function findInputTable(
  db: Queryable,
  { organizationId, documentId, elementId }: Place,
): Promise<InputTableRow | null> {
  const row = await db
    .selectFrom('input_tables')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .where('element_id', '=', elementId)
    .executeTakeFirst()
  return row ?? null
}

/** Revisions of a document's input tables that have or had rows, by element id. */
export async function listInputRevisions(
  db: Queryable,
  organizationId: string,
  documentId: string,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('input_tables')
    .select(['element_id', 'revision'])
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .execute()
  return new Map(rows.map((row) => [row.element_id, row.revision]))
}

/** Inserts the table, or increments its revision; the row is locked for the rest of the transaction. */
export async function moveInputTable(
  db: Queryable,
  { organizationId, documentId, elementId }: Place,
): Promise<InputTableRow> {
  const row = await db
    .insertInto('input_tables')
    .values({
      organization_id: organizationId,
      document_id: documentId,
      element_id: elementId,
      revision: 1,
      row_count: 0,
      size_bytes: 0,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'document_id', 'element_id'])
        .doUpdateSet((table) => ({ revision: table('input_tables.revision', '+', 1) })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return row
}

/** Inserts the table with revision 0 if missing, and locks its row for the rest of the transaction. */
export async function holdInputTable(
  db: Queryable,
  { organizationId, documentId, elementId }: Place,
): Promise<InputTableRow> {
  return db
    .insertInto('input_tables')
    .values({
      organization_id: organizationId,
      document_id: documentId,
      element_id: elementId,
      revision: 0,
      row_count: 0,
      size_bytes: 0,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'document_id', 'element_id'])
        .doUpdateSet((table) => ({ revision: table.ref('input_tables.revision') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Records the new state of a table whose rows are in a connection; a later recorded revision is kept. */
export async function settleInputTable(
  db: Queryable,
  { organizationId, documentId, elementId }: Place,
  came: Pick<InputTableRow, 'revision' | 'row_count' | 'size_bytes'>,
): Promise<void> {
  await db
    .updateTable('input_tables')
    .set(came)
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .where('element_id', '=', elementId)
    .where('revision', '<', came.revision)
    .execute()
}

/** From now on the rows and their history are in a connection and not in the store. */
export async function handOverInputRows(
  db: Queryable,
  { organizationId, documentId, elementId }: Place,
  to: { connectionId: string; schema: string },
): Promise<void> {
  for (const table of ['input_rows', 'input_row_changes'] as const) {
    await db
      .deleteFrom(table)
      .where('organization_id', '=', organizationId)
      .where('document_id', '=', documentId)
      .where('element_id', '=', elementId)
      .execute()
  }
  await db
    .updateTable('input_tables')
    .set({ connection_id: to.connectionId, write_schema: to.schema })
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .where('element_id', '=', elementId)
    .execute()
}

/** Input tables whose rows are in the store, by document. */
export async function listStoredInputTables(db: Queryable, organizationId: string): Promise<InputTableRow[]> {
  return db
    .selectFrom('input_tables')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('write_schema', 'is', null)
    .orderBy('document_id')
    .orderBy('element_id')
    .execute()
}

/** Connections with rows of input tables in their write schema. */
export async function listConnectionsWithRows(db: Queryable, organizationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('input_tables')
    .select('connection_id')
    .distinct()
    .where('organization_id', '=', organizationId)
    .where('connection_id', 'is not', null)
    .where('write_schema', 'is not', null)
    .execute()
  return rows.flatMap(({ connection_id }) => connection_id ?? [])
}

/** Input tables whose rows are in this connection. */
export async function listInputTablesOf(
  db: Queryable,
  organizationId: string,
  connectionId: string,
): Promise<InputTableRow[]> {
  return db
    .selectFrom('input_tables')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('connection_id', '=', connectionId)
    .where('write_schema', 'is not', null)
    .orderBy('document_id')
    .orderBy('element_id')
    .execute()
}

/** Every change of the rows of a table, by row and revision; at most `limit` after the given one. */
export async function listAllInputRowChanges(
  db: Queryable,
  { organizationId, documentId, elementId }: Place,
  after: { rowId: string; revision: number } | null,
  limit: number,
): Promise<InputRowChange[]> {
  const query = db
    .selectFrom('input_row_changes')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .where('element_id', '=', elementId)
  const rest =
    after === null
      ? query
      : query.where((is) =>
          is.or([
            is('row_id', '>', after.rowId),
            is.and([is('row_id', '=', after.rowId), is('revision', '>', after.revision)]),
          ]),
        )
  return rest.orderBy('row_id').orderBy('revision').limit(limit).execute()
}

export async function setInputTableSize(
  db: Queryable,
  { organizationId, documentId, elementId }: Place,
  size: Pick<InputTableRow, 'row_count' | 'size_bytes'>,
): Promise<void> {
  await db
    .updateTable('input_tables')
    .set(size)
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .where('element_id', '=', elementId)
    .execute()
}

/** In the order of entry. */
export async function listInputRows(
  db: Queryable,
  { organizationId, documentId, elementId }: Place,
): Promise<InputRow[]> {
  return db
    .selectFrom('input_rows')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .where('element_id', '=', elementId)
    .orderBy('place')
    .orderBy('row_id')
    .execute()
}

/** Maximum rows of one statement, because both stores limit the number of values. */
const rowsAtOnce = 500

/** By id. */
export async function allInputRows(db: Queryable, place: Place): Promise<Map<string, InputRow>> {
  return new Map((await listInputRows(db, place)).map((row) => [row.row_id, row]))
}

/** The existing rows with these ids, by id. */
export async function findInputRows(
  db: Queryable,
  { organizationId, documentId, elementId }: Place,
  rowIds: readonly string[],
): Promise<Map<string, InputRow>> {
  const found = new Map<string, InputRow>()
  for (let at = 0; at < rowIds.length; at += rowsAtOnce) {
    const rows = await db
      .selectFrom('input_rows')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('document_id', '=', documentId)
      .where('element_id', '=', elementId)
      .where('row_id', 'in', rowIds.slice(at, at + rowsAtOnce))
      .execute()
    for (const row of rows) found.set(row.row_id, row)
  }
  return found
}

/** The position of the last row; 0 for a table without rows. */
export async function lastInputPlace(db: Queryable, { organizationId, documentId, elementId }: Place): Promise<number> {
  const row = await db
    .selectFrom('input_rows')
    .select((rows) => rows.fn.max('place').as('place'))
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .where('element_id', '=', elementId)
    .executeTakeFirst()
  return Number(row?.place ?? 0)
}

export async function insertInputRowChanges(db: Queryable, changes: readonly InputRowChange[]): Promise<void> {
  for (let at = 0; at < changes.length; at += rowsAtOnce) {
    await db
      .insertInto('input_row_changes')
      .values(changes.slice(at, at + rowsAtOnce))
      .execute()
  }
}

/** Changes of one row before a revision, latest first; one more than `limit` when there are more. */
export async function listInputRowChanges(
  db: Queryable,
  place: Place,
  rowId: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<InputRowChange[]> {
  const query = changesOfRow(db, place, rowId).selectAll()
  const wanted = before === null ? query : query.where('revision', '<', before)
  return wanted
    .orderBy('revision', 'desc')
    .limit(limit + 1)
    .execute()
}

/** Changes of all rows of a table after a time, latest first. */
export async function listInputRowChangesAfter(
  db: Queryable,
  { organizationId, documentId, elementId }: Place,
  after: number,
  limit: number,
): Promise<InputRowChange[]> {
  return db
    .selectFrom('input_row_changes')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .where('element_id', '=', elementId)
    .where('changed_at', '>', after)
    .orderBy('revision', 'desc')
    .orderBy('row_id')
    .limit(limit)
    .execute()
}

export async function countInputRowChanges(
  db: Queryable,
  place: Place,
  rowId: string,
  atMost: number | null,
): Promise<number> {
  return countRows(db, upTo(atMost, changesOfRow(db, place, rowId).select('row_id as id')))
}

function changesOfRow(db: Queryable, { organizationId, documentId, elementId }: Place, rowId: string) {
  return db
    .selectFrom('input_row_changes')
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .where('element_id', '=', elementId)
    .where('row_id', '=', rowId)
}

export async function putInputRows(db: Queryable, rows: readonly InputRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await db
      .insertInto('input_rows')
      .values(rows.slice(at, at + rowsAtOnce))
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'document_id', 'element_id', 'row_id']).doUpdateSet((row) => ({
          cells: row.ref('excluded.cells'),
          updated_by: row.ref('excluded.updated_by'),
          updated_at: row.ref('excluded.updated_at'),
          revision: row.ref('excluded.revision'),
        })),
      )
      .execute()
  }
}

export async function deleteInputRows(
  db: Queryable,
  { organizationId, documentId, elementId }: Place,
  rowIds: readonly string[],
): Promise<void> {
  for (let at = 0; at < rowIds.length; at += rowsAtOnce) {
    await db
      .deleteFrom('input_rows')
      .where('organization_id', '=', organizationId)
      .where('document_id', '=', documentId)
      .where('element_id', '=', elementId)
      .where('row_id', 'in', rowIds.slice(at, at + rowsAtOnce))
      .execute()
  }
}

interface RowsCopy {
  organizationId: string
  fromDocumentId: string
  toDocumentId: string
  elementIds: readonly string[]
}

/** Copies the current rows of elements to the same elements of another document; returns their number. */
export async function copyInputRows(
  db: Queryable,
  { organizationId, fromDocumentId, toDocumentId, elementIds }: RowsCopy,
): Promise<number> {
  if (elementIds.length === 0) return 0
  const tables = await db
    .selectFrom('input_tables')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', fromDocumentId)
    .where('row_count', '>', 0)
    .execute()
  const wanted = tables.filter(({ element_id }) => elementIds.includes(element_id))
  for (const { element_id, row_count, size_bytes } of wanted) {
    const place = { organizationId, documentId: toDocumentId, elementId: element_id }
    await moveInputTable(db, place)
    await setInputTableSize(db, place, { row_count, size_bytes })
    await db
      .insertInto('input_rows')
      .columns([
        'organization_id',
        'document_id',
        'element_id',
        'row_id',
        'place',
        'cells',
        'created_by',
        'updated_by',
        'created_at',
        'updated_at',
      ])
      .expression(
        db
          .selectFrom('input_rows')
          .select((rows) => [
            'organization_id',
            rows.cast<string>(rows.val(toDocumentId), 'text').as('document_id'),
            'element_id',
            'row_id',
            'place',
            'cells',
            'created_by',
            'updated_by',
            'created_at',
            'updated_at',
          ])
          .where('organization_id', '=', organizationId)
          .where('document_id', '=', fromDocumentId)
          .where('element_id', '=', element_id),
      )
      .execute()
  }
  return wanted.reduce((sum, { row_count }) => sum + row_count, 0)
}
