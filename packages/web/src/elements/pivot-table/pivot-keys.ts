import type { KeyboardEvent } from 'react'

const steps: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/**
 * Keys in a pivot table whose cells can be pressed: arrows lead from a header to its cells, from cell to cell, and from the first ones back
 * to their header; Enter and the space bar press a cell. Headers are buttons, which the browser presses.
 */
export function onPivotKey(event: KeyboardEvent<HTMLTableElement>, press: (target: EventTarget) => void): void {
  const { currentTarget: table, key, target } = event
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
  if (event.defaultPrevented || hasModifier || !(target instanceof Element)) return
  if ((key === 'Enter' || key === ' ') && target.matches('td[data-row]')) {
    event.preventDefault()
    press(target)
    return
  }
  const step = steps[key]
  const place = step && target.closest('[data-row], [data-column]')
  const next = place && neighbour(table, place, step)
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** What the keyboard comes to by a step; headers lead to cells only. */
function neighbour(table: Element, place: Element, [down, right]: readonly [number, number]): HTMLElement | null {
  const isHeader = place.localName === 'th'
  const row = numberOf(place, 'data-row') + down
  const column = numberOf(place, 'data-column') + right
  if (row >= 0 && column >= 0) {
    return table.querySelector<HTMLElement>(`td[data-row="${row}"][data-column="${column}"]`)
  }
  if (isHeader) return null
  // The innermost header is the last one.
  const headers = table.querySelectorAll(row < 0 ? `th[data-column="${column}"]` : `th[data-row="${row}"]`)
  return headers.item(headers.length - 1)?.querySelector<HTMLElement>('button:not([data-opens])') ?? null
}

/** Headers stand before the first cell of their line. */
const numberOf = (place: Element, name: string) => Number(place.getAttribute(name) ?? -1)
