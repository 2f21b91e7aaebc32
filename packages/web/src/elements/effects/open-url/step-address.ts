import type { SequenceValue } from '@octavo/core/contract'
import { type DynamicAddress, dynamicAddress, plainText, writtenAddress } from '@octavo/core/display'
import { addressTexts, parseTemplate, textFormulas } from '@octavo/core/document'
import { EffectFailure, type EffectHost, type EffectPlace, FormulaFailure } from '../effect.ts'
import { presentOf } from '../present-texts.ts'

/**
 * The address of a step with the values of its formulas. Controls have the values that earlier steps gave them; everything else is computed by the
 * server. Throws if a formula has no value because of an error, or if the address is not allowed.
 */
export async function stepAddress(url: string, host: EffectHost, place: EffectPlace): Promise<string> {
  const known = dynamicAddress(url, presentOf(host), () => undefined)
  if (known.status === 'ready') return known.address
  const values = await host.computeValues(place.actionId, { step: place.step, ...place.state })
  const byPath = new Map(values.map((value) => [value.path, value]))
  const paths = textFormulas({ url }, addressTexts).map(({ path }) => path)
  let index = 0
  const written = writtenAddress(parseTemplate(url), ({ format }) => {
    const path = paths[index++] ?? ''
    return textsOf(byPath.get(path), format, path)
  })
  return addressOf(written)
}

/** A value without a format is written as it is; the server has formatted the others. */
function textsOf(value: SequenceValue | undefined, format: string | undefined, path: string): string[] {
  if (!value || value.problem) throw new FormulaFailure(value?.problem ?? { code: 'not_found', message: path })
  if (format !== undefined) return [value.text ?? '']
  return value.values.filter((cell) => cell !== null).map(plainText)
}

function addressOf(written: DynamicAddress): string {
  if (written.status !== 'ready') throw new EffectFailure('noAddress')
  return written.address
}
