import type { EffectHost } from './effect.ts'

/** Values of controls that steps before this one have set too. */
export function presentTexts(host: EffectHost): Record<string, string> {
  return Object.fromEntries(
    host.controlsIn({}).flatMap(({ controlId }) => {
      const text = host.control(controlId)?.text
      return text === undefined ? [] : [[controlId, text]]
    }),
  )
}
