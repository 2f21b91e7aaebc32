import { findElement, isControl, type WorkbookDocument } from '@octavo/core/document'

/** The actions of an element, as its panel lists them. */
export function actionsOf(document: WorkbookDocument, elementId: string): readonly unknown[] {
  const element = findElement(document, elementId)
  return element && 'actions' in element && Array.isArray(element.actions) ? element.actions : []
}

/** Whether actions can refer to an element: anything but pure decoration. */
export function isTarget(document: WorkbookDocument, elementId: string): boolean {
  const kind = findElement(document, elementId)?.kind
  return kind !== undefined && kind !== 'divider' && kind !== 'page-break'
}

/** Whether a step of an action of one element refers to the other: by its id, or to a control by its handle. */
export function targetsElement(document: WorkbookDocument, elementId: string, targetId: string): boolean {
  const target = findElement(document, targetId)
  const names = new Set([targetId, ...(target && isControl(target) ? [target.controlId] : [])])
  return actionsOf(document, elementId).some((action) => hasText(action, names))
}

function hasText(value: unknown, wanted: ReadonlySet<string>): boolean {
  if (typeof value === 'string') return wanted.has(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some((each) => hasText(each, wanted))
}
