import type { GridSource } from './grid-types.ts'
import type { Block } from './selection.ts'

/**
 * The block as text for a spreadsheet: tabs between cells, a line a row, exact values. A cell that holds a tab, a line
 * break or a quote is quoted.
 */
export function blockAsText(source: GridSource, block: Block, { hasNames = false } = {}): string {
  const lines: string[] = []
  if (hasNames) {
    const names = source.columns.slice(block.left, block.right + 1).map(({ name }) => quoted(name))
    lines.push(names.join('\t'))
  }
  for (let row = block.top; row <= block.bottom; row++) {
    if (source.row(row).placeholder) continue
    const cells: string[] = []
    for (let column = block.left; column <= block.right; column++) cells.push(quoted(source.cell(row, column).raw))
    lines.push(cells.join('\t'))
  }
  return lines.join('\n')
}

function quoted(text: string): string {
  return /[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
