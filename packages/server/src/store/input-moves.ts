import type { Selectable } from 'kysely'
import type { InputMoveTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type InputMoveRow = Selectable<InputMoveTable>

/** Records that the rows of a table are being moved; a repeated attempt writes the same row. */
export async function beginInputMove(db: Queryable, row: InputMoveRow): Promise<void> {
  await db
    .insertInto('input_moves')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'document_id', 'element_id', 'connection_id', 'write_schema'])
        .doUpdateSet((given) => ({
          state: given.ref('excluded.state'),
          revision: given.ref('excluded.revision'),
          row_count: given.ref('excluded.row_count'),
        })),
    )
    .execute()
}

export async function endInputMove(
  db: Queryable,
  { organization_id, document_id, element_id, connection_id, write_schema }: InputMoveRow,
  finishedAt: number,
): Promise<void> {
  await db
    .updateTable('input_moves')
    .set({ state: 'done', finished_at: finishedAt })
    .where('organization_id', '=', organization_id)
    .where('document_id', '=', document_id)
    .where('element_id', '=', element_id)
    .where('connection_id', '=', connection_id)
    .where('write_schema', '=', write_schema)
    .execute()
}
