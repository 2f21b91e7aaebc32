import { type BaseElement, findColumn, type InputCell, inputColumnOrigin } from '@octavo/core/document'
import type { Cell } from '@octavo/core/types'
import { type ChosenMark, EffectFailure, type EffectHost, record } from './effect.ts'
import { cellsOf } from './values.ts'

/** The input table that an effect changes. */
export function changedTable(tableId: unknown, host: EffectHost): BaseElement {
  const table = host.element(String(tableId))
  if (table?.kind !== 'input-table') throw new EffectFailure('tableGone')
  return table
}

/** The cells of a row by column, as the rows of input tables are sent. */
export function rowValues(
  table: BaseElement,
  values: unknown,
  host: EffectHost,
  chosen: ChosenMark | undefined,
): Record<string, InputCell> {
  return Object.fromEntries(
    Object.entries(record(values)).map(([columnId, value]) => {
      const cells = cellsOf(value, host, chosen)
      if (!cells) throw new EffectFailure(record(value).type === 'column' ? 'noSelection' : 'notSupported')
      return [columnId, inputCellFor(table, columnId, cells)]
    }),
  )
}

/** Values of texts are read as the type of the column, where they are one: those of controls are texts. */
function inputCellFor(table: BaseElement, columnId: string, cells: readonly Cell[]): InputCell {
  const column = findColumn(table, columnId)
  const origin = column && inputColumnOrigin(column)
  const type = origin?.kind === 'entered' ? origin.type?.kind : undefined
  if (type === 'variant') return cells.filter((cell) => cell !== null).map(String)
  const [cell = null] = cells
  if (cell === null) return null
  switch (type) {
    case 'float64':
      return typeof cell === 'string' && cell.trim() !== '' && Number.isFinite(Number(cell))
        ? Number(cell)
        : (cell as InputCell)
    case 'logical':
      return cell === 'true' || cell === 'false' ? cell === 'true' : (cell as InputCell)
    case 'timestamp':
      return String(cell).replace(/(\.\d+)?(Z|[+-]\d{2}:?\d{2})$/, '')
    default:
      return String(cell)
  }
}
