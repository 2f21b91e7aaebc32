import {
  type ControlElement,
  type ControlValue,
  controlShape,
  controlValueFromText,
  isControl,
  type WorkbookDocument,
} from '@octavo/core/document'
import { AppError, type Problem } from '@octavo/core/errors'

/** Parses control values from texts by control id. Throws `invalid_request` that names every unknown control and every invalid value. */
export function decodeControls(
  document: WorkbookDocument,
  texts: Readonly<Record<string, string>>,
  time: Parameters<typeof controlValueFromText>[2],
): Record<string, ControlValue> {
  const entries = Object.entries(texts)
  if (entries.length === 0) return {}
  const controls = new Map<string, ControlElement>()
  for (const element of Object.values(document.elements)) {
    if (isControl(element) && element.controlType !== 'synced') controls.set(element.controlId, element)
  }
  const problems: Problem[] = []
  const decoded: Record<string, ControlValue> = {}
  for (const [controlId, text] of entries) {
    const control = controls.get(controlId)
    if (!control) {
      const known = [...controls.keys()].join(', ')
      problems.push({ path: controlId, message: `There is no control "${controlId}".`, hint: `Controls: ${known}.` })
      continue
    }
    const read = controlValueFromText(control, text, time)
    if (!read.ok) problems.push({ path: controlId, message: read.message })
    else decoded[controlId] = read.value ?? nothingSelected(control)
  }
  if (problems.length > 0) {
    throw new AppError('invalid_request', { reason: problems[0]?.message ?? 'A control value is wrong.', problems })
  }
  return decoded
}

function nothingSelected(control: ControlElement): ControlValue {
  switch (controlShape(control).form) {
    case 'range':
      return { kind: 'range', min: null, max: null }
    case 'list':
      return { kind: 'list', values: [] }
    case 'scalar':
      return { kind: 'scalar', value: null }
  }
}
