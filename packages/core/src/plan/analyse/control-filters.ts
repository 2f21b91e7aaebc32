import type { ControlElement } from '../../document/index.ts'
import type { ModelFilter } from '../model/element-model.ts'
import type { Analysis, DocumentScope } from './analysis.ts'
import { controlFilter } from './controls.ts'
import { clockOf } from './filters.ts'

/**
 * Filters that controls apply to a target of their document. In a data model the filters of the compiled document's controls are added
 * (`fromRoot`). Empty without controls, as when the list of a control's own values is read.
 */
export function controlFilters(
  analysis: Analysis,
  scope: DocumentScope,
  target: string,
  fromRoot: string,
): ModelFilter[] {
  if (analysis.ignoresControls) return []
  const filters = aimedFrom(analysis, scope, target)
  return scope.dataModelId === null ? filters : [...filters, ...aimedFrom(analysis, analysis.root, fromRoot)]
}

function aimedFrom(analysis: Analysis, scope: DocumentScope, target: string): ModelFilter[] {
  const aims = analysis.aimsAt(scope, target)
  if (aims.length === 0) return []
  const values = analysis.controlValues(scope)
  return aims.flatMap(({ control, columnId }) => {
    const body = controlFilter(control, values, analysis.context)
    return body ? [{ columnId, body, controlId: control.controlId }] : []
  })
}

/** Whether the value of the control that formulas read depends on the clock: a saved day or period relative to now. */
export function clockOfControl(
  analysis: Analysis,
  scope: DocumentScope,
  control: ControlElement,
): { today: boolean; now: boolean } {
  const isChosen = analysis.controlValues(scope)[control.controlId] !== undefined
  const saved = control.controlType === 'date' ? { startDate: control.value } : control
  const isDate = control.controlType === 'date' || control.controlType === 'date-range'
  return isDate && !isChosen ? clockOf({ ...saved, kind: 'date-range' }) : { today: false, now: false }
}
