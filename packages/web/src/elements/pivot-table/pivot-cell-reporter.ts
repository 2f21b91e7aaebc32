import type { MarkKey } from '@octavo/core/chart'
import type { PivotLine, PivotView } from '@octavo/core/display'
import { type DataElement, elementName } from '@octavo/core/document'
import type { Cell, ResultColumn } from '@octavo/core/types'
import { hasHost } from '../../embedded.ts'
import { sendToHost } from '../../embedding/host-channel.ts'
import { hostValue } from '../../embedding/host-value.ts'

interface Lines {
  rows: readonly PivotLine[]
  columns: readonly PivotLine[]
}

/** Reports the pressed cell or header of a pivot table to the page around an embed; undefined outside an embed. */
export function pivotCellReporter(
  element: DataElement,
  view: PivotView,
  lines: Lines,
  types: readonly ResultColumn[],
): ((target: EventTarget | null) => void) | undefined {
  if (!hasHost) return undefined
  return (target) => {
    const place = target instanceof Element ? target.closest('[data-row], [data-column]') : null
    const cell = place && cellAt(element, view, lines, types, place)
    if (cell) {
      const title = elementName(element) ?? ''
      sendToHost('workbook:pivottable:oncellselect', { nodeId: element.id, title, cells: [cell] })
    }
  }
}

function cellAt(
  element: DataElement,
  view: PivotView,
  { rows, columns }: Lines,
  types: readonly ResultColumn[],
  place: Element,
) {
  const number = (name: string) => Number(place.getAttribute(name) ?? -1)
  const row = rows[number('data-row')]
  const column = columns[number('data-column')]
  const nameOf = (id: string) => String(element.columns.find((each) => each.id === id)?.name ?? id)
  if (row && column) {
    const { columnId, cell = null } = view.cell(row, column)
    const isTotal = row.scope !== 'values' || column.scope !== 'values'
    return {
      cellType: isTotal ? 'total' : 'valueCell',
      value: hostValue(cell, types.find(({ id }) => id === columnId)?.type),
      columnName: nameOf(columnId),
      rowPath: pathOf(view.keysOf('rows', row)),
      columnPath: pathOf(view.keysOf('columns', column)),
    }
  }
  const line = row ?? column
  if (!line) return null
  const kept = place.getAttribute('data-kept')
  const all = view.keysOf(row ? 'rows' : 'columns', line)
  const keys = kept === null ? all : all.slice(0, Number(kept))
  const key = keys.at(-1)
  return {
    cellType: line.scope === 'values' ? (row ? 'rowHeader' : 'columnHeader') : 'total',
    value: key ? firstOf(key) : (place.textContent ?? null),
    columnName: key?.name ?? null,
    rowPath: row ? pathOf(keys) : null,
    columnPath: row ? null : pathOf(keys),
  }
}

const firstOf = ({ type, values }: MarkKey): Cell => hostValue(values[0] ?? null, type)

const pathOf = (keys: readonly MarkKey[]): { name: string; value: Cell }[] | null =>
  keys.length === 0 ? null : keys.map((key) => ({ name: key.name, value: firstOf(key) }))
