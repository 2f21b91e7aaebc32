import { type ControlElement, isControl } from '../document/index.ts'
import type { Analysis, DocumentScope } from './analysis.ts'
import { controlFilter, isRecord } from './controls.ts'
import type { ModelFilter } from './model.ts'

type Fits = (source: Readonly<Record<string, unknown>>) => boolean

/**
 * What controls do to a target of their document; `fromRoot` says which targets of the compiled document aim into a
 * data model. Without controls, as lists of the values of a control need it, there are none.
 */
export function controlFilters(
  analysis: Analysis,
  scope: DocumentScope,
  fits: Fits,
  fromRoot: Fits = fits,
): ModelFilter[] {
  if (analysis.ignoresControls) return []
  const filters = aimedFrom(analysis, scope, fits)
  return scope.dataModelId === null ? filters : [...filters, ...aimedFrom(analysis, analysis.root, fromRoot)]
}

function aimedFrom(analysis: Analysis, scope: DocumentScope, fits: Fits): ModelFilter[] {
  const values = analysis.controlValues(scope)
  const filters: ModelFilter[] = []
  for (const control of Object.values(scope.document.elements)) {
    if (!isControl(control)) continue
    for (const target of targetsOf(control)) {
      if (!isRecord(target.source) || !fits(target.source)) continue
      const body = controlFilter(control, values)
      if (body) filters.push({ columnId: String(target.columnId), body, controlId: control.controlId })
    }
  }
  return filters
}

/** What a control filters; a legend calls it targets. */
function targetsOf(control: ControlElement): Record<string, unknown>[] {
  const listed: unknown = control.controlType === 'legend' ? control.targets : control.filters
  return Array.isArray(listed) ? listed.filter(isRecord) : []
}
