import type { TableElement } from '@octavo/core/document'
import type { Cell } from '@octavo/core/types'
import type { ElementData } from '../../editor/index.ts'
import type { CellPlace, GridSource } from '../../grid/index.ts'
import type { ChosenMark } from '../effects/index.ts'
import { filterValue } from '../quick-filter/filter-value.ts'
import { useSelectActions } from '../use-chosen-mark.ts'

/** Runs the actions on a selection of a table with the values of the row that is pressed. Undefined where there are none. */
export function usePressCell(
  element: TableElement,
  source: GridSource,
  data: ElementData,
): ((place: CellPlace) => void) | undefined {
  const run = useSelectActions(element)
  if (!run) return undefined
  return (place) => {
    const chosen = chosenOfCell(source, data, place)
    if (chosen) run(chosen)
  }
}

/** A cell as actions read it: the values of its row. Undefined where the row has not come yet. */
export function chosenOfCell(
  source: GridSource,
  data: ElementData,
  { row, column }: CellPlace,
): ChosenMark | undefined {
  const columnId = source.columns[column]?.id
  if (columnId === undefined || source.row(row).placeholder) return undefined
  const types = new Map([...data.levels.values()].flatMap(({ columns }) => columns.map(({ id, type }) => [id, type])))
  const values = new Map<string, Cell[]>()
  for (const [at, { id }] of source.columns.entries()) {
    const type = types.get(id)
    const { raw, look } = source.cell(row, at)
    if (look === 'null') values.set(id, [null])
    else if (type && look === undefined) values.set(id, [filterValue(raw, type)])
  }
  return { values, isAdding: false, columnId }
}
