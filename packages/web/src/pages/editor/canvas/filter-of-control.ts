import {
  addFilters,
  applyEdits,
  type ControlElement,
  columnHolder,
  type DocumentEdit,
  readersOfControl,
  removeElements,
  targetsOf,
  type WorkbookDocument,
} from '@octavo/core/document'
import { newId } from '../../../editor/index.ts'

/**
 * The edits that replace a list control with filters of the elements that it filters. Undefined if they would show
 * other rows then, because formulas read the control or it filters something outside of the workbook.
 */
export function filtersForControl(document: WorkbookDocument, control: ControlElement): DocumentEdit[] | undefined {
  const { id, controlType, controlId, mode, values, filters = [] } = control
  const targets = targetsOf(control)
  const isPlain =
    controlType === 'list' &&
    Array.isArray(values) &&
    targets.length > 0 &&
    targets.length === (filters as readonly unknown[]).length &&
    targets.every(({ source }) => source.kind === 'table' && columnHolder(document, source.elementId)) &&
    readersOfControl(document, controlId).length === 0
  if (!isPlain) return undefined
  const edits: DocumentEdit[] = []
  for (const { source, columnId } of targets) {
    const filter = { id: newId(), columnId, kind: 'list', mode: mode ?? 'include', values }
    edits.push(...addFilters(applyEdits(document, edits).document, source.elementId, [filter]))
  }
  return [...edits, ...removeElements(applyEdits(document, edits).document, [id])]
}
