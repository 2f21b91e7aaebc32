import type { DocumentColumn, ElementSource } from '@octavo/core/document'
import type { SqlControl } from '../sql/sql-element.ts'

export interface PickedSource {
  source: ElementSource
  columns: DocumentColumn[]
  name: string | undefined
  /** Controls that a statement refers to and that are created with the element. */
  controls?: readonly SqlControl[]
}
