export type PlanFailureCode = 'source_unavailable' | 'element_invalid' | 'element_has_no_data' | 'control_required'

/** Why an element as a whole cannot be computed. */
export interface PlanFailure {
  code: PlanFailureCode
  message: string
  hint?: string
}

export function failure(
  code: PlanFailure['code'],
  message: string,
  hint?: string,
): { ok: false; failure: PlanFailure } {
  return { ok: false, failure: { code, message, ...(hint === undefined ? {} : { hint }) } }
}
