import type { RunEffect } from '../effect.ts'
import { changedTable, rowValues } from '../row-values.ts'

/** Adds one row to an input table. */
export const insertRows: RunEffect = ({ table: tableId, values }, host, chosen) => {
  const table = changedTable(tableId, host)
  return host.changeRows(table.id, { insert: [rowValues(table, values, host, chosen)] })
}
