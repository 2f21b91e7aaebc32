import type { MarkKey } from '@octavo/core/chart'
import type { LevelRows } from '@octavo/core/display'
import { type DataElement, elementName } from '@octavo/core/document'
import type { Cell } from '@octavo/core/types'
import { hasHost } from '../../embedded.ts'
import { sendToHost } from '../../embedding/host-channel.ts'
import { hostValue } from '../../embedding/host-value.ts'

/** For a mark with more rows than this, only the first ones are reported. */
const mostRows = 100

/** Reports the pressed mark of a chart to the page around an embed, with all values of its rows; undefined outside an embed. */
export function markReporter(
  element: DataElement,
  rows: LevelRows | undefined,
): ((keys: readonly MarkKey[]) => void) | undefined {
  if (!hasHost || !rows) return undefined
  return (keys) => {
    const values = rowsOfMark(rows, keys)
    const title = elementName(element) ?? ''
    sendToHost('workbook:chart:onvalueselect', { nodeId: element.id, title, values })
  }
}

function rowsOfMark(rows: LevelRows, keys: readonly MarkKey[]): Record<string, Cell>[] {
  if (keys.length === 0) return []
  const tested = keys.flatMap(({ columnId, values }) => {
    const cells = rows.values[rows.columns.findIndex(({ id }) => id === columnId)]
    return cells ? [{ cells, values: new Set(values.map(keyOf)) }] : []
  })
  const found: Record<string, Cell>[] = []
  for (let row = 0; row < rows.rowCount && found.length < mostRows; row++) {
    if (!tested.every(({ cells, values }) => values.has(keyOf(cells[row] ?? null)))) continue
    const entries = rows.columns.map(
      ({ name, type }, at) => [name, hostValue(rows.values[at]?.[row] ?? null, type)] as const,
    )
    found.push(Object.fromEntries(entries))
  }
  // A mark whose keys are not cells of the rows, such as a bin, is reported by its keys.
  return found.length > 0
    ? found
    : [Object.fromEntries(keys.map(({ name, type, values }) => [name, hostValue(values[0] ?? null, type)]))]
}

const keyOf = (cell: Cell): string => `${typeof cell} ${String(cell)}`
