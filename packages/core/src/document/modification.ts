import { isRecord } from './check-schema.ts'

/**
 * A change of an element that a step of a sequence made for one reader. `step`: index among all steps of the sequence. `names`: for a step
 * whose columns come from a control, the values of the control when the step ran.
 */
export interface Modification {
  sequenceId: string
  step: number
  names?: readonly string[] | undefined
}

/** The maximum number in a request. */
export const mostModifications = 100

/** The handle of the control whose values name the columns of a step; undefined for a step that lists them. */
export function columnsControlOf({ effect, change }: Readonly<Record<string, unknown>>): string | undefined {
  const columns = effect === 'modify-element' && isRecord(change) ? change.columns : undefined
  return isRecord(columns) && columns.type === 'control' ? String(columns.control) : undefined
}
