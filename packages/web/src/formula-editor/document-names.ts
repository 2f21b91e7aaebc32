import { columnNames, columnsOf, controlsOf, elementName, type WorkbookDocument } from '@octavo/core/document'
import type { ScopeName } from './named-scope.ts'

/** The controls of a document, by their ids. */
export const controlNames = (document: WorkbookDocument): ScopeName[] =>
  controlsOf(document).map(({ controlId }) => ({
    segments: [controlId],
    target: { kind: 'control', controlId },
    type: null,
  }))

/** The columns of the elements of a document, except those of one element. */
export function elementNames(document: WorkbookDocument, exceptId?: string): ScopeName[] {
  return Object.values(document.elements).flatMap((element) => {
    const prefix = elementName(element)
    if (prefix === null || element.id === exceptId) return []
    return [...columnNames(columnsOf(element))].map(
      ([columnId, name]): ScopeName => ({
        segments: [prefix, name],
        target: { kind: 'element-column', elementId: element.id, columnId },
        type: null,
      }),
    )
  })
}
