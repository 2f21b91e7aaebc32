import type { ColumnHolder, DocumentColumn, WorkbookDocument } from '@octavo/core/document'
import { truncationOf } from '@octavo/core/document'
import { drillOptions } from '../quick-filter/drill-options.ts'
import { columnFacts, type KnownName } from '../table/columns/index.ts'

/** A column that a change can be divided by. */
export interface BreakdownColumn extends DocumentColumn {
  shownName: string
  /** Whether the element has it already, so that it can be filtered by it. */
  isOwn: boolean
}

/**
 * Columns of texts and logical values by which the rows of an element can be divided, those of the element first. They
 * are the columns that drilling down offers, so the list of the authors limits them too.
 */
export function breakdownColumns(
  document: WorkbookDocument,
  element: ColumnHolder,
  axisId: string,
  known: readonly KnownName[],
): BreakdownColumn[] {
  const data = { status: 'waiting', isStale: false, levels: new Map(), children: new Map() } as const
  const facts = columnFacts(element, data, known)
  return drillOptions({ document, element, from: axisId, known }).flatMap(({ name, to }): BreakdownColumn[] => {
    if (!('columnId' in to)) {
      return truncationOf(to.formula) === null ? [{ ...to, id: `explain ${name}`, shownName: name, isOwn: false }] : []
    }
    const own = element.columns.find(({ id }) => id === to.columnId)
    return own && facts.type(own.id) !== 'date' ? [{ ...own, shownName: name, isOwn: true }] : []
  })
}
