import { type ControlElement, controlShape, controlValueToText, effectCells } from '@octavo/core/document'
import type { Cell } from '@octavo/core/types'
import { type ChosenMark, type EffectHost, sourcesOf } from './effect.ts'

/**
 * The values that an effect uses: one, several of a list, or the two ends of a range. Undefined without a value: the control is gone, or
 * nothing is selected in the column.
 */
export function cellsOf(value: unknown, host: EffectHost, chosen: ChosenMark | undefined): readonly Cell[] | undefined {
  return effectCells(value, sourcesOf(host, chosen))
}

/** The text form of values for a control: all of them in a list, the first and last of a range, else the first. */
export function controlText(control: ControlElement, cells: readonly Cell[], zone: string): string {
  if (cells.length === 0) return ''
  const time = { now: new Date().toISOString(), zone }
  const write = (value: Parameters<typeof controlValueToText>[0]) => controlValueToText(value, time)
  const [first = null] = cells
  switch (controlShape(control).form) {
    case 'list':
      return write({ kind: 'list', values: [...cells] })
    case 'range':
      return write({ kind: 'range', min: first, max: cells.at(-1) ?? null })
    default:
      return write({ kind: 'scalar', value: first })
  }
}

/** The text form of values for a control of another workbook, whose kind is not known here. */
export function foreignText(cells: readonly Cell[], zone: string): string {
  return controlValueToText({ kind: 'list', values: [...cells] }, { now: new Date().toISOString(), zone })
}
