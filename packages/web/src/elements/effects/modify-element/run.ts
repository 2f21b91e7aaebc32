import { columnsControlOf } from '@octavo/core/document'
import { EffectFailure, type RunEffect } from '../effect.ts'
import { cellsOf } from '../values.ts'

/**
 * Changes what this reader sees of an element. The request for its rows names the step, and the server reads its change
 * from the document.
 */
export const modifyElement: RunEffect = async (effect, host, chosen, { actionId, step }) => {
  const control = columnsControlOf(effect)
  if (control === undefined) return host.modify({ sequenceId: actionId, step })
  const cells = cellsOf({ type: 'control', control }, host, chosen)
  if (!cells) throw new EffectFailure('controlGone')
  const names = cells.flatMap((cell) => (cell === null ? [] : [String(cell)]))
  await host.modify({ sequenceId: actionId, step, names })
}
