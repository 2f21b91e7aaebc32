import type { Cell } from '../types/index.ts'
import type { ChartTheme } from './theme.ts'

/**
 * The palette index of each value of a column, the same in every chart of a workbook. `stored` has the indexes that the document stores;
 * all other values that the viewer may see follow in the order of their names, independent of filters.
 */
export function categorySlots(
  values: readonly Cell[],
  stored: Readonly<Record<string, number>> = {},
): ReadonlyMap<string, number> {
  const slots = new Map<string, number>(Object.entries(stored))
  const taken = new Set(slots.values())
  const rest = [...new Set(values.filter((value) => value !== null).map(String))]
    .filter((name) => !slots.has(name))
    .sort((left, right) => (left < right ? -1 : left > right ? 1 : 0))
  let next = 0
  for (const name of rest) {
    while (taken.has(next)) next++
    taken.add(next)
    slots.set(name, next)
  }
  return slots
}

/** Colours of the values of one column. Null and values beyond the palette are grey. */
export type CategoryColor = (value: Cell) => string

export function categoryColor(
  slots: ReadonlyMap<string, number>,
  theme: ChartTheme,
  scheme: readonly string[] = theme.palette,
): CategoryColor {
  return (value) => {
    const slot = value === null ? undefined : slots.get(String(value))
    return (slot === undefined ? undefined : scheme[slot]) ?? theme.line
  }
}
