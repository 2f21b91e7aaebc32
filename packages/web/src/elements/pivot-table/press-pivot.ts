import type { PivotLine, PivotView } from '@octavo/core/display'
import type { DataElement } from '@octavo/core/document'
import type { Cell, ResultColumn } from '@octavo/core/types'
import type { ChosenMark } from '../effects/index.ts'
import { filterValue } from '../quick-filter/filter-value.ts'
import { useSelectActions } from '../use-chosen-mark.ts'

interface Shown {
  view: Pick<PivotView, 'cell' | 'keysOf'>
  rows: readonly PivotLine[]
  columns: readonly PivotLine[]
  types: readonly ResultColumn[]
}

/** A cell or a header of a pivot table. `kept`: how many keys of its line lead to a header; absent for the name of a total or value. */
export interface PressedPlace {
  row?: number | undefined
  column?: number | undefined
  kept?: number | undefined
}

/** Attribute of a button in a header that does something else. */
export const opensGroup = { 'data-opens': '' }

/** Runs the actions on a selection of a pivot table for the cell or header that is pressed. Undefined where there are none. */
export function usePressPivot(element: DataElement, shown: Shown): ((target: EventTarget | null) => void) | undefined {
  const run = useSelectActions(element)
  return (
    run &&
    ((target) => {
      if (!(target instanceof Element) || target.closest('[data-opens]')) return
      const place = target.closest('[data-row], [data-column]')
      const chosen = place && chosenAt(shown, placeOf(place))
      if (chosen) run(chosen)
    })
  )
}

function placeOf(place: Element): PressedPlace {
  const number = (name: string) => {
    const value = place.getAttribute(name)
    return value === null ? undefined : Number(value)
  }
  return { row: number('data-row'), column: number('data-column'), kept: number('data-kept') }
}

/**
 * A cell or header as actions read it: of a cell the keys of its row and its column and its value, of a header the keys that lead to it.
 * Undefined where none does: the total of all, the names of totals and values, and lines that are calculated from several.
 */
export function chosenAt({ view, rows, columns, types }: Shown, place: PressedPlace): ChosenMark | undefined {
  const row = rows[place.row ?? -1]
  const column = columns[place.column ?? -1]
  const keys = [...(row ? view.keysOf('rows', row) : []), ...(column ? view.keysOf('columns', column) : [])]
  const own = row && column ? keys : keys.slice(0, place.kept ?? 0)
  const last = own.at(-1)
  if (!last || (place.kept === undefined && isCalculated(row, column))) return undefined
  const values = new Map(
    own.map((key): [string, Cell[]] => [key.columnId, key.values.map((cell) => filterValue(cell, key.type))]),
  )
  if (!row || !column) return { values, isAdding: false, columnId: last.columnId }
  const { columnId, cell, state } = view.cell(row, column)
  const type = types.find(({ id }) => id === columnId)?.type
  if (type && cell !== undefined && !state) values.set(columnId, [filterValue(cell, type)])
  return { values, isAdding: false, columnId }
}

const isCalculated = (...lines: readonly (PivotLine | undefined)[]) =>
  lines.some((line) => line?.calculation !== undefined)
