import type { RunEffect } from '../effect.ts'
import { changedTable } from '../row-values.ts'
import { meantRows } from '../which-rows.ts'

/** Deletes one row of an input table, or all that match. */
export const deleteRows: RunEffect = ({ table: tableId, whichRows }, host, chosen) => {
  const table = changedTable(tableId, host)
  const rows = meantRows(table, whichRows, host, chosen)
  return host.changeRows(table.id, 'rowId' in rows ? { delete: [rows.rowId] } : { deleteWhere: [rows.match] })
}
