import { ApiError, unreachable } from './api.ts'
import type { Failure } from './editor/index.ts'
import { i18n } from './i18n/index.ts'

/** Converts anything thrown to a failure in the reader's language; the text of a server error is kept. */
export function explain(error: unknown): Failure {
  if (error instanceof ApiError) {
    if (error.code === unreachable) {
      return { code: unreachable, message: i18n.t('error.offline'), hint: i18n.t('error.offlineHint'), isPassing: true }
    }
    return { code: error.code, message: error.message, hint: error.hint, requestId: error.requestId }
  }
  return { code: 'unreadable_answer', message: i18n.t('error.unknown') }
}
