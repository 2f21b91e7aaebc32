import { EffectFailure, type RunEffect, record } from '../effect.ts'
import { openTarget } from '../open-target.ts'
import { cellsOf, foreignText } from '../values.ts'

/** Opens another workbook, with values for its controls. */
export const openDocument: RunEffect = (effect, host, chosen) => {
  const { page, element } = record(effect.target)
  const given = Object.entries(record(effect.targetControls)).map(([controlId, value]) => {
    const cells = cellsOf(value, host, chosen)
    if (!cells) throw new EffectFailure(record(value).type === 'column' ? 'noSelection' : 'notSupported')
    return [controlId, foreignText(cells, host.zone)] as const
  })
  const nodeId = [element, page].find((id) => typeof id === 'string')
  const controls = Object.fromEntries(given)
  host.openAddress(host.documentAddress(String(effect.document), controls, nodeId), openTarget(effect))
}
