import type { ControlElement } from '../../document/index.ts'
import type { PlanFailure } from '../model/failure.ts'
import type { Analysis } from './analysis.ts'
import { controlValue, isRecord } from './controls.ts'

/**
 * Why the element shows nothing yet: a control of its page that requires a value has none, whether or not it targets the element.
 */
export function requiredControlFailure(analysis: Analysis, elementId: string): PlanFailure | null {
  for (const control of analysis.requiredControls(elementId)) {
    if (hasValue(analysis, control)) continue
    const name = typeof control.name === 'string' && control.name !== '' ? control.name : control.controlId
    const because = { rule: 'control_without_value', control: name } as const
    return { code: 'control_required', message: `Choose a value in "${name}" first.`, because }
  }
  return null
}

function hasValue(analysis: Analysis, control: ControlElement): boolean {
  const values = analysis.controlValues(analysis.root)
  if (values[control.controlId] === undefined) {
    // Saved choices that are not plain values.
    if (control.controlType === 'date-range' && isSavedRange(control)) return true
    if (control.controlType === 'date' && isRecord(control.value)) return true
    if (control.controlType === 'hierarchy') return Array.isArray(control.values) && control.values.length > 0
    if (control.controlType === 'top-n') return control.rowCount !== undefined || control.percentile !== undefined
  }
  const value = controlValue(control, values, analysis.context)
  switch (value.kind) {
    case 'scalar':
      return value.value !== null && value.value !== ''
    case 'list':
      return value.values.length > 0
    case 'range':
      return value.min !== null || value.max !== null
  }
}

function isSavedRange({ mode, startDate, endDate }: ControlElement): boolean {
  return mode === undefined || mode === 'between' ? Boolean(startDate ?? endDate) : true
}
