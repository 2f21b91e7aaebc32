import { explain } from '../../explain.ts'
import { i18n } from '../../i18n/index.ts'
import { EffectFailure, FormulaFailure } from './effect.ts'

type FormulaKey = `actions.${'tableGone' | 'noKey' | 'noSelection' | 'tooManyRows'}`

/** Problems of formulas whose code says everything. */
const ofFormulas: ReadonlyMap<string, FormulaKey> = new Map([
  ['table_gone', 'actions.tableGone'],
  ['no_row_id', 'actions.noKey'],
  ['nothing_selected', 'actions.noSelection'],
  ['too_many_rows', 'actions.tooManyRows'],
])

/** Why a step failed, in the words of the reader. */
export function why(error: unknown): { message: string; code: string } {
  if (error instanceof EffectFailure) return { message: i18n.t(`actions.${error.problem}`), code: error.problem }
  if (error instanceof FormulaFailure) {
    const key = ofFormulas.get(error.code)
    const message = key ? i18n.t(key) : i18n.t('actions.formulaFailed', { reason: error.message })
    return { message, code: error.code }
  }
  const { message, code } = explain(error)
  return { message, code }
}
