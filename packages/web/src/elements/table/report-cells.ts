import { elementName, type TableElement } from '@octavo/core/document'
import { useCallback, useRef } from 'react'
import { hasHost } from '../../embedded.ts'
import { sendToHost } from '../../embedding/host-channel.ts'
import { exactNumber } from '../../embedding/host-value.ts'
import type { Block, GridColumn, GridSource } from '../../grid/index.ts'

/** Larger selections are not reported, because two keys select a whole table. */
const mostCells = 1_000

/** Reports the selected cells of a table to the page around an embed. Undefined outside an embed. */
export function useReportedCells(
  element: TableElement,
  source: GridSource,
): ((cells: Block | undefined) => void) | undefined {
  // The selection stays the same when newer rows arrive.
  const present = useRef({ element, source })
  present.current = { element, source }
  const report = useCallback((block: Block | undefined) => {
    if (!block) return
    const { element, source } = present.current
    const cells = cellsOf(source, block)
    if (cells.length > 0) reportCells(element, cells)
  }, [])
  return hasHost ? report : undefined
}

/** The head of a column is a cell too. */
export function reportHeader(element: TableElement, { name }: GridColumn): void {
  reportCells(element, [{ cellType: 'columnHeader', value: name, columnName: name }])
}

function reportCells(element: TableElement, cells: readonly object[]) {
  sendToHost('workbook:table:oncellselect', { nodeId: element.id, title: elementName(element) ?? '', cells })
}

function cellsOf(source: GridSource, { top, bottom, left, right }: Block): object[] {
  const cells: object[] = []
  for (let row = top; row <= bottom && cells.length < mostCells; row++) {
    if (source.row(row).placeholder) continue
    const values = source.columns.map(({ name }, column) => [name, exactOf(source, row, column)] as const)
    const underlyingData = { rows: [Object.fromEntries(values)], isTruncated: false, length: 1 }
    for (let column = left; column <= right; column++) {
      const [columnName, value] = values[column] ?? []
      if (columnName !== undefined) cells.push({ cellType: 'valueCell', value, columnName, underlyingData })
    }
  }
  return cells
}

/** What is copied from a cell, which is the exact value; null where the reader sees none. */
function exactOf(source: GridSource, row: number, column: number): string | number | null {
  const { raw, look } = source.cell(row, column)
  if (look !== undefined && look !== 'several') return null
  return source.columns[column]?.isNumeric ? exactNumber(raw) : raw
}
