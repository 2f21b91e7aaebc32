import { findNode } from '@octavo/core/document'
import type { NewElement } from './add-element.ts'
import type { DraftEditor } from './draft-editor.ts'

/** Rows and columns of the page grid that a control takes. */
const controlSize = { columns: 6, rows: 3 }

/** The place of a new control above an element, which moves down. */
export function placeAbove(editor: DraftEditor, elementId: string): Pick<NewElement, 'at'> {
  const found = findNode(editor.state.document.layout, elementId)
  if (!found) return {}
  const { column, row } = found.node
  const end = Math.min(column.end, column.start + controlSize.columns)
  return {
    at: {
      grid: found.address,
      column: { start: column.start, end },
      row: { start: row.start, end: row.start + controlSize.rows },
    },
  }
}
