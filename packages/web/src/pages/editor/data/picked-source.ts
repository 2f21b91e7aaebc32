import type { DocumentColumn, ElementSource, SortEntry } from '@octavo/core/document'
import type { FirstRows } from '../../../elements/input-table/first-rows.ts'
import type { SqlControl } from '../sql/sql-element.ts'

export interface PickedSource {
  source: ElementSource
  columns: DocumentColumn[]
  name: string | undefined
  /** How a table over the source is sorted. */
  sort?: SortEntry[]
  /** Controls that a statement refers to and that are created with the element. */
  controls?: readonly SqlControl[]
  /** Rows of a new input table, as texts. */
  rows?: FirstRows
}
