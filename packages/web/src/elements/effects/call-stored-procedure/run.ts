import { EffectFailure, type RunEffect, record } from '../effect.ts'
import { cellsOf } from '../values.ts'
import { kindOfType } from './kind-of-type.ts'

/**
 * Calls a procedure of the data platform. The following steps wait for its end, and can use what it returns if that is
 * a single value. The server reads constants and formulas from the document.
 */
export const callStoredProcedure: RunEffect = async (effect, host, chosen, place) => {
  const given: unknown[] = Array.isArray(effect.arguments) ? effect.arguments : []
  const values = given.map((value) => {
    if (record(value).type === 'formula') return null
    const cells = cellsOf(value, host, chosen)
    if (!cells) throw new EffectFailure(record(value).type === 'column' ? 'noSelection' : 'controlGone')
    const [cell = null] = cells
    return cell
  })
  const [first, ...others] = await host.callProcedure(place, values)
  if (!first || others.length > 0) return undefined
  const { type, value } = first
  const kind = kindOfType(type)
  if (value === null) return null
  if (kind === 'number' && Number.isFinite(Number(value))) return Number(value)
  return kind === 'boolean' ? value === 't' || value === 'true' : value
}
