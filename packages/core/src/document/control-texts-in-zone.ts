import type { WorkbookDocument } from './api.ts'
import type { ControlTime } from './control-dates.ts'
import { controlTextInZone } from './control-values.ts'
import { findControl } from './lookups.ts'

/** Control values by control id, with times converted from `zone` to `textZone`. Values of other names are unchanged. */
export function controlTextsInZone(
  document: WorkbookDocument,
  texts: Readonly<Record<string, string>>,
  time: ControlTime & { textZone: string },
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).map(([id, text]) => {
      const control = findControl(document, id)
      return [id, control === undefined ? text : controlTextInZone(control, text, time)]
    }),
  )
}
