import type { FormulaBinding, WorkbookDocument } from './api.ts'
import { columnsOf, findElement } from './lookups.ts'
import { wholeElement } from './sources/column-uses.ts'

/** A metric or a relationship of an element of another document. */
export interface BoundThing {
  documentId: string
  elementId: string
  metricId?: string | undefined
  relationshipId?: string | undefined
}

/** The elements whose formulas use it, each with the columns in which they do; `wholeElement` for all other places. */
export function elementsBoundTo(document: WorkbookDocument, thing: BoundThing): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const [elementId, places] of Object.entries(document.bindings)) {
    const element = findElement(document, elementId)
    if (!element) continue
    for (const [path, bindings] of Object.entries(places)) {
      if (!bindings.some((binding) => isOf(binding, thing))) continue
      const [, place] = /^columns\[(\d+)\]\.formula$/.exec(path) ?? []
      const column = place === undefined ? undefined : columnsOf(element)[Number(place)]
      found.set(elementId, (found.get(elementId) ?? new Set()).add(column?.id ?? wholeElement))
    }
  }
  return found
}

const isOf = (binding: FormulaBinding, { documentId, elementId, metricId, relationshipId }: BoundThing): boolean =>
  binding.documentId === documentId &&
  binding.elementId === elementId &&
  (metricId === undefined ? binding.relationshipId === relationshipId : binding.metricId === metricId)
