import { EffectFailure, type RunEffect, record } from '../effect.ts'
import { cellsOf } from '../values.ts'

/** Sends an event to the page around an embed; does nothing outside an embed. */
export const generateIframeEvent: RunEffect = (effect, host, chosen) => {
  const values = Object.entries(record(effect.values)).map(([key, value]) => {
    const cells = cellsOf(value, host, chosen)
    if (!cells) throw new EffectFailure(record(value).type === 'column' ? 'noSelection' : 'controlGone')
    return [key, cells.length > 1 ? cells : (cells[0] ?? null)] as const
  })
  host.sendToHost('action:outbound', { name: String(effect.eventName ?? ''), values: Object.fromEntries(values) })
}
