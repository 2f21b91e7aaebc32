import type { DataElement } from '../../document/index.ts'
import type { SourceModel } from '../model/element-model.ts'
import type { Analysis, DocumentScope } from './analysis.ts'

/** The input for checking the columns of an element. */
export interface CheckInput {
  analysis: Analysis
  scope: DocumentScope
  element: DataElement
  source: SourceModel
  names: ReadonlyMap<string, string>
}
