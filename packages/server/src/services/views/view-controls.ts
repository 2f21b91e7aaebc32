import { controlValueFromText, findControl, type WorkbookDocument } from '@octavo/core/document'

/** Whether a text is a valid value of a control does not depend on time or zone. */
const anyTime = { now: '2000-01-01T00:00:00Z', zone: 'UTC' }

/** The values of a view that are still valid in the shown document, and the ids of controls whose values are not. */
export function splitControls(
  content: WorkbookDocument,
  controls: Readonly<Record<string, string>>,
): { kept: Record<string, string>; dropped: string[] } {
  const kept: Record<string, string> = {}
  const dropped: string[] = []
  for (const [id, text] of Object.entries(controls)) {
    const control = findControl(content, id)
    if (control !== undefined && controlValueFromText(control, text, anyTime).ok) kept[id] = text
    else dropped.push(id)
  }
  return { kept, dropped }
}
