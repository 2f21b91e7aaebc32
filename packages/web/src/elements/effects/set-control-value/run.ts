import { controlShape } from '@octavo/core/document'
import { EffectFailure, type RunEffect, record } from '../effect.ts'
import { cellsOf, controlText } from '../values.ts'

/**
 * Sets a control to a constant, to another control or to the selection. Selecting the same again clears the control, as
 * does selecting nothing; with `isAdding` the values are added to a list, or removed from it.
 */
export const setControlValue: RunEffect = (effect, host, chosen) => {
  const known = host.control(String(effect.control))
  if (!known) throw new EffectFailure('controlGone')
  const { element, text } = known
  const isSelected = record(effect.value).type === 'column'
  if (isSelected && chosen?.values.size === 0) return host.setControl(element.controlId, undefined)
  const cells = cellsOf(effect.value, host, chosen)
  if (!cells) {
    // The selection has no value of this column.
    if (record(effect.value).type !== 'control') return
    throw new EffectFailure('controlGone')
  }
  const mode = effect.selectionMode
  const isToggled = isSelected && mode !== 'add' && mode !== 'remove'
  const next = controlText(element, cells, host.zone)
  if (isToggled && !chosen?.isAdding) {
    return host.setControl(element.controlId, next === text ? undefined : next)
  }
  const isList = controlShape(element).form === 'list'
  if (!isList || (mode === undefined && !isToggled) || mode === 'replace')
    return host.setControl(element.controlId, next)
  const before = text === undefined || text === '' ? [] : text.split(',')
  const items = next.split(',')
  const isLeaving = mode === 'remove' || (isToggled && items.every((item) => before.includes(item)))
  const others = before.filter((item) => !items.includes(item))
  const joined = isLeaving ? others : [...others, ...items]
  host.setControl(element.controlId, joined.length === 0 ? undefined : joined.join(','))
}
