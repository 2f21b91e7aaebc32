import type { PageDataEvent } from '@octavo/core/contract'
import { type AppError, isAppError } from '@octavo/core/errors'

/** The event of an element without rows. It says when a retry may help soon, so that older rows can stay visible. */
export function eventOfError(elementId: string, error: AppError): PageDataEvent {
  const { code, message, hint, details } = error
  const isPassing =
    isAppError(error, 'engine_unavailable') || (isAppError(error, 'source_unavailable') && error.details.isPassing)
  return {
    event: 'error',
    elementId,
    code,
    message,
    ...(hint === undefined ? {} : { hint }),
    details,
    ...(isPassing ? { isPassing } : {}),
    ...(isAppError(error, 'source_unavailable') && error.details.signIn ? { signIn: error.details.signIn } : {}),
  }
}
