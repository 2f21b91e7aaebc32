import { isRecord } from './check-schema.ts'

/**
 * A change of an element that a step of a sequence made in what one reader sees. The step is named by its place among all steps of the
 * sequence; `names` are the values that a control had at that moment, for a step that takes its columns from one.
 */
export interface Modification {
  sequenceId: string
  step: number
  names?: readonly string[] | undefined
}

/** A request names at most this many. */
export const mostModifications = 100

/** The handle of the control whose values name the columns of a step; undefined for a step that lists them. */
export function columnsControlOf({ effect, change }: Readonly<Record<string, unknown>>): string | undefined {
  const columns = effect === 'modify-element' && isRecord(change) ? change.columns : undefined
  return isRecord(columns) && columns.type === 'control' ? String(columns.control) : undefined
}
