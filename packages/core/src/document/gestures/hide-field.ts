import type { BaseElement, WorkbookDocument } from '../api.ts'
import { isRecord } from '../check-schema.ts'
import type { DocumentEdit } from '../edits/index.ts'
import { changeAnyElement } from './change-element.ts'
import { fieldAt, withDetails, withPath } from './shelves.ts'

/**
 * Hides a part of an element, such as an axis, whose format replaces all settings by one word while it is hidden. The settings are stored
 * in `x.hidden` under their path.
 */
export function hideField(
  document: WorkbookDocument,
  elementId: string,
  path: readonly string[],
  hidden: unknown,
): DocumentEdit[] {
  return changeAnyElement(document, elementId, (element) => {
    const settings = fieldAt(element, path)
    const waiting = { ...waitingOf(element), ...(isRecord(settings) ? { [path.join('.')]: settings } : {}) }
    return withDetails(
      withPath(element, path, hidden) as BaseElement,
      'hidden',
      Object.keys(waiting).length > 0 ? waiting : undefined,
    )
  })
}

/** Shows a hidden part again with its previous settings. */
export function showField(document: WorkbookDocument, elementId: string, path: readonly string[]): DocumentEdit[] {
  return changeAnyElement(document, elementId, (element) => {
    const { [path.join('.')]: settings, ...others } = waitingOf(element)
    return withDetails(
      withPath(element, path, settings) as BaseElement,
      'hidden',
      Object.keys(others).length > 0 ? others : undefined,
    )
  })
}

function waitingOf(element: BaseElement): Record<string, unknown> {
  return isRecord(element.x) && isRecord(element.x.hidden) ? element.x.hidden : {}
}
