import type { RunEffect } from '../effect.ts'
import { changedTable, rowValues } from '../row-values.ts'
import { meantRows } from '../which-rows.ts'

/** Changes cells of one row of an input table, or of all that match. */
export const updateRows: RunEffect = ({ table: tableId, whichRows, values: given }, host, chosen) => {
  const table = changedTable(tableId, host)
  const rows = meantRows(table, whichRows, host, chosen)
  const values = rowValues(table, given, host, chosen)
  const isOne = 'rowId' in rows
  return host.changeRows(
    table.id,
    isOne ? { update: [{ ...rows, values }] } : { updateWhere: [{ ...rows.match, values }] },
  )
}
