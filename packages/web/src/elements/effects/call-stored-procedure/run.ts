import { EffectFailure, type RunEffect, record } from '../effect.ts'
import { cellsOf } from '../values.ts'

/** Calls a procedure of the data platform; the steps after it wait for its end. The server takes constants from the document. */
export const callStoredProcedure: RunEffect = async (effect, host, chosen, place) => {
  const given: unknown[] = Array.isArray(effect.arguments) ? effect.arguments : []
  const values = given.map((value) => {
    const cells = cellsOf(value, host, chosen)
    if (!cells) throw new EffectFailure(record(value).type === 'column' ? 'noSelection' : 'controlGone')
    const [cell = null] = cells
    return cell
  })
  await host.callProcedure(place.actionId, place.step, values)
}
