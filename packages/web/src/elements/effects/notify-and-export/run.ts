import type { Cell } from '@octavo/core/types'
import {
  type Effect,
  EffectFailure,
  type ExportedPart,
  exportFormats,
  type RunEffect,
  recipientsOf,
  record,
} from '../effect.ts'
import { presentTexts } from '../present-texts.ts'
import { cellsOf } from '../values.ts'

/**
 * Saves a file in the browser, or lets the server send a message. The server reads content and recipients from the
 * document.
 */
export const notifyAndExport: RunEffect = async (effect, host, chosen, place) => {
  const controlTexts = presentTexts(host)
  if (effect.destination === 'download') {
    await host.saveFile(partOf(record(effect.attachment)), controlTexts)
    return
  }
  const recipients = recipientsOf(effect).map(({ type, value }): readonly Cell[] => {
    // The server computes formulas.
    if (type !== 'dynamic' || record(value).type === 'formula') return []
    const cells = cellsOf(value, host, chosen)
    if (!cells) throw new EffectFailure(record(value).type === 'column' ? 'noSelection' : 'controlGone')
    return cells
  })
  await host.sendExport(place, recipients, controlTexts)
}

function partOf({ target, format, layout }: Effect): ExportedPart {
  const known = exportFormats.find((each) => each === format)
  if (!known) throw new EffectFailure('notSupported')
  const { type, element, page } = record(target)
  return {
    target: type === 'element' ? { element: String(element) } : type === 'page' ? { page: String(page) } : {},
    format: known,
    layout: layout === 'landscape' ? 'landscape' : 'portrait',
  }
}
