import type { EffectHost } from './effect.ts'

/** Control values, including those that earlier steps of the sequence have set. */
export function presentTexts(host: EffectHost): Record<string, string> {
  return Object.fromEntries(
    host.controlsIn({}).flatMap(({ controlId }) => {
      const text = host.control(controlId)?.text
      return text === undefined ? [] : [[controlId, text]]
    }),
  )
}
