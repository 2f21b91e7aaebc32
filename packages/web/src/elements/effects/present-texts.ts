import type { Present } from '@octavo/core/display'
import { documentLocale } from '../../formats.ts'
import { i18n } from '../../i18n/index.ts'
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

/** What texts of a sequence show of controls. */
export function presentOf(host: EffectHost): Present {
  return {
    document: host.document(),
    controlTexts: presentTexts(host),
    time: { now: new Date().toISOString(), zone: host.zone },
    all: i18n.t('control.all'),
    locale: documentLocale(),
  }
}
