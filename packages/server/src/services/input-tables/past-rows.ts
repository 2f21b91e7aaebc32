import type { InputRowAt } from '@octavo/core/contract'
import type { InputRow, InputRowChange } from '../../store/input-rows.ts'

type Values = InputRowAt['values']

interface Found {
  values: Values
  since: InputRowAt['since']
}

/**
 * Rows as they were at a moment: the current rows in their order, then those deleted since. `later` are the changes after the moment,
 * latest first; each is undone. It may include a change that the rows do not show yet, because undoing it changes nothing.
 */
export function pastRows(rows: readonly InputRow[], later: readonly InputRowChange[], moment: number): InputRowAt[] {
  const found = new Map<string, Found>()
  for (const row of rows) {
    found.set(row.row_id, { values: JSON.parse(row.cells) as Values, since: 'same' })
  }
  const present = new Set(found.keys())
  for (const { row_id: id, kind, cells } of later) {
    if (kind === 'inserted') {
      found.delete(id)
      continue
    }
    const since = present.has(id) ? 'changed' : 'deleted'
    const values = kind === 'deleted' ? {} : (found.get(id)?.values ?? {})
    found.set(id, { values: before(values, cells), since })
  }
  // Rows that were copied from another document have no change that created them.
  for (const row of rows)
    if (row.created_at > moment && found.get(row.row_id)?.since === 'same') found.delete(row.row_id)
  const entries = [...found].map(([rowId, entry]): InputRowAt => ({ rowId, ...entry }))
  const order = new Map(rows.map(({ row_id }, at) => [row_id, at]))
  const placeOf = ({ rowId }: InputRowAt) => order.get(rowId) ?? rows.length
  return entries.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** The cells before a change; cells that were empty then are left out. */
function before(values: Values, cells: string): Values {
  const changed = JSON.parse(cells) as Record<string, { before: Values[string] }>
  const undone = { ...values, ...Object.fromEntries(Object.entries(changed).map(([id, cell]) => [id, cell.before])) }
  return Object.fromEntries(Object.entries(undone).filter(([, cell]) => cell !== null))
}
