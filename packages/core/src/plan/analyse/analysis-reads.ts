import type { ControlElement, FormulaBinding } from '../../document/index.ts'
import type { ModelOutcome } from './analysis.ts'
import type { Aim } from './document-index.ts'

/**
 * What the analysis of an element read besides the catalogue and the context. While all of it is unchanged the model is unchanged, so an
 * edit analyses again only the elements that it affects.
 */
export interface AnalysisReads {
  element: object
  bindings: Record<string, FormulaBinding[]> | undefined
  reads: Map<string, AnalysisRead>
}

export type AnalysisRead =
  | { kind: 'model'; scopeId: string | null; elementId: string; found: ModelOutcome }
  | { kind: 'named'; scopeId: string | null; name: string; except: string; found: string | undefined }
  | { kind: 'control'; scopeId: string | null; controlId: string; found: ControlElement | undefined }
  | { kind: 'aims'; scopeId: string | null; key: string; found: readonly Aim[] }

export function sameAims(a: readonly Aim[], b: readonly Aim[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ control, columnId, boundTo }, index) => {
      const other = b[index]
      return other?.control === control && other.columnId === columnId && other.boundTo === boundTo
    })
  )
}
