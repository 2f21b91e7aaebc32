import type { ColumnHolder } from '@octavo/core/document'
import type { FilterHolder } from './filter-holder.ts'

export interface ColumnDialogProps {
  element: ColumnHolder
  columnIds: readonly string[]
  /** Of the question for a filter: who has it, where that is not the element. */
  filtersOf?: FilterHolder
  onClose: () => void
}
