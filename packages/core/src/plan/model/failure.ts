import type { CauseRule, ErrorCause } from '../../errors/index.ts'

export type PlanFailureCode = 'source_unavailable' | 'element_invalid' | 'element_has_no_data' | 'control_required'

/** Why a whole element cannot be computed. */
export interface PlanFailure {
  code: PlanFailureCode
  message: string
  hint?: string
  /** Id of the connection that the reader has to sign in to. */
  signIn?: string
  /** The reason as a code with its values, for messages that readers can do something about. */
  because?: ErrorCause<CauseRule>
}

/** Why a source cannot be read. */
export interface Unavailable {
  unavailable: string
  /** Id of the connection that the reader has to sign in to. */
  signIn?: string
}

/** The failure for a source that cannot be read; `message` precedes the reason. */
export function unreadable(message: string, { unavailable, signIn }: Unavailable): { ok: false; failure: PlanFailure } {
  const failure = { code: 'source_unavailable' as const, message: `${message}: ${unavailable}` }
  if (signIn === undefined) return { ok: false, failure }
  return { ok: false, failure: { ...failure, hint: 'Connect your account of the data platform.', signIn } }
}

export function failure(code: PlanFailureCode, message: string, hint?: string): { ok: false; failure: PlanFailure } {
  return { ok: false, failure: { code, message, ...(hint === undefined ? {} : { hint }) } }
}
