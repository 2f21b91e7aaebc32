import type { ControlElement, DocumentEdit, WorkbookDocument } from '@octavo/core/document'

/** What every section of the panel of a control works on. */
export interface ControlPart {
  control: ControlElement
  document: WorkbookDocument
  /** One step of undo; edits with the same `gather` that follow each other are one step too. */
  change: (edits: DocumentEdit[], gather?: string) => void
}

/** A field of a control that may be an object. */
export function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}
