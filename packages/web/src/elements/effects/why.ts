import { explain } from '../../explain.ts'
import { i18n } from '../../i18n/index.ts'
import { EffectFailure, FormulaFailure } from './effect.ts'

/** Why a step failed, in the words of the reader. */
export function why(error: unknown): { message: string; code: string } {
  if (error instanceof EffectFailure) return { message: i18n.t(`actions.${error.problem}`), code: error.problem }
  if (error instanceof FormulaFailure) {
    return { message: i18n.t('actions.formulaFailed', { reason: error.message }), code: error.code }
  }
  const { message, code } = explain(error)
  return { message, code }
}
